// What a form looks like from outside: its rows in order, their labels, the exports of its answers.
//
// Written down without the program's own code, so that both can be compared. Every row is a line of
// text; every label is ASCII, one column a character.

/// A form that sessions are held with.
final class FormShape {
  /// One row.
  struct Row {
    /// As the prompt names it, behind its item's label.
    var label: String
    /// As the format `text` names it.
    var exportLabel: String
    var placeholder = ""
    /// The section it belongs to.
    var section: Int
    /// Its item of a repeating section.
    var item = 0
    /// Its name in the JSON object of its section or item.
    var member: String
    /// Rows that are made by one `count` and follow each other have the same number, others none.
    var countGroup: Int?
  }

  /// What stands on a line of the viewport.
  enum Place: Equatable {
    case header
    case row(Int)
    /// Where a repeat ends: `+ Item 3`.
    case end
  }

  /// A section, as the exports need it.
  struct Section {
    /// The member of the document that holds it; nil where its rows stand in the document itself.
    var member: String?
    var repeats = false
  }

  let rows: [Row]
  let lines: [Place]
  let sections: [Section]
  /// The viewport's lines where there is room.
  let height: Int
  /// The template's text, nil for a form that ships.
  let template: String?
  private let lineOfRow: [Int]

  init(
    rows: [Row], titles: Set<Int> = [], itemHeaders: Set<Int> = [], sections: [Section],
    height: Int, template: String?
  ) {
    var lines: [Place] = []
    var lineOfRow: [Int] = []
    for index in rows.indices {
      if titles.contains(index) { lines.append(.header) }
      if itemHeaders.contains(index) { lines.append(.header) }
      lineOfRow.append(lines.count)
      lines.append(.row(index))
      let isLast = index + 1 == rows.count || rows[index + 1].section != rows[index].section
      if isLast, sections[rows[index].section].repeats { lines.append(.end) }
    }
    self.rows = rows
    self.lines = lines
    self.lineOfRow = lineOfRow
    self.sections = sections
    self.height = max(min(height, lines.count), 1)
    self.template = template
  }

  /// The line of the viewport a row stands on.
  func line(of row: Int) -> Int { lineOfRow[row] }

  func isHeader(_ line: Int) -> Bool { lines[line] == .header }

  // MARK: - Forms

  /// Forms/classmates.json.
  static func classmates() -> FormShape {
    let rows = (1...20).map {
      Row(
        label: "Classmate \($0)", exportLabel: "Classmate \($0)", section: 0, member: "classmates",
        countGroup: 0)
    }
    return FormShape(rows: rows, sections: [Section()], height: 8, template: nil)
  }

  /// A form with titled sections, placeholders, a repeat and counted rows.
  static func generated(_ dice: inout Dice) -> FormShape {
    var rows: [Row] = []
    var texts: [String] = []
    var sections: [Section] = []
    var titles = Set<Int>()
    var itemHeaders = Set<Int>()
    let height = dice.number(in: 4...14)
    let counted = dice.one(of: [0, 12, 40, 1_000])

    func addSection(_ title: String, repeats: Bool, items: Int, names: [String], count: Int) {
      let number = sections.count
      let member = "s\(number)"
      sections.append(Section(member: member, repeats: repeats))
      titles.insert(rows.count)
      var described: [String] = []
      for (place, name) in names.enumerated() {
        let placeholder = place % 2 == 1 ? ", \"placeholder\": \"like \(name)\"" : ""
        let required = place == 0 && !repeats ? ", \"required\": true" : ""
        let key = repeats ? name : "\(member).\(name)"
        described.append(
          "{ \"id\": \"\(name)\", \"label\": \"\(name.capitalizedASCII)\", \"key\": \"\(key)\""
            + placeholder + required + " }")
      }
      if count > 0 {
        described.append(
          "{ \"id\": \"n{n}\", \"label\": \"Entry {n}\", \"count\": \(count), "
            + "\"key\": \"\(member).list[]\" }")
      }
      for item in 0..<items {
        if repeats { itemHeaders.insert(rows.count) }
        for (place, name) in names.enumerated() {
          let label = name.capitalizedASCII
          rows.append(
            Row(
              label: repeats ? "Item \(item + 1) \(label)" : label,
              exportLabel: repeats ? "Item \(item + 1), \(label)" : label,
              placeholder: place % 2 == 1 ? "like \(name)" : "", section: number, item: item,
              member: name))
        }
      }
      for entry in 0..<count {
        rows.append(
          Row(
            label: "Entry \(entry + 1)", exportLabel: "Entry \(entry + 1)", section: number,
            member: "list", countGroup: number))
      }
      let repetition =
        repeats
        ? "\"repeat\": { \"key\": \"\(member)\", \"initial\": \(items), \"label\": \"Item {n}\" }, "
        : ""
      texts.append(
        "{ \"id\": \"\(member)\", \"title\": \"\(title)\", \(repetition)"
          + "\"rows\": [ \(described.joined(separator: ", ")) ] }")
    }

    addSection("About", repeats: false, items: 1, names: ["name", "email", "phone"], count: 0)
    addSection(
      "Work", repeats: true, items: dice.number(in: 1...3), names: ["company", "since"], count: 0)
    addSection("List", repeats: false, items: 1, names: ["note"], count: counted)
    let template =
      "{ \"longform\": 1, \"id\": \"generated\", \"title\": \"Generated\", \"viewport\": \(height), "
      + "\"sections\": [ \(texts.joined(separator: ", ")) ], \"output\": { \"empty\": \"omit\" } }"
    return FormShape(
      rows: rows, titles: titles, itemHeaders: itemHeaders, sections: sections,
      height: height, template: template)
  }
}

// MARK: - Exports

extension FormShape {
  /// The answers that an export in the format `text` holds, by row; nil when it is none.
  func answers(inText text: String) -> [Int: Line]? {
    var rest = Line(text.unicodeScalars)[...]
    var answers: [Int: Line] = [:]
    for (index, row) in rows.enumerated() {
      let start = "Value for row \(index + 1) (\(row.exportLabel)): ".unicodeScalars
      guard rest.starts(with: start), let end = rest.firstIndex(of: "\n") else { return nil }
      let answer = rest[..<end].dropFirst(start.count)
      if !answer.elementsEqual("Empty".unicodeScalars) { answers[index] = Line(answer) }
      rest = rest[(end + 1)...]
    }
    return rest.isEmpty ? answers : nil
  }

  /// The JSON of some answers: what is empty is left out.
  func json(of answers: [Int: Line]) -> String {
    var document: [(String, Node)] = []
    for (number, section) in sections.enumerated() {
      let filled = answers.keys.sorted().filter { rows[$0].section == number }
      guard !filled.isEmpty else { continue }
      let items = Dictionary(grouping: filled) { rows[$0].item }
      let objects = items.keys.sorted().map { members(items[$0] ?? [], answers) }
      switch (section.member, section.repeats) {
      case (let member?, true): document.append((member, .array(objects.map(Node.object))))
      case (let member?, false): document.append((member, .object(objects[0])))
      case (nil, _): document += objects[0]
      }
    }
    return Node.object(document).text(indent: "") + "\n"
  }

  private func members(_ filled: [Int], _ answers: [Int: Line]) -> [(String, Node)] {
    var members: [(String, Node)] = []
    var lists: [String: [Node]] = [:]
    for row in filled {
      let answer = Node.string(String(answers[row] ?? []))
      if rows[row].countGroup == nil {
        members.append((rows[row].member, answer))
      } else {
        lists[rows[row].member, default: []].append(answer)
      }
    }
    return members + lists.map { ($0.key, .array($0.value)) }
  }

  private indirect enum Node {
    case string(String)
    case array([Node])
    case object([(String, Node)])

    func text(indent: String) -> String {
      let inner = indent + "  "
      switch self {
      case .string(let string): return Node.quoted(string)
      case .array(let nodes):
        return "[\n"
          + nodes.map { inner + $0.text(indent: inner) }.joined(separator: ",\n")
          + "\n\(indent)]"
      case .object(let members) where members.isEmpty: return "{}"
      case .object(let members):
        return "{\n"
          + members.map { "\(inner)\(Node.quoted($0)): \($1.text(indent: inner))" }
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
}

extension String {
  fileprivate var capitalizedASCII: String { prefix(1).uppercased() + dropFirst() }
}
