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
      template.schemas?.check = DocumentCheck { schema.faults(of: $0) }
    } catch {
      throw schemas.errors(because: error.sentence)
    }
    return template
  }
}

extension JSONSchema {
  /// The maximum number of faults that one check reports.
  private static let mostFaults = 100

  /// The faults of the document that a save would write. O(document).
  fileprivate func faults(of answers: Answers) -> [DocumentFault] {
    if let obstacle = AnswerExport.obstacle(.json, of: answers) {
      return [DocumentFault(path: .root, sentence: "cannot be checked: \(obstacle)")]
    }
    var export = AnswerExport(.json, of: answers)
    var bytes: [UInt8] = []
    while export.append(to: &bytes, of: answers) {}
    do throws(JSONError) {
      return problems(in: try JSONDocument(parsing: bytes), atMost: JSONSchema.mostFaults)
    } catch {
      return [DocumentFault(path: .root, sentence: "cannot be checked: \(error.sentence)")]
    }
  }
}
