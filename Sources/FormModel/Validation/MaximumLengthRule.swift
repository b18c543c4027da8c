// The rule of `maxLength`, in visible characters. A longer text can be typed and is kept: it is a
// problem, never a lock.

import FormText

/// The largest number of characters.
struct MaximumLengthRule: Rule {
  let length: Int

  func check(_ text: Text, value: RowValue) throws(Refusal) {
    let count = text.string.count
    if count > length {
      throw Refusal("\(counted(count, "character")), at most \(grouped(length)) allowed")
    }
  }
}
