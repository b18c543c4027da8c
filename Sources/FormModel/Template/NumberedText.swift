// Texts of a template in which `{n}` means the number of a row or the position of an item.

import FormText

/// A text in which every `{n}` is replaced by a number.
public struct NumberedText: Hashable, Sendable {
  /// The text before the first `{n}`; the whole text if there is none.
  private let first: String
  /// The texts after each `{n}`. Most texts of a long form have no `{n}` and need no array.
  private let rest: [String]

  init(_ source: String) {
    guard source.has(byte: UInt8(ascii: "{")) else {
      (first, rest) = (source, [])
      return
    }
    var parts: [String] = []
    var part = String.UnicodeScalarView()
    var unread = source.unicodeScalars[...]
    while let scalar = unread.first {
      if scalar == "{", unread.dropFirst().first == "n", unread.dropFirst(2).first == "}" {
        parts.append(String(part))
        part = String.UnicodeScalarView()
        unread = unread.dropFirst(3)
      } else {
        part.append(scalar)
        unread = unread.dropFirst()
      }
    }
    parts.append(String(part))
    first = parts[0]
    rest = Array(parts.dropFirst())
  }

  /// Creates a text in which `{n}` has no special meaning.
  init(verbatim text: String) {
    first = text
    rest = []
  }

  /// The texts before, between and after the `{n}`: one more than there are `{n}`.
  package var parts: [String] { [first] + rest }

  /// Whether the text contains `{n}`.
  var hasNumber: Bool { !rest.isEmpty }

  /// The text as written in the template.
  public var source: String { rest.isEmpty ? first : parts.joined(separator: "{n}") }

  /// Returns the text with a number in place of each `{n}`.
  package func text(number: Int) -> String {
    // `joined(separator:)` would instantiate its generic types before the first screen.
    guard !rest.isEmpty else { return first }
    let digits = String(number)
    return rest.reduce(into: first) { text, part in
      text += digits
      if !part.isEmpty { text += part }
    }
  }

  /// Finds the number in `range` with which this text equals `text`; nil if there is none.
  func number(making text: String, in range: ClosedRange<Int>) -> Int? {
    guard let tail = rest.last, text.utf8.starts(with: first.utf8),
      text.utf8.reversed().starts(with: tail.utf8.reversed())
    else { return nil }
    let digits = text.utf8.dropFirst(first.utf8.count).prefix(while: \.isASCIIDigit)
    // Some digits may belong to the text after the number, so try shorter and shorter numbers.
    for length in stride(from: min(digits.count, 19), to: 0, by: -1) {
      let number = digits.prefix(length).reduce(into: 0) { $0 = $0 &* 10 &+ Int($1 &- 0x30) }
      if range.contains(number), self.text(number: number).hasSameScalars(as: text) {
        return number
      }
    }
    return nil
  }

  // MARK: - Comparing two names

  /// The largest size of a name with numbers, in bytes.
  static let mostBytes = 256

  /// The text before the first number.
  var head: String { first }

  /// All heads that a name for this text can have: the beginnings of the text that a digit follows.
  static func heads(in text: String) -> [Text] {
    let bytes = text.utf8.prefix(mostBytes)
    return bytes.indices.filter { bytes[$0].isASCIIDigit }.map { Text(String(text[..<$0])) }
  }

  /// Whether both names can result in the same text, this one with a number in `range` and the
  /// other with a number in `otherRange`. Nil if finding this out takes more than the remaining
  /// steps. O(steps), with at most one step for each number of the shorter range.
  func clashes(
    with other: NumberedText, range: ClosedRange<Int>, otherRange: ClosedRange<Int>,
    steps: inout Int
  ) -> Bool? {
    if range.count > otherRange.count {
      return other.clashes(with: self, range: otherRange, otherRange: range, steps: &steps)
    }
    steps -= 1
    guard steps >= 0 else { return nil }
    let (tail, otherTail) = (rest.last ?? first, other.rest.last ?? other.first)
    guard first.utf8.starts(with: other.first.utf8) || other.first.utf8.starts(with: first.utf8),
      tail.utf8.reversed().starts(with: otherTail.utf8.reversed())
        || otherTail.utf8.reversed().starts(with: tail.utf8.reversed())
    else { return false }
    for number in range {
      steps -= 1
      guard steps >= 0 else { return nil }
      if other.number(making: text(number: number), in: otherRange) != nil { return true }
    }
    return false
  }
}
