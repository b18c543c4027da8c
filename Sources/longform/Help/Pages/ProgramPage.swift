// The manual page longform(1): the program, its commands, options, keys, exit status, environment
// and files.

enum ProgramPage {
  static let text = #"""
    ## SYNOPSIS

    {synopsis}

    ## DESCRIPTION

    longform fills forms of twenty rows or a million, seen a few lines at a time. A form is a JSON file.
    The answers go to standard output, or to the file of `--output`, and nothing else does. Where standard
    output is the terminal of the form, the question before a save offers a file first: `f` or `^S` asks for
    its name and proposes one; `y` prints the answers there.

    At a terminal the form is drawn on the terminal itself, even if standard output is a file. Elsewhere
    longform reads standard input line by line; see PIPED INPUT.

    A required row that is empty is marked `*`, a row with a problem `!`. Neither keeps you from moving; only
    saving is refused, and `:save!` saves nevertheless. If the disk is full or the reader of standard output
    is gone, the form stays open, and `:export json FILE` writes the answers to another place.

    If the form was opened with a document, the question before a save lists your changes, and `:review`
    lists them at any time. If another program changed the file meanwhile, longform offers to compare the
    two. It takes a change of only one side; a row or an item that both sides changed is a problem with two
    candidates. Then it asks whether to save. The draft from before that is set aside. A script ends with 73
    and lists the rows that differ.

    Everything you type is kept in a draft. The same command continues it, also after a lost connection or
    a crash; see longform-drafts(7).

    Without a form, at a terminal, longform lists the forms that it finds, with the progress of their drafts. Up and
    Down choose one, typing narrows the list, Enter opens the form as `longform fill NAME` does, and Esc
    leaves. On a `dumb` terminal and with `LONGFORM_PLAIN` the list has numbers to type.

    A form is named by its path, or by its name as `longform forms` lists it. `NAME.json` is looked for in
    `./Forms`, in the folders of `LONGFORM_PATH`, in `$XDG_DATA_HOME/longform/forms` and in
    `share/longform/forms` of the prefix where the program is installed. `-` reads the form from standard
    input.

    ## COMMANDS

    `longform FORM` is `longform fill FORM`. Every command takes `--help` and `--version`. `longform help`
    shows how to begin and `longform help --all` lists the commands. It takes the name of a command, or one of
    these topics: {topics}.

    {commands}

    ### Notes on options

    `--output` follows symbolic links and replaces the file as a whole or not at all. `--set` takes the key
    of a row (`basics.name`, `work[0].name`) or its id, and comes after the document of `--answers`.
    `--height` takes 1 to 1,000 lines, or `40%` of the terminal for all lines. By default the template decides;
    otherwise the form takes the lines it needs, and with its first panel two thirds of the terminal. `NO_COLOR`
    counts like `--color never`, and colour never carries a meaning alone. `--timeout` ends every kind of waiting: for
    a person, for input, for a reader of the output. With `--no-draft` Ctrl-C asks before it leaves. In a loop
    over a file `--tty` asks you at the terminal and leaves standard input to the loop.

    ## FORMS IN ARGUMENTS

    `longform ask` fills a form without a file. Each argument is a row, `LABEL[*][:TYPE][=DEFAULT]`:

        longform ask Name Email:email Cups:integer=1 Size:choice=S,M,L

    A `*` after the label, as in `'Name*'`, makes the row required; the quotes are for the shell. TYPE is any type of longform-forms(5), by default `text`; `choice`
    and `choices` need their values after `=`, with commas in between. Every label gives the key of its answer:
    in lower case, with `_` for everything but letters and digits. A backslash takes `*`, `:`, `=`, `,` and
    itself literally; before other characters it has no meaning.

    Everything else is as with `longform fill`: the screen, plain mode, piped input, formats and `--set`. A draft is
    kept only with `--draft NAME`; the same command continues it. `--template` prints the template, which
    `longform fill` opens:

        longform ask Name Cups:integer=1 --title Tea --template > tea.json

    ## KEYS

    {keys}

    The last line of a repeating section is its next item: type on it, or paste, to add the item. Enter goes
    on and adds nothing, Space adds an empty item, and Backspace in the first row of an item that holds
    nothing removes it again. A section without items is this one line.

    A paragraph or list is edited at a prompt of several lines, wrapped at words. `^X^E` opens any row in your own editor, in a file that only you can read and that is removed
    afterwards; the text that comes back is one step of undo.

    A search takes the beginnings of words and ignores case and accents. Tab goes from labels, answers and
    help to other scopes: answers only, empty rows, rows with a problem, changed rows, one section.

    With `--mouse`, `LONGFORM_MOUSE=1` or `:mouse` a click goes to a row or chooses a line of a list, and the
    wheel scrolls the list under it, else the form. A click adds and answers nothing.

    Vi's keys come with `--vi`, with `LONGFORM_EDIT_MODE=vi`, with `bind -v` in `~/.editrc` or with
    `set editing-mode vi` in `~/.inputrc`; the first of these that is set counts. `~/.editrc` may
    bind other keys to libedit's functions. In a text of several lines `^A`, `^E`, `^K` and `^U` act on the
    line around the cursor; Up and Down go by the lines you see and, at the first and the last, to the
    next row. In vi's command mode the mark of the focus is a colon. A paste is text: a pasted line never runs a command, a pasted line break never saves, and a
    pasted Ctrl-C ends nothing. Each pasted line takes a row, or in an empty item of a repeat each line an
    item and each cell a row; it stops before a row with an answer.

    ## COMMANDS OF A FORM

    Press Ctrl-O, or type a colon in an empty row. Tab completes, and the beginning of a name is enough.
    The names in parentheses are the keys; those of vi come after `vi:`.

    {formcommands}

    ## PLAIN MODE

    For screen readers, serial lines and logs. `--plain`, `TERM=dumb`, `LONGFORM_PLAIN=1` and
    `ACCESSIBLE=1` fill the same form in sentences, and `:plain` continues in sentences from the screen.
    No cursor is moved, nothing is printed while you type, and the terminal edits your line as it always
    does. A row is one sentence, with its label, its text, its state and its place:

        Classmate 3: Ada. 3 of 20.

    A line you type answers the row and goes to the next. An empty line leaves the row as it is. A problem
    is reported at once, and `:prev` goes back. All commands work, also shortened; `::` begins an answer
    with a colon. `:show` lists all rows, and `:repeat` prints this one with all of its text.

    In a row of several lines each line is added until an empty one. `:lines END` takes empty lines, too, up
    to a line `END`. Where an answer is one of some choices, its beginning is enough; if several choices
    fit they are listed, and a number, `:pick N` or more letters decide. `:pick` alone lists the candidates
    and then the following ones. `:find words` goes to the first row with these words and `:find` to the
    next; `:filter words` goes through those rows only, and `:filter` through all again.

    After the last row, and after `:save`, longform asks; only `y` saves, and no line that was typed before
    the question counts. Ctrl-C leaves and Ctrl-D is `:quit`; both keep the draft. The draft is kept line by
    line: a killed process loses the line you are typing. The text of a secret row is not shown. A
    terminal passes at most 4,095 bytes of a line; a longer line is cut there, and longform reports it.
    `:append` adds the rest, and `:edit` takes any length.

    ## PIPED INPUT

    Where standard input is not a terminal, each line answers a row, an empty line leaves one as it is, and
    lines that begin with a colon are commands, with their full names:

        printf 'Ada\n\nGrace\n:goto 20\nZoe\n' | longform fill classmates

    `\:` begins an answer with a colon, and `\\` one with a backslash. `:lines END` takes the lines up to a
    line `END` as one answer. The end of the input saves. Every error is reported with its line, as in
    `stdin:2:`, and then nothing is written. A script has a draft only with `--draft`.

    longform also runs without a terminal, a home directory or open standard streams, as under cron, in a
    container or over `ssh -T`. It reports the things it cannot do there, each with an exit status of its own.

    ## EXIT STATUS

    {exits}

    ## ENVIRONMENT

    {environment}

    ## FILES

    {files}

    ## LIMITS

    A row takes 4,000 typed characters. A longer text can be pasted and is kept whole, but not edited in
    place: `^X^E` opens it in your own editor, and `:clear` empties the row.

    A program built by README's command is one file that contains libedit, PCRE2, SQLite, libyaml and
    the C library. It runs on other Linux machines with the same processor, where `/proc` is. Updates
    of these libraries reach it with its next build.

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
