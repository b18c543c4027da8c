// The answers of a form by row identity, and all other state that exports and conditions read.
//
// Invariants: the text of a row is its live text if it is in view, otherwise its text in the buffer
// of touched rows, otherwise its text in the loaded document, otherwise the default (law 3). A text
// belongs to a row identity, never to a position (laws 4 and 6).
//
// Answers has several files because conditions, problems, counts, labels and exports all read the
// text of a row. Only this file decides which text that is.

public import FormText
import LosslessJSON

/// The answers of a form.
public struct Answers: Sendable {
  /// The template of the form.
  public internal(set) var template: Template
  /// The document that was opened with the form; nil if there was none.
  package let loaded: LoadedAnswers?
  /// The order of sections, items and rows, and which of them are hidden.
  package var outline: Outline
  /// The contents of rows in view and of touched rows.
  var texts = RowTexts()
  /// The state of the conditions.
  var conditions = ConditionState()
  /// The totals: values over all items of a section, such as sums.
  var totals = Totals()
  /// Values of calculated rows that are known; empty except while `withCalculated` runs.
  var calculations: [FormRow.ID: Calculated] = [:]
  /// Changes that are not visible in any text.
  package var changes = AnswerChanges()
  /// Texts and items that were set without an action of the person. Presets, for example, are set
  /// by a program before the person's first action.
  var presets = Presets()
  /// Stored texts and items that have no place in the present template.
  var leftovers = Leftovers()
  /// The numbers of rows with an answer.
  var filled = FilledCounts()
  /// The row for which a function of the host program is reading the answers. The host program is
  /// the one that uses this package as a library.
  package var viewpoint: FormRow.ID?
  /// The number of rows read, checked or restored since the start. Law 15 limits this cost.
  public internal(set) var rowsTouched = 0

  init(_ template: Template, loaded: LoadedAnswers?) {
    (self.template, self.loaded) = (template, loaded)
    outline = Outline(of: template, loaded: loaded?.lists ?? [:])
  }

  // MARK: - Texts and answers

  /// The number of shown rows that ask for an answer.
  public var rowCount: Int { outline.rowCount }

  /// The number of rows and add lines that can have the focus. An add line is the line on which
  /// people create the items of a list.
  public var indexCount: Int { outline.indexCount }

  /// The number of shown rows with an answer.
  public var filledCount: Int { filled.total }

  /// The number of lines of the form, including titles and headers.
  public var lineCountWithHeaders: Int { outline.lineCount(withHeaders: true) }

  /// The present text of a row: the live text, otherwise the text in the buffer, otherwise the
  /// loaded text, otherwise the default (law 3).
  public func text(of id: FormRow.ID) -> Text {
    if isCalculated(id) {
      return texts.place(of: id).map { texts.live[$0].content.text } ?? calculatedText(of: id)
    }
    return texts.content(of: id)?.text ?? baseText(of: id)
  }

  /// The answer of a row; nil if the row has none or is hidden. A changed answer is trimmed (law
  /// 13).
  public func answer(of id: FormRow.ID) -> Text? {
    if !template.conditions.isEmpty, !outline.isShown(id) { return nil }
    return heldAnswer(of: id)
  }

  /// The answer of a row, hidden or not.
  func heldAnswer(of id: FormRow.ID) -> Text? {
    if isCalculated(id) {
      let text = calculatedText(of: id)
      return text.isEmpty ? nil : text
    }
    guard let text = texts.content(of: id)?.text else {
      // A loaded text or a default is the answer as it is; only typed text is trimmed.
      let text = baseText(of: id)
      return text.isEmpty ? nil : text
    }
    if text.isEmpty { return nil }
    let base = baseText(of: id)
    guard isAnswer(text, in: id, base: base) else { return nil }
    if text == base { return text }
    return trimmed(text, in: id)
  }

  /// The value that an export writes for a row. For an unchanged row, it is the loaded value.
  /// Otherwise it is the typed text as a value of the row's type, or as a string if the type
  /// refuses it.
  package func value(of id: FormRow.ID) -> RowValue? {
    guard let answer = exportedAnswer(of: id) else { return nil }
    if template[id].isItemName {
      return .string(isChanged(id) ? value(of: answer, in: id).text ?? answer : answer)
    }
    if let value = loaded?.value(of: id).flatMap(RowValue.init), !isChanged(id),
      picks(of: id).isEmpty, !template[id].type.isJSON
    {
      return value
    }
    return withFinalLineBreaks(value(of: answer, in: id), of: id)
  }

  /// The id that exports write if the form has a key for an id. It is the id in the document or, if
  /// the document has none, the id of this filling of the form.
  package var id: RowValue? {
    guard template.plan.id != nil else { return nil }
    return loaded?.id.flatMap(RowValue.init) ?? presets.fillingID.map { .string(Text($0)) }
  }

  /// The value of a row, hidden or not.
  func heldValue(of id: FormRow.ID) -> RowValue? {
    heldAnswer(of: id).map { value(of: $0, in: id) }
  }

  func value(of answer: Text, in id: FormRow.ID) -> RowValue {
    guard !template[id].isPlainText else { return .string(answer) }
    return pickedValue(of: answer, in: id) ?? offeredValue(of: answer, in: id)
      ?? quotedValue(of: answer, in: id) ?? (try? template[id].value(of: answer))
      ?? .string(answer)
  }

  /// Whether a text is an answer in a row that had the text `base` before typing.
  func isAnswer(_ text: Text, in id: FormRow.ID, base: Text) -> Bool {
    text == base || isSecret(id) ? !text.isEmpty : !text.isBlank
  }

  /// The text of a row before typing: the loaded text, otherwise the default.
  func baseText(of id: FormRow.ID) -> Text {
    guard let value = loaded?.value(of: id) else {
      return loaded == nil && isCalculated(id) ? calculatedText(of: id) : defaultText(of: id)
    }
    return template[id].text(loading: value)
  }

  /// The default of a row; empty if there is none.
  func defaultText(of id: FormRow.ID) -> Text {
    // `??` would make a closure of its right side, and the closure would copy all answers.
    if let given = presets.given.texts[id] { return given }
    return templateDefault(of: id)
  }

  /// The default of a row in the template; empty if there is none.
  func templateDefault(of id: FormRow.ID) -> Text {
    guard let text = template[id].defaultText, !id.isAddLine(in: template.sections) else {
      return .empty
    }
    return Text(text.text(number: id.number))
  }

  /// Whether the answer of the row has changed since the form was opened.
  public func isChanged(_ id: FormRow.ID) -> Bool {
    if isCalculated(id) {
      if template[id].constant != nil { return isConstantChanged(id) }
      return loaded != nil && calculatedText(of: id) != baseText(of: id)
    }
    if changes.confirmedRows.contains(id) { return true }
    guard let text = texts.content(of: id)?.text else { return false }
    return text != baseText(of: id)
  }

  /// The rows whose answers have changed since the form was opened. O(rows ever changed), plus
  /// O(items) if a document was loaded and rows of items are calculated.
  package var changedRows: [FormRow.ID] {
    texts.rows.union(changes.confirmedRows).filter {
      !$0.isAddLine(in: template.sections) && outline.isShown($0) && !isCalculated($0)
        && isChanged($0)
    } + changedCalculations
  }

  // MARK: - Picks

  /// The candidates that were picked for the text of a row.
  func picks(of id: FormRow.ID) -> [Pick] {
    guard rowType(of: id).takesPicks else { return [] }
    return texts.content(of: id)?.picks ?? []
  }

  /// Whether every part of the text of a row was picked from candidates.
  public func isPicked(_ id: FormRow.ID) -> Bool {
    let picks = picks(of: id)
    return picks.isEmpty ? false : areAllPicked(picks, of: id)
  }

  // Inlined, this would copy all answers for each row in view.
  @inline(never)
  private func areAllPicked(_ picks: [Pick], of id: FormRow.ID) -> Bool {
    guard rowType(of: id).takesManyPicks else { return true }
    return ChoicesRow.entries(of: text(of: id)).allSatisfy { entry in
      picks.contains { $0.text == entry }
    }
  }

  /// The picks of a row that stay if the text of the row becomes `text`: those whose texts are in
  /// `text`.
  func remainingPicks(of id: FormRow.ID, in text: Text) -> [Pick] {
    remaining(picks(of: id), in: text, of: id)
  }

  func remaining(_ picks: [Pick], in text: Text, of id: FormRow.ID) -> [Pick] {
    if picks.isEmpty { return [] }
    guard rowType(of: id).takesManyPicks else { return picks.filter { $0.text == text } }
    let entries = Set(ChoicesRow.entries(of: text))
    return picks.filter { entries.contains($0.text) }
  }

  /// The value of an answer of which the text, or at least one entry, was picked from candidates;
  /// nil if nothing was picked.
  func pickedValue(of answer: Text, in id: FormRow.ID) -> RowValue? {
    let picks = picks(of: id)
    guard !picks.isEmpty else { return nil }
    let choices = template[id].choices
    func value(of entry: Text) -> RowValue? {
      picks.first { $0.text.trimmed == entry }.flatMap(choices.value(of:))
    }
    guard rowType(of: id).takesManyPicks else { return value(of: answer.trimmed) }
    return .list(
      ChoicesRow.entries(of: answer).map {
        value(of: $0) ?? ChoiceRow.value(of: $0, among: choices, where: isOffered(in: id))
      })
  }

  // MARK: - The view

  /// Makes exactly the rows in view live: moves rows that left the view to the buffer, and restores
  /// rows that came into view (laws 1 and 2).
  mutating func settle(in place: Place) {
    var inView: [(id: FormRow.ID, index: FormRow.Index)] = []
    inView.reserveCapacity(place.viewport.height)
    for line in place.linesInView(of: outline) {
      if case .row(let id, let index)? = line { inView.append((id, index)) }
    }
    if texts.setIndices(ifLive: inView) { return }
    let before = texts.live
    var isInView = Array(repeating: false, count: before.count)
    var rows: [LiveRow] = []
    rows.reserveCapacity(inView.count)
    // Live rows have the order of the form, so look for each row after the one found before.
    var next = 0
    for (id, index) in inView {
      // The indices are searched, because a search of the rows would copy each of them.
      let found =
        before.indices[next...].first { before[$0].id == id }
        ?? before.indices[..<next].first { before[$0].id == id }
      var row: LiveRow
      if let found {
        row = before[found]
        isInView[found] = true
        next = found + 1
      } else {
        row = restored(id)
      }
      row.index = index
      rows.append(row)
    }
    for (row, isInView) in zip(before, isInView) where !isInView { capture(row) }
    texts.live = rows
  }

  private mutating func capture(_ row: LiveRow) {
    if isCalculated(row.id) { return }
    texts.buffer.capture(row.content, for: row.id, base: baseText(of: row.id))
  }

  private mutating func restored(_ id: FormRow.ID) -> LiveRow {
    rowsTouched += 1
    let content =
      isCalculated(id)
      ? RowContent(text: calculatedTextInView(of: id))
      : texts.buffer.restored(id) ?? RowContent(text: baseText(of: id))
    return LiveRow(id: id, index: 0, content: content)
  }

  // MARK: - Resuming a stored form

  /// Moves every live text to the buffer, and resets items and hidden rows, before a stored form is
  /// restored.
  mutating func forget() {
    for row in texts.live { capture(row) }
    texts.live = []
    outline = Outline(of: template, loaded: loaded?.lists ?? [:])
    conditions = ConditionState(asLoaded: conditions.asLoaded)
    repeatPresetItems()
    leftovers = Leftovers()
  }

  /// The texts that belong to no row of the form, with their places: preset texts and texts of the
  /// stored form.
  var textsWithoutRow: [(name: String, text: Text)] {
    presets.withoutRow
      + leftovers.texts.filter { !$0.value.isRemoved }.sorted { $0.key < $1.key }
      .map { (place(ofKeptName: $0.key), $0.value.row.text) }
  }
}

/// A row in view. Its text may be newer than the text in the buffer.
struct LiveRow: Sendable {
  var id: FormRow.ID
  var index: FormRow.Index
  var content: RowContent
}

/// The contents of rows in view and of touched rows.
struct RowTexts: Sendable {
  /// The rows in view.
  var live: [LiveRow] = []
  /// The contents of touched rows. The live content of a row in view is newer.
  var buffer = FormBuffer()
  /// The texts that the receiver of the answers, or a check of the host program, rejected.
  var rejected: [FormRow.ID: RejectedText] = [:]

  /// The index of a row among the live rows. This is a loop without a closure, because it runs for
  /// every key.
  func place(of row: FormRow.ID?) -> Int? {
    for place in live.indices where live[place].id == row { return place }
    return nil
  }

  /// Sets the indices of the live rows, if exactly these rows are live; otherwise returns false.
  mutating func setIndices(ifLive rows: [(id: FormRow.ID, index: FormRow.Index)]) -> Bool {
    guard rows.count == live.count else { return false }
    for place in rows.indices where live[place].id != rows[place].id { return false }
    for place in rows.indices where live[place].index != rows[place].index {
      live[place].index = rows[place].index
    }
    return true
  }

  /// The live content of a row, otherwise its content in the buffer; nil for an untouched row out
  /// of view.
  func content(of row: FormRow.ID) -> RowContent? {
    if let place = place(of: row) { return live[place].content }
    return buffer.restored(row)
  }

  /// The rows in view and all touched rows.
  var rows: Set<FormRow.ID> { Set(live.map(\.id)).union(buffer.rows) }
}

/// Changes that are not visible in any text.
package struct AnswerChanges: Sendable {
  /// The confirmed rows: a person or script gave them the text that they already showed.
  var confirmedRows = Set<FormRow.ID>()
  /// The lists whose items were ever added, removed or moved.
  package var lists = ItemLists()
  /// The calculated rows whose values differed from the document when it was opened, with the texts
  /// that were calculated then.
  var disagreements: [FormRow.ID: Text] = [:]
  /// The conflicts, by row: two different changes of the row, by the person and by another program.
  /// The conflict of an item belongs to the first row of the item.
  var conflicts: [FormRow.ID: Conflict] = [:]
}

/// Texts and items that were set without an action of the person.
struct Presets: Sendable {
  /// The rows with a preset text.
  var rows = Set<FormRow.ID>()
  /// The lists of the preset items, in the order in which the items were created.
  var items: [ItemList] = []
  /// The defaults that came from expressions or from preceding items.
  var given = GivenDefaults()
  /// The day on which the form was opened.
  var today: CalendarDate?
  /// The id of this filling of the form.
  var fillingID: String?
  /// The preset texts for which the form has no row.
  var withoutRow: [(name: String, text: Text)] = []
}

/// Stored texts and items that have no place in the present template.
struct Leftovers: Sendable {
  /// The texts of rows that the template no longer has, by row name.
  var texts: [String: Orphan] = [:]
  /// The items of sections that no longer repeat, by section id.
  var items: [String: [UInt8]] = [:]
}

/// The numbers of rows with an answer.
struct FilledCounts: Sendable {
  /// The number of filled rows among all shown rows.
  var total = 0
  /// The number of filled rows by section and row template. If an item's own conditions hide a row,
  /// the row is not counted for this item.
  var rows: [[Int]] = []
  /// The number of filled and empty rows, counted in the same way as `rows`.
  var all: [[Int]] = []
  /// The number of items by section. If the conditions of an item hide a list, the items of that
  /// list are not counted.
  var items: [Int] = []
}
