// A table of names and their values. A name with `{n}` represents one text for each number.
//
// Names with numbers are indexed by their head, which is the text before the first number. In every
// text that such a name represents, a digit follows the head. Two of these names are compared by
// trying all numbers of the name that has fewer numbers. The total number of steps for all
// comparisons in a form is limited; beyond the limit, further names are refused. So every form can
// be read in a short time.

import FormText

/// Names and their values. No text is represented by two names.
struct NameTable: Sendable {
  /// The result of adding a name.
  enum Addition {
    case done
    /// An earlier name represents the same text.
    case taken
    /// Comparing the name with earlier names would take too many steps.
    case crowded
  }

  private struct Numbered: Sendable {
    let name: NumberedText
    let numbers: ClosedRange<Int>
    let value: Int
  }

  /// The largest number of steps for all tables of a form. A step tries one number or one name. All
  /// steps take at most two or three seconds.
  static let mostSteps = 2_000_000
  /// The largest number of candidates: names with numbers that may represent a text. Comparing this
  /// many with each other takes `mostSteps` steps, which is half the square of their number.
  private static let mostCandidates = 2_000
  /// The largest number of names with numbers that are tried one by one without counting the steps.
  private static let mostScanned = 8

  private var plain: [Text: Int] = [:]
  private var numbered: [Numbered] = []
  /// The indices of names with numbers, by head.
  private var places: [Text: [Int]] = [:]
  /// The indices of names with numbers, by each beginning of the head that a digit follows.
  private var longer: [Text: [Int]] = [:]

  mutating func reserveCapacity(_ count: Int) { plain.reserveCapacity(count) }

  /// Finds the value for a text and the number in the text; nil if no name represents it.
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

  /// The indices of names with numbers that may represent a text. There are few of them because
  /// names were compared when they were added; only a table with clashing names may have more.
  private func candidates(for text: String) -> [Int] {
    if numbered.count <= NameTable.mostScanned { return Array(numbered.indices) }
    let all = NumberedText.heads(in: text).lazy.flatMap { places[$0] ?? [] }
    return Array(all.prefix(NameTable.mostCandidates))
  }

  /// Adds a name, unless an earlier name represents the same text.
  ///
  /// - Parameters:
  ///   - numbers: the numbers of the name; they start at 1 if the name has `{n}`.
  ///   - steps: the steps that remain of `mostSteps`.
  mutating func add(
    _ name: NumberedText, numbers: ClosedRange<Int>, value: Int, steps: inout Int
  ) -> Addition {
    let addition =
      name.hasNumber
      ? comparison(of: name, numbers, steps: &steps) : comparison(of: name.source, steps: &steps)
    if addition == .done { insert(name, numbers: numbers, value: value) }
    return addition
  }

  /// Adds a name without comparing it. If two names represent the same text, `find` returns the
  /// first.
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

  /// Changes the value of a name without `{n}`.
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
