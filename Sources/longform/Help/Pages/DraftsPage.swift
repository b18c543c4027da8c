// longform-drafts(7): how unfinished forms are kept.

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
    that syncs within 20 ms. The status line ends with `kept` once everything is stored, with `...` until
    then, and with `NOT KEPT` and the reason if it cannot be.

    Not kept are rows of type `secret` and sessions with `--no-draft`. If the disk is full or the folder is
    missing, the form stays open in memory, tries again, and can still be saved.

    ### When it is opened

    Opening a form with a draft continues the draft and says so. longform asks first if the draft is older
    than 12 hours, is for another `--output`, or began with other answers. Enter continues it, `n` starts
    anew, and both are kept.

    If another process has the draft open, longform names it and offers to take over: the other process
    stores everything and exits with 129. Without a terminal `--take` does that; otherwise the exit status
    is 75.

    If the form has changed since, texts follow the ids of their sections and rows. Texts without a row are
    listed and stay in the draft. A damaged draft is set aside under another name and reported, never
    deleted.

    ### When it ends

    After a save, once every byte is written and synced, the draft is kept for 30 days, ten for each form.
    `:quit!`, `:fresh` and `--fresh` set a draft aside. Only `longform drafts remove` deletes one.

    ### Commands

    `longform drafts` lists drafts, and `--finished` the saved ones. `show`, `export`, `restore` and `remove` take
    the file name of a draft in that list, or the beginning of it: `longform help drafts show`.

    ### Remembered answers

    Rows with `remember` offer the answers of earlier saves. They are kept beside the drafts, 300 texts for
    each row, and `longform drafts forget` removes them.

    ## EXAMPLES

        longform drafts
        longform drafts list --finished
        longform drafts show classmates
        longform drafts export classmates --format text
        longform drafts restore classmates
        longform drafts remove classmates --yes

    ## SEE ALSO

    longform(1), longform-forms(5), longform-formats(7)
    """#
}
