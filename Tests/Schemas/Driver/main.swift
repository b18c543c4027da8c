// Imports schemas, fills their forms at random and checks documents on request. Each line of the
// input is a request in JSON, and each line of the output is an answer; see ../run.

import FormFormats
import FormModel
import FormSchema
import FormText
import Glibc
import JSONSchema
import LosslessJSON
import TerminalTesting

/// The form of the schema that was imported last.
struct SchemaDriver {
  private var template: Template?
  private var validator: JSONSchema?

  /// Answers a request.
  mutating func answer(_ line: String) -> JSONTree {
    guard let request = try? JSONDocument(parsing: Array(line.utf8)).root else {
      return ["error": "no request"]
    }
    if let schema = request["schema"]?.string { return imported(schema) }
    if let files = request["files"] { return compiled(files, request["formats"]?.bool ?? true) }
    if let document = request["validate"]?.string { return validated(document) }
    guard let template else { return ["error": "no form"] }
    if let document = request["check"]?.string { return checked(document, template) }
    let texts = request["texts"]?.elements.compactMap(\.string) ?? []
    let seed = request["fill"]?.numberText.flatMap { Int($0) } ?? 0
    return filled(template, with: texts, seed: seed)
  }

  private mutating func imported(_ schema: String) -> JSONTree {
    template = nil
    do {
      let made = try SchemaImport(of: JSONDocument(parsing: Array(schema.utf8)), id: "form")
      template = try TemplateReader.checkedTemplate(from: made.template)
      let remarks = made.remarks.map { "#\($0.path.pointer): \($0.sentence)" }
      return ["remarks": .strings(remarks)]
    } catch let error as SchemaError {
      return ["error": .string(error.sentence)]
    } catch { return ["error": .string("\(error)")] }
  }

  // MARK: - Validating

  /// Compiles a schema and the files to which it refers; each is an array of its path and its text.
  private mutating func compiled(_ files: JSONValue, _ checksFormats: Bool) -> JSONTree {
    validator = nil
    do {
      var documents: [(path: String, document: JSONDocument)] = []
      for file in files.elements {
        let texts = file.elements.compactMap(\.string)
        guard texts.count == 2 else { return ["error": "no file"] }
        documents.append((texts[0], try JSONDocument(parsing: Array(texts[1].utf8))))
      }
      let schema = try JSONSchema(documents, checksFormats: checksFormats)
      validator = schema
      let gaps = schema.gaps.map { "\($0.file)#\($0.path.pointer): \($0.sentence)" }
      return ["gaps": .strings(gaps)]
    } catch let error as JSONSchemaError {
      return ["error": .string(error.sentence)]
    } catch { return ["error": .string("\(error)")] }
  }

  /// The problems of a document that the compiled schema finds.
  private func validated(_ text: String) -> JSONTree {
    guard let validator else { return ["error": "no schema"] }
    do {
      let document = try JSONDocument(parsing: Array(text.utf8))
      let problems = validator.problems(in: document, atMost: 20)
      return ["problems": .strings(problems.map { "\($0.path.pointer): \($0.sentence)" })]
    } catch { return ["error": .string("\(error)")] }
  }

  // MARK: - Checking

  /// The problems and errors of a document, as `longform check --answers` finds them.
  private func checked(_ text: String, _ template: Template) -> JSONTree {
    do {
      let document = try JSONDocument(parsing: Array(text.utf8), as: .file)
      var session = try FormSession(template, answers: document)
      session.applyToEnd(.checkRequested)
      return [
        "problems": .strings(
          session.problemsInOrder.map { row, problem in
            let place = session.answers.place(of: problem, in: row).path
            return "\(place): " + problem.sentence(label: session.answers.problemLabel(of: row))
          })
      ]
    } catch let errors as AnswersErrors {
      return ["problems": .strings(errors.errors.map { "\($0.path): \($0.sentence)" })]
    } catch { return ["error": .string("\(error)")] }
  }

  // MARK: - Filling

  /// The number of rows from which no items are added, and the number of rows that are answered
  /// first. A schema with many levels would make a form of any size.
  private static let most = 300

  /// Fills the form at random. Returns the document that a save writes, or the number of problems
  /// if some remain.
  private func filled(_ template: Template, with texts: [String], seed: Int) -> JSONTree {
    var numbers = SeededGenerator(seed: seed)
    var session = FormSession(template)
    addItems(to: &session, &numbers)
    var rows = (0..<session.answers.indexCount).compactMap { session.row(at: FormRow.Index($0)) }
      .filter { !$0.isAddLine }.map(\.id)
    let density = min([20, 50, 90][numbers.number(below: 3)], 100 * Self.most / max(rows.count, 1))
    var additions = 0
    for round in 0..<20 {
      for row in rows where round > 0 || numbers.chance(density) {
        let isLast = round % 10 == 9
        let text = isLast ? "" : text(for: template[row], texts, &numbers)
        session.applyToEnd(.answered(row, Text(text)))
      }
      session.applyToEnd(.checkRequested)
      let refused = Set(session.problemsInOrder.map(\.row))
      if refused.isEmpty { break }
      rows = (0..<session.answers.indexCount).compactMap { session.row(at: FormRow.Index($0)) }
        .filter { !$0.isAddLine && refused.contains($0.id) }.map(\.id)
      // There may be two items with the same name, or too few items: another item may help.
      if rows.isEmpty {
        additions += 1
        if additions > 2 { break }
        addItems(to: &session, &numbers)
      }
    }
    session.applyToEnd(.checkRequested)
    guard session.problemsInOrder.isEmpty else {
      return ["unsaved": .integer(session.problemsInOrder.count)]
    }
    var export = AnswerExport(.json, of: session.answers)
    var bytes: [UInt8] = []
    while export.append(to: &bytes, of: session.answers) {}
    return ["document": .string(String(decoding: bytes, as: UTF8.self))]
  }

  private func addItems(to session: inout FormSession, _ numbers: inout SeededGenerator) {
    for (index, section) in session.template.sections.enumerated() {
      guard let repetition = section.repetition else { continue }
      let parents = section.parent.map { session.answers.outline.items(ofSection: $0) } ?? [0]
      for parent in parents {
        let count = session.answers.indexCount < Self.most ? numbers.number(below: 3) : 0
        for _ in 0..<max(count, repetition.minimum) {
          session.applyToEnd(.itemAdded(section: index, parent: parent))
        }
      }
    }
  }

  private func text(
    for row: RowTemplate, _ texts: [String], _ numbers: inout SeededGenerator
  ) -> String {
    switch row.type {
    case .boolean: return numbers.one(of: ["yes", "no"])
    case .json:
      return numbers.one(of: ["1", "null", "\"a\"", "{\"a\": [1.50]}", "[]", "{}", "false"])
    case .choice, .choices:
      let labels = row.choices.choices.compactMap { $0.value.text?.string }
      guard !labels.isEmpty else { break }
      let count = row.type == .choices ? 1 + numbers.number(below: 3) : 1
      return (0..<count).map { _ in numbers.one(of: labels) }.joined(separator: "\n")
    case .list, .paragraph:
      return (0...numbers.number(below: 3)).map { _ in numbers.one(of: texts) }
        .joined(separator: "\n")
    default: break
    }
    return numbers.one(of: texts)
  }
}

var driver = SchemaDriver()
while let line = readLine() {
  // Strings in JSON contain no line feeds, so every line feed is between values.
  let answer = driver.answer(line).document.filter { $0 != UInt8(ascii: "\n") } + [0x0A]
  _ = answer.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
}
