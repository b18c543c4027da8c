// The manual page longform-forms(5): the template of a form.

enum FormsPage {
  static let text = #"""
    ## DESCRIPTION

    A form is a JSON file, called a template. It has sections, and a section has rows:

        { "longform": 1, "id": "tea", "title": "Tea", "sections": [ { "rows": [
          { "id": "guest", "label": "Your name", "required": true },
          { "id": "cups", "type": "integer", "min": 1 } ] } ] }

    You may use `$schema` and keys that begin with `x-` for your own purposes; any other unknown key is an error.
    `longform check` reports all errors of a template, each with its line and the nearest known key. `longform
    schema` prints the JSON Schema of templates, from which the tables below are generated. `longform import` makes
    a template from a JSON Schema. `README.md` beside the installed forms is a guide; `longform help files` says where.

    {templates}

    ## TYPES

    {types}

    If a text does not fit the type or a rule of its row, the row has a problem. You can still move on; only saving is
    refused. `:save!` exports such a text as a string.

    ## PATHS

    A path is the position of an answer in the export: `a.b.c` is a member `c` of `b`, which is a member of `a`. A
    final `[]` appends to a list. An array of names is a path for names that contain a dot.

    ## CONDITIONS

    A condition reads rows of the same section (in a repeat, of the same item), or else rows of the form. It is
    evaluated when you leave a row, toggle it or undo. A hidden row keeps its text, counts as empty, and is
    neither checked nor exported.

    ## EXPRESSIONS

    The keys `check` and `value` take expressions, and so may `when` and, as `{"expression": "today()"}`, `default`.
    A check, such as `. > ${from}`, must not be false. It is evaluated when you leave its row or a row that it
    reads, and before a save; `message` is the sentence for a false check. A row without an answer is unknown, and so is one whose type
    refuses its text. Calculations and comparisons with it are unknown too, and then nothing is wrong; in a sum an
    unknown amount is left out. To require an answer only sometimes, use `"check": "${amount} <= 50 or . != ''"`.

    {expressions}

    ## CANDIDATES

    A file of candidates has one candidate on each line, the best first. In a `.tsv` file the first line names the
    columns, in a `.jsonl` file each line is an object: `value` is the answer, `label` is shown, and the
    other members are fields for `fills`. A search for candidates ignores case, accents, and the kinds of apostrophes,
    dashes and white space.

    ## SEE ALSO

    longform(1), longform-formats(7), longform-drafts(7)
    """#
}
