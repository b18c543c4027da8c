// Reads `schemas`: the JSON Schema of the document that the form writes, and the files to which it
// refers. This target keeps only their text; `DocumentCheck` checks documents by them.

import FormText
package import LosslessJSON

/// The JSON Schema of a form's document.
package struct TemplateSchemas: Sendable {
  /// The schema of the document, followed by the files to which it refers, with their paths.
  package let files: [(path: String, document: JSONDocument)]
  /// The position of the key in the template.
  let position: TextPosition
  /// The check of the document; nil until a target that can write documents provides it.
  package var check: DocumentCheck?

  /// Returns the error of a template whose schema cannot be used.
  ///
  /// - Parameter reason: the reason, without a full stop.
  package func errors(because reason: String) -> TemplateErrors {
    TemplateErrors(errors: [
      TemplateError(
        position: position, path: DocumentPath.root.appending("schemas"),
        sentence: "\"schemas\" cannot be used: \(reason)", allowed: "a JSON Schema")
    ])
  }
}

extension TemplateReader {
  /// Reads `schemas`.
  mutating func readSchemas(of template: TemplateObject) -> TemplateSchemas? {
    let allowed = "an object that has the schema of the document first, by its path"
    guard let value = template["schemas"] else { return nil }
    guard value.kind == .object, value.count > 0 else {
      template.report(
        "\"schemas\" must be \(allowed)", at: "schemas", allowed: allowed, into: &collector)
      return nil
    }
    var files: [(path: String, document: JSONDocument)] = []
    for (key, schema) in value.members {
      let path = key.string ?? ""
      guard schema.kind == .object || schema.kind == .boolean,
        let document = try? JSONDocument(parsing: Array(schema.document.bytes[schema.range]))
      else {
        collector.report(
          "\(path.quoted) must be a JSON Schema, not \(schema.kindName)", at: schema,
          path: template.path(to: "schemas").appending(path), allowed: "a JSON Schema")
        continue
      }
      files.append((path, document))
    }
    return TemplateSchemas(files: files, position: value.position)
  }
}
