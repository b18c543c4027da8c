"""Random pairs of edits of one document, and an independent model of their merged result.

A pair is a document and two lists of edits: the edits of another program, and the edits that a person makes in
a form. The model keeps each value as its text in the file, so it predicts every byte of the result, except the
quotes around values in YAML. In the result, a row that one side changed has the text of that side. An item that
one side added or moved is where that side put it, and an item that one side removed is gone. Everything else is
as the other program left it.

  pairs.py make --count N --seed S                 writes N pairs, one per line
  pairs.py check --pairs FILE --results FILE       compares the results with the pairs; both have one per line
"""

import argparse
import json
import os
import random
import re
import subprocess
import sys
import tempfile

import yaml

ROWS = ["name", "email", "phone", "city", "note", "age"]
SECTIONS = {"work": ["company", "position", "start", "remark"], "things": ["serial", "label", "state"]}
UNIQUE = {"things": "serial"}

FORM = {
    "longform": 1,
    "id": "pairs",
    "output": {"empty": "omit"},
    "sections": [
        {"id": "basics", "rows": [{"id": row, "type": "integer"} if row == "age" else {"id": row} for row in ROWS]}
    ]
    + [
        {
            "id": section,
            "repeat": {"key": section, "initial": 0},
            "rows": [
                {"id": row, "unique": True} if UNIQUE.get(section) == row else {"id": row} for row in rows
            ],
        }
        for section, rows in SECTIONS.items()
    ],
}


class Words:
    """A source of texts that are all different."""

    def __init__(self, chance):
        self.chance = chance
        self.count = 0

    def next(self):
        self.count += 1
        start = self.chance.choice(["Ada", "Bath", "C & A", "déjà vu", "x: y", "- z", "50 %", "naïve #", "№"])
        return f"{start} {self.count}"

    def raw(self, row):
        """Returns a new value as text in JSON."""
        if row == "age":
            self.count += 1
            return str(self.count)
        text = self.next()
        if self.chance.random() < 0.2:
            return json.dumps(text)
        if self.chance.random() < 0.1:
            return '"' + "".join(f"\\u{ord(c):04x}" if c.isalpha() else c for c in text) + '"'
        return json.dumps(text, ensure_ascii=False)


def spelled(row, text):
    """Returns a value as the program writes it in JSON."""
    return text if row == "age" else json.dumps(text, ensure_ascii=False)


def new_item(chance, words, section, all_rows=False):
    rows = SECTIONS[section]
    kept = [row for row in rows if all_rows or chance.random() < 0.9]
    kept = kept if len(kept) > 2 else rows
    return {row: words.raw(row) for row in kept}


def new_document(chance, words):
    members = {row: words.raw(row) for row in ROWS if chance.random() < 0.8}
    members["unknown"] = chance.choice(["[1, 2.50, null]", "true", '"kept"', "1e3"])
    for section in SECTIONS:
        items = [new_item(chance, words, section, True) for _ in range(chance.randint(0, 7))]
        if items:
            members[section] = items
    names = list(members)
    chance.shuffle(names)
    return {name: members[name] for name in names}


# MARK: - Bytes


def render(document, style):
    """Returns the document as text. Either each entry has its own line, or the whole document is on one line."""

    def container(opening, entries, closing, depth):
        if not entries:
            return opening + closing
        if style["indent"] is None:
            return opening + (", " if style["spaced"] else ",").join(entries) + closing
        inner = "\n" + style["indent"] * (depth + 1)
        return opening + inner + ("," + inner).join(entries) + "\n" + style["indent"] * depth + closing

    colon = ": " if style["spaced"] else ":"

    def members(values, depth):
        entries = []
        for name, value in values.items():
            if isinstance(value, list):
                text = container("[", [members(item, depth + 2) for item in value], "]", depth + 1)
            else:
                text = value
            entries.append(json.dumps(name) + colon + text)
        return container("{", entries, "}", depth)

    return members(document, 0) + "\n"


# MARK: - Edits


def targets(document):
    """Returns the cells of a document: its rows, and the rows of its items. Sides that change different cells have no
    conflict."""
    found = [("row", row) for row in ROWS]
    for section, rows in SECTIONS.items():
        for index, item in enumerate(document.get(section, [])):
            found += [("cell", section, index, row) for row in rows]
    return found


def make_edits(chance, words, document, cells, items, movable, addable):
    """Returns the edits of one side: it changes `cells`, removes `items`, moves an item in each section of `movable`,
    and adds an item to each section of `addable`."""
    edits = []
    for cell in cells:
        row = cell[-1]
        if UNIQUE.get(cell[1] if len(cell) > 2 else None) == row:
            continue
        text = "" if chance.random() < 0.15 else str(chance.randint(1000, 9999)) if row == "age" else words.next()
        edits.append({"op": "set", "cell": list(cell), "text": text})
    for section, index in items:
        edits.append({"op": "remove", "section": section, "item": index})
    for section in movable:
        edits.append(
            {"op": "move", "section": section, "item": chance.randrange(len(document[section])),
             "to": chance.randrange(len(document[section]))})
    for section in addable:
        item = {row: words.next() for row in SECTIONS[section]}
        after = chance.randint(-1, len(document.get(section, [])) - 1)
        edits.append({"op": "add", "section": section, "after": after, "texts": item})
    return edits


class Tagged:
    """A document whose items have numbers. The number of an item of the base, the document before all edits, is the
    index of the item. An added item gets a number from 100 on."""

    def __init__(self, document):
        self.members = {name: value for name, value in document.items() if not isinstance(value, list)}
        self.order = list(document)
        self.items = {s: {i: dict(v) for i, v in enumerate(document.get(s, []))} for s in SECTIONS}
        self.lists = {s: list(self.items[s]) for s in SECTIONS}
        self.moved = {s: [] for s in SECTIONS}

    def place_of_new(self, names, all_names, name):
        """Returns the index at which to insert a new member: after the nearest member of `names` that precedes the new
        one in the form, or at the end if there is none."""
        anchor = None
        for other in all_names:
            if other == name:
                break
            if other in names:
                anchor = other
        if anchor is not None:
            return names.index(anchor) + 1
        return len(names)

    def set(self, cell, text):
        if cell[0] == "row":
            row = cell[1]
            if text == "":
                if row in self.members:
                    del self.members[row]
                    self.order.remove(row)
            else:
                if row not in self.members:
                    self.order.insert(self.place_of_new(self.order, ROWS + list(SECTIONS), row), row)
                self.members[row] = spelled(row, text)
            return
        _, section, item, row = cell
        values = self.items[section][item]
        if text == "":
            values.pop(row, None)
        elif row in values:
            values[row] = spelled(row, text)
        else:
            names = list(values)
            names.insert(self.place_of_new(names, SECTIONS[section], row), row)
            old = dict(values)
            values.clear()
            values.update({n: spelled(row, text) if n == row else old[n] for n in names})

    def add(self, section, number, texts, after):
        self.items[section][number] = {row: spelled(row, text) for row, text in texts.items()}
        self.insert(section, number, after)

    def insert(self, section, number, after):
        """Inserts an item after the first item of `after` that is in the list, or at the beginning if none is."""
        if section not in self.order:
            self.order.insert(self.place_of_new(self.order, ROWS + list(SECTIONS), section), section)
        here = self.lists[section]
        for other in after:
            if other in here:
                here.insert(here.index(other) + 1, number)
                return
        here.insert(0, number)

    def document(self):
        """Returns the members with their values."""
        result = {}
        for name in self.order:
            if name in SECTIONS:
                result[name] = [self.items[name][number] for number in self.lists[name]]
            else:
                result[name] = self.members[name]
        return result


def run(tagged, edits, side):
    """Applies the edits of one side in turn. The target of a move is an index in the list that the earlier edits of
    this side have left."""
    for count, edit in enumerate(edits):
        op = edit["op"]
        if op == "set":
            tagged.set(tuple(edit["cell"]), edit["text"])
        elif op == "remove":
            tagged.lists[edit["section"]].remove(edit["item"])
        elif op == "add":
            number = edit["number"]
            after = list(range(edit["after"], -1, -1)) if edit["after"] >= 0 else []
            tagged.add(edit["section"], number, edit["texts"], after)
        elif op == "move":
            here = tagged.lists[edit["section"]]
            if edit["item"] in here:
                here.remove(edit["item"])
                here.insert(min(edit["to"], len(here)), edit["item"])


def order_of(cell):
    """Returns the place of a cell's row in the form."""
    return ROWS.index(cell[1]) if cell[0] == "row" else SECTIONS[cell[1]].index(cell[3])


def merged(base, theirs, mine):
    """Merges both sides. Applies the other program's edits, then the person's changes and removals. Then puts
    each item that the person added or moved after the item that precedes it in the person's document."""
    other, own = Tagged(base), Tagged(base)
    run(other, theirs, "theirs")
    run(own, mine, "mine")
    # New members are inserted in the order of the form. Emptied members are removed at the end, because a new
    # member may be inserted after one of them.
    sets = sorted((e for e in mine if e["op"] == "set"), key=lambda e: order_of(e["cell"]))
    for edit in sets:
        if edit["text"]:
            other.set(tuple(edit["cell"]), edit["text"])
    for edit in mine:
        if edit["op"] == "remove":
            other.lists[edit["section"]].remove(edit["item"])
    for section in SECTIONS:
        placed = [e["number"] for e in mine if e["op"] == "add" and e["section"] == section]
        for edit in mine:
            if edit["op"] == "move" and edit["section"] == section:
                placed += moved(base, own, edit)
        # An item that the other program removed stays removed, even if the person moved it.
        gone = set(range(len(base.get(section, [])))) - set(other.lists[section])
        placed = [number for number in placed if number not in gone]
        for number in placed:
            if number in other.lists[section]:
                other.lists[section].remove(number)
        for place, number in enumerate(own.lists[section]):
            if number in placed:
                other.items[section].setdefault(number, own.items[section][number])
                other.insert(section, number, list(reversed(own.lists[section][:place])))
    for edit in sets:
        if not edit["text"]:
            other.set(tuple(edit["cell"]), "")
    return other


def moved(base, own, edit):
    """Returns the items that count as moved by an edit. If two neighbors changed places, only the one that went up
    counts."""
    section = edit["section"]
    before = [n for n in range(len(base.get(section, []))) if n in own.lists[section]]
    after = [n for n in own.lists[section] if n in before]
    if before == after:
        return []
    item = edit["item"]
    here, there = before.index(item), after.index(item)
    if there == here + 1:
        return [before[here + 1]]
    return [item]


def only_sets(edits, base, other):
    """Whether every edit replaces the text of an existing value."""

    def has(document, cell):
        if cell[0] == "row":
            return cell[1] in document
        return all(cell[3] in item for item in document.get(cell[1], []))

    return all(
        e["op"] == "set" and e["text"] != "" and has(base, e["cell"]) and has(other, e["cell"]) for e in edits)


def make(count, seed):
    chance = random.Random(seed)
    for number in range(count):
        words = Words(chance)
        document = new_document(chance, words)
        style = {"indent": chance.choice([None, "  ", "    ", "\t"]), "spaced": chance.random() < 0.8}
        cells = targets(document)
        chance.shuffle(cells)
        # Each of these items is removed by one of the sides. Neither side changes a cell of these items.
        items = [(s, i) for s in SECTIONS for i in range(len(document.get(s, [])))]
        chance.shuffle(items)
        removed = items[: chance.choice([0, 0, 0, 1, 2])]
        cells = [c for c in cells if c[0] == "row" or (c[1], c[2]) not in removed]
        # Each side changes at most one cell of an item, so that the program still recognizes the item.
        own, theirs, seen = [], [], {}
        for cell in cells[: chance.randint(2, 14)]:
            side = chance.choice([own, theirs])
            key = (id(side), cell[1], cell[2]) if cell[0] == "cell" else cell
            if key in seen:
                continue
            seen[key] = True
            side.append(cell)
        at = chance.randint(0, len(removed))
        mover = chance.choice([None, None, None, *[s for s in SECTIONS if len(document.get(s, [])) > 1]])
        movers = [[mover] if mover else [], []]
        chance.shuffle(movers)
        adders = [[s for s in SECTIONS if chance.random() < 0.25] for _ in range(2)]
        # If the other program removes an item and adds an item to the same section, longform takes the added item
        # for the removed one, unless the items have a unique row.
        adders[0] = [s for s in adders[0] if s in UNIQUE or all(r[0] != s for r in removed[:at])]
        edits = [
            make_edits(chance, words, document, c, r, m, a)
            for c, r, m, a in ((theirs, removed[:at], movers[0], adders[0]), (own, removed[at:], movers[1], adders[1]))
        ]
        number_of_item = 100
        for side in edits:
            for edit in side:
                if edit["op"] == "add":
                    edit["number"] = number_of_item
                    number_of_item += 1
        conflicts = 0
        if chance.random() < 0.1:
            row = chance.choice(ROWS[:5])
            for side in edits:
                side[:] = [e for e in side if e.get("cell") != ["row", row]]
                side.append({"op": "set", "cell": ["row", row], "text": words.next()})
            conflicts = 1
        other = Tagged(document)
        run(other, edits[0], "theirs")
        result = merged(document, *edits)
        print(
            json.dumps(
                {
                    "number": number,
                    "form": FORM,
                    "format": "json" if number % 2 == 0 else "yaml",
                    "base": render(document, style),
                    "theirs": render(other.document(), style),
                    "expected": render(result.document(), style),
                    "edits": edits[1],
                    "conflicts": conflicts,
                    # In a document on one line, longform spaces new members by its own rules.
                    "exact": style["indent"] is not None or only_sets(edits[1], document, other.document()),
                }
            )
        )


# MARK: - Checking


def without_spaces(text):
    """Returns a document without the spaces between its parts."""
    return re.sub(r'("(?:[^"\\]|\\.)*")|\s+', lambda match: match.group(1) or "", text)


def without_quotes(text):
    """Returns a YAML document without the quotes around whole values."""
    return re.sub(r'^([ -]*\w+: )"([^"\\\n]*)"$', r"\1\2", text, flags=re.MULTILINE)


def git_conflicts(folder, texts):
    paths = [os.path.join(folder, name) for name in ("mine", "base", "theirs")]
    for path, text in zip(paths, texts):
        with open(path, "w", encoding="utf-8", newline="") as file:
            file.write(text)
    done = subprocess.run(["git", "merge-file", "-p", *paths], capture_output=True, check=False)
    return done.returncode != 0


def check(pairs, results):
    different, conflicts, git, git_wrong, total, quiet = 0, 0, 0, 0, 0, 0
    with open(pairs, encoding="utf-8") as one, open(results, encoding="utf-8") as two, tempfile.TemporaryDirectory() as folder:
        for pair, result in zip(map(json.loads, one), map(json.loads, two), strict=True):
            total += 1
            problems = []
            if result["conflicts"] != pair["conflicts"]:
                problems.append(f"{result['conflicts']} questions, not {pair['conflicts']}")
            texts = [result["merged"], result["expected"]]
            if not pair["exact"] and pair["format"] == "json":
                texts = [without_spaces(text) for text in texts]
            # A value that the person changed keeps the quotes that it had in the file.
            if pair["format"] == "yaml":
                texts = [without_quotes(text) for text in texts]
            # The program writes the first item of an empty list `[]` inside the brackets, unlike the model.
            is_in_brackets = pair["format"] == "yaml" and "[]" in result["theirs"]
            if texts[0] != texts[1] and not is_in_brackets:
                problems.append("another text")
            if pair["format"] == "json" and result["expected"] != pair["expected"]:
                problems.append("the expected text was changed")
            read = json.loads if pair["format"] == "json" else yaml.safe_load
            if read(result["merged"]) != json.loads(pair["expected"]):
                problems.append("other values")
            conflicts += result["conflicts"]
            if pair["conflicts"] == 0:
                quiet += 1
                git += git_conflicts(folder, (result["mine"], result["base"], result["theirs"]))
            if problems:
                different += 1
                if different <= 5:
                    print(f"pair {pair['number']} ({pair['format']}): {', '.join(problems)}")
                    print(f"edits of the person: {json.dumps(pair['edits'], ensure_ascii=False)}")
                    for name in ("base", "theirs", "merged", "expected"):
                        print(f"--- {name}\n{result[name]}")
    if different:
        print(f"{different} of {total} pairs differ")
        return 1
    print(f"{total} pairs merged as the model says: {conflicts} questions, where both changed one row")
    print(f"git merge-file has a conflict in {git} of the {quiet} pairs without one ({100 * git / max(quiet, 1):.1f} %)")
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(dest="command", required=True)
    making = commands.add_parser("make")
    making.add_argument("--count", type=int, required=True)
    making.add_argument("--seed", type=int, required=True)
    checking = commands.add_parser("check")
    checking.add_argument("--pairs", required=True)
    checking.add_argument("--results", required=True)
    arguments = parser.parse_args()
    if arguments.command == "make":
        make(arguments.count, arguments.seed)
        return 0
    return check(arguments.pairs, arguments.results)


if __name__ == "__main__":
    sys.exit(main())
