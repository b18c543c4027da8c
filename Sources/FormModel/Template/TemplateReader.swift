// Reads a template: from JSON to a `Template`, or to all of its errors.
//
// Reading continues after an error, so that all are reported at once; a template with an error is
// never returned. The format is section 8 of the design. Unknown keys are errors, because a form
// that ignores a part of its template would lose answers.

import FormText
import LosslessJSON

/// Reads a template from a template file's bytes.
public struct TemplateReader {
  var collector = ErrorCollector()
  var planBuilder = AnswerPlanBuilder()
  var rowTotal = 0
  /// The number of sections so far, and their ids.
  var sectionTotal = 0
  var sectionIDs = Set<Text>()
  /// The files of candidates, each once.
  var candidateFiles: [String] = []
  var candidateFileNames = Set<Text>()
  /// The conditions to read after all rows are known.
  var unreadConditions: [UnreadCondition] = []
  /// The expressions to read after all rows are known.
  var unreadExpressions: [UnreadExpression] = []
  /// The container that the only section's items are in if they are the whole document.
  var rootContainer: ItemContainer?
  /// Whether the present row is in a section that repeats.
  var isInRepeat = false
  /// The steps left for the comparison of ids.
  var steps = NameTable.mostSteps
  /// The names of rows, for errors that suggest one.
  var names = RowNames()

  /// All keys of a form, its output, a section and a repeat.
  package static let formKeys: TemplateKeys = [
    "longform", "id", "title", "description", "viewport", "root", "sections", "output",
  ]
  package static let outputKeys: TemplateKeys = ["empty", "defaults", "id"]
  package static let sectionKeys: TemplateKeys = [
    "id", "title", "description", "rows", "when", "repeat", "sections",
  ]
  package static let repeatKeys: TemplateKeys = [
    "key", "as", "keyRow", "initial", "min", "max", "insert", "label", "entry", "tick",
  ]
  package static let conditionKeys: TemplateKeys = [
    "row", "is", "in", "filled", "all", "any", "not",
  ]

  /// The deepest nesting of sections, including the outermost.
  package static let deepestSection = 8

  /// The most rows of a form; numbers of rows are stored in 32 bits.
  static let mostRows = 100_000_000

  private init() {}

  /// Reads the template in `bytes`, the UTF-8 text of a template file.
  ///
  /// - Throws: all errors in the order of the file; for a text that is not JSON, only that error.
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

  /// Whether a document that is not a template is a JSON Schema.
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
        "this is not a form; a form has \"longform\": 1, \"id\" and \"sections\"", at: root,
        path: .root, allowed: "a form")
      return nil
    }
    guard
      let object = TemplateObject(
        root, "a form", path: .root, keys: TemplateReader.formKeys, into: &collector)
    else { return nil }
    if object["longform"] == nil {
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
    // The id gets its place before all rows.
    let output = readOutput(of: object)
    let read = readSections(of: object)
    guard let read, !read.isEmpty else { return nil }
    var expressionsReader = ExpressionsReader(of: read, after: self)
    let (calculated, plan) = expressionsReader.read()
    collector = expressionsReader.collector
    var conditionsReader = ConditionsReader(of: calculated, plan, after: self)
    let (sections, conditions) = conditionsReader.read()
    collector = conditionsReader.collector
    guard let id else { return nil }
    return Template(
      id: id, title: title ?? id, summary: summary ?? "", viewportHeight: viewport,
      sections: sections, emptyAnswers: output.empty, defaultAnswers: output.defaults,
      plan: planBuilder.finished(),
      conditions: conditions, expressions: conditionsReader.expressions.withSources,
      labelColumns: FormSection.widestLabel(of: sections))
  }

  // MARK: - Conditions

  /// Records the condition of a row or section.
  mutating func noteCondition(of object: TemplateObject, owner: ConditionOwner) {
    guard let value = object["when"] else { return }
    unreadConditions.append(
      UnreadCondition(
        owner: owner, section: owner.section, value: value, path: object.path(to: "when")))
  }

  /// Removes the owner from the conditions and expressions recorded after `start`, because the
  /// owner has errors.
  ///
  /// - Parameter section: the section of the owner if that is a row; nil for a section.
  mutating func loseOwners(
    from start: (conditions: Int, expressions: Int), inSection section: Int?
  ) {
    for index in unreadConditions.indices.dropFirst(start.conditions) {
      unreadConditions[index].owner = nil
      unreadConditions[index].section = section
    }
    for index in unreadExpressions.indices.dropFirst(start.expressions) {
      unreadExpressions[index].owner = nil
      unreadExpressions[index].section = section
    }
  }

  /// The numbers of recorded conditions and expressions.
  var unreadCounts: (conditions: Int, expressions: Int) {
    (unreadConditions.count, unreadExpressions.count)
  }

  /// Records a row's expressions.
  mutating func noteExpressions(of object: TemplateObject, owner: AnswerPlan.RowReference) {
    func note(_ purpose: UnreadExpression.Purpose, _ value: JSONValue?, at path: DocumentPath) {
      guard let value else { return }
      unreadExpressions.append(
        UnreadExpression(
          purpose: purpose, owner: owner, section: owner.section, value: value, path: path))
    }
    note(.check, object["check"], at: object.path(to: "check"))
    note(.calculation, object["value"], at: object.path(to: "value"))
    if let initial = object["default"], initial.kind == .object, object["count"] == nil {
      note(
        .initial, initial["expression"], at: object.path(to: "default").appending("expression"))
    }
    if let choices = object["choices"], choices.kind == .object {
      note(.filter, choices["where"], at: object.path(to: "choices").appending("where"))
    }
  }

  // MARK: - Paths of answers

  /// The path in `key`; nil if it is missing or wrong.
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

  /// The path that the id implies: its parts between dots; only the last may contain a number.
  mutating func readDefaultPath(from object: TemplateObject, id: String?) -> AnswerPath? {
    guard let id = id ?? object["id"]?.string, !id.isEmpty else { return nil }
    guard id.utf8.contains(UInt8(ascii: ".")) else { return AnswerPath(name: NumberedText(id)) }
    let names = id.split(separator: ".", omittingEmptySubsequences: false).map {
      NumberedText(String($0))
    }
    if names.contains(where: { $0.source.isEmpty }) || names.dropLast().contains(where: \.hasNumber)
    {
      object.report(
        "the id \(id.quoted) makes no path for the answer; add a \"key\"", at: "id",
        allowed: "a \"key\", or an id with a name between dots and {n} in the last",
        into: &collector)
      return nil
    }
    return AnswerPath(names: names)
  }
}

/// The names of rows, for errors about unknown rows.
struct RowNames {
  /// The ids of rows that could not be read; naming one of them is no further error.
  private var lostIDs = NameTable()
  private var hints = NameHints()

  /// Records the id of a row that cannot be read.
  mutating func note(lostID id: String) {
    lostIDs.insert(NumberedText(verbatim: id), numbers: 0...0, value: 0)
  }

  /// Records a row in a section that cannot be read.
  mutating func note(lost row: RowTemplate) {
    lostIDs.insert(row.id, numbers: row.numbers, value: 0)
  }

  /// Whether a row that could not be read has this id.
  func isLost(id: String) -> Bool { lostIDs.find(id) != nil }

  /// `; did you mean "…"?` for the id of a row, or nothing.
  mutating func hint(for id: String, among rows: some Sequence<RowTemplate>, count: Int) -> String {
    hints.hint(for: id, among: rows.lazy.map(\.id.source), count: count)
  }
}
