// A second check of a YAML text: whether the text means what libyaml reads.
//
// libyaml 0.2.5 misreads some texts: it drops the `?` of the key in `{ ?foo: bar }`, reads
// `&an:chor x` as the anchor `an` and the text `:chor x`, and ignores a last line of spaces in a
// block. It also accepts comments without a space before them. So every byte of a text is checked
// again. Between the scalars only white space, comments and indicators such as `-`, `?` and `:` are
// allowed, and each scalar is decoded a second time. A text for which the results differ is
// refused. The check also finds the position of each indicator; edits of entries need these
// positions.

import FormModel
import FormText
import LosslessJSON

/// Checks a text while libyaml reads it.
struct YAMLCheck {
  /// The indicators in a gap between two nodes.
  struct Indicators {
    /// The offsets of the last `-`, `?` and `:` of the gap.
    var dash, question, colon: Int?
  }

  let bytes: UnsafeBufferPointer<UInt8>
  /// The offset up to which all bytes were checked.
  var cursor = 0
  /// Whether a `:` may come without white space after it, because a quoted scalar or a bracket
  /// precedes it.
  var followsJSON = false

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
    if bytes.starts(with: JSONDocument.byteOrderMark) { cursor = JSONDocument.byteOrderMark.count }
  }

  // MARK: - Gaps

  /// Checks the bytes between the last node and the next node.
  ///
  /// - Parameters:
  ///   - margin: the minimum number of spaces at the beginning of lines inside brackets; nil
  ///     outside brackets.
  ///   - isStart: whether the gap is at the start of the document, where directives are allowed.
  mutating func gap(
    upTo end: Int, margin: Int?, isStart: Bool = false, isClosing: Bool = false
  ) throws(AnswersError) -> Indicators {
    var indicators = Indicators()
    let isInFlow = margin != nil
    /// The number of spaces at the beginning of the line; nil after its first indicator. A tab ends
    /// the count.
    var spaces: Int?
    var isCounting = false
    while cursor < end {
      let byte = bytes[cursor]
      if byte == 0x0A || byte == 0x0D {
        (spaces, isCounting) = (0, true)
        cursor += 1
        continue
      }
      if byte == 0x20 || byte == 0x09 {
        isCounting = isCounting && byte == 0x20
        if isCounting, let known = spaces { spaces = known + 1 }
        cursor += 1
        continue
      }
      if byte == UInt8(ascii: "#") {
        guard isAfterBlank(cursor) else { throw misread(at: cursor) }
        cursor = lineEnd(from: cursor)
        continue
      }
      try checkMargin(spaces, margin, at: cursor)
      spaces = nil
      switch byte {
      case UInt8(ascii: ",") where isInFlow: break
      case UInt8(ascii: "-") where isStart && isMarker("---", at: cursor): cursor += 2
      case UInt8(ascii: "-") where !isInFlow && isBeforeBlank(cursor + 1): indicators.dash = cursor
      case UInt8(ascii: "?") where isBeforeBlank(cursor + 1): indicators.question = cursor
      case UInt8(ascii: ":") where isBeforeBlank(cursor + 1) || isInFlow && allowsColon(at: cursor):
        indicators.colon = cursor
      case UInt8(ascii: ".") where !isInFlow && isMarker("...", at: cursor): cursor += 2
      case UInt8(ascii: "%") where isStart && isAtLineStart(cursor):
        let lineEnd = lineEnd(from: cursor)
        try checkDirective(cursor..<lineEnd)
        cursor = lineEnd - 1
      default: throw misread(at: cursor)
      }
      followsJSON = false
      cursor += 1
    }
    if !isClosing { try checkMargin(spaces, margin, at: end) }
    return indicators
  }

  private func checkMargin(_ spaces: Int?, _ margin: Int?, at offset: Int) throws(AnswersError) {
    guard let spaces, let margin, offset < bytes.count else { return }
    if spaces < margin {
      throw error("indent this line by at least \(counted(margin, "space"))", at: offset)
    }
  }

  private func allowsColon(at offset: Int) -> Bool {
    followsJSON || offset + 1 < bytes.count && isFlowSign(bytes[offset + 1])
  }

  private func isFlowSign(_ byte: UInt8) -> Bool { ",[]{}".utf8.contains(byte) }

  private func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  private func isBeforeBlank(_ offset: Int) -> Bool {
    offset >= bytes.count || isBlank(bytes[offset])
  }

  private func isAfterBlank(_ offset: Int) -> Bool {
    offset == 0 || isBlank(bytes[offset - 1])
      || offset == JSONDocument.byteOrderMark.count
        && bytes.starts(with: JSONDocument.byteOrderMark)
  }

  private func isAtLineStart(_ offset: Int) -> Bool {
    isAfterBlank(offset) && (offset == 0 || bytes[offset - 1] != 0x20 && bytes[offset - 1] != 0x09)
  }

  private func isMarker(_ marker: String, at offset: Int) -> Bool {
    bytes[offset...].starts(with: marker.utf8) && isAtLineStart(offset) && isBeforeBlank(offset + 3)
  }

  private func lineEnd(from offset: Int) -> Int {
    var end = offset
    while end < bytes.count, bytes[end] != 0x0A, bytes[end] != 0x0D { end += 1 }
    return end
  }

  /// Refuses a directive with text directly after the version of `%YAML`.
  private func checkDirective(_ range: Range<Int>) throws(AnswersError) {
    guard bytes[range].starts(with: "%YAML".utf8) else { return }
    let words = bytes[range].split { $0 == 0x20 || $0 == 0x09 }
    let isVersion =
      words.count > 1
      && words[1].allSatisfy { $0.isASCIIDigit || $0 == UInt8(ascii: ".") }
    if !isVersion || words.count > 2 && words[2].first != UInt8(ascii: "#") {
      throw misread(at: range.lowerBound)
    }
  }

  // MARK: - Anchors, tags and aliases

  /// Skips the anchor and the tag at the start of a node.
  mutating func properties(of event: YAMLEvent, isInFlow: Bool) throws(AnswersError) {
    guard event.hasProperties else { return }
    cursor = event.range.lowerBound
    var (anchors, tags) = (event.anchorName == nil ? 0 : 1, event.tagName == nil ? 0 : 1)
    while cursor < bytes.count, anchors + tags > 0 {
      let isAnchor = bytes[cursor] == UInt8(ascii: "&")
      // A second anchor or tag belongs to the first key inside the node.
      guard isAnchor && anchors > 0 || bytes[cursor] == UInt8(ascii: "!") && tags > 0 else { break }
      if isAnchor { anchors -= 1 } else { tags -= 1 }
      let start = cursor
      word(isInFlow: isInFlow)
      if isAnchor, !(event.anchor ?? "").utf8.elementsEqual(bytes[start + 1..<cursor]) {
        throw misread(at: start)
      }
      let end = cursor
      while cursor < bytes.count, isBlank(bytes[cursor]) || bytes[cursor] == UInt8(ascii: "#") {
        if bytes[cursor] == UInt8(ascii: "#") {
          guard cursor > end else { throw misread(at: cursor) }
          cursor = lineEnd(from: cursor)
        } else {
          cursor += 1
        }
      }
    }
  }

  /// Skips an alias.
  mutating func alias(_ event: YAMLEvent, isInFlow: Bool) throws(AnswersError) {
    cursor = event.range.lowerBound
    let start = cursor
    word(isInFlow: isInFlow)
    guard bytes[start + 1..<cursor].elementsEqual((event.anchor ?? "").utf8) else {
      throw misread(at: start)
    }
    followsJSON = false
  }

  /// Moves the cursor to the end of an anchor, a tag or an alias.
  private mutating func word(isInFlow: Bool) {
    while cursor < bytes.count, !isBlank(bytes[cursor]), !isInFlow || !isFlowSign(bytes[cursor]) {
      cursor += 1
    }
  }

  // MARK: - Scalars

  /// Checks a scalar whose anchor and tag were already skipped, and moves the cursor to the end of
  /// the scalar.
  ///
  /// - Parameters:
  ///   - parent: the column of the entry that contains the scalar.
  /// - Returns: the range of the scalar without its anchor and tag.
  mutating func scalar(
    _ style: YAMLScalarStyle, _ event: YAMLEvent, parent: Int, isInFlow: Bool
  ) throws(AnswersError) -> Range<Int> {
    let hasProperties = event.hasProperties
    let start = hasProperties ? min(cursor, event.range.upperBound) : event.range.lowerBound
    if style == .plain, event.text.isEmpty {
      // An empty scalar has no bytes; the indicators around it belong to a gap.
      cursor = hasProperties ? event.range.upperBound : cursor
      followsJSON = false
      return start..<start
    }
    guard start < bytes.count else { throw misread(at: start) }
    if style.isBlock {
      let block = YAMLBlockScalar(at: start, in: bytes, parent: parent)
      guard block.isSound, block.text().elementsEqual(event.text) else { throw misread(at: start) }
      cursor = block.header.upperBound
      // After the indicators there may be a comment, with white space before it.
      while cursor < bytes.count, bytes[cursor] == 0x20 || bytes[cursor] == 0x09 { cursor += 1 }
      if cursor < bytes.count, !isBlank(bytes[cursor]) {
        guard bytes[cursor] == UInt8(ascii: "#"), cursor > block.header.upperBound else {
          throw misread(at: cursor)
        }
      }
      cursor = max(block.end, lineEnd(from: cursor))
      followsJSON = false
      return start..<block.end
    }
    let range = start..<event.range.upperBound
    let raw = UnsafeBufferPointer(rebasing: bytes[range])
    let content = style == .plain ? raw[...] : raw.dropFirst().dropLast()
    if style == .plain, !beginsPlain(at: start, isInFlow: isInFlow) { throw misread(at: start) }
    if !isVerbatim(content, event.text, style) {
      let isSame = YAMLFlowText.decoded(content, style)?.elementsEqual(event.text) ?? false
      try checkLines(of: range, margin: parent + 1)
      guard isSame else { throw misread(at: start) }
    }
    cursor = range.upperBound
    followsJSON = style != .plain
    return range
  }

  /// Whether the bytes between the quotes equal the text. This is true for most scalars, so this
  /// function is one fast loop.
  private func isVerbatim(
    _ content: Slice<UnsafeBufferPointer<UInt8>>, _ text: UnsafeBufferPointer<UInt8>,
    _ style: YAMLScalarStyle
  ) -> Bool {
    // Texts of different lengths cannot be equal.
    guard content.count == text.count else { return false }
    let (base, first) = (content.base, content.startIndex)
    for index in 0..<text.count {
      let byte = base[first + index]
      if byte != text[index] || byte == 0x0A || byte == 0x0D { return false }
      if byte == UInt8(ascii: "\\"), style == .double { return false }
    }
    return true
  }

  private func beginsPlain(at offset: Int, isInFlow: Bool) -> Bool {
    switch bytes[offset] {
    case UInt8(ascii: "-"), UInt8(ascii: "?"), UInt8(ascii: ":"):
      return !isBeforeBlank(offset + 1) && !(isInFlow && isFlowSign(bytes[offset + 1]))
    default: return true
    }
  }

  /// Refuses a scalar with a line that is not indented more than the entry that contains it.
  private func checkLines(of range: Range<Int>, margin: Int) throws(AnswersError) {
    var line = YAMLBlockScalar.nextLine(after: range.lowerBound, in: bytes)
    while line < range.upperBound {
      let text = line + YAMLBlockScalar.spaces(at: line, in: bytes)
      if text < range.upperBound, !isBlankLine(from: text), text - line < margin {
        throw error("indent this line by at least \(counted(margin, "space"))", at: text)
      }
      line = YAMLBlockScalar.nextLine(after: text, in: bytes)
    }
  }

  private func isBlankLine(from offset: Int) -> Bool {
    bytes[offset..<lineEnd(from: offset)].allSatisfy { $0 == 0x20 || $0 == 0x09 }
  }

  // MARK: - Errors

  func misread(at offset: Int) -> AnswersError {
    error(
      "programs read this YAML differently; put the text in quotes, or put a space after the sign "
        + "and before the comment", at: offset)
  }

  private func error(_ sentence: String, at offset: Int) -> AnswersError {
    AnswersError(
      position: TextPosition(of: min(offset, bytes.count), in: bytes), path: .root,
      sentence: sentence)
  }
}
