// Describes in sentences the changes since a form was opened.

package import FormModel
import FormText

extension FormSpeech {
  /// The maximum number of changes that are listed before a save.
  private static let mostBeforeSaving = 20

  /// Returns the sentences that are shown before a save. They describe the changes to the document
  /// with which the form was opened. If the form has no document, they name the empty rows, or the
  /// pasted lines that are in no row.
  package static func review(before session: FormSession) -> [String] {
    guard session.hasDocument else {
      return session.sentenceBeforeSave(columns: .max)
        .map { [RowSentence.sentence($0)] } ?? []
    }
    return changes(of: session, most: mostBeforeSaving)
  }

  /// Returns a sentence for each change since the form was opened, with the command that goes to
  /// its row.
  package static func changes(of session: FormSession, most: Int) -> [String] {
    guard session.hasDocument else {
      return [RowSentence.sentence(session.emptySentence(columns: .max) ?? "Nothing is empty")]
    }
    let differences = SessionChanges.all(of: session.answers)
    guard !differences.isEmpty else { return ["Nothing has changed since the form was opened."] }
    let sides = ComparedAnswers(since: session.answers)
    let rest = differences.count - min(most, differences.count)
    return ["\(counted(differences.count, "change")):"]
      + differences.prefix(most).map { difference in
        let row = session.row(of: difference)
        let number =
          row.flatMap(session.answers.outline.index(of:))
          .flatMap(session.answers.outline.number(at:)).map { " :goto \($0.value)" } ?? ""
        return RowSentence.sentence(sides.words(for: difference).spoken) + number
      } + (rest > 0 ? ["And \(grouped(rest)) more; :review lists all."] : [])
  }
}

extension DifferenceWords {
  /// A sentence such as `Basics, Phone: was +44, now +45`. The sentence has no signs such as
  /// arrows, because a screen reader would read them out.
  fileprivate var spoken: String {
    let place = (path + (label.map { [$0] } ?? [])).joined(separator: ", ")
    func sentence(_ words: String, about summary: String) -> String {
      summary.isEmpty ? "\(place): \(words)" : "\(place): \(words), \(summary)"
    }
    switch change {
    case .answer(let old?, let new?): return "\(place): was \(line(old)), now \(line(new))"
    case .answer(nil, let new?): return "\(place): was empty, now \(line(new))"
    case .answer(let old?, nil): return "\(place): was \(line(old)), now empty"
    case .answer(nil, nil): return "\(place): now empty"
    case .added(let summary): return sentence("added", about: summary)
    case .removed(let summary): return sentence("removed", about: summary)
    case .moved(let up, let label, let summary):
      return sentence("moved \(up ? "up" : "down"), was \(label)", about: summary)
    }
  }

  private func line(_ text: String) -> String {
    text.unicodeScalars.contains { $0.isControl } ? text.onOneLine : text
  }
}
