// A filling of a form: the identity that all saves of one draft share. It consists of an id and a
// revision number.

import FormText
import System

/// The id and the revision of a filling, as stored in its draft.
struct Filling: Hashable {
  /// A UUID of version 7 (RFC 9562), which never changes.
  let id: String
  /// The number of saves whose bytes differ from those of the previous save; 0 before the first
  /// save.
  private(set) var revision = 0
  /// The hash of the last save's bytes, and the number of these bytes.
  private var fingerprint = ""
  /// Whether these bytes contain secrets. If so, the draft does not store their fingerprint,
  /// because other people could find a short secret by trying hashes.
  private var isSecret = false

  /// - Parameter id: the id to use; nil for a new one.
  init(id: String? = nil) { self.id = id ?? Filling.newID() }

  /// Records a save.
  ///
  /// - Parameters:
  ///   - fingerprint: a hash; equal bytes have equal fingerprints.
  ///   - isSecret: whether the draft must not store the fingerprint. The first save after the draft
  ///     is resumed then always counts as a new revision.
  mutating func noteSave(of fingerprint: String, isSecret: Bool) {
    self.isSecret = isSecret
    if fingerprint == self.fingerprint { return }
    revision += 1
    self.fingerprint = fingerprint
  }

  /// The filling as bytes for the draft.
  var encoded: [UInt8] { Array("\(id) \(revision) \(isSecret ? "" : fingerprint)".utf8) }

  /// Decodes a filling; nil if the bytes do not contain a filling.
  init?(encoded bytes: [UInt8]) {
    let words = String(decoding: bytes, as: UTF8.self)
      .split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 3, let revision = Int(words[1]), (0..<1 << 53).contains(revision) else {
      return nil
    }
    (id, fingerprint) = (String(words[0]), String(words[2]))
    self.revision = revision
  }

  /// Returns a new UUID. It begins with the current time, so later UUIDs sort after it.
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
