"""Measures longform and other programs that fill forms, and prints tables.

`run` builds the programs and starts this script, which uses only the standard library.
subjects.py describes the programs, and report.py makes the tables. Invariants:
  * In each repetition the programs run in turn, so that other load on the machine affects all of
    them alike. Judge by ratios, CPU and counts.
  * A measurement counts only if the program did its job: its answers must contain the typed
    text.
  * No time is ever asserted. `--assert-counts` checks bytes, write calls, and the memory and the
    disk space that a large paste takes.
"""

import argparse
import base64
import contextlib
import gzip
import json
import os
import pathlib
import random
import shutil
import statistics
import subprocess
import sys
import tempfile

import candidates
import files
import report
from driver import Failure, Program
from subjects import (
    ITEMS, LARGE, SIZES, SMALL, Bare, Conditional, Dialog, Items, Libform, Longform,
    Note, PromptToolkit, Questionary, Textual,
)

PASTE_BYTES = 1 << 20
LARGE_PASTE_BYTES = 50_000_000
STARTS = 8  # additional starts in each repetition
EVICTED_STARTS = 2  # further starts in each repetition, with the files evicted from memory
# How far the kernel reads ahead in files that are not in memory, in kB: its default, which Debian keeps.
# The disks of some virtual machines have much more.
READ_AHEAD = 128
REPETITIONS_OF_PEERS = 5

# The typed text: 40 keys at the end of a line, then 10 in its middle. The field of every program
# has room for the text.
TYPED = b"The quick brown fox jumps over lazy dogs"
INSERTED = b"0123456789"
MIDDLE_OF_LINE = len(TYPED) // 2
SLOWLY_TYPED, INTERVAL = b"typed slowly", 0.4  # long enough for an autosave between two keys
PAGES = 6

FOUND = b"7"  # in the labels of a tenth to a half of the rows

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
    """Peak memory, which Measurements stores like a cost."""

    def __init__(self, peak):
        self.peak = peak

    def _asdict(self):
        return {"peak": self.peak}


class Shares:
    """The memory and the disk space that a large paste takes, as multiples of its size. Measurements
    stores them like a cost."""

    def __init__(self, memory, stored):
        (self.memory, self.stored) = (memory, stored)

    def _asdict(self):
        return {"memory": self.memory, "stored": self.stored}


class Benchmark:
    """Runs the programs and records their costs."""

    def __init__(self, subjects, folder):
        self.subjects = subjects
        self.folder = folder
        self.forms = {}
        self.found = Measurements()

    def open(self, subject, rows):
        """Starts a program on a terminal of its own, with a new home folder."""
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
        env |= subject.environment
        streams = {subject.answers_on: self.answers}
        return Program([subject.path, *self.forms[subject, rows]], env=env, **streams)

    def start(self, subject, rows):
        """Measures only the start, up to the first screen."""
        with self.open(subject, rows) as program:
            cost = program.wait_for(subject.first_screen, quiet=subject.quiet)
            self.found.add(subject, rows, "start", cost)
            self.found.add(subject, rows, "memory at start", Memory(program.note_memory()))

    def start_evicted(self, subject, rows):
        """Measures the start up to the first screen after the files of the program and its libraries
        were evicted from memory. Files that another process uses stay in memory, as in daily use."""
        files = [os.path.realpath(file) for file in (subject.path, *subject.libraries)]
        subprocess.run(["vmtouch", "-qe", *files], check=True, stdout=subprocess.DEVNULL)
        with self.open(subject, rows) as program:
            cost = program.wait_for(subject.first_screen, quiet=subject.quiet)
            self.found.add(subject, rows, "start evicted", cost)

    def session(self, subject, rows, everything=False):
        """Measures a person's session in a form: type, move left, page, jump, save."""

        def add(action, cost):
            self.found.add(subject, rows, action, cost)

        with self.open(subject, rows) as program:

            def act(keys):
                return program.act(keys, quiet=subject.quiet)

            add("start", program.wait_for(subject.first_screen, quiet=subject.quiet))
            add("memory at start", Memory(program.note_memory()))
            for key in TYPED:
                add("key at the end", act(bytes([key])))
            act(subject.left * MIDDLE_OF_LINE)
            for key in INSERTED:
                add("key in the middle", act(bytes([key])))
            if everything:
                add("undo", act(subject.undo))
                add("redo", act(subject.redo))
            if subject.page_down:
                for page in range(PAGES):
                    add("page", act(subject.page_up if page % 2 else subject.page_down))
            if subject.last_row:
                add("jump", act(subject.last_row))
            add("memory", Memory(program.note_memory()))
            if everything:
                act(subject.find)
                add("find", act(FOUND))
                act(subject.close)
            add("save", program.finish(subject.save))
            add("memory with save", Memory(program.peak_memory))
            expected = (TYPED[:MIDDLE_OF_LINE] + INSERTED + TYPED[MIDDLE_OF_LINE:]).decode()
            self.check(program, subject, rows, expected)

    def slow_typing(self, subject, rows):
        """Measures keys typed at a person's speed, including the program's work between two keys."""
        with self.open(subject, rows) as program:
            program.wait_for(subject.first_screen, quiet=subject.quiet)
            keys = [bytes([key]) for key in SLOWLY_TYPED]
            cost = program.pace(keys, INTERVAL)
            self.found.add(subject, rows, "key, slowly", cost.scaled(len(keys)))

    def paste(self, subject, rows):
        """Measures one bracketed paste of a megabyte into an empty row. The answer must contain the
        whole text."""
        text = (b"0123456789abcdef" * (PASTE_BYTES // 16))[:PASTE_BYTES]
        with self.open(subject, rows) as program:
            program.wait_for(subject.first_screen)
            cost = program.act(b"\x1b[200~" + text + b"\x1b[201~", quiet=0.03)
            self.found.add(subject, rows, "paste", cost)
            self.found.add(subject, rows, "memory with paste", Memory(program.note_memory()))
            program.finish(subject.save)
            self.check(program, subject, rows, text.decode())

    def large_paste(self, path):
        """Measures a paste of 50 MB of random text into a paragraph that already contains a short
        text. The costs in memory and on disk are multiples of the size of the pasted text.
        """
        note = Note(path, self.folder)
        text = base64.b64encode(random.Random(50).randbytes(LARGE_PASTE_BYTES // 4 * 3))
        lines = b"\r".join(text[at : at + 79] for at in range(0, len(text), 80))
        with self.open(note, 1) as program:
            program.wait_for(note.first_screen)
            program.act(b"Before it ", quiet=0.5)
            before = program.note_memory()
            program.act(b"\x1b[200~" + lines + b"\x1b[201~", quiet=0.5)
            drafts = os.path.join(os.path.dirname(self.answers), "state", "longform", "drafts")
            stored = sum(entry.stat().st_size for entry in os.scandir(drafts))
            self.found.add(
                note, 1, "large paste",
                Shares((program.note_memory() - before) / len(lines), stored / len(lines)))
            program.finish(note.save)
            with open(self.answers, encoding="utf-8") as file:
                saved = json.load(file)["note"]
            if saved != "Before it " + lines.decode().replace("\r", "\n"):
                raise program.failure("did not keep a large paste")
            os.unlink(self.answers)

    def structure(self, path, sizes_of_items, sizes):
        """Measures adding, moving and removing an item, and a key that shows or hides rows, in forms
        of the given sizes."""
        items, conditional = Items(path, self.folder), Conditional(path, self.folder)
        for rows in sizes_of_items:
            with self.open(items, rows) as program:
                self.found.add(items, rows, "start of items", program.wait_for(items.first_screen))
                for action, keys in (
                    ("item added", items.add), ("item moved", items.move_up),
                    ("item removed", items.remove), ("item brought back", items.undo),
                ):
                    self.found.add(items, rows, action, program.act(keys))
        for rows in sizes:
            with self.open(conditional, rows) as program:
                program.wait_for(conditional.first_screen)
                for action in ("rows shown", "rows hidden"):
                    self.found.add(conditional, rows, action, program.act(conditional.toggle))

    def check(self, program, subject, rows, expected):
        with open(self.answers, encoding="utf-8") as file:
            answer, count = subject.answer(file.read(), 0)
        # Only the first row has an answer.
        expected_count = 1 if subject.ends_with_last_answer else rows
        if program.status != 0 or count != expected_count or answer.rstrip() != expected:
            raise program.failure(f"answered {answer[:80]!r}, {count} rows, to {expected[:80]!r}")
        os.unlink(self.answers)

    def run(self, repetitions, *, peers, quick, heavy, progress):
        """Repeats all measurements. The peers take part only in the first REPETITIONS_OF_PEERS
        repetitions. Programs that are compared run shortly after one another. Every second repetition
        reverses their order, so that no program always runs first.
        """
        own = self.subjects[0]
        # Files that are not on the disk yet would leave less memory to the first program.
        os.sync()
        for repetition in range(repetitions):
            progress(f"repetition {repetition + 1} of {repetitions}")
            subjects = self.subjects + (peers if repetition < REPETITIONS_OF_PEERS else [])
            # Sizes that take seconds or gigabytes, such as dialog's million rows, run only once.
            order = [
                (subject, rows)
                for subject in subjects
                for rows in subject.sizes
                if (rows in (SMALL, LARGE) if quick else True)
                and (heavy and repetition == 0 or rows not in subject.dear)
            ]
            for subject, rows in order[:: 1 if repetition % 2 == 0 else -1]:
                self.session(subject, rows, everything=subject is own and not quick)
            for _ in range(0 if quick else STARTS):
                for subject, rows in order:
                    if rows in (SMALL, LARGE) and rows not in subject.dear:
                        self.start(subject, rows)
            for _ in range(0 if quick else EVICTED_STARTS):
                for subject in subjects[:: 1 if repetition % 2 == 0 else -1]:
                    if subject.is_evictable:
                        self.start_evicted(subject, SMALL)
            if quick:
                self.structure(own.path, (SMALL, ITEMS), (SMALL, LARGE))
            else:
                self.structure(own.path, SIZES, SIZES)
            if repetition == 0:
                self.large_paste(own.path)
            for subject in subjects:
                if repetition == 0:
                    self.slow_typing(subject, SMALL)
                if subject.can_paste:
                    self.paste(subject, SMALL)


@contextlib.contextmanager
def default_read_ahead(path):
    """Sets the disk of a file to the default, if this script may. Yields the setting of the disk."""
    device = os.stat(path).st_dev
    disk = pathlib.Path(f"/sys/dev/block/{os.major(device)}:{os.minor(device)}").resolve()
    if (disk / "partition").exists():
        disk = disk.parent
    setting = disk / "queue" / "read_ahead_kb"
    try:
        before = setting.read_text()
    except OSError:
        yield "unknown"
        return
    try:
        setting.write_text(str(READ_AHEAD))
    except OSError:
        yield before.strip()
        return
    try:
        yield READ_AHEAD
    finally:
        setting.write_text(before)


def sizes_of(longform, folder):
    """Returns the sizes of the stripped program in MB, as limits: each with its label, value and largest
    value."""
    path = os.path.join(folder, "stripped")
    subprocess.run(["strip", "-o", path, longform], check=True)
    with open(path, "rb") as file:
        contents = file.read()
    yield "Program, MB", len(contents) / 1e6, 20
    yield "Program compressed by gzip -9, MB", len(gzip.compress(contents)) / 1e6, 7


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0], prog="run")
    parser.add_argument("--longform", required=True, metavar="PATH", help="the program to measure")
    parser.add_argument("--bare", required=True, metavar="PATH", help="the program over libedit")
    parser.add_argument("--libform", metavar="PATH", help="the program over libform")
    parser.add_argument("--python", metavar="PATH", help="the Python with the peers' libraries")
    parser.add_argument("--limits", metavar="FILE", help="what Tests/Candidates/run --limits said")
    parser.add_argument("--repetitions", type=int, metavar="N", help="15; 2 with --quick")
    parser.add_argument("--quick", action="store_true", help="under a minute, for its counts")
    parser.add_argument(
        "--skip-heavy", action="store_true", help="nothing that takes gigabytes or many seconds, no big files")
    parser.add_argument(
        "--assert-counts", action="store_true", help="exit 1 when a key or a page costs too much")
    parser.add_argument("--json", action="store_true", help="everything measured, as JSON")
    parser.add_argument("--output", metavar="FILE", help="where the tables go")
    parser.add_argument(
        "--write-results", nargs="?", const=report.RESULTS, metavar="FILE",
        help="writes the tables between the marks of RESULTS.md")
    options = parser.parse_args()
    repetitions = options.repetitions or (2 if options.quick else 15)
    heavy = not (options.skip_heavy or options.quick)
    if options.write_results:
        report.require_marks(options.write_results)

    def progress(text):
        print(f"benchmark: {text}", file=sys.stderr, flush=True)

    offered, big_files, limits = [], [], []
    with tempfile.TemporaryDirectory(prefix="longform-benchmark-") as folder:
        dialog = shutil.which("dialog")
        if dialog is None:
            parser.error("dialog is not installed")
        longform = os.path.abspath(options.longform)
        subjects = [
            Longform(longform, folder), Bare(os.path.abspath(options.bare), folder),
            Dialog(dialog, folder),
        ]
        peers = [Libform(os.path.abspath(options.libform), folder)] if options.libform else []
        if options.python:
            # Do not resolve links: a virtual environment is identified by the path of its Python.
            python = os.path.abspath(options.python)
            peers += [kind(python, folder) for kind in (PromptToolkit, Questionary, Textual)]
        benchmark = Benchmark(subjects, folder)
        sizes = list(sizes_of(longform, folder))
        try:
            # Only a long run starts evicted programs.
            disk = contextlib.nullcontext("unchanged") if options.quick else default_read_ahead(longform)
            with disk as read_ahead:
                benchmark.run(
                    repetitions, peers=peers, quick=options.quick, heavy=heavy, progress=progress)
            if options.python:
                offered = candidates.measure_all(
                    longform, options.python, folder, min(repetitions, 3), progress)
            if heavy:
                progress("big files")
                big_files, limits = files.measure(
                    longform, shutil.which("jq"), folder, min(repetitions, 5))
        except (Failure, files.Failure) as failure:
            print(f"benchmark: {failure}", file=sys.stderr)
            return 2

    requirements = report.Requirements(
        benchmark.found, options.limits, is_static=not subjects[0].libraries)
    for limit in [*limits, *candidates.limits(offered), *sizes]:
        requirements.line(*limit)
    known = report.versions(options.longform, read_ahead, options.python)
    if options.json:
        text = json.dumps({
            "versions": known, "measurements": benchmark.found.json(),
            "candidates": [line._asdict() for line in offered],
        }) + "\n"
    else:
        text = report.tables(
            benchmark.found, subjects, peers, offered, big_files, requirements, known,
            repetitions=repetitions, peer_repetitions=min(repetitions, REPETITIONS_OF_PEERS),
            heavy=heavy)
    if options.write_results:
        report.write_between_marks(options.write_results, text)
    elif options.output:
        with open(options.output, "w", encoding="utf-8") as file:
            file.write(text)
    else:
        sys.stdout.write(text)
    if options.assert_counts and not requirements.counts_are_kept:
        print("benchmark: longform sends more bytes, or more often, than it may", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
