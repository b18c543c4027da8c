// The manual's sentences about exit codes, environment variables and files. Code is in backticks,
// as in Markdown.

import FormModel
import FormTerminal

/// A name with a sentence about it.
struct Fact {
  let name: String
  let sentence: String

  var block: HelpBlock { .item(tag: name, text: sentence) }
}

enum Facts {
  /// The exit codes.
  static let exitCodes =
    ExitStatus.allCases.map { Fact(name: String($0.rawValue), sentence: $0.meaning) } + [
      Fact(
        name: "129, 131, 143",
        sentence:
          "ended by a hang-up, quit or termination, as a shell reports it; the draft is kept"
      )
    ]

  /// The environment variables that the program reads.
  static let variables = [
    Fact(name: "LONGFORM_PATH", sentence: "folders with forms, separated by colons"),
    Fact(name: "LONGFORM_EDIT_MODE", sentence: "`vi` or `emacs`: the keys that edit a row"),
    Fact(
      name: "LONGFORM_MOUSE", sentence: "if set and not 0, the mouse is used, as with `--mouse`"),
    Fact(
      name: "LONGFORM_ESCDELAY",
      sentence: "milliseconds to wait after Esc for the rest of a key; by default 50"),
    Fact(
      name: "VISUAL, EDITOR",
      sentence: "the editor of `^X^E`: the first that is set, or else `vi`"),
    Fact(name: "NO_COLOR", sentence: "if set, no colour, unless `--color` says otherwise"),
    Fact(
      name: "LONGFORM_COLORS",
      sentence: "colours of parts of the screen, as in `focus=36:problem=1;31`"),
    Fact(
      name: "TERM",
      sentence: "the kind of terminal; on a `dumb` one the form is filled in sentences"),
    Fact(
      name: "LONGFORM_PLAIN, ACCESSIBLE",
      sentence: "if set and not 0, sentences in place of a screen, as with `--plain`"),
    Fact(
      name: "LC_ALL, LC_CTYPE, LANG",
      sentence: "the encoding; if it is not UTF-8, the marks on the screen are ASCII"),
    Fact(
      name: "EDITRC, INPUTRC", sentence: "files in the place of `~/.editrc` and `~/.inputrc`"),
    Fact(
      name: "HOME",
      sentence: "the folder of the files below, and of `longform install` for all but root"),
    Fact(
      name: "XDG_STATE_HOME, XDG_DATA_HOME, XDG_CACHE_HOME",
      sentence: "the folders of drafts, forms and indexes; see the files"),
    Fact(
      name: "XDG_RUNTIME_DIR, TMPDIR",
      sentence:
        "the folder of the file that `^X^E` opens if no draft is kept; by default `/tmp`"),
    Fact(
      name: "PREFIX, DESTDIR",
      sentence: "the place of `longform install`, and a folder in front of it for packages"),
    Fact(name: "PATH", sentence: "read by `longform install`, to say if the program is not in it"),
  ]

  /// The files that the program reads and writes.
  static let files = [
    Fact(name: "./Forms", sentence: "forms, named `NAME.json`; searched first"),
    Fact(
      name: "~/.local/share/longform/forms",
      sentence: "your forms; in `$XDG_DATA_HOME` if that is set"),
    Fact(
      name: "PREFIX/share/longform/forms",
      sentence:
        "the installed forms, their schema, and `README.md`: a guide to forms, with recipes"),
    Fact(
      name: "~/.local/state/longform/drafts",
      sentence:
        "drafts, files of `^X^E` and remembered answers; in `$XDG_STATE_HOME` if that is set"),
    Fact(
      name: "~/.cache/longform",
      sentence: "indexes of candidates, which you may delete; in `$XDG_CACHE_HOME` if that is set"),
    Fact(name: "~/.editrc", sentence: "libedit's key bindings; `$EDITRC` names another file"),
    Fact(
      name: "~/.inputrc",
      sentence: "read for `set editing-mode vi` only; `$INPUTRC` names another file"),
    Fact(
      name: "PREFIX/share/longform/installed",
      sentence: "the list of installed files, which `longform uninstall` removes"),
  ]
}

extension ExitStatus {
  /// The situations in which the program ends with this code.
  var meaning: String {
    switch self {
    case .saved: "saved, and everything is written"
    case .notSaved:
      "not saved: left by `:quit` or with `y`, or problems with piped input, `--no-input` or `check`; "
        + "`diff`: the answers differ"
    case .savedWithProblems:
      "saved with problems: by `:save!`, by `convert`, or by `edit` if the file had them before"
    case .wrongUse: "wrong use of a command or an option"
    case .malformed:
      "a template, a document or piped input is malformed, or the form cannot be written as `env`"
    case .cannotOpen: "a form, a document or the terminal cannot be opened"
    case .fault: "an internal error"
    case .cannotCreate: "the output cannot be created, or another program changed the file"
    case .writeFailed: "writing failed"
    case .undelivered: "the command did not accept the answers; `longform deliver` sends them"
    case .inUse: "another process has the draft open"
    case .timedOut: "timed out after the seconds of `--timeout`; the draft is kept"
    case .left:
      "left with Ctrl-C, or with Esc from the list of forms or from a question about a draft"
    }
  }
}
