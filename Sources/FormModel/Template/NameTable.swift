// Names with what they stand for, where a name with `{n}` stands for one name for each number.
//
// Two names can make the same text only when they are the same apart from their digits: the text
// around them, and each run of digits in which neither has a number. So that the names of a long
// template are not compared pair by pair, `DigitIndex` finds those few a name can be the same as.

import FormText

/// Names of which no two make the same text, each with a value that it stands for.
struct NameTable: Sendable {
  /// What came of adding a name.
  enum Addition {
    case done
    /// The name, or one that its number makes, is there already.
    case taken
    /// So many names differ in digits only that nobody can tell whether two are the same.
    case crowded
  }

  /// A name that another can be the same as.
  private enum Other: Sendable {
    case plain(String)
    /// The place of a name with a number.
    case numbered(Int)
  }

  private struct Numbered: Sendable {
    let name: NumberedText
    let numbers: ClosedRange<Int>
    let value: Int
  }

  /// As many names with numbers as are compared one by one.
  private static let mostWithoutIndex = 8
  /// As many names without a number as are looked through one by one.
  private static let mostFew = 8

  /// The first names without a number; most forms have no more, and make no dictionary.
  private var few: [(name: Text, value: Int)] = []
  private var plain: [Text: Int] = [:]
  private var numbered: [Numbered] = []
  private var index: DigitIndex<Other>?
  /// How many more names may be compared: what a form's author means does not come near it.
  private var comparisonsLeft = 250_000

  mutating func reserveCapacity(_ count: Int) {
    if count > NameTable.mostFew { plain.reserveCapacity(count) }
  }

  /// What a name stands for, and the number in it; nil when it is not there.
  func find(_ name: String) -> (value: Int, number: Int?)? {
    let text = Text(name)
    for known in few where known.name == text { return (known.value, nil) }
    if let value = plain[text] { return (value, nil) }
    guard !numbered.isEmpty else { return nil }
    guard let index else { return find(name, among: numbered.indices) }
    return find(
      name,
      among: index.names(like: DigitRuns(of: name)).compactMap {
        if case .numbered(let place) = $0 { place } else { nil }
      })
  }

  private func find(_ name: String, among places: some Sequence<Int>) -> (
    value: Int, number: Int?
  )? {
    for place in places {
      if let number = numbered[place].name.number(making: name, in: numbered[place].numbers) {
        return (numbered[place].value, number)
      }
    }
    return nil
  }

  /// Adds a name that stands for `value`; a number in it is one of `numbers`.
  mutating func add(_ name: NumberedText, numbers: ClosedRange<Int>, value: Int) -> Addition {
    guard name.hasNumber else { return addPlain(name.source, value: value) }
    if index == nil, numbered.count == NameTable.mostWithoutIndex { makeIndex() }
    let runs = index == nil ? nil : DigitRuns(of: name)
    var alike: [Other]
    if let runs {
      guard let found = index?.names(like: runs, atMost: comparisonsLeft) else { return .crowded }
      alike = found
      comparisonsLeft -= found.count
    } else {
      alike = numbered.indices.map { .numbered($0) } + few.map { .plain($0.name.string) }
      if !plain.isEmpty { alike += plain.keys.map { .plain($0.string) } }
    }
    for other in alike {
      switch other {
      case .plain(let text):
        if name.number(making: text, in: numbers) != nil { return .taken }
      case .numbered(let place):
        let other = numbered[place]
        if name.clashes(with: other.name, range: numbers, otherRange: other.numbers) {
          return .taken
        }
      }
    }
    if let runs { index?.add(.numbered(numbered.count), runs) }
    numbered.append(Numbered(name: name, numbers: numbers, value: value))
    return .done
  }

  private mutating func addPlain(_ name: String, value: Int) -> Addition {
    guard numbered.isEmpty || find(name) == nil else { return .taken }
    let text = Text(name)
    if few.contains(where: { $0.name == text }) { return .taken }
    if few.count < NameTable.mostFew {
      few.append((text, value))
    } else if let first = plain.updateValue(value, forKey: text) {
      plain[text] = first
      return .taken
    }
    index?.add(.plain(name), DigitRuns(of: name))
    return .done
  }

  private mutating func makeIndex() {
    var index = DigitIndex<Other>()
    for (place, member) in numbered.enumerated() {
      index.add(.numbered(place), DigitRuns(of: member.name))
    }
    for text in few.map(\.name) + Array(plain.keys) {
      index.add(.plain(text.string), DigitRuns(of: text.string))
    }
    self.index = index
  }
}
