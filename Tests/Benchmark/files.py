"""Measures big files: answers of 100 MB and a save of 1,000,000 rows, compared with jq, and a form of
100,000 rows, compared with Python's json.

`benchmark.py` calls this module. The times are those of whole processes. The processes run in turn, so
that other load on the machine affects all of them alike. For Python, only `json.load` is timed, not
the start of the interpreter. Memory is the peak memory of a process.
"""

import filecmp
import json
import os
import random
import statistics
import subprocess
import sys
import time
from typing import NamedTuple

MIB = 1 << 20
DOCUMENT_BYTES, ROWS = 100_000_000, 100_000
WORDS = "alpha beta gamma delta épsilon 日本 zeta eta theta iota kappa lambda".split()


class Run(NamedTuple):
    """The cost of a process."""

    wall: float  # seconds
    cpu: float  # seconds
    peak: int  # bytes


class Failure(Exception):
    """A program did not do its job."""


def make_document(folder):
    """Writes a form with items, and a document with answers to this form."""
    chance = random.Random(1)

    def text(count):
        return " ".join(chance.choice(WORDS) for _ in range(count))

    fields = [
        {"id": "name", "required": True}, {"id": "email", "type": "email"}, {"id": "note"},
        {"id": "age", "type": "integer"}, {"id": "tags", "type": "list"},
    ]
    form, document = os.path.join(folder, "people.json"), os.path.join(folder, "answers.json")
    section = {"id": "people", "repeat": {"key": "people"}, "rows": fields}
    with open(form, "w", encoding="utf-8") as file:
        json.dump({"longform": 1, "id": "people", "sections": [section]}, file)
    with open(document, "w", encoding="utf-8") as file:
        file.write('{\n  "people": [')
        size = number = 0
        while size < DOCUMENT_BYTES:
            item = {
                "name": text(3), "email": f"person{number}@example.org", "note": text(30),
                "age": chance.randrange(100), "tags": [text(1), text(1)],
            }
            piece = "," * (number > 0) + "\n" + json.dumps(item, ensure_ascii=False, indent=2)
            size += len(piece.encode())
            number += 1
            file.write(piece)
        file.write("\n  ]\n}\n")
    return form, document


def make_rows(folder):
    """Writes a form in which every row has its own entry."""
    types = ("text", "integer", "date")
    path = os.path.join(folder, "rows.json")
    # Write row by row, to save memory: the peak memory of this process counts for its children too.
    with open(path, "w", encoding="utf-8") as file:
        file.write('{\n "longform": 1,\n "id": "rows",\n "sections": [\n  {\n   "rows": [')
        for n in range(1, ROWS + 1):
            row = {
                "id": f"row{n}", "label": f"Row {n}", "type": types[n % 3],
                "help": f"What row {n} is for",
            }
            text = json.dumps(row, indent=1).replace("\n", "\n    ")
            file.write(("," if n > 1 else "") + "\n    " + text)
        file.write("\n   ]\n  }\n ]\n}\n")
    return path


def make_million(folder):
    """Writes a form of a million rows, each with a default."""
    row = {"id": "row{n}", "count": 1_000_000, "key": "rows[]", "default": "answer {n}"}
    path = os.path.join(folder, "million.json")
    with open(path, "w", encoding="utf-8") as file:
        json.dump({"longform": 1, "id": "million", "sections": [{"rows": [row]}]}, file)
    return path


def run(argv, output):
    """Runs a process to its end, with its standard output in a file."""
    # wait4 returns the CPU time and peak memory of exactly this process.
    start = time.perf_counter()
    with open(output, "wb") as file:
        process = subprocess.Popen(argv, stdin=subprocess.DEVNULL, stdout=file)
        _, status, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise Failure(f"{' '.join(argv)} ended with {process.returncode}")
    return Run(wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024)


LOAD = "import json,sys,time\nt=time.process_time()\nwith open(sys.argv[1]) as f: json.load(f)\n" \
    "print(time.process_time()-t)"


def measure(longform, jq, folder, repetitions):
    """Returns the lines of the table, and the values that have limits as (label, value, limit)."""
    form, document = make_document(folder)
    rows = make_rows(folder)
    million = make_million(folder)
    saved = os.path.join(folder, "saved.json")
    output = os.path.join(folder, "output")
    found = {
        "answers": [], "jq": [], "rows": [], "json.load": [], "python": [], "save": [], "jq save": [],
    }
    for _ in range(repetitions):
        if jq:
            found["jq"].append(run([jq, "-c", ".", document], output))
        fill = [longform, "fill", form, "--answers", document, "--no-input"]
        found["answers"].append(run(fill, output))
        if not filecmp.cmp(output, document, shallow=False):
            raise Failure("the document is not written as it was")
        found["python"].append(run([sys.executable, "-c", LOAD, rows], output))
        with open(output, encoding="utf-8") as file:
            found["json.load"].append(float(file.read()))
        found["rows"].append(run([longform, "check", rows], output))
        found["save"].append(run([longform, "fill", million, "--no-input"], saved))
        if jq:
            found["jq save"].append(run([jq, "-c", ".", saved], output))

    def middle(name, field):
        return statistics.median(getattr(one, field) for one in found[name])

    lines = [
        "| big files | longform | beside it |", "|---|--:|--:|",
        "| 100 MB of answers read, checked and written: CPU, s | "
        f"{middle('answers', 'cpu'):.2f} | "
        + (f"{middle('jq', 'cpu'):.2f} (`jq -c .`) |" if jq else "– |"),
        "| the same: peak memory, MiB | "
        f"{middle('answers', 'peak') / MIB:,.0f} | "
        + (f"{middle('jq', 'peak') / MIB:,.0f} |" if jq else "– |"),
        "| 100,000 rows written out, read and checked: CPU, ms | "
        f"{middle('rows', 'cpu') * 1e3:,.0f} | "
        f"{statistics.median(found['json.load']) * 1e3:,.0f} (Python's `json.load`) |",
        "| the same: peak memory, MiB | "
        f"{middle('rows', 'peak') / MIB:,.0f} | {middle('python', 'peak') / MIB:,.0f} |",
        "| A form of 1,000,000 rows opened and saved: CPU, ms | "
        f"{middle('save', 'cpu') * 1e3:,.0f} | "
        + (f"{middle('jq save', 'cpu') * 1e3:,.0f} (`jq -c .` on the result) |" if jq else "– |"),
    ]
    limits = [
        (
            "Reading 100,000 rows written out against json.load",
            middle("rows", "cpu") / statistics.median(found["json.load"]), 2,
        )
    ]
    if jq:
        limits.insert(
            0,
            (
                "Reading and writing 100 MB of answers against jq",
                middle("answers", "cpu") / middle("jq", "cpu"), 1.5,
            ),
        )
        limits.append(
            (
                "Saving 1,000,000 rows against jq on the result",
                middle("save", "cpu") / middle("jq save", "cpu"), 0.5,
            )
        )
    return lines, limits
