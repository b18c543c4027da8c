// Stores in a draft the answers with which the form was opened. They are stored as JSON. If they
// were read from another format, their original text is stored as well. With this text, a resumed
// draft can be saved as an edit of the original, even if the file has been changed or lost.

import Drafts
import FormModel
import LosslessJSON

extension DraftOrigin {
  /// Stores the original text of a document, without secrets, if the document was not read from
  /// JSON.
  mutating func keepSource(of document: JSONDocument?, for template: Template) {
    source = nil
    guard let document else { return }
    let format = document.text.format
    guard format != .json, format != .jsonc else { return }
    source = Array("\(format.rawValue)\n".utf8) + template.sourceWithoutSecrets(document)
  }

  /// Returns the loaded answers with their original text; nil if the session began without answers.
  ///
  /// - Parameter name: the document's name in messages.
  func loadedDocument(for template: Template, named name: String) throws(Failure) -> JSONDocument? {
    guard let document else { return nil }
    // If the form has changed since the draft began, the original text may have another meaning. In
    // that case, only the JSON is used.
    if let read = sourceDocument(for: template), read.bytes == document { return read }
    return try AnswersFile.document(parsing: document, named: name)
  }

  /// The original text of the loaded answers; nil if the session began without answers.
  var loadedText: ArraySlice<UInt8>? { sourceText?.bytes ?? document?[...] }

  private var sourceText: (format: AnswersFormat, bytes: ArraySlice<UInt8>)? {
    guard let source, let end = source.firstIndex(of: 0x0A),
      let format = AnswersFormat(rawValue: String(decoding: source[..<end], as: UTF8.self))
    else { return nil }
    return (format, source[(end + 1)...])
  }

  private func sourceDocument(for template: Template) -> JSONDocument? {
    guard let (format, bytes) = sourceText else { return nil }
    return try? AnswersFile.document(
      from: Array(bytes), as: format, for: template, named: "", keepsUnknownColumns: true)
  }
}
