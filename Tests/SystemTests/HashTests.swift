// FNV-1a hashes are compared with the values that its authors published.

import Testing

@testable import System

@Suite("FNV-1a")
struct HashTests {
  static let published: [(String, UInt64)] = [
    ("", 0xCBF2_9CE4_8422_2325), ("a", 0xAF63_DC4C_8601_EC8C), ("foobar", 0x8594_4171_F739_67E8),
  ]

  @Test("A text has the published hash, whole and in two pieces", arguments: published)
  func bytes(text: String, hash: UInt64) {
    let bytes = Array(text.utf8)
    #expect(FNV1a(of: bytes).value == hash)
    var pieces = FNV1a(of: Array(bytes.prefix(2)))
    pieces.append(Array(bytes.dropFirst(2)))
    #expect(pieces.value == hash)
  }

  /// Hashes over words of eight bytes, computed from the definition by another program. These
  /// values must not change, because lists of installed files contain such hashes.
  static let ofWords: [(String, UInt64)] = [
    ("", 0x0832_8807_B4EB_6FED),
    ("foobar", 0xA1A0_7343_0586_A9ED),
    ("longform", 0x3D3E_EBFD_8186_705B),
    ("longform forms", 0x6B58_4CFA_0287_F5AD),
  ]

  @Test("The hash over words of eight bytes never changes", arguments: ofWords)
  func words(text: String, hash: UInt64) {
    #expect(FNV1a(ofWordsOf: Array(text.utf8)).value == hash)
  }
}
