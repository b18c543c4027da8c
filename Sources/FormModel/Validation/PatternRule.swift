// The rule of `pattern`: the whole answer, or every entry of a list, must match.

import FormText
import Patterns

/// A pattern, compiled once when its template is read.
struct PatternRule: Rule {
  var key: String { "pattern" }
  private let source: String
  private let quotesAnswer: Bool
  private let pattern: Pattern
  /// The amount of matching work that takes as much time as checking one row of plain text, 2 µs.
  private static let workPerEffort = 256

  /// - Parameter quotesAnswer: whether messages may quote the answer.
  /// - Throws: the error in the pattern.
  init(_ source: String, quotesAnswer: Bool) throws(Pattern.Fault) {
    (self.source, self.quotesAnswer) = (source, quotesAnswer)
    pattern = try Pattern(source)
  }

  func check(_ text: Text, value: RowValue) throws(Refusal) {
    var effort = 0
    try check(text, value: value, effort: &effort)
  }

  func check(_ text: Text, value: RowValue, effort: inout Int) throws(Refusal) {
    var allowance = Pattern.Allowance()
    defer { effort += allowance.spent / PatternRule.workPerEffort }
    guard case .list = value else { return try check(text, within: &allowance) }
    for entry in ListRow.entries(of: text) { try check(entry, within: &allowance) }
  }

  private func check(_ text: Text, within allowance: inout Pattern.Allowance) throws(Refusal) {
    let verdict = pattern.verdict(on: text.string, within: &allowance)
    if verdict == .matches { return }
    let subject = quotesAnswer ? text.quoted : "The answer"
    if case .unchecked(let reason) = verdict { throw Refusal(subject, uncheckedBecause: reason) }
    throw Refusal("\(subject) does not match the pattern \(source)")
  }
}
