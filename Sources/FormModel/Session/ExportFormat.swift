// The formats of a save, which a command of a form may name.

/// A format that answers can be written in.
public enum ExportFormat: String, CaseIterable, Sendable {
  /// Nested JSON, two spaces, one member or element a line.
  case json
  /// The same on one line, to be appended to others.
  case jsonl
  /// Comma-separated values (RFC 4180), with a header.
  case csv
  /// Tab-separated values with a header, as PostgreSQL's text format has them.
  case tsv
  /// Nested YAML that readers of YAML 1.1 and 1.2 read alike.
  case yaml
  /// Assignments that a POSIX shell reads.
  case env
  /// A line for each row, for people.
  case text
  /// A table for each section, for people.
  case markdown
  /// A page with a table for each section and item, for people.
  case html

  /// The names of all formats, for sentences.
  package static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }

  /// The format that the end of a file's name says, nil when it says none.
  package init?(fileName: String) {
    let start = fileName.lastIndex(of: "/").map(fileName.index(after:)) ?? fileName.startIndex
    let name = fileName[start...]
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex || name == ".env" else {
      return nil
    }
    self.init(ending: name[name.index(after: dot)...].lowercased())
  }

  /// The format of an ending of file names, without the dot and in lower case; nil if there is none.
  package init?(ending: String) {
    switch ending {
    case "json": self = .json
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
}
