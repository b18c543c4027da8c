// Makes random forms: rows of many types, items inside items and as members of objects, conditions
// on earlier answers, and alternatives, which are rows that share a key and are never shown
// together.

package import FormModel
import FormText
package import TerminalTesting

/// A random form, and the order of its rows.
package struct RandomForm {
  /// A condition: a row of the first section is answered with yes, or is not.
  private struct Condition {
    let row: String
    var isNegated = false

    var json: String {
      let holds = #"{"row": "\#(row)", "is": true}"#
      return #", "when": "# + (isNegated ? #"{"not": \#(holds)}"# : holds)
    }
  }

  /// A row, and its condition.
  private struct Row {
    let id: String
    let takesAnswer: Bool
    let condition: Condition?
    let json: String

    /// Whether the answer to the row can name a member of an object.
    var namesMembers: Bool {
      takesAnswer && condition == nil
        && !["boolean", "paragraph", "list", "choices", "secret", "key"].contains {
          json.contains("\"\($0)\"")
        }
    }
  }

  private struct Section {
    let rows: [Row]
    let repeats: Bool
    let condition: Condition?
    /// The members of the section's JSON object, without its inner sections.
    let json: String
    /// The numbers of the sections inside its items.
    var inner: [Int] = []
  }

  /// The sections. Each section comes before the sections inside its items.
  private var sections: [Section] = []
  /// The numbers of the sections that are not inside items.
  private var outermost: [Int] = []
  /// The yes-or-no rows of the first section.
  private var yesOrNo: [String] = []

  package init(using generator: inout SeededGenerator) {
    for place in 0..<generator.number(in: 1...4) {
      let repeats = place > 0 && generator.chance(50)
      outermost.append(addSection(repeats: repeats, depth: 1, using: &generator))
    }
  }

  /// Adds a section and the sections inside it, on at most three levels. Returns the number of the
  /// outer section.
  private mutating func addSection(
    repeats: Bool, depth: Int, using generator: inout SeededGenerator
  ) -> Int {
    let number = sections.count
    let condition = RandomForm.condition(among: yesOrNo, number == 0 ? 0 : 30, &generator)
    var rows: [Row] = []
    let count = generator.number(in: 1...(depth == 1 ? 5 : 3))
    // A section inside items repeats, so it needs a row that can be typed.
    while rows.count < count || depth > 1 && !rows.contains(where: \.takesAnswer) {
      let row = RandomForm.row("s\(number)r\(rows.count)", among: yesOrNo, using: &generator)
      if number == 0, row.json.contains(#""boolean""#) { yesOrNo.append(row.id) }
      rows.append(row)
      if generator.chance(20) { rows += alternatives("s\(number)r\(rows.count)", &generator) }
    }
    let isRepeating = repeats && rows.contains(where: \.takesAnswer)
    let initial = generator.number(below: 3)
    let name = generator.chance(30) ? rows.first(where: \.namesMembers)?.id : nil
    let map = name.map { #", "as": "object", "keyRow": "\#($0)""# } ?? ""
    let json =
      #""id": "s\#(number)""#
      + (generator.chance(60) ? #", "title": "Part \#(number)""# : "")
      + (isRepeating ? #", "repeat": {"key": "s\#(number)", "initial": \#(initial)\#(map)}"# : "")
      + (condition?.json ?? "") + #", "rows": [\#(rows.map(\.json).joined(separator: ", "))]"#
    sections.append(
      Section(rows: rows, repeats: isRepeating, condition: condition, json: json))
    while isRepeating, depth < 3, sections[number].inner.count < 2, generator.chance(40) {
      let inner = addSection(repeats: true, depth: depth + 1, using: &generator)
      sections[number].inner.append(inner)
    }
    return number
  }

  /// The template as JSON.
  package var json: String {
    #"{"longform": 1, "id": "random", "sections": [\#(json(of: outermost))]}"#
  }

  private func json(of numbers: [Int]) -> String {
    numbers.map { number in
      let inner = sections[number].inner
      return "{" + sections[number].json
        + (inner.isEmpty ? "" : #", "sections": [\#(json(of: inner))]"#) + "}"
    }.joined(separator: ", ")
  }

  private static func condition(
    among rows: [String], _ percent: Int, _ generator: inout SeededGenerator
  ) -> Condition? {
    guard !rows.isEmpty, generator.chance(percent) else { return nil }
    return Condition(row: rows[generator.number(below: rows.count)])
  }

  /// Returns two rows with the same key. A yes-or-no row of the first section decides which of them
  /// is shown. Returns no rows if there is no yes-or-no row yet.
  private func alternatives(_ key: String, _ generator: inout SeededGenerator) -> [Row] {
    guard let decider = yesOrNo.randomElement(using: &generator) else { return [] }
    return [("a", #", "type": "integer""#, false), ("b", "", true)].map { end, type, isNegated in
      let condition = Condition(row: decider, isNegated: isNegated)
      return Row(
        id: key + end, takesAnswer: true, condition: condition,
        json: #"{"id": "\#(key)\#(end)", "key": "\#(key)"\#(type)\#(condition.json)}"#)
    }
  }

  private static func row(
    _ id: String, among yesOrNo: [String], using generator: inout SeededGenerator
  ) -> Row {
    let kinds = [
      "", #", "required": true"#, #", "type": "boolean""#, #", "type": "boolean", "export": false"#,
      #", "type": "integer""#, #", "type": "paragraph""#, #", "type": "list""#,
      #", "type": "secret""#, #", "type": "choice", "choices": ["bread", "milk", "tea"]"#,
      #", "type": "choice", "strict": false, "choices": ["bread", "milk"]"#,
      #", "type": "choices", "choices": ["bread", "milk", "tea"]"#, #", "default": "ma""#,
      #", "type": "url""#,
    ]
    let condition = condition(among: yesOrNo, 25, &generator)
    let untyped = [
      #", "readOnly": true, "default": "x""#, #", "type": "note", "help": "A note""#,
      #", "type": "integer", "value": "1 + 1""#,
    ]
    let takesAnswer = !generator.chance(20)
    let kind =
      takesAnswer
      ? kinds[generator.number(below: kinds.count)]
      : untyped[generator.number(below: untyped.count)]
    return Row(
      id: id, takesAnswer: takesAnswer, condition: condition,
      json: #"{"id": "\#(id)"\#(kind)\#(condition?.json ?? "")}"#)
  }

  /// Whether Enter adds a line to the row or ticks a choice, and does not leave the row.
  package func makesLines(_ row: FormRow.ID) -> Bool {
    let json = sections[row.section].rows[row.row].json
    return ["paragraph", "list", "choices"].contains { json.contains(#""type": "\#($0)""#) }
  }

  /// Whether a row is answered by yes or no.
  package func isYesOrNo(_ row: FormRow.ID) -> Bool {
    sections[row.section].rows[row.row].json.contains(#""boolean""#)
  }

  /// Returns the places at which Enter stops, in order. They are rows, and the lines that create
  /// items. The answers of a session decide which rows are shown.
  package func stops(in session: FormSession) -> [FormRow.ID] {
    var shown: [String: Bool] = [:]
    func isShown(_ condition: Condition?) -> Bool {
      condition.map { (shown[$0.row] == true) != $0.isNegated } ?? true
    }
    for (place, row) in (sections.first?.rows ?? []).enumerated() {
      let answer = session.answers.answer(
        of: FormRow.ID(section: 0, item: 0, row: place, number: 0))
      shown[row.id] = isShown(row.condition) && answer?.string.hasPrefix("y") == true
    }
    /// The stops of a list, or of a section that does not repeat.
    func stops(of list: ItemList) -> [FormRow.ID] {
      let (number, section) = (list.section, sections[list.section])
      guard isShown(section.condition) else { return [] }
      let items = section.repeats ? session.answers.outline.items(of: list) : [0]
      let rows = items.flatMap { item in
        section.rows.indices.filter {
          section.rows[$0].takesAnswer && isShown(section.rows[$0].condition)
        }.map { FormRow.ID(section: number, item: item, row: $0, number: 0) }
          + section.inner.flatMap { stops(of: ItemList(section: $0, parent: item)) }
      }
      let entry = section.rows.firstIndex(where: \.takesAnswer) ?? 0
      let addLine = FormRow.ID(section: number, item: -list.parent, row: entry, number: 0)
      return rows + (section.repeats ? [addLine] : [])
    }
    return outermost.flatMap { stops(of: ItemList(section: $0, parent: 0)) }
  }
}
