// Folding: the only definition of which texts people consider the same.
//
// Folding removes differences in capital letters, accents, strokes, ligatures, apostrophes and
// dashes (Tests/Generators/fold_tables.py contains the rules). A run of white space, including
// control characters, becomes one space; leading white space is dropped.
//
// Invariants: folded text is valid UTF-8 without control characters, whatever the source contains.
// A scalar's folded form never depends on the text after it. So folding a prefix of a text gives a
// prefix of the folded text, unless the prefix ends between a letter and its marks.

internal import CUnicode

/// The folding of texts for comparison.
///
/// ```swift
/// Folding.folded("  Ångström’s   LAW ")  // "angstrom's law"
/// ```
public enum Folding {
  /// The folded text: equal for texts that differ only in ways that people ignore. O(n).
  ///
  /// - Parameters:
  ///   - text: the text to fold.
  ///   - keepsLastSpace: whether trailing white space becomes one space; otherwise it is removed.
  public static func folded(_ text: String, keepsLastSpace: Bool = false) -> String {
    String(decoding: foldedBytes(text, keepsLastSpace: keepsLastSpace), as: UTF8.self)
  }

  /// The folded text as UTF-8.
  ///
  /// - Parameters:
  ///   - limit: the maximum number of bytes of the result.
  ///   - reading: the maximum number of bytes of the source to read.
  package static func foldedBytes(
    _ text: String, keepsLastSpace: Bool = false, limit: Int = .max, reading: Int = .max
  ) -> [UInt8] {
    var text = text
    return text.withUTF8 { source in
      // A scalar of two bytes or more grows to at most three times its length.
      let capacity = min(limit, source.count * 3 + 1)
      return [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
        var fold = FoldingBuffer(buffer)
        fold.append(UnsafeRawBufferPointer(source), reading: reading)
        if keepsLastSpace { fold.appendPendingSpace() }
        count = fold.count
      }
    }
  }

  /// The offset in the source of each byte of the folded text: the start of the scalar from which
  /// the byte was made. The last element is the end of the source. With these offsets, a match that
  /// was found in the folded text can be shown in the source.
  package static func positions(
    in source: UnsafeRawBufferPointer, limit: Int, reading: Int = .max
  ) -> [UInt32] {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: limit) { buffer in
      var positions = [UInt32](repeating: 0, count: limit)
      let count = positions.withUnsafeMutableBufferPointer { positions in
        var fold = FoldingBuffer(buffer, positions: positions)
        fold.append(source, reading: reading)
        return fold.count
      }
      positions.removeSubrange(count...)
      positions.append(UInt32(clamping: source.count))
      return positions
    }
  }

  /// Whether two texts are equal after folding.
  package static func areEqual(_ one: UnsafeRawBufferPointer, _ other: UnsafeRawBufferPointer)
    -> Bool
  {
    let capacity = max(one.count, other.count) * 3 + 1
    func folded(_ source: UnsafeRawBufferPointer) -> [UInt8] {
      [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
        var fold = FoldingBuffer(buffer)
        fold.append(source)
        count = fold.count
      }
    }
    return folded(one) == folded(other)
  }
}

/// Folds bytes into a buffer of the caller. Leaves out a scalar whose folded form does not fit
/// completely.
package struct FoldingBuffer {
  /// The number of bytes written.
  package private(set) var count = 0
  private let buffer: UnsafeMutableBufferPointer<UInt8>
  private let positions: UnsafeMutableBufferPointer<UInt32>?
  /// Whether white space was read but not written yet. It is written only if other text follows.
  private var hasPendingSpace = false
  private var spacePosition: UInt32 = 0
  /// The last scalar written, if later scalars may combine with it; otherwise 0. `lastStart` is the
  /// offset in `buffer` of the scalar's first byte.
  private var last: UInt32 = 0
  private var lastStart = 0

  /// - Parameter positions: receives, for each folded byte, the source offset of its scalar; must
  ///   be as long as `buffer`.
  package init(
    _ buffer: UnsafeMutableBufferPointer<UInt8>,
    positions: UnsafeMutableBufferPointer<UInt32>? = nil
  ) {
    self.buffer = buffer
    self.positions = positions
  }

  /// Appends the folded form of a source.
  ///
  /// - Parameter reading: the maximum number of bytes of the source to read. Without this limit, a
  ///   source of many dropped marks would be read to its end, because dropped marks do not fill the
  ///   buffer.
  package mutating func append(_ source: UnsafeRawBufferPointer, reading: Int = .max) {
    let first = count
    var index = 0
    let end = min(source.count, reading)
    while index < end {
      if positions == nil, !hasPendingSpace { appendASCII(source, &index, end, first: first) }
      guard index < end else { break }
      let byte = source[index]
      let position = UInt32(truncatingIfNeeded: index)
      if byte < 0x80 {
        index += 1
        if byte <= 0x20 || byte == 0x7F {
          noteSpace(at: position, isFirst: count == first)
          continue
        }
        if hasPendingSpace { appendPendingSpace() }
        guard count < buffer.count else { return }
        let isCapital = byte &- 0x41 < 26
        buffer[count] = isCapital ? byte | 0x20 : byte == 0x60 ? 0x27 : byte
        positions?[count] = position
        count += 1
        last = 0
        continue
      }
      let scalar = FoldingBuffer.decode(source, &index)
      if FoldingBuffer.isSpace(scalar) {
        noteSpace(at: position, isFirst: count == first)
        continue
      }
      var sequence = cunicode_fold(scalar)
      while sequence != 0 {
        if hasPendingSpace { appendPendingSpace() }
        guard appendScalar(UInt32(sequence & 0x1F_FFFF), position) else { return }
        sequence >>= 21
      }
    }
  }

  /// Folds a run of visible ASCII characters with single spaces between them. This is the fast path
  /// for most texts.
  private mutating func appendASCII(
    _ source: UnsafeRawBufferPointer, _ index: inout Int, _ end: Int, first: Int
  ) {
    var (from, to) = (index, count)
    while from < end, to < buffer.count {
      var byte = source[from]
      if byte &- 0x21 >= 0x7F - 0x21 {
        guard byte == 0x20, to > first, from + 1 < end, source[from + 1] &- 0x21 < 0x7F - 0x21
        else { break }
      } else if byte &- 0x41 < 26 {
        byte |= 0x20
      } else if byte == 0x60 {
        byte = 0x27
      }
      buffer[to] = byte
      from += 1
      to += 1
    }
    if to > count { last = 0 }
    (index, count) = (from, to)
  }

  /// A byte that separates two folded texts in one buffer; no folded text contains it.
  package static let separator: UInt8 = 1

  /// Writes pending white space.
  mutating func appendPendingSpace() {
    guard hasPendingSpace else { return }
    hasPendingSpace = false
    last = 0
    guard count < buffer.count else { return }
    buffer[count] = 0x20
    positions?[count] = spacePosition
    count += 1
  }

  private mutating func noteSpace(at position: UInt32, isFirst: Bool) {
    if isFirst || hasPendingSpace { return }
    hasPendingSpace = true
    spacePosition = position
  }

  /// Writes a scalar, or combines it with the last scalar if both form one letter. Returns false if
  /// there is no room.
  private mutating func appendScalar(_ scalar: UInt32, _ position: UInt32) -> Bool {
    if scalar < 0x80 {
      guard count < buffer.count else { return false }
      (last, lastStart) = (0, count)
      write(UInt8(truncatingIfNeeded: scalar), position)
      return true
    }
    var scalar = scalar
    var position = position
    var start = count
    let composed = last == 0 ? 0 : cunicode_compose(last, scalar)
    if composed != 0 {
      scalar = composed
      start = lastStart
      position = positions?[start] ?? position
    }
    let length = scalar < 0x80 ? 1 : scalar < 0x800 ? 2 : scalar < 0x1_0000 ? 3 : 4
    guard start + length <= buffer.count else { return false }
    (count, last, lastStart) = (start, scalar, start)
    var shift = UInt32(6 * (length - 1))
    let lead: UInt32 = length == 1 ? 0 : length == 2 ? 0xC0 : length == 3 ? 0xE0 : 0xF0
    write(UInt8(truncatingIfNeeded: lead | scalar >> shift), position)
    while shift > 0 {
      shift -= 6
      write(UInt8(truncatingIfNeeded: 0x80 | scalar >> shift & 0x3F), position)
    }
    return true
  }

  private mutating func write(_ byte: UInt8, _ position: UInt32) {
    buffer[count] = byte
    positions?[count] = position
    count += 1
  }

  /// The scalar at `index`; U+FFFD for an invalid byte. Advances `index` past the scalar.
  private static func decode(_ source: UnsafeRawBufferPointer, _ index: inout Int) -> UInt32 {
    let first = UInt32(source[index])
    index += 1
    let more = first < 0xC2 ? 0 : first < 0xE0 ? 1 : first < 0xF0 ? 2 : first < 0xF5 ? 3 : 0
    guard more > 0, index + more <= source.count else { return 0xFFFD }
    var scalar = first & (0x3F >> UInt32(more))
    for offset in 0..<more {
      let byte = UInt32(source[index + offset])
      guard byte & 0xC0 == 0x80 else { return 0xFFFD }
      scalar = scalar << 6 | byte & 0x3F
    }
    index += more
    let isScalar = scalar < 0xD800 || scalar > 0xDFFF && scalar <= 0x10_FFFF
    return isScalar ? scalar : 0xFFFD
  }

  /// Whether a scalar beyond ASCII is white space (Unicode's property White_Space) or a control
  /// character.
  private static func isSpace(_ scalar: UInt32) -> Bool {
    if scalar <= 0xA0 { return true }
    if scalar < 0x1680 { return false }
    switch scalar {
    case 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000: return true
    default: return false
    }
  }
}
