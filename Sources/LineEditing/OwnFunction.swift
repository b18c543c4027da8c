// The editor's own functions, and how libedit runs them: each has a private code (U+0081 to U+009F,
// which a terminal never sends), bound to a function of this module or of libedit.
//
// Invariants: only these codes, printable ASCII and ^Y ever reach libedit's key map. It is the
// Emacs map even with vi keys: libedit's vi commands move by scalars, some read before the start of
// the line or leave the cursor there (`b`, `e` and `$` on short lines), so all of them would need
// corrections; and none of its motions and kills respects a line break in the text. Kills leave
// their text in libedit's kill buffer, plain deletions do not.

import CLibEdit

/// An editing function with a private code.
enum OwnFunction: UInt32, CaseIterable {
  case insert = 0x81
  case left, right, wordLeft, wordRight, lineStart, lineEnd
  case backspace, delete, transpose
  case upperCase, lowerCase, capitalize
  case killWordLeft, killBigWordLeft, killWordRight, killToLineEnd, killToLineStart, killLine
  /// Runs after libedit's yank.
  case removeLineBreaks
  /// A command of vi. A put runs libedit's yank between `viPlace` and `viPut`.
  case vi, viPlace, viPut

  /// libedit's yank, by its usual control character.
  static let yank: UInt32 = 0x19
  /// The code for a function of libedit that the person has bound. It is bound to the function just
  /// before it runs.
  static let personal: UInt32 = 0x9a

  /// The name in libedit and ~/.editrc.
  var name: String {
    switch self {
    case .insert: "longform-insert"
    case .left: "longform-left"
    case .right: "longform-right"
    case .wordLeft: "longform-word-left"
    case .wordRight: "longform-word-right"
    case .lineStart: "longform-line-start"
    case .lineEnd: "longform-line-end"
    case .backspace: "longform-backspace"
    case .delete: "longform-delete"
    case .transpose: "longform-transpose"
    case .upperCase: "longform-upper-case"
    case .lowerCase: "longform-lower-case"
    case .capitalize: "longform-capitalize"
    case .killWordLeft: "longform-kill-word-left"
    case .killBigWordLeft: "longform-kill-big-word-left"
    case .killWordRight: "longform-kill-word-right"
    case .killToLineEnd: "longform-kill-to-line-end"
    case .killToLineStart: "longform-kill-to-line-start"
    case .killLine: "longform-kill-line"
    case .removeLineBreaks: "longform-remove-line-breaks"
    case .vi: "longform-vi"
    case .viPlace: "longform-vi-place"
    case .viPut: "longform-vi-put"
    }
  }

  /// Binds all codes and control characters.
  static func bind(in el: OpaquePointer) {
    for function in allCases { _ = le_bind(el, function.rawValue, function.name) }
    _ = le_bind(el, yank, "em-yank")
  }
}
