// The twins of keys: ^X and a letter, for terminals and layouts on which Alt or the key itself cannot
// be typed.
//
// Invariant: every Meta key but those that edit the line has a chord with ^X. It comes from here for
// each entry of the table, so that a key that is added has it too.

import Keys

extension KeyTable {
  /// The functions of keys, by key and layer.
  typealias Functions = [Key: [(layer: KeyLayer, function: KeyFunction)]]

  /// Adds the twins of all keys to a table, where they have no meaning of their own.
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
    // ^_ is on no key of many layouts.
    .control("_"): [.controlX(.character("u"))],
    .meta("_"): [.controlX(.character("r"))],
    // Flow control keeps ^S on some lines.
    .control("s"): [.controlX(.character("s")), .controlX(.control("s"))],
    // These act after ^X as without it.
    .control("o"): [.controlX(.control("o"))],
    .control("r"): [.controlX(.control("r"))],
  ]
}
