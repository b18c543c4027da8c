// Texts of a template in which `{n}` stands for a number.

/// A text in which every `{n}` is replaced by a number.
public struct NumberedText: Hashable, Sendable {
  /// The text between the `{n}`; one part more than there are numbers.
  let parts: [String]

  init(_ source: String) {
    // Most texts of a long form have no number: they are taken as they are.
    guard source.utf8.contains(UInt8(ascii: "{")) else {
      parts = [source]
      return
    }
    var parts: [String] = []
    var part = String.UnicodeScalarView()
    var rest = source.unicodeScalars[...]
    while let scalar = rest.first {
      if scalar == "{", rest.dropFirst().first == "n", rest.dropFirst(2).first == "}" {
        parts.append(String(part))
        part = String.UnicodeScalarView()
        rest = rest.dropFirst(3)
      } else {
        part.append(scalar)
        rest = rest.dropFirst()
      }
    }
    parts.append(String(part))
    self.parts = parts
  }

  /// A text in which `{n}` has no meaning.
  init(verbatim text: String) {
    parts = [text]
  }

  /// Whether the number is in it at all.
  var hasNumber: Bool { parts.count > 1 }

  /// The text as it stands in the template.
  public var source: String { parts.count == 1 ? parts[0] : parts.joined(separator: "{n}") }

  /// The text with the number in it.
  func text(number: Int) -> String {
    parts.count == 1 ? parts[0] : parts.joined(separator: String(number))
  }

  /// The number that makes `text`, when one in `range` does.
  func number(making text: String, in range: ClosedRange<Int>) -> Int? {
    guard hasNumber, let first = parts.first, text.utf8.starts(with: first.utf8) else { return nil }
    let digits = text.utf8.dropFirst(first.utf8.count).prefix { (0x30...0x39).contains($0) }
    // Digits that belong to the text after the number are tried from the longest number down.
    for length in stride(from: min(digits.count, 19), to: 0, by: -1) {
      let number = digits.prefix(length).reduce(into: 0) { $0 = $0 &* 10 &+ Int($1 &- 0x30) }
      if range.contains(number), self.text(number: number).hasSameScalars(as: text) {
        return number
      }
    }
    return nil
  }

  /// Whether a number in `range` and one in `otherRange` make the same text of both.
  func clashes(with other: NumberedText, range: ClosedRange<Int>, otherRange: ClosedRange<Int>)
    -> Bool
  {
    switch (hasNumber, other.hasNumber) {
    case (false, false): return source.hasSameScalars(as: other.source)
    case (true, false): return number(making: other.source, in: range) != nil
    case (false, true): return other.number(making: source, in: otherRange) != nil
    case (true, true):
      guard mayClash(with: other) else { return false }
      if range.count > otherRange.count {
        return other.clashes(with: self, range: otherRange, otherRange: range)
      }
      return range.contains { other.number(making: text(number: $0), in: otherRange) != nil }
    }
  }

  /// Whether the text before the first and after the last number allow a clash at all.
  private func mayClash(with other: NumberedText) -> Bool {
    func agree(_ left: some Collection<UInt8>, _ right: some Collection<UInt8>) -> Bool {
      // Where one text ends and the other goes on, a digit of the number may stand.
      let common = zip(left, right).prefix { $0 == $1 }.count
      if common == min(left.count, right.count) {
        let rest =
          left.count > right.count ? Array(left.dropFirst(common)) : Array(right.dropFirst(common))
        return rest.allSatisfy { (0x30...0x39).contains($0) }
      }
      return false
    }
    guard let first = parts.first, let otherFirst = other.parts.first,
      let last = parts.last, let otherLast = other.parts.last
    else { return false }
    if parts.count > 2 || other.parts.count > 2 { return true }
    return agree(first.utf8, otherFirst.utf8)
      && agree(last.utf8.reversed(), otherLast.utf8.reversed())
  }
}
