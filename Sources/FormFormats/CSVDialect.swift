// The format `csv`, strictly by RFC 4180. Records end in CRLF, as the RFC and spreadsheets require;
// PostgreSQL, DuckDB and Python's csv accept both CRLF and LF. Line breaks inside a cell are kept.

extension DelimitedDialect {
  /// Comma-separated values.
  static func csv(guardsFormulas: Bool) -> DelimitedDialect {
    DelimitedDialect(
      separator: UInt8(ascii: ","), lineEnd: [0x0D, 0x0A], guardsFormulas: guardsFormulas,
      appendCell: CSVCell.append)
  }
}

/// A cell of comma-separated values.
enum CSVCell {
  /// Appends a cell, in quotes if a reader would otherwise misread it.
  static func append(_ text: String, isOnly: Bool, to buffer: inout [UInt8]) {
    guard needsQuotes(text.utf8, isOnly: isOnly) else {
      buffer.append(contentsOf: text.utf8)
      return
    }
    let quote = UInt8(ascii: "\"")
    buffer.append(quote)
    for byte in text.utf8 {
      if byte == quote { buffer.append(quote) }
      buffer.append(byte)
    }
    buffer.append(quote)
  }

  private static func needsQuotes(_ bytes: String.UTF8View, isOnly: Bool) -> Bool {
    guard let first = bytes.first, let last = bytes.last else {
      // If the only cell of a record is empty and has no quotes, the line of the record is empty,
      // and most readers skip empty lines.
      return isOnly
    }
    switch first {
    // These bytes begin white space that readers remove, a comment, PostgreSQL's end-of-data mark,
    // or a byte order mark.
    case 0x20, 0x09, UInt8(ascii: "#"), UInt8(ascii: "\\"), 0xEF: return true
    default: break
    }
    if last == 0x20 || last == 0x09 { return true }
    return bytes.contains { byte in
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: ","), 0x0A, 0x0D: true
      default: false
      }
    }
  }
}
