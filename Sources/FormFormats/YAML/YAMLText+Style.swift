// Finds the style in which the author wrote a YAML text.

import LosslessJSON

extension YAMLText {
  /// The offset of the first byte after a byte order mark.
  var start: Int {
    bytes.starts(with: JSONDocument.byteOrderMark) ? JSONDocument.byteOrderMark.count : 0
  }

  func block(at offset: Int, parent: Int) -> YAMLBlockScalar.Shape {
    bytes.withUnsafeBufferPointer {
      YAMLBlockScalar(at: offset, in: $0, parent: parent).shape
    }
  }

  /// The maximum number of values that are examined to find the indentation.
  private static let mostSamples = 2_000

  /// Creates an emitter with the author's style.
  func emitter() -> YAMLEmitter {
    var (mapping, list): (Int?, Int?) = (nil, nil)
    var index = 0
    while index < min(tree.nodeCount, YAMLText.mostSamples), mapping == nil || list == nil {
      defer { index += 1 }
      let value = JSONValue(document: tree, index: index)
      guard value.kind == .object, !isFlow(value) else { continue }
      for (key, member) in value.members.prefix(50) where member.count > 0 && !isFlow(member) {
        guard let own = column(ofEntry: key), let first = span(ofNode: member.index + 1) else {
          continue
        }
        let inner = column(of: first.lead ?? first.range.lowerBound) - own
        if member.kind == .object, inner > 0 { mapping = mapping ?? inner }
        if member.kind == .array, inner >= 0 { list = list ?? inner }
      }
    }
    let unit = min(mapping ?? list.flatMap { $0 > 0 ? $0 : nil } ?? 2, 16)
    return YAMLEmitter(
      lineEnd: JSONStyle.lineEnd(in: bytes), mappingIndent: unit, listIndent: min(list ?? unit, 16),
      standIns: YAMLStandIns(for: self))
  }

  private func column(ofEntry key: JSONValue) -> Int? {
    span(ofNode: key.index).map { column(of: $0.lead ?? $0.range.lowerBound) }
  }

  private func isFlow(_ value: JSONValue) -> Bool {
    guard let span = span(ofNode: value.index) else { return true }
    let content = content(of: span)
    guard content < span.range.upperBound else { return true }
    return isAlias(span) || bytes[content] == UInt8(ascii: "{")
      || bytes[content] == UInt8(ascii: "[")
  }

  /// The style of a text; nil if the value is not a text.
  func style(
    of value: JSONValue, _ span: YAMLSpan, at place: YAMLEmitter.Place
  ) -> YAMLEmitter.Style? {
    guard value.kind == .string, !isAlias(span) else { return nil }
    let content = content(of: span)
    guard content < span.range.upperBound else { return nil }
    switch bytes[content] {
    case UInt8(ascii: "'"): return .single
    case UInt8(ascii: "\""): return .double
    case UInt8(ascii: "|"), UInt8(ascii: ">"):
      let block = block(at: content, parent: place.column)
      let indent = max(block.indent, place.column + 1, 1)
      guard bytes[content] == UInt8(ascii: ">") else { return .literal(indent: indent) }
      return .folded(indent: indent, width: max(block.width, 40))
    default: return .plain(replacing: Array(bytes[content..<span.range.upperBound]))
    }
  }

  // MARK: - Blank lines after a block scalar

  /// The blank lines at the beginning of a range, and their end. `kept` leaves out the lines that
  /// would change the text of a block scalar before them: with the indicator `+` all lines,
  /// otherwise the lines that contain blanks.
  func blankLines(
    in range: Range<Int>, after block: YAMLBlockScalar.Chomping
  ) -> (kept: [Range<Int>], end: Int) {
    var (kept, start): ([Range<Int>], Int) = ([], range.lowerBound)
    while start < range.upperBound {
      let line = start..<min(nextLine(after: start), range.upperBound)
      guard isBlank(line) else { break }
      if block != .keep, bytes[line].allSatisfy(YAMLBlockScalar.isLineEnd) { kept.append(line) }
      start = line.upperBound
    }
    return (kept, start)
  }

  /// Whether a block scalar that ends at the end of a line would include lines after it: lines of
  /// blanks, or a comment that is indented more than the entry of the scalar.
  ///
  /// - Parameter column: the column of the entry.
  func blockIncludesLines(after lineEnd: Int, column: Int) -> Bool {
    var line = nextLine(after: lineEnd)
    while line < bytes.count {
      if let comment = comment(onLineAt: line) { return comment - line > column }
      guard isBlank(line..<self.lineEnd(from: line)) else { return false }
      if !YAMLBlockScalar.isLineEnd(bytes[line]) { return true }
      line = nextLine(after: line)
    }
    return false
  }

  // MARK: - Comments of an entry

  /// The start of the comments that are directly above a line and begin in the given column or
  /// before it.
  func ownComments(above line: Int, downTo limit: Int, column: Int) -> Int {
    var start = line
    while start > limit {
      let above = lineStart(
        of: start - (start > 1 && bytes[start - 1] == 0x0A && bytes[start - 2] == 0x0D ? 2 : 1))
      guard above >= limit, let comment = comment(onLineAt: above), comment - above <= column else {
        break
      }
      start = above
    }
    return start
  }

  /// The end of the lines of an entry that ends at an offset. They include the comments below the
  /// entry that are indented more.
  func endOfLines(of offset: Int, column: Int) -> Int {
    var end = nextLine(after: offset)
    var line = end
    while line < bytes.count {
      if isBlank(line..<lineEnd(from: line)) {
        let next = nextLine(after: line)
        guard next > line else { break }
        line = next
        continue
      }
      guard let comment = comment(onLineAt: line), comment - line > column else { break }
      line = nextLine(after: line)
      end = line
    }
    return end
  }

  /// The offset of the `#` on a line that contains only a comment; nil for any other line.
  private func comment(onLineAt line: Int) -> Int? {
    var offset = line
    while offset < bytes.count, bytes[offset] == 0x20 || bytes[offset] == 0x09 { offset += 1 }
    return offset < bytes.count && bytes[offset] == UInt8(ascii: "#") ? offset : nil
  }
}
