// The choices of a row, as its template lists them.

/// One thing that can be chosen.
struct Choice: Hashable, Sendable {
  /// What is exported.
  var value: RowValue
  /// What is shown and typed; without white space around it, on one line.
  var label: Text
}

/// Choices in the order of the template. A class, so that a row holds one reference to all of it.
final class ChoiceList: Sendable {
  /// All of them; no two have the same value or the same label.
  let choices: [Choice]
  private let indexOfValue: [RowValue: Int]
  private let indexOfText: [Text: Int]
  private let indexOfFoldedText: [Text: Int]

  /// The choices of a row that has none.
  static let none = ChoiceList([])

  /// The most choices among which the nearest to a misspelt one is looked for: it costs some
  /// microseconds each.
  static let mostNear = 100

  init(_ choices: [Choice]) {
    self.choices = choices
    let labels = choices.indices.map { (choices[$0].label, $0) }
    let values = choices.indices.compactMap { index in
      choices[index].value.text.map { ($0, index) }
    }
    func index(_ texts: [(Text, Int)]) -> [Text: Int] {
      Dictionary(texts, uniquingKeysWith: { first, _ in first })
    }
    indexOfValue = Dictionary(
      choices.indices.map { (choices[$0].value, $0) }, uniquingKeysWith: { first, _ in first })
    indexOfText = index(labels + values)
    indexOfFoldedText = index(
      (labels + values).map { (Text(Folding.folded($0.0.string)), $0.1) })
  }

  /// The choice that a text means: its label or its value exactly, else folded; a label goes first.
  func choice(for text: Text) -> Choice? {
    let index = indexOfText[text] ?? indexOfFoldedText[Text(Folding.folded(text.string))]
    return index.map { choices[$0] }
  }

  /// The choice with a value.
  func choice(withValue value: RowValue) -> Choice? { indexOfValue[value].map { choices[$0] } }

  /// The label nearest to a text that means none of them.
  func nearestLabel(to text: Text) -> String? {
    guard choices.count <= ChoiceList.mostNear, text.string.utf8.count < 200 else { return nil }
    return NearestName.nearest(to: text.string, among: choices.lazy.map(\.label.string))
  }
}
