// Random forms: rows of every shape, items, and conditions on earlier answers.

package import FormModel
import FormText
package import TerminalTesting

/// A random form, and the order of its rows.
package struct RandomForm {
  /// A row, and its condition.
  private struct Row {
    let id: String
    let takesAnswer: Bool
    /// The row of the first section that must be answered with yes.
    let condition: String?
    let json: String
  }

  private struct Section {
    let rows: [Row]
    let repeats: Bool
    let condition: String?
    let json: String
  }

  private let sections: [Section]

  package init(using generator: inout SeededGenerator) {
    var yesOrNo: [String] = []
    sections = (0..<generator.number(in: 1...4)).map { number in
      let condition = RandomForm.condition(among: yesOrNo, number == 0 ? 0 : 30, &generator)
      let rows = (0..<generator.number(in: 1...5)).map { place in
        let row = RandomForm.row("s\(number)r\(place)", among: yesOrNo, using: &generator)
        if number == 0, row.json.contains(#""boolean""#) { yesOrNo.append(row.id) }
        return row
      }
      let repeats = number > 0 && generator.chance(50) && rows.contains(where: \.takesAnswer)
      let initial = generator.number(below: 3)
      let json =
        #"{"id": "s\#(number)""#
        + (generator.chance(60) ? #", "title": "Part \#(number)""# : "")
        + (repeats ? #", "repeat": {"key": "s\#(number)", "initial": \#(initial)}"# : "")
        + RandomForm.when(condition) + #", "rows": [\#(rows.map(\.json).joined(separator: ", "))]}"#
      return Section(rows: rows, repeats: repeats, condition: condition, json: json)
    }
  }

  /// The template.
  package var json: String {
    #"{"longform": 1, "id": "random", "sections": ["#
      + sections.map(\.json).joined(separator: ", ") + "]}"
  }

  private static func condition(
    among rows: [String], _ percent: Int, _ generator: inout SeededGenerator
  ) -> String? {
    rows.isEmpty || !generator.chance(percent) ? nil : rows[generator.number(below: rows.count)]
  }

  private static func when(_ condition: String?) -> String {
    condition.map { #", "when": {"row": "\#($0)", "is": true}"# } ?? ""
  }

  private static func row(
    _ id: String, among yesOrNo: [String], using generator: inout SeededGenerator
  ) -> Row {
    let kinds = [
      "", #", "required": true"#, #", "type": "boolean""#, #", "type": "boolean""#,
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
      json: #"{"id": "\#(id)"\#(kind)\#(when(condition))}"#)
  }

  /// Whether Enter makes lines in a row, or ticks choices.
  package func makesLines(_ row: FormRow.ID) -> Bool {
    let json = sections[row.section].rows[row.row].json
    return ["paragraph", "list", "choices"].contains { json.contains(#""type": "\#($0)""#) }
  }

  /// Whether a row is answered by yes or no.
  package func isYesOrNo(_ row: FormRow.ID) -> Bool {
    sections[row.section].rows[row.row].json.contains(#""boolean""#)
  }

  /// The rows and add lines where Enter stops, in order, for the answers of a session.
  package func stops(in session: FormSession) -> [FormRow.ID] {
    var shown: [String: Bool] = [:]
    func isShown(_ condition: String?) -> Bool { condition.map { shown[$0] == true } ?? true }
    for (place, row) in (sections.first?.rows ?? []).enumerated() {
      let answer = session.answers.answer(
        of: FormRow.ID(section: 0, item: 0, row: place, number: 0))
      shown[row.id] = isShown(row.condition) && answer?.string.hasPrefix("y") == true
    }
    return sections.enumerated().flatMap { number, section -> [FormRow.ID] in
      guard isShown(section.condition) else { return [] }
      let items =
        section.repeats
        ? session.answers.outline.items(of: ItemList(section: number, parent: 0)) : [0]
      let rows = items.flatMap { item in
        section.rows.indices.filter {
          section.rows[$0].takesAnswer && isShown(section.rows[$0].condition)
        }.map { FormRow.ID(section: number, item: item, row: $0, number: 0) }
      }
      let entry = section.rows.firstIndex(where: \.takesAnswer) ?? 0
      return rows
        + (section.repeats ? [FormRow.ID(section: number, item: 0, row: entry, number: 0)] : [])
    }
  }
}
