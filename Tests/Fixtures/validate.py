"""Checks JSON documents against a JSON Schema with Python's jsonschema, including the formats.

    validate.py SCHEMA DOCUMENT...
    validate.py --each FOLDER      (every NAME.json in FOLDER, against NAME.schema.json in FOLDER)

Prints each error as `DOCUMENT: path: message`. Exits with 1 if a document has an error, and with 2 if SCHEMA is
not a schema. This script itself checks the formats for which jsonschema needs further packages.
"""

import json
import pathlib
import re
import sys
import urllib.parse

import jsonschema

checker = jsonschema.FormatChecker(formats=["email", "date", "uuid", "ipv4", "ipv6", "regex"])


@checker.checks("uri")
def is_uri(text):
    if not isinstance(text, str):
        return True
    try:
        parts = urllib.parse.urlsplit(text)
    except ValueError:
        return False
    return bool(parts.scheme) and re.fullmatch(r"[\x21-\x7e]+", text) is not None


@checker.checks("hostname")
def is_host_name(text):
    return not isinstance(text, str) or len(text) <= 253 and bool(
        re.fullmatch(r"(?!-)[A-Za-z0-9-]{1,63}(?<!-)(\.(?!-)[A-Za-z0-9-]{1,63}(?<!-))*", text))


@checker.checks("time")
def is_time(text):
    return not isinstance(text, str) or bool(
        re.fullmatch(
            r"([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)", text, re.I))


@checker.checks("date-time")
def is_moment(text):
    return not isinstance(text, str) or (
        text[10:11] in ("T", "t") and checker.conforms(text[:10], "date") and is_time(text[11:]))


def check(schema_path, paths):
    with open(schema_path, encoding="utf-8") as file:
        schema = json.load(file)
    kind = jsonschema.validators.validator_for(schema)
    try:
        kind.check_schema(schema)
    except jsonschema.SchemaError as error:
        print(f"{schema_path}: {error.json_path}: {error.message}")
        return 2
    validator = kind(schema, format_checker=checker)
    status = 0
    for path in paths:
        with open(path, encoding="utf-8") as file:
            document = json.load(file)
        for error in validator.iter_errors(document):
            print(f"{path}: {error.json_path}: {error.message}")
            status = 1
    return status


def main():
    if sys.argv[1] != "--each":
        return check(sys.argv[1], sys.argv[2:])
    schemas = sorted(pathlib.Path(sys.argv[2]).glob("*.schema.json"))
    return max(
        [check(schema, [str(schema).replace(".schema.json", ".json")]) for schema in schemas],
        default=2)


if __name__ == "__main__":
    sys.exit(main())
