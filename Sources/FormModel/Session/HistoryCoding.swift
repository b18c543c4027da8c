// Encodes the steps of the history as JSON with short keys and stored row names. Long texts are
// stored outside of the JSON. So they are not copied, and a text that is also the text of a row is
// stored only once.

import LosslessJSON

/// A step of the history, encoded.
public struct KeptStep: Sendable {
  /// The step as JSON. In it, `{"text":0}` refers to the first element of `texts`.
  public var bytes: [UInt8]
  /// The texts longer than `longText` bytes.
  public var texts: [String]

  /// Creates a step from its stored JSON and long texts.
  public init(bytes: [UInt8], texts: [String] = []) { (self.bytes, self.texts) = (bytes, texts) }

  /// The largest size of a text inside the JSON, in UTF-8 bytes.
  static let longText = 65_536
}

extension History.Step {
  /// Encodes the step.
  func encoded(for template: Template) -> KeptStep {
    var bytes: [UInt8] = []
    var texts: [String] = []
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
        appendText(change.removed)
        append(",\"inserted\":")
        appendText(change.inserted)
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
    return KeptStep(bytes: bytes, texts: texts)

    func appendText(_ text: String) {
      if text.utf8.count <= KeptStep.longText { return JSONWriter.appendString(text, to: &bytes) }
      append("{\"text\":\(texts.count)}")
      texts.append(text)
    }

    func appendSection(_ section: Int) {
      append("\"section\":")
      JSONWriter.appendString(template.sections[section].id, to: &bytes)
    }
  }

  /// Decodes a step; nil if it refers to a row or section that the template no longer has. Changes
  /// to secret rows are left out.
  ///
  /// - Parameters:
  ///   - row: finds the row with a stored name.
  ///   - section: finds the index of the repeating section with an id.
  init?(decoding kept: KeptStep, row: (String) -> KeptNames.Match, section: (String) -> Int?) {
    guard let root = try? JSONDocument(parsing: kept.bytes).root,
      let kind = root["kind"]?.string.flatMap(EditKind.init(name:)), let list = root["changes"]
    else { return nil }
    var changes: [Change] = []
    for value in list.elements {
      switch value["row"]?.string.map(row) {
      case .secret: continue
      case .nothing, .removed: return nil
      case .row(let row):
        guard let change = TextChange(value, of: row, kept.texts) else { return nil }
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
  /// Returns a step without the changes to some rows. Returns nil if the step has no changes to
  /// these rows, or cannot be read. The result has no bytes if no change remains.
  static func without(_ kept: KeptStep, where isUnwanted: (String) -> Bool) -> KeptStep? {
    let bytes = kept.bytes
    guard let document = try? JSONDocument(parsing: bytes), let list = document.root["changes"]
    else { return nil }
    let changes = Array(list.elements)
    let rest = changes.filter { !($0["row"]?.string.map(isUnwanted) ?? false) }
    guard rest.count < changes.count else { return nil }
    guard !rest.isEmpty else { return KeptStep(bytes: []) }
    let parts = rest.map { Array(bytes[$0.range]) }
    // The remaining changes refer to their long texts by index, so unused texts are emptied rather
    // than removed.
    let named = Set(
      rest.flatMap { [$0["removed"], $0["inserted"]] }.compactMap { $0?.number("text") })
    return KeptStep(
      bytes: bytes[..<list.range.lowerBound] + [UInt8(ascii: "[")]
        + parts.joined(separator: [UInt8(ascii: ",")]) + [UInt8(ascii: "]")]
        + bytes[list.range.upperBound...],
      texts: kept.texts.enumerated().map { named.contains($0) ? $1 : "" })
  }
}

extension JSONValue {
  fileprivate func number(_ key: String) -> Int? {
    self[key]?.numberText.flatMap { Int($0) }.flatMap { (0..<1 << 53).contains($0) ? $0 : nil }
  }

  /// The text of a member, read from the JSON or from the long texts.
  fileprivate func text(_ key: String, of texts: [String]) -> String? {
    guard let value = self[key] else { return nil }
    guard let place = value.number("text") else { return value.string }
    return place < texts.count ? texts[place] : nil
  }
}

extension TextChange {
  fileprivate init?(_ value: JSONValue, of row: FormRow.ID, _ texts: [String]) {
    guard let offset = value.number("at"), let before = value.number("from"),
      let after = value.number("to"), let removed = value.text("removed", of: texts),
      let inserted = value.text("inserted", of: texts)
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
