// Exports in the format of the document with which the form was opened. The result contains the
// document's own bytes, and only the changed answers are replaced.

import FormModel
import LosslessJSON

/// Writes a document with the changed answers.
struct DocumentExport: ExportWriter {
  private let bytes: [UInt8]
  private let pieces: [DocumentPiece]
  private var (next, offset) = (0, 0)

  /// Creates an export that writes the changed answers into the text of a document.
  init(_ text: any DocumentText, of answers: Answers, loadedFrom loaded: LoadedAnswers) {
    bytes = text.bytes
    pieces = text.pieces(with: AnswerChanges.changes(of: answers, since: loaded))
  }

  /// Appends the next piece, or at most 64 KiB of a copied piece; returns false after the last
  /// piece.
  mutating func step(of answers: Answers, into buffer: inout [UInt8]) -> Bool {
    guard next < pieces.count else { return false }
    switch pieces[next] {
    case .text(let bytes): buffer.append(contentsOf: bytes)
    case .copy(let range):
      let start = range.lowerBound + offset
      var end = min(start + 64 * 1_024, range.upperBound)
      // A character must not be split, because the caller may show each piece on a terminal.
      while end < range.upperBound, bytes[end] & 0xC0 == 0x80 { end -= 1 }
      buffer.append(contentsOf: bytes[start..<end])
      offset = end - range.lowerBound
      if end < range.upperBound { return true }
    }
    offset = 0
    next += 1
    return next < pieces.count
  }
}
