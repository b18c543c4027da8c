// The text of a row, scalar for scalar.
//
// Invariant: two texts are equal only if their scalars are equal. Swift's `String` compares by
// canonical equivalence ("é" equals "e" + U+0301), which would lose typed text (law 13). So the
// form model compares, hashes and measures the texts of rows only by this type.

/// A text that is compared scalar for scalar.
public struct Text: Sendable {
  /// The text as a string.
  public var string: String

  /// Creates a text of exactly these scalars.
  public init(_ string: String) { self.string = string }

  /// The empty text.
  public static let empty = Text("")

  /// Whether the text has no scalars.
  public var isEmpty: Bool { string.isEmpty }

  /// The number of Unicode scalars. O(n).
  public var scalarCount: Int {
    // Do not use `unicodeScalars.count`, which takes twenty times as long: this runs on every key
    // press.
    let bytes = string.utf8.span
    var count = 0
    for index in bytes.indices where !UTF8.isContinuation(bytes[index]) { count += 1 }
    return count
  }

  /// Whether the text has more scalars than the line editor can hold. A scalar has one to four
  /// bytes, so most texts can be judged by their size without counting scalars.
  public var isTooLongToEdit: Bool {
    let bytes = string.utf8.count
    if bytes <= Text.editableScalars { return false }
    return bytes > 4 * Text.editableScalars || scalarCount > Text.editableScalars
  }

  /// Whether the line editor can hold the text: it is not too long, and contains no line break or
  /// control character.
  public var isEditable: Bool {
    !isTooLongToEdit
      && (CellReader.isPrintableASCII(string)
        || !string.unicodeScalars.contains(where: \.isControl))
  }

  /// The maximum number of scalars that can be edited at the prompt. libedit corrupts memory on
  /// much longer lines.
  public static let editableScalars = 4_000

  /// Whether the text is empty or contains only white space (Unicode's property White_Space).
  public var isBlank: Bool {
    string.unicodeScalars.allSatisfy(\.isWhitespace)
  }

  /// The text without leading and trailing white space.
  public var trimmed: Text {
    if let first = string.utf8.first, let last = string.utf8.last, (0x21...0x7E).contains(first),
      (0x21...0x7E).contains(last)
    {
      return self
    }
    let scalars = string.unicodeScalars
    guard let first = scalars.firstIndex(where: { !$0.isWhitespace }),
      let last = scalars.lastIndex(where: { !$0.isWhitespace })
    else { return .empty }
    if first == scalars.startIndex, scalars.index(after: last) == scalars.endIndex { return self }
    return Text(String(scalars[first...last]))
  }
}

extension Text: Hashable {
  /// Whether both texts have the same scalars.
  public static func == (left: Text, right: Text) -> Bool {
    let (left, right) = (left.string.utf8, right.string.utf8)
    guard left.count == right.count else { return false }
    let equal = left.withContiguousStorageIfAvailable { left in
      right.withContiguousStorageIfAvailable { left.elementsEqual($0) }
    }
    return (equal ?? nil) ?? left.elementsEqual(right)
  }

  /// Hashes the scalars.
  public func hash(into hasher: inout Hasher) {
    let isHashed: Void? = string.utf8.withContiguousStorageIfAvailable {
      hasher.combine(bytes: UnsafeRawBufferPointer($0))
    }
    if isHashed == nil { Array(string.utf8).withUnsafeBytes { hasher.combine(bytes: $0) } }
  }
}

extension Text: ExpressibleByStringLiteral, CustomStringConvertible {
  /// Creates a text with the scalars of a literal.
  public init(stringLiteral value: String) { self.init(value) }
  /// The text as a string.
  public var description: String { string }
}

extension Unicode.Scalar {
  /// Whether the scalar is white space (Unicode's property White_Space). ASCII needs no look-up.
  package var isWhitespace: Bool {
    isASCII ? value == 0x20 || (0x09...0x0D).contains(value) : properties.isWhitespace
  }

  /// Whether the scalar is a control character (Unicode's Cc).
  @inlinable package var isControl: Bool { value < 0x20 || (0x7F...0x9F).contains(value) }
}

extension String {
  /// Whether both strings have the same scalars. `==` compares by canonical equivalence instead.
  package func hasSameScalars(as other: String) -> Bool {
    // Most strings that differ have different lengths, which are cheaper to read than the bytes.
    guard utf8.count == other.utf8.count else { return false }
    let (bytes, others) = (utf8.span, other.utf8.span)
    return bytes.indices.allSatisfy { bytes[$0] == others[$0] }
  }

  /// Whether the UTF-8 of the string has a byte. Cheaper than `utf8.contains`.
  package func has(byte: UInt8) -> Bool {
    let bytes = utf8.span
    return bytes.indices.contains { bytes[$0] == byte }
  }

  /// The text with every control character replaced by a space.
  package var onOneLine: String {
    var scalars = UnicodeScalarView()
    scalars.append(contentsOf: unicodeScalars.lazy.map { $0.isControl ? " " : $0 })
    return String(scalars)
  }
}

extension Text {
  /// Whether the text contains a line feed.
  package var hasSeveralLines: Bool { string.has(byte: 0x0A) }

  /// The number of lines, found without creating `lines`.
  package var lineCount: Int { string.utf8.count { $0 == 0x0A } + 1 }

  /// The number of blank lines at the end. Takes time proportional to their length.
  package var blankLinesAtEnd: Int {
    var count = 0
    for scalar in string.unicodeScalars.reversed() {
      if !scalar.isWhitespace { return count }
      if scalar == "\n" { count += 1 }
    }
    return count + 1
  }

  /// The text for rows of one line: without a final line feed, and with every other line feed and
  /// every tab replaced by a space. Copies a large text only once.
  package var joinedLines: Text {
    let bytes = string.utf8.span
    var count = bytes.count
    if count > 0, bytes[count - 1] == 0x0A { count -= 1 }
    return Text(
      String(unsafeUninitializedCapacity: count) { room in
        for index in 0..<count {
          let isSpace = bytes[index] == 0x0A || bytes[index] == 0x09
          room[index] = isSpace ? 0x20 : bytes[index]
        }
        return count
      })
  }

  /// The text before the first line feed.
  package var firstLine: Text { Text(String(string.unicodeScalars.prefix { $0 != "\n" })) }

  /// The texts between the line feeds.
  package var lines: [Text] {
    string.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
      .map { Text(String($0)) }
  }

  /// The text in quotation marks, shortened if it is long.
  package var quoted: String { string.quoted }
}

extension Text {
  /// A prefix that is long enough to fill a number of columns. Painting a long text then costs no
  /// more than painting a short one. The number of scalars is limited too, because one character
  /// may consist of a million marks.
  package func beginning(columns: Int) -> Text {
    guard string.utf8.count > columns else { return self }
    let scalars = String(string.unicodeScalars.prefix((columns + 1) * 16))
    return Text(String(scalars.prefix(columns + 1)))
  }
}
