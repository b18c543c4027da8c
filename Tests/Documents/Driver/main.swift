// Edits documents on request. Each line of the input is a request in JSON, and each line of the
// output is an answer; see ../run. With a file as the argument, the driver only prints the time to
// read this file as YAML.

import FormFormats
import FormModel
import Glibc
import LosslessJSON
import TerminalTesting

/// The reason that a request has no answer.
struct Refusal: Error {
  var sentence: String
}

/// Edits one document.
enum DocumentDriver {
  static func document(
    _ text: [UInt8], as format: String, for form: String? = nil
  ) throws(Refusal) -> JSONDocument {
    do {
      switch format {
      case "csv", "tsv":
        let template = try TemplateReader.template(from: Array((form ?? "").utf8))
        return try DelimitedAnswers.editable(
          from: text, as: format == "csv" ? .csv : .tsv, for: template, keepsUnknownColumns: true)
      case "yaml": return try YAMLReader.document(from: text)
      case "jsonc": return try JSONDocument(parsing: text, as: .jsonc)
      default: return try JSONDocument(parsing: text, as: .file)
      }
    } catch let errors as AnswersErrors {
      throw Refusal(
        sentence: errors.errors.map { "\($0.position): \($0.sentence)" }.joined(separator: "; "))
    } catch {
      throw Refusal(sentence: "\(error)")
    }
  }

  /// Answers a request. The answer has the edited text and the ranges of the earlier text that were
  /// copied. For YAML it also has the values of the earlier text, as a tree.
  static func answer(_ line: String) -> [UInt8] {
    do throws(Refusal) {
      guard let request = try? JSONDocument(parsing: Array(line.utf8)).root else {
        throw Refusal(sentence: "no request")
      }
      let format = request["format"]?.string ?? "json"
      let document = try document(
        Array((request["text"]?.string ?? "").utf8), as: format, for: request["form"]?.string)
      var changes = DocumentChanges()
      if let edits = request["edits"] {
        for edit in edits.elements { try make(edit, in: document, &changes) }
      }
      let text = document.text
      var (output, copies): ([UInt8], [String]) = ([], [])
      for piece in text.pieces(with: changes) {
        switch piece {
        case .copy(let range):
          output += text.bytes[range]
          copies.append("[\(range.lowerBound), \(range.upperBound)]")
        case .text(let text): output += text
        }
      }
      var answer = Array("{\"text\": ".utf8)
      JSONWriter.appendString(utf8: output, to: &answer)
      answer += Array(", \"copies\": [\(copies.joined(separator: ", "))]".utf8)
      if format == "yaml" {
        answer += Array(", \"tree\": ".utf8) + document.bytes.filter { $0 != 0x0A }
      }
      return answer + Array("}\n".utf8)
    } catch {
      var answer = Array("{\"error\": ".utf8)
      JSONWriter.appendString(error.sentence, to: &answer)
      return answer + Array("}\n".utf8)
    }
  }

  private static func make(
    _ edit: JSONValue, in document: JSONDocument, _ changes: inout DocumentChanges
  ) throws(Refusal) {
    func number(_ name: String) -> Int { edit[name]?.numberText.flatMap { Int($0) } ?? 0 }
    var value = document.root
    if let path = edit["path"] {
      for step in path.elements {
        let children = Array(value.children)
        if let name = step.string, let member = value[name] {
          value = member
          continue
        }
        guard let index = step.numberText.flatMap({ Int($0) }), children.indices.contains(index)
        else {
          throw Refusal(sentence: "no such value")
        }
        value = children[index]
      }
    }
    let bytes = edit["value"].map { Array($0.document.bytes[$0.range]) } ?? []
    let new = DocumentChanges.NewValue { _ in bytes }
    var entries = (0..<value.count).map { DocumentChanges.Entry.kept($0) }
    switch edit["op"]?.string {
    case "replace": return changes.replace(value, by: new)
    case "set":
      // Set the cell of a record, whether or not the cell is empty.
      let name = edit["name"]?.string ?? ""
      if let member = value[name] { return changes.replace(member, by: new) }
      entries.append(.new(name: name, new))
    case "delete": entries.remove(at: number("at"))
    case "insert": entries.insert(.new(name: edit["name"]?.string, new), at: number("at"))
    case "move":
      let entry = entries.remove(at: number("at"))
      entries.insert(entry, at: number("to"))
    default: throw Refusal(sentence: "no such edit")
    }
    changes.arrange(value, as: entries)
  }

  /// Reads a file as YAML and prints the milliseconds of processor time.
  static func time(_ path: String) throws {
    guard let bytes = readFile(path) else { throw Refusal(sentence: "cannot read \(path)") }
    let start = clock()
    let document = try document(bytes, as: "yaml")
    let count = document.text.pieces(with: DocumentChanges()).count
    print("\((clock() - start) * 1_000 / CLOCKS_PER_SEC) \(count)")
  }
}

if CommandLine.arguments.count > 1 {
  try DocumentDriver.time(CommandLine.arguments[1])
} else {
  while let line = readLine() {
    let answer = DocumentDriver.answer(line)
    _ = answer.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
  }
}
