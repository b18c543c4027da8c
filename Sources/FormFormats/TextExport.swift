// The format `text`: a line for each row, for people to read. It promises no way back.

import FormModel
import FormText

/// Writes `Value for row 1 (Classmate 1): Ada Lovelace`, row by row.
struct TextExport: ExportWriter {
  private var next: FormRow.Index = 0

  /// Writes the next row; false behind the last.
  mutating func step(of session: FormSession, into buffer: inout [UInt8]) -> Bool {
    guard let row = session.answers.outline.id(at: next) else { return false }
    next += 1
    guard let number = session.answers.outline.number(at: next - 1) else { return true }
    let label = session.label(of: row)
    let item = session.itemLabel(of: row).flatMap { $0 == label ? nil : "\($0), " } ?? ""
    buffer.append(contentsOf: "Value for row \(number) (\(item)\(label)): ".utf8)
    if let tick = session.tick(before: row) {
      buffer.append(contentsOf: (BooleanRow.box(for: session.text(of: tick)) + " ").utf8)
    }
    let answer =
      session.exportedAnswer(of: row).map { session.template[row].readable($0).string }
      ?? "Empty"
    for byte in answer.utf8 {
      buffer.append(byte)
      if byte == 0x0A { buffer.append(contentsOf: "    ".utf8) }
    }
    buffer.append(0x0A)
    return true
  }
}
