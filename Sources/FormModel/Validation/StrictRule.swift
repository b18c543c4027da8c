// The rule of `strict`: the answer, or each of its entries, must be one of the choices.

import FormText

/// The choices of a row that allows no other answers.
struct StrictRule: Rule {
  var key: String { "strict" }
  let choices: ChoiceList
  /// Whether the answers of other rows filter the choices.
  let isFiltered: Bool
  /// The largest number of choices that a message lists.
  private static let mostNamed = 6

  func check(_ text: Text, value: RowValue) throws(Refusal) {
    // The choices in a file are unknown until they are needed, so any answer is accepted until
    // then. They are known when the form is saved, which checks the answer again.
    if choices.file != nil {
      switch choices.candidates {
      case .pending: return
      case .unavailable(let reason): throw Refusal(text.quoted, uncheckedBecause: reason)
      case .found: break
      }
    }
    let entries: [Text] = if case .list = value { ChoicesRow.entries(of: text) } else { [text] }
    guard let stranger = entries.first(where: { choices.choice(for: $0.trimmed) == nil }) else {
      return
    }
    if let near = choices.nearestLabel(to: stranger) {
      var refusal = Refusal("\(stranger.quoted) is not one of the choices", correction: near)
      if entries.count > 1 { refusal.correction = nil }
      throw refusal
    }
    let names = choices.choices.map(\.label.string)
    let hasCommas = names.contains { $0.utf8.contains(UInt8(ascii: ",")) }
    let allowed =
      !isFiltered && !names.isEmpty && names.count <= StrictRule.mostNamed
      ? names.joined(separator: hasCommas ? " · " : ", ") : "the choices"
    let remedy = allowed == "the choices" ? "; type the beginning of one" : ""
    throw Refusal("\(stranger.quoted) is not one of \(allowed)\(remedy)")
  }
}
