// The rules for answers, in addition to the type of the row. Each rule has its own file. Rules are
// checked in the order in which the template reader lists them. The first rule that refuses an
// answer determines the message.

package import FormText

/// A requirement for the answers of a row.
protocol Rule: Sendable {
  /// The key with which a template sets the rule.
  var key: String { get }

  /// Checks an answer. `value` must be the value of `text`.
  func check(_ text: Text, value: RowValue) throws(Refusal)

  /// Checks an answer and adds the cost of the check to `effort`. The unit is the cost of a row of
  /// plain text; cheap rules add nothing.
  func check(_ text: Text, value: RowValue, effort: inout Int) throws(Refusal)
}

extension Rule {
  func check(_ text: Text, value: RowValue, effort: inout Int) throws(Refusal) {
    try check(text, value: value)
  }
}

extension RowTemplate {
  /// Returns the problem with an answer; nil if there is none. `answer` is nil if the row has no
  /// answer.
  package func problem(with answer: Text?) -> Problem? {
    var effort = 0
    return problem(with: answer, effort: &effort)
  }

  /// Returns the problem with an answer, and adds the cost of the rules to `effort`.
  func problem(with answer: Text?, effort: inout Int) -> Problem? {
    guard let answer else { return RequiredRule.problem(of: self) }
    let value: RowValue
    do throws(Refusal) {
      value = try self.value(of: answer)
    } catch {
      return .refused(error)
    }
    return problem(with: answer, value: value, effort: &effort)
  }

  /// Returns the first problem that a rule finds in an answer of the right type. Adds the cost of
  /// the rules to `effort`.
  func problem(with answer: Text, value: RowValue, effort: inout Int) -> Problem? {
    do throws(Refusal) {
      if isStrict {
        try StrictRule(choices: choices, isFiltered: filter != nil).check(answer, value: value)
      }
      for rule in rules where applies(rule, to: value, of: answer) {
        try rule.check(answer, value: value, effort: &effort)
      }
      return nil
    } catch {
      var refusal = error
      // In a row with a check, the message is about the check.
      if let message, check == nil, !refusal.isUnchecked { refusal.sentence = message }
      return .refused(refusal)
    }
  }
}
