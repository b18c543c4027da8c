"""The form of the benchmark, written with prompt_toolkit. bare.c is the same form, written with libedit.

    python prompt_toolkit_form.py ROWS > answers

The program keeps all rows in a list, and edits one row at a time with one prompt. The message of
the prompt is a page of eight rows. PgDn and PgUp turn the page, Alt-> goes to the last row, and
Ctrl-D prints all rows.
"""

import sys

from prompt_toolkit import PromptSession
from prompt_toolkit.key_binding import KeyBindings
from prompt_toolkit.output import create_output

PAGE = 8


def main():
    count = int(sys.argv[1])
    rows = [""] * count
    top = focus = 0
    bindings = KeyBindings()

    def message():
        lines = [
            f"{'>' if row == focus else ' '} {row + 1:7}  {f'Row {row + 1}':14} {rows[row]:.50}"
            for row in range(top, min(top + PAGE, count))
        ]
        return "\n".join(lines) + f"\nRow {focus + 1}: "

    def go(buffer, target, new_top):
        nonlocal top, focus
        rows[focus] = buffer.text
        top, focus = new_top, target
        buffer.text = rows[focus]
        buffer.cursor_position = len(buffer.text)

    @bindings.add("pagedown")
    def _(event):
        target = min(focus + PAGE, count - 1)
        go(event.current_buffer, target, top + PAGE if top + PAGE < count else top)

    @bindings.add("pageup")
    def _(event):
        go(event.current_buffer, max(focus - PAGE, 0), max(top - PAGE, 0))

    @bindings.add("escape", ">")
    def _(event):
        go(event.current_buffer, count - 1, max(count - PAGE, 0))

    @bindings.add("c-d")
    def _(event):
        go(event.current_buffer, focus, top)
        event.app.exit(result="")

    @bindings.add("enter")
    def _(event):
        target = min(focus + 1, count - 1)
        go(event.current_buffer, target, target if target >= top + PAGE else top)

    PromptSession(message, key_bindings=bindings, output=create_output(stdout=sys.stderr)).prompt()
    print("\n".join(rows))


main()
