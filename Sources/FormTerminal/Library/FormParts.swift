// Converts the parts of a form in Swift to the sections of a template.
//
// Invariants: consecutive rows outside of sections get a section of their own, in the order of the
// form. A row's id is unique among the rows outside of items, and among the rows of one list of
// items. Inner items come after the rows of their outer item.

import FormModel
import FormText
import LosslessJSON

/// The contents of a form in Swift.
struct FormParts: Sendable {
  /// A section of the template.
  fileprivate struct Section: Sendable {
    var id: String
    var title: String?
    var members: [(key: String, value: TemplateValue)] = []
    var repetition: [(key: String, value: TemplateValue)]?
    var rows: [RowDescription] = []
    /// The sections of inner items, which also repeat.
    var inner: [Section] = []

    /// This section and all sections inside it; outer sections come first.
    var all: [Section] { [self] + inner.flatMap(\.all) }
  }

  private let title: String
  private let id: String
  private var sections: [Section] = []
  /// The ids of all sections.
  private var ids = Set<String>()
  /// The errors that reading the template would not report.
  private(set) var faults: [String] = []

  init(title: String, id: String?, parts: [FormPart]) {
    self.title = title
    self.id = id ?? FormParts.id(from: title, or: "form")
    add(parts)
    findFaults()
  }

  /// Whether the form has nothing in it.
  var isEmpty: Bool { sections.isEmpty }

  /// All rows, each with the id of its section.
  var rows: [(section: String, row: RowDescription)] {
    sections.flatMap(\.all).flatMap { section in section.rows.map { (section.id, $0) } }
  }

  /// Returns an id made from a title: its letters and digits in lower case, with `_` between words.
  static func id(from text: String, or other: String) -> String {
    let words = text.lowercased().unicodeScalars.split { scalar in
      !scalar.properties.isAlphabetic && scalar.properties.numericType == nil
    }
    let id = words.map { String(String.UnicodeScalarView($0)) }.joined(separator: "_")
    return id.isEmpty ? other : id
  }

  // MARK: - Sections

  private mutating func add(_ parts: [FormPart]) {
    // Whether the next row continues the last section.
    var isOpen = false
    for part in parts {
      switch part.kind {
      case .row(let row):
        if !isOpen { sections.append(Section(id: newID("main"))) }
        isOpen = true
        sections[sections.count - 1].append(row)
      case .section(let section):
        isOpen = false
        sections.append(read(section))
      }
    }
  }

  /// Converts a section. The result contains the sections of its inner items.
  private mutating func read(_ section: SectionDescription) -> Section {
    var read = Section(
      id: section.id ?? newID(FormParts.id(from: section.title ?? "", or: "section")),
      title: section.title, members: section.members, repetition: section.repetition)
    ids.insert(read.id)
    for part in section.parts {
      switch part.kind {
      case .row(let row): read.append(row)
      case .section(let inner) where section.repetition != nil && inner.repetition != nil:
        read.inner.append(self.read(inner))
      case .section(let inner):
        let name = inner.title ?? inner.id ?? "a section"
        let place = section.repetition == nil ? "the section" : "the items of"
        faults.append("\(name.quoted) is inside \(place) \(read.id.quoted); move it out")
      }
    }
    if read.rows.isEmpty { faults.append("the section \(read.id.quoted) has no rows") }
    return read
  }

  private mutating func newID(_ name: String) -> String {
    let names = [name] + (2...).prefix(ids.count).map { "\(name)-\($0)" }
    let id = names.first { !ids.contains($0) } ?? name
    ids.insert(id)
    return id
  }

  private mutating func findFaults() {
    if isEmpty { faults.append("the form has no rows") }
    var seen = Set<String>()
    for section in sections where section.repetition == nil {
      for row in section.rows where !seen.insert(row.id).inserted {
        faults.append("two rows have the id \(row.id.quoted); give one of them another id")
      }
    }
    faults += rows.compactMap { $0.row.fault }
  }

  // MARK: - The template

  /// The template as JSON, with one row on each line.
  var json: [UInt8] {
    var writer = TemplateWriter()
    writer.open(
      members: [("longform", .number("1")), ("id", .text(id)), ("title", .text(title))])
    FormParts.write(sections, to: &writer)
    return writer.closed()
  }

  private static func write(_ sections: [Section], to writer: inout TemplateWriter) {
    writer.openSections()
    for (place, section) in sections.enumerated() {
      writer.openSection(isFirst: place == 0, members: section.membersOfTemplate)
      writer.write(rows: section.rows.map(\.template))
      if !section.inner.isEmpty { write(section.inner, to: &writer) }
      writer.closeSection()
    }
    writer.closeSections()
  }
}

extension FormParts.Section {
  /// Adds a row. A note gets an id if it has none.
  fileprivate mutating func append(_ row: RowDescription) {
    var row = row
    if row.id.isEmpty, row.type == .note {
      let number = rows.count { $0.type == .note } + 1
      row = row.renamed("\(id)-note-\(number)")
    }
    rows.append(row)
  }

  /// The members of the section's object in the template that come before its rows.
  fileprivate var membersOfTemplate: [(key: String, value: TemplateValue)] {
    var members: [(key: String, value: TemplateValue)] = [("id", .text(id))]
    if let title { members.append(("title", .text(title))) }
    members += self.members
    if let repetition { members.append(("repeat", .object(repetition))) }
    return members
  }
}

/// Writes the text of a template.
private struct TemplateWriter {
  private var bytes: [UInt8] = []
  /// The indentation of a member.
  private var indent = "  "

  mutating func open(members: [(key: String, value: TemplateValue)]) {
    bytes += Array("{".utf8)
    for (place, member) in members.enumerated() { write(member, isFirst: place == 0) }
  }

  mutating func openSections() {
    bytes += Array(",\n\(indent)\"sections\": [".utf8)
    indent += "    "
  }

  mutating func openSection(isFirst: Bool, members: [(key: String, value: TemplateValue)]) {
    bytes += Array((isFirst ? "\n" : ",\n").utf8)
    bytes += Array("\(indent.dropLast(2)){".utf8)
    for (place, member) in members.enumerated() { write(member, isFirst: place == 0) }
  }

  /// Writes the rows of a section, one on each line.
  mutating func write(rows: [TemplateValue]) {
    bytes += Array(",\n\(indent)\"rows\": [".utf8)
    for (place, row) in rows.enumerated() {
      bytes += Array("\(place == 0 ? "" : ",")\n\(indent)  ".utf8)
      write(row)
    }
    bytes += Array("\n\(indent)]".utf8)
  }

  mutating func closeSection() { bytes += Array("\n\(indent.dropLast(2))}".utf8) }

  mutating func closeSections() {
    indent.removeLast(4)
    bytes += Array("\n\(indent)]".utf8)
  }

  mutating func closed() -> [UInt8] {
    bytes += Array("\n}\n".utf8)
    return bytes
  }

  private mutating func write(_ member: (key: String, value: TemplateValue), isFirst: Bool) {
    bytes += Array("\(isFirst ? "" : ",")\n\(indent)".utf8)
    write(name: member.key)
    write(member.value)
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
