// The offer: dim text after the cursor. The keys → and End (also Ctrl-F and Ctrl-E) accept it if
// the cursor is at the end of the text.

package import FormModel
package import FormText

/// A text that the key → accepts.
package enum Offer: Hashable, Sendable {
  /// The best candidate, in a row that also allows other text, while no candidate is chosen.
  case candidate(CandidateOffer)
  /// A suggested correction of an answer that was refused.
  case correction(Text)
  /// A text for the prompt: the last search, or the rest of a command.
  case prompt(Text)

  /// Returns the text that is shown after the cursor. For a candidate, this includes the text that
  /// the candidate fills into another row, such as the country of a city.
  ///
  /// - Parameter typed: the text before the cursor.
  func shown(after typed: Text) -> String {
    switch self {
    case .candidate(let offer): Offer.rest(of: offer.labelWithFill, after: typed.string)
    // The correction may equal the typed text. Accepting it can still change the answer: it may
    // confirm the answer, or change the answer's type, such as from a number to a text.
    case .correction(typed): " → \(typed.string)"
    case .correction(let text): Offer.rest(of: text.string, after: typed.string)
    case .prompt(let text): Offer.rest(of: text.string, after: typed.string)
    }
  }

  /// Returns the rest of a text that begins with the typed text; otherwise an arrow and the whole
  /// text.
  private static func rest(of text: String, after typed: String) -> String {
    if typed.isEmpty { return text }
    let count = typed.count
    let beginning = text.prefix(count)
    guard beginning.lowercased() == typed.lowercased() else { return " → \(text)" }
    return String(text.dropFirst(count))
  }
}

extension FormSession {
  /// Returns the offer for the focused row.
  ///
  /// - Parameter list: the open list of candidates, which has already looked up the typed text.
  func offer(_ list: CandidatePanel?) -> Offer? {
    guard let focus, !isFocusSecret, !isFocusChoices else { return nil }
    if let list, list.row == focus {
      return answers.isStrict(focus) ? nil : list.best.map(Offer.candidate)
    }
    guard !problems.isEmpty, let correction = problems[focus]?.correction,
      cursor == focusText.scalarCount,
      // The document may lack the answer of a read-only row. Accepting the offer adds that answer.
      !isFocusReadOnly || correction == focusText.string
    else { return nil }
    return .correction(Text(correction))
  }
}
