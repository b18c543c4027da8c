// The rule behind `minLength`, in characters as a person sees them.

import FormText

/// The fewest characters.
struct MinimumLengthRule: Rule {
  let length: Int

  func check(_ text: Text, value: RowValue) throws(Refusal) {
    let count = text.string.count
    if count < length {
      throw Refusal("\(counted(count, "character")), at least \(grouped(length)) needed")
    }
  }
}
