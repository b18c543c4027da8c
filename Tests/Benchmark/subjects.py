"""The measured programs: how to start them, their keys, and how to read their answers."""

import functools
import json
import os
import re
import subprocess

SMALL, MIDDLE, ITEMS, LARGE = 20, 1_000, 100_000, 1_000_000
SIZES = (SMALL, MIDDLE, ITEMS, LARGE)
VIEWPORT = 8
HERE = os.path.dirname(os.path.abspath(__file__))
PEERS = os.path.join(HERE, "Peers")
FORMS = os.path.join(HERE, "..", "..", "Forms")


class Subject:
    """A measured program: how to start it, its keys, and how to read its answers."""

    name = ""
    first_screen = ""
    left, page_down, page_up = b"\x1b[D", b"\x1b[6~", b"\x1b[5~"
    last_row = None  # no such key
    save = b""
    answers_on = "stdout"
    can_paste = False
    environment = {}
    quiet = 0.003  # seconds without output after which the program counts as at rest
    sizes = (SMALL, MIDDLE, LARGE)
    dear = ()  # the sizes to run only once, because they take seconds or gigabytes
    # Whether the program is started from `path` and `libraries` only. Then a start without these
    # files in memory can be measured.
    is_evictable = True

    # The exit status of the program after `save`.
    status = 0

    def __init__(self, path, folder):
        self.path = path
        self.folder = folder

    def prepare(self, rows):
        """Writes the form if the program reads one. Returns the arguments of the program."""
        raise NotImplementedError

    @functools.cached_property
    def libraries(self):
        """The files of the libraries that the program loads; empty for a static program."""
        done = subprocess.run(["ldd", self.path], capture_output=True, text=True, check=False)
        return re.findall(r"(/\S+) \(0x", done.stdout)

    # Whether the output of the program ends with the last answered row.
    ends_with_last_answer = False

    def answer(self, answers, row):
        """Returns an answer, and the number of answers. `answers` is the output of the program, and
        `row` is the index of the answered row, counted from 0."""
        lines = answers.split("\n")[:-1]
        return lines[row], len(lines)


class Longform(Subject):
    name = "longform"
    ends_with_last_answer = True
    first_screen = "Row 1 ▸"
    last_row = b"\x1b>"
    save = (b"\x13", b"go on filling", b"y")
    can_paste = True
    sizes = SIZES
    find, close, undo, redo = b"\x12", b"\x07", b"\x1f", b"\x1b_"

    def prepare(self, rows):
        form = os.path.join(self.folder, f"form{rows}.json")
        row = {"id": "row{n}", "count": rows, "label": "Row {n}", "key": "rows[]"}
        with open(form, "w", encoding="utf-8") as file:
            json.dump({"longform": 1, "id": "b", "sections": [{"rows": [row]}]}, file)
        return ["fill", form, "--height", "8"]

    def answer(self, answers, row):
        rows = json.loads(answers)["rows"]
        return rows[row], len(rows)


class Items(Longform):
    """longform with a form that contains nothing but items."""

    first_screen = "Name ▸"
    add, move_up, remove = b"\x18+", b"\x18\x1b[A", b"\x18-"

    def prepare(self, rows):
        form = os.path.join(self.folder, f"items{rows}.json")
        repeat = {"key": "items", "initial": rows, "label": "Item {n}"}
        fields = [{"id": "name", "label": "Name"}, {"id": "city", "label": "City"}]
        sections = [{"id": "s", "repeat": repeat, "rows": fields}]
        with open(form, "w", encoding="utf-8") as file:
            json.dump({"longform": 1, "id": "items", "sections": sections}, file)
        return ["fill", form, "--height", "8"]


class Conditional(Longform):
    """longform with a form in which one answer shows or hides all other rows."""

    first_screen = "Rows? ▸"
    toggle = b" "

    def prepare(self, rows):
        form = os.path.join(self.folder, f"conditional{rows}.json")
        switch = {"id": "rows", "label": "Rows?", "type": "boolean"}
        row = {"id": "row{n}", "count": rows, "when": {"row": "rows", "is": True}}
        with open(form, "w", encoding="utf-8") as file:
            json.dump({"longform": 1, "id": "c", "sections": [{"rows": [switch, row]}]}, file)
        return ["fill", form, "--height", "8"]


class Unsaved(Longform):
    """longform, quit without saving, because a save would check every row."""

    save = (b"\x03", b"without saving?", b"y")
    status = 1

    def prepare(self, rows):
        form = os.path.join(self.folder, f"form{rows}.json")
        with open(form, "w", encoding="utf-8") as file:
            json.dump({"longform": 1, "id": "u", "sections": self.sections(rows)}, file)
        return ["fill", form, "--height", "8"]


class Checked(Unsaved):
    """A form in which the checks of all other rows read the answer of the first row."""

    first_screen = "Limit ▸"

    def sections(self, rows):
        limit = {"id": "limit", "label": "Limit", "type": "integer"}
        checked = {"id": "row{n}", "count": rows, "type": "integer", "check": ". <= ${limit}"}
        return [{"rows": [limit, checked]}]


class Totalled(Unsaved):
    """A form of items whose amounts are added up."""

    first_screen = "Amount ▸"

    def sections(self, rows):
        amount = {"id": "amount", "label": "Amount", "type": "decimal"}
        total = {"id": "total", "label": "Total", "type": "decimal", "value": "sum(${amount})"}
        items = {"id": "s", "repeat": {"initial": rows, "label": "Item {n}"}, "rows": [amount]}
        return [items, {"id": "t", "rows": [total]}]


class Nested(Unsaved):
    """A form of items inside items. All outer items contain the same number of inner items."""

    first_screen = "Name ▸"
    lists = {SMALL: 1, ITEMS: 1_000}

    def sections(self, rows):
        name, part = {"id": "name", "label": "Name"}, {"id": "part", "label": "Part {n}"}
        lists = self.lists[rows]
        repeat = {"initial": rows // lists, "label": "Part {n}"}
        parts = {"id": "parts", "title": "Parts", "repeat": repeat, "rows": [part]}
        repeat = {"initial": lists, "label": "Item {n}"}
        return [{"id": "s", "repeat": repeat, "rows": [name], "sections": [parts]}]


class Cities(Unsaved):
    """A form with a row that offers cities. In the subclasses, a filter offers only some of them."""

    first_screen = "City ▸"
    filter, country = None, "JP"

    def sections(self, rows):
        choices = {"file": os.path.join(FORMS, "cities.tsv")}
        if self.filter:
            choices["where"] = self.filter
        city = {"id": "city", "label": "City", "type": "choice", "strict": False, "choices": choices}
        country = {"id": "country", "label": "Country", "default": self.country}
        return [{"rows": [city, country]}]


class CitiesOfOne(Cities):
    filter = "countryCode = ${country}"


class CitiesOfOthers(Cities):
    filter, country = "countryCode != ${country}", "FR"


class Note(Longform):
    """longform with a form of one paragraph."""

    name = "longform with a paragraph"
    first_screen = "Note ▸"

    def prepare(self, rows):
        form = os.path.join(self.folder, "note.json")
        row = {"id": "note", "label": "Note", "type": "paragraph"}
        with open(form, "w", encoding="utf-8") as file:
            json.dump({"longform": 1, "id": "n", "sections": [{"id": "n", "rows": [row]}]}, file)
        return ["fill", form]


class Bare(Subject):
    name = "bare libedit"
    first_screen = "Row 1: "
    last_row = b"\x1b>"
    save = b"\x04"

    def prepare(self, rows):
        return [str(rows)]

    def answer(self, answers, row):
        line, count = super().answer(answers, row)
        return line.partition(": ")[2], count


class Dialog(Subject):
    name = "dialog --form"
    dear = (LARGE,)
    first_screen = "Cancel>"
    left = b"\x1bOD"  # dialog switches the cursor keys to their application codes
    save = b"\r"
    answers_on = "stderr"

    def prepare(self, rows):
        form = os.path.join(self.folder, f"dialog{rows}.txt")
        with open(form, "w", encoding="utf-8") as file:
            file.write(f'--form "Rows" 16 78 {VIEWPORT}\n')
            for row in range(1, rows + 1):
                file.write(f'"Row {row}" {row} 1 "" {row} 14 58 0\n')
        return ["--file", form]


# MARK: - The peers that --peers adds


class Libform(Subject):
    """The program libform.c. libform counts fields in a C short, and each row has two fields, so a form
    has at most 16,383 rows."""

    name = "ncurses libform"
    first_screen = f"Row {VIEWPORT}"
    left = b"\x1bOD"
    last_row = b"\x1b>"
    save = b"\x04"
    sizes = (SMALL, MIDDLE, 16_383)

    def prepare(self, rows):
        return [str(rows)]


class PythonPeer(Subject):
    """A script that uses a Python library. `path` is a Python that has this library."""

    script = ""
    is_evictable = False
    quiet = 0.03  # the program paints some time after a key, when its event loop is idle

    def prepare(self, rows):
        return ["-B", os.path.join(PEERS, self.script), str(rows)]


class PromptToolkit(PythonPeer):
    name = "prompt_toolkit"
    script = "prompt_toolkit_form.py"
    first_screen = "Row 1:"
    last_row = b"\x1b>"
    save = b"\x04"
    # Keeps prompt_toolkit from asking the terminal for the position of the cursor.
    environment = {"PROMPT_TOOLKIT_NO_CPR": "1"}
    dear = (LARGE,)


class Questionary(PythonPeer):
    """questionary asks one question after the other. It has no pages and no key that goes back, and it
    saves only after the last answer.
    """

    name = "questionary"
    script = "questionary_form.py"
    first_screen = "Row 1:"
    page_down = page_up = None
    environment = PromptToolkit.environment
    sizes = (SMALL,)

    def __init__(self, path, folder):
        super().__init__(path, folder)
        self.save = b"\r" * SMALL


class Textual(PythonPeer):
    """The inputs of textual have frames, so eight of them fill the terminal."""

    name = "textual"
    script = "textual_form.py"
    first_screen = f"Row {VIEWPORT}"
    last_row = b"\x1b[1;5F"
    save = b"\x04"
    environment = {"TEXTUAL_ANIMATIONS": "none"}
    sizes = (SMALL, MIDDLE)
    dear = (MIDDLE,)
    quiet = 0.06
