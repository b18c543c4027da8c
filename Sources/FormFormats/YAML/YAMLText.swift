// A YAML text with the positions of its values.

import LosslessJSON

/// The range of a value or key in a YAML text. A span has only 12 bytes, because a text has a span
/// for each value and key.
struct YAMLSpan: Sendable {
  private var start: UInt32
  private var end: UInt32
  private var sign: UInt32

  /// The span of a value inside an alias. Such a value has no bytes of its own.
  static let none = YAMLSpan(start: .max)

  private init(start: UInt32) { (self.start, end, sign) = (start, start, .max) }

  /// - Parameters:
  ///   - range: the value with its anchor and tag. A block scalar ends with the last line of its
  ///     content.
  ///   - lead: the offset of the `-` or `:` before a value, or of the `?` before a key; nil if
  ///     there is none.
  init(_ range: Range<Int>, lead: Int? = nil) {
    start = UInt32(truncatingIfNeeded: range.lowerBound)
    end = UInt32(truncatingIfNeeded: range.upperBound)
    sign = lead.map { UInt32(truncatingIfNeeded: $0) } ?? .max
  }

  var isPresent: Bool { start != .max }
  var range: Range<Int> { Int(start)..<Int(max(start, end)) }
  var lead: Int? { sign == .max ? nil : Int(sign) }

  mutating func end(at offset: Int) { end = UInt32(truncatingIfNeeded: offset) }
}

/// A node with an anchor, and the aliases of the anchor.
struct YAMLAnchor: Sendable {
  struct Alias: Sendable {
    var node: Int
    var isKey: Bool
  }

  var name: String
  var node: Int
  var aliases: [Alias] = []
}

/// A YAML document, as a text that can be edited. Its tree is the written tree, in which a merge
/// key is a member like any other.
struct YAMLText: DocumentText {
  let bytes: [UInt8]
  let tree: JSONDocument
  let spans: [YAMLSpan]
  let anchors: [YAMLAnchor]
  let nodesWithoutJSON: [Int]
  /// The positions of the merge keys in the tree, in ascending order.
  let mergeKeys: [Int]

  init(
    _ bytes: [UInt8], tree: JSONDocument, spans: [YAMLSpan], anchors: [YAMLAnchor],
    nodesWithoutJSON: [Int], mergeKeys: [Int]
  ) {
    (self.bytes, self.tree, self.spans) = (bytes, tree, spans)
    (self.anchors, self.nodesWithoutJSON) = (anchors, nodesWithoutJSON)
    self.mergeKeys = mergeKeys
  }

  var format: DocumentFormat { .yaml }

  func span(of value: JSONValue) -> Range<Int>? { span(ofNode: value.index)?.range }

  func span(ofNode node: Int) -> YAMLSpan? {
    spans.indices.contains(node) && spans[node].isPresent ? spans[node] : nil
  }

  func pieces(with changes: DocumentChanges) -> [DocumentPiece] {
    pieces(withRefined: changes.refined(in: tree))
  }

  /// Returns the edited text as pieces, like `pieces(with:)`, for changes that were refined before.
  func pieces(withRefined changes: DocumentChanges) -> [DocumentPiece] {
    var editor = YAMLEditor(self, changes)
    return editor.pieces()
  }

  // MARK: - Looking at the text

  /// Whether a value is an alias.
  func isAlias(_ span: YAMLSpan) -> Bool {
    !span.range.isEmpty && bytes[span.range.lowerBound] == UInt8(ascii: "*")
  }

  /// The start of a value, after its anchor and tag.
  func content(of span: YAMLSpan) -> Int {
    var offset = span.range.lowerBound
    var signs: [UInt8] = []
    while offset < span.range.upperBound, !signs.contains(bytes[offset]),
      bytes[offset] == UInt8(ascii: "&") || bytes[offset] == UInt8(ascii: "!")
    {
      signs.append(bytes[offset])
      while offset < span.range.upperBound, !isBlank(bytes[offset]) { offset += 1 }
      while offset < span.range.upperBound {
        if bytes[offset] == UInt8(ascii: "#") {
          offset = min(lineEnd(from: offset), span.range.upperBound)
        } else if isBlank(bytes[offset]) {
          offset += 1
        } else {
          break
        }
      }
    }
    return offset
  }

  /// The end of the line that contains an offset, before its line break.
  func lineEnd(from offset: Int) -> Int {
    var end = offset
    while end < bytes.count, bytes[end] != 0x0A, bytes[end] != 0x0D { end += 1 }
    return end
  }

  /// The end of the previous line, for an offset at the start of a line. Any other offset is
  /// returned unchanged.
  func endOfLine(before offset: Int) -> Int {
    guard offset > 0, YAMLBlockScalar.isLineEnd(bytes[offset - 1]) else { return offset }
    let isCRLF = offset > 1 && bytes[offset - 1] == 0x0A && bytes[offset - 2] == 0x0D
    return offset - (isCRLF ? 2 : 1)
  }

  /// The start of the next line.
  func nextLine(after offset: Int) -> Int {
    bytes.withUnsafeBufferPointer { YAMLBlockScalar.nextLine(after: offset, in: $0) }
  }

  /// Whether there is a line break in a range. libyaml also recognizes the line breaks of YAML 1.1.
  func hasLineBreak(in range: Range<Int>) -> Bool {
    String(decoding: bytes[range], as: UTF8.self).unicodeScalars.contains {
      switch $0 {
      case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}": true
      default: false
      }
    }
  }

  /// The end of a document without a value: the line of its `...`, or the end of the text.
  ///
  /// - Parameter offset: a place before which nothing of the document ends.
  func endOfEmptyDocument(from offset: Int) -> Int {
    let sign = Array("...".utf8)
    var line = lineStart(of: offset)
    while line < bytes.count, !bytes[line...].starts(with: sign) { line = nextLine(after: line) }
    return line
  }

  func lineStart(of offset: Int) -> Int {
    bytes.withUnsafeBufferPointer { YAMLText.lineStart(of: offset, in: $0) }
  }

  /// The number of bytes on a line before an offset. For the start of an entry, this is the column
  /// of the entry, because only spaces and indicators precede the entry.
  func column(of offset: Int) -> Int {
    bytes.withUnsafeBufferPointer { YAMLText.column(of: offset, in: $0) }
  }

  func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  /// Whether a range contains only spaces, tabs and line breaks.
  func isBlank(_ range: Range<Int>) -> Bool { bytes[range].allSatisfy(isBlank) }

  static func lineStart(of offset: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    var start = offset
    while start > 0, bytes[start - 1] != 0x0A, bytes[start - 1] != 0x0D { start -= 1 }
    let mark = JSONDocument.byteOrderMark
    return start == 0 && offset >= mark.count && bytes.starts(with: mark) ? mark.count : start
  }

  static func column(of offset: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    offset - lineStart(of: offset, in: bytes)
  }
}
