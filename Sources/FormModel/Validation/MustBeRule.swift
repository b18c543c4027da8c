// The rule of `mustBe`: no is not accepted, as for "I have read the rules".

import FormText

/// A required yes.
struct MustBeRule: Rule {
  func check(_ text: Text, value: RowValue) throws(Refusal) {
    guard value == .boolean(false) else { return }
    throw Refusal("\(text.quoted) is not accepted; the answer must be yes")
  }
}
