// The twins of keys: chords of ^X and a letter, for terminals and layouts without Alt or without
// the key itself.
//
// Invariant: every Meta key except those that edit the line has a chord with ^X. The chords are
// derived from the table, so a new key has one, too.

import Keys

extension KeyTable {
  /// The functions of keys, by key and layer.
  typealias Functions = [Key: [(layer: KeyLayer, function: KeyFunction)]]

  /// Adds the twins of all keys to a table, unless they already have a meaning.
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

  /// The twins of a key.
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
    // Many keyboard layouts have no ^_.
    .control("_"): [.controlX(.character("u"))],
    .meta("_"): [.controlX(.character("r"))],
    // With flow control, some lines do not deliver ^S.
    .control("s"): [.controlX(.character("s")), .controlX(.control("s"))],
    // These keys have the same function after ^X.
    .control("o"): [.controlX(.control("o"))],
    .control("r"): [.controlX(.control("r"))],
  ]
}
