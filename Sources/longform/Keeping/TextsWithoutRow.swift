// Texts for which a form has no row any more: they are told before a save and after it, for the save
// does not write them.

import FormCore

/// What is said of texts without a row.
enum TextsWithoutRow {
  /// More are counted, not listed; `longform drafts show` lists them all.
  private static let most = 50

  /// A line for each text: the name of its row and the beginning of it.
  static func lines(_ texts: [(name: String, text: Text)]) -> [String] {
    let rest = texts.count - most
    return texts.prefix(most).map { "\($0.name): \(beginning(of: $0.text))" }
      + (rest > 0 ? ["and \(counted(rest, "other"))"] : [])
  }

  /// The beginning of a text, in one line.
  private static func beginning(of text: Text) -> String {
    let line = String(text.string.prefix(60).map { $0.isNewline ? " " : $0 })
    return line.utf8.count < text.string.utf8.count ? "\(line)\u{2026}" : line
  }

  /// What is said before a save, nothing where every text has its row.
  static func linesBeforeSaving(_ session: FormSession) -> [String] {
    let texts = session.textsWithoutRow
    guard !texts.isEmpty else { return [] }
    return ["Not saved, for the form has no row for \(them(texts.count)); kept in the draft:"]
      + lines(texts)
  }

  /// What is said on standard error after a save, with the way to get them.
  static func linesAfterSaving(_ session: FormSession, to keeper: DraftKeeper?) -> [String] {
    let texts = session.textsWithoutRow
    guard !texts.isEmpty else { return [] }
    let place =
      keeper?.finishedName.map { "longform drafts show \($0) shows \(them(texts.count))" }
      ?? "longform drafts --finished lists the draft that has \(them(texts.count))"
    return [
      "longform: \(counted(texts.count, "text")) without a row \(texts.count == 1 ? "was" : "were") "
        + "not saved; \(place)"
    ] + lines(texts).map { "longform:   \($0)" }
  }

  private static func them(_ count: Int) -> String { count == 1 ? "it" : "them" }
}
