// Random changes of bytes: flips, repetitions, insertions.
//
// Invariant: the result depends only on the input, and each change draws the same numbers in the
// same order. Otherwise the seeds of earlier failures would no longer reproduce them.

import TerminalTesting

/// Changes documents of one kind at random positions.
struct Mutation {
  /// The documents whose parts are copied into other documents.
  let documents: [[UInt8]]
  /// Texts with a special meaning in such documents.
  let pieces: [String]

  /// Makes one to three changes.
  func mutate(_ bytes: inout [UInt8], _ input: inout Input) {
    for _ in 0...input.number(below: 3) { mutateOnce(&bytes, &input) }
  }

  private func mutateOnce(_ bytes: inout [UInt8], _ input: inout Input) {
    let place = input.number(below: bytes.count + 1)
    let end = min(place + input.number(below: 12), bytes.count)
    switch input.number(below: 8) {
    case 0: bytes.insert(UInt8(input.number(below: 256)), at: place)
    case 1: bytes.removeSubrange(place..<end)
    case 2: bytes.insert(contentsOf: Array(bytes[place..<end]), at: place)
    case 3 where place < bytes.count: bytes[place] ^= 1 << UInt8(input.number(below: 8))
    case 4:
      let other = documents[input.number(below: documents.count)]
      bytes.insert(contentsOf: other[input.number(below: other.count)...], at: place)
    case 5:
      let piece = piece(&input)
      let times = 1 << input.number(below: 12)
      bytes.insert(contentsOf: Array(repeating: piece, count: times).joined(), at: place)
    default: bytes.insert(contentsOf: piece(&input), at: place)
    }
  }

  /// Returns one of `pieces`.
  func piece(_ input: inout Input) -> [UInt8] {
    Array(pieces[input.number(below: pieces.count)].utf8)
  }
}
