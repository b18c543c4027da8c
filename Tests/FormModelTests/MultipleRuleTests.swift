// The rule `multipleOf`. It is exact for all digits and exponents.

import FormFixtures
import FormText
import TerminalTesting
import Testing

@testable import FormModel

@Suite("Multiples of a number")
struct MultipleRuleTests {
  /// Returns the rule's sentence about a number; nil if the number is a multiple.
  private func sentence(_ number: String, multipleOf divisor: String) throws -> String? {
    let rule = try #require(MultipleRule(divisor), "\(divisor)")
    do throws(Refusal) {
      try rule.check(Text(number), value: .number(Text(number)))
      return nil
    } catch {
      return error.sentence
    }
  }

  @Test("The problem names the number of which the answer is not a multiple")
  func row() throws {
    let keys = "\"type\": \"decimal\", \"multipleOf\": 0.1"
    #expect(try RowTypeTests.problem("12.35", keys) == "“12.35” is not a multiple of 0.1")
    #expect(try RowTypeTests.problem("12.30", keys) == nil)
    #expect(try RowTypeTests.problem("", keys) == nil, "rules accept a row without an answer")
    #expect(try RowTypeTests.problem("1", keys + ", \"message\": \"Tenths\"") == nil)
    #expect(try RowTypeTests.problem("0.05", keys + ", \"message\": \"Tenths\"") == "Tenths")
    let whole = "\"type\": \"integer\", \"multipleOf\": 25"
    #expect(try RowTypeTests.problem("-75", whole) == nil)
    #expect(try RowTypeTests.problem("80", whole) == "“80” is not a multiple of 25")
  }

  @Test(
    "Multiples of any size are accepted, because the digits are compared exactly",
    arguments: [
      ("0", "7"), ("-0.0e5", "0.3"), ("0.3", "0.1"), ("1.1", "0.1"), ("4.35", "0.01"),
      ("19.99", "0.01"), ("-1.5", "0.5"), ("1e400", "1e400"), ("1e400", "2e399"),
      ("3e-400", "1e-400"),
      ("1e99999999999999999999", "1"), ("1e99999999999999999999", "8e10000"), ("7E+3", "70.00e2"),
      ("999999999999999999000000000000000000", "999999999999999999"),
      ("1e60", "576460752303423488"), ("123456789012345678901234567890", "1234567890"),
    ])
  func multiple(number: String, divisor: String) throws {
    #expect(try sentence(number, multipleOf: divisor) == nil)
  }

  @Test(
    "Numbers of any size that are not multiples are refused",
    arguments: [
      ("1", "7"), ("0.35", "0.1"), ("1e400", "7e399"), ("1e-400", "1"), ("5", "1e1"),
      ("1e99999999999999999999", "3"), ("1e-99999999999999999999", "1e-10000"),
      ("1.00000000000000000000000000000000000001", "0.1"), ("1e58", "576460752303423488"),
      ("123456789012345678901234567891", "1234567890"), ("1e9999", "1e10000"),
      ("999999999999999999000000000000000001", "999999999999999999"),
    ])
  func other(number: String, divisor: String) throws {
    #expect(
      try sentence(number, multipleOf: divisor)
        == "\(Text(number).quoted) is not a multiple of \(divisor)")
  }

  @Test("Random numbers are accepted if and only if their quotient is whole")
  func random() throws {
    var generator = SeededGenerator(seed: 8)
    var multiples = 0
    for _ in 0..<20_000 {
      let divisor = Int.random(in: 1...60, using: &generator)
      let number = Int.random(in: -9_999...9_999, using: &generator)
      let (power, other) = (
        Int.random(in: 0...4, using: &generator), Int.random(in: 0...4, using: &generator)
      )
      func raised(_ power: Int) -> Int { (0..<power).reduce(1) { product, _ in product * 10 } }
      // Both numbers are multiplied by 10⁴, so that whole numbers can be divided instead of
      // decimals.
      let isMultiple = number * raised(4 - power) % (divisor * raised(4 - other)) == 0
      let sentence = try sentence("\(number)e-\(power)", multipleOf: "\(divisor)e-\(other)")
      #expect((sentence == nil) == isMultiple, "\(number)e-\(power), \(divisor)e-\(other)")
      if isMultiple { multiples += 1 }
    }
    #expect(multiples > 100)
  }

  @Test("An answer of a million digits is checked exactly")
  func long() throws {
    let number = String(repeating: "9", count: 1_000_000)
    #expect(try sentence(number, multipleOf: "9") == nil)
    #expect(try sentence(number, multipleOf: "8") != nil)
  }

  @Test(
    "An invalid divisor, or a divisor too long to be exact, is not accepted as a rule",
    arguments: [
      "0", "-0", "0.00", "-1", "", "x", "01", "1e", "1234567890123456789", "1e10001", "1e-10001",
      "1e99999999999999999999", "0e99999999999999999999",
    ])
  func refused(divisor: String) {
    #expect(MultipleRule(divisor) == nil)
  }

  @Test("Leading and trailing zeros of a divisor do not count as digits")
  func zeros() {
    #expect(MultipleRule("1000000000000000000000000") != nil)
    #expect(MultipleRule("0.00000000000000000000000010000") != nil)
  }

  @Test(
    "An error in a template lists the allowed values",
    arguments: [
      (
        "\"type\": \"decimal\", \"multipleOf\": 0",
        "1:96: sections[0].rows[0].multipleOf: \"multipleOf\" must be a number greater than 0, not 0 (allowed: a number greater than 0, of at most 18 digits times 1e-10000 to 1e10000)"
      ),
      (
        "\"type\": \"integer\", \"multipleOf\": -2",
        "must be a number greater than 0, not -2 (allowed"
      ),
      (
        "\"type\": \"integer\", \"multipleOf\": \"2\"",
        "must be a number greater than 0, not “2” (allowed"
      ),
      (
        "\"type\": \"decimal\", \"multipleOf\": [2]",
        "must be a number greater than 0, not an array (allowed"
      ),
      (
        "\"type\": \"decimal\", \"multipleOf\": 1e10001",
        "1e-10000 to 1e10000, not 1e10001 (allowed"
      ),
      (
        "\"multipleOf\": 2",
        "has no meaning in a row of type text; it is for rows of type integer and decimal (allowed: multipleOf in rows of type integer, decimal)"
      ),
      (
        "\"type\": \"decimal\", \"multipleOf\": 0.1, \"default\": 0.25",
        "“0.25” is not a multiple of 0.1"
      ),
    ])
  func error(keys: String, expected: String) {
    let source =
      "{\"longform\": 1, \"id\": \"f\", \"sections\": [{\"rows\": [{\"id\": \"a\", \(keys)}]}]}"
    let found = Template.errorLines(in: source)
    #expect(found.count == 1)
    #expect(found.contains { $0.contains(expected) }, "found \(found)")
  }
}
