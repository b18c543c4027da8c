"""The benchmark's form with textual: a scrolling column of inputs.

    python textual_form.py ROWS > answers

PgDn and PgUp move by eight rows, Ctrl-End goes to the last row, and Ctrl-D prints all rows.
"""

import sys

from textual.app import App
from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.widgets import Input

PAGE = 8


class Form(App):
    AUTO_FOCUS = "Input"
    BINDINGS = [
        Binding("pagedown", f"go({PAGE})", priority=True),
        Binding("pageup", f"go(-{PAGE})", priority=True),
        Binding("ctrl+end", f"go({sys.maxsize})", priority=True),
        Binding("ctrl+d", "save", priority=True),
    ]

    def compose(self):
        self.inputs = [Input(id=f"row{row + 1}") for row in range(int(sys.argv[1]))]
        for row, field in enumerate(self.inputs):
            field.border_title = f"Row {row + 1}"
            field.cursor_blink = False
        with VerticalScroll():
            yield from self.inputs

    def action_go(self, distance):
        row = self.inputs.index(self.focused) + distance
        self.inputs[max(0, min(row, len(self.inputs) - 1))].focus()

    def action_save(self):
        self.exit([field.value for field in self.inputs])


print("\n".join(Form().run()))
