// The rules for answers, in addition to their type. Each rule has its own file. Rules are checked
// in the order in which the reader lists them; the first that refuses decides the message.

package import FormText

/// A requirement for answers.
protocol Rule: Sendable {
  /// Checks an answer; `value` is the value of `text`.
  func check(_ text: Text, value: RowValue) throws(Refusal)

  /// Checks an answer and adds the cost to `effort`, in rows of plain text. Cheap rules do not
  /// add to it.
  func check(_ text: Text, value: RowValue, effort: inout Int) throws(Refusal)
}

extension Rule {
  func check(_ text: Text, value: RowValue, effort: inout Int) throws(Refusal) {
    try check(text, value: value)
  }
}

extension RowTemplate {
  /// The problem with an answer; nil as argument means no answer, nil as result no problem.
  package func problem(with answer: Text?) -> Problem? {
    var effort = 0
    return problem(with: answer, effort: &effort)
  }

  /// As above; adds the cost of the rules to `effort`.
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

  /// The first problem that a rule has with an answer of the right type. Adds the cost of the rules
  /// to `effort`.
  func problem(with answer: Text, value: RowValue, effort: inout Int) -> Problem? {
    do throws(Refusal) {
      if isStrict {
        try StrictRule(choices: choices, isFiltered: filter != nil).check(answer, value: value)
      }
      for rule in rules { try rule.check(answer, value: value, effort: &effort) }
      return nil
    } catch {
      var refusal = error
      if let message, !refusal.isUnchecked { refusal.sentence = message }
      return .refused(refusal)
    }
  }
}
