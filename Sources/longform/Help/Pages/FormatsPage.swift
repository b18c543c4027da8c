// The manual page longform-formats(7): the formats of answers.

import FormModel

enum FormatsPage {
  static let text = #"""
    ## FORMATS

    `--format`, `:save`, `:export`, `longform drafts export` and `longform convert` write these formats.
    Without `--format` the name of the output file decides, or else it is `json`.

    {formats}

    The first seven read back as the same answers, scalar for scalar and digit for digit. longform itself reads
    {read}, with `--answers`, `edit`, `check --answers`, `convert` and `diff`: up to 512 MiB, and 64 MiB of YAML.
    Secrets are written like every answer.

    ### Documents

    `--answers` and `edit` read any JSON object. A value of another type than its row (a number in a row of
    text, `"yes"` for `true`, a string in place of an object) is a problem, reported with its line, its column and
    its JSON Pointer. It stays byte for byte until you answer there. At the terminal its row is marked as the form opens.
    1.0 is a whole number. A row that the document lacks shows its default, which is no answer in any format
    until you confirm it. Without a terminal, `edit` writes your change although the file had problems before, reports
    them and exits with 2; it refuses a new problem, and with `--strict` every problem.
    `--set work[0].name=X` makes the item if it is the next one. `--set` of a row that is hidden gives the choice
    that hides it the first value that shows the row, if that choice is not exported.

    ### Lists

    Rows whose key ends in `[]` keep their places in the list: an unanswered row before the last answer is
    `null`, whatever `output.empty` says, and the list ends with its last answer.

    ### Tables

    In `csv` and `tsv` a form is one record. The columns are named by the keys: `basics.name`,
    `work[0].name`, `["a.b"]` where a name contains a dot. A form that is one repeating section has a record
    for each item. The entries of a list share a cell, one on each line. A cell without an answer is empty,
    also that of a hidden row, so that a form has the same columns for everybody. When such a file is
    read, a cell may hold the value that its row exports, or the text that you would type. Records of another length, broken quotes
    and, except in `edit`, unknown columns are errors. `--guard-formulas` protects spreadsheets from cells that they
    would run; its apostrophes are still there when the file is read back.

    ### Edited files

    `edit` changes the answers you change and no other byte: comments, order, spacing, quotes, line ends and a
    byte order mark stay, and so do unknown members and columns. An answer without a column adds one. A new item or member is written like those beside it.
    Removing one also removes the comments right above it, on its lines and, in YAML, those below it that are
    indented more; all other comments stay.

    ### YAML

    YAML is read by the core schema of YAML 1.2: `no` and `2020-01-01` are strings, `007`, `0o7` and `0x7` are
    the number 7, and numbers keep their digits. `.inf`, `-.inf` and `.nan` stay as they are, but no answers with
    one of them are written as JSON, which has no such numbers. Duplicate keys, other tags and files of
    several documents are refused with their place, and so is what readers of YAML read differently
    (`{ ?a: b }`, a comment without a space before it). A text keeps its quotes or its block, or gets quotes
    where those cannot hold it. An edit of a value with an anchor changes that value only: the first alias gets
    the anchor and the old value.

    YAML 1.2 has no merge keys, but its readers know them from YAML 1.1, and so does longform: `<<: *default` gives a
    mapping the members of `default` that it does not have itself, and of several mappings (`<<: [*a, *b]`) the first
    wins. Only a `<<` without quotes is a merge key. If you change a merged answer, the mapping gets a member of its
    own beside `<<`, and the merged mapping stays as it is. If you clear a merged answer, or one that hides a merged
    member, the other merged members are written out in place of `<<`.

    ### Shell variables

    The names of `env` are in capitals, with `_` for all but letters and digits. A form is refused before
    its first row if a name is one that a shell or the loader reads (`PATH`, `HOME`, `LD_...`, and some
    150 more), or if two names are equal. `--env-prefix MY_` gives all of them other names.

    ## EXAMPLES

        longform convert resume.yaml --format json | jq -r '.work[].name'
        eval "$(longform convert resume.json --format env --env-prefix MY_)"
        longform convert inventory.json --output inventory.csv
        longform diff last-year.json resume.json --form resume
        longform drafts export classmates --format text

    ## SEE ALSO

    longform(1), longform-forms(5), longform-drafts(7)
    """#

  /// Returns the sentence about a format.
  static func meaning(of format: ExportFormat) -> String {
    switch format {
    case .json:
      "Nested as the keys of the rows say. A loaded document keeps its bytes except for the answers "
        + "that changed."
    case .jsonc:
      "`json` with the comments and trailing commas of the document; without a document, the same as `json`. "
        + "Files named `.jsonc`, `tsconfig.json`, `tsconfig.*.json` and `jsconfig.json` are read like this."
    case .jsonl: "`json` on one line, to be appended to others."
    case .csv:
      "RFC 4180 with a header. Lines end with CRLF, and line breaks in a cell stay as they are."
    case .tsv:
      #"PostgreSQL's text format with a header: `\t`, `\n`, `\r` and `\\` in a cell, a record on each "#
        + "line, never a quote."
    case .yaml:
      "Nested, in block style. Texts that YAML 1.1 or 1.2 would take for another type are quoted."
    case .env: "An assignment on each line for a POSIX shell, as in `WORK_0_NAME='...'`."
    case .text: "A line for each row, for people."
    case .markdown: "A table for each section, for people."
    case .html: "A page to print, or to paste into a mail."
    }
  }
}
