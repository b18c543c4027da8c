// The notations of a text in the formats, for searching the output of a command for a secret.

import FormText
import LosslessJSON

extension String {
  /// This text as it was typed, and as JSON and YAML, TSV, CSV and SQL, the shell, HTML and Markdown
  /// write it.
  package var notations: [String] {
    var quoted: [UInt8] = []
    JSONWriter.appendString(self, to: &quoted)
    return [
      self, String(decoding: quoted.dropFirst().dropLast(), as: UTF8.self),
      replacingAll("\\", by: "\\\\"), replacingAll("\"", by: "\"\""), replacingAll("'", by: "''"),
      replacingAll("'", by: "'\\''"), HTMLExport.escaped(self), MarkdownExport.escaped(self),
    ]
  }
}
