"""Makes random answers to forms, writes them in every format, and reads the files with the programs
that people use for these formats. Each of these readers must find exactly the answers.
"""

import csv
import io
import json
import os
import random
import re
import shutil
import subprocess
import sys

import duckdb
import yaml

LONGFORM, WORK, FORMS, SEED = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
PIECES = [
    "a", "Z", " ", "  ", "\n", "\n\n", "\t", "\r", "\r\n", '"', '""', "'", "\\", "\\n", "\\.", "\n\\.\n",
    "\\N", ",", ";", "|", ":", ": ", "#", " #", "-", "- ", "&", "*", "!", "%", "@", "`", "$(reboot)", "$HOME",
    "{", "]", "é", "e\u0301", "👩‍👩‍👧‍👦", "🇫🇷", "你好", "\u0085", "\u2028", "\ufeff", "\u00a0", "\u202e", "\x1b[0m", "\x7f",
    "0", "1", "yes", "null", "~", "=1+2",
]
WHOLE = [
    "yes", "No", "null", "NULL", "~", "true", "1e5", "007", "0o7", "0x1F", "2020-01-01", "1:30", ".inf", "<<", "=",
    "---", "...", "- a", "? x", "a:", "a: b", "a #b", "#a", "\\.", "\\N", '"', '""', "''", " a", "a ", "\t", "\n",
    "a\n", "a\n\nb", "a\n b", "-1", "+1", "@x", "$(reboot)", "👍🏽", "x" * 20000, "NaN", "Infinity", "00", "''a",
]


def text(dice):
    if dice.random() < 0.3:
        return dice.choice(WHOLE)
    return "".join(dice.choice(PIECES) for _ in range(dice.randrange(1, 9)))


def number(dice):
    return dice.choice(["0", "-0", "7", "-12", "1.50", "1e5", "1E-3", "2.5e+10", "123456789012345678901234567890", "0.1"])


def run(arguments, stdin=b"", **options):
    result = subprocess.run(arguments, input=stdin, capture_output=True, cwd=WORK, timeout=120, **options)
    if result.returncode != 0:
        raise AssertionError(f"{arguments}: {result.returncode}: {result.stderr.decode()[-2000:]}")
    return result.stdout


def converted(path, form, target):
    return run([LONGFORM, "convert", path, "--form", form, "--format", target])


def write(name, data):
    with open(os.path.join(WORK, name), "wb") as file:
        file.write(data)
    return os.path.join(WORK, name)


def quoted(name):
    return '"' + name.replace('"', '""') + '"'


def equal(left, right, what):
    if left != right:
        raise AssertionError(f"{what}:\n{left!r}\nis not\n{right!r}")


def psql(script):
    return run(["psql", "-X", "-q", "-t", "-A", "-v", "ON_ERROR_STOP=1"], script.encode())


def postgres(path, columns, options):
    table = ", ".join(f"{quoted(name)} text" for name in columns)
    members = ", ".join(quoted(name) for name in columns)
    out = psql(
        f"drop table if exists answers; create table answers (n serial, {table});\n"
        f"\\copy answers ({members}) from '{path}' with ({options})\n"
        f"select json_build_array({members}) from answers order by n;\n"
    )
    return [json.loads(line) for line in out.decode().split("\n")[:-1]]


def duck(path, columns):
    rows = duckdb.read_csv(path, header=True, all_varchar=True, delimiter=",", quotechar='"', escapechar='"').fetchall()
    return [list(row) for row in rows]


def tsv(data):
    letters = {"t": "\t", "n": "\n", "r": "\r", "\\": "\\"}
    lines = data.decode().split("\n")[:-1]
    return [[re.sub(r"\\(.)", lambda m: letters[m[1]], cell) for cell in line.split("\t")] for line in lines]


def shells():
    return [s for s in ("sh", "dash", "bash", "ksh", "mksh", "zsh") if shutil.which(s)]


def one_record(dice):
    """Checks random answers that form one record. Each row is a column, even each row of an item."""
    rows = [f"row{i}" for i in range(1, 21)]
    form = {
        "longform": 1, "id": "f", "sections": [
            {"id": "a", "rows": [{"id": "row{n}", "count": 20, "type": "paragraph"},
                                 {"id": "size{n}", "count": 5, "type": "decimal"}, {"id": "tags", "type": "list"}]},
            {"id": "w", "repeat": {"key": "work"}, "rows": [{"id": "name", "type": "paragraph"}]}]}
    answers = {name: text(dice) for name in rows}
    tags = [t for t in (text(dice).replace("\n", "") for _ in range(3)) if t.strip()]
    work = [{"name": text(dice)} for _ in range(3)]
    sizes = [number(dice) for _ in range(5)]
    document = json.dumps(answers)[:-1] + "".join(f', "size{i + 1}": {size}' for i, size in enumerate(sizes))
    document += f', "tags": {json.dumps(tags)}, "work": {json.dumps(work)}}}'
    path = write("one.json", document.encode())
    form_path = write("form.json", json.dumps(form).encode())
    value = json.loads(document)

    equal(json.loads(converted(path, form_path, "json")), value, "json")
    line = converted(path, form_path, "jsonl")
    equal(line.count(b"\n"), 1, "lines of jsonl")
    equal(json.loads(line), value, "jsonl")
    equal(json.loads(run(["jq", "-c", "."], line)), json.loads(run(["jq", "-c", "."], document.encode())), "jq")
    text_yaml = converted(path, form_path, "yaml").decode()
    for loader in {yaml.SafeLoader, getattr(yaml, "CSafeLoader", yaml.SafeLoader)}:
        equal(yaml.load(text_yaml, loader), value, f"yaml by {loader.__name__}")

    cells = [answers[name] for name in rows] + sizes + ["\n".join(tags)] + [item["name"] for item in work]
    columns = rows + [f"size{i}" for i in range(1, 6)] + ["tags"] + [f"work[{i}].name" for i in range(3)]
    data = converted(path, form_path, "csv")
    equal(list(csv.reader(io.StringIO(data.decode(), newline=""), strict=True)), [columns, cells], "csv by python")
    file = write("one.csv", data)
    # psql 15 takes a line with only \. as the end of the data, even inside quotes. PostgreSQL 17 does not.
    if not any("\n\\.\n" in f"\n{cell}\n" for cell in cells):
        equal(postgres(file, columns, "format csv, header"), [[c or None for c in cells]], "csv by PostgreSQL")
    equal(duck(file, columns), [[c or None for c in cells]], "csv by DuckDB")
    data = converted(path, form_path, "tsv")
    equal(tsv(data), [columns, cells], "tsv")
    equal(postgres(write("one.tsv", data), columns, "format text, header, null ''"),
          [[c or None for c in cells]], "tsv by PostgreSQL")

    write("one.env", converted(path, form_path, "env"))
    names = [name.upper() for name in rows] + [f"SIZE{i}" for i in range(1, 6)] + ["TAGS"]
    names += [f"WORK_{i}_NAME" for i in range(3)]
    script = ". ./one.env; printf '%s\\0' " + " ".join(f'"${{{name}}}"' for name in names)
    for shell in shells():
        out = run([shell, "-euc", script])
        equal(out.decode().split("\0")[:-1], cells, f"env by {shell}")

    for target in ("jsonl", "yaml", "csv", "tsv"):
        file = write(f"back.{target}", converted(path, form_path, target))
        equal(json.loads(converted(file, form_path, "json")), value, f"{target} by longform")


def many_records(dice):
    """Checks random answers to a form whose only section repeats. Each item is a record."""
    form = {"longform": 1, "id": "p", "sections": [
        {"id": "people", "repeat": {"key": "people"}, "rows": [
            {"id": "name", "type": "paragraph"}, {"id": "note", "type": "paragraph"}, {"id": "age", "type": "integer"}]}]}
    people = [{"name": text(dice), "note": text(dice), "age": dice.randrange(100)} for _ in range(200)]
    path = write("many.json", json.dumps({"people": people}).encode())
    form_path = write("form.json", json.dumps(form).encode())
    columns = ["name", "note", "age"]
    cells = [[person["name"], person["note"], str(person["age"])] for person in people]
    expected = [[c or None for c in row] for row in cells]
    data = converted(path, form_path, "csv")
    equal(list(csv.reader(io.StringIO(data.decode(), newline=""), strict=True)), [columns] + cells, "csv by python")
    file = write("many.csv", data)
    if not any("\n\\.\n" in f"\n{cell}\n" for row in cells for cell in row):
        equal(postgres(file, columns, "format csv, header"), expected, "csv by PostgreSQL")
    equal(duck(file, columns), expected, "csv by DuckDB")
    data = converted(path, form_path, "tsv")
    equal(postgres(write("many.tsv", data), columns, "format text, header, null ''"), expected, "tsv by PostgreSQL")
    for target in ("csv", "tsv"):
        equal(json.loads(converted(write(f"many.{target}", converted(path, form_path, target)), form_path, "json")),
              {"people": people}, f"{target} by longform")


for step in range(FORMS):
    dice = random.Random(SEED * 1000 + step)
    try:
        one_record(dice)
        many_records(dice)
    except AssertionError as error:
        print(f"seed {SEED}, form {step}: {error}"[:4000])
        sys.exit(1)
print(f"{FORMS} forms read by jq, Python, PyYAML, {', '.join(shells())}, PostgreSQL and DuckDB: all equal")
