// The rule of `minLength`, which counts visible characters.

import FormText

/// The smallest allowed number of characters.
struct MinimumLengthRule: Rule {
  var key: String { "minLength" }
  let length: Int

  func check(_ text: Text, value: RowValue) throws(Refusal) {
    let count = text.string.count
    if count < length {
      throw Refusal("\(counted(count, "character")), at least \(grouped(length)) needed")
    }
  }
}
