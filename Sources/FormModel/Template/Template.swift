// What a form is made from: the parts of a template file, checked and ready to use.
//
// A template is made by `TemplateReader` only, so everything here holds: ids are unique, key paths
// do not clash, numbers are in range, and there is at least one section.

import FormText

/// A form's definition, as its template file gives it.
public struct Template: Sendable {
  /// The form's name, unique among a person's forms.
  public let id: String
  /// What stands above the form; the id when the file gives none.
  public let title: String
  /// What the form is for, empty when the file says nothing.
  public let summary: String
  /// How many lines the viewport has when the person says nothing.
  public let viewportHeight: Int?
  /// The sections in their order.
  public internal(set) var sections: [FormSection]
  /// What an answer that was not given becomes in an export.
  public var emptyAnswers: EmptyAnswers
  /// The treatment of untouched defaults in an export.
  let defaultAnswers: DefaultAnswers
  /// How the answers nest in an export.
  package let plan: AnswerPlan
  /// What the conditions of rows and sections look at.
  package let conditions: ConditionPlan
  /// The rows that expressions read.
  let expressions: ExpressionPlan
  /// The columns of the widest label.
  package let labelColumns: Int
  /// The checks of all answers that the program around the form makes.
  package var closures: [RowCheck] = []

  /// The template of a row.
  @inlinable package subscript(row: FormRow.ID) -> RowTemplate {
    sections[row.section].rows[row.row]
  }

  @inlinable package subscript(reference: AnswerPlan.RowReference) -> RowTemplate {
    sections[reference.section].rows[reference.row]
  }

  /// The numbers of the rows of a template of rows, which is not copied for them.
  package func numbers(of reference: AnswerPlan.RowReference) -> ClosedRange<Int> {
    sections[reference.section].rows[reference.row].numbers
  }

  /// Whether progress is counted in items that are ticked, in no rows at all.
  package var countsTicks: Bool { sections.allSatisfy { $0.repetition?.tick != nil } }

  /// Whether exports write the id of the filling (`output.id`).
  package var writesID: Bool { plan.id != nil }

  /// Whether there are rows that must not be kept.
  public var hasSecrets: Bool { sections.contains { $0.rows.contains(where: \.type.isSecret) } }
}

/// What an answer that was not given becomes in an export.
public enum EmptyAnswers: String, CaseIterable, Sendable {
  /// A null.
  case null
  /// Nothing: its member is left out.
  case omit
  /// An empty string.
  case string
}

/// The treatment of untouched defaults in an export.
public enum DefaultAnswers: String, CaseIterable, Sendable {
  /// They are written like other answers.
  case write
  /// They are left out where the format and the form allow it.
  case omit
}

/// A titled run of rows.
public struct FormSection: Sendable {
  /// Its id, empty when the only section has none.
  public let id: String
  /// Its title line, nil when it has none.
  public let title: String?
  /// What it is for, empty when the file says nothing.
  public let summary: String
  /// Its rows; in a repeat the rows of every item.
  public internal(set) var rows: [RowTemplate]
  /// How it repeats, nil when it does not.
  public let repetition: Repetition?
  /// The repeating sections around its rows, the outermost first: itself the last if it repeats.
  package let chain: [Int]
  /// The sections inside its items, in order.
  package internal(set) var children: [Int] = []
  /// When the section is shown, nil when it always is.
  var condition: Condition?
  /// Whether every item has a line for its header: an item of one line is its own.
  package var hasItemHeaders: Bool {
    repetition != nil && (hasSeveralLines || !children.isEmpty)
  }
  /// Whether the rows of an item make more than one line.
  private let hasSeveralLines: Bool

  init(
    id: String, title: String?, summary: String, rows: [RowTemplate], repetition: Repetition?,
    chain: [Int]
  ) {
    (self.id, self.title, self.summary, self.rows) = (id, title, summary, rows)
    (self.repetition, self.chain) = (repetition, chain)
    hasSeveralLines = rows.count - (repetition?.tick == nil ? 0 : 1) != 1
  }
}

extension FormSection {
  /// The section whose items this one is in, nil for one in no item.
  package var parent: Int? { chain.dropLast().last }
}

extension FormSection {
  /// Whether the add line keeps its text until Enter makes an item of it.
  package var hasEntry: Bool { repetition?.hasEntry ?? false }

  /// Whether new items come before the others, and the add line too.
  var insertsFirst: Bool { repetition?.insertion == .first }

  /// Whether a person can answer a row of an item: without one there is no add line.
  var canBeTyped: Bool { repetition != nil && firstTypedRow != nil }

  /// Whether a row template has lines of its own; a tick stands in front of another row.
  func isLine(_ row: Int) -> Bool { repetition?.tick != row }

  /// Whether the focus can be on a row of this section.
  func isStop(_ id: FormRow.ID) -> Bool { isStop(row: id.row) }

  /// Whether the focus can be on rows of a template: they take an answer, and have lines of their own.
  func isStop(row: Int) -> Bool { rows[row].type.takesAnswer && isLine(row) }

  /// Whether a row has such an identity, in an item that was made at some time.
  func has(_ id: FormRow.ID) -> Bool {
    guard rows.indices.contains(id.row),
      rows[id.row].numbers.contains(id.number)
    else { return false }
    if repetition == nil { return id.item == 0 }
    return id.item > 0 || id.row == entryRow && (id.item == 0) == (chain.count == 1)
  }

  /// The row of a new item that takes the text of the add line: the first that a person can
  /// answer.
  var entryRow: Int {
    firstTypedRow ?? rows.indices.first(where: isStop(row:)) ?? 0
  }

  private var firstTypedRow: Int? {
    rows.indices.first { isStop(row: $0) && !rows[$0].isReadOnly }
  }
}

extension FormRow.ID {
  /// Whether this is no row of an item but the line where the next one is made.
  package func isAddLine(in sections: [FormSection]) -> Bool {
    item <= 0 && sections[section].repetition != nil
  }
}

/// How a section repeats.
public struct Repetition: Sendable {
  /// Where the items are added.
  public enum Insertion: String, CaseIterable, Sendable {
    /// Before the first.
    case first
    /// After the last.
    case last
  }

  /// Where the array of items stands in an export.
  public let path: AnswerPath
  /// How many items there are as the form opens.
  public let initial: Int
  /// How many items that are not empty saving needs.
  public let minimum: Int
  /// How many items there may be, nil when the file sets no limit.
  public let maximum: Int?
  /// Where a new item goes.
  public let insertion: Insertion
  /// The header of an item, `{n}` its present position.
  public let label: NumberedText
  /// Whether the add line keeps its text until Enter makes an item of it.
  public let hasEntry: Bool
  /// The boolean row that is drawn as a box before the item's first row.
  public internal(set) var tick: Int?
}

/// One row of a template, or as many as its `count` says.
public struct RowTemplate: Sendable {
  /// The id, `{n}` the row's number.
  public let id: NumberedText
  /// What kind of answer it takes.
  public let type: RowType
  /// The label; the id when the file gives none.
  public let label: NumberedText
  /// Where the answer stands in an export.
  public let path: AnswerPath
  /// One or two sentences shown while the row has focus, nil when the file gives none.
  public let help: NumberedText?
  /// How many rows it makes, nil for one without a number.
  public let count: Int?
  /// What most rows of a long form say nothing about; those share one.
  private var shared: SharedDetails

  init(
    id: NumberedText, type: RowType, label: NumberedText, path: AnswerPath, help: NumberedText?,
    count: Int?, details: RowDetails?
  ) {
    (self.id, self.type, self.label, self.path, self.help) = (id, type, label, path, help)
    (self.count, shared) = (count, details.map(SharedDetails.init) ?? .none)
  }

  /// What else the template says about it.
  var details: RowDetails {
    get { shared.details }
    set { shared = SharedDetails(newValue) }
  }

  private final class SharedDetails: Sendable {
    let details: RowDetails

    static let none = SharedDetails(RowDetails())

    init(_ details: RowDetails) { self.details = details }
  }
}

/// What a template may say about a row beside its name, type, label and help.
struct RowDetails: Sendable {
  var placeholder: NumberedText?
  var defaultText: NumberedText?
  var isRequired = false
  var isReadOnly = false
  /// Whether exports have its answers.
  var isExported = true
  /// Whether no two items have the same answer.
  var isUnique = false
  /// What can be chosen.
  var choices = ChoiceList.none
  /// Whether only a choice is an answer.
  var isStrict = false
  /// What else an answer must keep to.
  var rules: [any Rule] = []
  /// The message in place of a rule's own sentence.
  var message: String?
  /// When the row is shown, nil when it always is.
  var condition: Condition?
  var expressions = RowExpressions()
  /// What a pick fills in elsewhere.
  var fills: [Fill] = []
  var remembers = false
  /// Whether a new item begins with the answer of the item above it.
  var isCarried = false
  /// The checks that the program around the form makes.
  var closures: [RowCheck] = []
}

/// The expressions of a row.
struct RowExpressions: Sendable {
  /// The check, which must not be false.
  var check: Expression?
  /// The value of the row, in place of a typed answer.
  var calculation: Expression?
  /// The default, evaluated once.
  var initial: Expression?
  /// The filter of its choices, true for those to choose from.
  var filter: ChoiceFilter?
}

extension RowTemplate {
  /// What is painted dim while the row is empty.
  public var placeholder: NumberedText? { shared.details.placeholder }

  /// What the row holds before anybody has typed.
  public var defaultText: NumberedText? { shared.details.defaultText }

  /// Whether saving needs an answer.
  public var isRequired: Bool { shared.details.isRequired }

  /// Whether a person may only look at it.
  public var isReadOnly: Bool { shared.details.isReadOnly }

  /// Whether what was saved is offered the next time.
  public var remembers: Bool { shared.details.remembers }

  /// Whether exports have its answers: it takes some, and the template does not keep them out.
  package var isExported: Bool { type.takesAnswer && shared.details.isExported }
  var isUnique: Bool { shared.details.isUnique }
  package var isCarried: Bool { shared.details.isCarried }

  package var choices: ChoiceList { shared.details.choices }
  var isStrict: Bool { shared.details.isStrict }
  var closures: [RowCheck] { shared.details.closures }
  var rules: [any Rule] { shared.details.rules }
  var message: String? { shared.details.message }
  var condition: Condition? { shared.details.condition }
  var check: Expression? { shared.details.expressions.check }
  var calculation: Expression? { shared.details.expressions.calculation }
  var choiceFilter: ChoiceFilter? { shared.details.expressions.filter }
  package var hasDefaultExpression: Bool { initial != nil }
  var initial: Expression? { shared.details.expressions.initial }
  var filter: Expression? { shared.details.expressions.filter?.expression }

  /// Whether its type, a rule or other answers can refuse an answer.
  var canRefuse: Bool { !type.isPlainText || !rules.isEmpty || check != nil || isCalculated }

  /// Whether any answer, or none, can be a problem.
  var canHaveProblem: Bool { isRequired || canRefuse }

  /// Whether its answers are calculated.
  public var isCalculated: Bool { shared.details.expressions.calculation != nil }
  var fills: [Fill] { shared.details.fills }

  /// The number of the row whose answer stands at a path, nil when none of them does.
  func number(atPath source: String) -> Int? {
    guard type.takesAnswer else { return nil }
    guard path.name.hasNumber else {
      return path.source.hasSameScalars(as: source) ? numbers.lowerBound : nil
    }
    let prefix = path.outerNames.map { "\($0.source)." }.joined()
    guard source.hasPrefix(prefix) else { return nil }
    return path.name.number(making: String(source.dropFirst(prefix.count)), in: numbers)
  }

  /// The numbers its rows have: from 1, or a single 0 for a row without a number.
  package var numbers: ClosedRange<Int> { count.map { 1...$0 } ?? 0...0 }
}

/// Where an answer stands in an export.
public struct AnswerPath: Hashable, Sendable {
  /// The names of the objects around the answer, from the outermost; most answers have none.
  let outerNames: [NumberedText]
  /// The name of the answer, `{n}` in it a counted row's number.
  let name: NumberedText
  /// Whether the answer is appended to a list (`[]` at the end).
  public let appends: Bool

  init(name: NumberedText) { (outerNames, self.name, appends) = ([], name, false) }

  /// The path of these names, of which there is at least one.
  init?(names: [NumberedText], appends: Bool = false) {
    guard let name = names.last else { return nil }
    (outerNames, self.name, self.appends) = (names.dropLast(), name, appends)
  }

  /// The names from the outermost to the innermost.
  public var names: [NumberedText] { outerNames + [name] }

  /// The path as a template writes it.
  public var source: String { names.map(\.source).joined(separator: ".") + (appends ? "[]" : "") }
}

extension FormSection {
  /// The columns of the widest label of some sections, each for its greatest number.
  static func widestLabel(of sections: [FormSection]) -> Int {
    sections.reduce(1) { widest, section in
      let tick = section.repetition?.tick == nil ? 0 : 4
      let itemLabel = section.repetition?.label.text(number: 1) ?? ""
      let addLine = CellReader.columns(of: AnsweredText.sample(of: itemLabel))
      return section.rows.indices.reduce(max(widest, addLine)) { widest, row in
        guard section.isStop(row: row) else { return widest }
        let label = section.rows[row].label.text(number: section.rows[row].count ?? 1)
        let columns = CellReader.columns(of: AnsweredText.sample(of: label))
        return max(widest, columns + (row == section.entryRow ? tick : 0))
      }
    }
  }
}
