"""Measures the cost of a key while candidates are offered, in longform, fzf and others.

    python3 -B Tests/Benchmark/candidates.py --longform PATH [--repetitions N] [--python PYTHON]

Skips Debian's fzf if it is not installed, and the current fzf and the libraries if they are not
installed beside the given Python. Each program gets two lists: Forms/cities.txt, and a list of
1,000,000 lines made from that file. The script prints a table as Markdown and asserts nothing. The
results of `run --peers` contain the same table.

Invariants: the keys of a program are measured only after the program has found and shown a certain
candidate. The same words are typed into all programs. The first start of longform is not measured,
because longform then builds its index.
"""

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from typing import NamedTuple

import report
from driver import Failure, Program

HERE = os.path.dirname(os.path.abspath(__file__))
CITIES = os.path.join(HERE, "..", "..", "Forms", "cities.txt")
WORDS = ["zur", "new y", "paris", "berl", "shang", "sao p", "los a", "tok", "cair", "mad"]
LARGE = 1_000_000
DOWN, UP = b"\x1b[B", b"\x1b[A"
CLEAR = b"\x15"

COMPLETER = """
import sys
from prompt_toolkit import prompt
from prompt_toolkit.completion import WordCompleter
words = open(sys.argv[1], encoding="utf-8").read().split("\\n")
prompt("City: ", completer=WordCompleter(words, ignore_case=True, sentence=True),
       complete_while_typing=True)
"""

ASKER = """
import sys
import questionary
words = open(sys.argv[1], encoding="utf-8").read().split("\\n")
questionary.autocomplete("City:", choices=words, ignore_case=True, match_middle=False).ask()
"""


class Offer(NamedTuple):
    """The median costs of a program with a given number of candidates, in seconds and bytes, and its
    peak memory.
    """

    name: str
    count: int
    start: float
    start_cpu: float
    key_cpu: float
    key: float
    arrow_cpu: float
    bytes: float
    memory: int


class Longform:
    name = "longform"
    ready, found = "City ▸", "Zürich, Switzerland"

    def __init__(self, path, folder):
        self.path, self.folder = path, folder

    def argv(self, candidates):
        form = candidates + ".json"
        row = {"id": "city", "label": "City", "type": "choice", "strict": False,
               "choices": {"file": candidates}}
        with open(form, "w", encoding="utf-8") as file:
            json.dump({"longform": 1, "id": "c", "viewport": 8, "sections": [{"rows": [
                row, {"id": "row{n}", "count": 19, "label": "Row {n}"}]}]}, file)
        return [self.path, "fill", form, "--no-draft"]


class Fzf:
    name = "Debian's fzf"
    # Once fzf has read the list, it shows the length of the list after a slash.
    ready, found = "/", "Zürich, Switzerland"

    def __init__(self, path, folder):
        self.path, self.folder = path, folder

    def argv(self, candidates):
        return ["/bin/sh", "-c", f'exec "{self.path}" --height 10 <"{candidates}"']


class CurrentFzf(Fzf):
    name = "fzf"


class PromptToolkit:
    name, source = "prompt_toolkit", COMPLETER
    ready, found = "City:", "Zürich, Switzerland"

    def __init__(self, path, folder):
        self.path, self.folder = path, folder
        self.script = os.path.join(folder, f"{self.name}_completer.py")
        with open(self.script, "w", encoding="utf-8") as file:
            file.write(self.source)

    def argv(self, candidates):
        return [self.path, self.script, candidates]


class Questionary(PromptToolkit):
    name, source = "questionary", ASKER


def environment(folder):
    names = ("PATH", "LANG")
    known = {name: os.environ[name] for name in names if name in os.environ}
    return known | {"HOME": folder, "TERM": "xterm-256color", "LC_ALL": "C.UTF-8",
                    "PROMPT_TOOLKIT_NO_CPR": "1"}


def make_list(path, lines):
    """Writes a list of the given length: the cities, then the cities again and again, with the number
    of the round before the first comma."""
    with open(CITIES, encoding="utf-8") as file:
        cities = file.read().split("\n")[:-1]
    with open(path, "w", encoding="utf-8") as file:
        for number in range(lines):
            city = cities[number % len(cities)]
            round_ = number // len(cities)
            name, comma, country = city.partition(",")
            file.write(f"{name} {round_ + 1}{comma}{country}\n" if round_ else city + "\n")
    return path


def measure(subject, candidates, env):
    """Returns the cost of the first screen, of each typed key and of each arrow key, and the peak
    memory."""
    # prompt_toolkit and questionary paint on standard output. The others only write their answer there.
    stdout = None if isinstance(subject, PromptToolkit) else os.devnull
    with Program(subject.argv(candidates), env=env, stdout=stdout) as program:
        start = program.wait_for(subject.ready)
        program.act("zürich".encode(), quiet=0.3)
        if subject.found not in program.text():
            program.wait_for(subject.found)
        keys, arrows = [], []
        for word in WORDS:
            program.act(CLEAR, quiet=0.1)
            for letter in word:
                keys.append(program.act(letter.encode(), quiet=0.02))
        program.act(CLEAR, quiet=0.1)
        program.act(b"new", quiet=0.1)
        for _ in range(10):
            arrows.append(program.act(DOWN, quiet=0.02))
        program.note_memory()
        return start, keys, arrows, program.peak_memory


def median(costs, field):
    return statistics.median(getattr(cost, field) for cost in costs)


def offer(name, count, runs):
    starts = [run[0] for run in runs]
    keys = [key for run in runs for key in run[1]]
    arrows = [arrow for run in runs for arrow in run[2]]
    return Offer(
        name, count, median(starts, "wall"), median(starts, "cpu"), median(keys, "cpu"),
        median(keys, "wall"), median(arrows, "cpu"), median(keys, "bytes"),
        max(run[3] for run in runs))


def has(python, module):
    return subprocess.run([python, "-c", f"import {module}"], capture_output=True).returncode == 0


def current_fzf(python):
    """Returns the path of the fzf that is installed beside a Python; None if there is none."""
    path = os.path.join(os.path.dirname(python), "fzf")
    return path if os.access(path, os.X_OK) and path != shutil.which("fzf") else None


def limits(offers):
    """Returns the limits of the CPU time per key, each with its label, value and largest value."""
    keys = {(offer.name, offer.count): offer.key_cpu for offer in offers}
    for count in sorted({count for _, count in keys}):
        own, other = keys.get((Longform.name, count)), keys.get((CurrentFzf.name, count))
        if own and other:
            share = 1 / 150 if count == LARGE else 1 / 30
            yield f"CPU per key with {count:,} candidates, times fzf's", own / other, share


def measure_all(longform, python, folder, repetitions, progress):
    """Measures each available program with each list. Returns a row of the table for each program and
    list."""
    env = environment(folder)
    subjects = [Longform(os.path.abspath(longform), folder)]
    if fzf := shutil.which("fzf"):
        subjects.append(Fzf(fzf, folder))
    if current := current_fzf(python):
        subjects.append(CurrentFzf(current, folder))
    if has(python, "prompt_toolkit"):
        subjects.append(PromptToolkit(python, folder))
    if has(python, "questionary"):
        subjects.append(Questionary(python, folder))
    with open(CITIES, "rb") as file:
        small = file.read().count(b"\n")
    offers = []
    for lines in (small, LARGE):
        candidates = make_list(os.path.join(folder, f"cities{lines}.txt"), lines)
        found = {subject.name: [] for subject in subjects}
        # longform builds its index in this first run, so the run does not count.
        measure(subjects[0], candidates, env)
        for repetition in range(repetitions):
            progress(f"{lines:,} candidates, {repetition + 1} of {repetitions}")
            for subject in subjects:
                found[subject.name].append(measure(subject, candidates, env))
        offers += [offer(name, lines, runs) for name, runs in found.items()]
    return offers


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--longform", required=True, metavar="PATH")
    parser.add_argument("--python", default=sys.executable, help="the Python with the libraries")
    parser.add_argument("--repetitions", type=int, default=3, metavar="N")
    options = parser.parse_args()

    def progress(text):
        print(f"candidates: {text}", file=sys.stderr, flush=True)

    with tempfile.TemporaryDirectory(prefix="longform-candidates-") as folder:
        try:
            offers = measure_all(
                options.longform, options.python, folder, options.repetitions, progress)
        except Failure as failure:
            progress(failure)
            return 2
    print("\n".join(report.candidates_table(offers)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
