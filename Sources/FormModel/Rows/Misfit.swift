// Values in a document that do not fit their rows, such as a number in a text row, or a number in a
// list of texts.
//
// Invariants: saving keeps the bytes of an untouched value even if it is faulty. An answer replaces
// the value, even if the answer equals the displayed text.

import FormText
import LosslessJSON

/// A value in a document that does not fit the form.
public struct Misfit: Hashable, Sendable {
  /// The fault, without a full stop and without the suggested text.
  let fact: String
  /// A question about the suggested text, which follows the fault in the sentence.
  private let question: String
  /// The suggested text, if any.
  public var correction: String?
  /// The position of a container (an array or object) that does not fit the form. Nil for the value
  /// of a row, because the row itself shows the place.
  var place: AnswersError?
  /// Whether the misfit is about members that the form does not have.
  var isOfUnknownMembers = false

  init(_ fact: String, question: String = "", correction: String? = nil) {
    (self.fact, self.question, self.correction) = (fact, question, correction)
  }

  /// Creates the misfit of a container.
  init(_ error: AnswersError) {
    (fact, question) = ("\(error.sentence); an answer replaces it", "")
    place = error
  }

  /// Whether the misfit is about a container. The row only shows the problem of the container; the
  /// answer of the row does not matter.
  package var isOfContainer: Bool { place != nil }

  /// The fault and the question about the suggested text, without a full stop.
  public var sentence: String { fact + question }
}

extension RowTemplate {
  /// Returns the problem of an untouched value in a document; nil if the value is valid or absent.
  ///
  /// - Parameter empty: how the form writes a missing answer.
  func problem(loading value: JSONValue, empty: EmptyAnswers, effort: inout Int) -> Problem? {
    if let misfit = misfit(of: value, empty: empty) { return misfit }
    let text = text(loading: value)
    guard !text.isEmpty else { return RequiredRule.problem(of: self) }
    if hasSeveralTypes, let loaded = self.value(ofSeveralTypes: value) {
      return problem(with: text, value: loaded, effort: &effort)
    }
    if value.kind == .number, let number = type.kind.exported?(text, self) {
      return problem(with: text, value: number, effort: &effort)
    }
    return problem(with: text, effort: &effort)
  }

  /// Returns the misfit of a value, or the reason that the row's type refuses the text of the
  /// value. Returns nil if the row's answers have the type of the value, even if the value is
  /// invalid.
  func misfit(of value: JSONValue, empty: EmptyAnswers) -> Problem? {
    if let constant, let text = constant.text {
      if RowValue(value) == constant { return nil }
      let found = value.string?.quoted ?? value.numberText ?? value.kindName
      return .misfit(
        Misfit("must be \(text.quoted), not \(found)", question: "", correction: text.string))
    }
    guard !holds(value, empty: empty) else { return nil }
    let text = plainText(in: value)
    if value.kind == .string, let text {
      do throws(Refusal) {
        _ = try self.value(of: text)
      } catch {
        return .refused(error)
      }
    }
    if let text, let wrong = wrongChoice(in: value, text) { return .misfit(wrong) }
    var correction: String?
    var question = ""
    if !type.isSecret, let text, !text.isBlank, problem(with: text) == nil,
      let meant = try? self.value(of: text)
    {
      var json: [UInt8] = []
      meant.write(into: &json, layout: .oneLine, depth: 0)
      if json.count <= Misfit.longestHint {
        correction = text.string
        question = "; did you mean \(String(decoding: json, as: UTF8.self))?"
      }
    }
    return .misfit(Misfit(sentence(about: value), question: question, correction: correction))
  }

  /// Returns the misfit of a value that has the type of one of the choices but is none of them. Its
  /// sentence names the value; a sentence about its type would be wrong.
  private func wrongChoice(in value: JSONValue, _ text: Text) -> Misfit? {
    guard type == .choice || type == .choices, !hasSeveralTypes else { return nil }
    let stranger =
      value.kind == .array ? value.elements.first { !type.kind.json.holds($0, self) } : value
    guard let stranger, choices.hasType(of: stranger), let problem = problem(with: text) else {
      return nil
    }
    return Misfit(problem.sentence(label: ""), correction: problem.correction)
  }

  /// Whether a value has the JSON type of the row's answers.
  private func holds(_ value: JSONValue, empty: EmptyAnswers) -> Bool {
    if let absence = EmptyNotation(value), absence == .null || !type.isJSON {
      if !notation.empty.isEmpty { return notation.empty.contains(absence) || takesNull }
      if absence == .null || absence == .string && empty == .string { return true }
    }
    if hasSeveralTypes { return self.value(ofSeveralTypes: value) != nil }
    if isItemName { return (try? self.value(of: text(loading: value))) != nil }
    guard type.holdsEntries else { return type.kind.json.holds(value, self) }
    return value.kind == .array && value.elements.allSatisfy { type.kind.json.holds($0, self) }
  }

  /// Returns the text that a person would type for a value; nil for an object or null.
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
    let json = type.kind.json
    if let absence = EmptyNotation(value), absence != .null, !notation.empty.isEmpty {
      return "must not be empty"
    }
    if hasSeveralTypes {
      return "must be \(types.map(\.kind.json.noun).list(joinedBy: "or")), not \(value.kindName)"
    }
    if value.kind == .string, let bareNoun = json.bareNoun {
      return "\(text(loading: value).quoted) is not \(bareNoun)"
    }
    if value.kind == .array, let entryNoun = json.entryNoun {
      let stranger = value.elements.first { !json.holds($0, self) }
      return "every entry must be \(entryNoun), not \(stranger?.kindName ?? "another value")"
    }
    return "must be \(json.noun), not \(value.kindName)"
  }
}

extension Misfit {
  /// The largest length of a suggested text in a sentence, in bytes.
  fileprivate static let longestHint = 60
}
