// The format `text`: one line for each row, for people to read. It cannot be read back as answers.

import FormModel
import FormText

/// Writes the answers row by row: `Value for row 1 (Classmate 1): Ada Lovelace`.
struct TextExport: ExportWriter {
  private var next: FormRow.Index = 0

  /// Writes the next row; returns false after the last row.
  mutating func step(of answers: Answers, into buffer: inout [UInt8]) -> Bool {
    guard let row = answers.outline.id(at: next) else { return false }
    next += 1
    guard let number = answers.outline.number(at: next - 1), answers.template[row].isExported else {
      return true
    }
    let label = answers.label(of: row)
    let items = answers.itemLabels(around: row)
    let item = items.enumerated().filter { $0.offset < items.count - 1 || $0.element != label }
      .map { "\($0.element), " }.joined()
    buffer.append(contentsOf: "Value for row \(number) (\(item)\(label)): ".utf8)
    if let tick = answers.tick(before: row) {
      buffer.append(contentsOf: (BooleanRow.box(for: answers.text(of: tick)) + " ").utf8)
    }
    let answer =
      answers.exportedAnswer(of: row).map { answers.template[row].readable($0).string }
      ?? "Empty"
    for byte in answer.utf8 {
      buffer.append(byte)
      if byte == 0x0A { buffer.append(contentsOf: "    ".utf8) }
    }
    buffer.append(0x0A)
    return true
  }
}
