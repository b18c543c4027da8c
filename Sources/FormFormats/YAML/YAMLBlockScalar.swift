// Block scalars of YAML, literal (`|`) and folded (`>`): their lines and the text that they
// represent.

/// A block scalar in a text.
struct YAMLBlockScalar {
  /// The treatment of the line breaks at the end, given by an indicator after `|` or `>`.
  enum Chomping { case strip, clip, keep }

  let isFolded: Bool
  private(set) var chomping = Chomping.clip
  /// The range of the indicators, such as `|-` or `>2+`.
  private(set) var header: Range<Int>
  /// The number of spaces before the content of each line.
  private(set) var indent: Int
  /// The range of the content, from its first line to its last; empty if there is no content.
  private(set) var content: Range<Int>
  /// The end of the blank lines after the content, before the last line break.
  private(set) var blankEnd: Int
  /// Whether YAML allows the layout of the lines.
  private(set) var isSound = true

  private let bytes: UnsafeBufferPointer<UInt8>

  /// Reads the block whose `|` or `>` is at an offset.
  ///
  /// - Parameter parent: the column of the entry that contains the block; -1 if no entry contains
  ///   it.
  init(at start: Int, in bytes: UnsafeBufferPointer<UInt8>, parent: Int) {
    self.bytes = bytes
    isFolded = bytes[start] == UInt8(ascii: ">")
    var offset = start + 1
    var explicit: Int?
    loop: while offset < bytes.count {
      switch bytes[offset] {
      case UInt8(ascii: "-"): chomping = .strip
      case UInt8(ascii: "+"): chomping = .keep
      case UInt8(ascii: "1")...UInt8(ascii: "9"): explicit = Int(bytes[offset] - UInt8(ascii: "0"))
      default: break loop
      }
      offset += 1
    }
    header = start..<offset
    let first = YAMLBlockScalar.nextLine(after: offset, in: bytes)
    (indent, content, blankEnd) = (0, first..<first, offset)
    let least = max(parent + 1, 0)
    if let explicit {
      indent = max(parent, 0) + explicit
    } else {
      indent = least
      var (line, longestBlank) = (first, 0)
      while line < bytes.count {
        let spaces = YAMLBlockScalar.spaces(at: line, in: bytes)
        let end = line + spaces
        if end < bytes.count, !YAMLBlockScalar.isLineEnd(bytes[end]) {
          indent = max(spaces, least)
          // Blank lines before the content must not be longer than the indentation of the content.
          isSound = spaces < least || longestBlank <= spaces
          break
        }
        longestBlank = max(longestBlank, spaces)
        line = YAMLBlockScalar.nextLine(after: end, in: bytes)
      }
      if line >= bytes.count { indent = max(longestBlank, least) }
    }
    measure(from: first)
  }

  private mutating func measure(from first: Int) {
    var line = first
    var contentEnd = first
    while line < bytes.count {
      let spaces = YAMLBlockScalar.spaces(at: line, in: bytes)
      var end = line + spaces
      let isBlank = end >= bytes.count || YAMLBlockScalar.isLineEnd(bytes[end])
      if !isBlank {
        guard spaces >= indent, spaces > 0 || !isMarker(at: line) else { break }
      }
      while end < bytes.count, !YAMLBlockScalar.isLineEnd(bytes[end]) { end += 1 }
      if end >= bytes.count, isBlank, end > line { isSound = false }
      if !isBlank || spaces > indent { contentEnd = end }
      if end > line || end < bytes.count { blankEnd = end }
      line = YAMLBlockScalar.nextLine(after: end, in: bytes)
    }
    content = first..<max(contentEnd, first)
  }

  private func isMarker(at line: Int) -> Bool {
    guard line + 3 <= bytes.count else { return false }
    let sign = bytes[line..<line + 3]
    guard sign.elementsEqual("---".utf8) || sign.elementsEqual("...".utf8) else { return false }
    return line + 3 == bytes.count || bytes[line + 3] <= 0x20
  }

  /// Whether the block has no line of content.
  var isEmpty: Bool { content.isEmpty }

  /// The end of the block's text. With the indicator `+` it includes the blank lines after the
  /// content.
  var end: Int {
    if chomping == .keep { return max(blankEnd, header.upperBound) }
    return content.isEmpty ? header.upperBound : content.upperBound
  }

  /// The block's lines without their indentation, and whether the last line has a line break.
  func lines() -> (lines: [Range<Int>], isEnded: Bool) {
    var lines: [Range<Int>] = []
    var line = content.lowerBound
    while line <= blankEnd, line < bytes.count {
      let start = line + min(YAMLBlockScalar.spaces(at: line, in: bytes), indent)
      var end = start
      while end < bytes.count, !YAMLBlockScalar.isLineEnd(bytes[end]) { end += 1 }
      lines.append(start..<end)
      guard end < bytes.count else { return (lines, false) }
      line = YAMLBlockScalar.nextLine(after: end, in: bytes)
    }
    return (lines, true)
  }

  /// The text that the block represents.
  func text() -> [UInt8] {
    let (lines, isEnded) = lines()
    func lineFeeds(_ count: Int) -> [UInt8] { Array(repeating: 0x0A, count: count) }
    var text: [UInt8] = []
    /// The number of line breaks since the last line with text. `wasMore` is whether that line was
    /// indented more than the content, and `last` is the number of that line.
    var (breaks, wasMore, last) = (0, false, -1)
    for (number, line) in lines.enumerated() {
      guard !line.isEmpty else {
        breaks += 1
        continue
      }
      let isMore = bytes[line.lowerBound] == 0x20 || bytes[line.lowerBound] == 0x09
      if last < 0 {
        text += lineFeeds(breaks)
      } else if isFolded, !isMore, !wasMore {
        // In a folded block, a single line break between two lines of text is a space.
        text += breaks == 0 ? [0x20] : lineFeeds(breaks)
      } else {
        text += lineFeeds(breaks + 1)
      }
      text += bytes[line]
      (breaks, wasMore, last) = (0, isMore, number)
    }
    let isLastEnded = last >= 0 && (last + 1 < lines.count || isEnded)
    switch chomping {
    case .strip: break
    case .clip: text += lineFeeds(isLastEnded ? 1 : 0)
    case .keep: text += lineFeeds((isLastEnded ? 1 : 0) + breaks)
    }
    return text
  }

  /// The properties that are needed to write another text in place of the block.
  struct Shape {
    var header: Range<Int>
    var indent: Int
    var end: Int
    /// The length of the longest line.
    var width: Int
  }

  var shape: Shape {
    Shape(
      header: header, indent: indent, end: end, width: lines().lines.map(\.count).max() ?? 0)
  }

  // MARK: - Lines

  static func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

  static func spaces(at offset: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    var end = offset
    while end < bytes.count, bytes[end] == 0x20 { end += 1 }
    return end - offset
  }

  /// The start of the line after the line that contains an offset.
  static func nextLine(after offset: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    var end = offset
    while end < bytes.count, !isLineEnd(bytes[end]) { end += 1 }
    guard end < bytes.count else { return end }
    let isCRLF = bytes[end] == 0x0D && end + 1 < bytes.count && bytes[end + 1] == 0x0A
    return end + (isCRLF ? 2 : 1)
  }
}
