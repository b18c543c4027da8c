// The choices of a row, listed in its template or in a file next to it.

import Candidates
package import FormText
import LosslessJSON

/// One choice.
package struct Choice: Hashable, Sendable {
  /// The value to export.
  package var value: RowValue
  /// The text to show and type, on one line without surrounding white space.
  var label: Text
  /// Its other fields that the template uses, by name.
  var fields: [String: String] = [:]

  /// The text of a field, including `value` and `label`.
  func field(_ name: String) -> String? {
    switch name {
    case "value": value.text?.string
    case "label": label.string
    default: fields[name]
    }
  }
}

/// Choices in the order of the template. A class, so that a row holds a single reference.
package final class ChoiceList: Sendable {
  /// The state of the file of choices.
  enum Candidates: Sendable {
    /// Not needed so far: any text may be one of them.
    case pending
    case found(CandidateIndex)
    /// The file cannot be used, for this reason.
    case unavailable(String)
  }

  /// The choices, if the template lists them; all values and all labels differ.
  package let choices: [Choice]
  /// The file that has them instead, as the template names it.
  package let file: String?
  /// The contents of that file.
  let candidates: Candidates
  private let indexOfValue: [RowValue: Int]
  private let indexOfText: [Text: Int]
  private let indexOfFoldedText: [Text: Int]

  /// The list for a row without choices.
  static let none = ChoiceList([])

  init(_ choices: [Choice]) {
    self.choices = choices
    (file, candidates) = (nil, .pending)
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
    indexOfFoldedText = index((labels + values).map { (Text(Folding.folded($0.0.string)), $0.1) })
  }

  /// The choices in a file.
  init(file: String, candidates: Candidates = .pending) {
    choices = []
    (self.file, self.candidates) = (file, candidates)
    (indexOfValue, indexOfText, indexOfFoldedText) = ([:], [:], [:])
  }

  /// Whether there are no choices.
  var isEmpty: Bool { choices.isEmpty && file == nil }

  /// The choice that a text means. Exact matches come before folded ones, labels before values.
  ///
  /// - Parameter isOffered: returns whether a choice has precedence among choices with the same
  ///   spelling.
  package func choice(for text: Text, where isOffered: ((Int) -> Bool)? = nil) -> Choice? {
    number(for: text, where: isOffered).flatMap(choice(numbered:))
  }

  /// The number of the choice that a text means.
  func number(for text: Text, where isOffered: ((Int) -> Bool)? = nil) -> Int? {
    guard file == nil else {
      guard case .found(let index) = candidates else { return nil }
      return isOffered.flatMap { index.candidate(meaning: text.string, where: $0) }
        ?? index.candidate(meaning: text.string)
    }
    return indexOfText[text] ?? indexOfFoldedText[Text(Folding.folded(text.string))]
  }

  /// The choice with a value.
  package func choice(withValue value: RowValue) -> Choice? {
    number(withValue: value).flatMap(choice(numbered:))
  }

  /// The number of the first choice with a value that a predicate accepts.
  func number(withValue value: RowValue, where isOffered: ((Int) -> Bool)? = nil) -> Int? {
    guard file == nil else {
      guard case .found(let index) = candidates, let text = value.text else { return nil }
      if let candidate = index.candidate(withValueText: text.string, where: isOffered) {
        return candidate
      }
      guard case .number = value, let plain = DecimalNumber(text.string)?.plainText else {
        return nil
      }
      return index.candidate(withValueText: plain, where: isOffered)
    }
    return indexOfValue[value].flatMap { isOffered?($0) ?? true ? $0 : nil }
  }

  /// The text of a field of a choice.
  func field(_ name: String, ofChoice number: Int) -> String? {
    guard file == nil else {
      guard case .found(let index) = candidates else { return nil }
      if let text = index.field(name, of: number) { return text }
      switch name {
      case "value": return index.valueText(of: number)
      case "label": return index.label(of: number)
      default: return nil
      }
    }
    return choices.indices.contains(number) ? choices[number].field(name) : nil
  }

  /// Whether a value of a document is one of the choices, or may be one.
  func mayHold(_ value: JSONValue) -> Bool {
    guard let scalar = RowValue(value), scalar.text != nil else { return false }
    // StrictRule decides whether other texts are allowed.
    if value.kind == .string { return true }
    if file != nil {
      guard case .found = candidates else { return true }
    }
    return choice(withValue: scalar)?.value == scalar
  }

  /// The value of the choice with this exported value; else of the choice that a person would mean.
  func value(exportedAs text: Text) -> RowValue {
    guard let meant = choice(for: text)?.value ?? choice(withValue: .number(text))?.value else {
      return .string(text)
    }
    if meant.text == text { return meant }
    return choices.first { $0.value.text == text }?.value ?? meant
  }

  private func choice(numbered number: Int) -> Choice? {
    guard file == nil else {
      guard case .found(let index) = candidates else { return nil }
      return Choice(value: index.value(of: number), label: Text(index.label(of: number)))
    }
    return choices[number]
  }

  /// The label that a misspelt text probably means.
  func nearestLabel(to text: Text) -> String? {
    if file != nil {
      guard case .found(let index) = candidates else { return nil }
      return index.nearestLabel(to: text.string)
    }
    guard choices.count <= CandidateIndex.mostNear, text.string.utf8.count < 200 else { return nil }
    return NearestName.nearest(to: text.string, among: choices.lazy.map(\.label.string))
  }

  /// The text of a field of the choice that a text means.
  func field(_ name: String, of text: Text) -> String? {
    guard file != nil else { return choice(for: text)?.fields[name] }
    guard case .found(let index) = candidates else { return nil }
    return index.candidate(meaning: text.string).flatMap { index.field(name, of: $0) }
  }

  /// The choices as candidates; nil until a file's are provided.
  var index: CandidateIndex? {
    if case .found(let index) = candidates { return index }
    if choices.isEmpty { return nil }
    return CandidateIndex(
      choices.lazy.map { ($0.label.string, ($0.value.text ?? $0.label).string) })
  }
}
