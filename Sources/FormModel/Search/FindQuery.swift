// The words that are looked for: each must begin a word of what is searched, without the differences
// of capital letters and accents.

import FormText

/// A text to find, ready to be compared.
struct FindQuery: Sendable {
  private let words: [[UInt8]]

  init(_ text: Text) {
    words = Folding.foldedBytes(text.string, limit: FindQuery.mostBytes).split(separator: 0x20)
      .map(Array.init)
  }

  /// Nobody types more, and a paste of more finds nothing.
  private static let mostBytes = 4_096
  /// How much of a text is searched: an answer may be a megabyte, and slices are short.
  private static let mostSearched = 16 * 1_024

  var isEmpty: Bool { words.isEmpty }

  /// Whether each word begins a word of one of some texts.
  func matches(_ texts: [String]) -> Bool {
    if words.isEmpty { return true }
    let sources = texts.map {
      Folding.foldedBytes($0, limit: FindQuery.mostSearched, reading: FindQuery.mostSearched)
    }
    return words.allSatisfy { word in sources.contains { FindQuery.begins(word, aWordOf: $0) } }
  }

  private static func begins(_ word: [UInt8], aWordOf source: [UInt8]) -> Bool {
    guard word.count <= source.count else { return false }
    var isStart = true
    for place in 0...source.count - word.count {
      let byte = source[place]
      if isStart || startsAlone(byte), byte == word[0],
        source[place..<place + word.count].elementsEqual(word)
      {
        return true
      }
      isStart = !isOfWord(byte)
    }
    return false
  }

  /// Letters and digits of ASCII, and whatever is not ASCII.
  private static func isOfWord(_ byte: UInt8) -> Bool {
    byte >= 0x80 || (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte)
  }

  /// The first byte of characters from U+3000 on: kana, hangul, ideographs and emoji stand without
  /// spaces between words.
  private static func startsAlone(_ byte: UInt8) -> Bool { byte >= 0xE3 }
}
