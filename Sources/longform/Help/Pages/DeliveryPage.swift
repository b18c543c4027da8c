// The manual page longform-delivery(7): delivering answers to a command.

enum DeliveryPage {
  static let text = #"""
    ## DELIVERY

    `--deliver COMMAND` gives the answers to a shell command and keeps them until the command accepts them. Even if
    the database is down, the receiver's disk is full or this machine loses its power, the saved answers are sent
    again, with the same bytes and the same id, until they have arrived.

        printf 'Ada\n' | longform classmates --deliver 'cat > sent.json'
        longform deliver --keep-going

    ### The input of the command

    At a save the answers are stored in the draft and synced to the disk. Then `sh -c COMMAND` reads exactly these bytes
    from its standard input. It runs in a session of its own, without a terminal, and finds this in its environment:

    `LONGFORM_ID` is the id of this filling of the form, a UUID that never changes. A form with
    `"output": {"id": "meta.id"}` writes it into the answers, too; a loaded document that has an id there keeps it.
    `LONGFORM_REVISION` counts the saves whose bytes differed, from 1. `LONGFORM_FORM` and `LONGFORM_FORM_HASH` are the id of
    the form and a hash of its template, `LONGFORM_FORMAT` is the format of the bytes.

    ### The answer of the command

    - exit 0 :: The answers are accepted. What the command wrote to standard output is the output of longform; then the
      file of `--output` is written, and the draft is finished.
    - exit 65 :: The answers are rejected if standard error has lines of a JSON Pointer, a tab and a message. The rows at
      these pointers have problems then, and the form stays open at the first.
    - any other exit, or a signal :: The answers are not accepted. The form stays open and shows what the command wrote to
      standard error; `^S` sends again.

    `^C` ends the command and leaves the form open. So does the time limit of `--deliver-timeout`, by default 60 seconds.
    The command gets SIGTERM, and two seconds later SIGKILL. A hang-up, `--take` and the time limit of `--timeout` end
    the command too, and then the form.

    ### Answers that were not accepted

    If you leave the form, it is closed, its answers wait, and the exit status is 69. The next start opens a new form and
    says how many wait. `longform deliver` sends them, the oldest first; it stops at the first that is not
    accepted, unless you say `--keep-going`, and exits with 0 if nothing is left. If longform was killed while it sent,
    `longform deliver` sends that too. Each command runs in the folder where its form was saved, or if that is gone, in
    the folder of `longform deliver`.

    `longform drafts` lists them first, and `longform drafts show` lists the attempts with their times. `longform drafts
    restore` opens such a form again; saving then makes the next revision, which replaces the one before. Waiting answers
    never expire, and `longform drafts remove` needs `--yes` for them.

    The bytes are in the draft, or if they are more than 64 MiB, in a file beside it. A form with rows of type `secret`
    stores neither the bytes nor the output of the command: `longform deliver` names the command that opens it, and the
    secrets are asked for again.

    Scripts work the same way: a draft is kept even without `--draft`, and the exit status is 69 if the answers wait.

    ### Exactly once

    A command that was killed may have done its work, and gets the answers again. So the receiver must recognize answers by
    their id. Then every answer arrives exactly once. `Forms/README.md` in the sources of longform has recipes for
    PostgreSQL and for a folder of many people.

    ## SEE ALSO

    longform(1), longform-formats(7), longform-drafts(7)
    """#
}
