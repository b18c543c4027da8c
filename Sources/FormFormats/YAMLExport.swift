// The format `yaml`: the nested answers in block style.
//
// The answers are first written as JSON, which is converted token by token. If the form was opened
// with a document, this JSON contains the whole document, so nothing in it is lost.

import FormModel

/// Writes the nested answers as YAML.
struct YAMLExport: ExportWriter {
  private var tokens: JSONTokens
  private var writer = YAMLWriter()

  /// - Parameter source: the writer that produces the answers as JSON.
  init(_ source: any ExportWriter) {
    tokens = JSONTokens(source)
  }

  /// Writes the next key or value.
  mutating func step(of answers: Answers, into buffer: inout [UInt8]) -> Bool {
    guard let token = tokens.next(of: answers) else { return false }
    writer.append(token, to: &buffer)
    return true
  }
}
