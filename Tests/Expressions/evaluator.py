#!/usr/bin/env python3
"""An independent evaluator of the expressions in forms. Its values are compared with the program's values.

    evaluator.py check FILE                  lists the cases of a table whose values differ
    evaluator.py make --count N --seed S     writes a table of N random cases

The script was written from the rules (Forms/README.md, "Checks") and shares no code with the program.
The random cases contain nothing that the rules leave open: no time literals, no sections inside
sections, and no expression with two errors of different kinds.
"""

import argparse
import calendar
import datetime
import decimal
import json
import random
import re
import sys
import unicodedata

EXACT = decimal.Context(prec=2000, rounding=decimal.ROUND_HALF_UP, Emax=9999999, Emin=-9999999)
QUOTIENT = decimal.Context(prec=28, rounding=decimal.ROUND_HALF_UP, Emax=9999999, Emin=-9999999)
NUMBER = re.compile(r"-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?")
TODAY = "2024-02-29"


class Wrong(Exception):
    """An error of an expression, by its kind."""

    def __init__(self, kind):
        super().__init__(kind)
        self.kind = kind


# Syntax. A node of a tree is a tuple whose first element is its kind. Operators of one rank in a row
# form one node, ("chain", first operand, list of (operator, operand)).

TOKEN = re.compile(
    r"\s*(?:(?P<number>\d+(?:\.\d+)?|\.\d+)|(?P<text>'[^']*'|\"[^\"]*\")|\$\{(?P<row>[^}]*)\}"
    r"|(?P<name>[A-Za-z_][A-Za-z0-9_-]*)|(?P<sign>\.\.|!=|<=|>=|[=<>+*(),.-]))")
RANKS = [["=", "!="], ["<=", ">=", "<", ">"], ["+", "-"], ["*", "div", "mod"]]


def tokens(source):
    """Returns the tokens of an expression, as pairs of a kind and a text."""
    if len(source.encode()) > 16384:
        raise Wrong("syntax")
    place, found = 0, []
    source = source.rstrip(" \t\r\n")
    while place < len(source):
        match = TOKEN.match(source, place)
        if not match:
            raise Wrong("syntax")
        found.append((match.lastgroup, match.group(match.lastgroup)))
        place = match.end()
    return found


class Parser:
    """Reads the tokens of one expression."""

    def __init__(self, source):
        self.tokens, self.place, self.depth = tokens(source), 0, 0

    def tree(self):
        tree = self.any()
        if self.place < len(self.tokens):
            raise Wrong("syntax")
        return tree

    def peek(self):
        return self.tokens[self.place] if self.place < len(self.tokens) else (None, None)

    def take(self, *signs):
        kind, text = self.peek()
        if kind in ("sign", "name") and text in signs:
            self.place += 1
            return text
        return None

    def joined(self, word, inner):
        parts = [inner()]
        while self.take(word):
            parts.append(inner())
        return parts[0] if len(parts) == 1 else (word, parts)

    def any(self):
        return self.joined("or", lambda: self.joined("and", lambda: self.chain(0)))

    def chain(self, rank):
        if rank == len(RANKS):
            return self.signed()
        first, links = self.chain(rank + 1), []
        while sign := self.take(*RANKS[rank]):
            links.append((sign, self.chain(rank + 1)))
        return ("chain", first, links) if links else first

    def signed(self):
        count = 0
        while self.take("-"):
            count += 1
        operand = self.operand()
        return ("minus", count % 2, operand) if count else operand

    def inner(self, read):
        self.depth += 1
        if self.depth > 64:
            raise Wrong("syntax")
        result = read()
        self.depth -= 1
        return result

    def closed(self, result):
        if not self.take(")"):
            raise Wrong("syntax")
        return result

    def operand(self):
        kind, text = self.peek()
        self.place += 1
        if kind == "number":
            number = decimal.Decimal(text)
            if digits(number) > 100:
                raise Wrong("syntax")
            return ("number", number)
        if kind == "text":
            return ("text", text[1:-1])
        if kind == "row":
            return ("row", text)
        if kind == "sign" and text in (".", ".."):
            return ("this",) if text == "." else ("item",)
        if kind == "sign" and text == "(":
            return self.inner(lambda: self.closed(self.any()))
        if kind == "name" and self.take("("):
            return ("call", text, self.inner(self.arguments))
        raise Wrong("syntax")

    def arguments(self):
        if self.take(")"):
            return []
        parts = [self.any()]
        while self.take(","):
            parts.append(self.any())
        return self.closed(parts)


# Forms: rows with types, and the section "lines", which may contain sections.

class Form:
    """The rows of a case and their answers.

    The chain of a row consists of the names of the sections around the row, outermost first. The path
    of an item consists of the numbers of the items around it, outermost first, and its own number.
    """

    def __init__(self, answers, types, this):
        self.answers, self.types, self.chains = answers, types, {}
        self.collect(answers, ())
        for name in types:
            if name not in self.chains:
                self.chains[name] = ("lines",)
        parts = this.split("/") if this else []
        self.this = parts[-1] if parts else None
        self.items = tuple(int(part) for part in parts if part.isdigit())
        self.chain = self.chains[self.this] if self.this else ()

    def collect(self, member, chain):
        for name, value in member.items():
            if isinstance(value, list):
                for item in value:
                    self.collect(item, chain + (name,))
            else:
                self.chains.setdefault(name, chain)

    def type(self, name):
        kind = self.types.get(name, "text")
        return {"integer": "number", "decimal": "number"}.get(kind, kind)

    def object(self, chain, items):
        found = self.answers
        for name, item in zip(chain, items):
            found = found[name][item - 1]
        return found

    def answer(self, name, items):
        chain = self.chains[name]
        value = self.object(chain, items[:len(chain)]).get(name, "")
        if isinstance(value, bool):
            value = "true" if value else "false"
        return str(value).strip()

    def below(self, chain, items):
        """Returns the paths of the items of the last section in `chain`. All of these items are inside
        the item with the path `items`."""
        if len(items) == len(chain):
            return [items]
        count = len(self.object(chain, items).get(chain[len(items)], []))
        return [path for item in range(count) for path in self.below(chain, items + (item + 1,))]


# Types.

AGGREGATES = {"sum", "count", "count-non-empty", "min", "max", "join"}
ARGUMENTS = {
    "if": (3, 3), "coalesce": (1, 99), "selected": (2, 2), "count": (1, 1), "count-non-empty": (1, 1),
    "sum": (1, 1), "min": (1, 99), "max": (1, 99), "join": (2, 2), "concat": (1, 99),
    "string-length": (1, 1), "substr": (2, 3), "contains": (2, 2), "starts-with": (2, 2),
    "ends-with": (2, 2), "regex": (2, 2), "round": (1, 2), "int": (1, 1), "number": (1, 1),
    "string": (1, 1), "abs": (1, 1), "today": (0, 0), "date-add": (3, 3), "date-diff": (2, 2),
    "position": (1, 1), "once": (1, 1), "true": (0, 0), "false": (0, 0), "not": (1, 1)}
PLAIN = {
    "string-length": (["text"], "number"), "substr": (["text", "number", "number"], "text"),
    "contains": (["text", "text"], "boolean"), "starts-with": (["text", "text"], "boolean"),
    "ends-with": (["text", "text"], "boolean"), "regex": (["text", "text"], "boolean"),
    "round": (["number", "number"], "number"), "int": (["number"], "number"),
    "abs": (["number"], "number"), "date-diff": (["date", "date"], "number"), "not": (["boolean"], "boolean")}
ORDERED = ("number", "date", "time")


def is_flexible(tree):
    """Whether a part is a text in quotes, or an `if` or `coalesce` whose result is always such a text."""
    if tree[0] == "text":
        return True
    if tree[0] == "call" and tree[1] in ("if", "coalesce"):
        return all(map(is_flexible, tree[2][1:] if tree[1] == "if" else tree[2]))
    return False


def parts_of(tree):
    """Yields a tree and all parts of it, except the arguments of aggregates."""
    yield tree
    if tree[0] in ("and", "or"):
        inner = tree[1]
    elif tree[0] == "chain":
        inner = [tree[1]] + [operand for _, operand in tree[2]]
    elif tree[0] == "minus":
        inner = [tree[2]]
    elif tree[0] == "call" and not is_aggregate(tree):
        inner = tree[2]
    else:
        inner = []
    for part in inner:
        yield from parts_of(part)


def is_aggregate(tree):
    return tree[1] in AGGREGATES and (len(tree[2]) == 1 or tree[1] == "join")


class Checker:
    """Finds the row of each name and the type of each part, and records which text literals are dates."""

    def __init__(self, form):
        self.form, self.dates, self.deepest = form, set(), {}

    def find(self, name, chain):
        around = self.form.chains.get(name)
        if around is None or chain[:len(around)] != around:
            raise Wrong("row")
        return self.form.type(name)

    def literal(self, tree, wanted):
        if wanted != "date":
            return "text"
        if parse_date(tree[1]) is None:
            raise Wrong("type")
        self.dates.add(id(tree))
        return "date"

    def type(self, tree, chain, wanted=None):
        kind = tree[0]
        if kind == "number":
            return "number"
        if kind == "text":
            return self.literal(tree, wanted)
        if kind == "row":
            return self.find(tree[1], chain)
        if kind == "this":
            if self.form.this is None:
                raise Wrong("row")
            return self.form.type(self.form.this)
        if kind == "item":
            raise Wrong("syntax")
        if kind == "minus":
            return self.need(tree[2], chain, "number")
        if kind in ("and", "or"):
            for part in tree[1]:
                self.need(part, chain, "boolean")
            return "boolean"
        if kind == "chain":
            return self.chained(tree, chain)
        return self.call(tree, chain, wanted)

    def need(self, tree, chain, wanted):
        if self.type(tree, chain, wanted) != wanted:
            raise Wrong("type")
        return wanted

    def chained(self, tree, chain):
        _, first, links = tree
        if links[0][0] in ("+", "-", "*", "div", "mod"):
            for part in [first] + [operand for _, operand in links]:
                self.need(part, chain, "number")
            return "number"
        sign, second = links[0]
        rest = links[1:]
        if sign in ("=", "!=") and is_question(first, second):
            self.type(first if first[0] in ("row", "this") else second, chain)
            left = "boolean"
        else:
            if is_flexible(first) and not is_flexible(second):
                right = self.type(second, chain)
                left = self.type(first, chain, right)
            else:
                left = self.type(first, chain)
                right = self.type(second, chain, left)
            left = self.compared(left, sign, right)
        for sign, operand in rest:
            left = self.compared(left, sign, self.type(operand, chain, left))
        return left

    def compared(self, left, sign, right):
        if left != right or left == "choices" or sign not in ("=", "!=") and left not in ORDERED:
            raise Wrong("type")
        return "boolean"

    def alike(self, parts, chain, wanted):
        firm = [part for part in parts if not is_flexible(part)]
        types = [self.type(part, chain, wanted) for part in firm]
        known = types[0] if types else None
        types += [self.type(part, chain, known or wanted) for part in parts if is_flexible(part)]
        if len(set(types)) > 1:
            raise Wrong("type")
        return types[0]

    def call(self, tree, chain, wanted):
        _, name, parts = tree
        if name not in ARGUMENTS:
            raise Wrong("function")
        if not ARGUMENTS[name][0] <= len(parts) <= ARGUMENTS[name][1]:
            raise Wrong("arguments")
        if is_aggregate(tree):
            return self.aggregate(tree, chain)
        if name in PLAIN:
            for part, kind in zip(parts, PLAIN[name][0]):
                self.need(part, chain, kind)
            return PLAIN[name][1]
        if name == "if":
            self.need(parts[0], chain, "boolean")
            return self.alike(parts[1:], chain, wanted)
        if name == "coalesce":
            return self.alike(parts, chain, wanted)
        if name in ("min", "max"):
            kind = self.alike(parts, chain, None)
            if kind not in ORDERED:
                raise Wrong("type")
            return kind
        return getattr(self, "call_" + name.replace("-", "_"))(parts, chain)

    def call_true(self, parts, chain):
        return "boolean"

    call_false = call_true

    def call_today(self, parts, chain):
        return "date"

    def call_concat(self, parts, chain):
        if "choices" in [self.type(part, chain) for part in parts]:
            raise Wrong("type")
        return "text"

    call_string = call_concat

    def call_number(self, parts, chain):
        if self.type(parts[0], chain) not in ("text", "number", "boolean"):
            raise Wrong("type")
        return "number"

    def call_selected(self, parts, chain):
        if self.type(parts[0], chain) not in ("choices", "text"):
            raise Wrong("type")
        self.need(parts[1], chain, "text")
        return "boolean"

    def call_date_add(self, parts, chain):
        self.need(parts[0], chain, "date")
        self.need(parts[1], chain, "number")
        if parts[2][0] != "text" or parts[2][1] not in ("day", "month", "year"):
            raise Wrong("type")
        return "date"

    def call_position(self, parts, chain):
        if parts[0][0] != "item":
            raise Wrong("arguments")
        if not chain:
            raise Wrong("row")
        return "number"

    def call_once(self, parts, chain):
        if self.form.this is None:
            raise Wrong("row")
        kind = self.form.type(self.form.this)
        if self.type(parts[0], chain, kind) != kind:
            raise Wrong("type")
        return kind

    def aggregate(self, tree, chain):
        _, name, parts = tree
        argument, deepest = parts[-1], ()
        for part in parts_of(argument):
            around = ()
            if part[0] == "row":
                around = self.form.chains.get(part[1], ())
            elif part[0] == "this" and self.form.this:
                around = self.form.chain
            if len(around) > len(deepest):
                deepest = around
        if name == "join":
            self.need(parts[0], chain, "text")
        if not deepest:
            self.type(argument, chain)
            raise Wrong("row")
        self.deepest[id(tree)] = (deepest, chain)
        kind = self.type(argument, deepest)
        if name in ("count", "count-non-empty"):
            return "number"
        if name == "sum":
            if kind != "number":
                raise Wrong("type")
            return "number"
        if name == "join":
            if kind == "choices":
                raise Wrong("type")
            return "text"
        if kind not in ORDERED:
            raise Wrong("type")
        return kind


def is_question(first, second):
    """Whether a comparison tests that a row has an answer, or that it has none."""
    return any(
        row[0] in ("row", "this") and text == ("text", "")
        for row, text in ((first, second), (second, first)))


# A value is a Decimal, str, bool, ("date", parts), ("time", text) or list. None is the unknown value.

def digits(number):
    """Returns the number of digits of a number in plain notation, with at least one before the point."""
    sign, figures, exponent = number.normalize(EXACT).as_tuple()
    if number == 0:
        return 1
    return max(len(figures) + exponent, 1) + max(-exponent, 0)


def limited(number):
    return None if number is None or digits(number) > 100 else number


def parse_number(text):
    if not NUMBER.fullmatch(text):
        return None
    exponent = re.search(r"[eE]([+-]?\d+)", text)
    if exponent and abs(int(exponent[1])) > 5000:
        return decimal.Decimal(0) if not re.search("[1-9]", text.lower().split("e")[0]) else None
    return limited(EXACT.create_decimal(text))


def parse_date(text):
    if not re.fullmatch(r"\d{4}(-\d\d(-\d\d)?)?", text):
        return None
    parts = tuple(map(int, text.split("-")))
    if len(parts) > 1 and not 1 <= parts[1] <= 12:
        return None
    if len(parts) > 2 and not 1 <= parts[2] <= last_day(parts[0], parts[1]):
        return None
    return ("date", parts)


def last_day(year, month):
    return 29 if month == 2 and calendar.isleap(year) else (28 if month == 2 else calendar.mdays[month])


def parse(text, kind):
    """Returns the value of an answer; None if the answer is empty or does not fit the type."""
    if not text:
        return None
    if kind == "number":
        return parse_number(text)
    if kind == "boolean":
        return {"yes": True, "y": True, "true": True, "no": False, "n": False, "false": False}.get(text.lower())
    if kind == "date":
        return parse_date(text)
    if kind == "time":
        match = re.fullmatch(r"([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?", text)
        return ("time", text) if match else None
    if kind == "choices":
        return [line for line in text.split("\n") if line]
    return text


def written(value):
    """Returns a value as text."""
    if value is None:
        return "unknown"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, decimal.Decimal):
        text = format(value.normalize(EXACT), "f")
        return "0" if value == 0 else text
    if isinstance(value, tuple):
        return value[1] if value[0] == "time" else "-".join(
            f"{part:0{width}}" for part, width in zip(value[1], (4, 2, 2)))
    return value


def before(left, right):
    """Whether a value is before another; None if that is unknown."""
    if isinstance(left, tuple) and left[0] == "date":
        for one, other in zip(left[1], right[1]):
            if one != other:
                return one < other
        return False if len(left[1]) == len(right[1]) else None
    if isinstance(left, tuple):
        return padded(left) < padded(right)
    return left < right


def padded(time):
    return time[1] if len(time[1]) == 8 else time[1] + ":00"


def equal(left, right):
    if isinstance(left, tuple) and left[0] == "date":
        first, second = before(left, right), before(right, left)
        return None if first is None else not first and not second
    if isinstance(left, tuple):
        return padded(left) == padded(right)
    return left == right


def characters(text):
    """Returns the visible characters. A mark belongs to the character before it."""
    found = []
    for scalar in text:
        if found and unicodedata.category(scalar) in ("Mn", "Me"):
            found[-1] += scalar
        else:
            found.append(scalar)
    return found


class Evaluator:
    """Evaluates a tree whose types are already checked."""

    def __init__(self, form, checker):
        self.form, self.checker = form, checker

    def value(self, tree, items):
        kind = tree[0]
        if kind == "number":
            return tree[1]
        if kind == "text":
            return parse_date(tree[1]) if id(tree) in self.checker.dates else tree[1]
        if kind in ("row", "this"):
            name = tree[1] if kind == "row" else self.form.this
            return parse(self.form.answer(name, items), self.form.type(name))
        if kind == "minus":
            value = self.value(tree[2], items)
            return value if value is None or not tree[1] else EXACT.minus(value)
        if kind in ("and", "or"):
            values = [self.value(part, items) for part in tree[1]]
            deciding = kind == "or"
            return deciding if deciding in values else None if None in values else not deciding
        if kind == "chain":
            return self.chained(tree, items)
        return self.call(tree, items)

    def chained(self, tree, items):
        _, first, links = tree
        if links[0][0] in ("=", "!=") and is_question(first, links[0][1]):
            row = first if first[0] in ("row", "this") else links[0][1]
            name = row[1] if row[0] == "row" else self.form.this
            value = (self.form.answer(name, items) == "") == (links[0][0] == "=")
            links = links[1:]
        else:
            value = self.value(first, items)
        for sign, operand in links:
            other = self.value(operand, items)
            value = None if value is None or other is None else self.operate(sign, value, other)
        return value

    def operate(self, sign, left, right):
        if sign in ("=", "!="):
            answer = equal(left, right)
            return answer if answer is None or sign == "=" else not answer
        if sign in ("<", ">="):
            answer = before(left, right)
            return answer if answer is None or sign == "<" else not answer
        if sign in (">", "<="):
            answer = before(right, left)
            return answer if answer is None or sign == ">" else not answer
        if sign in ("div", "mod") and right == 0:
            return None
        if sign == "div":
            return limited(QUOTIENT.divide(left, right))
        operation = {"+": EXACT.add, "-": EXACT.subtract, "*": EXACT.multiply, "mod": EXACT.remainder}[sign]
        return limited(operation(left, right))

    def call(self, tree, items):
        _, name, parts = tree
        if is_aggregate(tree):
            return self.aggregate(tree, items)
        if name == "if":
            return self.value(parts[1 if self.value(parts[0], items) is True else 2], items)
        if name == "coalesce":
            return next((v for v in (self.value(p, items) for p in parts) if v is not None), None)
        if name == "once":
            own = self.value(("this",), items)
            return self.value(parts[0], items) if own is None else own
        if name == "position":
            return decimal.Decimal(items[-1])
        values = [self.value(part, items) for part in parts]
        if name == "concat":
            return "".join("" if v is None else written(v) for v in values)
        if name == "string-length":
            return decimal.Decimal(len(characters(values[0] or "")))
        if name == "selected":
            if values[0] is None:
                return False
            if values[1] is None:
                return None
            return values[1] in values[0] if isinstance(values[0], list) else values[0] == values[1]
        if name in ("min", "max"):
            return extreme(values, name)
        if None in values:
            return None
        return getattr(self, "call_" + name.replace("-", "_"))(*values)

    def call_true(self):
        return True

    def call_false(self):
        return False

    def call_today(self):
        return parse_date(TODAY)

    def call_not(self, value):
        return not value

    def call_string(self, value):
        return written(value)

    def call_number(self, value):
        if isinstance(value, bool):
            return decimal.Decimal(int(value))
        return parse_number(value) if isinstance(value, str) else value

    def call_int(self, value):
        return EXACT.quantize(value, decimal.Decimal(1)) if value == value.to_integral_value() else (
            value.to_integral_value(rounding=decimal.ROUND_DOWN))

    def call_abs(self, value):
        return EXACT.abs(value)

    def call_round(self, value, places=decimal.Decimal(0)):
        if places != places.to_integral_value():
            return None
        places = int(max(min(places, 300), -300))
        return limited(value.quantize(decimal.Decimal(1).scaleb(-places), context=EXACT))

    def call_substr(self, text, start, end=None):
        text = characters(text)
        if any(place is not None and place != place.to_integral_value() for place in (start, end)):
            return None

        def cut(place):
            place = int(place)
            return min(max(place + len(text) if place < 0 else place, 0), len(text))

        return "".join(text[cut(start):len(text) if end is None else cut(end)])

    def call_contains(self, text, part):
        return part in text

    def call_starts_with(self, text, part):
        return text.startswith(part)

    def call_ends_with(self, text, part):
        return text.endswith(part)

    def call_regex(self, text, pattern):
        return re.fullmatch(pattern, text) is not None

    def call_date_diff(self, start, end):
        if len(start[1]) < 3 or len(end[1]) < 3:
            return None
        return decimal.Decimal((datetime.date(*end[1]) - datetime.date(*start[1])).days)

    def call_date_add(self, date, count, unit):
        parts = date[1]
        if count != count.to_integral_value() or {"year": 1, "month": 2, "day": 3}[unit] > len(parts):
            return None
        if abs(count) > 4_000_000:
            return None
        count = int(count)
        if unit == "day":
            try:
                moved = datetime.date(*parts) + datetime.timedelta(days=count)
            except OverflowError:
                return None
            return ("date", (moved.year, moved.month, moved.day))
        months = parts[0] * 12 + (parts[1] - 1 if len(parts) > 1 else 0) + count * (12 if unit == "year" else 1)
        year, month = divmod(months, 12)
        if not 1 <= year <= 9999:
            return None
        new = (year, month + 1)[:len(parts)]
        return ("date", new + ((min(parts[2], last_day(year, month + 1)),) if len(parts) == 3 else ()))

    def aggregate(self, tree, items):
        _, name, parts = tree
        deepest, chain = self.checker.deepest[id(tree)]
        shared = 0
        while shared < len(deepest) - 1 and shared < len(chain) and deepest[shared] == chain[shared]:
            shared += 1
        paths = self.form.below(deepest, items[:shared])
        if name == "count":
            return decimal.Decimal(len(paths))
        values = [self.value(parts[-1], path) for path in paths]
        if name == "join":
            separator = self.value(parts[0], items) or ""
            return separator.join("" if v is None else written(v) for v in values)
        known = [v for v in values if v is not None]
        if name == "count-non-empty":
            return decimal.Decimal(len(known))
        if name == "sum":
            total = decimal.Decimal(0)
            for number in known:
                total = EXACT.add(total, number)
            return limited(total)
        return extreme(values, name)


def extreme(values, name):
    """Returns the smallest or largest of the known values. Of equal values, it returns the first one."""
    found = None
    for value in values:
        if value is None:
            continue
        if found is None or (before(value, found) if name == "min" else before(found, value)) is True:
            found = value
    return found


def result(answers, types, expression, this):
    """Returns the value of a case as text, or `error:` with the kind of the error."""
    form = Form(answers, types, this)
    try:
        tree = Parser(expression).tree()
        checker = Checker(form)
        checker.type(tree, form.chain)
    except Wrong as wrong:
        return "error:" + wrong.kind
    return written(Evaluator(form, checker).value(tree, form.items))


# Random cases.

WORDS = ["Ada", "a", "", "b-1", "e\u0301te\u0301", "12", "12.50", "yes", "2024-02-29", "\U0001F44D", "x y"]
DATES = ["2024-02-29", "2023-12-31", "2024-01", "2024", "1900-02-28", "2000-03", "9999-12-31", "0001-01-01"]
NUMBERS = ["0", "1", "2", "3", "7", "0.5", "1.005", "2.5", "10", "100", "1250", "0.001", "99999999999",
           "3.3333333333", "9" * 60, "0." + "0" * 60 + "1", "12345678901234567890.123456789"]


class Maker:
    """Makes random forms and expressions."""

    def __init__(self, chance):
        self.chance = chance

    def answer(self, kind):
        chance = self.chance
        if chance.random() < 0.2:
            return chance.choice(["", "   ", "no such"]) if kind != "choices" else ""
        return {
            "text": lambda: chance.choice(WORDS),
            "integer": lambda: str(chance.randint(-20, 400)),
            "decimal": lambda: chance.choice(NUMBERS + ["-1.5", "1e3", "-2.5E-1", "01", "+1", "1e500"]),
            "boolean": lambda: chance.choice(["yes", "no", "Y", "false", "maybe"]),
            "date": lambda: chance.choice(DATES + ["2024-02-30", "2024-13"]),
            "time": lambda: chance.choice(["09:30", "23:59", "09:30:00", "24:00"]),
            "choices": lambda: "\n".join(chance.sample(["a", "b", "light blue", "c"], chance.randint(1, 3))),
        }[kind]()

    def form(self):
        chance = self.chance
        kinds = ["text", "integer", "decimal", "boolean", "date", "time", "choices"]
        types, answers = {}, {}
        for number in range(chance.randint(0, 6)):
            kind = chance.choice(kinds)
            types[f"r{number}"] = kind
            answers[f"r{number}"] = self.answer(kind)
        rows = {f"l{number}": chance.choice(kinds) for number in range(chance.randint(1, 4))}
        if chance.random() < 0.7:
            types.update(rows)
            answers["lines"] = [
                {name: self.answer(kind) for name, kind in rows.items()} for _ in range(chance.randint(1, 5))]
        return answers, types

    def case(self):
        answers, types = self.form()
        places = [""] + [name for name in answers if name != "lines"]
        for number, item in enumerate(answers.get("lines", [])):
            places += [f"lines/{number + 1}/{name}" for name in item]
        self.form_now = Form(answers, types, self.chance.choice(places))
        self.this = self.form_now.this
        kind = self.chance.choice(["number", "number", "text", "boolean", "boolean", "date"])
        expression = self.make(kind, self.form_now.chain, self.chance.randint(1, 6))
        if self.chance.random() < 0.15:
            expression = self.spoil(expression)
        this = self.place(places)
        return answers, types, expression, this

    def place(self, places):
        form = self.form_now
        return next(
            place for place in places
            if (place.split("/")[-1] or None) == form.this
            and tuple(int(part) for part in place.split("/") if part.isdigit()) == form.items)

    def spoil(self, expression):
        chance = self.chance
        return chance.choice([
            lambda: expression + " +", lambda: "(" + expression, lambda: expression + " AND true()",
            lambda: f"concat(${{gone}}, {self.literal('text')})", lambda: f"pow({self.literal('number')}, 2)",
            lambda: "now()", lambda: f"round({self.literal('number')}, 1, 2)", lambda: "today(1)",
            lambda: "if(1 = 1, 2)", lambda: "'a' + 1", lambda: "abs('x')", lambda: "not(1)",
            lambda: "date-add(today(), 1, 'days')", lambda: "1 = 'a'", lambda: "true() < false()",
            lambda: expression + " 1", lambda: "sum(1)", lambda: "\"x" + "'", lambda: "1 == 1"])()

    def rows(self, kind, chain):
        return [name for name, around in self.form_now.chains.items()
                if chain[:len(around)] == around and self.form_now.type(name) == kind]

    def literal(self, kind):
        chance = self.chance
        if kind == "number":
            return chance.choice(NUMBERS + [".5", "07"])
        if kind == "text":
            return "'" + chance.choice(WORDS).replace("'", "") + "'"
        if kind == "boolean":
            return chance.choice(["true()", "false()"])
        return "today()"

    def make(self, kind, chain, depth):
        """Returns a random expression of the given type."""
        rows = self.rows(kind, chain)
        if depth <= 0 or self.chance.random() < 0.15:
            if rows and self.chance.random() < 0.7:
                name = self.chance.choice(rows)
                return "." if name == self.this and self.chance.random() < 0.3 else f"${{{name}}}"
            return self.literal(kind)
        part = getattr(self, "make_" + kind)(chain, depth - 1)
        return f"({part})"

    def common(self, kind, chain, depth):
        make = lambda of: self.make(of, chain, depth)
        options = [
            lambda: f"if({make('boolean')}, {make(kind)}, {make(kind)})",
            lambda: f"coalesce({make(kind)}, {make(kind)})"]
        if self.this and self.form_now.type(self.this) == kind:
            options.append(lambda: f"once({make(kind)})")
        return options

    def items(self):
        return "lines" in self.form_now.answers

    def gathered(self, kind, depth):
        """Returns a row of the section "lines", as the argument of an aggregate; None if no row of the
        section has the type."""
        rows = [name for name in self.rows(kind, ("lines",)) if self.form_now.chains[name] == ("lines",)]
        return f"${{{self.chance.choice(rows)}}}" if rows else None

    def make_number(self, chain, depth):
        make = lambda of: self.make(of, chain, depth)
        chance = self.chance
        options = self.common("number", chain, depth) + [
            lambda: f"{make('number')} {chance.choice('+-*')} {make('number')}",
            lambda: f"{make('number')} {chance.choice(['div', 'mod'])} {make('number')}",
            lambda: f"-{make('number')}", lambda: f"{make('number')} - {make('number')} - {make('number')}",
            lambda: f"round({make('number')}, {chance.randint(-3, 30)})", lambda: f"round({make('number')})",
            lambda: f"int({make('number')})", lambda: f"abs({make('number')})",
            lambda: f"number({make(chance.choice(['text', 'number', 'boolean']))})",
            lambda: f"string-length({make('text')})", lambda: f"min({make('number')}, {make('number')})",
            lambda: f"max({make('number')}, {make('number')}, {make('number')})",
            lambda: f"date-diff({make('date')}, {make('date')})"]
        if chain:
            options.append(lambda: "position(..)")
        if self.items():
            for name in ("sum", "min", "max"):
                if argument := self.gathered("number", depth):
                    scaled = f"{argument} * {self.make('number', ('lines',), depth)}"
                    options.append(lambda n=name, a=argument, s=scaled: f"{n}({chance.choice([a, s])})")
            for kind in ("text", "number", "choices", "date"):
                if argument := self.gathered(kind, depth):
                    options.append(
                        lambda a=argument: f"{chance.choice(['count', 'count-non-empty'])}({a})")
        return chance.choice(options)()

    def make_text(self, chain, depth):
        make = lambda of: self.make(of, chain, depth)
        chance = self.chance
        any_kind = lambda: make(chance.choice(["text", "number", "boolean", "date"]))
        options = self.common("text", chain, depth) + [
            lambda: f"concat({any_kind()}, {any_kind()})", lambda: f"string({any_kind()})",
            lambda: f"substr({make('text')}, {chance.randint(-4, 4)}, {chance.randint(-4, 9)})",
            lambda: f"substr({make('text')}, {chance.randint(-4, 4)})"]
        if self.items():
            for kind in ("text", "number", "date"):
                if argument := self.gathered(kind, depth):
                    options.append(lambda a=argument: f"join({make('text')}, {a})")
        return chance.choice(options)()

    def make_boolean(self, chain, depth):
        make = lambda of: self.make(of, chain, depth)
        chance = self.chance
        ordered = ["=", "!=", "<", "<=", ">", ">="]
        options = self.common("boolean", chain, depth) + [
            lambda: f"{make('boolean')} {chance.choice(['and', 'or'])} {make('boolean')}",
            lambda: f"{make('boolean')} and {make('boolean')} or {make('boolean')}",
            lambda: f"not({make('boolean')})",
            lambda: f"{make('number')} {chance.choice(ordered)} {make('number')}",
            lambda: f"{make('date')} {chance.choice(ordered)} {make('date')}",
            lambda: f"{make('date')} {chance.choice(ordered)} '{chance.choice(DATES)}'",
            lambda: f"'{chance.choice(DATES)}' {chance.choice(ordered)} {make('date')}",
            lambda: f"{make('text')} {chance.choice(['=', '!='])} {make('text')}",
            lambda: f"{make('boolean')} {chance.choice(['=', '!='])} {make('boolean')}",
            lambda: f"{chance.choice(['contains', 'starts-with', 'ends-with'])}({make('text')}, {make('text')})",
            lambda: f"regex({make('text')}, '{chance.choice(['[A-Za-z]+', '.*', '[0-9.]+', 'a|b', '(x|y)? ?y'])}')",
            lambda: f"selected({make('text')}, {make('text')})"]
        for kind in ("text", "number", "date", "boolean", "choices", "time"):
            for name in self.rows(kind, chain)[:2]:
                options.append(lambda n=name: f"${{{n}}} {chance.choice(['=', '!='])} ''")
                options.append(lambda n=name: f"'' {chance.choice(['=', '!='])} ${{{n}}}")
        for name in self.rows("choices", chain):
            options.append(lambda n=name: f"selected(${{{n}}}, '{chance.choice(['a', 'light', 'light blue'])}')")
        for name in self.rows("time", chain):
            options.append(lambda n=name: f"${{{n}}} {chance.choice(ordered)} ${{{n}}}")
        return chance.choice(options)()

    def make_date(self, chain, depth):
        make = lambda of: self.make(of, chain, depth)
        chance = self.chance
        options = self.common("date", chain, depth) + [
            lambda: f"date-add({make('date')}, {chance.randint(-500, 500)}, '{chance.choice(['day', 'month', 'year'])}')",
            lambda: f"date-add('{chance.choice(DATES)}', {make('number')}, '{chance.choice(['day', 'month', 'year'])}')",
            lambda: f"if({make('boolean')}, '{chance.choice(DATES)}', {make('date')})",
            lambda: f"min({make('date')}, '{chance.choice(DATES)}')"]
        if self.items() and (argument := self.gathered("date", depth)):
            options.append(lambda: f"{chance.choice(['min', 'max'])}({argument})")
        return chance.choice(options)()


def make(count, seed):
    """Writes random cases."""
    maker = Maker(random.Random(seed))
    print("id\tanswers\ttypes\texpression\tthis\tvalue")
    for number in range(count):
        answers, types, expression, this = maker.case()
        value = result(answers, types, expression, this)
        print(f"{seed}-{number}", json.dumps(answers), json.dumps(types), expression, this, value, sep="\t")


def check(path):
    """Evaluates the cases of a table; returns the number of cases whose values differ."""
    different = 0
    with open(path, encoding="utf-8") as lines:
        for line in list(lines)[1:]:
            if line.startswith("#"):
                continue
            name, answers, types, expression, this, value = line.rstrip("\n").split("\t")
            found = result(json.loads(answers, parse_int=str, parse_float=str), json.loads(types), expression, this)
            if found != value:
                different += 1
                print(f"{name}: {expression[:150]} is {found[:100]}, not {value[:100]}")
    return different


def main():
    sys.setrecursionlimit(20000)
    parser = argparse.ArgumentParser()
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("check").add_argument("file")
    making = commands.add_parser("make")
    making.add_argument("--count", type=int, default=1000)
    making.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if options.command == "make":
        make(options.count, options.seed)
    elif check(options.file):
        sys.exit(1)


main()
