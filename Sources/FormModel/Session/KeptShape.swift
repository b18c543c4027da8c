// The sections and rows that a form had when it was stored. They show whether a row moved, or
// whether another row merely has the same id.
//
// Each section is one line. The line begins with the id of the section and, if the section repeats,
// `*`. If the section is inside another section, the id of that section and a slash come first. The
// ids of the rows follow; a `count` is appended to the id of its row after `=`. Ids contain none of
// these signs.

import FormText

/// The ids of a form's sections and rows.
struct KeptShape {
  /// A row, or several rows with a `count`.
  struct Row {
    var id: NumberedText
    var count: Int?
  }

  struct Section {
    var repeats: Bool
    /// The id of the section whose items contained the section; nil if there was none.
    var parent: String?
    var rows: [Row]
  }

  private var sections: [String: Section] = [:]

  /// Decodes the result of `Template.encodedShape`; nil for other bytes.
  init?(encoded bytes: [UInt8]) {
    if bytes.isEmpty { return nil }
    for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      let words = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
        .map { String(decoding: $0, as: UTF8.self) }
      guard var id = words.first else { return nil }
      let repeats = id.unicodeScalars.last == "*"
      if repeats { id.unicodeScalars.removeLast() }
      var parent: String?
      if let slash = id.unicodeScalars.firstIndex(of: "/") {
        parent = String(id[..<slash])
        id = String(id[id.index(after: slash)...])
      }
      var rows: [Row] = []
      for word in words.dropFirst() {
        let parts = word.utf8.split(separator: UInt8(ascii: "="), omittingEmptySubsequences: false)
          .map { String(Substring($0)) }
        switch parts.count {
        case 1: rows.append(Row(id: NumberedText(verbatim: parts[0])))
        case 2:
          guard let count = Int(parts[1]), count >= 1 else { return nil }
          rows.append(Row(id: NumberedText(parts[0]), count: count))
        default: return nil
        }
      }
      guard
        sections.updateValue(
          Section(repeats: repeats, parent: parent, rows: rows), forKey: id) == nil
      else {
        return nil
      }
    }
  }

  /// The section with an id; nil if the form had none.
  subscript(id: String) -> Section? { sections[id] }
}

extension KeptShape.Section {
  /// The row with this id; for a row with a `count`, the id includes the number.
  func row(named name: String) -> (row: KeptShape.Row, number: Int)? {
    for row in rows {
      if let number = row.number(making: name) { return (row, number) }
    }
    return nil
  }

  /// Whether the stored section had a row with the same id as a row template of the present form.
  func has(_ template: RowTemplate) -> Bool {
    rows.contains {
      ($0.count == nil) == (template.count == nil)
        && $0.id.source.hasSameScalars(as: template.id.source)
    }
  }
}

extension KeptShape.Row {
  fileprivate func number(making name: String) -> Int? {
    guard let count else { return id.source.hasSameScalars(as: name) ? 0 : nil }
    if id.hasNumber { return id.number(making: name, in: 1...count) }
    return id.source.hasSameScalars(as: name) ? 1 : nil
  }
}

extension NumberedText {
  /// The text without `{n}`. This part of an id stays the same if the row gains or loses its
  /// `count`.
  var withoutNumber: String { parts.reduce("", +) }
}

extension Template {
  /// The largest number of row templates for which the shape is stored. With more, the draft would
  /// be as large as the template.
  private static let mostRowsOfShape = 20_000

  /// The ids of the sections and rows, to be stored together with the texts. O(row templates).
  var encodedShape: [UInt8] {
    guard sections.reduce(0, { $0 + $1.rows.count }) <= Template.mostRowsOfShape else { return [] }
    var bytes: [UInt8] = []
    for (index, section) in sections.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: "\n")) }
      if let parent = section.parent { bytes += "\(sections[parent].id)/".utf8 }
      bytes += section.id.utf8
      if section.repetition != nil { bytes.append(UInt8(ascii: "*")) }
      for row in section.rows where row.type.takesAnswer {
        bytes.append(UInt8(ascii: " "))
        bytes += row.id.source.utf8
        if let count = row.count { bytes += "=\(count)".utf8 }
      }
    }
    return bytes
  }
}
