// The manual page longform-delivery(7): delivering answers to a command.

enum DeliveryPage {
  static let text = #"""
    ## DELIVERY

    `--deliver COMMAND` gives the answers to a shell command and keeps them until the command accepts them. The
    database may be down, the receiver's disk may be full, or this machine may lose power: the saved answers stay in
    the draft. `longform deliver` sends them again, with the same bytes and the same id. Nothing sends them by itself.

        printf 'Ada\n' | longform classmates --deliver 'cat > sent.json'
        longform deliver --keep-going

    ### The input of the command

    A save first stores the answers in the draft and syncs the disk. Then `sh -c COMMAND` reads exactly these bytes
    from its standard input. The command runs in a session of its own, without a terminal. Its environment contains:

    `LONGFORM_ID` is a UUID. It stays the same when you correct the answers and save again; each new form
    gets another. A form with `"output": {"id":
    "meta.id"}` also writes this id into the answers; a loaded document that already has an id there keeps it.
    `LONGFORM_REVISION` is 1 at the first save, and higher by 1 after each save with other bytes. `LONGFORM_FORM`
    and `LONGFORM_FORM_HASH` are the id of the form and a hash of its template, `LONGFORM_FORMAT` is the format of
    the bytes.

    ### The answer of the command

    - exit 0 :: The answers are accepted. The standard output of the command becomes the output of longform. Then the
      file of `--output` is written, and the draft is finished.
    - exit 65 :: The answers are rejected if the command's standard error contains lines with a JSON Pointer, a tab and a
      message. The rows at these pointers then have these messages as problems, and the form stays open at the first
      of these rows.
    - any other exit, or a signal :: The answers are not accepted. The form stays open and shows the command's standard
      error; `^S` sends the answers again. `:save FILE` writes a copy to a file.

    `^C` ends the command and leaves the form open. The time limit of `--deliver-timeout`, by default 60 seconds, does
    the same, and so do more than 64 MiB of standard output. The command gets SIGTERM, and two seconds later SIGKILL.
    If a hang-up, `--take` or the time limit of `--timeout` ends the form while the command runs, the command is ended
    first.

    ### Answers that were not accepted

    If you leave the form, its answers wait in the draft, and the exit status is 69. The next start opens a new form
    and reports how many saved forms wait. `longform deliver` sends their answers, the oldest first. It stops when
    answers are not accepted, unless you add `--keep-going`, and exits with 0 if no answers are left. Answers that
    longform was sending when it was killed are sent as well. Each command runs in the folder where its form was
    saved, or in the current folder if that folder is gone, and with the environment of `longform deliver`: what it
    reads from there, such as `PGHOST`, belongs into the command. The line
    `*/10 * * * * longform deliver --keep-going --quiet`, added with `crontab -e`, sends them every ten minutes.

    Two kinds of answers need you, and the same command opens their form again instead of a new one. After you
    changed the form, `longform deliver` still sends what you saved, and the changes stay in the draft until you save
    them. After the command rejected rows, the form shows these problems again. If they
    are rejected again, `longform deliver` goes on with the next answers and prints the command that opens the form.

    `longform drafts` lists waiting answers first, and `longform drafts show` lists the attempts to send them.
    `longform drafts restore` opens their form again, and the form stays open until you save it; the save is a new
    revision, which replaces the waiting answers. Until then `longform deliver` sends these, and the form is
    finished if the command accepts them. Waiting answers never expire, and `longform drafts remove` removes them
    only with `--yes`.

    The draft contains the bytes, up to 64 MiB; more bytes are in a file next to it. For a form with rows of type
    `secret`, neither the bytes nor the output of the command are stored. `longform deliver` then prints the command line
    that opens the form, and you type the secrets again. A script that leaves one out saves nothing.

    For scripts this is the same: answers are kept in a draft even without `--draft`, and the exit status is 69 if they
    wait.

    ### Exactly once

    A command may complete its work and be killed before it exits. It then gets the same answers again. The receiver
    must recognize answers by their id, so that they count only once. A correction has the same id and a higher
    revision, and must replace the earlier answers. `share/longform/forms/README.md`, where longform is installed, has
    recipes for PostgreSQL and for a folder of many people.

    ## SEE ALSO

    longform(1), longform-formats(7), longform-drafts(7)
    """#
}
