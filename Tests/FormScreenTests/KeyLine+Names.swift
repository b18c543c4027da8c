// The keys that the words of a key line name.

import Keys

@testable import FormScreen

extension KeyLine {
  private static let namedKeys: [String: [Key]] = [
    "Enter": [.enter], "Tab": [.tab], "Space": [.character(" ")], "Backspace": [.backspace],
    "Esc": [.escape], "PgDn": [.pageDown], "Alt-Enter": [.metaEnter], "ZZ": [.sequence("Z", "Z")],
    "↑↓": [.up, .down], "↓": [.down], "→": [.right], "^X^E": [.controlX(.control("e"))],
    "^X": [
      .controlX(.character("+")), .controlX(.character("-")), .controlX(.up), .controlX(.down),
    ],
    "type or Space": [.character(" ")], "j k": [.character("j"), .character("k")],
  ]

  /// The words and keys of key lines that tests do not look up in the table of keys: “type” for
  /// typing, the count in a filter, vi's `i`, and the mark of a begun Alt key.
  static let words: Set<String> = ["Type", "type", "3", "i", "Esc-"]

  /// Returns the keys that a hint names.
  func keys(named name: String) -> [Key] {
    if case .afterControlX = self {
      switch name {
      case "^X then ↑↓": return [.controlX(.up), .controlX(.down)]
      case "^X then +": return [.controlX(.character("+"))]
      case "^X then u": return [.controlX(.character("u"))]
      case "Esc": return [.escape]
      case "^E", "^X":
        return name.unicodeScalars.last.map {
          [.controlX(.control($0.properties.lowercaseMapping.unicodeScalars.first ?? $0))]
        } ?? []
      default: return name.unicodeScalars.first.map { [.controlX(.character($0))] } ?? []
      }
    }
    if let keys = Self.namedKeys[name] { return keys }
    let scalars = Array(name.unicodeScalars)
    switch scalars.count {
    case 1: return [.character(scalars[0])]
    case 2 where scalars[0] == "^":
      return [.control(scalars[1].properties.lowercaseMapping.unicodeScalars.first ?? scalars[1])]
    case 5 where name.hasPrefix("Alt-"): return [.meta(scalars[4])]
    default: return []
    }
  }
}
