// The boundaries of characters and words in a line of scalars.
//
// Invariants: a character is Swift's Character (extended grapheme cluster). A word is a run of
// characters whose first scalar is alphabetic or numeric. Lines are short (at most 4,000 scalars),
// but many keys may come at once, so plain letters (`isPlain`) are handled without creating a
// String.

/// A line of scalars, read by characters and words. Positions are scalar offsets.
struct Graphemes {
  private let scalars: UnsafeBufferPointer<UInt32>

  /// - Parameter scalars: the line; must stay valid as long as this value is used.
  init(_ scalars: UnsafeBufferPointer<UInt32>) { self.scalars = scalars }

  // MARK: - Characters

  /// The start of the character before a position. At the beginning of the line, it is 0.
  func start(before position: Int) -> Int {
    guard position > 1 else { return 0 }
    if breaks(at: position - 1) { return position - 1 }
    var found = 0
    walk(around: position - 1) { start, end in
      if start < position { found = start }
      return end < position
    }
    return found
  }

  /// The end of the character at a position. At the end of the line, it is the number of scalars.
  func end(after position: Int) -> Int {
    guard position + 1 < scalars.count else { return scalars.count }
    if breaks(at: position + 1) { return position + 1 }
    var found = scalars.count
    walk(around: position) { _, end in
      found = end
      return end <= position
    }
    return found
  }

  /// Whether there is certainly a boundary at a position, because both neighbours are plain (rule
  /// GB999 of UAX 29). A plain scalar does not extend, prepend or join, and is not an emoji, a flag
  /// or Hangul.
  private func breaks(at position: Int) -> Bool {
    let (before, after) = (scalars[position - 1], scalars[position])
    // There is a boundary before and after every line feed (GB4, GB5), except inside CR LF (GB3).
    if before == LineText.lineBreak || after == LineText.lineBreak { return before != 0x0d }
    return isPlain(before) && isPlain(after)
  }

  private func isPlain(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x20...0x7e, 0xc0...0x24f, 0x370...0x482, 0x48a...0x52f: true
    case 0x5d0...0x5ea, 0x621...0x63a, 0x641...0x64a: true
    case 0x3041...0x3096, 0x30a1...0x30fa, 0x4e00...0x9fff: true
    default: false
    }
  }

  /// Divides the run of scalars around a position into characters, and calls `body` with each
  /// character until `body` returns false. The run lies between two boundaries that `breaks` finds.
  private func walk(around position: Int, _ body: (_ start: Int, _ end: Int) -> Bool) {
    var low = position
    while low > 0, !breaks(at: low) { low -= 1 }
    var high = position + 1
    while high < scalars.count, !breaks(at: high) { high += 1 }
    var start = low
    for character in String(UnsafeBufferPointer(rebasing: scalars[low..<high])) {
      let end = start + character.unicodeScalars.count
      guard body(start, end) else { return }
      start = end
    }
  }

  // MARK: - Words

  /// The start of the word before a position.
  func wordStart(before position: Int) -> Int {
    skip(before: position, over: { !isWord($0) }, then: isWord)
  }

  /// The end of the word at or after a position.
  func wordEnd(after position: Int) -> Int {
    skip(after: position, over: { !isWord($0) }, then: isWord)
  }

  /// The start of the run of non-space characters before a position, which ^W deletes.
  func bigWordStart(before position: Int) -> Int {
    skip(before: position, over: isSpace, then: { !isSpace($0) })
  }

  /// Moves back over characters of one kind, then over characters of another kind. If neighbours
  /// are not plain, `walk` divides the whole run around them into characters once, so that a long
  /// run is not segmented again for each character.
  private func skip(
    before position: Int, over first: (UInt32) -> Bool, then second: (UInt32) -> Bool
  ) -> Int {
    var position = position
    var starts: [Int] = []
    var isFirst = true
    while position > 0 {
      if starts.isEmpty {
        if position > 1, breaks(at: position - 1) {
          starts = [position - 1]
        } else {
          walk(around: position - 1) { start, _ in
            if start < position { starts.append(start) }
            return start < position
          }
        }
      }
      guard let start = starts.popLast() else { break }
      if isFirst, !first(scalars[start]) { isFirst = false }
      if !isFirst, !second(scalars[start]) { break }
      position = start
    }
    return position
  }

  /// The same as the function above, but moves forward.
  private func skip(
    after position: Int, over first: (UInt32) -> Bool, then second: (UInt32) -> Bool
  ) -> Int {
    var position = position
    var ends: [Int] = []
    var isFirst = true
    while position < scalars.count {
      if isFirst, !first(scalars[position]) { isFirst = false }
      if !isFirst, !second(scalars[position]) { break }
      if ends.isEmpty {
        if position + 1 < scalars.count, breaks(at: position + 1) {
          ends = [position + 1]
        } else {
          walk(around: position) { _, end in
            if end > position { ends.append(end) }
            return true
          }
          ends.reverse()
        }
      }
      position = ends.popLast() ?? scalars.count
    }
    return position
  }

  private func isWord(_ value: UInt32) -> Bool {
    guard let scalar = Unicode.Scalar(value) else { return false }
    if scalar.isASCII {
      return ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
        || ("0"..."9").contains(scalar)
    }
    return scalar.properties.isAlphabetic || scalar.properties.numericType != nil
  }

  private func isSpace(_ value: UInt32) -> Bool {
    Unicode.Scalar(value)?.properties.isWhitespace ?? false
  }
}

extension String {
  /// Creates the text of some scalars. A value that is not a scalar becomes U+FFFD; a line never
  /// contains such a value.
  ///
  /// This function encodes UTF-8 itself, because appending to a `UnicodeScalarView` takes 100 ns
  /// for each scalar.
  init(_ scalars: UnsafeBufferPointer<UInt32>) {
    let size = scalars.reduce(0) { $0 + ($1 < 0x80 ? 1 : 4) }
    self.init(unsafeUninitializedCapacity: size) { buffer in
      var count = 0
      for value in scalars {
        if value < 0x80 {
          buffer[count] = UInt8(truncatingIfNeeded: value)
          count += 1
          continue
        }
        for byte in UTF8.encode(Unicode.Scalar(value) ?? "\u{fffd}")
          ?? UTF8.encodedReplacementCharacter
        {
          buffer[count] = byte
          count += 1
        }
      }
      return count
    }
  }
}
