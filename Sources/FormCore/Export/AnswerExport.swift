// Writing the answers of a form, piece by piece, in some format.
//
// An export holds only where it is; the session is lent to each call, so no copy of it is kept and
// a form of a million rows needs a buffer, not memory. Between two calls nothing may change.

/// A format that answers can be written in.
public enum ExportFormat: String, CaseIterable, Sendable {
  /// Nested JSON, two spaces, one member or element a line.
  case json
  /// A line for each row, for people.
  case text
}

/// The answers of a session on their way out.
public struct AnswerExport: Sendable {
  private enum Writer {
    case json(JSONExport)
    case document(DocumentExport)
    case text(TextExport)
  }

  private var writer: Writer

  /// Starts to write the answers in a format.
  public init(_ format: ExportFormat, of session: FormSession) {
    switch format {
    case .json:
      if let loaded = session.loaded {
        writer = .document(DocumentExport(loaded, of: session))
      } else {
        writer = .json(JSONExport(session.template.plan))
      }
    case .text: writer = .text(TextExport())
    }
  }

  /// Appends the next piece to `buffer`, about `limit` bytes or the answers of some thousand rows.
  ///
  /// - Returns: whether there is more to come.
  public mutating func append(
    to buffer: inout [UInt8], limit: Int = 64 * 1_024, of session: FormSession
  )
    -> Bool
  {
    let end = buffer.count + limit
    var steps = 0
    while buffer.count < end, steps < 10_000 {
      steps += 1
      let more: Bool
      switch writer {
      case .json(var export):
        writer = .text(TextExport())
        more = export.step(of: session, into: &buffer)
        writer = .json(export)
      case .document(var export):
        writer = .text(TextExport())
        more = export.step(into: &buffer)
        writer = .document(export)
      case .text(var export):
        more = export.step(of: session, into: &buffer)
        writer = .text(export)
      }
      if !more { return false }
    }
    return true
  }
}
