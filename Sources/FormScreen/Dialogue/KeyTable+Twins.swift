// The twins of keys: chords of ^X and another key (^X is Ctrl-X), for terminals and keyboard
// layouts that lack Alt or the key itself.
//
// Invariant: every key with Alt has a twin with ^X, except keys that edit the line. Twins are
// derived from the table of keys, so a new key automatically has a twin.

import Keys

extension KeyTable {
  /// Returns the twins of a key.
  static func twins(of key: Key, doing function: KeyFunction) -> [Key] {
    if case .edit = function { return [] }
    return switch key {
    case .meta("_"): [.controlX(.character("r")), .controlX(.character("_"))]
    case .meta(let scalar): [.controlX(.character(scalar))]
    case .metaEnter: [.controlX(.enter)]
    // Many keyboard layouts cannot type ^_.
    case .control("_"): [.controlX(.character("u"))]
    // Terminals with flow control do not pass on ^S.
    case .control("s"): [.controlX(.character("s")), .controlX(.control("s"))]
    // Ctrl can stay pressed after ^X.
    case .control("o"): [.controlX(.control("o"))]
    case .control("r"): [.controlX(.control("r"))]
    default: []
    }
  }
}
