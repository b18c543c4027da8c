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
  /// The entry line of a section that has its maximum of items holds a text.
  case noRoom(maximum: Int)
}

extension Problem {
  /// What is wrong, as a sentence without a full stop; one about a missing answer names the row.
  public func sentence(label: String) -> String {
    switch self {
    case .required: "\(label) is required"
    case .lacking(let text): "\(label) is required; did you mean \(text.quoted)?"
    case .misfit(let misfit): misfit.sentence
    case .refused(let refusal): refusal.sentence
    case .tooFewItems(let minimum, let filled):
      "\(label) needs \(grouped(minimum)) with an answer, not "
        + (filled == 0 ? "none" : grouped(filled))
    case .noRoom(let maximum):
      "\(label): there is room for \(grouped(maximum)); remove one, or empty this line"
    }
  }

  /// What is wrong, where nothing else says which row it is about.
  public func sentence(naming label: String) -> String {
    switch self {
    case .required, .lacking, .tooFewItems, .noRoom: sentence(label: label)
    case .refused, .misfit: "\(label): \(sentence(label: label))"
    }
  }

  /// The text that was likely meant, if any.
  public var correction: String? {
    switch self {
    case .refused(let refusal): refusal.correction
    case .lacking(let text): text.string
    case .misfit(let misfit): misfit.correction
    case .required, .tooFewItems, .noRoom: nil
    }
  }
}
