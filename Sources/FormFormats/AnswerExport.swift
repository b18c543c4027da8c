// Writing the answers of a form, piece by piece, in some format.
//
// An export holds only where it is; the answers are lent to each call, so no copy of it is kept and
// a form of a million rows needs a buffer, not memory. Between two calls nothing may change.

public import FormModel
import LosslessJSON

/// What a person chose about how some formats are written.
public struct ExportOptions: Hashable, Sendable {
  /// What the names of the format `env` begin with.
  public var environmentPrefix = ""
  /// Whether cells of `csv` and `tsv` that a spreadsheet would take for formulas get an apostrophe.
  public var guardsFormulas = false

  public init() {}
}

/// A format on its way out: writes one answer, or one part of the frame around it, a step.
protocol ExportWriter: Sendable {
  /// Appends the next part, never a part of a character; false when that was the last.
  mutating func step(of answers: Answers, into buffer: inout [UInt8]) -> Bool
}

/// The answers of a form on their way out.
public struct AnswerExport: Sendable {
  private var writer: any ExportWriter

  /// Starts to write the answers in a format.
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

  /// The nested answers; those of a document where the form was opened with one.
  private static func json(of answers: Answers) -> any ExportWriter {
    guard let loaded = answers.loaded else { return JSONExport(answers.template.plan) }
    return DocumentExport(JSONText(loaded.document.strict), of: answers, loadedFrom: loaded)
  }

  /// Appends the next piece to `buffer`, about `limit` bytes or the answers of some thousand rows.
  ///
  /// - Returns: whether there is more to come.
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
  /// The text of the document, where that is of a format.
  fileprivate func text(as format: ExportFormat) -> (any DocumentText)? {
    let text = text
    let own: ExportFormat =
      switch text.format {
      case .json: .json
      case .jsonc: .jsonc
      case .jsonl: .jsonl
      case .csv: .csv
      case .tsv: .tsv
      case .yaml: .yaml
      }
    return own == format ? text : nil
  }

  /// The same tree as JSON that every reader takes: laid out anew without comments where it has them.
  fileprivate var strict: JSONDocument {
    guard !isStrict, let plain = try? JSONDocument(DocumentBuilder.laidOut(self)) else {
      return self
    }
    return plain
  }
}
