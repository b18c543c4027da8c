// What README and the manual both say, once: exit codes, environment variables, files. Code stands
// between backticks, as in Markdown.

import FormCore

/// Something with a name and a sentence about it.
struct Fact {
  let name: String
  let sentence: String
}

enum Facts {
  /// The exit codes.
  static let exitCodes =
    ExitStatus.allCases.map { Fact(name: String($0.rawValue), sentence: $0.meaning) } + [
      Fact(
        name: "129, 130, 131, 143",
        sentence: "hang-up, ^C, quit, termination, as a shell sees them; the draft is kept")
    ]

  /// The environment variables that are read.
  static let variables = [
    Fact(
      name: "LONGFORM_PATH", sentence: "folders with forms, colons between them"),
    Fact(name: "LONGFORM_EDIT_MODE", sentence: "`vi` or `emacs`: the keys of the line"),
    Fact(
      name: "LONGFORM_ESCDELAY",
      sentence: "after how many milliseconds an Esc is Esc and not the beginning of a key; else 50"),
    Fact(
      name: "VISUAL, EDITOR", sentence: "the editor of ^X^E, the first that is set, else `vi`"),
    Fact(name: "NO_COLOR", sentence: "no colour, unless `--color` says otherwise"),
    Fact(
      name: "TERM",
      sentence: "`dumb` is a terminal that cannot show a form, which is filled in sentences then"),
    Fact(
      name: "LONGFORM_PLAIN, ACCESSIBLE",
      sentence: "sentences instead of a screen, as with `--plain`"),
    Fact(
      name: "LC_ALL, LC_CTYPE, LANG",
      sentence: "the encoding; where it is not UTF-8 the marks on the screen are ASCII"),
    Fact(
      name: "XDG_STATE_HOME, XDG_DATA_HOME, XDG_CACHE_HOME",
      sentence: "where drafts, forms and indexes are; see the files"),
    Fact(
      name: "XDG_RUNTIME_DIR, TMPDIR",
      sentence: "where the file is that ^X^E gives to the editor if no draft is kept; else `/tmp`"),
    Fact(
      name: "PREFIX, DESTDIR",
      sentence: "where `longform install` installs, and the folder in front of that"),
  ]

  /// The files that are read and written.
  static let files = [
    Fact(name: "./Forms", sentence: "forms, `NAME.json`; looked into first"),
    Fact(
      name: "~/.local/share/longform/forms",
      sentence: "forms of this person, below `$XDG_DATA_HOME` if that is set"),
    Fact(
      name: "PREFIX/share/longform/forms",
      sentence: "the forms that were installed with the program, and their schema"),
    Fact(
      name: "~/.local/state/longform/drafts",
      sentence:
        "drafts, files of ^X^E, and what rows remember; below `$XDG_STATE_HOME` if that is set"),
    Fact(
      name: "~/.cache/longform",
      sentence: "indexes of candidates, below `$XDG_CACHE_HOME` if that is set; may be deleted"),
    Fact(
      name: "~/.editrc, ~/.inputrc",
      sentence: "bindings of libedit's keys; `set editing-mode vi` in the second"),
    Fact(
      name: "PREFIX/share/longform/installed",
      sentence: "what `longform install` put there, which is what `longform uninstall` removes"),
  ]
}

extension ExitStatus {
  /// When the program ends with it.
  var meaning: String {
    switch self {
    case .saved: "saved and written completely"
    case .notSaved:
      "not saved: left by `:quit`, or problems with piped input, `--no-input` or `check`"
    case .savedWithProblems:
      "saved with problems: by `:save!`, by `convert`, or by `edit` where the file had them before"
    case .wrongUse: "wrong use"
    case .malformed:
      "a template, a document or piped input is malformed, or the form cannot be written as `env`"
    case .cannotOpen: "a form, a document or the terminal cannot be opened"
    case .fault: "a fault of ours"
    case .cannotCreate: "the output cannot be created"
    case .writeFailed: "writing failed"
    case .inUse: "another process has the draft open"
    case .timedOut: "the time of `--timeout` is up; the draft is kept"
    }
  }
}
