// The twins of keys: chords of ^X and another key (^X is Ctrl-X), for terminals and keyboard
// layouts that lack Alt or the key itself.
//
// Invariant: every key with Alt has a twin with ^X, except keys that edit the line. Twins are
// derived from the table of keys, so a new key automatically has a twin.

import Keys

extension KeyTable {
  /// The functions of each key, with their layers.
  typealias Functions = [Key: [(layer: KeyLayer, function: KeyFunction)]]

  /// Returns the table with the twins of all keys added. If a twin already has a function in the
  /// same layer, it keeps that function.
  static func addingTwins(to table: Functions) -> Functions {
    var all = table
    for (key, meanings) in table {
      for meaning in meanings {
        for twin in twins(of: key, doing: meaning.function)
        where table[twin]?.contains(where: { $0.layer == meaning.layer }) != true {
          all[twin, default: []].append(meaning)
        }
      }
    }
    return all
  }

  /// Returns the twins of a key.
  static func twins(of key: Key, doing function: KeyFunction) -> [Key] {
    if function == .edit { return [] }
    let named = others[key] ?? []
    return switch key {
    case .meta(let scalar): named + [.controlX(.character(scalar))]
    case .metaEnter: named + [.controlX(.enter)]
    default: named
    }
  }

  private static let others: [Key: [Key]] = [
    // Many keyboard layouts cannot type ^_.
    .control("_"): [.controlX(.character("u"))],
    .meta("_"): [.controlX(.character("r"))],
    // Terminals with flow control do not pass on ^S.
    .control("s"): [.controlX(.character("s")), .controlX(.control("s"))],
    // Ctrl can stay pressed after ^X.
    .control("o"): [.controlX(.control("o"))],
    .control("r"): [.controlX(.control("r"))],
  ]
}
