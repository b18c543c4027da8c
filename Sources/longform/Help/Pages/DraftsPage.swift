// The manual page longform-drafts(7): how unfinished forms are stored.

enum DraftsPage {
  static let text = #"""
    ## DRAFTS

    A draft is one file that only you can read. It belongs to the form, to a name (`main`, unless `--draft`
    names another) and to the file of `--output`. It contains the text of every row that you changed,
    your position, the last 1,000 steps that can be undone, and the document of `--answers`.

    ### When it is written

    When you leave a row, its text is written before the next key is read. The disk is synced at once, or once a
    second if a sync takes more than 20 ms. While you type, the text is written every 250 ms, and synced when you
    pause or at the latest after a second. So if the process is killed, even by `kill -9`, you lose at most the
    last quarter of a second of typing. On a disk that syncs within 20 ms, a power cut loses nothing of a row that
    you left. The title ends with `kept` if all changes older than a second are stored, with `keeping…` if some
    are not, and with `NOT KEPT` if they cannot be stored; the message line then shows the reason.

    Rows of type `secret` and sessions with `--no-draft` are not kept. If the disk is full or the folder is
    missing, the form stays open in memory, tries again, and can still be saved.

    ### When it is opened

    If a form has a draft, opening the form continues the draft and reports this. longform asks first if the draft
    is older than 12 hours, is for another `--output`, or began with other answers. It also asks if the template
    was renamed, moved, or given another `id`. Enter continues the draft, `n` begins a new one, and both are kept.
    `edit FILE` never offers a draft that did not begin with FILE.

    If another process has the draft open, longform names the process and offers to take over the draft: the other
    process then stores everything and exits with 129. Without a terminal, use `--take`; otherwise the exit status
    is 75.

    If a form was read from standard input, its draft contains the form; `longform drafts show --template` prints
    it. A damaged draft is set aside under another name and reported, never deleted.

    ### When the form has changed

    A text belongs to the id of its row, even if the row is now in another section. If a section becomes a repeat,
    its texts go to item 1. If a repeat becomes a plain section, the texts of its first item stay. A row that
    gets or loses its `count` is number 1. Texts without a row are listed when the form opens, before it is
    saved and after it is saved. They stay in the draft; `longform drafts show` prints them.

    If a row becomes `secret`, its text and its steps of undo are removed from the draft when the form is opened.
    The file is then rewritten without them. Drafts that were saved or set aside earlier keep the text until you
    open or remove them.

    ### Text in your editor

    If a hang-up or a kill ends the editor of `^X^E`, its folder stays next to the drafts. The next start lists the
    new files in this folder and offers a text: the edited file, or the copy that nano or Emacs saves on a
    hang-up. `vim -r` reads a swap file of vim. Scripts get a line on standard error. A folder
    without new files is removed; otherwise longform prints its path.

    ### Pasted lines

    The remaining lines of a paste are part of the draft until they are pasted. Leaving and saving report them, and
    `longform drafts show` lists them.

    ### When it ends

    After a save, once every byte is written and synced, the draft is kept for 30 days. After that the newest
    hundred of each form stay until you remove them. Not the clock but the order of the saves decides which
    drafts are the newest, for `--last` as well. `--last` takes the last save to the same destination, or if
    there is none, the last one to any other that did not begin with a file of answers.
    Answers that a command has not accepted yet wait in their draft without a time limit; see longform-delivery(7).
    `:quit!`, `:fresh` and `--fresh` set a draft aside. Only `longform drafts remove` deletes one.

    ### Names

    - classmates :: the unfinished draft of the form `classmates`; for `show` and `export`, if there is none, the newest
      that was saved or set aside
    - classmates/june :: the draft of `--draft june`
    - classmates@2 :: the second newest that was saved or set aside; every save and every draft set aside
      renumbers them
    - classmates:june.json :: the draft for `--output june.json`, if the names above would mean several drafts

    If two forms have the same `id`, their drafts are named by their file names. Every draft can be named by its file
    name, or by the beginning of its file name.

    ### Commands

    `longform drafts` lists drafts, and `--finished` the saved ones. At a terminal the list is a table; elsewhere it is
    a line for each draft, which ends with the name of its file. `show`, `export`, `restore` and `remove` need the
    name of a draft; see `longform help drafts show`. `restore` with the name of a form restores its newest draft
    that was saved or set aside.

    ### Remembered answers

    Rows with `remember` offer the answers of earlier saves. They are kept next to the drafts, up to 300
    texts for each row. `longform drafts forget` removes them.

    ## EXAMPLES

        longform drafts
        longform drafts list --finished
        longform drafts show classmates
        longform drafts show classmates@1
        longform drafts export classmates --format text
        longform drafts restore classmates
        longform drafts remove classmates --yes

    ## SEE ALSO

    longform(1), longform-forms(5), longform-formats(7), longform-delivery(7)
    """#
}
