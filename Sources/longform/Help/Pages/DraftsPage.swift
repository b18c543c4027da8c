// The manual page longform-drafts(7): how unfinished forms are stored.

enum DraftsPage {
  static let text = #"""
    ## DRAFTS

    A draft is one file that only you can read. It belongs to the form, to a name (`main`, unless `--draft`
    names another) and to the file of `--output`. It holds the text of every row you changed, your place,
    the last 1,000 steps of undo, and the document of `--answers`.

    ### When it is written

    A row you leave is handed to the system before the next key is read, and synced to the disk at once, or
    once a second where a sync takes more than 20 ms. The row you are typing is handed over every 250 ms and
    synced when you pause, at the latest after a second. So if the process ends, even by `kill -9`, that
    costs at most the last quarter of a second of that row. A power cut costs nothing of a row you left, on a disk
    that syncs within 20 ms. The title ends with `kept` while nothing older than a second is unsaved, with
    `keeping…` otherwise, and with `NOT KEPT` if it cannot be; the message line says why.

    Rows of type `secret` and sessions with `--no-draft` are not kept. If the disk is full or the folder is
    missing, the form stays open in memory, tries again, and can still be saved.

    ### When it is opened

    Opening a form with a draft continues the draft and says so. longform asks first if the draft is older
    than 12 hours, is for another `--output`, began with other answers, or is of a template that was renamed,
    moved, or given another `id`. Enter continues it, `n` starts anew, and both are kept. `edit FILE` never
    offers a draft that did not begin with FILE.

    If another process has the draft open, longform names it and offers to take over: the other process
    stores everything and exits with 129. Without a terminal `--take` does that; otherwise the exit status
    is 75.

    The draft of a form that came by standard input contains the form; `longform drafts show --template` prints
    it. A damaged draft is set aside under another name and reported, never deleted.

    ### When the form has changed

    Texts follow the ids of their sections and rows, also to another section. A section that becomes a repeat
    gives its texts to item 1. A repeat that becomes a plain section keeps those of its first item. A row that
    gets or loses its `count` is number 1. Texts without a row are listed when the form opens, before it is
    saved and afterwards. They stay in the draft, where `longform drafts show` finds them.

    A row that becomes `secret` leaves the draft when the form is opened, with its steps of undo. The file is
    rewritten and contains nothing of it. Drafts that were saved or set aside before keep theirs until you
    open or remove them.

    ### Text in your editor

    If the editor of `^X^E` does not end by itself, because of a hang-up or a kill, its folder stays beside the
    drafts. The next start lists the new files in it and offers a text: the file, or the copy that nano or Emacs
    saves on a hang-up. `vim -r` reads a swap file of vim. Scripts get a line on standard error. A folder
    with nothing new is removed; otherwise longform prints its path.

    ### Pasted lines

    The remaining lines of a paste are part of the draft until they are pasted. Leaving and saving report them, and
    `longform drafts show` lists them.

    ### When it ends

    After a save, once every byte is written and synced, the draft is kept for 30 days. After that the newest
    hundred of each form stay until you remove them. The order of the saves decides which are the newest, not the
    clock, also for `--last`.
    Answers that a command has not accepted yet wait in their draft without a time limit; see longform-delivery(7).
    `:quit!`, `:fresh` and `--fresh` set a draft aside. Only `longform drafts remove` deletes one.

    ### Names

    - classmates :: the unfinished draft of the form `classmates`; for `show` and `export`, if there is none, the newest
      that was saved or set aside
    - classmates/june :: the draft of `--draft june`
    - classmates@2 :: the second newest that was saved or set aside; every save and every draft set aside
      renumbers them
    - classmates:june.json :: the draft for `--output june.json`, where the names above mean several drafts

    Drafts of two forms with the same `id` have the names of their files. The name of a file, or the beginning of
    it, names every draft.

    ### Commands

    `longform drafts` lists drafts, and `--finished` the saved ones. At a terminal the list is a table; elsewhere it is
    a line for each draft, which ends with the name of its file. `show`, `export`, `restore` and `remove` take the
    name of a draft: `longform help drafts show`. `restore` with the name of a form restores the newest that
    was saved or set aside.

    ### Remembered answers

    Rows with `remember` offer the answers of earlier saves. They are kept beside the drafts, 300 texts for
    each row, and `longform drafts forget` removes them.

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
