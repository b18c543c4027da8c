// The rule of `maxLength`, which counts visible characters. A longer text can still be typed and is
// kept, but it is a problem.

import FormText

/// The largest allowed number of characters.
struct MaximumLengthRule: Rule {
  var key: String { "maxLength" }
  let length: Int

  func check(_ text: Text, value: RowValue) throws(Refusal) {
    let count = text.string.count
    if count > length {
      throw Refusal("\(counted(count, "character")), at most \(grouped(length)) allowed")
    }
  }
}
