// The formats that answers are read in.

package import FormModel
import System

/// A format of a document of answers.
package enum AnswersFormat: String, CaseIterable {
  case json, jsonc, jsonl, csv, tsv, yaml

  /// The format that the end of a file's name says, nil when it says none or none that is read.
  package init?(fileName: String) {
    guard let format = ExportFormat(fileName: fileName) else { return nil }
    self.init(rawValue: format.rawValue)
  }

  /// The names of all formats, for sentences.
  package static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }

  /// The same format for writing.
  package var written: ExportFormat { ExportFormat(rawValue: rawValue) ?? .json }

  /// How many bytes a document may have: reading takes several times that in memory.
  var mostBytes: Int {
    switch self {
    case .yaml: 64 << 20
    default: 512 << 20
    }
  }
}
