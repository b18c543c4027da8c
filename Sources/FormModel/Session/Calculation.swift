// Calculated rows. Their values are computed whenever they are read, so they are never out of date
// (law 17).
//
// A calculated row may read other calculated rows. They are computed first, each of them once, and
// without recursion: an author may chain any number of calculated rows, so recursion could overflow
// the stack. If an expression iterates over items, the rows that it reads in the items are computed
// separately for each item.

import FormText
import LosslessJSON

/// The value of a calculated row.
struct Calculated: Sendable {
  /// The value; nil if it is unknown.
  var value: ExpressionValue?
  /// The reason that the value is unknown although no answer is missing.
  var fault: ExpressionFault?
}

/// Lets a reader leave a value unknown while a total that it needs, such as a sum over items, is
/// being computed. A reader without a `Patience` iterates over the items of the total instead.
final class Patience {
  /// Whether the reader met a total that is still being computed. The values computed by the reader
  /// are then invalid.
  var isPending = false
  /// The number of items that the reader visited.
  var itemsRead = 0
  /// The number of calculated rows that were computed.
  var evaluations = 0
}

/// Computes a calculated row and the calculated rows that it reads.
struct Calculation<Base: CalculationReader> {
  /// The values of rows outside of items, shared by all items of an iteration.
  final class Memo {
    var values: [FormRow.ID: Calculated] = [:]
    var totals: [TotalKey: ExpressionValue?] = [:]
  }

  /// A total of the form, and the items around those that it goes over.
  struct TotalKey: Hashable {
    let number: Int
    let items: [Int]
  }

  private let base: Base
  private let memo: Memo
  /// The values of rows in items.
  private var own: [FormRow.ID: Calculated] = [:]

  /// The size of all texts that were computed.
  private var bytes = 0
  /// The largest size of the texts that one row needs.
  private static var mostBytes: Int { 64 << 20 }
  /// Whether texts were not computed, because they and those before are too large together.
  var isFull: Bool { bytes > Calculation.mostBytes }

  /// All values that were computed.
  var values: [FormRow.ID: Calculated] { own.merging(memo.values) { own, _ in own } }

  init(_ base: Base, _ memo: Memo = Memo()) { (self.base, self.memo) = (base, memo) }

  /// Returns the value of a calculated row.
  mutating func value(of row: FormRow.ID) -> Calculated {
    var waiting = [row]
    while let next = waiting.last {
      guard known(next) == nil, let expression = base.template[next].calculation else {
        waiting.removeLast()
        continue
      }
      let missing = calculatedRows(of: expression, around: next).filter { known($0) == nil }
      guard missing.isEmpty else {
        waiting += missing
        continue
      }
      waiting.removeLast()
      let reader = Reader(base: base.reader(for: next), memo: memo, own: own)
      var evaluation = ExpressionEvaluation(reader)
      let value = evaluation.value(of: expression, in: base.items(around: next))
      var calculated = Calculated(value: value, fault: evaluation.fault)
      if case .text(let text) = value { bytes += text.utf8.count }
      if bytes > Calculation.mostBytes, case .text = value {
        calculated = Calculated(fault: .tooManyTexts)
      }
      if next.item > 0 { own[next] = calculated } else { memo.values[next] = calculated }
    }
    return known(row) ?? Calculated()
  }

  private func known(_ row: FormRow.ID) -> Calculated? {
    row.item > 0 ? own[row] : memo.values[row]
  }

  /// Returns the calculated rows that an expression reads in its own item, in the items around it,
  /// and outside of items.
  private func calculatedRows(of expression: Expression, around row: FormRow.ID) -> [FormRow.ID] {
    let items = base.items(around: row)
    let chain = base.template.sections[row.section].chain
    return expression.rows.compactMap { read in
      guard chain.prefix(items.count).starts(with: read.chain) else { return nil }
      let id = FormRow.ID(
        section: read.section, item: read.chain.isEmpty ? 0 : items[read.chain.count - 1],
        row: read.row, number: read.number)
      return base.template[id].isCalculated ? id : nil
    }
  }

  /// Takes the values of calculated rows from those already known, or computes them if an iteration
  /// over items reaches them. Reads all other rows with `base`.
  private struct Reader: ExpressionReader {
    let base: Base
    let memo: Memo
    let own: [FormRow.ID: Calculated]

    var today: CalendarDate? { base.today }

    func value(of row: ExpressionRow, in items: ArraySlice<Int>) -> ExpressionValue? {
      let id = FormRow.ID(
        section: row.section, item: items.last ?? 0, row: row.row, number: row.number)
      guard base.template[id].isCalculated else { return base.value(of: row, in: items) }
      guard base.isShown(id) else { return nil }
      if let known = own[id] ?? memo.values[id] { return known.value }
      var calculation = Calculation(base, memo)
      return calculation.value(of: id).value
    }

    func isEmpty(_ row: ExpressionRow, in items: ArraySlice<Int>) -> Bool {
      guard base.template[row.template].isCalculated else { return base.isEmpty(row, in: items) }
      return value(of: row, in: items) == nil
    }

    func field(_ name: String) -> String? { base.field(name) }

    func forEachItem(of chain: [Int], below items: ArraySlice<Int>, _ body: ([Int]) -> Void) {
      base.forEachItem(of: chain, below: items, body)
    }

    func position(of item: Int, inSection section: Int) -> Int {
      base.position(of: item, inSection: section)
    }

    func total(of aggregate: Expression.Aggregate, in items: ArraySlice<Int>) -> Total? {
      if let total = base.total(of: aggregate, in: items) { return total }
      return key(of: aggregate, in: items).flatMap { memo.totals[$0] }.map { .value($0) }
    }

    // Without this, a sum of sums would go over the items of each sum again for each item.
    func remember(
      _ total: ExpressionValue?, of aggregate: Expression.Aggregate, in items: ArraySlice<Int>
    ) {
      if let key = key(of: aggregate, in: items) { memo.totals[key] = .some(total) }
    }

    private func key(
      of aggregate: Expression.Aggregate, in items: ArraySlice<Int>
    ) -> TotalKey? {
      aggregate.number.map { TotalKey(number: $0, items: Array(items)) }
    }
  }
}

/// A reader of answers in a form that may have calculated rows.
protocol CalculationReader: ExpressionReader {
  var template: Template { get }
  /// Returns a reader for the expression of another row.
  func reader(for row: FormRow.ID) -> Self
  /// Whether no condition hides a row.
  func isShown(_ row: FormRow.ID) -> Bool
  /// The items around a row, outermost first, including the item of the row itself.
  func items(around row: FormRow.ID) -> [Int]
}

extension Answers {
  /// Whether the answers of a row are calculated.
  package func isCalculated(_ row: FormRow.ID) -> Bool {
    template.expressions.hasCalculations && template[row].isCalculated
      && !row.isAddLine(in: template.sections)
  }

  /// The present value of a calculated row.
  ///
  /// - Parameter patience: nil if the caller needs the value at once.
  // Inlined, this would copy all answers at the beginning of each function that reads a text.
  @inline(never)
  func calculated(_ row: FormRow.ID, _ patience: Patience? = nil) -> Calculated {
    if let known = calculations[row] { return known }
    var calculation = Calculation(AnswersReader(answers: self, this: row, patience: patience))
    return calculation.value(of: row)
  }

  /// Calls a function that reads many rows and changes none. Each calculated row of `rows`, and
  /// each that these read, is computed only once.
  mutating func withCalculated(_ rows: [FormRow.ID], _ read: (inout Answers) -> Void) {
    if let first = rows.first(where: isCalculated) {
      let patience = Patience()
      var calculation = Calculation(AnswersReader(answers: self, this: first, patience: patience))
      for row in rows where isCalculated(row) { _ = calculation.value(of: row) }
      rowsTouched += patience.itemsRead
      // Values that wait for a total are invalid. The limit of texts counts for each row alone.
      if !patience.isPending, !calculation.isFull { calculations = calculation.values }
    }
    read(&self)
    calculations = [:]
  }

  /// The text of a calculated row. If the document has the same value, the text is spelled as in
  /// the document.
  func calculatedText(of row: FormRow.ID) -> Text { text(of: calculated(row).value, in: row) }

  /// The text of a calculated row on the screen; `…` while its value is being computed.
  mutating func calculatedTextInView(of row: FormRow.ID) -> Text {
    let patience = Patience()
    let value = calculated(row, patience).value
    rowsTouched += patience.itemsRead
    return patience.isPending ? "…" : text(of: value, in: row)
  }

  private func text(of value: ExpressionValue?, in row: FormRow.ID) -> Text {
    guard let value else { return .empty }
    if let loaded = loaded?.value(of: row) {
      let text = template[row].text(loading: loaded)
      if ExpressionType(template[row].type).map({ ExpressionValue(answer: text.string, as: $0) })
        == value
      {
        return text
      }
    }
    return Text(value.written)
  }

  /// The calculated rows whose values differ from the document. O(calculated rows + items with such
  /// rows) if a document was loaded.
  var changedCalculations: [FormRow.ID] {
    guard template.expressions.hasCalculations, loaded != nil else { return [] }
    var changed: [FormRow.ID] = []
    forEachCalculatedRow { row in
      if outline.isShown(row), isChanged(row) { changed.append(row) }
    }
    return changed
  }

  /// The labels of the rows that a calculated row reads, without duplicates.
  package func sourceLabels(of row: FormRow.ID) -> [String] {
    guard let calculation = template[row].calculation else { return [] }
    var labels: [String] = []
    for read in calculation.rows {
      let label = label(of: read)
      if !labels.contains(label) { labels.append(label) }
    }
    return labels
  }

  /// Calls a function with every calculated row, hidden or not. O(calculated rows + items).
  func forEachCalculatedRow(_ body: (FormRow.ID) -> Void) {
    for (index, section) in template.sections.enumerated() {
      for (place, row) in section.rows.enumerated() where row.isCalculated {
        for item in section.repetition == nil ? [0] : outline.items(ofSection: index) {
          for number in row.numbers {
            body(FormRow.ID(section: index, item: item, row: place, number: number))
          }
        }
      }
    }
  }

  /// Records the calculated rows whose values differ from those in the document. O(calculated
  /// rows).
  mutating func noteDisagreements() {
    guard template.expressions.hasCalculations, let loaded else { return }
    var found: [FormRow.ID: Text] = [:]
    forEachCalculatedRow { row in
      guard loaded.value(of: row) != nil, outline.isShown(row), isChanged(row) else { return }
      found[row] = calculatedText(of: row)
    }
    changes.disagreements = found
  }

  /// Whether a calculated row is still being computed.
  func isPending(_ row: FormRow.ID) -> Bool {
    guard totals.isLate else { return false }
    let patience = Patience()
    _ = calculated(row, patience)
    return patience.isPending
  }

  /// The problem of a calculated row whose value cannot be computed, or has differed from the
  /// document ever since the form was opened.
  func calculationProblem(of row: FormRow.ID, effort: inout Int) -> Problem? {
    let patience = Patience()
    let calculated = calculated(row, patience)
    effort += patience.evaluations
    if patience.isPending || isHidden(row) { return nil }
    if let fault = calculated.fault { return .refused(Refusal(fault.sentence("calculated"))) }
    guard let text = changes.disagreements[row], text == calculatedText(of: row) else { return nil }
    return disagreement(of: row, with: text)
  }

  /// The problem of a row whose value in the document differs from the calculated text.
  func disagreement(of row: FormRow.ID, with text: Text) -> Problem {
    let kept = baseText(of: row).quoted
    return .refused(
      Refusal(
        text.isEmpty
          ? "the document has \(kept), but there is no calculated value"
          : "the document has \(kept), but calculating gives \(text.quoted)"))
  }

  /// Updates the texts of calculated rows in view; returns whether any text changed.
  mutating func refreshCalculations() -> Bool {
    guard template.expressions.hasCalculations else { return false }
    var changed: [(place: Int, text: Text)] = []
    withCalculated(texts.live.map(\.id)) { answers in
      for (place, row) in answers.texts.live.enumerated() where answers.isCalculated(row.id) {
        answers.rowsTouched += 1
        let text = answers.calculatedTextInView(of: row.id)
        if text != row.content.text { changed.append((place, text)) }
      }
    }
    for change in changed { texts.live[change.place].content = RowContent(text: change.text) }
    return !changed.isEmpty
  }
}

extension FormSession {
  /// Whether the focused row's answer is calculated from other answers.
  public var isFocusCalculated: Bool {
    focus.map { answers.isCalculated($0) && template[$0].constant == nil } ?? false
  }

  /// The labels of the rows from which the focused row is calculated.
  package var focusSources: [String] { focus.map(answers.sourceLabels(of:)) ?? [] }

  /// Updates totals, calculated rows in view, and the choices of the focused row.
  mutating func settleDerived(withChoices: Bool = false) {
    noteGivenDefaults()
    guard !template.expressions.isEmpty else { return }
    if withChoices, answers.giveDefaultsInView() {
      noteGivenDefaults()
      if answers.settleConditions() { showChangedRows() }
    }
    let wasLate = answers.totals.isLate
    answers.settleTotals(items: Totals.slice)
    if !answers.totals.isLate {
      if answers.conditions.isPostponed {
        answers.conditions.isPostponed = false
        if answers.settleConditions() { showChangedRows() }
      }
      if wasLate { sweep.checkAggregates(in: &answers) }
    }
    if answers.refreshCalculations() { noteVisibleChange() }
    if withChoices { noteFilter() }
  }
}

extension ExpressionFault {
  /// A sentence about the fault, without a full stop.
  ///
  /// - Parameter verb: the participle after `cannot be`, such as `checked`.
  func sentence(_ verb: String) -> String {
    switch self {
    case .tooLarge:
      "cannot be \(verb): a number has more than \(DecimalNumber.mostDigits) digits"
    case .tooLong:
      "cannot be \(verb): a text has more than \(grouped(ExpressionValue.mostBytes)) bytes"
    case .tooManyTexts: "cannot be \(verb): the texts that it needs are too long together"
    case .divisionByZero: "cannot be \(verb): a division by zero"
    case .unchecked(let reason): "cannot be \(verb): \(reason)"
    }
  }
}
