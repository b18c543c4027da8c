"""Compares the forms that longform makes from JSON Schemas with Python's jsonschema. The comment in the
script `run` says what is compared.

A form refuses a document if the driver reports a problem. The following differences between form and
schema are intended. Each is counted, and none makes the run fail:

    null      for a form, a null is no answer; a schema may allow or forbid it
    empty     for a form, a text of blanks is no answer, nor is an array or object without members that
              the form has; an item without any answer is not checked
    name      a member has no name, or blanks around its name
    type      a schema without a type allows documents of every type, but a form only those of one type
    length    a form counts characters as people see them
    format    the validator and the form check some formats differently
    regex     the validator reads a "regex" as Python does, not as JavaScript: it refuses (?<name>x)
    number    for a row, 1.0 is no integer
    reference draft 7 ignores the members beside $ref; the import reads them, as authors expect
"""

import argparse
import collections
import copy
import importlib.resources
import json
import pathlib
import random
import re
import string
import subprocess
import sys

import jsonschema

HERE = pathlib.Path(__file__).resolve().parent
FIXTURES = HERE.parent / "Fixtures"
sys.path.insert(0, str(FIXTURES))
from validate import checker  # noqa: E402


class Driver:
    """Talks to schema-driver. Each request is a line, and so is each reply."""

    def __init__(self, path):
        self.process = subprocess.Popen(
            [path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)

    def ask(self, **request):
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            sys.exit(f"the driver ended at {json.dumps(request)[:2000]}")
        return json.loads(line)


# Schemas


def real_schemas():
    """Yields the name and the text of each schema that a real project uses."""
    folders = [FIXTURES / "Schemas", FIXTURES / "Schemas" / "Others"]
    for path in sorted(p for folder in folders for p in folder.glob("*.schema.json")):
        yield path.name, path.read_text()
    vendor = importlib.resources.files("check_jsonschema") / "builtin_schemas" / "vendor"
    for path in sorted(vendor.iterdir(), key=lambda p: p.name):
        if path.name.endswith(".json"):
            yield path.name, path.read_text()


def suite_groups(folder):
    """Yields each group of JSON-Schema-Test-Suite: its name, its draft, and its schema with the tests."""
    for draft in ["draft7", "draft2020-12"]:
        for path in sorted((pathlib.Path(folder) / draft).glob("*.json")):
            if path.stem == "vocabulary":  # metaschemas that switch keywords off
                continue
            for group in json.loads(path.read_text()):
                yield f"{draft}/{path.stem}: {group['description']}", draft, group


def is_of_regex(error):
    """Returns whether a document would be valid if Python read its regular expressions as JavaScript does:
    all errors of one alternative are about them."""
    alternatives = collections.defaultdict(list)
    for inner in error.context:
        alternatives[inner.schema_path[0]].append(inner)
    return (error.validator, error.validator_value) == ("format", "regex") or any(
        all(map(is_of_regex, errors)) for errors in alternatives.values())


def validator(schema):
    kind = jsonschema.validators.validator_for(schema, default=jsonschema.Draft202012Validator)
    return kind(schema, format_checker=checker)


def everything(value):
    """Yields a value and all values in it."""
    yield value
    if isinstance(value, dict):
        for member in value.values():
            yield from everything(member)
    elif isinstance(value, list):
        for element in value:
            yield from everything(element)


# Texts for fillings


def text_for(pattern, numbers):
    """Returns a text that is likely to match a simple pattern."""
    text, rest = "", pattern.strip("^$")
    while rest:
        for atom, choices in [
            (r"\\d", string.digits), (r"\\w", string.ascii_lowercase), (r"\\s", " "), (r"\.", "ab1"),
        ]:
            if rest.startswith(atom.replace("\\\\", "\\")) and atom != r"\.":
                found, rest = choices, rest[len(atom) - 1:]
                break
        else:
            if rest[0] == "[" and "]" in rest:
                body, rest = rest[1:rest.index("]")], rest[rest.index("]") + 1:]
                found = "".join(
                    chr(c) for c in range(33, 127) if re.fullmatch(f"[{body}]", chr(c))) or "a"
            elif rest[0] == "\\" and len(rest) > 1:
                found, rest = rest[1], rest[2:]
            elif rest[0] == ".":
                found, rest = "ab1", rest[1:]
            elif rest[0] in "(|)?":
                rest = rest[1:]
                continue
            else:
                found, rest = rest[0], rest[1:]
        count = 1
        if rest[:1] in ("*", "+", "?"):
            count, rest = numbers.randint(1, 3), rest[1:]
        elif match := re.match(r"\{(\d+)(,\d*)?\}", rest):
            count, rest = int(match[1]), rest[match.end():]
        text += "".join(numbers.choice(found) for _ in range(count))
    return text


POOL = [
    "a", "web", "1", "0", "-3", "7", "42", "99.5", "1e2", "yes", "x y", "Ada", "é", "2024-02-29",
    "2024-02-29T09:30:00Z", "09:30:00Z", "ada@example.org", "https://example.org/a", "127.0.0.1",
    "123e4567-e89b-12d3-a456-426614174000", "a.example.org", "A1", "a-b", "a_b", "v1.2.3", "#ff0000",
]


def texts(schema, numbers):
    """Returns texts that the rows of a schema's form may accept."""
    found = list(POOL)
    for value in everything(schema):
        if isinstance(value, dict):
            for keyword in ("pattern", "patternProperties"):
                given = value.get(keyword)
                patterns = [given] if isinstance(given, str) else list(given or [])
                for pattern in patterns:
                    try:
                        found += [text_for(pattern, numbers) for _ in range(4)]
                    except (re.error, IndexError):
                        pass
            for keyword in ("const", "default"):
                if isinstance(value.get(keyword), str):
                    found.append(value[keyword])
            found += [text for text in value.get("examples") or [] if isinstance(text, str)]
    return [text for text in found if text.strip() and "\n" not in text][:400]


# Changed documents


def places(value, path=()):
    yield path
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, member in items:
        yield from places(member, path + (key,))


def at(value, path):
    for key in path:
        value = value[key]
    return value


VALUES = [
    None, True, False, 0, 1, -1, 1.5, 10**20, "", " ", "a", "yes", "1", "x" * 300, [], {}, [1], ["a"],
    ["a", "a"], [""], {"a": 1}, {"": 1}, [[]], [{}], {"a": {}},
]


def changed(document, names, numbers):
    """Returns a copy of a document with up to three random changes."""
    result = copy.deepcopy(document)
    for _ in range(numbers.choice([1, 1, 1, 2, 3])):
        path = numbers.choice(list(places(result)))
        value = at(result, path)
        kind = numbers.randrange(6)
        if kind == 0 and isinstance(value, dict):
            value[numbers.choice(names)] = copy.deepcopy(numbers.choice(VALUES))
        elif kind == 1 and isinstance(value, list):
            value.insert(
                numbers.randrange(len(value) + 1),
                copy.deepcopy(numbers.choice(value + VALUES)))
        elif kind == 2 and isinstance(value, dict) and value:
            key = numbers.choice(list(value))
            value[numbers.choice([key.upper(), key + "x", "x" + key])] = value.pop(key)
        elif not path:
            continue
        elif kind == 3:
            del at(result, path[:-1])[path[-1]]
        elif isinstance(value, str) and numbers.random() < 0.5:
            at(result, path[:-1])[path[-1]] = numbers.choice(
                [value + "x", value[:-1], value.upper(), value + " ", "-" + value, value * 3])
        elif isinstance(value, (int, float)) and numbers.random() < 0.5:
            at(result, path[:-1])[path[-1]] = numbers.choice([value + 1, -value, value * 100, value + 0.5])
        else:
            at(result, path[:-1])[path[-1]] = copy.deepcopy(numbers.choice(VALUES))
    return result


def is_blank(value):
    return isinstance(value, str) and not value.strip()


def causes_of(error):
    """Returns the known causes that explain why a form accepts a document that the schema refuses with this
    error; None if the error has another cause."""
    if error.context:
        branches = collections.defaultdict(list)
        for inner in error.context:
            branches[inner.schema_path[0]].append(causes_of(inner))
        for found in branches.values():
            if None not in found:
                return set().union(*found)
        return None
    if error.instance is None:
        return {"null"}
    if is_blank(error.instance) or error.instance in ([], {}):
        return {"empty"}
    if error.validator == "required" and not set(error.instance) & set(error.schema.get("properties") or {}):
        return {"empty"}
    if error.validator in ("minLength", "maxLength"):
        return {"length"}
    return {"format"} if error.validator == "format" else None


def cause(judge, document, problems):
    """Returns the known cause of a difference; None if no known cause fits."""
    values = list(everything(document))
    names = [name for value in values if isinstance(value, dict) for name in value]
    if any(name.strip() != name or not name for name in names):
        return "name"
    if not problems:
        found = [causes_of(error) for error in judge.iter_errors(document)]
        return None if None in found else " and ".join(sorted(set().union(*found)))
    lacking = ("is required", " needs ", "needed because", "does not agree with the other answers")
    if all(any(words in p for words in lacking) for p in problems):
        if None in values:
            return "null"
        if any(is_blank(value) or value in ([], {}) for value in values):
            return "empty"
    # A list with a blank entry has no entries on lines of their own, so it is checked as one text.
    blanks = [json.dumps(value, ensure_ascii=False)[:30] for value in values
              if isinstance(value, list) and any(map(is_blank, value))]
    if all(any(f"“{text}" in problem for text in blanks) for problem in problems):
        return "empty"
    if all("the answers must be" in problem or "the document has" in problem for problem in problems):
        return "type"
    if all("“@”" in problem or "is not an email address" in problem for problem in problems):
        return "format"
    if any(isinstance(value, float) and value.is_integer() for value in values):
        return "number"
    return None


class Run:
    def __init__(self, driver, arguments):
        self.driver, self.arguments = driver, arguments
        self.unexpected = []
        self.reads_siblings = False
        self.counts = collections.Counter()

    def compare(self, name, schema_validator, document):
        text = json.dumps(document)
        answer = self.driver.ask(check=text)
        problems = answer.get("problems") or ([answer["error"]] if "error" in answer else [])
        is_valid, is_accepted = schema_validator.is_valid(document), not problems
        self.counts["documents"] += 1
        if is_valid == is_accepted:
            self.counts["agree"] += 1
            return
        kind = "false accept" if is_accepted else "false reject"
        known = cause(schema_validator, document, problems)
        if known is None and self.reads_siblings:
            known = "reference"
        self.counts[f"{kind}: {known or 'unexpected'}"] += 1
        if known is None:
            reason = problems or [
                f"{error.json_path}: {error.message}" for error in schema_validator.iter_errors(document)]
            self.unexpected.append(f"{name}: {kind}: {text[:300]}: {reason[0][:200]}")

    def imports(self, schema, counted_as):
        """Whether a schema becomes a form without a remark. Counts the outcome in any case."""
        answer = self.driver.ask(schema=schema)
        if "error" in answer:
            outcome = "refused"
        else:
            outcome = "with remarks" if answer["remarks"] else counted_as
        self.counts[outcome] += 1
        return outcome == counted_as

    def real(self, name, text):
        try:
            schema = json.loads(text)
        except ValueError:
            return
        if not self.imports(text, counted_as="without remarks"):
            return
        numbers = random.Random(f"{self.arguments.seed} {name}")
        judge = validator(schema)
        names = sorted({key for value in everything(schema) if isinstance(value, dict)
                        for key in value.get("properties") or {}} | {"zz", "x-y", "a"})
        documents = []
        for number in range(self.arguments.fills):
            filled = self.driver.ask(fill=numbers.randrange(1 << 40), texts=texts(schema, numbers))
            if "document" not in filled:
                self.counts["fillings not saved"] += 1
                continue
            self.counts["fillings"] += 1
            document = json.loads(filled["document"])
            documents.append(document)
            for error in judge.iter_errors(document):
                if is_of_regex(error):
                    self.counts["fillings with a regex of JavaScript"] += 1
                    continue
                self.counts["invalid fillings"] += 1
                self.unexpected.append(
                    f"{name}: saved, but refused: {error.json_path}: {error.message[:200]}")
                break
        print(f"{name}: {len(documents)} fillings saved")
        for _ in range(self.arguments.mutations if documents else 0):
            self.compare(name, judge, changed(numbers.choice(documents), names, numbers))

    def group(self, name, draft, group):
        schema = group["schema"]
        if not isinstance(schema, dict):
            return
        schema = {"$schema": f"http://json-schema.org/draft-07/schema#"
                  if draft == "draft7" else "https://json-schema.org/draft/2020-12/schema", **schema}
        if not self.imports(json.dumps(schema), counted_as="groups"):
            return
        problems = self.driver.ask(check="{}").get("problems") or []
        if any("the answers must be an array" in problem for problem in problems):
            self.counts["groups of arrays"] += 1
            return
        self.reads_siblings = draft == "draft7" and any(
            isinstance(value, dict) and "$ref" in value and len(value) > 1 for value in everything(schema))
        try:
            judge = validator(schema)
            for test in group["tests"]:
                if isinstance(test["data"], dict):
                    judge.is_valid(test["data"])
        except Exception:  # the schema refers to a document that is not here
            return
        for test in group["tests"]:
            if isinstance(test["data"], dict):
                self.compare(f"{name}: {test['description']}", judge, test["data"])

    def report(self, title):
        print(title + ": " + ", ".join(f"{count} {name}" for name, count in sorted(self.counts.items())))

    def exceeds(self, percent):
        """Whether more than these percent of the documents were refused without need."""
        refused = sum(count for name, count in self.counts.items() if name.startswith("false reject"))
        return refused * 100 > percent * self.counts["documents"]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--driver", required=True)
    parser.add_argument("--suite", required=True)
    parser.add_argument("--fills", type=int, default=10)
    parser.add_argument("--mutations", type=int, default=100)
    parser.add_argument("--seed", default="0")
    parser.add_argument("--only", default="")
    parser.add_argument("--remarks", action="store_true")
    arguments = parser.parse_args()
    driver = Driver(arguments.driver)
    if arguments.remarks:
        remarks = collections.Counter()
        for name, text in real_schemas():
            answer = driver.ask(schema=text)
            print(f"{name}: {answer.get('error') or len(answer['remarks'])}")
            remarks.update(
                re.sub(r"“[^”]*”|\d+", "#", remark.split(": ", 1)[1]) for remark in answer.get("remarks") or [])
        for remark, count in remarks.most_common(50):
            print(count, remark[:160])
        return
    real, suite = Run(driver, arguments), Run(driver, arguments)
    for name, text in real_schemas():
        if arguments.only in name:
            real.real(name, text)
    for name, draft, group in suite_groups(arguments.suite):
        if arguments.only in name:
            suite.group(name, draft, group)
    real.report("real schemas")
    suite.report("JSON-Schema-Test-Suite")
    for line in real.unexpected + suite.unexpected:
        print(line)
    if suite.exceeds(percent=2) or real.exceeds(percent=2):
        sys.exit("more than 2 % of the documents were refused without need")
    sys.exit(1 if real.unexpected or suite.unexpected else 0)


if __name__ == "__main__":
    main()
