// The definition of a form: the parts of a template file, checked and ready to use.
//
// Only `TemplateReader` creates a template, so everything here holds: ids are unique, key paths do
// not clash, numbers are in range, and there is at least one section.

import FormText
package import LosslessJSON

/// The definition of a form, from its template file.
public struct Template: Sendable {
  /// The form's name, unique among a person's forms.
  public let id: String
  /// The title above the form; the id if the file has no title.
  public let title: String
  /// The purpose of the form; empty if the file has no description.
  public let summary: String
  /// The default number of lines of the viewport; nil if the file does not set it.
  public let viewportHeight: Int?
  /// The sections in order.
  public internal(set) var sections: [FormSection]
  /// The representation of a missing answer in an export.
  public var emptyAnswers: EmptyAnswers
  /// The treatment of untouched defaults in an export.
  let defaultAnswers: DefaultAnswers
  /// The nesting of the answers in an export.
  package let plan: AnswerPlan
  /// The conditions of rows and sections, and their dependencies.
  package let conditions: ConditionPlan
  /// The dependencies of expressions.
  let expressions: ExpressionPlan
  /// The columns of the widest label.
  package let labelColumns: Int
  /// The host program's checks of all answers.
  package var closures: [RowCheck] = []

  /// The template of a row.
  @inlinable package subscript(row: FormRow.ID) -> RowTemplate {
    sections[row.section].rows[row.row]
  }

  @inlinable package subscript(reference: AnswerPlan.RowReference) -> RowTemplate {
    sections[reference.section].rows[reference.row]
  }

  /// The numbers of the rows of a row template; does not copy the template.
  package func numbers(of reference: AnswerPlan.RowReference) -> ClosedRange<Int> {
    sections[reference.section].rows[reference.row].numbers
  }

  /// Whether progress is counted in ticked items, and not in rows.
  package var countsTicks: Bool { sections.allSatisfy { $0.repetition?.tick != nil } }

  /// Whether exports write the id of the filling (`output.id`).
  package var writesID: Bool { plan.id != nil }

  /// Whether there are rows whose text must not be stored.
  public var hasSecrets: Bool { sections.contains { $0.rows.contains(where: \.type.isSecret) } }
}

/// The representation of a missing answer in an export.
public enum EmptyAnswers: String, CaseIterable, Sendable {
  /// A null.
  case null
  /// The member is omitted.
  case omit
  /// An empty string.
  case string
}

/// The treatment of untouched defaults in an export.
public enum DefaultAnswers: String, CaseIterable, Sendable {
  /// They are written like other answers.
  case write
  /// They are omitted if the format and the form allow it.
  case omit
}

/// A titled run of rows.
public struct FormSection: Sendable {
  /// The id; empty if the only section has none.
  public let id: String
  /// The title; nil if it has none.
  public let title: String?
  /// The purpose of the section; empty if the file has no description.
  public let summary: String
  /// The rows; in a repeat the rows of every item.
  public internal(set) var rows: [RowTemplate]
  /// The repetition; nil if the section does not repeat.
  public let repetition: Repetition?
  /// The repeating sections around its rows, the outermost first; the last is itself if it repeats.
  package let chain: [Int]
  /// The sections inside its items, in order.
  package internal(set) var children: [Int] = []
  /// The condition for the section to be shown; nil if it is always shown.
  var condition: Condition?
  /// Whether every item has a line for its header; an item of one line has none.
  package var hasItemHeaders: Bool {
    repetition != nil && (hasSeveralLines || !children.isEmpty)
  }
  /// Whether the rows of an item need more than one line.
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
  /// The section whose items contain this one; nil outside of items.
  package var parent: Int? { chain.dropLast().last }
}

extension FormSection {
  /// The kind of value that its items are in.
  package var itemsKind: JSONValue.Kind { repetition?.isMap == true ? .object : .array }

  /// Whether the add line keeps its text until Enter makes an item of it.
  package var hasEntry: Bool { repetition?.hasEntry ?? false }

  /// Whether new items come before the others, and the add line too.
  var insertsFirst: Bool { repetition?.insertion == .first }

  /// Whether a person can answer a row of an item; if not, there is no add line.
  var canBeTyped: Bool { repetition != nil && firstTypedRow != nil }

  /// Whether a row template has lines of its own; a tick is drawn before another row.
  func isLine(_ row: Int) -> Bool { repetition?.tick != row }

  /// Whether the focus can be on a row of this section.
  func isStop(_ id: FormRow.ID) -> Bool { isStop(row: id.row) }

  /// Whether the focus can be on rows of a template: they take an answer and have lines of their
  /// own.
  func isStop(row: Int) -> Bool { rows[row].type.takesAnswer && isLine(row) }

  /// Whether the section has a row with this identity, in an item that was ever created.
  func has(_ id: FormRow.ID) -> Bool {
    guard rows.indices.contains(id.row),
      rows[id.row].numbers.contains(id.number)
    else { return false }
    if repetition == nil { return id.item == 0 }
    return id.item > 0 || id.row == entryRow && (id.item == 0) == (chain.count == 1)
  }

  /// The row of a new item that takes the text of the add line: the first that a person can answer.
  var entryRow: Int {
    firstTypedRow ?? rows.indices.first(where: isStop(row:)) ?? 0
  }

  private var firstTypedRow: Int? {
    rows.indices.first { isStop(row: $0) && !rows[$0].isReadOnly }
  }
}

extension FormRow.ID {
  /// Whether this is an add line, and not a row of an item.
  package func isAddLine(in sections: [FormSection]) -> Bool {
    item <= 0 && sections[section].repetition != nil
  }
}

/// The repetition of a section.
public struct Repetition: Sendable {
  /// The place of new items.
  public enum Insertion: String, CaseIterable, Sendable {
    /// Before the first.
    case first
    /// After the last.
    case last
  }

  /// The path of the array or object of items in an export.
  public let path: AnswerPath
  /// The row whose answer is the name of an item's member, if the items are members of an object.
  public internal(set) var keyRow: Int?
  /// The number of items of a new form.
  public let initial: Int
  /// The number of filled items that a save requires.
  public let minimum: Int
  /// The greatest number of items; nil if the file sets no limit.
  public let maximum: Int?
  /// The place of a new item.
  public let insertion: Insertion
  /// The header of an item; `{n}` is its present position.
  public let label: NumberedText
  /// Whether the add line keeps its text until Enter makes an item of it.
  public let hasEntry: Bool
  /// The boolean row that is drawn as a box before the item's first row.
  public internal(set) var tick: Int?

  /// Whether the items are the members of an object.
  package var isMap: Bool { keyRow != nil }
}

/// One row of a template, or `count` rows.
public struct RowTemplate: Sendable {
  /// The id; `{n}` is the row's number.
  public let id: NumberedText
  /// The kind of answer.
  public let type: RowType
  /// The label; the id if the file has none.
  public let label: NumberedText
  /// The path of the answer in an export.
  public let path: AnswerPath
  /// One or two sentences shown while the row has the focus; nil if the file has none.
  public let help: NumberedText?
  /// The number of rows; nil for a row without a number.
  public let count: Int?
  /// The properties that most rows of a long form do not set; those rows share one.
  private var shared: SharedDetails

  init(
    id: NumberedText, type: RowType, label: NumberedText, path: AnswerPath, help: NumberedText?,
    count: Int?, details: RowDetails?
  ) {
    (self.id, self.type, self.label, self.path, self.help) = (id, type, label, path, help)
    (self.count, shared) = (count, details.map(SharedDetails.init) ?? .none)
  }

  /// The other properties of the row.
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

/// The properties of a row besides its name, type, label and help.
struct RowDetails: Sendable {
  var placeholder: NumberedText?
  var defaultText: NumberedText?
  var isRequired = false
  var isReadOnly = false
  /// Whether exports contain its answers.
  var isExported = true
  /// Whether no two items may have the same answer.
  var isUnique = false
  /// Whether its answer is the name of its item's member in an object.
  var isItemName = false
  /// The choices.
  var choices = ChoiceList.none
  /// Whether only a choice is a valid answer.
  var isStrict = false
  /// The other rules for an answer.
  var rules: [any Rule] = []
  /// A message that replaces a rule's own sentence.
  var message: String?
  /// The condition for the row to be shown; nil if it is always shown.
  var condition: Condition?
  var expressions = RowExpressions()
  /// The rows that a pick fills in.
  var fills: [Fill] = []
  var remembers = false
  /// Whether a new item begins with the answer of the item above it.
  var isCarried = false
  /// The host program's checks of the row.
  var closures: [RowCheck] = []
}

/// The expressions of a row.
struct RowExpressions: Sendable {
  /// The check; an answer is a problem if it is false.
  var check: Expression?
  /// The value of the row, in place of a typed answer.
  var calculation: Expression?
  /// The default, evaluated once.
  var initial: Expression?
  /// The filter of its choices; true for those that can be chosen.
  var filter: ChoiceFilter?
}

extension RowTemplate {
  /// The dim text shown while the row is empty.
  public var placeholder: NumberedText? { shared.details.placeholder }

  /// The text of the row before anything is typed.
  public var defaultText: NumberedText? { shared.details.defaultText }

  /// Whether a save requires an answer.
  public var isRequired: Bool { shared.details.isRequired }

  /// Whether a person can read the row but not change it.
  public var isReadOnly: Bool { shared.details.isReadOnly }

  /// Whether saved answers are suggested in later sessions.
  public var remembers: Bool { shared.details.remembers }

  /// Whether exports contain its answers: it takes an answer, and the template does not exclude it.
  package var isExported: Bool { type.takesAnswer && shared.details.isExported }
  var isUnique: Bool { shared.details.isUnique }
  package var isItemName: Bool { shared.details.isItemName }
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

  /// Whether its type, a rule or other answers can reject an answer.
  var canRefuse: Bool { !type.isPlainText || !rules.isEmpty || check != nil || isCalculated }

  /// Whether any answer, or a missing one, can be a problem.
  var canHaveProblem: Bool { isRequired || canRefuse }

  /// Whether its answers are calculated.
  public var isCalculated: Bool { shared.details.expressions.calculation != nil }
  var fills: [Fill] { shared.details.fills }

  /// The number of the row whose answer has a path; nil if none has it.
  func number(atPath source: String) -> Int? {
    guard type.takesAnswer, !isItemName else { return nil }
    guard path.name.hasNumber else {
      return path.source.hasSameScalars(as: source) ? numbers.lowerBound : nil
    }
    let prefix = path.outerNames.map { "\($0.source)." }.joined()
    guard source.hasPrefix(prefix) else { return nil }
    return path.name.number(making: String(source.dropFirst(prefix.count)), in: numbers)
  }

  /// The numbers of its rows: from 1, or a single 0 for a row without a number.
  package var numbers: ClosedRange<Int> { count.map { 1...$0 } ?? 0...0 }
}

/// The path of an answer in an export.
public struct AnswerPath: Hashable, Sendable {
  /// The names of the objects around the answer, from the outermost; for most answers empty.
  let outerNames: [NumberedText]
  /// The name of the answer; `{n}` is a counted row's number.
  let name: NumberedText
  /// Whether the answer is appended to a list (`[]` at the end).
  public let appends: Bool
  /// Whether it has no names: the answer is the whole item, or the whole document.
  public let isWhole: Bool

  init(name: NumberedText) { (outerNames, self.name, appends, isWhole) = ([], name, false, false) }

  /// The path with these names.
  init(names: [NumberedText], appends: Bool = false) {
    outerNames = names.dropLast()
    name = names.last ?? NumberedText(verbatim: "")
    isWhole = names.isEmpty
    self.appends = appends
  }

  /// The path from the innermost object.
  var last: AnswerPath {
    isWhole ? self : AnswerPath(names: [name], appends: appends)
  }

  /// The path without names.
  static let whole = AnswerPath(names: [])

  /// The names from the outermost to the innermost.
  public var names: [NumberedText] { isWhole ? [] : outerNames + [name] }

  /// The path as a template writes it.
  public var source: String { names.map(\.source).joined(separator: ".") + (appends ? "[]" : "") }
}

extension FormSection {
  /// The columns of the widest label of some sections, each with its greatest number.
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
