// Derives the labels and other texts of a form from titles and names in a schema.

import FormModel
import FormText

/// Texts on one line.
enum SchemaLabel {
  /// The maximum number of characters of a label. A longer title becomes a help text.
  private static let longestLabel = 40

  /// The text on one line; nil if the line would be empty.
  static func line(_ text: String?) -> String? {
    guard let text else { return nil }
    let words = text.unicodeScalars.split { $0.isWhitespace || $0.isControl }
    let line = words.map { String($0) }.joined(separator: " ")
    return line.isEmpty ? nil : line
  }

  /// The text with an address at its beginning moved to its end. The screen shows the beginning.
  static func addressLast(_ text: String) -> String {
    guard text.hasPrefix("https://") || text.hasPrefix("http://"),
      let end = text.firstIndex(of: " ")
    else { return text }
    return text[end...].dropFirst() + " " + text[..<end]
  }

  /// The title if it is short enough for a label; otherwise nil.
  static func short(_ title: String) -> String? { title.count <= longestLabel ? title : nil }

  /// The label of a row, a section or an item.
  static func label(of node: SchemaNode, named name: String) -> String {
    node.line("title").flatMap(short) ?? humanized(name)
  }

  /// Joins the labels from the outermost object to the row, but leaves out labels that the next
  /// label repeats: a row `Name` in `Supplier` becomes `Supplier: Name`, but a row `Supplier name`
  /// stays unchanged.
  static func nested(_ labels: [String]) -> String {
    var kept: [String] = []
    for label in labels {
      if let last = kept.last, label.lowercased().hasPrefix(last.lowercased() + " ") {
        kept.removeLast()
      }
      kept.append(label)
    }
    return kept.joined(separator: ": ")
  }

  /// The title if it is too long for a label; otherwise nil.
  static func longTitle(of node: SchemaNode) -> String? {
    node.line("title").flatMap { short($0) == nil ? $0 : nil }
  }

  /// A readable form of a name: `First name` for `firstName`, `first_name` and `first-name`;
  /// `Homepage URL` for `homepageURL`.
  static func humanized(_ name: String) -> String {
    var words: [String] = []
    var wasLower = false
    for character in line(name) ?? name {
      let isSeparator = character == "_" || character == "-" || character == " "
      if isSeparator || wasLower && character.isUppercase { words.append("") }
      if !isSeparator {
        if words.isEmpty { words.append("") }
        words[words.count - 1].append(character)
      }
      wasLower = character.isLowercase || character.isNumber
    }
    words.removeAll(where: \.isEmpty)
    guard let first = words.first else { return name.isEmpty ? "(no name)" : name }
    let others = words.dropFirst().map { $0.allSatisfy(\.isUppercase) ? $0 : $0.lowercased() }
    let abbreviations: Set = ["id", "ip", "uri", "url", "uuid"]
    return ([first.prefix(1).uppercased() + first.dropFirst()] + others)
      .map { abbreviations.contains($0.lowercased()) ? $0.uppercased() : $0 }
      .joined(separator: " ")
  }

  /// The label of the items of a repeating section, which ends with the number of the item.
  static func item(_ noun: String) -> String { AnsweredText.escaped(unnumbered(noun)) + " {n}" }

  /// Changes a text for a repeating section so that `{n}` in it is not replaced by the item's
  /// number.
  static func unnumbered(_ text: String) -> String { text.replacingAll("{n}", by: "{ n }") }
}
