// Values of a document that a row cannot hold: a number in a row of text, a list with a number in it.
//
// Invariants: a value that nobody touched is kept byte for byte, whatever is wrong with it; whoever
// gives the row an answer, be it the text that is shown, replaces the value.

/// A value of a document that is not what the form has there.
public struct Misfit: Hashable, Sendable {
  /// What is wrong, without a full stop.
  public var sentence: String
  /// The text that was likely meant, nil when none is near.
  public var correction: String?
  /// Where the value is; nil for that of a row, which has a place of its own.
  var place: AnswersMistake?

  init(_ sentence: String, correction: String? = nil) {
    (self.sentence, self.correction) = (sentence, correction)
  }

  /// The misfit of a container, in which there are no answers.
  init(_ mistake: AnswersMistake) {
    sentence = "\(mistake.sentence); an answer in it replaces it"
    place = mistake
  }
}

extension RowTemplate {
  /// What is wrong with a value of a document that nobody touched; nil for a right one, and for none.
  ///
  /// - Parameter empty: what an answer that was not given is written as.
  func problem(loading value: JSONValue, empty: EmptyAnswers) -> Problem? {
    if let misfit = misfit(of: value, empty: empty) { return misfit }
    let text = text(loading: value)
    guard !text.isEmpty else { return RequiredRule.problem(of: self) }
    // 1.0 is a whole number (JSON Schema, section 4.2.3), although nobody is to type it so.
    if type == .integer, let number = value.numberText, IntegerRow.isWhole(number) {
      return problem(with: text, value: .number(Text(number)))
    }
    return problem(with: text)
  }

  /// The misfit that a value of a document is, or why the type refuses the text in it; nil for one
  /// that the row can hold, right or wrong.
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

  /// Whether a value is of a kind that the row's answers are written as.
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

  /// Whether a value is one of the choices, or of a kind that may be one.
  private func isChoice(_ value: JSONValue) -> Bool {
    guard let scalar = RowValue(value), scalar.text != nil else { return false }
    // What is no choice is a text; whether that is allowed is StrictRule's to say.
    if value.kind == .string { return true }
    if choices.file != nil {
      guard case .found = choices.candidates else { return true }
    }
    return choices.choice(withValue: scalar)?.value == scalar
  }

  /// What a person would type for a value, as far as it has texts, numbers and truth values.
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
      return "\(text(loading: value).quoted) is no bare UUID"
    }
    if value.kind == .array, type.holdsEntries {
      let stranger = value.elements.first { type == .list ? $0.kind != .string : !isChoice($0) }
      let entry = type == .list ? "a text" : "one of the choices"
      return "\(stranger?.kindName ?? "a value") among the entries, where each is \(entry)"
    }
    return "\(value.kindName) where \(type.wantedValue) is needed"
  }
}

extension Misfit {
  /// The most bytes of JSON that a sentence names as what was meant.
  fileprivate static let longestHint = 60
}

extension RowType {
  /// What answers are in a document, for sentences.
  fileprivate var wantedValue: String {
    switch self {
    case .text, .phone, .path, .email, .url, .uuid, .date, .time, .paragraph, .secret, .note:
      "a text"
    case .integer: "a whole number"
    case .decimal: "a number"
    case .boolean: "true or false"
    case .choice: "one of the choices"
    case .choices: "a list of choices"
    case .list: "a list of texts"
    }
  }
}
