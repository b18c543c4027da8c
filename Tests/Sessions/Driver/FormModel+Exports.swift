// The answers of a form, and exports of these answers.

/// An export in the format `text`: a label and an answer for each exported row.
struct TextExport {
  /// The labels by row number, counted from 0.
  private(set) var labels: [Int: Substring.UnicodeScalarView] = [:]
  /// The answers by row number; rows without an answer are left out.
  private(set) var answers: [Int: Line] = [:]

  /// Parses an export; nil if it is malformed.
  init?(_ text: String) {
    var last = -1
    for line in text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false) {
      let start = "Value for row ".unicodeScalars
      guard line.starts(with: start) else {
        // The text ends after the last line feed.
        if line.isEmpty, line.endIndex == text.unicodeScalars.endIndex { return }
        return nil
      }
      let digits = line.dropFirst(start.count).prefix { ("0"..."9").contains($0) }
      guard let number = Int(String(Line(digits))), number - 1 > last,
        line[digits.endIndex...].starts(with: " (".unicodeScalars)
      else { return nil }
      let place = number - 1
      last = place
      let rest = line[digits.endIndex...].dropFirst(2)
      guard let end = rest.firstIndex(of: ")"), rest[end...].starts(with: "): ".unicodeScalars)
      else { return nil }
      labels[place] = rest[..<end]
      let answer = rest[end...].dropFirst(3)
      if !answer.elementsEqual("Empty".unicodeScalars) { answers[place] = Line(answer) }
    }
    return nil
  }
}

extension FormModel {
  /// Returns the answer of a row: its text, as typed, without surrounding spaces; nil if there is
  /// none or the row is hidden.
  func answer(of row: RowID) -> Line? {
    guard isShown(row) else { return nil }
    let text = text(of: row)
    if text == shape.base(of: row) { return text.isEmpty ? nil : text }
    let trimmed = FormModel.trimmed(text)
    return trimmed.isEmpty ? nil : trimmed
  }

  // MARK: - Text

  /// The answers in an export in the format `text`, by row number.
  var answers: [Int: Line] {
    var rows = Set(texts.keys)
    for (number, section) in shape.sections.enumerated() {
      for item in section.repetition == nil ? [0] : items.items(ofSection: number) {
        for row in section.rows.indices where section.rows[row].count == nil {
          rows.insert(RowID(section: number, item: item, row: row))
        }
      }
    }
    var answers: [Int: Line] = [:]
    for row in rows where !shape.isEntry(row) && shape.row(row).isExported {
      guard let index = layout.index(of: row), let place = layout.place(ofRowAt: index) else {
        continue
      }
      let box = box(before: row)
      guard let answer = answer(of: row) else {
        if !box.isEmpty { answers[place] = Line((box + "Empty").unicodeScalars) }
        continue
      }
      let isYes = shape.row(row).isBoolean ? FormModel.boolean(answer) : nil
      let readable = isYes.map { Line(($0 ? "yes" : "no").unicodeScalars) } ?? answer
      answers[place] = Line(box.unicodeScalars) + readable
    }
    return answers
  }

  /// Returns the tick box of an item, which precedes its first row in the export.
  private func box(before row: RowID) -> String {
    guard let tick = shape.sections[row.section].repetition?.tick, firstRow(of: row) == row else {
      return ""
    }
    let text = text(of: RowID(section: row.section, item: row.item, row: tick))
    switch FormModel.boolean(text) {
    case true?: return "[x] "
    case false?: return "[ ] "
    case nil: return "[?] "
    }
  }

  /// Whether the program exports a draft in this state as the given export. The program applies all
  /// conditions when it opens a draft, so this function applies them too.
  func fits(_ export: TextExport) -> Bool {
    var model = self
    model.decide()
    let rows = model.exportedRows
    guard rows.count == export.labels.count, model.answers == export.answers else { return false }
    return rows.allSatisfy { place, row in
      export.labels[place]?.elementsEqual(model.exportLabel(of: row).unicodeScalars) == true
    }
  }

  /// The shown rows that exports contain, with their row numbers.
  private var exportedRows: [(place: Int, row: RowID)] {
    layout.numbered.enumerated().map { ($0, layout.order[$1]) }.filter {
      shape.row($0.1).isExported
    }
  }

  private func exportLabel(of row: RowID) -> String {
    var items = itemLabels(of: row)
    if items.isEmpty { return shape.row(row).label.numbered(row.number) }
    let label = shape.row(row).label.numbered((position(of: row) ?? 0) + 1)
    if items.last == label { items.removeLast() }
    return (items + [label]).joined(separator: ", ")
  }

  /// Describes how an export differs from this state.
  func difference(from export: TextExport?) -> String {
    var model = self
    model.decide()
    let (expected, found) = (model.answers, export?.answers ?? [:])
    let count = export?.labels.count ?? 0
    let rows =
      count == model.exportedRows.count
      ? "" : "    \(model.exportedRows.count) rows expected, \(count) found\n"
    return rows
      + Set(expected.keys).union(found.keys).sorted().filter { expected[$0] != found[$0] }
      .map { place in
        let (left, right) = (String(expected[place] ?? []), String(found[place] ?? []))
        return "    row \(place + 1): expected \"\(left)\", found \"\(right)\""
      }.joined(separator: "\n")
  }

  // MARK: - JSON

  /// The answers as JSON. Empty items are left out, and so are empty and hidden rows. In a list,
  /// however, an empty row before the last answer is null.
  var json: String {
    var document: [(String, JSONNode)] = []
    var others: [(String, JSONNode)] = []
    for (number, section) in shape.sections.enumerated() where section.parent == nil {
      if let repetition = section.repetition {
        let list = member(of: ItemList(section: number))
        if repetition.joinsObject { others += list } else { document += list }
        continue
      }
      let rows = members(ofSection: number, item: 0)
      guard let member = section.member else {
        document += rows
        continue
      }
      if !rows.isEmpty { document.append((member, .object(rows))) }
    }
    return JSONNode.object(document + others).text(indent: "") + "\n"
  }

  /// Returns the member with the items of a list; empty if no item has an answer.
  private func member(of list: ItemList) -> [(String, JSONNode)] {
    let section = list.section
    let filled = items[list].filter { !isEmpty(item: $0, ofSection: section) }
    guard !filled.isEmpty, isShown(list) else { return [] }
    let objects = filled.map { item in
      let lists = shape.sections[section].children.flatMap {
        member(of: ItemList(section: $0, parent: item))
      }
      if let whole = shape.sections[section].rows.firstIndex(where: \.isWhole) {
        let row = RowID(section: section, item: item, row: whole)
        if isShown(row) { return value(of: row) ?? .null }
      }
      return JSONNode.object(inOrder(members(ofSection: section, item: item) + lists, of: section))
    }
    let name = shape.sections[section].member ?? ""
    guard shape.sections[section].repetition?.isMap == true else {
      return [(name, .array(objects))]
    }
    let names = filled.map { item in
      String(answer(of: RowID(section: section, item: item, row: 0)) ?? [])
    }
    let named = Array(zip(names, objects))
    return shape.sections[section].repetition?.joinsObject == true
      ? named : [(name, .object(named))]
  }

  /// The members of an item, in the order in which their names first occur in the template. A list
  /// may have the name of a row. The last members are those that items of other members name.
  private func inOrder(_ members: [(String, JSONNode)], of section: Int) -> [(String, JSONNode)] {
    let names =
      shape.sections[section].rows.map(\.name)
      + shape.sections[section].children.map { shape.sections[$0].member ?? "" }
    return names.enumerated().filter { names.firstIndex(of: $1) == $0 }.flatMap { _, name in
      members.filter { $0.0 == name }
    } + members.filter { !names.contains($0.0) }
  }

  private func members(ofSection section: Int, item: Int) -> [(String, JSONNode)] {
    shape.sections[section].rows.enumerated().compactMap { place, row in
      let id = RowID(section: section, item: item, row: place)
      guard row.isExported, !shape.isItemName(id) else { return nil }
      // The answers of a list keep their positions, and the list ends with the last answer.
      var values = (row.count.map { 1...$0 } ?? 0...0).map { number in
        value(of: RowID(section: section, item: item, row: place, number: number))
      }
      while case .some(nil) = values.last { values.removeLast() }
      guard let first = values.first else { return nil }
      return (
        row.name, row.count == nil ? first ?? .null : .array(values.map { $0 ?? .null })
      )
    }
  }

  private func value(of row: RowID) -> JSONNode? {
    answer(of: row).map { answer in
      let isYes = shape.row(row).isBoolean ? FormModel.boolean(answer) : nil
      return isYes.map(JSONNode.boolean) ?? .string(String(answer))
    }
  }
}

/// A JSON value, written with one member or element per line and two spaces for each level.
private indirect enum JSONNode {
  case null
  case string(String)
  case boolean(Bool)
  case array([JSONNode])
  case object([(String, JSONNode)])

  func text(indent: String) -> String {
    let inner = indent + "  "
    switch self {
    case .null: return "null"
    case .string(let string): return JSONNode.quoted(string)
    case .boolean(let value): return value ? "true" : "false"
    case .array(let nodes):
      return "[\n"
        + nodes.map { inner + $0.text(indent: inner) }.joined(separator: ",\n") + "\n\(indent)]"
    case .object(let members) where members.isEmpty: return "{}"
    case .object(let members):
      return "{\n"
        + members.map { "\(inner)\(JSONNode.quoted($0)): \($1.text(indent: inner))" }
        .joined(separator: ",\n") + "\n\(indent)}"
    }
  }

  private static func quoted(_ string: String) -> String {
    var text = "\""
    for scalar in string.unicodeScalars {
      if scalar == "\"" || scalar == "\\" { text.unicodeScalars.append("\\") }
      text.unicodeScalars.append(scalar)
    }
    return text + "\""
  }
}
