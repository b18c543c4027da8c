// Checks the document that a save would write by the JSON Schema in its template.
//
// Invariant: the schema always sees the JSON form of the answers, with the members that are kept
// from a loaded document. The format that the save writes makes no difference.

public import FormModel
import JSONSchema
import LosslessJSON

extension TemplateReader {
  /// Reads a template as `template(from:)` does. If the template has a schema, the answers to its
  /// form are checked by it whenever the whole form is checked.
  ///
  /// - Throws: all errors, in the order of the file.
  public static func checkedTemplate(from bytes: [UInt8]) throws(TemplateErrors) -> Template {
    var template = try template(from: bytes)
    guard let schemas = template.schemas else { return template }
    do throws(JSONSchemaError) {
      let schema = try JSONSchema(schemas.files)
      template.schemas?.check = DocumentCheck { SchemaDocumentCheck(schema) }
    } catch {
      throw schemas.errors(because: error.sentence)
    }
    return template
  }
}

/// A check of the document that a save would write, in progress. The document is written, then read,
/// then checked, each in slices.
private struct SchemaDocumentCheck: RunningDocumentCheck {
  private let schema: JSONSchema
  private var export: AnswerExport?
  /// The written part of the document.
  private var bytes: [UInt8] = []
  private var reading: JSONReading?
  private var check: JSONSchemaCheck?

  /// The maximum number of faults that one check reports.
  private static let mostFaults = 100

  init(_ schema: JSONSchema) { self.schema = schema }

  mutating func advance(of answers: Answers, effort: inout Int) -> [DocumentFault]? {
    while effort > 0 {
      if check != nil {
        if let faults = check?.advance(effort: &effort) { return faults }
      } else if reading != nil {
        do throws(JSONError) {
          try read(effort: &effort)
        } catch {
          return [uncheckable(because: error.sentence)]
        }
      } else if export != nil {
        write(answers, effort: &effort)
      } else if let obstacle = AnswerExport.obstacle(.json, of: answers) {
        return [uncheckable(because: obstacle)]
      } else {
        export = AnswerExport(.json, of: answers)
      }
    }
    return nil
  }

  private mutating func write(_ answers: Answers, effort: inout Int) {
    let count = bytes.count
    let remains = export?.append(to: &bytes, limit: 16 * 1_024, of: answers) == true
    effort -= 1 + (bytes.count - count) / 32
    if remains { return }
    reading = JSONReading(bytes)
    (export, bytes) = (nil, [])
  }

  private mutating func read(effort: inout Int) throws(JSONError) {
    guard let document = try reading?.advance(effort: &effort) else { return }
    check = schema.check(of: document, atMost: SchemaDocumentCheck.mostFaults)
    reading = nil
  }

  private func uncheckable(because reason: String) -> DocumentFault {
    DocumentFault(path: .root, sentence: "cannot be checked: \(reason)")
  }
}
