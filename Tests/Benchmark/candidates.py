"""Measures what a key costs while candidates are offered: longform, fzf and prompt_toolkit in turn.

    python3 -B Tests/Benchmark/candidates.py --longform PATH [--repetitions N] [--python PYTHON]

What is not installed is left out: fzf, and prompt_toolkit in the Python that is named. The lists are
Forms/cities.txt, and 1,000,000 lines made of it. Prints a table as Markdown and asserts nothing.
Invariants: each program is measured only once its panel shows a candidate that it must find, and all
type the same words. The first start of longform makes its index, which is told apart.
"""

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile

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
    name = "fzf"
    # With the list read the number of its lines stands in the line above it.
    ready, found = "/", "Zürich, Switzerland"

    def __init__(self, path, folder):
        self.path, self.folder = path, folder

    def argv(self, candidates):
        return ["/bin/sh", "-c", f'exec "{self.path}" --height 10 <"{candidates}"']


class PromptToolkit:
    name = "prompt_toolkit"
    ready, found = "City:", "Zürich, Switzerland"

    def __init__(self, path, folder):
        self.path, self.folder = path, folder
        self.script = os.path.join(folder, "completer.py")
        with open(self.script, "w", encoding="utf-8") as file:
            file.write(COMPLETER)

    def argv(self, candidates):
        return [self.path, self.script, candidates]


def environment(folder):
    names = ("PATH", "LANG")
    known = {name: os.environ[name] for name in names if name in os.environ}
    return known | {"HOME": folder, "TERM": "xterm-256color", "LC_ALL": "C.UTF-8"}


def make_list(path, lines):
    """As many lines as asked for: the cities, then the same with a number before the comma."""
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
    """The first screen, and what each typed key and each arrow cost."""
    # prompt_toolkit draws on standard output; the others write their answer there.
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


def median(costs, field, scale):
    return statistics.median(getattr(cost, field) * scale for cost in costs)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--longform", required=True, metavar="PATH")
    parser.add_argument("--python", default=sys.executable, help="the Python with prompt_toolkit")
    parser.add_argument("--repetitions", type=int, default=3, metavar="N")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="longform-candidates-") as folder:
        env = environment(folder)
        subjects = [Longform(os.path.abspath(options.longform), folder)]
        if fzf := shutil.which("fzf"):
            subjects.append(Fzf(fzf, folder))
        has_toolkit = subprocess.run(
            [options.python, "-c", "import prompt_toolkit"], capture_output=True).returncode == 0
        if has_toolkit:
            subjects.append(PromptToolkit(options.python, folder))
        with open(CITIES, "rb") as file:
            small = file.read().count(b"\n")
        print("| | candidates | first screen, ms | CPU per key, µs | key to rest, µs |"
              " CPU per arrow, µs | bytes per key | peak memory, MiB |")
        print("|---|--:|--:|--:|--:|--:|--:|--:|")
        for lines in (small, LARGE):
            candidates = make_list(os.path.join(folder, f"cities{lines}.txt"), lines)
            found = {subject.name: [] for subject in subjects}
            try:
                # The index of longform is made once.
                measure(subjects[0], candidates, env)
                for _ in range(options.repetitions):
                    for subject in subjects:
                        found[subject.name].append(measure(subject, candidates, env))
            except Failure as failure:
                print(f"candidates: {failure}", file=sys.stderr)
                return 2
            for name, runs in found.items():
                keys = [key for run in runs for key in run[1]]
                arrows = [arrow for run in runs for arrow in run[2]]
                starts = [run[0] for run in runs]
                memory = max(run[3] for run in runs) / (1 << 20)
                print(f"| {name} | {lines:,} | {median(starts, 'wall', 1e3):.1f}"
                      f" | {median(keys, 'cpu', 1e6):,.0f} | {median(keys, 'wall', 1e6):,.0f}"
                      f" | {median(arrows, 'cpu', 1e6):,.0f} | {median(keys, 'bytes', 1):.0f}"
                      f" | {memory:.0f} |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
