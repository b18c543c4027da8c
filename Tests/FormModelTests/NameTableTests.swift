// The table of the names of rows. A row template with a `count` has a name for each of its numbers.

import FormFixtures
import FormText
import TerminalTesting
import Testing

@testable import FormModel

@Suite("Names of counted rows")
struct NameTableTests {
  /// Returns all texts that a name stands for, with numbers from 1 to `most`.
  private func texts(of name: NumberedText, _ most: Int) -> Set<Text> {
    Set((1...most).map { Text(name.text(number: $0)) })
  }

  @Test("Two names conflict exactly if some numbers give the same text", arguments: 0..<40)
  func clashes(seed: Int) {
    var random = SeededGenerator(seed: seed)
    let parts = ["", "1", "2", "11", "a", "1a", "a1", "0", "10"]
    func name() -> NumberedText {
      let count = Int.random(in: 1...3, using: &random)
      return NumberedText(
        (0...count).map { _ in parts.randomElement(using: &random) ?? "" }.joined(separator: "{n}"))
    }
    for _ in 0..<200 {
      let (one, other) = (name(), name())
      let (most, otherMost) = (
        Int.random(in: 1...130, using: &random), Int.random(in: 1...130, using: &random)
      )
      var steps = NameTable.mostSteps
      #expect(
        one.clashes(with: other, range: 1...most, otherRange: 1...otherMost, steps: &steps)
          == !texts(of: one, most).isDisjoint(with: texts(of: other, otherMost)),
        "\(one.source) to \(most), \(other.source) to \(otherMost)")
    }
  }

  @Test("A table refuses only names that conflict, and finds all other names", arguments: 0..<30)
  func table(seed: Int) {
    var random = SeededGenerator(seed: seed)
    var table = NameTable()
    var steps = NameTable.mostSteps
    var taken: [Text: (value: Int, number: Int?)] = [:]
    let parts = ["", "1", "2", "a", "a1", "_", "12"]
    for value in 0..<120 {
      let count = Int.random(in: 0...2, using: &random)
      let name = NumberedText(
        "x"
          + (0...count).map { _ in parts.randomElement(using: &random) ?? "" }
          .joined(separator: "{n}"))
      let most = Int.random(in: 1...12, using: &random)
      let all: [(Text, Int?)] =
        name.hasNumber
        ? (1...most).map { (Text(name.text(number: $0)), $0) } : [(Text(name.source), nil)]
      let isFree = all.allSatisfy { taken[$0.0] == nil }
      let addition = table.add(name, numbers: 1...most, value: value, steps: &steps)
      #expect(addition == (isFree ? .done : .taken), "\(name.source) to \(most)")
      if isFree { for (text, number) in all { taken[text] = (value, number) } }
    }
    for (text, expected) in taken {
      let found = table.find(text.string)
      #expect(found?.value == expected.value && found?.number == expected.number, "\(text)")
    }
    for number in 1...300 where taken[Text("x\(number)")] == nil {
      #expect(table.find("x\(number)") == nil)
    }
  }

  @Test("Thousands of names with numbers are accepted if their texts differ before the number")
  func many() {
    var table = NameTable()
    var steps = NameTable.mostSteps
    func add(_ name: String, _ numbers: ClosedRange<Int>, _ value: Int) -> NameTable.Addition {
      table.add(NumberedText(name), numbers: numbers, value: value, steps: &steps)
    }
    for number in 0..<5_000 {
      #expect(add("q\(number)_{n}", 1...9, number) == .done)
      #expect(add("p_\(number + 10)", 0...0, number) == .done)
    }
    #expect(add("p_{n}", 1...9, 5_000) == .done)
    #expect(add("p_{n}", 1...9, 5_001) == .taken)
    #expect(add("p_7", 0...0, 5_001) == .taken)
    #expect(add("q{n}_1", 1...9, 0) == .taken)
    #expect(table.find("q4999_7").map { [$0.value, $0.number] } == [4_999, 7])
    #expect(table.find("q5000_1") == nil)
  }

  @Test("Names that take too many steps to compare are refused")
  func crowded() {
    var table = NameTable()
    var steps = 20_000
    let additions = (1_000..<2_000).map {
      table.add(NumberedText("a{n}_\($0)"), numbers: 1...1, value: 0, steps: &steps)
    }
    #expect(additions.prefix(150).allSatisfy { $0 == .done })
    #expect(additions.suffix(700).allSatisfy { $0 == .crowded })
    // No text belongs to both names, but only trying all numbers shows that.
    steps = 20_000
    var other = NameTable()
    let all = 1...10_000_000
    #expect(other.add(NumberedText("b{n}"), numbers: all, value: 0, steps: &steps) == .done)
    #expect(other.add(NumberedText("b0{n}"), numbers: all, value: 1, steps: &steps) == .crowded)
  }

  @Test("The id of counted rows can have at most 256 bytes")
  func long() {
    func sentences(_ length: Int) -> [String] {
      let id = String(repeating: "1a", count: length / 2 - 2) + "a{n}"
      return Template.errors(
        in: """
          {"longform": 1, "id": "x", "sections": [{"id": "s", "rows": [
            {"id": "\(id)", "count": 2}, {"id": "\(id.dropLast(4))5"}]}]}
          """
      ).map(\.sentence)
    }
    #expect(sentences(256).isEmpty)
    #expect(
      sentences(258) == [
        "\"id\" has more than 256 bytes, too many for the id of counted rows; make it shorter"
      ])
  }
}
