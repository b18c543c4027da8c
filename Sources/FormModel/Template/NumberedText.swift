// Texts of a template in which `{n}` stands for a number.

import FormText

/// A text in which every `{n}` is replaced by a number.
public struct NumberedText: Hashable, Sendable {
  /// The text before the first `{n}`.
  private let first: String
  /// The text behind each `{n}`; most texts of a long form have none, and take no list.
  private let rest: [String]

  init(_ source: String) {
    guard source.utf8.contains(UInt8(ascii: "{")) else {
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

  /// A text in which `{n}` has no meaning.
  init(verbatim text: String) {
    first = text
    rest = []
  }

  /// The texts between the `{n}`; one part more than there are numbers.
  package var parts: [String] { [first] + rest }

  /// Whether the number is in it at all.
  var hasNumber: Bool { !rest.isEmpty }

  /// The text as it stands in the template.
  public var source: String { rest.isEmpty ? first : parts.joined(separator: "{n}") }

  /// The text with the number in it.
  package func text(number: Int) -> String {
    // Not joined(separator:): what it needs is made before the first screen.
    rest.reduce(first) { $0 + String(number) + $1 }
  }

  /// The number that makes `text`, when one in `range` does.
  func number(making text: String, in range: ClosedRange<Int>) -> Int? {
    guard hasNumber, text.utf8.starts(with: first.utf8) else { return nil }
    let digits = text.utf8.dropFirst(first.utf8.count).prefix(while: \.isASCIIDigit)
    // Digits that belong to the text after the number are tried from the longest number down.
    for length in stride(from: min(digits.count, 19), to: 0, by: -1) {
      let number = digits.prefix(length).reduce(into: 0) { $0 = $0 &* 10 &+ Int($1 &- 0x30) }
      if range.contains(number), self.text(number: number).hasSameScalars(as: text) {
        return number
      }
    }
    return nil
  }

  /// Whether a number in `range` and one in `otherRange` make the same text of both; ranges begin
  /// at 1. O(length) for each number of digits.
  func clashes(with other: NumberedText, range: ClosedRange<Int>, otherRange: ClosedRange<Int>)
    -> Bool
  {
    let (literals, others) = (literalCount, other.literalCount)
    for digits in 1...String(range.upperBound).utf8.count {
      let length = literals + rest.count * digits
      for otherDigits in 1...String(otherRange.upperBound).utf8.count
      where length == others + other.rest.count * otherDigits {
        var equation = DigitEquation(digits: digits, otherDigits: otherDigits)
        if equation.holds(for: self, and: other),
          let numbers = equation.leastNumbers, range.contains(numbers.0),
          otherRange.contains(numbers.1)
        {
          return true
        }
      }
    }
    return false
  }

  private var literalCount: Int { rest.reduce(first.utf8.count) { $0 + $1.utf8.count } }
}

/// Two texts whose numbers have so many digits, set equal: which digits must be the same.
private struct DigitEquation {
  private let digits: Int
  private let otherDigits: Int
  /// For each of the ten digits, and then for each place of both numbers, one that it equals.
  private var equals: [Int]

  init(digits: Int, otherDigits: Int) {
    (self.digits, self.otherDigits) = (digits, otherDigits)
    equals = Array(0..<10 + digits + otherDigits)
  }

  /// What stands at a place of a text: a byte, or a place in its number.
  private enum Symbol {
    case byte(UInt8)
    case digit(Int)
  }

  /// Whether the bytes of the texts are the same where neither has its number; notes the rest.
  mutating func holds(for text: NumberedText, and other: NumberedText) -> Bool {
    let symbols = symbols(of: text, digits: digits, from: 10)
    let others = self.symbols(of: other, digits: otherDigits, from: 10 + digits)
    for (symbol, other) in zip(symbols, others) {
      switch (symbol, other) {
      case (.byte(let byte), .byte(let other)): if byte != other { return false }
      case (.digit(let place), .digit(let other)): join(place, other)
      case (.digit(let place), .byte(let byte)), (.byte(let byte), .digit(let place)):
        guard byte.isASCIIDigit else { return false }
        join(place, Int(byte) - 0x30)
      }
    }
    return true
  }

  private func symbols(of text: NumberedText, digits: Int, from place: Int) -> [Symbol] {
    var symbols: [Symbol] = []
    for (index, part) in text.parts.enumerated() {
      if index > 0 { symbols += (place..<place + digits).map { .digit($0) } }
      symbols += part.utf8.map { .byte($0) }
    }
    return symbols
  }

  /// The least numbers for which the texts are equal; nil when there are none.
  var leastNumbers: (Int, Int)? {
    // A digit that is free is the least it can be: 1 where a number begins, 0 elsewhere.
    let leading = [root(of: 10), root(of: 10 + digits)]
    for digit in 1..<10 where root(of: digit) != digit { return nil }
    guard !leading.contains(0) else { return nil }
    func number(_ places: Range<Int>) -> Int {
      places.reduce(0) { number, place in
        let root = root(of: place)
        let digit = root < 10 ? root : (leading.contains(root) ? 1 : 0)
        return number &* 10 &+ digit
      }
    }
    return (number(10..<10 + digits), number(10 + digits..<equals.count))
  }

  /// Each set of equals is known by its least member, so that a digit is its own.
  private func root(of place: Int) -> Int {
    var place = place
    while equals[place] != place { place = equals[place] }
    return place
  }

  private mutating func join(_ place: Int, _ other: Int) {
    let (root, otherRoot) = (root(of: place), root(of: other))
    equals[max(root, otherRoot)] = min(root, otherRoot)
  }
}
