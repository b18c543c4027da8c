// The problems of answers.

public import FormText

/// A reason that the answer to a row prevents saving the form.
public enum Problem: Hashable, Sendable {
  /// A required row has no answer.
  case required
  /// The document has no value for a required row, which shows its default.
  case lacking(defaultText: Text)
  /// The value in the document does not fit the form.
  case misfit(Misfit)
  /// The row's type, or one of its rules, refuses the answer.
  case refused(Refusal)
  /// A section has fewer filled items than it requires.
  case tooFewItems(minimum: Int, filled: Int)
  /// The program that received the answers rejected this answer; the value is its reason.
  case rejected(String)
  /// An entry line, which keeps a typed text until Enter makes an item of it, has a text; but its
  /// section already has the maximum number of items.
  case noRoom(maximum: Int)
  /// A section has more items than it may have.
  case tooManyItems(maximum: Int)
  /// Another row or section with the same key is also shown.
  case alsoAnswered(by: String)
  /// The row, or its item, was changed in different ways here and in the file.
  case conflict(Conflict)
}

extension Problem {
  /// The problem as a sentence without a full stop. The sentence contains the label only if the
  /// label is needed, as in `Name is required`.
  public func sentence(label: String) -> String {
    switch self {
    case .required: "\(label) is required"
    case .lacking(let text): "\(label) is required; did you mean \(text.quoted)?"
    case .misfit(let misfit): misfit.sentence
    case .refused(let refusal): refusal.sentence
    case .rejected(let message): message
    case .tooFewItems(let minimum, let filled):
      "\(label) needs at least \(grouped(minimum)); "
        + (filled == 0 ? "none has" : filled == 1 ? "1 has" : "\(grouped(filled)) have")
        + " an answer"
    case .alsoAnswered(let other): "\(label) is also answered by \(other)"
    case .conflict(let conflict): conflict.sentence(label: label)
    case .noRoom(let maximum):
      "\(label): there is room for \(grouped(maximum)); remove one, or empty this line"
    case .tooManyItems(let maximum): "\(label) can have at most \(grouped(maximum)); remove some"
    }
  }

  /// The problem as a sentence that names the row, so that it can be shown without other context.
  public func sentence(naming label: String) -> String {
    switch self {
    case .required, .lacking, .tooFewItems, .tooManyItems, .noRoom, .alsoAnswered:
      sentence(label: label)
    case .refused, .rejected, .misfit, .conflict:
      Problem.subject(label) + sentence(label: label)
    }
  }

  /// The label of the row and the fault, without the suggested text.
  public func fact(naming label: String) -> String {
    switch self {
    case .lacking: Problem.required.sentence(label: label)
    case .misfit(let misfit): Problem.subject(label) + misfit.fact
    case .refused(let refusal): Problem.subject(label) + refusal.fact
    case .rejected(let message): Problem.subject(label) + message
    case .conflict: sentence(naming: label)
    case .required, .tooFewItems, .tooManyItems, .noRoom, .alsoAnswered: sentence(label: label)
    }
  }

  /// A short sentence about the fault: `Email: two “@” signs`.
  public func brief(naming label: String) -> String {
    switch self {
    case .misfit, .refused, .rejected, .conflict: Problem.subject(label) + reason
    case .required, .lacking, .tooFewItems, .tooManyItems, .noRoom, .alsoAnswered:
      fact(naming: label)
    }
  }

  /// The label as the beginning of a sentence about a fault. A question gets no colon: `Deploy? y
  /// or n`.
  private static func subject(_ label: String) -> String {
    label.last == "?" ? "\(label) " : "\(label): "
  }

  /// The fault in a few words, which are shown after the wrong text: `two “@” signs`.
  public var reason: String {
    switch self {
    case .required, .lacking: "required"
    case .misfit, .refused, .rejected:
      Problem.withoutSubject(sentence(label: ""))
    case .tooFewItems(let minimum, _): "at least \(grouped(minimum))"
    case .noRoom(let maximum): "room for \(grouped(maximum))"
    case .tooManyItems(let maximum): "at most \(grouped(maximum))"
    case .alsoAnswered(let other): "also answered by \(other)"
    case .conflict: "changed here and in the file"
    }
  }

  /// Returns a sentence without the quoted text at its beginning and without the advice at its end.
  private static func withoutSubject(_ sentence: String) -> String {
    guard sentence.first == "“" else { return String(sentence.prefix { $0 != ";" }) }
    // The quoted text may have any characters, even a quotation mark or a semicolon.
    var rest = sentence[...]
    while let end = rest.firstIndex(of: "”") {
      rest = rest[end...].dropFirst()
      for verb in [" is ", " has "] where rest.hasPrefix(verb) {
        return String(rest.dropFirst(verb.count).prefix { $0 != ";" })
      }
    }
    return String(sentence.drop { $0 != "”" }.dropFirst().drop { $0 == " " }.prefix { $0 != ";" })
  }

  /// The suggested text, if any.
  public var correction: String? {
    switch self {
    case .refused(let refusal): refusal.correction
    case .lacking(let text): text.string
    case .misfit(let misfit): misfit.correction
    case .required, .rejected, .tooFewItems, .tooManyItems, .noRoom, .alsoAnswered, .conflict: nil
    }
  }
}
