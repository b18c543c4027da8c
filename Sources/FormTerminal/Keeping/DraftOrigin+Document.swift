// The loaded answers in a draft: as JSON, and in a second text if they were read from another format.
// With that text a continued draft is saved in place, also after the file was changed or lost.

import Drafts
import FormModel
import LosslessJSON

extension DraftOrigin {
  /// Keeps the text of a document that was read from another format than JSON, without secrets.
  mutating func keepSource(of document: JSONDocument?, for template: Template) {
    source = nil
    guard let document else { return }
    let format = document.text.format
    guard format != .json, format != .jsonc else { return }
    source = Array("\(format.rawValue)\n".utf8) + template.sourceWithoutSecrets(document)
  }

  /// The loaded answers with the text that they were read from; nil without any.
  ///
  /// - Parameter name: the name of the document in messages.
  func loadedDocument(for template: Template, named name: String) throws(Failure) -> JSONDocument? {
    guard let document else { return nil }
    // The source means something else if the form has changed since.
    if let read = sourceDocument(for: template), read.bytes == document { return read }
    return try AnswersFile.document(parsing: document, named: name)
  }

  /// The text that the loaded answers were read from.
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
