// The editor's own functions, and how libedit runs them. Each function has a private code (U+0081
// to U+009F, which a terminal never sends), bound to a function of this module or of libedit.
//
// Invariants: only these codes, printable ASCII and ^Y ever reach libedit's key map. Functions that
// kill text put it into libedit's kill buffer; functions that only delete do not.
//
// The key map is libedit's Emacs map, even with vi keys. libedit's vi commands move by scalars. On
// short lines, some of them (`b`, `e` and `$`) read before the start of the line, or move the
// cursor before the start. So all of these commands would need corrections. Also, none of libedit's
// motions and kills stops at a line break in the text.

import CLibEdit

/// An editing function with a private code.
enum OwnFunction: UInt32, CaseIterable {
  case insert = 0x81
  case left, right, wordLeft, wordRight, lineStart, lineEnd
  case backspace, delete, transpose
  case upperCase, lowerCase, capitalize
  case killWordLeft, killBigWordLeft, killWordRight, killToLineEnd, killToLineStart, killLine
  /// Removes line breaks from text that libedit has just yanked.
  case removeLineBreaks
  /// A command of vi. To put text (vi's `p` and `P`), libedit's yank runs between `viPlace` and
  /// `viPut`.
  case vi, viPlace, viPut

  /// libedit's yank, which has its usual control character as its code.
  static let yank: UInt32 = 0x19
  /// The code for the function of libedit to which the person has bound a key. The code is bound to
  /// that function immediately before the function runs.
  static let personal: UInt32 = 0x9a

  /// The function's name in libedit and ~/.editrc.
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
