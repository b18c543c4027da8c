// Converts the parts of a form in Swift to the sections of a template.
//
// Invariants: rows outside of a section are in sections of their own, in their order in the form. A
// row's id denotes one row outside of items, or one in the items of a section.

import FormModel
import FormText
import LosslessJSON

/// The contents of a form in Swift.
struct FormParts: Sendable {
  /// A section of the template.
  private struct Section: Sendable {
    var id: String
    var title: String?
    var members: [(key: String, value: TemplateValue)] = []
    var repetition: [(key: String, value: TemplateValue)]?
    var rows: [RowDescription] = []
  }

  private let title: String
  private let id: String
  private var sections: [Section] = []
  /// The errors of the parts that reading the template would not report.
  private(set) var faults: [String] = []

  init(title: String, id: String?, parts: [FormPart]) {
    self.title = title
    self.id = id ?? FormParts.id(from: title, or: "form")
    add(parts)
    findFaults()
  }

  /// The rows with the id of their section.
  var rows: [(section: String, row: RowDescription)] {
    sections.flatMap { section in section.rows.map { (section.id, $0) } }
  }

  /// An id made from a text: letters and digits in lower case, with `_` between words.
  static func id(from text: String, or other: String) -> String {
    let words = text.lowercased().unicodeScalars.split { scalar in
      !scalar.properties.isAlphabetic && scalar.properties.numericType == nil
    }
    let id = words.map { String(String.UnicodeScalarView($0)) }.joined(separator: "_")
    return id.isEmpty ? other : id
  }

  // MARK: - Sections

  private mutating func add(_ parts: [FormPart]) {
    // Whether the next rows belong to the last section.
    var isOpen = false
    for part in parts {
      switch part.kind {
      case .row(let row):
        if !isOpen { sections.append(Section(id: newID("main"))) }
        isOpen = true
        append(row)
      case .section(let section):
        isOpen = false
        add(section)
      }
    }
  }

  private mutating func add(_ section: SectionDescription) {
    let id = section.id ?? newID(FormParts.id(from: section.title ?? "", or: "section"))
    sections.append(
      Section(
        id: id, title: section.title, members: section.members, repetition: section.repetition))
    for part in section.parts {
      switch part.kind {
      case .row(let row): append(row)
      case .section(let inner):
        let name = inner.title ?? inner.id ?? "a section"
        faults.append("\(name.quoted) is inside of the section \(id.quoted); put it beside it")
      }
    }
    if section.parts.isEmpty { faults.append("the section \(id.quoted) has no rows") }
  }

  private mutating func append(_ row: RowDescription) {
    guard let last = sections.indices.last else { return }
    var row = row
    if row.id.isEmpty {
      let number = sections[last].rows.count { $0.type == .note } + 1
      row = row.renamed("\(sections[last].id)-note-\(number)")
    }
    sections[last].rows.append(row)
  }

  private func newID(_ name: String) -> String {
    let taken = Set(sections.map(\.id))
    if !taken.contains(name) { return name }
    return (2...).lazy.map { "\(name)-\($0)" }.first { !taken.contains($0) } ?? name
  }

  private mutating func findFaults() {
    if sections.isEmpty { faults.append("the form has no rows") }
    var seen = Set<String>()
    for section in sections where section.repetition == nil {
      for row in section.rows where !seen.insert(row.id).inserted {
        faults.append("two rows have the id \(row.id.quoted); give one of them another id")
      }
    }
    faults += rows.compactMap { $0.row.fault }
  }

  // MARK: - The template

  /// The template, one row per line.
  var json: [UInt8] {
    var writer = TemplateWriter()
    writer.open(
      members: [("longform", .number("1")), ("id", .text(id)), ("title", .text(title))])
    for section in sections {
      var members: [(key: String, value: TemplateValue)] = [("id", .text(section.id))]
      if let title = section.title { members.append(("title", .text(title))) }
      members += section.members
      if let repetition = section.repetition { members.append(("repeat", .object(repetition))) }
      writer.add(members: members, rows: section.rows.map(\.template))
    }
    return writer.closed()
  }
}

/// The text of a template, while it is written.
private struct TemplateWriter {
  private var bytes: [UInt8] = []
  private var sectionCount = 0

  mutating func open(members: [(key: String, value: TemplateValue)]) {
    bytes += Array("{\n".utf8)
    for member in members { write(member, indent: "  ") }
    bytes += Array("  \"sections\": [".utf8)
  }

  mutating func add(
    members: [(key: String, value: TemplateValue)], rows: [TemplateValue]
  ) {
    bytes += Array((sectionCount == 0 ? "\n    {\n" : ",\n    {\n").utf8)
    sectionCount += 1
    for member in members { write(member, indent: "      ") }
    bytes += Array("      \"rows\": [".utf8)
    for (place, row) in rows.enumerated() {
      bytes += Array((place == 0 ? "\n        " : ",\n        ").utf8)
      write(row)
    }
    bytes += Array("\n      ]\n    }".utf8)
  }

  mutating func closed() -> [UInt8] {
    bytes += Array("\n  ]\n}\n".utf8)
    return bytes
  }

  private mutating func write(
    _ member: (key: String, value: TemplateValue), indent: String
  ) {
    bytes += Array(indent.utf8)
    write(name: member.key)
    write(member.value)
    bytes += Array(",\n".utf8)
  }

  private mutating func write(name: String) {
    JSONWriter.appendString(name, to: &bytes)
    bytes += Array(": ".utf8)
  }

  /// Writes a value on one line.
  private mutating func write(_ value: TemplateValue) {
    switch value {
    case .text(let text): JSONWriter.appendString(text, to: &bytes)
    case .yes(let isTrue): bytes += Array((isTrue ? "true" : "false").utf8)
    case .number(let digits): bytes += Array(digits.utf8)
    case .list(let values):
      bytes.append(UInt8(ascii: "["))
      for (place, value) in values.enumerated() {
        if place > 0 { bytes += Array(", ".utf8) }
        write(value)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let members):
      bytes += Array("{ ".utf8)
      for (place, member) in members.enumerated() {
        if place > 0 { bytes += Array(", ".utf8) }
        write(name: member.key)
        write(member.value)
      }
      bytes += Array(" }".utf8)
    }
  }
}
