// The hash that tells names and versions apart: FNV-1a with 64 bits.
//
// Invariant: what it gives for the same bytes never changes; the file names of drafts and of cached
// candidates, and the hashes in drafts, are made of it.

/// A hash that grows with the bytes it is given (FNV-1a, 64 bits).
package struct FNV1a: Sendable {
  /// The hash of the bytes so far.
  package private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  package init() {}

  /// The hash of all of some bytes. O(bytes).
  package init(of bytes: [UInt8]) {
    append(bytes)
  }

  package mutating func append(_ bytes: [UInt8]) {
    for byte in bytes { value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
  }
}
