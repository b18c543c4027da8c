"""Counts the instructions of longform's actions with valgrind's callgrind, and prints a table.

`run --instructions` starts this script. The figure of an action is the count of a session that does
the action 400 times, minus the count of a session that does it 200 times, divided by 200. So the
start, the save and everything else that both sessions do cancel out. Invariants:
  * Each key is typed after the program has painted the previous one and sleeps. So every key is
    painted separately, and nothing depends on time.
  * No draft is kept, because the clock would decide how often a draft is written.
  * A session counts only if it did its job, judged by its screens or its answers.
"""

import argparse
import os
import re
import shutil
import statistics
import sys
import tempfile
from typing import Callable, NamedTuple

import report
from driver import Failure, Program
from subjects import (
    ITEMS, LARGE, MIDDLE, SMALL, VIEWPORT, Bare, Checked, Cities, CitiesOfOne, CitiesOfOthers,
    Conditional, Items, Longform, Nested, Totalled)

MANY, FEW = 400, 200
REPETITIONS = 2
TIMEOUT = 300  # seconds; valgrind takes a minute or more to open a form of a million rows
MOST_GROWTH = 0.1  # the share by which --assert-instructions lets a figure of RESULTS.md grow
MARKS = ("<!-- instructions -->\n", "<!-- /instructions -->\n")

ENTER, LEFT, REPAINT = b"\r", b"\x1b[D", b"\x0c"
PAGE_DOWN, PAGE_UP = Longform.page_down, Longform.page_up
FIRST, LAST = b"\x1b<", b"\x1b>"

# MARK: - The actions


class Session(NamedTuple):
    """The keys to type, and the answers and the painted text that prove that the keys worked."""

    keys: list[bytes]
    answers: list[bytes] = []  # the expected answers of the first rows
    painted: str = ""
    times: int = 0  # the smallest number of times that `painted` must appear


LINES = 20  # the number of lines among which the keys are divided, so that no line becomes long
LINE = b"The quick brown fox "  # the text of each line before the counted keys
TYPED = b"jumps over lazy dogs"


def letters(text):
    return [bytes([letter]) for letter in text]


def typed_at_end(count):
    text = LINE + TYPED[: count // LINES]
    return Session((letters(text) + [ENTER]) * LINES, [text] * LINES)


def typed_in_middle(count):
    half, text = len(LINE) // 2, TYPED[: count // LINES]
    keys = letters(LINE) + [LEFT] * half + letters(text) + [ENTER]
    return Session(keys * LINES, [LINE[:half] + text + LINE[half:]] * LINES)


def row_in_view(number):
    """The number and the label of a row, as the viewport shows them."""
    return f"{number}  Row {number}"


def pages(count):
    return Session(
        [PAGE_DOWN, PAGE_UP] * (count // 2), painted=row_in_view(2 * VIEWPORT), times=count // 2)


def jumps(count):
    return Session([LAST, FIRST] * (count // 2), painted=row_in_view(MIDDLE), times=count // 2)


def items_added(count):
    # The key that adds an item repaints only the changed parts, so repaint everything at the end.
    rows = 2 * (SMALL + count)
    return Session([Items.add] * count + [REPAINT], painted=f"  0 of {rows} ", times=1)


def items_added_and_removed(count):
    return Session(
        [Items.add, Items.remove] * count, painted=f"Removed Item {SMALL + 1} ", times=count)


WORD, WORDS = b"a ", 20  # a word, which is one step of undo, and the number of words in a line


def words(count):
    return (letters(WORD) * WORDS + [ENTER]) * (count // WORDS), [WORD * WORDS] * (count // WORDS)


def undone(count):
    return Session(words(MANY)[0] + [Longform.undo] * count, words(MANY - count)[1])


def redone(count):
    return Session(undone(MANY).keys + [Longform.redo] * count, words(count)[1])


def rows_shown_and_hidden(count):
    return Session(
        [Conditional.toggle] * count, painted=f"{VIEWPORT}  row{VIEWPORT - 1} ", times=count // 2)


BACKSPACE = b"\x7f"


def typed_and_erased(text, painted):
    """Returns a function that makes a session, which types a text and erases it again, key by key."""
    cycle = letters(text) + [BACKSPACE] * len(text)

    def session(count):
        times = count // len(cycle)
        return Session(cycle * times, painted=painted, times=times)

    return session


def keys_in_items(count):
    # The first row is in an outer item; Enter leads to a row of an inner item.
    session = typed_and_erased(b"12", "━")(count)
    return session._replace(keys=[ENTER] + session.keys)


def pages_of_items(count):
    # The last letter changes an answer, so that the program asks for a confirmation before it quits.
    return Session(
        [PAGE_DOWN, PAGE_UP] * (count // 2) + [b"x"], painted="1  Name ", times=count // 2)


class Action(NamedTuple):
    """An action to count, with its program and form."""

    label: str
    subject: type
    rows: int
    session: Callable[[int], Session]
    less: str = ""  # the label of an action to subtract, because the session does it as often
    is_of_bare: bool = False  # whether the bare program over libedit is counted too


def nested(key, rows):
    return f"{key} in {rows:,} items inside {Nested.lists[rows]:,}"


ACTIONS = [
    Action("Key at the end of a line", Longform, MIDDLE, typed_at_end, is_of_bare=True),
    Action("Key in the middle of a line", Longform, MIDDLE, typed_in_middle, is_of_bare=True),
    Action("Page", Longform, MIDDLE, pages),
    Action("Jump", Longform, MIDDLE, jumps),
    Action("Adding an item", Items, SMALL, items_added),
    Action("Removing an item", Items, SMALL, items_added_and_removed, less="Adding an item"),
    Action("Undo", Longform, MIDDLE, undone),
    Action("Redo", Longform, MIDDLE, redone),
    Action("A key that shows or hides rows", Conditional, MIDDLE, rows_shown_and_hidden),
    *(
        Action(f"Key in a row that {rows:,} checks read", Checked, rows, typed_and_erased(b"12", "12"))
        for rows in (SMALL, LARGE)),
    *(
        Action(f"Key in an amount, one of {rows:,} in a sum", Totalled, rows, typed_and_erased(b"12", "12"))
        for rows in (SMALL, LARGE)),
    *(
        Action(nested(key, rows), Nested, rows, session)
        for key, session in [("Key", keys_in_items), ("Page", pages_of_items)]
        for rows in (SMALL, ITEMS)),
    *(
        Action(f"Key in a row of 156,446 cities{which}", subject, SMALL, typed_and_erased(b"tokyo", "Tokyo"))
        for which, subject in [
            ("", Cities), (", those of a country", CitiesOfOne),
            (", those of the others", CitiesOfOthers)]),
]

# Pairs of actions, with the largest allowed ratio of the first one's instructions to the second's.
RATIOS = [
    (f"Key in a row that {LARGE:,} checks read", f"Key in a row that {SMALL:,} checks read", 1.2),
    (f"Key in an amount, one of {LARGE:,} in a sum", f"Key in an amount, one of {SMALL:,} in a sum", 1.2),
    *((nested(key, ITEMS), nested(key, SMALL), 1.2) for key in ("Key", "Page")),
    ("Key in a row of 156,446 cities, those of a country", "Key in a row of 156,446 cities", 1.1),
    ("Key in a row of 156,446 cities, those of the others", "Key in a row of 156,446 cities", 1.1),
]

# MARK: - Counting


class Counter:
    """Runs sessions under callgrind."""

    def __init__(self, longform, bare):
        self.paths = {Longform: longform, Bare: bare}
        self.figures = {}  # for each program and label, a list with a figure for each repetition
        self.valgrind = shutil.which("valgrind")

    def instructions(self, kind, rows, session):
        """Returns the number of instructions of the program from its start to its end."""
        with tempfile.TemporaryDirectory(prefix="longform-instructions-") as folder:
            path = self.paths[Bare if kind is Bare else Longform]
            subject = kind(path, folder)
            counts, answers = os.path.join(folder, "counts"), os.path.join(folder, "answers")
            env = {
                "HOME": folder,
                "LC_ALL": "C.UTF-8",
                "PATH": "/usr/bin:/bin",
                "TERM": "xterm-256color",
                "SWIFT_BACKTRACE": "enable=no",
                "SWIFT_DETERMINISTIC_HASHING": "1",
            }
            command = [
                self.valgrind, "--tool=callgrind", f"--callgrind-out-file={counts}",
                f"--log-file={os.path.join(folder, 'log')}", path, *subject.prepare(rows),
            ]
            if kind is not Bare:
                command.append("--no-draft")
            with Program(command, env=env, stdout=answers, timeout=TIMEOUT) as program:
                program.wait_for(subject.first_screen)
                for key in session.keys:
                    program.press(key)
                # While longform works in the background, the key that leaves would only stop the work.
                program.rest()
                program.finish(subject.save)
                done = program.text().count(session.painted) >= session.times
                if program.status != subject.status or not done:
                    raise program.failure(f"did not paint {session.painted!r} {session.times} times")
            with open(answers, encoding="utf-8") as file:
                written = file.read()
            for row, expected in enumerate(session.answers):
                if subject.answer(written, row)[0].rstrip() != expected.decode().rstrip():
                    raise program.failure(f"answered {written[:80]!r}, not {expected.decode()!r}")
            with open(counts, encoding="utf-8") as file:
                return int(re.search(r"^totals: (\d+)$", file.read(), re.MULTILINE)[1])

    def count(self, kind, action):
        many, few = (
            self.instructions(kind, action.rows, action.session(count)) for count in (MANY, FEW))
        figure = (many - few) / (MANY - FEW)
        name = Bare.name if kind is Bare else Longform.name
        if action.less:
            figure -= self.figures[name, action.less][-1]
        self.figures.setdefault((name, action.label), []).append(figure)

    def run(self, progress):
        for repetition in range(REPETITIONS):
            progress(f"repetition {repetition + 1} of {REPETITIONS}")
            for action in ACTIONS:
                self.count(action.subject, action)
                if action.is_of_bare:
                    self.count(Bare, action)

    def mean(self, name, label):
        return round(statistics.fmean(self.figures[name, label]))

    def ratio(self, label, other):
        return self.mean(Longform.name, label) / self.mean(Longform.name, other)

    def spread(self, name, label):
        """Returns the range of the figures of all repetitions, in percent of their mean."""
        figures = self.figures[name, label]
        return (max(figures) - min(figures)) / statistics.fmean(figures) * 100


# MARK: - The table


def lowered(label):
    return label[0].lower() + label[1:]


def table(counter, versions):
    lines = [
        "## Instructions",
        "",
        f"| instructions | {Longform.name} | spread, % | {Bare.name} | spread, % |",
        "|---|--:|--:|--:|--:|",
    ]
    for action in ACTIONS:
        cells = []
        for name in (Longform.name, Bare.name):
            if (name, action.label) in counter.figures:
                cells += [
                    f"{counter.mean(name, action.label):,}",
                    f"{counter.spread(name, action.label):.2f}",
                ]
            else:
                cells += ["–", "–"]
        lines.append(f"| {action.label} | " + " | ".join(cells) + " |")
    lines += ["", "| limit | measured | at most | kept |", "|---|--:|--:|---|"]
    for label, other, most in RATIOS:
        ratio = counter.ratio(label, other)
        kept = "yes" if ratio <= most else "**no**"
        lines.append(f"| {label}, times: {lowered(other)} | {ratio:.2f} | {most} | {kept} |")
    return "\n".join([
        *lines,
        "",
        f"Counted by callgrind: a session of {MANY} actions less one of {FEW}, over {MANY - FEW};"
        f" means of {REPETITIONS} repetitions and how far these are apart. A figure has the key's"
        " decoding, the change of the form, the painting and the write to the terminal, and no work of"
        f" the kernel. No draft is kept. Forms have {MIDDLE:,} rows, that of items begins with {SMALL}"
        f" items. Keys are typed into lines that hold {len(LINE)} letters; pages and jumps go there and"
        " back; a step to undo is a word. In the rows below that, two digits or five letters are typed and"
        " erased again, or pages go there and back, and the form is left without a save.",
        "",
        ", ".join(f"{name} {version}" for name, version in versions.items()) + ".",
    ]) + "\n"


def recorded(path):
    """Returns the figures of longform in the table of RESULTS.md, by action."""
    figures = {}
    for line in report.text_between_marks(path, MARKS).split("\n"):
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) > 1 and cells[1].replace(",", "").isdigit():
            figures[cells[0]] = int(cells[1].replace(",", ""))
    return figures


def growths(counter, known):
    """Yields a sentence for each action that takes more instructions than allowed."""
    for label, other, most in RATIOS:
        if counter.ratio(label, other) > most:
            yield f"{label}: {counter.ratio(label, other):.2f} times {lowered(other)}, at most {most} is allowed"
    for action in ACTIONS:
        figure, most = counter.mean(Longform.name, action.label), known[action.label] * (1 + MOST_GROWTH)
        if figure > most:
            yield (
                f"{action.label}: {figure:,} instructions, recorded are {known[action.label]:,}, at most"
                f" {most:,.0f} are allowed")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0], prog="run --instructions")
    parser.add_argument("--longform", required=True, metavar="PATH", help="the program to count")
    parser.add_argument("--bare", required=True, metavar="PATH", help="the program over libedit")
    parser.add_argument(
        "--assert-instructions", action="store_true",
        help="exit 1 when an action takes a tenth more than RESULTS.md has")
    parser.add_argument("--output", metavar="FILE", help="where the table goes")
    parser.add_argument(
        "--write-results", nargs="?", const=report.RESULTS, metavar="FILE",
        help="writes the table between its marks in RESULTS.md")
    options = parser.parse_args()
    if options.write_results:
        report.require_marks(options.write_results, MARKS)
    known = recorded(report.RESULTS) if options.assert_instructions else {}
    missing = [a.label for a in ACTIONS if a.label not in known] if options.assert_instructions else []
    if missing:
        parser.error(f"{report.RESULTS} has no figure for: {', '.join(missing)}")

    def progress(text):
        print(f"benchmark: {text}", file=sys.stderr, flush=True)

    counter = Counter(os.path.abspath(options.longform), os.path.abspath(options.bare))
    if counter.valgrind is None:
        parser.error("valgrind is not installed")
    try:
        counter.run(progress)
    except Failure as failure:
        print(f"benchmark: {failure}", file=sys.stderr)
        return 2

    text = table(counter, report.versions_of_instructions(options.longform))
    if options.write_results:
        report.write_between_marks(options.write_results, text, MARKS)
    elif options.output:
        with open(options.output, "w", encoding="utf-8") as file:
            file.write(text)
    else:
        sys.stdout.write(text)
    found = list(growths(counter, known)) if options.assert_instructions else []
    for growth in found:
        print(f"benchmark: {growth}", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
