// The definition of a form: the contents of a template file, checked and ready to use.
//
// Only `TemplateReader` creates templates, and it guarantees that ids are unique, the paths of
// answers do not clash, numbers are in range, and there is at least one section.

import FormText
package import LosslessJSON

/// The definition of a form, from its template file.
public struct Template: Sendable {
  /// The id of the form, which is unique among a person's forms.
  public let id: String
  /// The title shown above the form. It is the id if the file has no title.
  public let title: String
  /// The purpose of the form; empty if the file has no description.
  public let summary: String
  /// The default number of lines of the viewport; nil if the file does not set it.
  public let viewportHeight: Int?
  /// The sections in order.
  public internal(set) var sections: [FormSection]
  /// The way in which exports write a missing answer.
  public var emptyAnswers: EmptyAnswers
  /// The way in which exports treat unchanged defaults.
  var defaultAnswers: DefaultAnswers
  /// The nesting of the answers in exports.
  package let plan: AnswerPlan
  /// The objects and arrays for which the keys `closed` and `present` are set.
  let containers: NamedContainers
  /// The conditions of rows and sections, and their dependencies.
  package let conditions: ConditionPlan
  /// The dependencies between the expressions of rows.
  let expressions: ExpressionPlan
  /// The width of the widest label, in columns.
  package let labelColumns: Int
  /// Functions of the program that uses this package as a library. They check all answers together.
  package var closures: [RowCheck] = []
  /// The schema of the document; nil if there is none.
  package var schemas: TemplateSchemas?

  /// Returns the template of a row.
  @inlinable package subscript(row: FormRow.ID) -> RowTemplate {
    sections[row.section].rows[row.row]
  }

  @inlinable package subscript(reference: AnswerPlan.RowReference) -> RowTemplate {
    sections[reference.section].rows[reference.row]
  }

  /// The numbers of the rows that a row template creates. Reading them does not copy the row
  /// template.
  package func numbers(of reference: AnswerPlan.RowReference) -> ClosedRange<Int> {
    sections[reference.section].rows[reference.row].numbers
  }

  /// The objects and arrays that are written without answers too, if the object around them is
  /// written.
  package var present: PlanNodes { containers.present }

  /// Whether progress is counted in ticked items rather than in rows.
  package var countsTicks: Bool { sections.allSatisfy { $0.repetition?.tick != nil } }

  /// Whether exports write the id of the filling (`output.id`), which is different each time the
  /// form is filled.
  package var writesID: Bool { plan.id != nil }

  /// Whether the form has secret rows, whose texts must not be stored.
  public var hasSecrets: Bool { sections.contains { $0.rows.contains(where: \.type.isSecret) } }
}

/// The ways in which an export writes a missing answer.
public enum EmptyAnswers: String, CaseIterable, Sendable {
  /// The answer is written as null.
  case null
  /// The member is left out.
  case omit
  /// The answer is written as an empty string.
  case string
}

/// The ways in which an export treats unchanged defaults.
public enum DefaultAnswers: String, CaseIterable, Sendable {
  /// Defaults are written like other answers.
  case write
  /// Defaults are left out where the format and the form allow it.
  case omit
}

/// A group of rows with a title.
public struct FormSection: Sendable {
  /// The id. It may be empty if the form has only one section.
  public let id: String
  /// The title; nil if the section has none.
  public let title: String?
  /// The purpose of the section; empty if the file has no description.
  public let summary: String
  /// The row templates. If the section repeats, every item has these rows.
  public internal(set) var rows: [RowTemplate]
  /// The repetition; nil if the section does not repeat.
  public let repetition: Repetition?
  /// The repeating sections around the rows, outermost first. If this section repeats, the last one
  /// is this section.
  package let chain: [Int]
  /// The sections inside the items of this section, in order.
  package internal(set) var children: [Int] = []
  /// The condition for showing the section; nil if it is always shown.
  var condition: Condition?
  /// Whether each item has a line for its header. An item that needs only one line has no header.
  package var hasItemHeaders: Bool {
    repetition != nil && (hasSeveralLines || !children.isEmpty)
  }
  /// Whether the rows of an item need several lines.
  private let hasSeveralLines: Bool
  /// The noun for an item in a sentence.
  package let itemNoun: String

  init(
    id: String, title: String?, summary: String, rows: [RowTemplate], repetition: Repetition?,
    chain: [Int]
  ) {
    (self.id, self.title, self.summary, self.rows) = (id, title, summary, rows)
    (self.repetition, self.chain) = (repetition, chain)
    hasSeveralLines = rows.count - (repetition?.tick == nil ? 0 : 1) != 1
    itemNoun = FormSection.noun(of: repetition?.label)
  }
}

extension FormSection {
  /// The section whose items contain this section; nil outside of items.
  package var parent: Int? { chain.dropLast().last }

  /// The kind of JSON value that contains the items.
  package var itemsKind: JSONValue.Kind { repetition?.isMap == true ? .object : .array }

  /// Whether the section has an entry line: an add line (the line on which a new item is typed)
  /// that keeps its text until Enter is pressed.
  package var hasEntry: Bool { repetition?.hasEntry ?? false }

  /// Whether new items, and the add line, come before the other items.
  var insertsFirst: Bool { repetition?.insertion == .first }

  /// Whether a person can answer a row of an item. If not, the section has no add line.
  var canBeTyped: Bool { repetition != nil && firstTypedRow != nil }

  /// Whether a row template has lines of its own. A tick has none, because it is drawn before
  /// another row.
  func isLine(_ row: Int) -> Bool { repetition?.tick != row }

  /// Whether a row of this section can have the focus.
  func isStop(_ id: FormRow.ID) -> Bool { isStop(row: id.row) }

  /// Whether the rows of a row template can have the focus. They must ask for an answer and have
  /// lines of their own.
  func isStop(row: Int) -> Bool { rows[row].type.takesAnswer && isLine(row) }

  /// Whether the section has a row with this identity, in any item that was ever created.
  func has(_ id: FormRow.ID) -> Bool {
    guard rows.indices.contains(id.row),
      rows[id.row].numbers.contains(id.number)
    else { return false }
    if repetition == nil { return id.item == 0 }
    return id.item > 0 || id.row == entryRow && (id.item == 0) == (chain.count == 1)
  }

  /// The row that gets the text of the add line in a new item: the first row that a person can
  /// answer.
  var entryRow: Int {
    firstTypedRow ?? rows.indices.first(where: isStop(row:)) ?? 0
  }

  private var firstTypedRow: Int? {
    rows.indices.first { isStop(row: $0) && !rows[$0].isReadOnly }
  }
}

extension FormRow.ID {
  /// Whether this is the identity of an add line rather than of a row.
  package func isAddLine(in sections: [FormSection]) -> Bool {
    item <= 0 && sections[section].repetition != nil
  }
}

/// A template for one row, or for several numbered rows (`count`).
public struct RowTemplate: Sendable {
  /// The id; `{n}` is the number of the row.
  public let id: NumberedText
  /// The type of the answer.
  public let type: RowType
  /// The label. It is the id if the file has no label.
  public let label: NumberedText
  /// The path of the answer in an export.
  public let path: AnswerPath
  /// One or two sentences that are shown while the row has the focus; nil if the file has no help.
  public let help: NumberedText?
  /// The number of rows that the template creates; nil for a single row without a number.
  public let count: Int?
  /// The properties that most rows of a long form do not set. All rows without these properties
  /// share one object.
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

/// The properties of a row other than its id, type, label, path, help and count.
struct RowDetails: Sendable {
  var notation = ValueNotation()
  var placeholder: NumberedText?
  var defaultText: NumberedText?
  var isRequired = false
  var isReadOnly = false
  /// Whether exports include the answers.
  var isExported = true
  /// Whether no two items may have the same answer.
  var isUnique = false
  /// Whether the answer is the name of the item, which is a member of an object.
  var isItemName = false
  /// The choices.
  var choices = ChoiceList.none
  /// Whether only a choice is a valid answer.
  var isStrict = false
  /// The other rules for answers.
  var rules: [any Rule] = []
  /// The message that replaces the messages of the rules.
  var message: String?
  /// The condition for showing the row; nil if it is always shown.
  var condition: Condition?
  var expressions = RowExpressions()
  /// The rows that picking a candidate fills in.
  var fills: [Fill] = []
  var remembers = false
  /// Whether a new item begins with the answer of the preceding item.
  var isCarried = false
  /// Functions of the host program that check the row.
  var closures: [RowCheck] = []
}

extension RowTemplate {
  /// The types of the row's values, and the ways to write that there is no answer.
  var notation: ValueNotation { shared.details.notation }

  /// The dim text shown while the row is empty.
  public var placeholder: NumberedText? { shared.details.placeholder }

  /// The text of the row before typing.
  public var defaultText: NumberedText? { shared.details.defaultText }

  /// Whether the form can be saved only if the row has an answer.
  public var isRequired: Bool { shared.details.isRequired }

  /// Whether the person can read the row but not change it.
  public var isReadOnly: Bool { shared.details.isReadOnly }

  /// Whether saved answers are suggested when the form is filled again.
  public var remembers: Bool { shared.details.remembers }

  /// Whether exports include the answers: the row asks for an answer, and the template does not
  /// exclude it.
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

  /// Whether the type, a rule, a check or a calculation can refuse an answer.
  var canRefuse: Bool { !isPlainText || !rules.isEmpty || check != nil || isCalculated }

  /// Whether a missing or given answer can be a problem.
  var canHaveProblem: Bool { isRequired || canRefuse }

  /// Whether the answers are calculated.
  public var isCalculated: Bool { shared.details.expressions.calculation != nil }
  var fills: [Fill] { shared.details.fills }

  /// The number of the row whose answer is at a path; nil if no row of the template has the path.
  func number(atPath source: String) -> Int? {
    guard type.takesAnswer, !isItemName else { return nil }
    guard path.name.hasNumber else {
      return path.isWritten(source) ? numbers.lowerBound : nil
    }
    let prefix = path.outerNames.map { "\($0.source)." }.joined()
    guard source.hasPrefix(prefix) else { return nil }
    return path.name.number(making: String(source.dropFirst(prefix.count)), in: numbers)
  }

  /// The numbers of the rows: from 1, or only 0 for a row without a number.
  package var numbers: ClosedRange<Int> { count.map { 1...$0 } ?? 0...0 }
}

/// The path of an answer in an export.
public struct AnswerPath: Hashable, Sendable {
  /// The names of the objects around the answer, outermost first; empty for most answers.
  let outerNames: [NumberedText]
  /// The name of the answer; `{n}` is the number of the row.
  let name: NumberedText
  /// Whether the answer is appended to a list. The path then ends with `[]`.
  public let appends: Bool
  /// Whether the path has no names. The answer is then the whole item, or the whole document.
  public let isWhole: Bool

  init(name: NumberedText) { (outerNames, self.name, appends, isWhole) = ([], name, false, false) }

  /// Creates a path from names.
  init(names: [NumberedText], appends: Bool = false) {
    outerNames = names.dropLast()
    name = names.last ?? NumberedText(verbatim: "")
    isWhole = names.isEmpty
    self.appends = appends
  }

  /// The last part of the path, without the objects around it.
  var last: AnswerPath {
    isWhole ? self : AnswerPath(names: [name], appends: appends)
  }

  /// The path without names.
  static let whole = AnswerPath(names: [])

  /// The names, outermost first.
  public var names: [NumberedText] { isWhole ? [] : outerNames + [name] }

  /// Whether a text is the path, as a template or as the name of a column writes it.
  func isWritten(_ text: String) -> Bool {
    if source.hasSameScalars(as: text) { return true }
    guard !appends, text.holds("[\""), let path = DocumentPath(columnName: text) else {
      return false
    }
    return path.parts.elementsEqual(names) { part, name in
      if case .name(let text) = part { text.hasSameScalars(as: name.source) } else { false }
    }
  }

  /// The path as a template writes it.
  public var source: String { names.map(\.source).joined(separator: ".") + (appends ? "[]" : "") }
}

extension FormSection {
  /// The width of the widest label in the sections, in columns. A label with `{n}` is measured with
  /// the largest number of its rows.
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
