// The entries between two brackets. An entry is a member or element with the white space and
// comments that belong to it.
//
// An entry owns the bytes from the end of the previous entry to its own comma. It also owns a
// comment after its comma, if that comment ends the line. So deleting, adding and reordering
// entries keeps the layout of all other entries.

/// The ranges of the members or elements of a container that is written in brackets.
package struct FlowEntries {
  /// A member or element.
  package struct Entry {
    /// All bytes of the entry: the white space and comments before it, its key and value, its
    /// comma, and the comment after the comma.
    package var range: Range<Int>
    /// The start of the entry's key, or of the element.
    package var start: Int
    /// The end of the entry's value.
    package var end: Int
    /// The offset of the entry's comma; nil if it has none.
    package var comma: Int?
  }

  package private(set) var entries: [Entry] = []
  /// The bytes between the last entry and the closing bracket.
  package private(set) var tail: Range<Int>

  /// The characters that begin a comment.
  package enum Comments { case none, slashes, numberSign }

  private let bytes: [UInt8]
  private let comments: Comments

  /// - Parameters:
  ///   - range: the range of the container, including its brackets.
  ///   - items: the ranges of the members or elements, in order.
  package init(in bytes: [UInt8], _ range: Range<Int>, items: [Range<Int>], comments: Comments) {
    (self.bytes, self.comments) = (bytes, comments)
    // A value without brackets has no entries.
    let close = max(range.upperBound - 1, range.lowerBound + 1)
    var start = range.lowerBound + 1
    tail = start..<close
    for (index, item) in items.enumerated() {
      let next = index + 1 < items.count ? items[index + 1].lowerBound : close
      let comma = comma(in: item.upperBound..<next)
      let isLast = index + 1 == items.count
      // If the last entry has no comma, it ends with its value; the rest belongs to the closing
      // bracket.
      var end = comma.map { $0 + 1 } ?? item.upperBound
      if comments != .none, let after = endOfLineComment(from: end, to: next) { end = after }
      entries.append(
        Entry(range: start..<end, start: item.lowerBound, end: item.upperBound, comma: comma))
      start = end
      if isLast { tail = end..<close }
    }
  }

  /// Whether the last entry has a comma after it.
  var endsWithComma: Bool { entries.last?.comma != nil }

  /// The white space before the last entry, without comments. A new entry gets the same layout.
  package var lead: [UInt8] { entries.last.map(lead(of:)) ?? [] }

  /// The white space before an entry, without comments.
  func lead(of entry: Entry) -> [UInt8] {
    let lead = bytes[entry.range.lowerBound..<entry.start]
    if lead.allSatisfy(isSpace) { return Array(lead) }
    guard let lineEnd = lead.lastIndex(of: 0x0A) else {
      return Array(lead[(lead.lastIndex { !isSpace($0) } ?? lead.startIndex)...].dropFirst())
    }
    let isCRLF = lineEnd > lead.startIndex && lead[lineEnd - 1] == 0x0D
    let margin = lead[(lineEnd + 1)...].prefix { $0 == 0x20 || $0 == 0x09 }
    return (isCRLF ? [0x0D, 0x0A] : [0x0A]) + margin
  }

  /// The comments before the closing bracket; nil if there is only white space.
  var commentsInTail: Range<Int>? {
    bytes[tail].lastIndex { !isSpace($0) }.map { tail.lowerBound..<$0 + 1 }
  }

  /// The layout of new entries.
  package struct Newcomers {
    /// The bytes before each new entry.
    package var lead: [UInt8]
    /// The bytes between the last new entry and the closing bracket, if the container was empty.
    package var closing: [UInt8]
    /// The bytes that end a line.
    package var lineEnd: [UInt8]
    /// Writes an entry without its comma and the white space before it.
    package var text: (String?, DocumentChanges.NewValue) -> [UInt8]

    package init(
      lead: [UInt8], closing: [UInt8], lineEnd: [UInt8],
      text: @escaping (String?, DocumentChanges.NewValue) -> [UInt8]
    ) {
      (self.lead, self.closing, self.lineEnd, self.text) = (lead, closing, lineEnd, text)
    }
  }

  /// The new contents of the brackets for a changed list of entries.
  package func parts(
    for arrangement: [DocumentChanges.Entry], _ newcomers: Newcomers
  ) -> [DocumentEdits.Part] {
    var parts: [DocumentEdits.Part] = []
    /// Whether the last part is a comment, so that the next part must begin a new line.
    var isInComment = false
    if entries.isEmpty, !arrangement.isEmpty, let comments = commentsInTail {
      parts.append(.source(comments))
      isInComment = true
    }
    for (place, entry) in arrangement.enumerated() {
      let hasComma = place + 1 < arrangement.count || endsWithComma
      switch entry {
      case .kept(let index):
        let entry = entries[index]
        if isInComment, !isLineEnd(at: entry.range.lowerBound) {
          parts.append(.text(newcomers.lineEnd))
        }
        if let comma = entry.comma {
          parts.append(.source(entry.range.lowerBound..<comma))
          if hasComma { parts.append(.source(comma..<comma + 1)) }
          parts.append(.source(comma + 1..<entry.range.upperBound))
        } else {
          parts.append(.source(entry.range.lowerBound..<entry.end))
          // In YAML, a comma after a key without a value needs a space before it.
          let isKey = bytes[entry.end - 1] == UInt8(ascii: ":")
          if hasComma { parts.append(.text(isKey ? [0x20, 0x2C] : [0x2C])) }
          parts.append(.source(entry.end..<entry.range.upperBound))
        }
        isInComment = endsWithComment(index)
      case .new(let name, let value):
        let startsLine = !isInComment || newcomers.lead.contains(0x0A)
        let comma = hasComma ? [UInt8(ascii: ",")] : []
        parts.append(
          .text(
            (startsLine ? [] : newcomers.lineEnd) + newcomers.lead + newcomers.text(name, value)
              + comma))
        isInComment = false
      }
    }
    if !arrangement.isEmpty, entries.isEmpty {
      parts.append(.text(newcomers.closing))
    } else if !arrangement.isEmpty || entries.isEmpty || commentsInTail != nil {
      if isInComment, !isLineEnd(at: tail.lowerBound) { parts.append(.text(newcomers.lineEnd)) }
      parts.append(.source(tail))
    }
    return parts
  }

  private func endsWithComment(_ index: Int) -> Bool {
    let entry = entries[index]
    return entry.range.upperBound > (entry.comma.map { $0 + 1 } ?? entry.end)
  }

  /// Whether only blanks come between an offset and the end of the line.
  private func isLineEnd(at offset: Int) -> Bool {
    let next = bytes[offset...].first { $0 != 0x20 && $0 != 0x09 }
    return next == 0x0A || next == 0x0D
  }

  private func comma(in range: Range<Int>) -> Int? {
    var offset = range.lowerBound
    while offset < range.upperBound {
      if bytes[offset] == UInt8(ascii: ",") { return offset }
      offset = max(endOfComment(at: offset), offset + 1)
    }
    return nil
  }

  /// The end of a comment that ends its line; nil if there is no such comment.
  private func endOfLineComment(from start: Int, to end: Int) -> Int? {
    var offset = start
    var found: Int?
    while offset < end {
      let after = endOfComment(at: offset)
      if after > offset {
        offset = after
        found = after
        continue
      }
      switch bytes[offset] {
      case 0x20, 0x09: offset += 1
      case 0x0A, 0x0D: return found
      default: return nil
      }
    }
    return found
  }

  private func endOfComment(at offset: Int) -> Int {
    switch comments {
    case .none: return offset
    case .slashes:
      return bytes.withUnsafeBufferPointer {
        JSONDialect.endOfComment(at: offset, in: $0) ?? offset
      }
    case .numberSign:
      guard bytes[offset] == UInt8(ascii: "#") else { return offset }
      return bytes[offset...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.count
    }
  }

  private func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }
}
