// Expressions. Each rule of the language has cases in Fixtures/Expressions/expressions.tsv.

import Glibc
import TerminalTesting
import Testing

@testable import FormModel

@Suite("Expressions")
struct ExpressionTests {
  @Test("Every case has the expected value", arguments: ExpressionCase.fixture)
  func fixture(_ one: ExpressionCase) throws {
    #expect(try one.result() == one.value, "\(one.expression.prefix(200))")
  }

  /// `Tests/Expressions/run` creates the cases and sets the path.
  @Test("Random expressions have the values that an evaluator in Python computed for them")
  func cases() throws {
    guard let path = getenv("LONGFORM_EXPRESSION_CASES") else { return }
    let cases = ExpressionCase.cases(inFile: String(cString: path))
    #expect(!cases.isEmpty)
    var different = 0
    for one in cases {
      let result = try one.result()
      if result != one.value { different += 1 }
      if result != one.value, different <= 20 {
        Issue.record(
          "\(one.id): \(one.expression) this \(one.this)\n\(one.answers) \(one.types)\nis \(result), not \(one.value)"
        )
      }
    }
    #expect(different == 0, "\(different) of \(cases.count)")
    print("\(cases.count) expressions compared")
  }
}
