// Steps of the history as bytes: JSON with short names, rows by their lasting names.

import LosslessJSON

extension History.Step {
  /// The step as JSON.
  func encoded(for template: Template) -> [UInt8] {
    var bytes: [UInt8] = []
    func append(_ text: String) { bytes.append(contentsOf: text.utf8) }
    append("{\"kind\":\"\(kind.name)\",\"changes\":[")
    for (index, change) in changes.enumerated() {
      if index > 0 { append(",") }
      switch change {
      case .text(let change):
        append("{\"row\":")
        JSONWriter.appendString(template.name(of: change.row), to: &bytes)
        append(
          ",\"at\":\(change.offset),\"from\":\(change.cursorBefore),\"to\":\(change.cursorAfter)")
        append(",\"removed\":")
        JSONWriter.appendString(change.removed, to: &bytes)
        append(",\"inserted\":")
        JSONWriter.appendString(change.inserted, to: &bytes)
        if !change.picksBefore.isEmpty {
          append(",\"picked\":")
          bytes += Pick.encoded(change.picksBefore)
        }
        if !change.picksAfter.isEmpty {
          append(",\"picks\":")
          bytes += Pick.encoded(change.picksAfter)
        }
      case .itemInserted(let section, let item, let position):
        append("{\"insert\":\(item),\"to\":\(position),")
        appendSection(section)
      case .itemRemoved(let section, let item, let position):
        append("{\"remove\":\(item),\"from\":\(position),")
        appendSection(section)
      case .itemMoved(let section, let item, let from, let to):
        append("{\"move\":\(item),\"from\":\(from),\"to\":\(to),")
        appendSection(section)
      }
      append("}")
    }
    append("]}")
    return bytes

    func appendSection(_ section: Int) {
      append("\"section\":")
      JSONWriter.appendString(template.sections[section].id, to: &bytes)
    }
  }

  /// The step in such bytes; nil when it is about something the template has no more. Changes of
  /// secret rows are left out.
  ///
  /// - Parameters:
  ///   - row: where the name of a row leads to.
  ///   - section: the place of the repeating section with an id.
  init?(decoding bytes: [UInt8], row: (String) -> KeptNames.Match, section: (String) -> Int?) {
    guard let root = try? JSONDocument(parsing: bytes).root,
      let kind = root["kind"]?.string.flatMap(EditKind.init(name:)), let list = root["changes"]
    else { return nil }
    var changes: [Change] = []
    for value in list.elements {
      switch value["row"]?.string.map(row) {
      case .secret: continue
      case .nothing, .removed: return nil
      case .row(let row):
        guard let change = TextChange(value, of: row) else { return nil }
        changes.append(.text(change))
      case nil:
        guard let id = value["section"]?.string, let section = section(id),
          let change = Change(value, inSection: section)
        else { return nil }
        changes.append(change)
      }
    }
    self.init(changes: changes, kind: kind)
  }
}

extension History.Step {
  /// The bytes of a step without the changes of some rows, empty where no other is left; nil where
  /// there is none of them in it, or nothing to be read.
  static func without(_ bytes: [UInt8], where isUnwanted: (String) -> Bool) -> [UInt8]? {
    guard let document = try? JSONDocument(parsing: bytes), let list = document.root["changes"]
    else { return nil }
    let changes = Array(list.elements)
    let rest = changes.filter { !($0["row"]?.string.map(isUnwanted) ?? false) }
    guard rest.count < changes.count else { return nil }
    guard !rest.isEmpty else { return [] }
    let parts = rest.map { Array(bytes[$0.range]) }
    return bytes[..<list.range.lowerBound] + [UInt8(ascii: "[")]
      + parts.joined(separator: [UInt8(ascii: ",")]) + [UInt8(ascii: "]")]
      + bytes[list.range.upperBound...]
  }
}

extension JSONValue {
  fileprivate func number(_ key: String) -> Int? {
    self[key]?.numberText.flatMap { Int($0) }.flatMap { $0 >= 0 ? $0 : nil }
  }
}

extension TextChange {
  fileprivate init?(_ value: JSONValue, of row: FormRow.ID) {
    guard let offset = value.number("at"), let before = value.number("from"),
      let after = value.number("to"), let removed = value["removed"]?.string,
      let inserted = value["inserted"]?.string
    else { return nil }
    self.init(
      row: row, offset: offset, removed: removed, inserted: inserted, cursorBefore: before,
      cursorAfter: after, picksBefore: value["picked"].map(Pick.read) ?? [],
      picksAfter: value["picks"].map(Pick.read) ?? [])
  }
}

extension Change {
  fileprivate init?(_ value: JSONValue, inSection section: Int) {
    if let item = value.number("insert"), let position = value.number("to") {
      self = .itemInserted(section: section, item: item, position: position)
    } else if let item = value.number("remove"), let position = value.number("from") {
      self = .itemRemoved(section: section, item: item, position: position)
    } else if let item = value.number("move"), let from = value.number("from"),
      let to = value.number("to")
    {
      self = .itemMoved(section: section, item: item, from: from, to: to)
    } else {
      return nil
    }
  }
}

extension EditKind {
  fileprivate var name: String {
    switch self {
    case .typed: "typed"
    case .deleted: "deleted"
    case .other: "other"
    }
  }

  fileprivate init?(name: String) {
    switch name {
    case "typed": self = .typed
    case "deleted": self = .deleted
    case "other": self = .other
    default: return nil
    }
  }
}
