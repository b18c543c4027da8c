// The rule behind `mustBe`: no is no answer, as in "I have read the rules".

import FormText

/// A yes.
struct MustBeRule: Rule {
  func check(_ text: Text, value: RowValue) throws(Refusal) {
    guard value == .boolean(false) else { return }
    throw Refusal("\(text.quoted) is not accepted; the answer must be yes")
  }
}
