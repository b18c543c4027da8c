// Writes the answers of a form in any format, piece by piece.
//
// An export contains only its position; each call receives the answers. So the answers are not
// copied, and exporting a form of a million rows needs only a buffer. The answers must not change
// between two calls.

public import FormModel
import LosslessJSON

/// Options that some formats use.
public struct ExportOptions: Hashable, Sendable {
  /// The prefix of names in the format `env`.
  public var environmentPrefix = ""
  /// Whether an apostrophe is put before those cells of `csv` and `tsv` that a spreadsheet would
  /// take for formulas.
  public var guardsFormulas = false

  /// Creates options with their default values.
  public init() {}
}

/// An export in progress. Each step writes one answer, or one part of the text around the answers.
protocol ExportWriter: Sendable {
  /// Appends the next part without splitting a character; returns false after the last part.
  mutating func step(of answers: Answers, into buffer: inout [UInt8]) -> Bool
}

/// An export of a form's answers, in progress.
public struct AnswerExport: Sendable {
  private var writer: any ExportWriter

  /// Starts an export.
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

  /// Writes the nested answers; if the form was opened with a document, writes the document with
  /// the changed answers.
  private static func json(of answers: Answers) -> any ExportWriter {
    guard let loaded = answers.loaded else { return JSONExport(answers.template.plan) }
    return DocumentExport(JSONText(loaded.document.strict), of: answers, loadedFrom: loaded)
  }

  /// The reason that answers cannot be written in a format: they were read from YAML and still
  /// contain a number that JSON cannot express. Nil if they can. O(changes); O(document) if the
  /// document contains such numbers.
  package static func obstacle(_ format: ExportFormat, of answers: Answers) -> String? {
    guard format == .json || format == .jsonc || format == .jsonl, let loaded = answers.loaded
    else { return nil }
    let nodes = loaded.document.text.nodesWithoutJSON
    guard !nodes.isEmpty else { return nil }
    let changes = AnswerChanges.changes(of: answers, since: loaded)
    guard let (path, value) = changes.firstKept(of: nodes, in: loaded.document) else { return nil }
    return "\(path) is \(value.string ?? ""), which JSON cannot represent; choose yaml instead"
  }

  /// Appends the next piece to `buffer`: about `limit` bytes, or the answers of some thousand rows.
  ///
  /// - Returns: whether more pieces follow.
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
  /// The text of the document, if it is in the given format.
  fileprivate func text(as format: ExportFormat) -> (any DocumentText)? {
    let text = text
    return text.format.rawValue == format.rawValue ? text : nil
  }

  /// The values of this document as strict JSON. If its text is not strict, the result has a new
  /// layout without comments.
  var strict: JSONDocument {
    guard !isStrict, let plain = try? JSONDocument(DocumentBuilder.laidOut(self)) else {
      return self
    }
    return plain
  }
}
