// The choices of a row, as its template lists them.

/// One thing that can be chosen.
struct Choice: Hashable, Sendable {
  /// What is exported.
  var value: RowValue
  /// What is shown and typed; without white space around it, on one line.
  var label: Text
}

/// Choices in the order of the template.
struct ChoiceList: Sendable {
  /// All of them; no two have the same value or the same label.
  var choices: [Choice] = []

  /// The choice that a text means: its label or its value exactly, else folded. O(choices).
  func choice(for text: Text) -> Choice? {
    if let choice = choices.first(where: { $0.label == text }) { return choice }
    if let choice = choices.first(where: { $0.value.text == text }) { return choice }
    let folded = Folding.folded(text.string)
    func isMeant(_ other: Text?) -> Bool {
      other.map { Folding.folded($0.string).hasSameScalars(as: folded) } ?? false
    }
    return choices.first { isMeant($0.label) } ?? choices.first { isMeant($0.value.text) }
  }

  /// The choice with a value.
  func choice(withValue value: RowValue) -> Choice? { choices.first { $0.value == value } }

  /// Whether a text means one of them.
  func contains(text: String) -> Bool { choice(for: Text(text)) != nil }

  /// The label nearest to a text that means none of them.
  func nearestLabel(to text: Text) -> String? {
    NearestName.nearest(to: text.string, among: choices.map(\.label.string))
  }
}

/// Comparing texts as people do: the one place that says what counts as the same.
enum Folding {
  /// The text without the difference of capital and small letters.
  static func folded(_ text: String) -> String { text.lowercased() }
}
