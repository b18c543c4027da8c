// The format `jsonl`: the answers as JSON without white space between the parts. The result is a
// single line (jsonlines.org), which can be appended to a file.

import FormModel

/// Writes the nested answers on one line.
struct JSONLinesExport: ExportWriter {
  private var source: any ExportWriter
  private var piece: [UInt8] = []
  private var isInString = false
  private var isEscaped = false

  /// - Parameter source: the writer that produces the answers as JSON.
  init(_ source: any ExportWriter) {
    self.source = source
  }

  mutating func step(of answers: Answers, into buffer: inout [UInt8]) -> Bool {
    piece.removeAll(keepingCapacity: true)
    let more = source.step(of: answers, into: &piece)
    for byte in piece {
      if isInString {
        buffer.append(byte)
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isInString = false
        }
      } else if byte > 0x20 {
        buffer.append(byte)
        isInString = byte == UInt8(ascii: "\"")
      }
    }
    if !more { buffer.append(0x0A) }
    return more
  }
}
