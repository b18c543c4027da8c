// Steps of the history as bytes: JSON with short names, rows by their lasting names.

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

  /// The step in such bytes; nil when it is about something the template has no more.
  init?(decoding bytes: [UInt8], for template: Template) {
    guard let root = try? JSONDocument(parsing: bytes).root,
      let kind = root["kind"]?.string.flatMap(EditKind.init(name:)), let list = root["changes"]
    else { return nil }
    var changes: [Change] = []
    for value in list.elements {
      guard let change = Change(value, for: template) else { return nil }
      changes.append(change)
    }
    self.init(changes: changes, kind: kind)
  }
}

extension Change {
  fileprivate init?(_ value: JSONValue, for template: Template) {
    func number(_ key: String) -> Int? {
      value[key]?.numberText.flatMap { Int($0) }.flatMap { $0 >= 0 ? $0 : nil }
    }
    if let name = value["row"]?.string {
      guard let row = template.row(named: name), let offset = number("at"),
        let before = number("from"), let after = number("to"),
        let removed = value["removed"]?.string, let inserted = value["inserted"]?.string
      else { return nil }
      var change = TextChange(
        row: row, offset: offset, removed: removed, inserted: inserted, cursorBefore: before,
        cursorAfter: after)
      change.picksBefore = value["picked"].map(Pick.read) ?? []
      change.picksAfter = value["picks"].map(Pick.read) ?? []
      self = .text(change)
      return
    }
    guard let section = value["section"]?.string.flatMap(template.sectionIndex(id:)),
      template.sections[section].repetition != nil
    else { return nil }
    if let item = number("insert"), let position = number("to") {
      self = .itemInserted(section: section, item: item, position: position)
    } else if let item = number("remove"), let position = number("from") {
      self = .itemRemoved(section: section, item: item, position: position)
    } else if let item = number("move"), let from = number("from"), let to = number("to") {
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
