// The formats of a save, which a command of a form may name.

/// A format for exported answers.
public enum ExportFormat: String, CaseIterable, Sendable {
  /// Nested JSON, indented by two spaces, one member or element a line.
  case json
  /// JSON with the comments and trailing commas of the loaded document.
  case jsonc
  /// JSON on one line, to be appended to others.
  case jsonl
  /// Comma-separated values (RFC 4180), with a header.
  case csv
  /// Tab-separated values with a header, in PostgreSQL's text format.
  case tsv
  /// Nested YAML with the same meaning in YAML 1.1 and 1.2.
  case yaml
  /// Assignments for a POSIX shell.
  case env
  /// One line for each row, for people.
  case text
  /// A table for each section, for people.
  case markdown
  /// A page with a table for each section and item, for people.
  case html

  /// The names of all formats, for sentences.
  package static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }

  /// The format of a file, by the ending of its name; nil for an unknown one.
  package init?(fileName: String) {
    let start = fileName.lastIndex(of: "/").map(fileName.index(after:)) ?? fileName.startIndex
    let name = fileName[start...]
    if ExportFormat.isCommented(name.lowercased()) {
      self = .jsonc
      return
    }
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex || name == ".env" else {
      return nil
    }
    self.init(ending: name[name.index(after: dot)...].lowercased())
  }

  /// The format of a file name's ending, in lower case without the dot; nil for an unknown one.
  package init?(ending: String) {
    switch ending {
    case "json": self = .json
    case "jsonc": self = .jsonc
    case "jsonl", "ndjson": self = .jsonl
    case "csv": self = .csv
    case "tsv": self = .tsv
    case "yaml", "yml": self = .yaml
    case "env": self = .env
    case "md", "markdown": self = .markdown
    case "html", "htm": self = .html
    default: return nil
    }
  }

  /// The ending of its files' names, without the dot.
  package var fileEnding: String {
    switch self {
    case .json, .jsonc, .jsonl, .csv, .tsv, .yaml, .env, .html: rawValue
    case .text: "txt"
    case .markdown: "md"
    }
  }

  /// Whether files of this name may contain comments: `tsconfig.json`, `tsconfig.build.json`,
  /// `jsconfig.json`.
  private static func isCommented(_ name: String) -> Bool {
    name == "jsconfig.json" || name == "tsconfig.json"
      || name.hasPrefix("tsconfig.") && name.hasSuffix(".json")
  }
}
