// The format of the document with which the form was opened: the document's own bytes, with only
// the changed answers replaced.

import FormModel
import LosslessJSON

/// Writes a document with the changed answers in it.
struct DocumentExport: ExportWriter {
  private let bytes: [UInt8]
  private let pieces: [DocumentPiece]
  private var (next, offset) = (0, 0)

  /// Creates an export that writes the changed answers into the text of a document.
  init(_ text: any DocumentText, of answers: Answers, loadedFrom loaded: LoadedAnswers) {
    bytes = text.bytes
    pieces = text.pieces(with: AnswerChanges.changes(of: answers, since: loaded))
  }

  /// Appends the next piece, at most 64 KiB of a copy; returns false after the last.
  mutating func step(of answers: Answers, into buffer: inout [UInt8]) -> Bool {
    guard next < pieces.count else { return false }
    switch pieces[next] {
    case .text(let bytes): buffer.append(contentsOf: bytes)
    case .copy(let range):
      let start = range.lowerBound + offset
      var end = min(start + 64 * 1_024, range.upperBound)
      // Do not split a character: the caller may show each piece on a terminal.
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
