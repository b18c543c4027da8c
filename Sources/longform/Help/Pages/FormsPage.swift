// The manual page longform-forms(5): the template of a form.

enum FormsPage {
  static let text = #"""
    ## DESCRIPTION

    A form is a JSON file, called a template. It has sections, and a section has rows:

        { "longform": 1, "id": "tea", "title": "Tea", "sections": [ { "rows": [
          { "id": "guest", "label": "Your name", "required": true },
          { "id": "cups", "type": "integer", "min": 1 } ] } ] }

    Keys that begin with `x-` and `$schema` are yours; any other unknown key is an error. `longform check`
    reports all errors of a template, each with its line and the nearest known key. `longform schema`
    prints the JSON Schema of templates, from which the tables below are made, and `longform import` makes
    a template of a JSON Schema. `Forms/README.md` in the sources is a guide.

    {templates}

    ## TYPES

    {types}

    A text that its type or a rule refuses is a problem. It never keeps you from moving; only saving is
    refused. `:save!` exports such a text as a string.

    ## PATHS

    A path says where an answer is in the export: `a.b.c` is a member of a member. A final `[]` appends to a
    list. An array of names is a path for names that contain a dot.

    ## CONDITIONS

    A condition looks at a row of the same section, in a repeat of the same item, or else of the form. It is
    decided when you leave a row, toggle it or undo. A hidden row keeps its text, counts as empty, and is
    neither checked nor exported.

    ## CANDIDATES

    A file of candidates has one on each line, the best first. In a `.tsv` file the first line names the
    columns, in a `.jsonl` file each line is an object: `value` is the answer, `label` is shown, and the
    others are fields for `fills`. Capitals, accents and kinds of apostrophes, dashes and white space make
    no difference.

    ## SEE ALSO

    longform(1), longform-formats(7), longform-drafts(7)
    """#
}
