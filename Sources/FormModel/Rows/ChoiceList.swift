// The choices of a row, listed in its template or in a separate file.

import Candidates
package import FormText
import LosslessJSON

/// One choice.
package struct Choice: Hashable, Sendable {
  /// The value to export.
  package var value: RowValue
  /// The text to show and type, on one line without surrounding white space.
  var label: Text
  /// The other fields of the choice that the template uses, by name.
  var fields: [String: String] = [:]

  /// Returns the text of a field; the names `value` and `label` are fields too.
  func field(_ name: String) -> String? {
    switch name {
    case "value": value.text?.string
    case "label": label.string
    default: fields[name]
    }
  }
}

/// Choices in the order of the template. The list is a class, so that a row stores only one
/// reference.
package final class ChoiceList: Sendable {
  /// The state of the file of choices.
  enum Candidates: Sendable {
    /// The file has not been needed so far, so it has not been read. Any text may be one of its
    /// choices.
    case pending
    case found(CandidateIndex)
    /// The file cannot be used; the value is the reason.
    case unavailable(String)
  }

  /// The choices that the template lists, empty if they are in a file. No two have the same value
  /// or the same label.
  package let choices: [Choice]
  /// The path of the file with the choices, as the template writes it; nil if the template lists
  /// the choices.
  package let file: String?
  /// The contents of the file.
  let candidates: Candidates
  private let indexOfValue: [RowValue: Int]
  private let indexOfText: [Text: Int]
  private let indexOfFoldedText: [Text: Int]

  /// The empty list of a row without choices.
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

  /// Creates a list of the choices in a file.
  init(file: String, candidates: Candidates = .pending) {
    choices = []
    (self.file, self.candidates) = (file, candidates)
    (indexOfValue, indexOfText, indexOfFoldedText) = ([:], [:], [:])
  }

  /// Whether there are no choices.
  var isEmpty: Bool { choices.isEmpty && file == nil }

  /// Returns the choice that a text means. An exact match takes precedence over a match that
  /// ignores case and accents, and a label over a value.
  ///
  /// - Parameter isOffered: returns whether a choice takes precedence over other choices with the
  ///   same spelling.
  package func choice(for text: Text, where isOffered: ((Int) -> Bool)? = nil) -> Choice? {
    number(for: text, where: isOffered).flatMap(choice(numbered:))
  }

  /// Returns the number of the choice that a text means: its position in the list or the file, from
  /// 0.
  func number(for text: Text, where isOffered: ((Int) -> Bool)? = nil) -> Int? {
    guard file == nil else {
      guard case .found(let index) = candidates else { return nil }
      return isOffered.flatMap { index.candidate(meaning: text.string, where: $0) }
        ?? index.candidate(meaning: text.string)
    }
    return indexOfText[text] ?? indexOfFoldedText[Text(Folding.folded(text.string))]
  }

  /// Returns the choice with a value.
  package func choice(withValue value: RowValue) -> Choice? {
    number(withValue: value).flatMap(choice(numbered:))
  }

  /// Returns the number of the first choice that has the given value and for which `isOffered` is
  /// true.
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

  /// Returns the text of a choice's field.
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

  /// Whether a value in a document is a choice, or may be a choice.
  func mayHold(_ value: JSONValue) -> Bool {
    guard let scalar = RowValue(value), scalar.text != nil else { return false }
    // StrictRule decides whether other texts are allowed.
    if value.kind == .string { return true }
    if file != nil {
      guard case .found = candidates else { return true }
    }
    return choice(withValue: scalar)?.value == scalar
  }

  /// Whether a listed choice is a number or a boolean like a value in a document.
  func hasType(of value: JSONValue) -> Bool {
    choices.contains { choice in
      switch choice.value {
      case .number: value.kind == .number
      case .boolean: value.kind == .boolean
      case .string, .list, .json: false
      }
    }
  }

  /// Returns the value that exports write as this text. If no choice is written like this, returns
  /// the value of the choice that a person would mean by the text.
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

  /// Returns the label that a misspelled text probably means.
  func nearestLabel(to text: Text) -> String? {
    if file != nil {
      guard case .found(let index) = candidates else { return nil }
      return index.nearestLabel(to: text.string)
    }
    guard choices.count <= CandidateIndex.mostNear, text.string.utf8.count < 200 else { return nil }
    return NearestName.nearest(to: text.string, among: choices.lazy.map(\.label.string))
  }

  /// Returns a field of the choice that a text means.
  func field(_ name: String, of text: Text) -> String? {
    guard file != nil else { return choice(for: text)?.fields[name] }
    guard case .found(let index) = candidates else { return nil }
    return index.candidate(meaning: text.string).flatMap { index.field(name, of: $0) }
  }

  /// The index for offering the choices as candidates; nil until the file of the choices has been
  /// provided.
  var index: CandidateIndex? {
    if case .found(let index) = candidates { return index }
    if choices.isEmpty { return nil }
    return CandidateIndex(
      choices.lazy.map { ($0.label.string, ($0.value.text ?? $0.label).string) })
  }
}
