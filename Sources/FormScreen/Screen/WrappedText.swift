// A text that is wrapped at words into lines of limited width. It knows the scalars on each line,
// and converts cursor positions to lines and columns.
//
// Invariants: the pieces together are the text, scalar for scalar. A line break belongs to the
// piece before it, and so does a space at which a line is wrapped. No piece is wider than a line,
// and every cursor position in a piece has a column. A word that is wider than a line is split.

import FormText

/// A text wrapped at words.
struct WrappedText: Sendable {
  /// The part of the text on one line.
  struct Piece: Hashable, Sendable {
    /// The range of the piece in scalars, including the line break at its end.
    var scalars: Range<Int>
    /// The range of the piece in bytes of UTF-8.
    var bytes: Range<Int>
    /// The number of empty columns before the piece.
    var indent = 0
    /// The number of columns of the piece, without the indentation.
    var columns = 0
    /// Whether a line break ends the piece.
    var endsLine = false
  }

  /// The line and column of a position in the text.
  struct Place: Hashable, Sendable {
    var piece: Int
    var column: Int
  }

  let text: Text
  /// The columns of a line, including a column for the cursor after the last character.
  let width: Int
  /// The pieces; at least one. After a line break at the end of the text there is an empty piece.
  private(set) var pieces: [Piece] = []

  /// The minimum width: a wide character, and the cursor after it.
  static let leastWidth = 3

  /// Wraps a text. O(n).
  ///
  /// - Parameter indent: the number of empty columns before continuation lines.
  init(_ text: Text, width: Int, indent: Int = 0) {
    self.text = text
    self.width = max(width, WrappedText.leastWidth)
    let indent = max(min(indent, self.width - WrappedText.leastWidth), 0)
    if CellReader.isPrintableASCII(text.string) || WrappedText.isPlain(text) {
      let bytes = text.string.utf8.span
      wrap(count: bytes.count, indent: indent) { Unit(ascii: bytes[$0]) }
    } else {
      let units = Unit.all(of: text.string)
      wrap(count: units.count, indent: indent) { units[$0] }
    }
  }

  /// Returns whether every scalar is an ASCII character of one column, or a line break.
  private static func isPlain(_ text: Text) -> Bool {
    text.string.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F || $0 == 0x0A }
  }

  // MARK: - Wrapping

  /// A character. It is never split.
  private struct Unit {
    var scalars = 1
    var bytes = 1
    var columns = 1
    var isSpace = false
    var isBreak = false

    init(ascii byte: UInt8) {
      isSpace = byte == 0x20
      isBreak = byte == 0x0A
    }

    private init(plain scalar: Unicode.Scalar) {
      bytes = UTF8.width(scalar)
      isSpace = scalar == " "
    }

    /// Returns the characters of a text.
    static func all(of text: String) -> [Unit] {
      var units: [Unit] = []
      if let count = CellReader.plainColumns(of: text) {
        units.reserveCapacity(count)
        for scalar in text.unicodeScalars { units.append(Unit(plain: scalar)) }
        return units
      }
      for character in text {
        // CR LF is a single character of Swift, but only its LF is the line break.
        if character == "\r\n" {
          units += [Unit("\r"), Unit("\n")]
        } else {
          units.append(Unit(character))
        }
      }
      return units
    }

    init(_ character: Character) {
      scalars = character.unicodeScalars.count
      bytes = character.utf8.count
      isBreak = character == "\n"
      isSpace = character == " " || character == "\t" || character == "\u{3000}"
      columns = isBreak ? 0 : CellReader.columns(of: String(character))
    }
  }

  /// The reading position in the characters of the text.
  private struct Reader {
    var unit = 0
    var scalar = 0
    var byte = 0
    /// The columns of the current piece up to this position.
    var column = 0

    mutating func take(_ next: Unit, columns: Int) {
      unit += 1
      scalar += next.scalars
      byte += next.bytes
      column += columns
    }
  }

  private mutating func wrap(count: Int, indent: Int, unit: (Int) -> Unit) {
    var reader = Reader()
    var start = reader
    /// The position after the last space of the current piece.
    var wordStart: Reader?
    var isContinued = false

    func room() -> Int { width - (isContinued ? indent : 0) }
    func end(at end: Reader, endsLine: Bool = false) {
      pieces.append(
        Piece(
          scalars: start.scalar..<end.scalar, bytes: start.byte..<end.byte,
          indent: isContinued ? indent : 0, columns: end.column, endsLine: endsLine))
      reader = end
      reader.column = 0
      start = reader
      wordStart = nil
      isContinued = !endsLine
    }

    while reader.unit < count {
      let next = unit(reader.unit)
      // The cursor can be before the line break, so it needs a column there.
      if next.isBreak {
        if reader.column >= room() { end(at: reader) }
        reader.take(next, columns: 0)
        end(at: reader, endsLine: true)
      } else if next.isSpace {
        // The space at which a line is wrapped may use the column of the cursor.
        if reader.column + next.columns > room() { end(at: reader) }
        reader.take(next, columns: min(next.columns, room()))
        wordStart = reader
      } else if reader.column + min(next.columns, room() - 1) <= room() - 1 {
        reader.take(next, columns: min(next.columns, room() - 1))
      } else {
        end(at: wordStart ?? reader)
      }
    }
    if reader.column >= room() { end(at: reader) }
    end(at: reader)
  }

  // MARK: - The cursor

  /// Returns the line and column of a cursor, which is given in scalars. O(log pieces + width).
  func place(of cursor: Int) -> Place {
    var (low, high) = (0, pieces.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if pieces[middle].scalars.lowerBound <= cursor { low = middle } else { high = middle }
    }
    let piece = pieces[low]
    var place = Place(piece: low, column: piece.indent)
    walk(low) { scalar, columns in
      guard scalar < cursor else { return false }
      place.column += columns
      return true
    }
    return place
  }

  /// Returns the cursor position, in scalars, that is nearest to a column of a piece. O(width).
  func cursor(at place: Place) -> Int {
    let piece = pieces[place.piece]
    // The position after the last character of a wrapped piece belongs to the next piece.
    let isWrapped = !piece.endsLine && place.piece < pieces.count - 1
    var cursor = piece.scalars.lowerBound
    var column = piece.indent
    walk(place.piece) { scalar, columns in
      cursor = scalar
      guard column + columns <= place.column else { return false }
      column += columns
      if !isWrapped { cursor = piece.scalars.upperBound - (piece.endsLine ? 1 : 0) }
      return true
    }
    return cursor
  }

  /// Returns the cursor after it is moved down by a number of pieces, or up if the number is
  /// negative; nil if there is no such piece.
  ///
  /// - Parameter goal: the preferred column; nil for the current column of the cursor.
  func cursor(movedBy pieces: Int, from cursor: Int, goal: Int?) -> (cursor: Int, goal: Int)? {
    let place = place(of: cursor)
    let goal = goal ?? place.column
    guard self.pieces.indices.contains(place.piece + pieces) else { return nil }
    return (self.cursor(at: Place(piece: place.piece + pieces, column: goal)), goal)
  }

  /// Returns the characters of a piece, without its line break.
  func string(of piece: Int) -> Substring {
    let utf8 = text.string.utf8
    let bytes = pieces[piece].bytes
    let start = utf8.index(utf8.startIndex, offsetBy: bytes.lowerBound)
    let count = bytes.count - (pieces[piece].endsLine ? 1 : 0)
    return text.string[start..<utf8.index(start, offsetBy: count)]
  }

  /// Returns the characters of a piece without the spaces at its end, for which the line may have
  /// no room.
  func printed(_ piece: Int) -> String {
    var line = string(of: piece)
    while line.last == " " { line.removeLast() }
    return String(line)
  }

  /// Calls `body` for each character of a piece, with its position in scalars and its number of
  /// columns, until `body` returns false.
  private func walk(_ piece: Int, _ body: (Int, Int) -> Bool) {
    var scalar = pieces[piece].scalars.lowerBound
    let room = width - pieces[piece].indent
    for character in string(of: piece) {
      let unit = Unit(character)
      guard body(scalar, min(unit.columns, unit.isSpace ? room : room - 1)) else { return }
      scalar += unit.scalars
    }
  }
}

extension Line {
  /// Returns a sentence with no-break spaces inside its hints (such as `↑ goes back`), if the
  /// sentence needs more than one line.
  static func unbroken(_ sentence: String, width: Int) -> String {
    guard CellReader.columns(of: sentence) > width else { return sentence }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(sentence.utf8.count + 16)
    var spaces = 0
    var isHint = false
    for byte in sentence.utf8 {
      // Three spaces precede a hint; the words of a hint are separated by single spaces.
      if byte != 0x20, spaces == 1, isHint {
        bytes[bytes.count - 1] = 0xC2
        bytes.append(0xA0)
      }
      spaces = byte == 0x20 ? spaces + 1 : 0
      if spaces == 3 { isHint = true }
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns whether a sentence fits on one line.
  static func fits(_ sentence: String, width: Int) -> Bool {
    if let columns = CellReader.plainColumns(of: sentence) { return columns <= width }
    return CellReader.columns(of: sentence) <= width && !sentence.utf8.contains(0x0A)
  }

  /// Returns a sentence on a limited number of lines, wrapped at words. If more text follows, the
  /// last line is marked.
  static func wrapped(
    _ message: ScreenState.Message, lines most: Int, width: Int, symbols: Symbols
  ) -> [Line] {
    let whole = symbols.sentence(message.sentence)
    if most > 0, fits(whole, width: width) {
      var line = Line()
      line.append(whole, message.style, end: width)
      return [line]
    }
    let sentence = unbroken(whole, width: width)
    let wrapped = WrappedText(Text(sentence), width: width + 1)
    return wrapped.pieces.indices.prefix(most).map { number in
      var line = Line()
      let continues = number == most - 1 && number < wrapped.pieces.count - 1
      let text = wrapped.printed(number).replacingAll("\u{A0}", by: " ")
      line.append(
        continues ? text + symbols.ellipsis : text, message.style, end: width,
        ellipsis: symbols.ellipsis)
      if continues, line.columns == width { line.markCut(with: symbols.cut) }
      return line
    }
  }
}
