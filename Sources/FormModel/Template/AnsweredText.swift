// Texts of a template that show answers: each `${row}` in them is replaced by the answer of the
// row.

import FormText

/// A text that may show answers, written as `${row}`.
package struct AnsweredText: Sendable {
  /// A part of the text.
  enum Part: Sendable {
    case text(NumberedText)
    case answer(ExpressionRow)
  }

  /// A location in a template where a text can show answers.
  enum Place: Hashable, Sendable {
    case label(AnswerPlan.RowReference)
    case help(AnswerPlan.RowReference)
    case title(section: Int)
    case itemLabel(section: Int)
  }

  let parts: [Part]

  /// Whether a text contains `${` or `$${`.
  static func isIn(_ source: String) -> Bool {
    // A loop over a span is several times as fast as one over `utf8`.
    let bytes = source.utf8.span
    return bytes.indices.contains {
      bytes[$0] == UInt8(ascii: "{") && $0 > 0 && bytes[$0 - 1] == UInt8(ascii: "$")
    }
  }

  /// Returns the text with ten letters for each answer, to estimate its width.
  static func sample(of source: String) -> String {
    guard isIn(source) else { return source }
    return pieces(of: source).reduce(into: "") {
      switch $1 {
      case .text(let text): $0 += text
      case .expression: $0 += String(repeating: "x", count: 10)
      }
    }
  }

  /// The text shown for a missing answer.
  static let missing = "…"

  /// Returns the text, escaped so that it shows no answers.
  package static func escaped(_ text: String) -> String {
    guard isIn(text) else { return text }
    var (escaped, start) = ("", text.startIndex)
    for index in text.utf8.indices where text.utf8[index...].starts(with: "${".utf8) {
      escaped += text[start..<index] + "$"
      start = index
    }
    return escaped + text[start...]
  }

  /// A piece of the text as the template writes it.
  enum Piece: Hashable {
    case text(String)
    /// `${row}`, and the offset of its `$` in the UTF-8 of the text.
    case expression(String, offset: Int)
  }

  /// Splits a text into each `${row}` and the texts between them. `$${` means `${`. If the `}` is
  /// missing, the piece extends to the end of the text.
  static func pieces(of source: String) -> [Piece] {
    var pieces: [Piece] = []
    let utf8 = source.utf8
    var (text, start, index) = ("", source.startIndex, source.startIndex)
    while let dollar = utf8[index...].firstIndex(of: UInt8(ascii: "$")) {
      index = utf8.index(after: dollar)
      if utf8[dollar...].starts(with: "$${".utf8) {
        text += source[start..<dollar]
        start = index
        index = utf8.index(index, offsetBy: 2)
      } else if utf8[dollar...].starts(with: "${".utf8) {
        text += source[start..<dollar]
        if !text.isEmpty { pieces.append(.text(text)) }
        let end = utf8[dollar...].firstIndex(of: UInt8(ascii: "}")).map(utf8.index(after:))
        (text, start, index) = ("", end ?? source.endIndex, end ?? source.endIndex)
        pieces.append(
          .expression(
            String(source[dollar..<start]), offset: utf8.distance(from: utf8.startIndex, to: dollar)
          ))
      }
    }
    text += source[start...]
    if !text.isEmpty { pieces.append(.text(text)) }
    return pieces
  }
}

/// The texts of a template that show answers, and the rows with these answers.
struct AnsweredTexts: Sendable {
  private var texts: [AnsweredText.Place: AnsweredText] = [:]
  private var rows = Set<AnswerPlan.RowReference>()
  /// The sections whose items are read by calculated rows that the texts show.
  private var sections = Set<Int>()

  var isEmpty: Bool { texts.isEmpty }

  subscript(place: AnsweredText.Place) -> AnsweredText? { texts[place] }

  /// Whether a change of a row may change any of these texts.
  func show(_ row: FormRow.ID) -> Bool {
    !texts.isEmpty
      && (rows.contains(AnswerPlan.RowReference(row)) || sections.contains(row.section))
  }

  mutating func note(_ text: AnsweredText, at place: AnsweredText.Place) {
    texts[place] = text
    for case .answer(let row) in text.parts { rows.insert(row.template) }
  }

  /// Adds the rows and sections from which the shown rows are calculated.
  func withSources(in plan: ExpressionPlan) -> AnsweredTexts {
    var texts = self
    let sources = plan.sources(of: rows)
    texts.rows.formUnion(sources.rows.map(\.template))
    texts.sections = sources.sections
    return texts
  }
}

extension Answers {
  /// The text at a place, with its answers filled in; nil if the text shows no answers.
  ///
  /// - Parameter row: a row in the item to which the text belongs, or the add line (on which people
  ///   create items) of a list.
  func answeredText(
    at place: AnsweredText.Place, around row: FormRow.ID?, number: Int
  ) -> String? {
    guard let text = template.expressions.texts[place] else { return nil }
    let items = row.map(outline.items(around:)) ?? []
    return text.parts.reduce(into: "") {
      switch $1 {
      case .text(let text): $0 += text.text(number: number)
      case .answer(let row): $0 += shownAnswer(of: row, in: items)
      }
    }
  }

  /// The title of a section, or of a list of items inside an item, with its answers filled in.
  package func title(of list: ItemList) -> String? {
    answeredText(
      at: .title(section: list.section), around: list.parent > 0 ? addLine(of: list) : nil,
      number: 0) ?? template.sections[list.section].title
  }

  /// The title of a section, with its answers filled in. Only rows outside of items have answers
  /// here.
  package func title(ofSection section: Int) -> String? {
    title(of: ItemList(section: section, parent: 0))
  }

  /// The label of an item, without the answer that the item's header shows after it.
  package func itemLabel(section: Int, item: Int, position: Int) -> String {
    itemLabel(
      around: FormRow.ID(section: section, item: item, row: 0, number: 0), position: position)
  }

  /// The label of a row's item, or of the item that an add line creates, without the answer that
  /// the item's header shows after it.
  func itemLabel(around row: FormRow.ID, position: Int) -> String {
    answeredText(at: .itemLabel(section: row.section), around: row, number: position + 1)
      ?? template.sections[row.section].repetition?.label.text(number: position + 1) ?? ""
  }

  /// The help of a row, with its answers filled in.
  package func help(of id: FormRow.ID) -> String? {
    answeredText(at: .help(AnswerPlan.RowReference(id)), around: id, number: number(of: id))
      ?? template[id].help?.text(number: number(of: id))
  }

  /// The labels of a section's exported rows, for the columns of a table. They apply to all items,
  /// so they show neither numbers nor answers.
  package func labelsOfColumns(inSection section: Int) -> [String] {
    let rows = template.sections[section].rows
    return rows.indices.filter { rows[$0].isExported }.map { row in
      let place = AnswerPlan.RowReference(section: section, row: row)
      let label =
        template.expressions.texts[.label(place)] == nil
        ? rows[row].label.parts.joined() : label(of: place, ofNextItemIn: nil, position: 1)
      return Text(label).trimmed.string
    }
  }

  /// The label of a row in the next item of a list, which does not exist yet. If `list` is nil, the
  /// label applies to all items.
  func label(
    of row: AnswerPlan.RowReference, ofNextItemIn list: ItemList?, position: Int
  ) -> String {
    answeredText(at: .label(row), around: list.map(addLine(of:)), number: position)
      ?? template.sections[row.section].rows[row.row].label.text(number: position)
  }

  /// The help of a row in the next item of a list, which does not exist yet.
  func help(
    of row: AnswerPlan.RowReference, ofNextItemIn list: ItemList, position: Int
  ) -> String {
    answeredText(at: .help(row), around: addLine(of: list), number: position)
      ?? template.sections[row.section].rows[row.row].help?.text(number: position) ?? ""
  }

  /// The beginning of a row's answer, written as on the line of the row; `…` if there is no answer.
  private func shownAnswer(of row: ExpressionRow, in items: [Int]) -> String {
    let item = row.chain.isEmpty ? 0 : items.dropFirst(row.chain.count - 1).first
    guard let item else { return AnsweredText.missing }
    let id = FormRow.ID(section: row.section, item: item, row: row.row, number: row.number)
    guard outline.isShown(id), let answer = answer(of: id) else { return AnsweredText.missing }
    return template[id].lineInView(answer).beginning(columns: 200).string
  }
}
