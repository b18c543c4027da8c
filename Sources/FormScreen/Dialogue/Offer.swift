// The offer: dim text after the cursor. Only → at the end of the text takes it.

package import FormModel
package import FormText

/// An offer for →.
package enum Offer: Hashable, Sendable {
  /// The best candidate of a row that allows other text, while none is chosen.
  case candidate(CandidateOffer)
  /// A suggested correction of a refused answer.
  case correction(Text)
  /// A text for the prompt: the last search, or the rest of a command.
  case prompt(Text)

  /// The widest offer, in columns.
  private static let mostColumns = 24

  /// The text after the cursor.
  ///
  /// - Parameter typed: the text before it.
  func shown(after typed: Text, ellipsis: String) -> String {
    let text =
      switch self {
      case .candidate(let offer): Offer.rest(of: offer.label.string, after: typed.string)
      // The same text may be a different answer: one that is not confirmed yet, or of another kind.
      case .correction(typed): " → \(typed.string)"
      case .correction(let text): Offer.rest(of: text.string, after: typed.string)
      case .prompt(let text): Offer.rest(of: text.string, after: typed.string)
      }
    return KeyLine.cut(text, to: Offer.mostColumns, ellipsis: ellipsis)
  }

  /// The rest of a text that begins with the typed one; otherwise all of it after an arrow.
  private static func rest(of text: String, after typed: String) -> String {
    if typed.isEmpty { return text }
    let count = typed.count
    let beginning = text.prefix(count)
    guard beginning.lowercased() == typed.lowercased() else { return " → \(text)" }
    return String(text.dropFirst(count))
  }
}

extension FormSession {
  /// The offer for the focused row.
  ///
  /// - Parameter list: the open list of candidates, which already looked up the typed text.
  func offer(_ list: CandidatePanel?) -> Offer? {
    guard let focus, !isFocusSecret, !isFocusChoices else { return nil }
    if let list, list.row == focus {
      return answers.isStrict(focus) ? nil : list.best.map(Offer.candidate)
    }
    guard !problems.isEmpty, let correction = problems[focus]?.correction,
      cursor == focusText.scalarCount,
      // The document may lack the text of a read-only row; → adds it.
      !isFocusReadOnly || correction == focusText.string
    else { return nil }
    return .correction(Text(correction))
  }
}
