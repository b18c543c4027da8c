// The rule behind `strict`: the answer is one of the choices, or each of its entries is.

import FormText

/// Choices that nothing else may stand for.
struct StrictRule: Rule {
  let choices: ChoiceList
  /// Whether other answers decide which of them are offered.
  let isFiltered: Bool
  /// The most choices that a sentence names.
  private static let mostNamed = 6

  func check(_ text: Text, value: RowValue) throws(Refusal) {
    // What a file offers is not known before it was needed; at the save it is.
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
    throw Refusal("\(stranger.quoted) is not one of \(allowed)")
  }
}
