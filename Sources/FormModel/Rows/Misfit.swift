// Values of a document that a row cannot hold: a number in a row of text, a list with a number in it.
//
// Invariants: an untouched value keeps its bytes, whatever is wrong with it; an answer replaces it, also
// one that is equal to the text shown.

import FormText
import LosslessJSON

/// A value of a document that does not fit the form.
public struct Misfit: Hashable, Sendable {
  /// What is wrong, without a full stop.
  public var sentence: String
  /// The text that was likely meant, if any.
  public var correction: String?
  /// The place of a container; nil for the value of a row, which has its own.
  var place: AnswersMistake?

  init(_ sentence: String, correction: String? = nil) {
    (self.sentence, self.correction) = (sentence, correction)
  }

  /// The misfit of a container.
  init(_ mistake: AnswersMistake) {
    sentence = "\(mistake.sentence); an answer replaces it"
    place = mistake
  }
}

extension RowTemplate {
  /// Returns the problem of an untouched value of a document, nil if it is right or absent.
  ///
  /// - Parameter empty: the form's notation of an answer that was not given.
  func problem(loading value: JSONValue, empty: EmptyAnswers, effort: inout Int) -> Problem? {
    if let misfit = misfit(of: value, empty: empty) { return misfit }
    let text = text(loading: value)
    guard !text.isEmpty else { return RequiredRule.problem(of: self) }
    // 1.0 is a whole number (JSON Schema, section 4.2.3), though it is not typed like that.
    if type == .integer, let number = value.numberText, IntegerRow.isWhole(number) {
      return problem(with: text, value: .number(Text(number)), effort: &effort)
    }
    return problem(with: text, effort: &effort)
  }

  /// Returns the misfit of a value, or the type's refusal of its text; nil if the row can hold a value
  /// of that type, right or wrong.
  func misfit(of value: JSONValue, empty: EmptyAnswers) -> Problem? {
    guard !holds(value, empty: empty) else { return nil }
    let text = plainText(in: value)
    if value.kind == .string, let text {
      do throws(Refusal) {
        _ = try self.value(of: text)
      } catch {
        return .refused(error)
      }
    }
    var correction: String?
    var hint = ""
    if type != .secret, let text, !text.isBlank, problem(with: text) == nil,
      let meant = try? self.value(of: text)
    {
      var json: [UInt8] = []
      meant.write(into: &json, layout: .oneLine, depth: 0)
      if json.count <= Misfit.longestHint {
        correction = text.string
        hint = "; did you mean \(String(decoding: json, as: UTF8.self))?"
      }
    }
    return .misfit(Misfit(sentence(about: value) + hint, correction: correction))
  }

  /// Whether a value has a type that the row's answers have.
  private func holds(_ value: JSONValue, empty: EmptyAnswers) -> Bool {
    if value.kind == .null || value.isEmptyString && empty == .string { return true }
    switch type {
    case .text, .phone, .path, .email, .url, .date, .time, .paragraph, .secret:
      return value.kind == .string
    case .uuid: return value.string.map { !UUIDRow.isDecorated($0) } ?? false
    case .integer, .decimal: return value.kind == .number
    case .boolean: return value.kind == .boolean
    case .choice: return isChoice(value)
    case .choices: return value.kind == .array && value.elements.allSatisfy(isChoice)
    case .list: return value.kind == .array && value.elements.allSatisfy { $0.kind == .string }
    case .note: return true
    }
  }

  /// Whether a value is one of the choices, or may be one.
  private func isChoice(_ value: JSONValue) -> Bool {
    guard let scalar = RowValue(value), scalar.text != nil else { return false }
    // Whether a text that is no choice is allowed is up to StrictRule.
    if value.kind == .string { return true }
    if choices.file != nil {
      guard case .found = choices.candidates else { return true }
    }
    return choices.choice(withValue: scalar)?.value == scalar
  }

  /// The text that a person would type for a value; nil for objects and nulls.
  private func plainText(in value: JSONValue) -> Text? {
    guard value.kind == .array else { return RowValue(value)?.text }
    guard type.holdsEntries else { return nil }
    var lines: [String] = []
    for element in value.elements {
      guard let line = RowValue(element)?.text?.string, !line.utf8.contains(0x0A) else {
        return nil
      }
      lines.append(line)
    }
    return Text(lines.joined(separator: "\n"))
  }

  private func sentence(about value: JSONValue) -> String {
    if type == .uuid, value.kind == .string {
      return "\(text(loading: value).quoted) is not a bare UUID"
    }
    if value.kind == .array, type.holdsEntries {
      let stranger = value.elements.first { type == .list ? $0.kind != .string : !isChoice($0) }
      let entry = type == .list ? "a string" : "one of the choices"
      return "every entry must be \(entry), not \(stranger?.kindName ?? "another value")"
    }
    return "must be \(type.wantedValue), not \(value.kindName)"
  }
}

extension Misfit {
  /// The most bytes of a correction in a sentence.
  fileprivate static let longestHint = 60
}

extension RowType {
  /// The JSON of an answer, for sentences.
  fileprivate var wantedValue: String {
    switch self {
    case .text, .phone, .path, .email, .url, .uuid, .date, .time, .paragraph, .secret, .note:
      "a string"
    case .integer: "a whole number"
    case .decimal: "a number"
    case .boolean: "true or false"
    case .choice: "one of the choices"
    case .choices: "an array of choices"
    case .list: "an array of strings"
    }
  }
}
