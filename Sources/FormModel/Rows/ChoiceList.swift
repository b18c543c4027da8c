// The choices of a row, as its template lists them or a file beside it does.

import Candidates
package import FormText
import LosslessJSON

/// One thing that can be chosen.
package struct Choice: Hashable, Sendable {
  /// What is exported.
  package var value: RowValue
  /// What is shown and typed; without white space around it, on one line.
  var label: Text
  /// Its other fields that the template needs, by their names.
  var fields: [String: String] = [:]

  /// The text of a field, which may be the value or the label.
  func field(_ name: String) -> String? {
    switch name {
    case "value": value.text?.string
    case "label": label.string
    default: fields[name]
    }
  }
}

/// Choices in the order of the template. A class, so that a row holds one reference to all of it.
package final class ChoiceList: Sendable {
  /// What is known of the file that the choices stand in.
  enum Candidates: Sendable {
    /// Nobody needed them yet: any text may be one of them.
    case pending
    case found(CandidateIndex)
    /// The file cannot be used, and why.
    case unavailable(String)
  }

  /// All of them, where the template lists them; no two have the same value or the same label.
  package let choices: [Choice]
  /// The file they stand in instead, as the template names it.
  let file: String?
  /// What is in that file.
  let candidates: Candidates
  private let indexOfValue: [RowValue: Int]
  private let indexOfText: [Text: Int]
  private let indexOfFoldedText: [Text: Int]

  /// The choices of a row that has none.
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

  /// Whether there is nothing to choose from.
  var isEmpty: Bool { choices.isEmpty && file == nil }

  /// The choice that a text means: its label or its value exactly, else folded; a label goes first.
  ///
  /// - Parameter isOffered: whether a choice is one of those that go first among choices written alike.
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

  /// The number of the first choice with a value for which a function holds.
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
    // Whether a text that is no choice is allowed is up to StrictRule.
    if value.kind == .string { return true }
    if file != nil {
      guard case .found = candidates else { return true }
    }
    return choice(withValue: scalar)?.value == scalar
  }

  /// The choice with a value that is written so; else the one that a person would mean by it.
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

  /// The label that was likely meant by a text that means none of them.
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

  /// All of them as candidates; nil until a file's are there.
  var index: CandidateIndex? {
    if case .found(let index) = candidates { return index }
    if choices.isEmpty { return nil }
    return CandidateIndex(
      choices.lazy.map { ($0.label.string, ($0.value.text ?? $0.label).string) })
  }
}
