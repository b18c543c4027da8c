// Patterns of the names of variables in the format `env`. A row template describes one row, or
// several rows if it has a `count` or is in a repeating section. The variable names of these rows
// differ only in numbers, so one pattern of texts and numbers describes all of these names.

import FormModel
import FormText

/// A pattern of variable names.
struct VariablePattern: Sendable {
  /// A part of a name.
  private enum Part: Sendable {
    case text([UInt8])
    /// Any number in a range, without leading zeros.
    case number(ClosedRange<Int>)
  }

  /// The parts. Two texts are never adjacent.
  private var parts: [Part] = []
  /// The row's name for messages.
  let path: String
  /// The key that the row, or its section, shares with others; nil if they share none. Only one of
  /// the rows and sections that share a key is written.
  var sharedKey: Int?

  /// The positions that an item can have. The number of items has no limit.
  static let anyItem = 0...(1 << 40)

  init(path: String) {
    self.path = path
  }

  mutating func append(_ text: String) {
    guard !text.isEmpty else { return }
    if case .text(let before)? = parts.last {
      parts[parts.count - 1] = .text(before + Array(text.utf8))
    } else {
      parts.append(.text(Array(text.utf8)))
    }
  }

  mutating func append(_ numbers: ClosedRange<Int>) { parts.append(.number(numbers)) }

  /// Inserts a `_` at the beginning if the name is empty or begins with a digit.
  mutating func beginWithoutDigit() {
    switch parts.first {
    case .text(let text) where text.first.map(\.isASCIIDigit) == false: return
    case .text(let text): parts[0] = .text([UInt8(ascii: "_")] + text)
    case .number, nil: parts.insert(.text([UInt8(ascii: "_")]), at: 0)
    }
  }

  /// The text before the first number.
  var head: [UInt8] {
    if case .text(let text)? = parts.first { text } else { [] }
  }

  /// Whether the pattern stands for more than one name.
  var hasNumber: Bool { parts.count > 1 }

  /// The names without their digits. Patterns that match the same name have the same skeleton.
  var skeleton: [UInt8] {
    example.utf8.filter { !$0.isASCIIDigit }
  }

  /// The first of the names that match the pattern.
  var example: String {
    parts.map { part in
      switch part {
      case .text(let text): String(decoding: text, as: UTF8.self)
      case .number(let numbers): "\(numbers.lowerBound)"
      }
    }.joined()
  }

  /// Whether the pattern matches a name.
  func matches(_ name: some Sequence<UInt8>) -> Bool {
    VariablePattern.matches(parts[...], Array(name)[...])
  }

  private static func matches(_ parts: ArraySlice<Part>, _ name: ArraySlice<UInt8>) -> Bool {
    guard let part = parts.first else { return name.isEmpty }
    switch part {
    case .text(let text):
      return name.starts(with: text) && matches(parts.dropFirst(), name.dropFirst(text.count))
    case .number(let numbers):
      let digits = name.prefix(18).prefix(while: \.isASCIIDigit)
      return digits.indices.contains { last in
        let digits = digits[...last]
        if digits.count > 1, digits.first == UInt8(ascii: "0") { return false }
        let number = digits.reduce(into: 0) { $0 = $0 * 10 + Int($1 - 0x30) }
        return numbers.contains(number) && matches(parts.dropFirst(), name[(last + 1)...])
      }
    }
  }

  // MARK: - Two patterns

  /// Whether some name matches both patterns.
  ///
  /// - Parameter trials: the number of names that may still be tried; this function decreases it.
  func meets(_ other: VariablePattern, trials: inout Int) -> Bool {
    guard mayMeet(other) else { return false }
    // The names of the pattern with fewer names are tried. If both patterns have too many names to
    // try, the function assumes that a common name exists.
    let (few, many) = count <= other.count ? (self, other) : (other, self)
    if few.count > trials { return true }
    trials -= few.count
    return few.contains { many.matches($0) }
  }

  /// The maximum number of names to try for one form.
  static let mostTried = 2_000_000

  /// The number of names that match the pattern.
  private var count: Int {
    parts.reduce(1) { count, part in
      guard case .number(let numbers) = part else { return count }
      let (product, overflows) = count.multipliedReportingOverflow(by: numbers.count)
      return overflows ? .max : product
    }
  }

  private func contains(where isWanted: ([UInt8]) -> Bool) -> Bool {
    func visit(_ parts: ArraySlice<Part>, _ name: [UInt8]) -> Bool {
      switch parts.first {
      case nil: isWanted(name)
      case .text(let text): visit(parts.dropFirst(), name + text)
      case .number(let numbers):
        numbers.contains { visit(parts.dropFirst(), name + Array("\($0)".utf8)) }
      }
    }
    return visit(parts[...], [])
  }

  /// Whether the patterns would have a common name if a number could be any run of digits. Explores
  /// all pairs of positions, one in each pattern, that the same prefix of a name can reach.
  private func mayMeet(_ other: VariablePattern) -> Bool {
    let (left, right) = (units, other.units)
    let width = right.count + 1
    var reached = Set([0])
    var waiting = [0]
    while let pair = waiting.popLast() {
      let (place, otherPlace) = (pair / width, pair % width)
      if place == left.count, otherPlace == right.count { return true }
      guard place < left.count, otherPlace < right.count else { continue }
      let (unit, otherUnit) = (left[place], right[otherPlace])
      if let unit, let otherUnit, unit != otherUnit { continue }
      // A step reads one character of a name. After a digit, a number may continue or end.
      if let digit = unit ?? otherUnit, unit == nil || otherUnit == nil, !digit.isASCIIDigit {
        continue
      }
      var next = [pair + width + 1]
      if unit == nil { next.append(pair + 1) }
      if otherUnit == nil { next.append(pair + width) }
      for pair in next where reached.insert(pair).inserted { waiting.append(pair) }
    }
    return false
  }

  /// The bytes of the pattern, with nil for a number.
  private var units: [UInt8?] {
    parts.flatMap { part -> [UInt8?] in
      switch part {
      case .text(let text): text.map { $0 }
      case .number: [nil]
      }
    }
  }
}
