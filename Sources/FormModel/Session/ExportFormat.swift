// The formats for saving answers. A save command may name a format.

/// A format for exported answers.
public enum ExportFormat: String, CaseIterable, Sendable {
  /// Nested JSON, indented by two spaces, with one member or element per line.
  case json
  /// JSON with the comments and trailing commas of the loaded document.
  case jsonc
  /// JSON on a single line, for appending to a file of JSON lines.
  case jsonl
  /// Comma-separated values (RFC 4180), with a header.
  case csv
  /// Tab-separated values with a header, in the text format of PostgreSQL.
  case tsv
  /// Nested YAML that means the same in YAML 1.1 and 1.2.
  case yaml
  /// Assignments for a POSIX shell.
  case env
  /// One line per row, for people.
  case text
  /// One table per section, for people.
  case markdown
  /// A page with one table per section and item, for people.
  case html

  /// The names of all formats, for messages.
  package static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }

  /// The format that a file's name extension selects; nil for an unknown extension.
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

  /// The format of a file name extension, in lower case and without the dot; nil for an unknown
  /// extension.
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

  /// Whether this format can leave out a member. A table has a column for every row.
  var hasOptionalMembers: Bool {
    switch self {
    case .json, .jsonc, .jsonl, .yaml: true
    case .csv, .tsv, .env, .text, .markdown, .html: false
    }
  }

  /// The extension of file names in this format, without the dot.
  package var fileEnding: String {
    switch self {
    case .json, .jsonc, .jsonl, .csv, .tsv, .yaml, .env, .html: rawValue
    case .text: "txt"
    case .markdown: "md"
    }
  }

  /// Whether files with this name may have comments: `tsconfig.json`, `tsconfig.build.json`,
  /// `jsconfig.json`.
  private static func isCommented(_ name: String) -> Bool {
    name == "jsconfig.json" || name == "tsconfig.json"
      || name.hasPrefix("tsconfig.") && name.hasSuffix(".json")
  }
}
