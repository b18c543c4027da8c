// A filling of a form: the id that the answers are known by, and how often they were saved.

import FormText
import System

/// The id and the revision of a filling, as its draft keeps them.
struct Filling: Hashable {
  /// A UUID of version 7 (RFC 9562), which never changes.
  let id: String
  /// The number of saves whose bytes differ from those before; 0 before the first.
  private(set) var revision = 0
  /// A hash of the bytes of that save, and their number.
  private var fingerprint = ""
  /// Whether those bytes have secrets: a short secret could be found by its hash.
  private var isSecret = false

  /// - Parameter id: that of the session, where it has one.
  init(id: String? = nil) { self.id = id ?? Filling.newID() }

  /// Takes note of a save.
  ///
  /// - Parameters:
  ///   - fingerprint: equal bytes have equal ones.
  ///   - isSecret: whether the draft must not have it. The first save after it is then another revision.
  mutating func noteSave(of fingerprint: String, isSecret: Bool) {
    self.isSecret = isSecret
    if fingerprint == self.fingerprint { return }
    revision += 1
    self.fingerprint = fingerprint
  }

  /// The bytes in the draft.
  var encoded: [UInt8] { Array("\(id) \(revision) \(isSecret ? "" : fingerprint)".utf8) }

  /// Nil for what was not encoded by us.
  init?(encoded bytes: [UInt8]) {
    let words = String(decoding: bytes, as: UTF8.self)
      .split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 3, let revision = Int(words[1]) else { return nil }
    (id, fingerprint) = (String(words[0]), String(words[2]))
    self.revision = revision
  }

  /// A UUID that begins with the time, so that later ones sort behind.
  static func newID() -> String {
    let milliseconds = Wall.nanoseconds / 1_000_000
    var bytes = (0..<16).map { _ in UInt8.random(in: 0 ... .max) }
    for place in 0..<6 {
      bytes[place] = UInt8(truncatingIfNeeded: milliseconds >> (8 * (5 - place)))
    }
    bytes[6] = bytes[6] & 0x0F | 0x70
    bytes[8] = bytes[8] & 0x3F | 0x80
    let digits = bytes.map { String($0 >> 4, radix: 16) + String($0 & 0xF, radix: 16) }
    return [0..<4, 4..<6, 6..<8, 8..<10, 10..<16].map { digits[$0].joined() }
      .joined(separator: "-")
  }
}
