// Reads a template from JSON. The result is a `Template`, or all errors in the file.
//
// Reading continues after an error, so that all errors are reported at once; a template with an
// error is never returned. The manual page longform-forms(5) describes the format. An unknown key
// is an error, because ignoring a part of the template could lose answers.

import FormText
import LosslessJSON

/// Reads a template from the bytes of a template file.
public struct TemplateReader {
  var collector = ErrorCollector()
  var planBuilder = AnswerPlanBuilder()
  /// The value of `output.empty`.
  var emptyAnswers = EmptyAnswers.null
  var rowTotal = 0
  /// The number of sections read so far, and their ids.
  var sectionTotal = 0
  var sectionIDs = Set<Text>()
  /// The files of candidates, without duplicates.
  var candidateFiles: [String] = []
  var candidateFileNames = Set<Text>()
  /// The conditions to read once all rows are known.
  var unreadConditions: [UnreadCondition] = []
  /// The rows and sections that have these conditions.
  private(set) var conditionOwners = Set<ConditionOwner>()
  /// The expressions to read once all rows are known.
  var unreadExpressions: [UnreadExpression] = []
  /// The keys `closed` and `present` to read once all rows are known.
  var unreadContainers: [UnreadContainers] = []
  /// The container (array or object) of the only section's items, if the items are the whole
  /// document; otherwise nil.
  var rootContainer: ItemContainer?
  /// The number of items that a new form has of each repeating section read so far, by its place.
  var initialItems: [Int: Int] = [:]
  /// Whether the row being read is in a repeating section.
  var isInRepeat = false
  /// The number of steps that comparing ids may still take.
  var steps = NameTable.mostSteps
  /// The ids of rows, for error messages that suggest an id.
  var names = RowNames()

  /// The allowed keys of a form, its output, a section, its `repeat`, and a condition.
  package static let formKeys: TemplateKeys = [
    "longform", "id", "title", "description", "viewport", "root", "closed", "present", "sections",
    "output", "schemas",
  ]
  package static let outputKeys: TemplateKeys = ["empty", "defaults", "id"]
  package static let sectionKeys: TemplateKeys = [
    "id", "title", "description", "rows", "when", "repeat", "sections",
  ]
  package static let repeatKeys: TemplateKeys = [
    "key", "as", "keyRow", "closed", "present", "initial", "min", "max", "insert", "label", "entry",
    "tick",
  ]
  package static let conditionKeys: TemplateKeys = [
    "row", "is", "in", "filled", "all", "any", "not",
  ]

  /// The deepest nesting of sections, including the outermost section.
  package static let deepestSection = 8

  /// The largest number of rows in a form. Row numbers are stored in 32 bits.
  static let mostRows = 100_000_000
  /// The largest number of items of one section in a new form, in all items around it together.
  static let mostInitialItems = 1_000_000

  private init() {}

  /// Reads the template in `bytes`, which are the UTF-8 text of a template file.
  ///
  /// - Throws: all errors, in the order of the file. If the text is not JSON, only that error.
  public static func template(from bytes: [UInt8]) throws(TemplateErrors) -> Template {
    let document: JSONDocument
    do {
      document = try JSONDocument(parsing: bytes)
    } catch {
      throw TemplateErrors(errors: [
        TemplateError(
          position: error.position, path: .root, sentence: error.sentence,
          allowed: "JSON (RFC 8259)")
      ])
    }
    var reader = TemplateReader()
    if let template = reader.readTemplate(document.root), reader.collector.errors.isEmpty {
      return template
    }
    let places = TemplatePlaces(of: document.root)
    throw TemplateErrors(
      errors: reader.collector.errors.sorted {
        ($0.position.line, $0.position.column) < ($1.position.line, $1.position.column)
      }.map { error in
        var error = error
        error.place = places.place(of: error.path)
        return error
      }, candidateFiles: reader.candidateFiles)
  }

  /// Whether a document is a JSON Schema rather than a template.
  private static func isSchema(_ root: JSONValue) -> Bool {
    guard root.kind == .object, root["longform"] == nil else { return false }
    if root["$schema"]?.string?.holds("json-schema.org/") == true { return true }
    return root["sections"] == nil
      && ["properties", "$defs", "definitions"].contains { root[$0]?.kind == .object }
  }

  private mutating func readTemplate(_ root: JSONValue) -> Template? {
    if TemplateReader.isSchema(root) {
      collector.report(
        "this is a JSON Schema, not a form; longform import makes a form of it", at: root,
        path: .root, allowed: "a form")
      return nil
    }
    if root.kind == .object, root["longform"] == nil, root["sections"] == nil {
      collector.report(
        "this is not a form; a form has \"longform\": 1, \"id\" and \"sections\"; "
          + "longform edit opens answers", at: root,
        path: .root, allowed: "a form")
      return nil
    }
    guard
      let object = TemplateObject(
        root, "a form", path: .root, keys: TemplateReader.formKeys, into: &collector)
    else { return nil }
    if object.lacks("longform") {
      collector.report(
        "\"longform\" is missing; a form has \"longform\": 1", at: root,
        path: .root,
        allowed: "\"longform\": 1, the version of the format")
    } else {
      _ = object.integer("longform", in: 1...1, into: &collector)
    }
    let id = readID(of: object, allowed: "letters, digits, _ - .")
    let title = object.string("title", "a string", into: &collector)
    let summary = object.string("description", "a string", into: &collector)
    let viewport = object.integer("viewport", in: 1...1_000, into: &collector)
    // The path of the id must be added before the paths of rows.
    let output = readOutput(of: object)
    emptyAnswers = output.empty
    let schemas = readSchemas(of: object)
    noteContainers(of: object, root: AnswerPlan.root)
    let read = readSections(of: object)
    guard let read, !read.isEmpty else { return nil }
    let containers = readContainers()
    var expressionsReader = ExpressionsReader(of: read, after: self)
    let (calculated, plan) = expressionsReader.read()
    collector = expressionsReader.collector
    var conditionsReader = ConditionsReader(of: calculated, plan, after: self)
    let (sections, conditions) = conditionsReader.read()
    collector = conditionsReader.collector
    guard let id else { return nil }
    var template = Template(
      id: id, title: title ?? id, summary: summary ?? "", viewportHeight: viewport,
      sections: sections, emptyAnswers: output.empty, defaultAnswers: output.defaults,
      plan: planBuilder.finished(), containers: containers,
      conditions: conditions, expressions: conditionsReader.expressions.withSources,
      labelColumns: FormSection.widestLabel(of: sections))
    template.schemas = schemas
    return template
  }

  // MARK: - Conditions

  /// Records the condition of a row or section, to be read later.
  mutating func noteCondition(of object: TemplateObject, owner: ConditionOwner) {
    guard let value = object["when"] else { return }
    conditionOwners.insert(owner)
    unreadConditions.append(
      UnreadCondition(
        owner: owner, section: owner.section, value: value, path: object.path(to: "when")))
  }

  /// Removes a row or section with errors as the owner of the conditions and expressions that were
  /// recorded after `start`. They are then read only to find further errors.
  ///
  /// - Parameter section: the section of a row with errors; nil for a section with errors.
  mutating func loseOwners(
    from start: (conditions: Int, expressions: Int), inSection section: Int?
  ) {
    for index in unreadConditions.indices.dropFirst(start.conditions) {
      if let owner = unreadConditions[index].owner { conditionOwners.remove(owner) }
      unreadConditions[index].owner = nil
      unreadConditions[index].section = section
    }
    for index in unreadExpressions.indices.dropFirst(start.expressions) {
      unreadExpressions[index].owner = nil
      unreadExpressions[index].section = section
    }
  }

  /// The numbers of conditions and expressions recorded so far.
  var unreadCounts: (conditions: Int, expressions: Int) {
    (unreadConditions.count, unreadExpressions.count)
  }

  /// Records the expressions of a row, to be read later.
  mutating func noteExpressions(of object: TemplateObject, owner: AnswerPlan.RowReference) {
    guard object.mayHave(TemplateReader.expressionBits) else { return }
    func note(_ purpose: UnreadExpression.Purpose, _ value: JSONValue?, at path: DocumentPath) {
      guard let value else { return }
      unreadExpressions.append(
        UnreadExpression(
          purpose: purpose, owner: owner, section: owner.section, value: value, path: path))
    }
    note(.check, object["check"], at: object.path(to: "check"))
    note(.calculation, object["value"], at: object.path(to: "value"))
    // A wrong constant is reported when the row's details are read.
    if let constant = object["const"], ConstantRow.value(of: constant) != nil {
      note(.constant, constant, at: object.path(to: "const"))
    }
    if let initial = object["default"], initial.kind == .object, object["count"] == nil {
      note(
        .initial, initial["expression"], at: object.path(to: "default").appending("expression"))
    }
    if let choices = object["choices"], choices.kind == .object {
      note(.filter, choices["where"], at: object.path(to: "choices").appending("where"))
    }
  }

  /// The keys that `noteExpressions` reads.
  private static let expressionBits = TemplateKeys.bits(
    of: ["check", "value", "const", "default", "choices"])

  // MARK: - Paths of answers

  /// Reads the path in `key`; nil if the key is missing or wrong.
  mutating func readPath(of object: TemplateObject) -> AnswerPath? {
    let allowed = "a path like \"a.b.c\" or \"names[]\", or an array of names"
    guard let value = object["key"] else { return nil }
    if value.kind == .array {
      let names = value.elements.compactMap(\.string)
      if names.count == value.count {
        return AnswerPath(names: names.map(NumberedText.init(verbatim:)))
      }
      object.report(
        "\(object.name(of: "key")) must be an array of strings", at: "key",
        allowed: allowed, into: &collector)
      return nil
    }
    guard let source = object.string("key", allowed, into: &collector) else { return nil }
    let appends = source.hasSuffix("[]")
    let names = (appends ? String(source.dropLast(2)) : source).split(
      separator: ".", omittingEmptySubsequences: false)
    guard names.allSatisfy({ !$0.isEmpty && !$0.contains("[") && !$0.contains("]") }) else {
      object.report(
        "\(object.name(of: "key")) cannot be \(source.quoted); write a path like a.b.c or names[], "
          + "or an array of names", at: "key", allowed: allowed, into: &collector)
      return nil
    }
    return AnswerPath(names: names.map { NumberedText(verbatim: String($0)) }, appends: appends)
  }

  /// Derives the path of an answer from the row's id: dots separate the names of the path, and only
  /// the last name may have `{n}`.
  mutating func readDefaultPath(from object: TemplateObject, id: String?) -> AnswerPath? {
    guard let id = id ?? object["id"]?.string, !id.isEmpty else { return nil }
    guard id.has(byte: UInt8(ascii: ".")) else { return AnswerPath(name: NumberedText(id)) }
    let names = id.split(separator: ".", omittingEmptySubsequences: false).map {
      NumberedText(String($0))
    }
    if names.contains(where: { $0.source.isEmpty }) || names.dropLast().contains(where: \.hasNumber)
    {
      object.report(
        "the id \(id.quoted) gives no path for the answer; add a \"key\"", at: "id",
        allowed: "a \"key\", or an id with a name between dots and {n} in the last",
        into: &collector)
      return nil
    }
    return AnswerPath(names: names)
  }
}

/// The ids of rows, for error messages about unknown rows.
struct RowNames {
  /// The ids of rows that could not be read. A reference to such a row is not reported as another
  /// error.
  private var lostIDs = NameTable()
  private var hints = NameHints()

  /// Records the id of a row that could not be read.
  mutating func note(lostID id: String) {
    lostIDs.insert(NumberedText(verbatim: id), numbers: 0...0, value: 0)
  }

  /// Records a row in a section that could not be read.
  mutating func note(lost row: RowTemplate) {
    lostIDs.insert(row.id, numbers: row.numbers, value: 0)
  }

  /// Whether a row with this id could not be read.
  func isLost(id: String) -> Bool { lostIDs.find(id) != nil }

  /// Returns `; did you mean "…"?` with the id of a row; empty if no id is similar.
  mutating func hint(for id: String, among rows: some Sequence<RowTemplate>, count: Int) -> String {
    hints.hint(for: id, among: rows.lazy.map(\.id.source), count: count)
  }
}
