// Names with values. A name with `{n}` stands for one name for each number.
//
// A name with a number is found by its head, the text before the first number: in all its names, a
// digit follows the head. Two such names are compared by trying the numbers of one. The steps for
// all comparisons of a form are limited, and a name beyond the limit is refused, so that no form
// takes long to read.

import FormText

/// Names with values; no two of them give the same text.
struct NameTable: Sendable {
  /// The result of adding a name.
  enum Addition {
    case done
    /// An earlier name gives the same text.
    case taken
    /// The comparison with earlier names would take too many steps.
    case crowded
  }

  private struct Numbered: Sendable {
    let name: NumberedText
    let numbers: ClosedRange<Int>
    let value: Int
  }

  /// The most steps for all tables of a form together: numbers and names that are tried. They take
  /// two or three seconds at most.
  static let mostSteps = 2_000_000
  /// The most candidates: comparing each with each other takes `mostSteps` (half of the square).
  private static let mostCandidates = 2_000
  /// The most names with numbers that are tried one by one, without counting steps.
  private static let mostScanned = 8

  private var plain: [Text: Int] = [:]
  private var numbered: [Numbered] = []
  /// The indexes of names with numbers, by their heads.
  private var places: [Text: [Int]] = [:]
  /// The indexes of names with numbers, by each beginning of their heads that a digit follows.
  private var longer: [Text: [Int]] = [:]

  mutating func reserveCapacity(_ count: Int) { plain.reserveCapacity(count) }

  /// The value of a name, and the number in it; nil without a match.
  func find(_ name: String) -> (value: Int, number: Int?)? {
    if let value = plain[Text(name)] { return (value, nil) }
    return find(name, among: candidates(for: name))
  }

  private func find(_ name: String, among candidates: [Int]) -> (value: Int, number: Int?)? {
    for place in candidates {
      let candidate = numbered[place]
      if let number = candidate.name.number(making: name, in: candidate.numbers) {
        return (candidate.value, number)
      }
    }
    return nil
  }

  /// The indexes of names with numbers that may give a text. All added names were compared with
  /// each other, so only a table with errors has more of them.
  private func candidates(for text: String) -> [Int] {
    if numbered.count <= NameTable.mostScanned { return Array(numbered.indices) }
    let all = NumberedText.heads(in: text).lazy.flatMap { places[$0] ?? [] }
    return Array(all.prefix(NameTable.mostCandidates))
  }

  /// Adds a name, unless an earlier one gives the same text.
  ///
  /// - Parameters:
  ///   - numbers: the numbers of the name; starts at 1 if the name has one.
  ///   - steps: the remaining steps of `mostSteps`.
  mutating func add(
    _ name: NumberedText, numbers: ClosedRange<Int>, value: Int, steps: inout Int
  ) -> Addition {
    let addition =
      name.hasNumber
      ? comparison(of: name, numbers, steps: &steps) : comparison(of: name.source, steps: &steps)
    if addition == .done { insert(name, numbers: numbers, value: value) }
    return addition
  }

  /// Adds a name without comparing it; of two that give the same text, the first is found.
  mutating func insert(_ name: NumberedText, numbers: ClosedRange<Int>, value: Int) {
    guard name.hasNumber else {
      let text = Text(name.source)
      if let first = plain.updateValue(value, forKey: text) { plain[text] = first }
      return
    }
    let place = numbered.count
    places[Text(name.head), default: []].append(place)
    for beginning in NumberedText.heads(in: name.head) {
      longer[beginning, default: []].append(place)
    }
    numbered.append(Numbered(name: name, numbers: numbers, value: value))
  }

  /// Changes the value of a name without a number.
  mutating func replace(_ name: String, by value: Int) { plain[Text(name)] = value }

  private func comparison(of name: String, steps: inout Int) -> Addition {
    if plain[Text(name)] != nil { return .taken }
    if numbered.isEmpty { return .done }
    let candidates = candidates(for: name)
    if candidates.count > NameTable.mostScanned { steps -= candidates.count }
    guard steps >= 0 else { return .crowded }
    return find(name, among: candidates) == nil ? .done : .taken
  }

  private func comparison(
    of name: NumberedText, _ numbers: ClosedRange<Int>, steps: inout Int
  ) -> Addition {
    if numbers.count <= plain.count {
      for number in numbers {
        steps -= 1
        guard steps >= 0 else { return .crowded }
        if plain[Text(name.text(number: number))] != nil { return .taken }
      }
    } else {
      steps -= plain.count
      guard steps >= 0 else { return .crowded }
      for text in plain.keys where name.number(making: text.string, in: numbers) != nil {
        return .taken
      }
    }
    var others = candidates(for: name.head + "1")
    if numbered.count > NameTable.mostScanned { others += longer[Text(name.head)] ?? [] }
    for other in others.lazy.map({ numbered[$0] }) {
      guard
        let clashes = name.clashes(
          with: other.name, range: numbers, otherRange: other.numbers, steps: &steps)
      else { return .crowded }
      if clashes { return .taken }
    }
    return .done
  }
}
