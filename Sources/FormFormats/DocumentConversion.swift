// Writes a document in another format without a form.
//
// The formats are those whose documents say what their values are: JSON, JSON with comments, and
// YAML. A table or a shell has texts only, and a form knows their types.

package import FormModel
package import LosslessJSON

/// The conversion of documents that have no form.
package enum DocumentConversion {
  /// The formats that need no form.
  package static let formats: [ExportFormat] = [.json, .jsonc, .yaml]

  /// The bytes of a document in another format. If the document is already in this format, its text
  /// is returned unchanged. Strings keep their scalars and numbers their digits; comments are lost.
  ///
  /// - Parameter format: one of ``formats``.
  /// - Throws: the first value that the format cannot represent.
  package static func bytes(
    of document: JSONDocument, as format: ExportFormat
  ) throws(AnswersError) -> [UInt8] {
    let text = document.text
    if text.format.rawValue == format.rawValue || format == .jsonc && text.format == .json {
      return text.bytes
    }
    if format == .yaml {
      var writer = DocumentYAML()
      writer.append(document.root)
      return writer.bytes
    }
    if let (path, value) = DocumentChanges().firstKept(of: text.nodesWithoutJSON, in: document) {
      throw AnswersError(
        position: value.position, path: path,
        sentence: "\(value.string ?? "") is no number in JSON; choose yaml instead")
    }
    return document.strict.bytes
  }
}

/// A YAML text that is made of a document.
private struct DocumentYAML {
  private var writer = YAMLWriter()
  private(set) var bytes: [UInt8] = []

  /// Appends a value. The recursion is bounded, because documents are not nested deeper than
  /// ``JSONDocument/maximumDepth``.
  mutating func append(_ value: JSONValue) {
    switch value.kind {
    case .object:
      append(.beginObject)
      for (key, member) in value.members {
        append(.string(Array((key.string ?? "").utf8)))
        append(member)
      }
      append(.endObject)
    case .array:
      append(.beginArray)
      for element in value.elements { append(element) }
      append(.endArray)
    case .string: append(.string(Array((value.string ?? "").utf8)))
    case .number, .boolean, .null: append(.word(Array(value.document.bytes[value.range])))
    }
  }

  private mutating func append(_ token: JSONToken) { writer.append(token, to: &bytes) }
}
