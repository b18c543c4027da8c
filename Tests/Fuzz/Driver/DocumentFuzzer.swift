// Gives almost valid templates, schemas and answers to the readers in this process. A hundred
// thousand documents then take only minutes, and the sanitizers check all of the code.
//
// A document depends only on the seed and on its number. The fuzzer writes each document to a file
// before it reads the document, so that the file shows the document after a crash.

import FormFormats
import FormModel
import FormSchema
import FormScreen
import FormText
import Glibc
import LosslessJSON
import TerminalTesting

/// Fuzzes the readers of documents.
struct DocumentFuzzer {
  /// The kind of a document, which selects the reader.
  enum Kind: String, CaseIterable {
    case template, expression, schema, json, jsonc, jsonl, csv, tsv, yaml
  }

  private let kind: Kind
  /// Changes example documents; nil for a kind whose documents are generated without examples.
  private var maker: DocumentMaker?
  private let template: Template
  /// The number of documents that the reader accepted.
  private var taken = 0
  /// The number of bytes of the template that the last schema became.
  private var formSize = 0

  /// Reads documents `first` to `first + count - 1` of a seed.
  ///
  /// - Parameters:
  ///   - copy: the path to which each document is written before it is read.
  ///   - files: documents to start from, if the kind has none of its own.
  static func run(
    _ name: String, count: Int, seed: Int, first: Int, copy: String, files: [String]
  ) throws {
    guard let kind = Kind(rawValue: name) else {
      throw Misbehaviour(description: "no kind of document: \(name)")
    }
    var fuzzer = DocumentFuzzer(
      kind: kind, maker: kind == .expression ? nil : try DocumentMaker(for: kind, files: files),
      template: try TemplateReader.template(from: Array(AnswersFuzzer.form.utf8)))
    var slowest = Duration.zero
    for number in first..<first + count {
      var input = Input(seed: seed &* 1_000_003 &+ number)
      let document = fuzzer.maker?.document(&input) ?? ExpressionMaker.document(&input)
      try document.withUnsafeBytes { try write($0, to: copy) }
      // This signal ends a reader that loops forever.
      alarm(60)
      let start = processorTime
      do {
        try fuzzer.read(document, &input)
      } catch {
        throw Misbehaviour(description: "\(name) \(number), kept in \(copy): \(error)")
      }
      let time = processorTime - start
      slowest = max(slowest, time)
      // A megabyte may take a second without the sanitizers, and five seconds with them. A small
      // schema may become a form of 10,000 rows.
      let allowed = Duration.seconds(5 * (1 + document.count >> 20 + fuzzer.formSize >> 18))
      guard time <= allowed else {
        throw Misbehaviour(
          description: "\(name) \(number), kept in \(copy): \(document.count) bytes took \(time)")
      }
    }
    alarm(0)
    unlink(copy)
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    print(
      "\(count) documents as \(name), \(fuzzer.taken) of them taken, the slowest in \(slowest), "
        + "\(usage.ru_maxrss >> 10) MiB at most: all well")
  }

  /// The processor time of this process. It does not depend on how busy the machine is.
  private static var processorTime: Duration {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  private static func write(_ bytes: UnsafeRawBufferPointer, to path: String) throws {
    let descriptor = Glibc.open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    defer { close(descriptor) }
    guard Glibc.write(descriptor, bytes.baseAddress, bytes.count) == bytes.count else {
      throw Misbehaviour(description: "cannot write \(path): error \(errno)")
    }
  }

  // MARK: - Reading

  private mutating func read(_ document: [UInt8], _ input: inout Input) throws {
    switch kind {
    case .template, .expression: try readTemplate(document, &input)
    case .schema: try readSchema(document, &input)
    case .json:
      guard let answers = try? JSONDocument(parsing: document, as: .file) else { return }
      try open(answers, isJSON: answers.isStrict)
      try edit(answers, &input) { try JSONDocument(parsing: $0, as: .file) }
    case .jsonc:
      guard let answers = try? JSONDocument(parsing: document, as: .jsonc) else { return }
      try open(answers, isJSON: false)
      try edit(answers, &input) { try JSONDocument(parsing: $0, as: .jsonc) }
    case .jsonl:
      guard let record = try? JSONDocument(parsing: document) else { return }
      try open(try JSONDocument(.laidOut(record)), isJSON: false)
    case .csv, .tsv:
      guard
        let answers = try? DelimitedAnswers.editable(
          from: document, as: kind == .csv ? .csv : .tsv, for: template,
          keepsUnknownColumns: input.number(below: 2) == 0)
      else { return }
      try open(answers, isJSON: false)
      guard DocumentFuzzer.bytes(of: answers.text, with: DocumentChanges()) == document else {
        throw Misbehaviour(description: "an unchanged table is not written as it was")
      }
    case .yaml:
      guard let answers = try? YAMLReader.document(from: document) else { return }
      try open(answers, isJSON: false)
      try edit(answers, &input) { try YAMLReader.document(from: $0) }
    }
  }

  /// Reads a template, and fills it if the reader accepts it.
  private mutating func readTemplate(_ document: [UInt8], _ input: inout Input) throws {
    guard let template = try? TemplateReader.template(from: document) else { return }
    taken += 1
    try fill(template, &input)
  }

  /// Pages through a form, types into it, checks it, exports it and reads the exported answers.
  private func fill(_ template: Template, _ input: inout Input) throws {
    // Keep forms small here; other tests export forms of a million rows.
    let rows = template.sections.map { section in
      section.rows.reduce(0) { $0 + ($1.count ?? 1) } * (section.repetition?.initial ?? 1)
    }
    guard rows.reduce(0, +) < 2_000 else { return }
    var session = FormSession(template, height: 1 + input.number(below: 9))
    session.today = "2024-02-29"
    let words: [Text] = ["", "é", "7", "2024-02-29", "yes", "x\ny", "1e400", "Ada"]
    for _ in 0..<input.number(below: 30) {
      let word = words[input.number(below: words.count)]
      _ = session.applyToEnd(
        [
          .edited(word, cursor: word.scalarCount, kind: .typed), .moved(.pageDown), .entered,
          .pasted(word), .itemAdded(section: input.number(below: template.sections.count)),
          .undone, .toggled, .cleared, .moved(.pageUp), .checkRequested,
        ][input.number(below: 10)])
    }
    for format in ExportFormat.allCases where format != .env {
      _ = exported(format, of: session)
    }
    let answers: JSONDocument
    do throws(JSONError) {
      answers = try JSONDocument(parsing: exported(.json, of: session))
    } catch {
      // If items are the members of an object, two items may have the same name. A save reports
      // this problem, but an export writes both items.
      let hasMap = template.sections.contains { $0.repetition?.isMap == true }
      guard hasMap, error.reason == .duplicateKey else { throw error }
      return
    }
    guard var again = try? FormSession(template, height: 4, answers: answers) else { return }
    guard exported(.json, of: again) == answers.bytes else {
      throw Misbehaviour(description: "its exported answers are not written as they were")
    }
    again.applyToEnd(.checkRequested)
    if let focus = again.focus { again.applyToEnd(.answered(focus, "7")) }
    _ = exported(.json, of: again)
  }

  /// Imports a JSON Schema, and fills the form. The reader of templates must accept the template
  /// that is made from the schema.
  private mutating func readSchema(_ document: [UInt8], _ input: inout Input) throws {
    formSize = 0
    guard let schema = try? JSONDocument(parsing: document),
      let made = try? SchemaImport(of: schema, id: "fuzzed")
    else { return }
    taken += 1
    formSize = made.template.count
    try fill(TemplateReader.checkedTemplate(from: made.template), &input)
  }

  /// Opens answers and writes them again. A JSON document must keep its bytes; a document in
  /// another format becomes JSON, which must be read back as the same answers.
  private mutating func open(_ answers: JSONDocument, isJSON: Bool) throws {
    guard let session = try? FormSession(template, height: 4, answers: answers) else { return }
    taken += 1
    let written = exported(.json, of: session)
    if isJSON, written != answers.bytes {
      throw Misbehaviour(description: "an unchanged document is not written as it was")
    }
    let again = try FormSession(
      template, height: 4, answers: try JSONDocument(parsing: written, as: .file))
    guard exported(.json, of: again) == written else {
      throw Misbehaviour(description: "its JSON is not read back as it is")
    }
    var checked = session
    _ = checked.applyToEnd(.checkRequested)
    for format: ExportFormat in [.csv, .tsv, .yaml, .text, .markdown, .html] {
      _ = exported(format, of: session)
    }
  }

  private func exported(_ format: ExportFormat, of session: FormSession) -> [UInt8] {
    var export = AnswerExport(format, of: session.answers)
    var bytes: [UInt8] = []
    while export.append(to: &bytes, of: session.answers) {}
    return bytes
  }

  // MARK: - Editing in place

  private static let values = [
    "null", "true", "-0", "1e5", "12", "\"\"", "\"a\"", "\"yes\"", "\" a: b #\"", "\"x\\ny\"",
    "\"\\n\\n\"",
    "\"2024-01-01\"", "\"\u{10FFFF}\\u0000\u{2028}\"", "[]", "{}", "[\"a\", [], 1]",
    "{\"k\": [{\"l\": \"m\"}]}",
  ]

  /// Checks that an unchanged document keeps its bytes, and that a changed document has the
  /// expected values.
  private func edit(
    _ document: JSONDocument, _ input: inout Input, read: ([UInt8]) throws -> JSONDocument
  ) throws {
    let text = document.text
    guard DocumentFuzzer.bytes(of: text, with: DocumentChanges()) == text.bytes else {
      throw Misbehaviour(description: "an unchanged document is not written as it was")
    }
    var value = document.root
    while value.count > 0, input.number(below: 4) > 0 {
      let children = Array(value.children)
      value = children[input.number(below: children.count)]
    }
    func new() -> DocumentChanges.NewValue {
      let json = DocumentFuzzer.values[input.number(below: DocumentFuzzer.values.count)]
      return DocumentChanges.NewValue { _ in Array(json.utf8) }
    }
    var changes = DocumentChanges()
    let isContainer = value.kind == .object || value.kind == .array
    let choice = isContainer ? input.number(below: 4) : 3
    var entries = (0..<value.count).map { DocumentChanges.Entry.kept($0) }
    switch choice {
    case 0 where !entries.isEmpty: entries.remove(at: input.number(below: entries.count))
    case 1 where !entries.isEmpty:
      let entry = entries.remove(at: input.number(below: entries.count))
      entries.insert(entry, at: input.number(below: entries.count + 1))
    case 2, 0, 1:
      let name = value.kind == .object ? "new \(value.count)" : nil
      guard name.map({ value[$0] == nil }) ?? true else { return }
      entries.insert(.new(name: name, new()), at: input.number(below: entries.count + 1))
    default: changes.replace(value, by: new())
    }
    if choice < 3 { changes.arrange(value, as: entries) }
    let plain = document.isStrict ? document : try JSONDocument(.laidOut(document))
    let expected = try JSONDocument(parsing: JSONText(plain).value(plain.root, with: changes))
    let edited = DocumentFuzzer.bytes(of: text, with: changes)
    let found: JSONDocument
    do {
      found = try read(edited)
    } catch {
      throw Misbehaviour(
        description: "an edited document cannot be read: \(error)\n"
          + String(decoding: edited, as: UTF8.self))
    }
    // An edit writes a changed member of a merged mapping after the merge key, so the order of
    // members may differ.
    let hasMergeKey = text.format == .yaml && text.bytes.containsMergeKey
    let isSame =
      hasMergeKey
      ? found.root.sortedLayout == expected.root.sortedLayout
      : DocumentBuilder.laidOut(found).bytes == DocumentBuilder.laidOut(expected).bytes
    guard isSame else {
      throw Misbehaviour(
        description: "an edited document says something else\n"
          + String(decoding: edited, as: UTF8.self))
    }
  }

  private static func bytes(of text: any DocumentText, with changes: DocumentChanges) -> [UInt8] {
    text.pieces(with: changes).reduce(into: []) { bytes, piece in
      switch piece {
      case .copy(let range): bytes += text.bytes[range]
      case .text(let text): bytes += text
      }
    }
  }
}

extension [UInt8] {
  /// Whether two `<` follow each other, as in a merge key of YAML.
  fileprivate var containsMergeKey: Bool {
    zip(self, dropFirst()).contains { $0 == UInt8(ascii: "<") && $1 == $0 }
  }
}

extension JSONValue {
  /// The value as text on one line. The members of objects are in the order of their keys.
  fileprivate var sortedLayout: String {
    switch kind {
    case .array: "[" + elements.map(\.sortedLayout).joined(separator: ",") + "]"
    case .object:
      "{"
        + members.map { "\($0.key.sortedLayout):\($0.value.sortedLayout)" }.sorted()
        .joined(separator: ",") + "}"
    default: String(decoding: document.bytes[range], as: UTF8.self)
    }
  }
}
