// Reads the cells of `csv` and `tsv`, record by record.
//
// This reader is strict where other readers guess. For example, a quote where RFC 4180 does not
// allow a quote is an error with its position, because a guess could move answers into other rows.

import FormModel
import LosslessJSON

/// A format of tables.
public enum DelimitedFormat: Sendable {
  case csv, tsv
}

/// A reader of records.
struct DelimitedReader {
  /// A cell of a record.
  struct Cell {
    var text: String
    var position: TextPosition
    /// The range of the cell's bytes, including its quotes.
    var range: Range<Int>
  }

  private let bytes: UnsafeBufferPointer<UInt8>
  let format: DelimitedFormat
  /// Whether the last record was an empty line.
  private(set) var wasBlank = false
  private var offset = 0
  private var line = 1
  /// The offset at which the current line begins.
  private var lineStart = 0

  /// - Parameter bytes: the whole text, which must outlive the reader.
  init(_ bytes: UnsafeBufferPointer<UInt8>, format: DelimitedFormat) {
    self.bytes = bytes
    self.format = format
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      offset = 3
      lineStart = 3
    }
  }

  /// The offset after the last record that was read and its line end.
  var end: Int { offset }

  /// Whether the end of the text was reached.
  var isAtEnd: Bool { offset >= bytes.count }

  /// The current position. O(length of the line).
  var position: TextPosition { position(at: offset) }

  /// The cells of the next record; nil at the end of the text. The column of each cell is counted
  /// from the beginning of the previous cell, or of the line if the previous cell has line breaks.
  /// So the work is linear even for a long record.
  mutating func next() throws(AnswersError) -> [Cell]? {
    guard !isAtEnd else { return nil }
    let start = offset
    var cells: [Cell] = []
    var (columnOffset, column) = (offset, position.column)
    var columnLine = line
    while true {
      if columnLine != line { (columnLine, columnOffset, column) = (line, lineStart, 1) }
      column += scalars(columnOffset..<offset)
      columnOffset = offset
      let place = TextPosition(line: line, column: column)
      let start = offset
      let text = format == .csv ? try csvCell(at: place) : try tsvCell(at: place)
      cells.append(Cell(text: text, position: place, range: start..<offset))
      guard !isAtEnd, bytes[offset] == separator else { break }
      offset += 1
    }
    wasBlank = offset == start
    skipLineEnd()
    return cells
  }

  private var separator: UInt8 { format == .csv ? UInt8(ascii: ",") : 0x09 }

  // MARK: - Cells

  private mutating func csvCell(at place: TextPosition) throws(AnswersError) -> String {
    let quote = UInt8(ascii: "\"")
    guard !isAtEnd, bytes[offset] == quote else {
      let start = offset
      while !isAtEnd, bytes[offset] != separator, !isLineEnd(bytes[offset]) {
        if bytes[offset] == quote {
          throw error(
            "this quote is in a cell that is not in quotes; put the whole cell in quotes and "
              + "double this quote", at: position)
        }
        offset += 1
      }
      return try text(Array(bytes[start..<offset]), at: place)
    }
    offset += 1
    var content: [UInt8] = []
    while true {
      let start = offset
      while !isAtEnd, bytes[offset] != quote { advance() }
      content.append(contentsOf: bytes[start..<offset])
      guard !isAtEnd else {
        throw error("this cell has no closing quote; end it with one", at: place)
      }
      offset += 1
      guard !isAtEnd, bytes[offset] == quote else { break }
      content.append(quote)
      offset += 1
    }
    if !isAtEnd, bytes[offset] != separator, !isLineEnd(bytes[offset]) {
      throw error(
        "text follows the closing quote of the cell; to write a quote inside a cell, double it",
        at: position)
    }
    return try text(content, at: place)
  }

  private mutating func tsvCell(at place: TextPosition) throws(AnswersError) -> String {
    var content: [UInt8] = []
    let start = offset
    while !isAtEnd, bytes[offset] != separator, !isLineEnd(bytes[offset]) {
      guard bytes[offset] == UInt8(ascii: "\\") else {
        content.append(bytes[offset])
        offset += 1
        continue
      }
      let letter = offset + 1 < bytes.count ? bytes[offset + 1] : 0
      switch letter {
      case UInt8(ascii: "t"): content.append(0x09)
      case UInt8(ascii: "n"): content.append(0x0A)
      case UInt8(ascii: "r"): content.append(0x0D)
      case UInt8(ascii: "b"): content.append(0x08)
      case UInt8(ascii: "f"): content.append(0x0C)
      case UInt8(ascii: "v"): content.append(0x0B)
      case UInt8(ascii: "\\"): content.append(letter)
      // PostgreSQL writes \N for a missing value.
      case UInt8(ascii: "N") where offset == start: break
      default:
        throw error(
          "this backslash starts no escape; write \\\\ for a backslash (the escapes are \\t, \\n, \\r, "
            + "\\b, \\f and \\v, and \\N alone for no answer)",
          at: position)
      }
      offset += 2
    }
    return try text(content, at: place)
  }

  private func text(_ content: [UInt8], at place: TextPosition) throws(AnswersError) -> String {
    guard let text = String(validating: content, as: UTF8.self) else {
      throw error(
        "the cell is not UTF-8; convert the file, for example with iconv -t UTF-8", at: place)
    }
    return text
  }

  // MARK: - Lines

  private func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

  /// Skips a byte, or a line end, inside quotes.
  private mutating func advance() {
    if isLineEnd(bytes[offset]) { skipLineEnd() } else { offset += 1 }
  }

  /// Skips one LF, CRLF or CR.
  private mutating func skipLineEnd() {
    guard !isAtEnd, isLineEnd(bytes[offset]) else { return }
    if bytes[offset] == 0x0D, offset + 1 < bytes.count, bytes[offset + 1] == 0x0A { offset += 1 }
    offset += 1
    line += 1
    lineStart = offset
  }

  private func scalars(_ range: Range<Int>) -> Int {
    bytes[range].reduce(0) { $0 + (UTF8.isContinuation($1) ? 0 : 1) }
  }

  private func position(at offset: Int) -> TextPosition {
    TextPosition(line: line, column: scalars(lineStart..<offset) + 1)
  }

  private func error(_ sentence: String, at position: TextPosition) -> AnswersError {
    AnswersError(position: position, path: .root, sentence: sentence)
  }
}
