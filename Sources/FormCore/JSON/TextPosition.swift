// Where something is in a text, as people and editors count: lines and columns from 1.
//
// A column counts Unicode scalars, not bytes and not terminal cells. A line ends at LF, CRLF or a
// lone CR; the two bytes of a CRLF belong to the line that they end.

/// A place in a text: both numbers from 1; columns count Unicode scalars.
public struct TextPosition: Hashable, Sendable {
  public var line: Int
  public var column: Int

  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
}

extension TextPosition: CustomStringConvertible {
  /// The form that editors and compilers use, such as `12:7`.
  public var description: String { "\(line):\(column)" }
}

// MARK: - Looking positions up

/// A byte whose place in a text was found.
struct KnownPosition: Sendable {
  var offset: Int
  var line: Int
  var column: Int
}

/// The offsets at which the lines of a text begin.
///
/// The reader adds the starts in ascending order while it skips white space: valid JSON has line
/// breaks nowhere else, as a string may not contain a raw control character.
struct JSONLineIndex: Sendable {
  private var starts: [UInt32] = [0]

  /// Notes that a line begins at `offset`, which must be greater than all those noted before.
  mutating func addLine(at offset: Int) {
    starts.append(UInt32(truncatingIfNeeded: offset))
  }

  /// The place of a byte in `bytes`, or of their end, if the text in front of it is valid UTF-8 and
  /// what is there begins a scalar or is no UTF-8 at all.
  ///
  /// - Complexity: O(log *lines* + length of the line)
  ///
  /// - Parameter known: a place found before, from which the columns of its line are counted on: who
  ///   asks for a thousand places of a long line in their order reads it once.
  func position(
    of offset: Int, in bytes: UnsafeBufferPointer<UInt8>, known: KnownPosition? = nil
  ) -> TextPosition {
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if Int(starts[middle]) <= offset {
        low = middle
      } else {
        high = middle
      }
    }
    var column = 1
    var start = Int(starts[low])
    if let known, known.line == low + 1, known.offset <= offset {
      (column, start) = (known.column, known.offset)
    }
    for byte in bytes[start..<offset] where !UTF8.isContinuation(byte) {
      column += 1
    }
    return TextPosition(line: low + 1, column: column)
  }
}
