// The terminal's bytes that are not yet decoded.
//
// Invariant: removing bytes from the head is O(1). Bytes that arrive later reuse the memory of the
// removed bytes.

/// The bytes that are not yet decoded.
struct InputQueue {
  private var bytes: [UInt8] = []
  private var head = 0

  var count: Int { bytes.count - head }
  var isEmpty: Bool { head == bytes.count }
  func rest(from place: Int = 0) -> ArraySlice<UInt8> { bytes[(head + place)...] }
  subscript(place: Int) -> UInt8 { bytes[head + place] }

  mutating func drop(_ count: Int) { head += count }

  mutating func append(_ new: ArraySlice<UInt8>) {
    if head > 0 {
      bytes.removeSubrange(..<head)
      head = 0
    }
    bytes.append(contentsOf: new)
  }
}
