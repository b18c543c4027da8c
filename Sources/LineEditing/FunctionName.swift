// The names that ~/.editrc uses for libedit's functions, each with the key that does the same in
// this editor.
//
// Invariant: binding a name that is missing here has no effect. Some names are missing on purpose:
// completion, quoted insert, numeric arguments, overwriting, the mark, and every function that
// reads input itself. With these functions, libedit would read keys that belong to the application,
// or insert more than a line may hold.

import Keys

/// Names of libedit's functions.
enum FunctionName {
  /// Functions of vi's command mode, each with its key in that mode.
  static let viKeys: [String: Unicode.Scalar] = [
    "ed-prev-char": "h", "ed-next-char": "l", "ed-next-history": "j", "ed-prev-history": "k",
    "ed-next-line": "j", "ed-prev-line": "k", "vi-zero": "0", "ed-move-to-beg": "^",
    "ed-move-to-end": "$", "vi-next-word": "w", "vi-prev-word": "b", "vi-end-word": "e",
    "vi-next-big-word": "W", "vi-prev-big-word": "B", "vi-end-big-word": "E", "vi-match": "%",
    "vi-to-column": "|", "vi-next-char": "f", "vi-prev-char": "F", "vi-to-next-char": "t",
    "vi-to-prev-char": "T", "vi-repeat-next-char": ";", "vi-repeat-prev-char": ",",
    "vi-delete-meta": "d", "vi-change-meta": "c", "vi-yank": "y", "vi-yank-end": "Y",
    "ed-delete-next-char": "x", "ed-delete-prev-char": "X", "ed-kill-line": "D",
    "vi-change-to-eol": "C", "vi-substitute-line": "S", "vi-substitute-char": "s",
    "vi-replace-char": "r", "vi-change-case": "~", "vi-paste-next": "p", "vi-paste-prev": "P",
    "vi-insert": "i", "vi-add": "a", "vi-insert-at-bol": "I", "vi-add-at-eol": "A",
    "vi-redo": ".", "vi-undo": "u", "vi-search-prev": "/", "vi-search-next": "/",
    "vi-repeat-search-next": "n", "vi-repeat-search-prev": "N", "vi-to-history-line": "G",
  ]

  /// Functions that are available in every mode.
  static let bindings: [String: PersonalBinding] = functions.merging(ownFunctions) { libedits, _ in
    libedits
  }

  private static let functions: [String: PersonalBinding] = [
    "is undefined": .keys([]), "ed-unassigned": .keys([]), "ed-ignore": .keys([]),
    "ed-prev-char": .keys([.left]), "ed-next-char": .keys([.right]),
    "ed-prev-word": .keys([.wordLeft]), "vi-prev-word": .keys([.wordLeft]),
    "em-next-word": .keys([.wordRight]), "vi-next-word": .keys([.wordRight]),
    "vi-end-word": .keys([.wordRight]), "ed-move-to-beg": .keys([.home]), "vi-zero": .keys([.home]),
    "ed-move-to-end": .keys([.end]), "ed-delete-prev-char": .keys([.backspace]),
    "em-delete-prev-char": .keys([.backspace]), "vi-delete-prev-char": .keys([.backspace]),
    "ed-delete-next-char": .keys([.delete]), "em-delete-next-char": .keys([.delete]),
    "em-delete-or-list": .keys([.control("d")]), "ed-delete-prev-word": .keys([.metaBackspace]),
    "em-delete-next-word": .keys([.meta("d")]), "ed-kill-line": .keys([.control("k")]),
    "em-kill-line": .own(.killLine, .killed), "vi-kill-line-prev": .own(.killToLineStart, .killed),
    "em-copy-prev-word": .function("em-copy-prev-word", .other), "em-yank": .keys([.control("y")]),
    "vi-paste-prev": .keys([.control("y")]), "ed-transpose-chars": .keys([.control("t")]),
    "em-upper-case": .keys([.meta("u")]), "em-lower-case": .keys([.meta("l")]),
    "em-capitol-case": .keys([.meta("c")]), "ed-newline": .keys([.enter]),
    "vi-command-mode": .keys([.escape]), "ed-prev-history": .keys([.up]),
    "ed-search-prev-history": .keys([.up]), "ed-prev-line": .keys([.up]),
    "ed-next-history": .keys([.down]), "ed-search-next-history": .keys([.down]),
    "ed-next-line": .keys([.down]), "em-inc-search-prev": .keys([.control("r")]),
    "ed-clear-screen": .keys([.control("l")]), "ed-redisplay": .keys([.control("l")]),
    "ed-command": .keys([.meta("x")]), "vi-undo": .keys([.control("_")]),
  ]

  private static let ownFunctions: [String: PersonalBinding] = [
    OwnFunction.left.name: .keys([.left]), OwnFunction.right.name: .keys([.right]),
    OwnFunction.wordLeft.name: .keys([.wordLeft]), OwnFunction.wordRight.name: .keys([.wordRight]),
    OwnFunction.backspace.name: .keys([.backspace]), OwnFunction.delete.name: .keys([.delete]),
    OwnFunction.transpose.name: .keys([.control("t")]),
    OwnFunction.upperCase.name: .keys([.meta("u")]),
    OwnFunction.lowerCase.name: .keys([.meta("l")]),
    OwnFunction.capitalize.name: .keys([.meta("c")]),
  ]
}
