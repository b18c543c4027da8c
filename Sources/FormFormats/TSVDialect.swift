// The format `tsv`: PostgreSQL's text format with a header. A cell is never quoted. Tab, line feed
// and carriage return, which would end a cell, are written `\t`, `\n` and `\r`. A backslash is
// written `\\`. So a record is always one line.

extension DelimitedDialect {
  /// Tab-separated values.
  static func tsv(guardsFormulas: Bool) -> DelimitedDialect {
    DelimitedDialect(
      separator: 0x09, lineEnd: [0x0A], guardsFormulas: guardsFormulas,
      appendCell: TSVCell.append)
  }
}

/// A cell of tab-separated values.
enum TSVCell {
  /// Appends a cell with its escapes.
  static func append(_ text: String, isOnly: Bool, to buffer: inout [UInt8]) {
    for byte in text.utf8 {
      switch byte {
      case 0x09: buffer.append(contentsOf: [UInt8(ascii: "\\"), UInt8(ascii: "t")])
      case 0x0A: buffer.append(contentsOf: [UInt8(ascii: "\\"), UInt8(ascii: "n")])
      case 0x0D: buffer.append(contentsOf: [UInt8(ascii: "\\"), UInt8(ascii: "r")])
      case UInt8(ascii: "\\"): buffer.append(contentsOf: [byte, byte])
      default: buffer.append(byte)
      }
    }
  }
}
