// What can be wrong with a row's answer.

public import FormText

/// Something that stands between a row and saving.
public enum Problem: Hashable, Sendable {
  /// A required row holds no answer.
  case required
  /// A document lacks a required row, which shows its default.
  case lacking(defaultText: Text)
  /// The document's value does not fit the form.
  case misfit(Misfit)
  /// The row's type, or one of its rules, refuses the answer.
  case refused(Refusal)
  /// A section has fewer items with something in them than it needs.
  case tooFewItems(minimum: Int, filled: Int)
  /// Whoever got the answer rejected it, for this reason.
  case rejected(String)
  /// The entry line of a section that has its maximum of items holds a text.
  case noRoom(maximum: Int)
  /// Another row or section with the same key is shown too.
  case alsoAnswered(by: String)
}

extension Problem {
  /// What is wrong, as a sentence without a full stop; one about a missing answer names the row.
  public func sentence(label: String) -> String {
    switch self {
    case .required: "\(label) is required"
    case .lacking(let text): "\(label) is required; did you mean \(text.quoted)?"
    case .misfit(let misfit): misfit.sentence
    case .refused(let refusal): refusal.sentence
    case .rejected(let message): message
    case .tooFewItems(let minimum, let filled):
      "\(label) needs \(grouped(minimum)) with an answer, not "
        + (filled == 0 ? "none" : grouped(filled))
    case .alsoAnswered(let other): "\(label) is also answered by \(other)"
    case .noRoom(let maximum):
      "\(label): there is room for \(grouped(maximum)); remove one, or empty this line"
    }
  }

  /// What is wrong, where nothing else says which row it is about.
  public func sentence(naming label: String) -> String {
    switch self {
    case .required, .lacking, .tooFewItems, .noRoom, .alsoAnswered: sentence(label: label)
    case .refused, .rejected, .misfit: "\(label): \(sentence(label: label))"
    }
  }

  /// The fault with the name of its row, without the text that was likely meant.
  public func fact(naming label: String) -> String {
    switch self {
    case .lacking: Problem.required.sentence(label: label)
    case .misfit(let misfit): "\(label): \(misfit.fact)"
    case .refused(let refusal): "\(label): \(refusal.fact)"
    case .rejected(let message): "\(label): \(message)"
    case .required, .tooFewItems, .noRoom, .alsoAnswered: sentence(label: label)
    }
  }

  /// The fault with the name of its row in fewer words: `Email: two “@” signs`.
  public func brief(naming label: String) -> String {
    switch self {
    case .misfit, .refused, .rejected: "\(label): \(reason)"
    case .required, .lacking, .tooFewItems, .noRoom, .alsoAnswered: fact(naming: label)
    }
  }

  /// The fault in a few words, to follow the wrong text: `two “@” signs`.
  public var reason: String {
    switch self {
    case .required, .lacking: "required"
    case .misfit, .refused, .rejected:
      Problem.withoutSubject(sentence(label: ""))
    case .tooFewItems(let minimum, _): "at least \(grouped(minimum))"
    case .noRoom(let maximum): "room for \(grouped(maximum))"
    case .alsoAnswered(let other): "also answered by \(other)"
    }
  }

  /// A sentence without the quoted text it begins with, and without the advice it ends with.
  private static func withoutSubject(_ sentence: String) -> String {
    guard sentence.first == "“" else { return String(sentence.prefix { $0 != ";" }) }
    // The quoted text may hold anything, also a quotation mark or a semicolon.
    var rest = sentence[...]
    while let end = rest.firstIndex(of: "”") {
      rest = rest[end...].dropFirst()
      for verb in [" is ", " has "] where rest.hasPrefix(verb) {
        return String(rest.dropFirst(verb.count).prefix { $0 != ";" })
      }
    }
    return String(sentence.drop { $0 != "”" }.dropFirst().drop { $0 == " " }.prefix { $0 != ";" })
  }

  /// The text that was likely meant, if any.
  public var correction: String? {
    switch self {
    case .refused(let refusal): refusal.correction
    case .lacking(let text): text.string
    case .misfit(let misfit): misfit.correction
    case .required, .rejected, .tooFewItems, .noRoom, .alsoAnswered: nil
    }
  }
}
