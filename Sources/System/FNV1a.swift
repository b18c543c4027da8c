// The hash FNV-1a with 64 bits, which identifies names and versions.
//
// Invariant: the hash of the same bytes never changes. Stored data depends on it: the file names of
// drafts and of cached candidates, the hashes in drafts, and the list of installed files.

/// An incremental hash of bytes (FNV-1a, 64 bits).
package struct FNV1a: Sendable {
  /// The hash of the bytes added so far.
  package private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  package init() {}

  /// Creates the hash of some bytes. O(bytes).
  package init(of bytes: [UInt8]) {
    append(bytes)
  }

  package mutating func append(_ bytes: [UInt8]) {
    for byte in bytes { append(UInt64(byte)) }
  }

  private mutating func append(_ number: UInt64) {
    value = (value ^ number) &* 0x0000_0100_0000_01B3
  }

  /// Creates a hash that is faster for whole files. It hashes the bytes as little-endian words of
  /// eight bytes, with zeros at the end of the last word, and then the number of bytes. O(bytes).
  package init(ofWordsOf bytes: [UInt8]) {
    bytes.withUnsafeBytes { buffer in
      let whole = buffer.count / 8 * 8
      for offset in stride(from: 0, to: whole, by: 8) {
        let word = buffer.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        append(UInt64(littleEndian: word))
      }
      var last: UInt64 = 0
      for (index, byte) in buffer[whole...].enumerated() { last |= UInt64(byte) << (index * 8) }
      append(last)
    }
    append(UInt64(bytes.count))
  }
}
