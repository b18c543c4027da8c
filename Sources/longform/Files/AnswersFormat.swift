// The formats that answers are read in.

import ArgumentParser
import FormModel

/// A format of a document of answers.
enum AnswersFormat: String, CaseIterable, ExpressibleByArgument {
  case json, jsonl, csv, tsv, yaml

  /// The format that the end of a file's name says, nil when it says none or none that is read.
  init?(fileName: String) {
    guard let format = ExportFormat(fileName: fileName) else { return nil }
    self.init(rawValue: format.rawValue)
  }

  /// The names of all formats, for sentences.
  static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }

  /// The help of options that name a format.
  static let help = ArgumentHelp(
    "The format of the answers: \(names). By default as the file's name ends, else json.",
    valueName: "format")

  /// The same format for writing.
  var written: ExportFormat { ExportFormat(rawValue: rawValue) ?? .json }

  /// How many bytes a document may have: reading takes several times that in memory.
  var mostBytes: Int {
    switch self {
    case .yaml: 64 << 20
    default: 512 << 20
    }
  }
}
