"""The benchmark's form with questionary, which asks one question after the other.

    python questionary_form.py ROWS > answers

questionary has no pages, and no key that goes back. Enter at the last row prints all rows.
"""

import sys

import questionary
from prompt_toolkit.output import create_output

output = create_output(stdout=sys.stderr)
answers = questionary.form(**{
    f"row{row}": questionary.text(f"Row {row}:", output=output)
    for row in range(1, int(sys.argv[1]) + 1)
}).ask()
print("\n".join(answers.values()))
