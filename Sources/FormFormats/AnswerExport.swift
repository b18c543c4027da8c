// Writes the answers of a form, piece by piece, in any format.
//
// An export holds only its position; the answers are lent to each call. So there is no copy of
// them, and a form of a million rows needs only a buffer. The answers must not change between two
// calls.

public import FormModel
import LosslessJSON

/// Options for some formats.
public struct ExportOptions: Hashable, Sendable {
  /// The prefix of names in the format `env`.
  public var environmentPrefix = ""
  /// Whether cells of `csv` and `tsv` that a spreadsheet would take for formulas get an apostrophe.
  public var guardsFormulas = false

  /// Options with their default values.
  public init() {}
}

/// A format in progress: each step writes one answer, or one part of the frame around them.
protocol ExportWriter: Sendable {
  /// Appends the next part, never splitting a character; returns false after the last part.
  mutating func step(of answers: Answers, into buffer: inout [UInt8]) -> Bool
}

/// An export of a form's answers in progress.
public struct AnswerExport: Sendable {
  private var writer: any ExportWriter

  /// Begins an export.
  public init(
    _ format: ExportFormat, options: ExportOptions = ExportOptions(), of answers: Answers
  ) {
    if let loaded = answers.loaded, var text = loaded.document.text(as: format) {
      if let table = text as? DelimitedText { text = table.guarding(options.guardsFormulas) }
      writer = DocumentExport(text, of: answers, loadedFrom: loaded)
      return
    }
    writer =
      switch format {
      case .json, .jsonc: AnswerExport.json(of: answers)
      case .jsonl: JSONLinesExport(AnswerExport.json(of: answers))
      case .csv: DelimitedExport(.csv(guardsFormulas: options.guardsFormulas), of: answers)
      case .tsv: DelimitedExport(.tsv(guardsFormulas: options.guardsFormulas), of: answers)
      case .yaml: YAMLExport(AnswerExport.json(of: answers))
      case .env: EnvironmentExport(prefix: options.environmentPrefix, of: answers)
      case .text: TextExport()
      case .markdown: MarkdownExport()
      case .html: HTMLExport()
      }
  }

  /// The nested answers; or those of the document with which the form was opened.
  private static func json(of answers: Answers) -> any ExportWriter {
    guard let loaded = answers.loaded else { return JSONExport(answers.template.plan) }
    return DocumentExport(JSONText(loaded.document.strict), of: answers, loadedFrom: loaded)
  }

  /// The reason that answers cannot be written in a format: they were read from YAML and still have
  /// a number that JSON lacks. O(changes), O(document) if it has such numbers.
  package static func obstacle(_ format: ExportFormat, of answers: Answers) -> String? {
    guard format == .json || format == .jsonc || format == .jsonl, let loaded = answers.loaded
    else { return nil }
    let nodes = loaded.document.text.nodesWithoutJSON
    guard !nodes.isEmpty else { return nil }
    let changes = AnswerChanges.changes(of: answers, since: loaded)
    guard let (path, value) = changes.firstKept(of: nodes, in: loaded.document) else { return nil }
    return "\(path) is \(value.string ?? ""), and JSON has no such number; yaml has"
  }

  /// Appends the next piece to `buffer`: about `limit` bytes, or the answers of some thousand rows.
  ///
  /// - Returns: whether there is more.
  public mutating func append(
    to buffer: inout [UInt8], limit: Int = 64 * 1_024, of answers: Answers
  )
    -> Bool
  {
    let end = buffer.count + limit
    var steps = 0
    while buffer.count < end, steps < 10_000 {
      steps += 1
      if !writer.step(of: answers, into: &buffer) { return false }
    }
    return true
  }
}

extension JSONDocument {
  /// The text of the document, if it has a format.
  fileprivate func text(as format: ExportFormat) -> (any DocumentText)? {
    let text = text
    return text.format.rawValue == format.rawValue ? text : nil
  }

  /// The same tree as strict JSON: laid out again without comments if it has any.
  fileprivate var strict: JSONDocument {
    guard !isStrict, let plain = try? JSONDocument(DocumentBuilder.laidOut(self)) else {
      return self
    }
    return plain
  }
}
