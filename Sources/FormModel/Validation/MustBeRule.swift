// The rule of `mustBe`, which does not accept the answer no. It is useful for a row like "I have
// read the rules".

import FormText

/// A required yes.
struct MustBeRule: Rule {
  var key: String { "mustBe" }
  func check(_ text: Text, value: RowValue) throws(Refusal) {
    guard value == .boolean(false) else { return }
    throw Refusal("\(text.quoted) is not accepted; the answer must be yes")
  }
}
