// Reads a template: from JSON to `Template`, or to everything that is wrong in it.
//
// Reading goes on after a mistake, so that all are told at once; a template with a mistake is never
// returned. The format is section 8 of the design; keys that are not yet understood are mistakes,
// because a form that ignores what its author wrote would lose answers.

/// Makes a template of a template file's bytes.
public struct TemplateReader {
  private var collector = MistakeCollector()
  private var planBuilder = AnswerPlanBuilder()
  private var rowTotal = 0

  /// The most rows a form may have; numbers of rows are kept in 32 bits.
  static let mostRows = 100_000_000

  private init() {}

  /// Reads the template in `bytes`, UTF-8 text of a template file.
  ///
  /// - Throws: all mistakes in the order of the file; for a text that is not JSON just that one.
  public static func template(from bytes: [UInt8]) throws(TemplateMistakes) -> Template {
    let document: JSONDocument
    do {
      document = try JSONDocument(parsing: bytes)
    } catch {
      throw TemplateMistakes(mistakes: [
        TemplateMistake(
          position: error.position, path: .root, sentence: "not JSON: \(error.description)",
          allowed: "JSON (RFC 8259)")
      ])
    }
    var reader = TemplateReader()
    if let template = reader.readTemplate(document.root), reader.collector.mistakes.isEmpty {
      return template
    }
    throw TemplateMistakes(
      mistakes: reader.collector.mistakes.sorted {
        ($0.position.line, $0.position.column) < ($1.position.line, $1.position.column)
      })
  }

  private mutating func readTemplate(_ root: JSONValue) -> Template? {
    let keys = ["longform", "id", "title", "description", "viewport", "sections", "output"]
    guard let object = TemplateObject(root, path: .root, keys: keys, into: &collector) else {
      return nil
    }
    if object["longform"] == nil {
      collector.report(
        "\"longform\" is missing: this is no template", at: root, path: .root,
        allowed: "\"longform\": 1, the version of the format")
    } else {
      _ = object.integer("longform", in: 1...1, into: &collector)
    }
    let id = readID(of: object, allowed: "letters, digits, _ - .")
    let title = object.string("title", "a string", into: &collector)
    let summary = object.string("description", "a string", into: &collector)
    let viewport = object.integer("viewport", in: 1...1_000, into: &collector)
    let sections = readSections(of: object)
    let empty = readOutput(of: object)
    guard let id, let sections, !sections.isEmpty else { return nil }
    return Template(
      id: id, title: title ?? id, summary: summary ?? "", viewportHeight: viewport,
      sections: sections, emptyAnswers: empty, plan: planBuilder.finished(),
      labelColumns: Section.widestLabel(of: sections))
  }

  private mutating func readOutput(of template: TemplateObject) -> EmptyAnswers {
    guard let value = template["output"],
      let object = TemplateObject(
        value, path: template.path(to: "output"), keys: ["empty"], into: &collector)
    else { return .null }
    return object.oneOf("empty", into: &collector) ?? .null
  }

  // MARK: - Sections

  private mutating func readSections(of template: TemplateObject) -> [Section]? {
    guard let values = template.array("sections", of: "sections", into: &collector) else {
      if template["sections"] == nil {
        template.report(
          "\"sections\" is missing", at: "sections", allowed: "an array of sections",
          into: &collector)
      }
      return nil
    }
    if values.isEmpty {
      template.report(
        "no section", at: "sections", allowed: "at least one section", into: &collector)
    }
    var ids = Set<Text>()
    var sections: [Section] = []
    for (index, element) in values.enumerated() {
      guard
        let section = readSection(
          element.value, path: element.path, index: index, isOnly: values.count == 1)
      else { continue }
      if !section.id.isEmpty, !ids.insert(Text(section.id)).inserted {
        collector.report(
          "the id \(section.id.quoted) is taken by an earlier section",
          at: element.value["id"] ?? element.value, path: element.path.appending("id"),
          allowed: "an id of its own")
      }
      sections.append(section)
    }
    return sections
  }

  private mutating func readSection(
    _ value: JSONValue, path: DocumentPath, index: Int, isOnly: Bool
  )
    -> Section?
  {
    let keys = ["id", "title", "description", "rows", "repeat"]
    guard let object = TemplateObject(value, path: path, keys: keys, into: &collector) else {
      return nil
    }
    let repeats = object["repeat"] != nil
    var id: String? = ""
    if object["id"] != nil || !isOnly || repeats {
      id = readID(of: object, allowed: "letters, digits, _ - .")
    }
    let title = object.string("title", "a string", into: &collector)
    let summary = object.string("description", "a string", into: &collector)
    let repetition = repeats ? readRepetition(of: object, title: title ?? id ?? "") : nil
    var root: Int? = AnswerPlan.root
    if let repetition {
      do throws(AnswerPathConflict) {
        root = try planBuilder.addItems(ofSection: index, at: repetition.path)
      } catch {
        report(
          error, of: repetition.path, at: object["repeat"] ?? value, path: path.appending("repeat"))
        root = nil
      }
    }
    let rows = readRows(of: object, section: index, repeats: repeats, root: root)
    guard let id, let rows, !rows.isEmpty else { return nil }
    return Section(
      id: id, title: title, summary: summary ?? "", rows: rows, repetition: repetition,
      rowStarts: rows.reduce(into: [0]) { $0.append(($0.last ?? 0) + ($1.count ?? 1)) })
  }

  private mutating func readRepetition(of section: TemplateObject, title: String) -> Repetition? {
    let keys = ["key", "initial", "min", "max", "insert", "label"]
    guard let value = section["repeat"],
      let object = TemplateObject(
        value, path: section.path(to: "repeat"), keys: keys, into: &collector)
    else { return nil }
    let path = readPath(of: object) ?? readDefaultPath(from: section)
    let minimum = object.integer("min", in: 0...1_000_000, into: &collector) ?? 0
    let maximum = object.integer("max", in: 1...1_000_000, into: &collector)
    let initial = object.integer("initial", in: 0...1_000_000, into: &collector)
    if let maximum, maximum < minimum {
      object.report(
        "max \(maximum) is less than min \(minimum)", at: "max", allowed: "at least \(minimum)",
        into: &collector)
    }
    if let maximum, let initial, initial > maximum {
      object.report(
        "initial \(initial) is more than max \(maximum)", at: "initial",
        allowed: "at most \(maximum)", into: &collector)
    }
    let insertion: Repetition.Insertion? = object.oneOf("insert", into: &collector)
    let label = object.text("label", numbered: true, into: &collector)
    guard let path else { return nil }
    if path.appends {
      object.report(
        "a repeat's key ends in []", at: "key", allowed: "the path of the array without []",
        into: &collector)
      return nil
    }
    return Repetition(
      path: path, initial: initial ?? minimum, minimum: minimum, maximum: maximum,
      insertion: insertion ?? .last, label: label ?? NumberedText("\(title) {n}"))
  }
}

// MARK: - Rows

extension TemplateReader {
  private mutating func readRows(
    of section: TemplateObject, section index: Int, repeats: Bool, root: Int?
  ) -> [RowTemplate]? {
    guard let values = section.array("rows", of: "rows", into: &collector) else {
      if section["rows"] == nil {
        section.report(
          "\"rows\" is missing", at: "rows", allowed: "an array of rows", into: &collector)
      }
      return nil
    }
    if values.isEmpty {
      section.report("no row", at: "rows", allowed: "at least one row", into: &collector)
    }
    var rows: [RowTemplate] = []
    var ids = RowNames()
    for (rowIndex, element) in values.enumerated() {
      guard let row = readRow(element.value, path: element.path, inRepeat: repeats) else {
        continue
      }
      let hasFreeID = ids.insert(row.id, numbers: row.numbers)
      if !hasFreeID {
        collector.report(
          "the id \(row.id.source.quoted) is taken by an earlier row of the section",
          at: element.value["id"] ?? element.value, path: element.path.appending("id"),
          allowed: "an id of its own")
      }
      // A key made of an id that was taken would only say the same again.
      if let root, hasFreeID || element.value["key"] != nil {
        do throws(AnswerPathConflict) {
          try planBuilder.add(
            AnswerPlan.RowReference(section: index, row: rowIndex), at: row.path,
            numbers: row.numbers, in: root)
        } catch {
          report(
            error, of: row.path, at: element.value["key"] ?? element.value["id"] ?? element.value,
            path: element.path.appending("key"))
        }
      }
      rows.append(row)
    }
    return rows
  }

  private mutating func readRow(_ value: JSONValue, path: DocumentPath, inRepeat: Bool)
    -> RowTemplate?
  {
    let keys = [
      "id", "label", "type", "key", "help", "placeholder", "default", "required", "count",
    ]
    guard let object = TemplateObject(value, path: path, keys: keys, into: &collector) else {
      return nil
    }
    let count = object.integer("count", in: 1...10_000_000, into: &collector)
    let isCounted = object["count"] != nil
    if isCounted, inRepeat {
      object.report(
        "count inside a repeat", at: "count", allowed: "count in a section that does not repeat",
        into: &collector)
    }
    rowTotal += count ?? 1
    if rowTotal > TemplateReader.mostRows, rowTotal - (count ?? 1) <= TemplateReader.mostRows {
      object.report(
        "the form has more than \(TemplateReader.mostRows) rows", at: "count",
        allowed: "at most \(TemplateReader.mostRows) rows", into: &collector)
    }
    let id = readID(
      of: object, allowed: isCounted ? "letters, digits, _ - . and {n}" : "letters, digits, _ - .",
      mayHoldNumber: isCounted)
    if isCounted, let id, !NumberedText(id).hasNumber, count ?? 2 > 1 {
      object.report(
        "the id \(id.quoted) of \(count.map(String.init) ?? "several") rows has no number",
        at: "id", allowed: "an id with {n}, like \"\(id){n}\"", into: &collector)
    }
    let type: RowType? = object.oneOf("type", into: &collector)
    let hasPosition = isCounted || inRepeat
    let label = object.text("label", numbered: hasPosition, into: &collector)
    let help = object.text("help", numbered: hasPosition, into: &collector)
    let placeholder = object.text("placeholder", numbered: isCounted, into: &collector)
    let defaultText = readDefault(of: object, numbered: isCounted)
    let isRequired = object.boolean("required", into: &collector) ?? false
    let answerPath =
      readPath(of: object) ?? (object["key"] == nil ? readDefaultPath(from: object) : nil)
    if let answerPath, object["key"] != nil, count ?? 1 > 1, !answerPath.appends {
      object.report(
        "\(count ?? 0) rows have the same key", at: "key",
        allowed: "a key that ends in [], like \"\(answerPath.source)[]\", or none", into: &collector
      )
    }
    guard let id, let answerPath else { return nil }
    return RowTemplate(
      id: NumberedText(id), type: type ?? .text, label: label ?? NumberedText(id), path: answerPath,
      help: help,
      placeholder: placeholder, defaultText: defaultText, isRequired: isRequired, count: count)
  }

  /// The default, which must be one line.
  private mutating func readDefault(of row: TemplateObject, numbered: Bool) -> NumberedText? {
    guard let text = row.string("default", "a string", into: &collector) else { return nil }
    if text.unicodeScalars.contains(where: \.isControl) {
      row.report(
        "a line break or control character in the default", at: "default",
        allowed: "one line of text", into: &collector)
      return nil
    }
    guard !text.isEmpty else { return nil }
    return numbered ? NumberedText(text) : NumberedText(verbatim: text)
  }

  private mutating func readID(
    of object: TemplateObject, allowed: String, mayHoldNumber: Bool = false
  ) -> String? {
    guard let id = object.string("id", allowed, into: &collector) else {
      if object["id"] == nil {
        object.report("\"id\" is missing", at: "id", allowed: allowed, into: &collector)
      }
      return nil
    }
    let parts = mayHoldNumber ? NumberedText(id).parts : [id]
    guard !id.isEmpty, parts.allSatisfy({ $0.unicodeScalars.allSatisfy(\.mayStandInID) }) else {
      object.report(
        "the id \(id.quoted) holds something else", at: "id", allowed: allowed, into: &collector)
      return nil
    }
    return id
  }

  // MARK: - Key paths

  /// The path that `key` gives, nil when there is none or it is wrong.
  private mutating func readPath(of object: TemplateObject) -> AnswerPath? {
    let allowed = "a path like \"a.b.c\" or \"names[]\", or an array of names"
    guard let value = object["key"] else { return nil }
    if value.kind == .array {
      let names = value.elements.compactMap(\.string)
      if names.count == value.count, !names.isEmpty {
        return AnswerPath(names: names.map(NumberedText.init(verbatim:)), appends: false)
      }
      object.report("not an array of names", at: "key", allowed: allowed, into: &collector)
      return nil
    }
    guard let source = object.string("key", allowed, into: &collector) else { return nil }
    let appends = source.hasSuffix("[]")
    let names = (appends ? String(source.dropLast(2)) : source).split(
      separator: ".", omittingEmptySubsequences: false)
    guard names.allSatisfy({ !$0.isEmpty && !$0.contains("[") && !$0.contains("]") }) else {
      object.report(
        "the key \(source.quoted) is no path", at: "key", allowed: allowed, into: &collector)
      return nil
    }
    return AnswerPath(names: names.map { NumberedText(verbatim: String($0)) }, appends: appends)
  }

  /// The path that the id gives: its parts between dots, a number only in the last.
  private mutating func readDefaultPath(from object: TemplateObject) -> AnswerPath? {
    guard let id = object["id"]?.string, !id.isEmpty else { return nil }
    let names = id.split(separator: ".", omittingEmptySubsequences: false).map {
      NumberedText(String($0))
    }
    if names.contains(where: { $0.source.isEmpty }) || names.dropLast().contains(where: \.hasNumber)
    {
      object.report(
        "the id \(id.quoted) makes no path for the answer", at: "id",
        allowed: "a \"key\", or an id with a name between dots and {n} in the last",
        into: &collector)
      return nil
    }
    return AnswerPath(names: names, appends: false)
  }

  private mutating func report(
    _ conflict: AnswerPathConflict, of answerPath: AnswerPath, at value: JSONValue,
    path: DocumentPath
  ) {
    let sentence =
      switch conflict {
      case .taken: "the key \(answerPath.source.quoted) is taken by an earlier row"
      case .prefix: "the key \(answerPath.source.quoted) and an earlier key begin with each other"
      }
    collector.report(sentence, at: value, path: path, allowed: "a path of its own")
  }
}

/// The ids of a section's rows, with those that `count` makes.
private struct RowNames {
  private var plain = Set<Text>()
  private var numbered: [Numbered] = []

  private struct Numbered {
    let name: NumberedText
    let numbers: ClosedRange<Int>
  }

  /// Adds a name; false when it, or one of its numbers, is there already.
  mutating func insert(_ name: NumberedText, numbers: ClosedRange<Int>) -> Bool {
    let isFree = !numbered.contains {
      name.clashes(with: $0.name, range: numbers, otherRange: $0.numbers)
    }
    guard name.hasNumber else { return plain.insert(Text(name.source)).inserted && isFree }
    let isFreeOfPlain = !plain.contains { name.number(making: $0.string, in: numbers) != nil }
    numbered.append(Numbered(name: name, numbers: numbers))
    return isFree && isFreeOfPlain
  }
}

extension Unicode.Scalar {
  /// Whether the scalar is a control character (Unicode's Cc).
  var isControl: Bool { value < 0x20 || (0x7F...0x9F).contains(value) }

  /// Whether the scalar may stand in an id.
  fileprivate var mayStandInID: Bool {
    self == "_" || self == "-" || self == "." || properties.isAlphabetic
      || properties.numericType != nil
  }
}
