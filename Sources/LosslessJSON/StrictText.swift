// The text of a value without what only JSONC allows: comments, and a comma after the last element or
// member.

extension JSONValue {
  /// The value as its document writes it, but as strict JSON. Lines that contain only a comment are
  /// left out. O(bytes).
  package var strictBytes: [UInt8] {
    let bytes = document.bytes
    if document.isStrict { return Array(bytes[range]) }
    var strict: [UInt8] = []
    strict.reserveCapacity(range.count)
    /// The place of a comma that only white space follows.
    var comma: Int?
    var offset = range.lowerBound
    while offset < range.upperBound {
      let end = document.endOfToken(at: offset)
      switch bytes[offset] {
      case UInt8(ascii: "/"):
        while strict.last == 0x20 || strict.last == 0x09 { strict.removeLast() }
        let isOnlyComment = strict.last == 0x0A || strict.last == 0x0D
        offset = end
        if isOnlyComment { offset = document.endOfLineBreak(at: end) }
        continue
      case UInt8(ascii: ","): comma = strict.count
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        if let comma { strict.remove(at: comma) }
        comma = nil
      case 0x20, 0x09, 0x0A, 0x0D: break
      default: comma = nil
      }
      strict += bytes[offset..<end]
      offset = end
    }
    return strict
  }
}

extension JSONDocument {
  /// The end of the string or comment that begins at an offset; otherwise the next offset.
  fileprivate func endOfToken(at offset: Int) -> Int {
    switch bytes[offset] {
    case UInt8(ascii: "/"):
      let end = bytes.withUnsafeBufferPointer { JSONDialect.endOfComment(at: offset, in: $0) }
      return max(end ?? bytes.count, offset + 1)
    case UInt8(ascii: "\""):
      var end = offset + 1
      while end < bytes.count, bytes[end] != UInt8(ascii: "\"") {
        end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1
      }
      return min(end + 1, bytes.count)
    default: return offset + 1
    }
  }

  /// The end of the line break at an offset; the offset itself if there is none.
  fileprivate func endOfLineBreak(at offset: Int) -> Int {
    guard offset < bytes.count else { return offset }
    switch bytes[offset] {
    case 0x0A: return offset + 1
    case 0x0D:
      return offset + 1 < bytes.count && bytes[offset + 1] == 0x0A ? offset + 2 : offset + 1
    default: return offset
    }
  }
}
