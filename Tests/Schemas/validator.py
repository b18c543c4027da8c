"""Compares the verdicts of JSONSchema with those of JSON-Schema-Test-Suite and of Python's jsonschema; see run.

Every required test of drafts 4, 6 and 7, 2019-09 and 2020-12 takes part, with the files and metaschemas to which
it refers, and the optional tests of the formats that are checked. Left out are `vocabulary` (metaschemas that
switch keywords off) and the other optional tests.

Documents for the real schemas are made at random from the schemas themselves, and then changed. These differences
are known, and counted by their causes:

    float     jsonschema divides by `multipleOf` in floating point
    format    formats that jsonschema checks less strictly: it accepts a as an email address if it has an @
    pattern   Python's patterns: `$` before a line feed, and \\d or \\w of other scripts
    gap       the schema has a part that JSONSchema lists as one that it cannot check
"""

import argparse
import collections
import json
import pathlib
import random
import sys

import jsonschema
from jsonschema_specifications import REGISTRY

from schemas import VALUES, Driver, changed, everything, real_schemas, text_for, validator

DRAFTS = {
    "draft4": "http://json-schema.org/draft-04/schema#",
    "draft6": "http://json-schema.org/draft-06/schema#",
    "draft7": "http://json-schema.org/draft-07/schema#",
    "draft2019-09": "https://json-schema.org/draft/2019-09/schema",
    "draft2020-12": "https://json-schema.org/draft/2020-12/schema",
}
FORMATS = [
    "date", "date-time", "email", "hostname", "ipv4", "ipv6", "json-pointer", "regex", "time", "uri",
    "uri-reference", "uuid",
]


class Comparison:
    def __init__(self, driver, arguments):
        self.driver, self.arguments = driver, arguments
        self.suite = pathlib.Path(arguments.suite)
        self.counts = collections.Counter()
        self.unexpected = []

    # The suite

    def run_suite(self):
        metaschemas = [[address, json.dumps(REGISTRY.contents(address))] for address in REGISTRY]
        remotes = self.suite.parent / "remotes"
        for draft, address in DRAFTS.items():
            files = list(metaschemas)
            for path in sorted(remotes.rglob("*.json")):
                name = path.relative_to(remotes)
                if not name.parts[0].startswith("draft") or name.parts[0] == draft:
                    files.append([f"http://localhost:1234/{name}", path.read_text()])
            tests = sorted((self.suite / draft).glob("*.json")) + [
                self.suite / draft / "optional" / "format" / f"{name}.json" for name in FORMATS]
            for path in tests:
                if path.stem == "vocabulary" or not path.exists() or self.arguments.only not in str(path):
                    continue
                for group in json.loads(path.read_text()):
                    self.group(group, path, draft, address, files)

    def group(self, group, path, draft, address, files):
        schema = group["schema"]
        if isinstance(schema, dict):
            schema = {"$schema": address, **schema}
        text = json.dumps(schema)
        others = text.replace(address, "", 1)
        needs = [file for file in files if "http" in others or "ref" in path.stem.lower()]
        answer = self.driver.ask(files=[["schema.json", text], *needs], formats="format" in path.parts)
        for test in group["tests"]:
            found = self.driver.ask(validate=json.dumps(test["data"]))
            self.counts[f"tests of {draft}"] += 1
            if found.get("problems") is None or (not found["problems"]) != test["valid"]:
                self.unexpected.append(
                    f"{draft}/{path.stem}: {group['description']}: {test['description']}: {found} {answer}")

    # Real schemas

    def real(self, name, text):
        try:
            schema = json.loads(text)
        except ValueError:
            return
        answer = self.driver.ask(files=[[name, text]])
        if "error" in answer:
            self.unexpected.append(f"{name}: {answer['error']}")
            return
        has_gaps = bool(answer["gaps"])
        self.counts["schemas with gaps" if has_gaps else "schemas"] += 1
        numbers = random.Random(f"{self.arguments.seed} {name}")
        judge = validator(schema)
        names = sorted({key for value in everything(schema) if isinstance(value, dict)
                        for key in value.get("properties") or {}} | {"zz", "x-y", "a"})
        for _ in range(self.arguments.documents):
            document = Maker(schema, numbers).value(schema, 0)
            for _ in range(self.arguments.mutations):
                self.compare(name, judge, document, has_gaps)
                document = changed(document, names, numbers)

    def compare(self, name, judge, document, has_gaps):
        try:
            errors = list(judge.iter_errors(document))
        except Exception as error:  # a reference to another document, a pattern that Python refuses
            self.counts[f"not judged: {type(error).__name__}"] += 1
            return
        text = json.dumps(document)
        problems = self.driver.ask(validate=text).get("problems")
        self.counts["documents"] += 1
        self.counts["valid" if not errors else "invalid"] += 1
        if problems is not None and bool(errors) == bool(problems):
            return
        cause = self.cause(errors, problems, text, has_gaps)
        self.counts[f"{'false accept' if errors else 'false reject'}: {cause or 'unexpected'}"] += 1
        if cause is None:
            reason = problems[:3] if problems else [f"{e.json_path}: {e.message[:200]}" for e in errors[:3]]
            self.unexpected.append(f"{name}: {text[:400]}: {reason}")

    @staticmethod
    def cause(errors, problems, text, has_gaps):
        if has_gaps:
            return "gap"
        if errors:
            leaves = [leaf for error in errors for leaf in leaves_of(error)]
            if all(leaf.validator == "multipleOf" for leaf in leaves):
                return "float"
        formats = ("must be an email", "must be a URI", "must be a regular", "must be a time", "must be a date and")
        if problems and all(any(word in problem for word in formats) for problem in problems):
            return "format"
        if problems and ("\\n" in text or "\\u" in text) and all("pattern" in problem for problem in problems):
            return "pattern"
        return None


def leaves_of(error):
    if not error.context:
        yield error
    for inner in error.context or []:
        yield from leaves_of(inner)


class Maker:
    """Makes documents that a schema is likely to accept."""

    def __init__(self, root, numbers):
        self.root, self.numbers = root, numbers
        self.left = 2_000

    def value(self, schema, depth):
        numbers = self.numbers
        self.left -= 1
        if not isinstance(schema, dict) or depth > 12 or self.left < 0:
            return numbers.choice(VALUES)
        if isinstance(schema.get("$ref"), str):
            target = self.target(schema["$ref"])
            if target is not None:
                return self.value(target, depth + 1)
        if "const" in schema:
            return schema["const"]
        if schema.get("enum"):
            return numbers.choice(schema["enum"])
        for keyword in ("oneOf", "anyOf"):
            if schema.get(keyword):
                base = {key: value for key, value in schema.items() if key != keyword}
                return self.value(joined(base, numbers.choice(schema[keyword]), self), depth + 1)
        if schema.get("allOf"):
            base = {key: value for key, value in schema.items() if key != "allOf"}
            for part in schema["allOf"]:
                base = joined(base, part, self)
            base.pop("allOf", None)
            return self.value(base, depth + 1)
        kind = schema.get("type")
        if isinstance(kind, list):
            kind = numbers.choice(kind)
        if kind is None:
            kind = "object" if "properties" in schema or "patternProperties" in schema else \
                "array" if "items" in schema else numbers.choice(["string", "object", "integer", "boolean"])
        return getattr(self, "make_" + kind, lambda *_: None)(schema, depth)

    def target(self, reference):
        value = self.root
        if not reference.startswith("#/"):
            return self.root if reference == "#" else None
        for token in reference[2:].split("/"):
            token = token.replace("~1", "/").replace("~0", "~")
            if not isinstance(value, dict) or token not in value:
                return None
            value = value[token]
        return value

    def make_object(self, schema, depth):
        numbers = self.numbers
        made = {}
        required = schema.get("required") or []
        for name, part in (schema.get("properties") or {}).items():
            if name in required or numbers.random() < (0.6 if depth < 3 else 0.15):
                made[name] = self.value(part, depth + 1)
        for pattern, part in (schema.get("patternProperties") or {}).items():
            if numbers.random() < 0.4:
                try:
                    made[text_for(pattern, numbers)] = self.value(part, depth + 1)
                except Exception:  # a pattern that text_for does not know
                    pass
        rest = schema.get("additionalProperties")
        if isinstance(rest, dict):
            for name in numbers.sample(["a", "b-c", "x y", "é"], numbers.randrange(3)):
                made[name] = self.value(rest, depth + 1)
        return made

    def make_array(self, schema, depth):
        items = schema.get("items")
        count = max(schema.get("minItems", 0), self.numbers.randrange(3 if depth < 5 else 1))
        if isinstance(items, list):
            return [self.value(item, depth + 1) for item in items]
        return [self.value(items, depth + 1) for _ in range(count)]

    def make_string(self, schema, _):
        numbers = self.numbers
        if isinstance(schema.get("pattern"), str) and numbers.random() < 0.8:
            try:
                return text_for(schema["pattern"], numbers)
            except Exception:  # a pattern that text_for does not know
                pass
        texts = {
            "date": "2024-02-29", "date-time": "2024-02-29T09:30:00Z", "time": "09:30:00Z",
            "email": "ada@example.org", "uri": "https://example.org/a", "uuid":
            "123e4567-e89b-12d3-a456-426614174000", "ipv4": "127.0.0.1", "hostname": "a.example.org",
        }
        text = texts.get(schema.get("format")) or numbers.choice(["a", "web", "x y", "é", "v1.2", ""])
        return text.ljust(schema.get("minLength", 0), "x")

    def make_integer(self, schema, _):
        return int(schema.get("minimum", 0)) + self.numbers.randrange(3) * int(schema.get("multipleOf", 1) or 1)

    def make_number(self, schema, depth):
        return self.make_integer(schema, depth) + self.numbers.choice([0, 0.5])

    def make_boolean(self, *_):
        return self.numbers.random() < 0.5


def joined(base, part, maker):
    """A schema with the keywords of two; members of objects and lists are united."""
    while isinstance(part, dict) and isinstance(part.get("$ref"), str):
        target = maker.target(part["$ref"])
        if target is None:
            return base
        part = {**{key: value for key, value in part.items() if key != "$ref"}, **target} \
            if isinstance(target, dict) else target
    if not isinstance(part, dict):
        return base
    result = dict(base)
    for key, value in part.items():
        old = result.get(key)
        if isinstance(old, dict) and isinstance(value, dict):
            result[key] = {**old, **value}
        elif isinstance(old, list) and isinstance(value, list) and key in ("required", "allOf"):
            result[key] = old + value
        else:
            result[key] = value
    return result


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--driver", required=True)
    parser.add_argument("--suite", required=True)
    parser.add_argument("--documents", type=int, default=10)
    parser.add_argument("--mutations", type=int, default=10)
    parser.add_argument("--seed", default="0")
    parser.add_argument("--only", default="")
    arguments = parser.parse_args()
    comparison = Comparison(Driver(arguments.driver), arguments)
    comparison.run_suite()
    for name, text in real_schemas():
        if arguments.only in name:
            comparison.real(name, text)
    counts = ", ".join(f"{count} {name}" for name, count in sorted(comparison.counts.items()))
    print(f"JSONSchema: {counts}")
    for line in comparison.unexpected:
        print(line)
    sys.exit(1 if comparison.unexpected else 0)


if __name__ == "__main__":
    main()
