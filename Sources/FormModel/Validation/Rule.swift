// What a template asks of an answer beyond its type: a file for each rule, checked in the order the
// reader lists them, the first that refuses speaks.

package import FormText

/// Something that an answer must keep to.
protocol Rule: Sendable {
  /// Looks at an answer whose type has made `value` of `text`.
  func check(_ text: Text, value: RowValue) throws(Refusal)

  /// Does the same and adds its cost to `effort`, in rows of plain text; cheap rules add nothing.
  func check(_ text: Text, value: RowValue, effort: inout Int) throws(Refusal)
}

extension Rule {
  func check(_ text: Text, value: RowValue, effort: inout Int) throws(Refusal) {
    try check(text, value: value)
  }
}

extension RowTemplate {
  /// What is wrong with an answer; nil stands for none, in both places.
  package func problem(with answer: Text?) -> Problem? {
    var effort = 0
    return problem(with: answer, effort: &effort)
  }

  /// The same; adds the cost of the rules to `effort`.
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

  /// Returns the first problem that a rule has with an answer of the right type; adds the cost of
  /// the rules to `effort`.
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
