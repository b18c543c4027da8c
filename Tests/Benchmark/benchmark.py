"""Measures longform, a bare program over libedit, and dialog, in turn, and prints a table.

Started by `run`, which builds what is measured. Standard library only. Invariants:
  * In each repetition every program is run once at every size, one after the other, so that
    whatever else the machine does hits all alike. Judge by ratios, CPU and counts.
  * A program is not measured unless it did the job: what was typed must be in its answers.
  * Only counts (bytes, write calls) are ever asserted, never times.
"""

import argparse
import json
import os
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile

import files
from driver import Failure, Program

SMALL, LARGE = 20, 1_000_000
ITEMS = 100_000
VIEWPORT = 8
PASTE_BYTES = 1 << 20

# What is typed: 40 keys at the end of a line, then 10 in its middle. It fits the field of each.
TYPED = b"The quick brown fox jumps over lazy dogs"
INSERTED = b"0123456789"
MIDDLE = len(TYPED) // 2
SLOWLY_TYPED, INTERVAL = b"slow", 0.4  # an autosave fits between two keys
PAGES = 6

# The most a program may send to the terminal, in bytes; `--assert-counts` checks it.
MOST_BYTES_A_KEY, MOST_BYTES_A_PAGE = 80, 1_500

MIB = 1 << 20
LOAD = os.getloadavg()[0]


# MARK: - The programs


class Subject:
    """A program under test: how it is started, which keys it knows, what it should leave behind."""

    name = ""
    first_screen = ""
    left, page_down, page_up = b"\x1b[D", b"\x1b[6~", b"\x1b[5~"
    last_row = None  # no such key
    save = b""
    answers_on = "stdout"
    can_paste = False

    def __init__(self, path, folder):
        self.path = path
        self.folder = folder

    def prepare(self, rows):
        """Writes the form; returns the arguments."""
        raise NotImplementedError

    def answer(self, answers, row):
        """The answer of a row, counted from 0, in what the program wrote, and how many there are."""
        lines = answers.split("\n")[:-1]
        return lines[row], len(lines)


class Longform(Subject):
    name = "longform"
    first_screen = "Row 1 ▸"
    last_row = b"\x1b>"
    save = b"\x13\x13"
    can_paste = True

    def prepare(self, rows):
        form = os.path.join(self.folder, f"form{rows}.json")
        row = {"id": "row{n}", "count": rows, "label": "Row {n}", "key": "rows[]"}
        with open(form, "w", encoding="utf-8") as file:
            json.dump({"longform": 1, "id": "b", "sections": [{"rows": [row]}]}, file)
        return ["fill", form]

    def answer(self, answers, row):
        rows = json.loads(answers)["rows"]
        return rows[row], len(rows)


class Items(Longform):
    """The same program with a form of nothing but items."""

    first_screen = "Item 1 Name ▸"
    add, move_up, remove, undo = b"\x18+", b"\x18\x1b[A", b"\x18-", b"\x1f"

    def prepare(self, rows):
        form = os.path.join(self.folder, f"items{rows}.json")
        repeat = {"key": "items", "initial": rows, "label": "Item {n}"}
        fields = [{"id": "name", "label": "Name"}, {"id": "city", "label": "City"}]
        sections = [{"id": "s", "repeat": repeat, "rows": fields}]
        with open(form, "w", encoding="utf-8") as file:
            json.dump({"longform": 1, "id": "items", "sections": sections}, file)
        return ["fill", form]


class Conditional(Longform):
    """The same program with a form in which one answer shows and hides all other rows."""

    first_screen = "Rows? ▸"
    toggle = b" "

    def prepare(self, rows):
        form = os.path.join(self.folder, f"conditional{rows}.json")
        switch = {"id": "rows", "label": "Rows?", "type": "boolean"}
        row = {"id": "row{n}", "count": rows, "when": {"row": "rows", "is": True}}
        with open(form, "w", encoding="utf-8") as file:
            json.dump({"longform": 1, "id": "c", "sections": [{"rows": [switch, row]}]}, file)
        return ["fill", form]


class Bare(Subject):
    name = "bare libedit"
    first_screen = "Row 1: "
    last_row = b"\x1b>"
    save = b"\x04"

    def prepare(self, rows):
        return [str(rows)]

    def answer(self, answers, row):
        line, count = super().answer(answers, row)
        return line.partition(": ")[2], count


class Dialog(Subject):
    name = "dialog --form"
    first_screen = "Cancel>"
    left = b"\x1bOD"  # it switches the cursor keys to their application codes
    save = b"\r"
    answers_on = "stderr"

    def prepare(self, rows):
        form = os.path.join(self.folder, f"dialog{rows}.txt")
        with open(form, "w", encoding="utf-8") as file:
            file.write(f'--form "Rows" 16 78 {VIEWPORT}\n')
            for row in range(1, rows + 1):
                file.write(f'"Row {row}" {row} 1 "" {row} 14 58 0\n')
        return ["--file", form]


# MARK: - Measuring


class Measurements:
    """Costs by program, size and action."""

    def __init__(self):
        self.costs = {}

    def add(self, subject, rows, action, cost):
        self.costs.setdefault((subject.name, rows, action), []).append(cost)

    def values(self, name, rows, action, field):
        costs = self.costs.get((name, rows, action), [])
        return [value for value in (getattr(cost, field) for cost in costs) if value is not None]

    def median(self, name, rows, action, field):
        values = self.values(name, rows, action, field)
        return statistics.median(values) if values else None

    def mean(self, name, rows, action, field):
        values = self.values(name, rows, action, field)
        return statistics.fmean(values) if values else None

    def json(self):
        return [
            {"program": name, "rows": rows, "action": action, "costs": [c._asdict() for c in costs]}
            for (name, rows, action), costs in self.costs.items()
        ]


class Memory:
    """Peak memory, in the shape of a cost."""

    def __init__(self, peak):
        self.peak = peak

    def _asdict(self):
        return {"peak": self.peak}


class Benchmark:
    """Runs the programs and keeps what they cost."""

    def __init__(self, subjects, folder):
        self.subjects = subjects
        self.folder = folder
        self.forms = {}
        self.found = Measurements()

    def open(self, subject, rows):
        """A program on a terminal of its own, with a home folder nobody has used."""
        if (subject, rows) not in self.forms:
            self.forms[subject, rows] = subject.prepare(rows)
        home = tempfile.mkdtemp(dir=self.folder)
        self.answers = os.path.join(home, "answers")
        env = {
            "HOME": home,
            "LC_ALL": "C.UTF-8",
            "PATH": "/usr/bin:/bin",
            "TERM": "xterm-256color",
            "XDG_STATE_HOME": os.path.join(home, "state"),
        }
        streams = {subject.answers_on: self.answers}
        return Program([subject.path, *self.forms[subject, rows]], env=env, **streams)

    def start(self, subject, rows):
        """Only the way to the first screen."""
        with self.open(subject, rows) as program:
            self.found.add(subject, rows, "start", program.wait_for(subject.first_screen))

    def session(self, subject, rows):
        """A person's way through a form: types, goes back, pages, jumps, saves."""

        def add(action, cost):
            self.found.add(subject, rows, action, cost)

        with self.open(subject, rows) as program:
            add("start", program.wait_for(subject.first_screen))
            for key in TYPED:
                add("key at the end", program.act(bytes([key])))
            program.act(subject.left * MIDDLE)
            for key in INSERTED:
                add("key in the middle", program.act(bytes([key])))
            for page in range(PAGES):
                add("page", program.act(subject.page_up if page % 2 else subject.page_down))
            if subject.last_row:
                add("jump", program.act(subject.last_row))
            add("memory", Memory(program.note_memory()))
            add("save", program.finish(subject.save))
            add("memory with save", Memory(program.peak_memory))
            expected = (TYPED[:MIDDLE] + INSERTED + TYPED[MIDDLE:]).decode()
            self.check(program, subject, rows, expected)

    def slow_typing(self, subject, rows):
        """Keys as far apart as a person's, with whatever the program does between them."""
        with self.open(subject, rows) as program:
            program.wait_for(subject.first_screen)
            keys = [bytes([key]) for key in SLOWLY_TYPED]
            cost = program.pace(keys, INTERVAL)
            self.found.add(subject, rows, "key, slowly", cost.scaled(len(keys)))

    def paste(self, subject, rows):
        """A megabyte in one bracketed paste into an empty row, kept to the last letter."""
        text = (b"0123456789abcdef" * (PASTE_BYTES // 16))[:PASTE_BYTES]
        with self.open(subject, rows) as program:
            program.wait_for(subject.first_screen)
            cost = program.act(b"\x1b[200~" + text + b"\x1b[201~", quiet=0.03)
            self.found.add(subject, rows, "paste", cost)
            self.found.add(subject, rows, "memory with paste", Memory(program.note_memory()))
            program.finish(subject.save)
            self.check(program, subject, rows, text.decode())

    def structure(self, path):
        """Items that are added, moved and removed among many; rows that one key shows and hides."""
        items, conditional = Items(path, self.folder), Conditional(path, self.folder)
        for rows in (SMALL, ITEMS):
            with self.open(items, rows) as program:
                self.found.add(items, rows, "start of items", program.wait_for(items.first_screen))
                for action, keys in (
                    ("item added", items.add), ("item moved", items.move_up),
                    ("item removed", items.remove), ("item brought back", items.undo),
                ):
                    self.found.add(items, rows, action, program.act(keys))
        for rows in (SMALL, LARGE):
            with self.open(conditional, rows) as program:
                program.wait_for(conditional.first_screen)
                for action in ("rows shown", "rows hidden"):
                    self.found.add(conditional, rows, action, program.act(conditional.toggle))

    def check(self, program, subject, rows, expected):
        with open(self.answers, encoding="utf-8") as file:
            answer, count = subject.answer(file.read(), 0)
        if program.status != 0 or count != rows or answer.rstrip() != expected:
            raise program.failure(f"answered {answer[:80]!r}, {count} rows, to {expected[:80]!r}")
        os.unlink(self.answers)

    def run(self, repetitions, *, starts, heavy, progress):
        """Everything, so many times. What is compared stands close together in time, and every
        second repetition goes the other way round, so that no place in the order is better."""
        places = [(subject, rows) for subject in self.subjects for rows in (SMALL, LARGE)]
        light = [
            (subject, rows)
            for subject, rows in places
            if rows == SMALL or not isinstance(subject, Dialog)
        ]
        for repetition in range(repetitions):
            progress(f"repetition {repetition + 1} of {repetitions}")
            # dialog at a million rows takes seconds and gigabytes: once is enough.
            order = places if heavy and repetition == 0 else light
            for subject, rows in order[:: 1 if repetition % 2 == 0 else -1]:
                self.session(subject, rows)
            for _ in range(starts):
                for subject, rows in light:
                    self.start(subject, rows)
            self.structure(self.subjects[0].path)
            for subject in self.subjects:
                if repetition == 0:
                    self.slow_typing(subject, SMALL)
                if subject.can_paste:
                    self.paste(subject, SMALL)


# MARK: - The report

ROWS_OF_TABLE = [
    # what, action, rows, field, scale, unit
    ("First complete screen, ms", "start", SMALL, "wall", 1e3),
    ("First complete screen, ms", "start", LARGE, "wall", 1e3),
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
    *(
        (f"{label}: CPU, µs", action, rows, "cpu", 1e6)
        for label, action, most in (
            ("Adding an item", "item added", ITEMS), ("Moving an item", "item moved", ITEMS),
            ("Removing an item", "item removed", ITEMS),
            ("Bringing it back", "item brought back", ITEMS),
            ("A key that shows all rows", "rows shown", LARGE),
            ("A key that hides all rows", "rows hidden", LARGE),
        )
        for rows in (SMALL, most)
    ),
    ("Save: time, ms", "save", SMALL, "wall", 1e3),
    ("Save: time, ms", "save", LARGE, "wall", 1e3),
    ("Save: CPU, ms", "save", LARGE, "cpu", 1e3),
    ("Save: write calls", "save", LARGE, "writes", 1),
    ("Paste of 1 MiB into a row: CPU, ms", "paste", SMALL, "cpu", 1e3),
    ("Peak memory before the save, MiB", "memory", SMALL, "peak", 1 / MIB),
    ("Peak memory before the save, MiB", "memory", LARGE, "peak", 1 / MIB),
    ("Peak memory with the save, MiB", "memory with save", SMALL, "peak", 1 / MIB),
    ("Peak memory with the save, MiB", "memory with save", LARGE, "peak", 1 / MIB),
]


def number(value):
    """A number of three digits that count, grouped."""
    if value >= 100:
        return f"{value:,.0f}"
    text = f"{value:.1f}" if value >= 10 else f"{value:.2f}"
    return text.rstrip("0").rstrip(".")


def spread(values, scale):
    """`median (quartile–quartile)`, the median alone where all values look alike."""
    values = [value * scale for value in values]
    median = number(statistics.median(values))
    if len(values) < 2:
        return median
    low, _, high = statistics.quantiles(values, n=4, method="inclusive")
    if number(low) == number(high) == median:
        return median
    return f"{median} ({number(low)}–{number(high)})"


class Requirements:
    """What longform has to keep to, as far as it was measured."""

    def __init__(self, found):
        self.lines = []
        self.counts_are_kept = True
        self.found = found

        def of(program, rows, action, field="cpu"):
            return found.median(program, rows, action, field)

        own, bare, dialog = Longform.name, Bare.name, Dialog.name
        self.ratio(
            "First screen against dialog's",
            of(own, SMALL, "start", "wall"), of(dialog, SMALL, "start", "wall"), 1.5)
        self.ratio(
            "CPU per key at the end of a line against the bare program's",
            of(own, SMALL, "key at the end"), of(bare, SMALL, "key at the end"), 3)
        for label, action, field in (
            ("First screen", "start", "wall"),
            ("CPU per key", "key at the end", "cpu"),
            ("CPU per page", "page", "cpu"),
        ):
            self.ratio(
                f"{label}, 1,000,000 rows against 20",
                of(own, LARGE, action, field), of(own, SMALL, action, field), 1.2)
        for label, action, most in (
            ("CPU to add an item, 100,000 items against 20", "item added", ITEMS),
            ("CPU to remove an item, 100,000 items against 20", "item removed", ITEMS),
            ("CPU to hide rows, 1,000,000 against 20", "rows hidden", LARGE),
        ):
            self.ratio(label, of(own, most, action), of(own, SMALL, action), 3)
        small = of(own, SMALL, "memory with save", "peak")
        large = of(own, LARGE, "memory with save", "peak")
        if small and large:
            self.line(
                "Peak memory, 1,000,000 rows above 20, MiB", (large - small) / MIB, 8)
        paste = of(own, SMALL, "paste")
        if paste:
            self.line("CPU for a paste of 1 MiB, ms", paste * 1e3, 300)
        for rows in (SMALL, LARGE):
            for action in ("key at the end", "key in the middle", "key, slowly"):
                self.count(f"Bytes per {action}", rows, action, MOST_BYTES_A_KEY)
            self.count("Bytes per page", rows, "page", MOST_BYTES_A_PAGE)

    def line(self, label, value, limit):
        verdict = "yes" if value <= limit else "**no**"
        self.lines.append(f"| {label} | {number(value)} | {limit:,} | {verdict} |")

    def ratio(self, label, value, base, limit):
        if value and base:
            self.line(label, value / base, limit)

    def count(self, label, rows, action, limit):
        # The mean, not the median: every second key being dear must not go unseen.
        value = self.found.mean(Longform.name, rows, action, "bytes")
        if value is not None:
            self.line(f"{label}, {rows:,} rows, mean", value, limit)
            self.counts_are_kept = self.counts_are_kept and value <= limit


def table(found, subjects, requirements, versions, big_files, *, repetitions, heavy):
    names = [subject.name for subject in subjects]
    lines = ["| | rows | " + " | ".join(names) + " |", "|---|--:|" + "--:|" * len(names)]
    for label, action, rows, field, scale in ROWS_OF_TABLE:
        cells = []
        for name in names:
            values = found.values(name, rows, action, field)
            cells.append(spread(values, scale) if values else "–")
        if any(cell != "–" for cell in cells):
            lines.append(f"| {label} | {rows:,} | " + " | ".join(cells) + " |")
    dialog = (
        f"`dialog` at {LARGE:,} rows was run once"
        if heavy
        else f"`dialog` at {LARGE:,} rows was left out (it takes seconds and gigabytes)"
    )
    lines += [
        "",
        f"Medians and quartiles of {repetitions} repetitions, the programs in turn, on a terminal of"
        f" 24 x 80 with {VIEWPORT} rows in view. {dialog} and has no key for a jump to the end; a paste"
        " of 1 MiB is for longform only. – is not measured or not possible.",
        "",
        *(big_files + [""] if big_files else []),
        ", ".join(f"{name} {version}" for name, version in versions.items()) + ".",
        "",
        "| longform must keep to | measured | at most | kept |",
        "|---|--:|--:|---|",
        *requirements.lines,
    ]
    return "\n".join(lines) + "\n"


def first_line(*command):
    """The first line a command prints, "unknown" where it cannot be run."""
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


def versions(longform):
    return {
        "longform": first_line(longform, "--version"),
        "libedit": debian_version("libedit2"),
        "dialog": debian_version("dialog"),
        "ncurses": debian_version("libncursesw6"),
        "Swift": first_line("swift", "--version").partition("version ")[2].partition(" ")[0],
        "Linux": platform.release(),
        "Python": platform.python_version(),
        "processors": f"{os.cpu_count()} x {processor()}",
        "load average at the start": f"{LOAD:.1f}",
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0], prog="run")
    parser.add_argument("--longform", required=True, metavar="PATH", help="the program to measure")
    parser.add_argument("--bare", required=True, metavar="PATH", help="the program over libedit")
    parser.add_argument("--repetitions", type=int, metavar="N", help="15; 2 with --quick")
    parser.add_argument("--quick", action="store_true", help="under a minute, for its counts")
    parser.add_argument(
        "--skip-heavy", action="store_true",
        help="dialog without a million rows (2.3 GB), and no big files")
    parser.add_argument(
        "--assert-counts", action="store_true", help="exit 1 when a key or a page has too many bytes")
    parser.add_argument("--json", action="store_true", help="everything measured, as JSON")
    parser.add_argument("--output", metavar="FILE", help="where the table goes")
    options = parser.parse_args()
    repetitions = options.repetitions or (2 if options.quick else 15)
    heavy = not (options.skip_heavy or options.quick)

    def progress(text):
        print(f"benchmark: {text}", file=sys.stderr, flush=True)

    big_files, limits = [], []
    with tempfile.TemporaryDirectory(prefix="longform-benchmark-") as folder:
        dialog = shutil.which("dialog")
        if dialog is None:
            parser.error("dialog is not installed")
        subjects = [
            Longform(os.path.abspath(options.longform), folder),
            Bare(os.path.abspath(options.bare), folder),
            Dialog(dialog, folder),
        ]
        benchmark = Benchmark(subjects, folder)
        try:
            benchmark.run(
                repetitions, starts=0 if options.quick else 8, heavy=heavy, progress=progress)
            if heavy:
                progress("big files")
                big_files, limits = files.measure(
                    os.path.abspath(options.longform), shutil.which("jq"), folder,
                    min(repetitions, 5))
        except (Failure, files.Failure) as failure:
            print(f"benchmark: {failure}", file=sys.stderr)
            return 2

    requirements = Requirements(benchmark.found)
    for limit in limits:
        requirements.line(*limit)
    known = versions(options.longform)
    if options.json:
        report = json.dumps({"versions": known, "measurements": benchmark.found.json()}) + "\n"
    else:
        report = table(
            benchmark.found, subjects, requirements, known, big_files, repetitions=repetitions,
            heavy=heavy)
    if options.output:
        with open(options.output, "w", encoding="utf-8") as file:
            file.write(report)
    else:
        sys.stdout.write(report)
    if options.assert_counts and not requirements.counts_are_kept:
        print("benchmark: longform sends more bytes than it may", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
