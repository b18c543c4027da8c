// Finds comparisons that can never be true, and the remedies for comparisons of two types.

import Candidates
import FormText

extension ExpressionChecker {
  /// Reports a comparison of a row with a text that is never the row's answer, because the row
  /// takes only its choices and the text is not the value of any.
  ///
  /// - Parameters:
  ///   - value: the compared value, and its part of the expression.
  /// - Returns: whether the comparison was reported.
  mutating func reportImpossible(
    _ node: Expression.Node, with value: Expression.Node, _ syntax: ExpressionSyntax
  ) -> Bool {
    guard case .row(let row) = node, case .value(.text(let text)) = value,
      let template = scope.template(row), template.isStrict,
      let remedy = template.choices.remedy(forUnknown: text, quote: \.literal)
    else { return false }
    errors.append(
      ExpressionError(
        .type, at: syntax.offset,
        "row \(template.id.source) never has the answer \(text.quoted); \(remedy)"))
    return true
  }

  /// The remedy for a comparison of two types, beginning with `; `; empty if there is none.
  ///
  /// - Parameter isOrder: whether the comparison asks which value is greater, which texts do not take.
  static func remedy(_ left: Typed, _ right: Typed, isOrder: Bool) -> String {
    switch (left.type, right.type) {
    case (.boolean, _) where right.node.isConstant, (_, .boolean) where left.node.isConstant:
      return "; write ${row} for yes, and not(${row}) for no"
    case (.text, .number), (.number, .text): break
    default: return ""
    }
    let (text, number) = left.type == .text ? (left.node, right.node) : (right.node, left.node)
    if case .value(let value) = number, !isOrder { return "; write \(value.written.literal)" }
    guard case .value(.text(let literal)) = text else {
      return "; number(${row}) makes a number of a text"
    }
    return literal.utf8.count <= 100 && ExpressionValue(answer: literal, as: .number) != nil
      ? "; write \(literal) without quotation marks" : ""
  }
}

extension ChoiceList {
  /// The largest number of values that a remedy lists.
  private static let mostListed = 20

  /// The remedy for a text that is not the value of a choice, without a full stop. Nil if the text
  /// is a value, or if the choices are in a file, which is not read with the form.
  ///
  /// - Parameter quote: returns a value as the person would write it.
  func remedy(forUnknown text: String, quote: (String) -> String) -> String? {
    guard file == nil, !choices.isEmpty else { return nil }
    let values = choices.lazy.compactMap { $0.value.text?.string }
    if values.contains(where: { $0.hasSameScalars(as: text) }) { return nil }
    if let meant = choice(for: Text(text))?.value.text?.string {
      return "write \(quote(meant)), the value of this choice"
    }
    if choices.count <= CandidateIndex.mostNear, text.utf8.count < 200 {
      if let label = NearestName.nearest(to: text, among: choices.lazy.map(\.label.string)),
        let meant = choice(for: Text(label))?.value.text?.string
      {
        return "did you mean \(quote(meant))?"
      }
      if let value = NearestName.nearest(to: text, among: values) {
        return "did you mean \(quote(value))?"
      }
    }
    let listed = values.prefix(ChoiceList.mostListed).map(quote)
    return "it takes "
      + (choices.count > listed.count
        ? "one of \(counted(choices.count, "choice")), such as \(listed.prefix(3).joined(separator: ", "))"
        : listed.list(joinedBy: "or"))
  }
}

extension String {
  /// The text as a quoted text of an expression. A text with both quotation marks cannot be
  /// written; its double marks are left out of messages.
  fileprivate var literal: String {
    utf8.contains(UInt8(ascii: "'"))
      ? "\"\(filter { $0 != "\"" })\"" : "'\(self)'"
  }
}
