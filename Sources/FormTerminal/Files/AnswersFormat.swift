// The formats in which answers can be read.

import FormModel
import System

/// A format of a document of answers.
package enum AnswersFormat: String, CaseIterable {
  case json, jsonc, jsonl, csv, tsv, yaml

  /// The format for the extension of a file name; nil for an unknown or write-only format.
  package init?(fileName: String) {
    guard let format = ExportFormat(fileName: fileName) else { return nil }
    self.init(rawValue: format.rawValue)
  }

  /// The names of all formats, for a sentence.
  package static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }

  /// The same format for writing.
  package var written: ExportFormat { ExportFormat(rawValue: rawValue) ?? .json }

  /// The size limit of a document, in bytes. Reading needs several times as much memory.
  var mostBytes: Int {
    switch self {
    case .yaml: 64 << 20
    default: 512 << 20
    }
  }
}
