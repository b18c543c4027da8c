// A position in a text. Lines and columns are counted from 1, as people and editors do.
//
// A column counts Unicode scalars, not bytes and not terminal cells. A line ends at LF, CRLF or a
// lone CR; the two bytes of a CRLF belong to the line that they end. A byte order mark has no
// column.

/// A position in a text. Both numbers start at 1, and columns count Unicode scalars.
public struct TextPosition: Hashable, Sendable {
  /// The line, from 1.
  public var line: Int
  /// The column in Unicode scalars, from 1.
  public var column: Int

  /// Creates a position.
  public init(line: Int, column: Int) { (self.line, self.column) = (line, column) }
}

extension TextPosition: CustomStringConvertible {
  /// The notation of editors and compilers, such as `12:7`.
  public var description: String { "\(line):\(column)" }
}

// MARK: - Looking positions up

/// The known positions of some bytes of a text. The positions of all other bytes are counted from
/// these.
struct PositionIndex: Sendable {
  /// The number of bytes between two known positions.
  private static let stride = 4_096

  private let places: [(line: UInt32, column: UInt32)]

  /// Scans the text once.
  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    var places: [(line: UInt32, column: UInt32)] = []
    var place = TextPosition(line: 1, column: 1)
    for start in Swift.stride(from: 0, to: bytes.count + 1, by: PositionIndex.stride) {
      if start > 0 { place.advance(over: start - PositionIndex.stride..<start, of: bytes) }
      places.append(
        (UInt32(truncatingIfNeeded: place.line), UInt32(truncatingIfNeeded: place.column)))
    }
    self.places = places
  }

  /// The position of a byte of the text, or of the text's end.
  ///
  /// - Complexity: O(1); reads a few thousand bytes at most
  func position(of offset: Int, in bytes: UnsafeBufferPointer<UInt8>) -> TextPosition {
    let known = places[offset / PositionIndex.stride]
    var place = TextPosition(line: Int(known.line), column: Int(known.column))
    place.advance(over: offset / PositionIndex.stride * PositionIndex.stride..<offset, of: bytes)
    return place
  }
}

extension TextPosition {
  /// Creates the position of a byte in `bytes`, or of the end of `bytes`. The text before it must
  /// be valid UTF-8, and the byte must begin a scalar or be invalid. O(offset).
  public init(of offset: Int, in bytes: UnsafeBufferPointer<UInt8>) {
    self.init(line: 1, column: 1)
    advance(over: 0..<offset, of: bytes)
  }

  /// Moves the position from the first byte of a range to the end of the range.
  fileprivate mutating func advance(over range: Range<Int>, of bytes: UnsafeBufferPointer<UInt8>) {
    for offset in range {
      switch bytes[offset] {
      case 0xEF where offset == 0 && bytes.starts(with: JSONDocument.byteOrderMark): break
      case UInt8(ascii: "\n"): (line, column) = (line + 1, 1)
      case UInt8(ascii: "\r")
      where offset + 1 == bytes.count || bytes[offset + 1] != UInt8(ascii: "\n"):
        (line, column) = (line + 1, 1)
      case let byte where UTF8.isContinuation(byte): break
      default: column += 1
      }
    }
  }
}
