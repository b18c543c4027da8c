// The manual page longform-formats(7): the formats of answers.

import FormModel

enum FormatsPage {
  static let text = #"""
    ## FORMATS

    `--format`, `:save`, `:export`, `longform drafts export` and `longform convert` write these formats.
    Without `--format`, the name of the output file determines the format; the default is `json`.

    {formats}

    The first seven read back as the same answers, scalar for scalar and digit for digit. longform itself reads
    {read}, with `--answers`, `edit`, `check --answers`, `convert` and `diff`: up to 512 MiB, and 64 MiB of YAML.
    Secrets are written like every answer.

    `longform convert` needs no form between `json`, `jsonc` and `yaml`. It then writes every value of the document:
    strings keep their characters and numbers their digits. Comments are left out, and so are anchors, aliases and
    merge keys of YAML, whose values are written out. A number that JSON does not have, such as `.inf`, is an error.
    A document in the same format is copied byte for byte.

    ### Documents

    `--answers` and `edit` read any JSON object. If the type of a value differs from its row (a number in a row of
    text, `"yes"` for `true`, a string in place of an object), this is a problem. It is reported with line, column and
    JSON Pointer. The value stays byte for byte until you answer the row. At the terminal, the row is marked when the
    form opens. 1.0 is a whole number. A row that the document lacks shows its default, which no format writes as an
    answer until you type or choose it; the message after a save counts the defaults that were left out. Without a
    terminal, `edit` writes your change even if the file already had problems, reports them and exits with 2. It
    refuses new problems, and with `--strict` every problem.
    `--set work[0].name=X` creates the item if it is the next one. If `--set` names a row that is hidden by a choice that
    is not exported, the choice gets the first value that shows the row.

    ### Lists

    Rows whose key ends in `[]` keep their places in the list: an unanswered row before the last answer is
    always `null`, regardless of `output.empty`. The list ends with its last answer.

    ### Tables

    In `csv` and `tsv` a form is one record. The columns are named by the keys: `basics.name`, `work[0].name`,
    `["a.b"]` where a name contains a dot. A form that is one repeating section has a record for each item. The
    entries of a list share a cell, one on each line. The cell of a row without an answer is empty. Hidden rows have
    cells too, so that all tables of a form have the same columns. When a table is read, a cell may contain the
    value that its row exports, or the text that you would type. Records of another length, broken quotes and,
    except in `edit`, unknown columns are errors. `--guard-formulas` protects spreadsheets from cells that they
    would run; its apostrophes are still there when the file is read back.

    ### Edited files

    `edit` changes only the answers that you change: comments, order, spacing, quotes, line ends, a byte order mark,
    and unknown members and columns stay as they are. If a new answer has no column, a column is added. A new item
    or member is written in the style of its neighbors. Removing an item or member also removes its comments: those
    directly above it, those on its lines and, in YAML, those below it that are indented more. All other comments
    stay.

    ### YAML

    YAML is read by the core schema of YAML 1.2: `no` and `2020-01-01` are strings, `007`, `0o7` and `0x7` are
    the number 7, and numbers keep their digits. `.inf`, `-.inf` and `.nan` stay as they are; answers that contain
    them cannot be written as JSON, which has no such numbers. Duplicate keys, other tags and files with
    several documents are errors, which are reported with their position. Syntax that parsers of YAML read differently
    is an error as well (`{ ?a: b }`, a comment without a space before it). A changed text keeps its quotes or its
    block style, or gets quotes if this style cannot represent it. If you change a value with an anchor, only this value
    changes: the first alias gets the anchor and the old value.

    YAML 1.2 has no merge keys, but most parsers support those of YAML 1.1, and longform does too. `<<: *default`
    gives a mapping all members of `default` that it does not have itself. If there are several mappings (`<<: [*a,
    *b]`), the first one wins. Only a `<<` without quotes is a merge key. If you change a merged answer, the mapping
    gets a member of its own in addition to `<<`, and the merged mapping stays as it is. If you clear a merged
    answer, or one that hides a merged member, the other merged members are written out in place of `<<`.

    ### Shell variables

    The names of `env` are in capitals, with `_` in place of all characters except letters and digits. A form is
    refused before its first row if the shell or the loader uses one of the names (`PATH`, `HOME`, `LD_...`, and
    about 150 more), or if two names are equal. `--env-prefix MY_` puts a prefix before all names.

    ## EXAMPLES

        longform convert resume.yaml --format json | jq -r '.work[].name'
        eval "$(longform convert resume.json --format env --env-prefix MY_)"
        longform convert inventory.json --output inventory.csv
        printf 'port: 8080\n' | longform convert - --answers-format yaml
        longform diff last-year.json resume.json --form resume
        longform drafts export classmates --format text

    ## SEE ALSO

    longform(1), longform-forms(5), longform-drafts(7)
    """#

  /// Returns the sentence about a format.
  static func meaning(of format: ExportFormat) -> String {
    switch format {
    case .json:
      "Nested according to the keys of the rows. A loaded document keeps its bytes except for the answers "
        + "that changed."
    case .jsonc:
      "`json` with the comments and trailing commas of the document; without a document, the same as `json`. "
        + "Files named `.jsonc`, `tsconfig.json`, `tsconfig.*.json` and `jsconfig.json` are read like this."
    case .jsonl: "`json` on one line, so that records can be appended to a file."
    case .csv:
      "RFC 4180 with a header. Lines end with CRLF, and line breaks in a cell stay as they are."
    case .tsv:
      #"PostgreSQL's text format with a header: `\t`, `\n`, `\r` and `\\` in a cell, a record on each "#
        + "line, no quotes. A row without an answer is an empty cell, for `COPY … null ''`."
    case .yaml:
      "Nested, in block style. Texts that YAML 1.1 or 1.2 would take for another type are quoted."
    case .env: "An assignment on each line for a POSIX shell, as in `WORK_0_NAME='...'`."
    case .text: "A line for each row, for people."
    case .markdown:
      "A table for each section, for people. With `--empty omit`, or if the form says so, rows and "
        + "sections without an answer are left out."
    case .html:
      "A page to print, or to paste into a mail. Rows are left out as in `markdown`."
    }
  }
}
