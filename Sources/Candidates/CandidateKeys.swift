// The search keys of candidates. A key is computed from the candidate's text each time it is
// needed.
//
// A key is the folded label. If the candidate has a separate value, a separator and the folded
// value follow. Keys are not stored, because they would make an index more than three times as
// large as its file. Folding the first bytes of a line again costs less than fetching a stored key
// from memory.
//
// Invariants: a key has at most 256 bytes, so an offset in a key fits into a byte; only the first
// part of a longer text is compared. The first bytes of a key do not depend on the number of bytes
// that the caller of `makeKey` needs.

import FormText

/// The texts of an index's candidates, and a buffer for one key. Valid as long as the memory of the
/// texts is valid.
struct CandidateKeys {
  let text: UnsafeBufferPointer<UInt8>
  /// The start of each candidate in `text`, followed by the end of the last candidate.
  let starts: UnsafeBufferPointer<UInt32>
  let layout: CandidateLayout
  /// The buffer that contains the key computed last.
  let buffer: UnsafeMutableBufferPointer<UInt8>

  /// The maximum length of a key in bytes.
  static let limit = 256
  /// The maximum number of bytes of the label in a key that can also have a value.
  static let labelLimit = 192
  /// The maximum number of bytes of the value in a key.
  static let valueLimit = limit - labelLimit - 1
  /// The maximum number of bytes of a label or value that are read to make a key.
  static let reading = 1_024
  /// The maximum number of a candidate's words, after the first word, that can match.
  static let mostWords = 32

  /// The maximum number of bytes of a label that are compared.
  static func labelLimit(of layout: CandidateLayout) -> Int { layout == .line ? limit : labelLimit }

  /// The bytes of a candidate; empty if the file of the index is damaged.
  func bytes(of candidate: Int) -> UnsafeRawBufferPointer {
    guard candidate >= 0, candidate + 1 < starts.count else {
      return UnsafeRawBufferPointer(start: nil, count: 0)
    }
    let (start, end) = (Int(starts[candidate]), Int(starts[candidate + 1]))
    guard start <= end, end <= text.count else {
      return UnsafeRawBufferPointer(start: nil, count: 0)
    }
    return UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: text[start..<end]))
  }

  /// Reads the first byte of each record's candidate. The memory fetches run in parallel, so that
  /// the keys are then made without waiting for memory.
  func fetch(_ records: Slice<UnsafeMutableBufferPointer<CandidateRecord>>) {
    var bytes: UInt8 = 0
    for record in records { bytes |= self.bytes(of: Int(record.candidate)).first ?? 0 }
    // Storing the result keeps the compiler from removing the reads. The next key overwrites it.
    buffer[0] = bytes
  }

  /// The label and the value of a candidate.
  func parts(of candidate: Int) -> CandidateParts { layout.parts(of: bytes(of: candidate)) }

  /// Writes a candidate's key into the buffer and returns its length.
  ///
  /// - Parameter needed: the number of bytes that the caller needs; more may be written.
  func makeKey(of candidate: Int, needed: Int = limit) -> Int {
    let parts = parts(of: candidate)
    // Folding leaves out a scalar that does not fit completely, so up to three more bytes are
    // needed.
    let labelLimit = min(CandidateKeys.labelLimit(of: layout), needed + 4)
    var fold = FoldingBuffer(UnsafeMutableBufferPointer(rebasing: buffer[..<labelLimit]))
    fold.append(parts.label, reading: CandidateKeys.reading)
    var count = fold.count
    guard count < needed, let value = parts.value else { return count }
    buffer[count] = FoldingBuffer.separator
    count += 1
    let rest = buffer[count..<min(count + CandidateKeys.valueLimit, CandidateKeys.limit)]
    fold = FoldingBuffer(UnsafeMutableBufferPointer(rebasing: rest))
    fold.append(value, reading: CandidateKeys.reading)
    return count + fold.count
  }

  /// The eight bytes of a candidate's key from `offset` on, as a big-endian number; padded with
  /// zeros.
  func word(ofKey candidate: Int, at offset: Int) -> UInt64 {
    let count = makeKey(of: candidate, needed: offset + 8)
    return word(at: offset, count: count)
  }

  /// The first byte of the key in the buffer; 0 if the key is empty.
  func firstByte(count: Int) -> UInt8 { count > 0 ? buffer[0] : 0 }

  /// The eight bytes of the key in the buffer from `offset` on, as a big-endian number; padded with
  /// zeros.
  func word(at offset: Int, count: Int) -> UInt64 {
    if offset + 8 <= count {
      let bytes = UnsafeRawBufferPointer(buffer)
      return UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
    var word: UInt64 = 0
    for index in offset..<offset + 8 {
      word = word << 8 | (index < count ? UInt64(buffer[index]) : 0)
    }
    return word
  }

  /// Compares a candidate's key, from an offset on, with a query. Returns 0 if that part of the key
  /// begins with the query, a negative number if it comes before the query, otherwise a positive
  /// number.
  func compare(_ candidate: Int, from offset: Int, with query: UnsafeBufferPointer<UInt8>) -> Int {
    let count = makeKey(of: candidate, needed: offset + query.count)
    for index in 0..<query.count {
      guard offset + index < count else { return -1 }
      let (byte, other) = (buffer[offset + index], query[index])
      if byte != other { return byte < other ? -1 : 1 }
    }
    return 0
  }

  /// Whether a candidate's key ends at an offset, or its label ends there and a value follows.
  func ends(_ candidate: Int, at offset: Int) -> Bool {
    let count = makeKey(of: candidate, needed: offset + 1)
    return offset >= count || buffer[offset] == FoldingBuffer.separator
  }

  // MARK: - Words

  /// Calls `body` with the offset of each word in the key except the first word. If the key has a
  /// value, also calls `body` with the offsets of the separator before the value and of the value.
  ///
  /// A word begins after white space, and at a letter, digit or symbol that follows punctuation.
  func forEachWord(count: Int, _ body: (Int) -> Void) {
    var words = 0
    var index = 0
    var before = Kind.part
    while index < count, words < CandidateKeys.mostWords {
      let byte = buffer[index]
      if byte == FoldingBuffer.separator {
        // A typed query matches from the beginning of the value. A search for a whole value begins
        // with the separator.
        body(index)
        if index + 1 < count { body(index + 1) }
        return
      }
      let kind = kind(at: index, count: count)
      if index > 0, before == .space || before == .punctuation && kind == .part {
        body(index)
        words += 1
      }
      before = kind
      index += byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
    }
    guard words == CandidateKeys.mostWords, index < count,
      let value = buffer[index..<count].firstIndex(of: FoldingBuffer.separator)
    else { return }
    body(value)
    if value + 1 < count { body(value + 1) }
  }

  private enum Kind { case space, punctuation, part }

  private func kind(at index: Int, count: Int) -> Kind {
    switch buffer[index] {
    case 0x20: .space
    case 0x30...0x39, 0x61...0x7A: .part
    case 0..<0x80: .punctuation
    // U+00A0 to U+00BF.
    case 0xC2: .punctuation
    // U+2010 to U+206F, general punctuation without the joiners.
    case 0xE2 where index + 2 < count && buffer[index + 1] == 0x80 && buffer[index + 2] >= 0x90,
      0xE2 where index + 2 < count && buffer[index + 1] == 0x81 && buffer[index + 2] < 0xB0:
      .punctuation
    default: .part
    }
  }

  /// The length of the longest sequence of bytes that begins at both offsets of the key in the
  /// buffer.
  func commonLength(_ one: Int, _ other: Int, count: Int) -> Int {
    var length = 0
    while max(one, other) + length < count, buffer[one + length] == buffer[other + length] {
      length += 1
    }
    return length
  }
}
