// The manual page longform(1): the program, its commands, options, keys, exit status, environment
// and files.

enum ProgramPage {
  static let text = #"""
    ## SYNOPSIS

    {synopsis}

    ## DESCRIPTION

    longform fills forms of twenty rows or a million, seen a few lines at a time. A form is a JSON file.
    The answers, and nothing else, go to standard output or to the file of `--output`. If standard output is
    the terminal that shows the form, the question before a save offers a file first: `f` or `^S` asks for
    its name and proposes one; `y` prints the answers at the terminal.

    At a terminal the form is drawn on the terminal itself, even if standard output is a file. Elsewhere
    longform reads standard input line by line; see PIPED INPUT.

    A required row that is empty is marked `*`, a row with a problem `!`. You can still move on; only
    saving is refused, and `:save!` saves nevertheless. If the disk is full or the reader of standard output
    is gone, the form stays open, and `:export json FILE` writes the answers to another place.

    If the form was opened with a document, the question before a save lists your changes, and `:review` lists them
    at any time. If another program changed the file meanwhile, longform offers to compare the two. If only one side
    changed a row or an item, this change is taken. If both sides changed it, it is a problem with two candidates.
    Then longform asks whether to save. The unmerged draft is set aside. A script ends with 73 and lists the rows
    that differ.

    Everything you type is kept in a draft. The same command continues it, even after a lost connection or
    a crash; see longform-drafts(7).

    Without a form, at a terminal, longform lists the forms that it finds, with the progress of their drafts. Up and
    Down choose one, typing narrows the list, Enter opens the form as `longform fill NAME` does, and Esc
    leaves. On a `dumb` terminal and with `LONGFORM_PLAIN` the list has numbers to type.

    A form is named by its path, or by its name as `longform forms` lists it. longform searches for `NAME.json` in
    `./Forms`, in the folders of `LONGFORM_PATH`, in `$XDG_DATA_HOME/longform/forms` and in
    `share/longform/forms` of the prefix where the program is installed. `-` means that the form is read from
    standard input.

    ## COMMANDS

    `longform FORM` is `longform fill FORM`. Every command has the options `--help` and `--version`. `longform help`
    shows how to begin, and `longform help --all` lists the commands. `longform help NAME` explains a command, or one
    of these topics: {topics}.

    {commands}

    ### Notes on options

    `--output` follows symbolic links and replaces the file as a whole or not at all. `--set` names a row
    by its key (`basics.name`, `work[0].name`) or its id, and is applied after the document of `--answers` and, if it is
    new, after the draft.
    `--height` takes 1 to 1,000 lines, or `40%` of the terminal for all lines. By default the template decides;
    otherwise the form has as many lines as it needs, and two thirds of the terminal after its first panel. `NO_COLOR`
    has the same effect as `--color never`. Nothing is shown by colour alone. `--timeout` ends every kind of waiting: for
    a person, for input, for a reader of the output. With `--no-draft` Ctrl-C asks before it leaves. In a loop
    over a file `--tty` asks you at the terminal and leaves standard input to the loop.

    ## FORMS IN ARGUMENTS

    `longform ask` fills a form without a file. Each argument is a row, `LABEL[*][:TYPE][=DEFAULT]`:

        longform ask Name Email:email Cups:integer=1 Size:choice=S,M,L

    A `*` after the label, as in `'Name*'`, makes the row required; the quotes protect it from the shell. TYPE is
    any type of longform-forms(5), by default `text`; `choice` and `choices` need their values after `=`, with
    commas in between. Every label gives the key of its answer: in lower case, with `_` for everything but letters
    and digits. After a backslash, `*`, `:`, `=`, `,` and the backslash itself have no special meaning. Before other
    characters a backslash is an ordinary character.

    Everything else is as with `longform fill`: the screen, plain mode, piped input, formats and `--set`. A draft is
    kept only with `--draft NAME`; the same command continues it. `--template` prints the template, which
    `longform fill` opens:

        longform ask Name Cups:integer=1 --title Tea --template > tea.json

    ## KEYS

    {keys}

    The last line of a repeating section is its next item: type or paste there to add the item. Enter goes
    to the next row and adds nothing, Space adds an empty item, and Backspace in the first row of an empty item
    removes the item again. A section without items is this one line.

    A paragraph or list is edited at a prompt of several lines, wrapped at words. `^X^E` opens any row in your own
    editor, in a file that only you can read and that is removed afterwards; the text that comes back is one step of
    undo.

    A search finds the beginnings of words and ignores case and accents. At first it searches labels, answers and
    help, and chooses the row or section with exactly this name, or else the first row whose label has the words, or
    else the first row that has them. If only a hidden row has them, it names the choice that shows this row, and
    Enter goes to the choice. Tab chooses another scope: answers only, empty rows, rows with a problem, changed rows,
    one section.

    With `--mouse`, `LONGFORM_MOUSE=1` or `:mouse` a click goes to a row or chooses a line of a list, and the
    wheel scrolls the list under the mouse, or else the form. A click never adds or answers anything.

    Vi's keys are turned on by `--vi`, `LONGFORM_EDIT_MODE=vi`, `bind -v` in `~/.editrc` or `set editing-mode vi` in
    `~/.inputrc`; the first of these settings that exists decides. `~/.editrc` may bind other keys to libedit's
    functions. In a text of several lines `^A`, `^E`, `^K` and `^U` act on the line around the cursor; Up and Down
    move by the lines on the screen; from the first or the last line they go to the previous or the next row. In
    vi's command mode the mark of the focus is a colon. A paste is text: a pasted line never runs a command, a
    pasted line break never saves, and a pasted Ctrl-C ends nothing. In rows made by a count, each pasted line fills
    a row; in other rows of one line, spaces join the lines. In an empty item of a repeat, each line fills an item,
    and each cell a row. The paste stops before a row that has an answer.

    ## COMMANDS OF A FORM

    Press Ctrl-O, or type a colon in an empty row. Tab completes, and the beginning of a name is enough.
    The names in parentheses are the keys; those of vi come after `vi:`.

    {formcommands}

    ## PLAIN MODE

    Plain mode is for screen readers, serial lines and logs. `--plain`, `TERM=dumb`, `LONGFORM_PLAIN=1` and
    `ACCESSIBLE=1` fill the same form in sentences, and `:plain` continues in sentences from the screen.
    The cursor is never moved, nothing is printed while you type, and the terminal edits your line in its usual
    way. A row is one sentence, with its label, its text, its state and its position:

        Classmate 3: Ada. 3 of 20.

    A line that you type answers the row, and the next row follows. An empty line leaves the row as it is. In a
    yes-or-no row, a line with one space changes the answer. A problem is reported at once, and `:prev` goes
    back. All commands work, and can be abbreviated; `::` begins an answer with a colon. `:show` lists all
    rows, and `:repeat` prints this one with all of its text.

    In a row of several lines each line is added until an empty one. `:lines END` accepts empty lines as well, up
    to a line `END`. If the row has choices, the beginning of a choice is enough; if several choices
    fit, they are listed, and a number, `:pick N` or more letters select one. `:pick` alone lists the candidates;
    again, it continues the list. `:find words` goes to the first row with these words and `:find` to the
    next; `:filter words` goes through those rows only, and `:filter` through all again.

    After the last row, and after `:save`, longform asks; only `y` saves, and no line that was typed before the
    question counts. Ctrl-C leaves and Ctrl-D is `:quit`; both keep the draft. Each line is stored in the draft when
    you complete it, so a killed process loses only the line that you are typing. The text of a secret row is not
    shown. A terminal passes at most 4,095 bytes of a line; a longer line is cut there, and longform reports it.
    `:append` adds the rest, and `:edit` takes any length.

    ## PIPED INPUT

    If standard input is not a terminal, each line answers a row. An empty line leaves the row as it is.
    Lines that begin with a colon are commands, with their full names:

        printf 'Ada\n\nGrace\n:goto 20\nZoe\n' | longform fill classmates

    `\:` begins an answer with a colon, and `\\` begins one with a backslash. A command such as `:append` or `:clear`
    is about the row that the next line would answer. After `:lines END`, the lines up to a line `END` are one answer:
    a paragraph, or a list with an entry on each line. `:goto services.cache` and `:remove` take out an item. The form is saved at the end of the input. Every error is reported with its line, as in
    `stdin:2:`, and then nothing is written. A script has a draft only with `--draft`.

    longform also runs without a terminal, a home directory or open standard streams, as under cron, in a
    container or over `ssh -T`. If something is impossible there, longform reports it, with a specific exit status.

    ## EXIT STATUS

    {exits}

    ## ENVIRONMENT

    {environment}

    ## FILES

    {files}

    ## LIMITS

    You can type up to 4,000 characters into a row. A longer text can be pasted and is kept whole, but it cannot be
    edited in its row: `^X^E` opens it in your own editor, and `:clear` empties the row.

    A program built by README's command is one file that contains libedit, PCRE2, SQLite, libyaml and
    the C library. It runs on other Linux machines with the same kind of processor, if `/proc` exists. It gets
    updates of these libraries only when it is built again.

    ## EXAMPLES

    Fill a form, and keep the answers in a file:

        longform fill classmates > names.json

    Edit a document in a form; everything but the changed answers stays byte for byte:

        longform edit resume.json

    Show what differs between two versions of it:

        longform diff last-year.json resume.json

    Start a new document with the answers of another:

        longform fill resume --answers last-year.json --output this-year.json

    Check answers without asking questions:

        longform check resume --answers resume.json --json

    Show this manual, and load the completions, where nothing was installed:

        longform manual | man -l -
        source <(longform completions bash)

    ## SEE ALSO

    longform-forms(5), longform-formats(7), longform-drafts(7), longform-delivery(7)
    """#
}
