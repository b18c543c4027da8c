// Texts whose rows no longer exist. They are listed before and after a save, because the save does
// not write them.

import FormModel
import FormScreen
import FormText

/// Sentences about texts without a row.
enum TextsWithoutRow {
  /// The most texts to list; `longform drafts show` lists them all.
  private static let most = 50

  /// A line for each text: the name of its row and its beginning.
  static func lines(_ texts: [(name: String, text: Text)]) -> [String] {
    let rest = texts.count - most
    return texts.prefix(most).map { "\($0.name): \(beginning(of: $0.text))" }
      + (rest > 0 ? ["and \(counted(rest, "other"))"] : [])
  }

  /// The beginning of a text, on one line.
  private static func beginning(of text: Text) -> String {
    let line = String(text.string.prefix(60).map { $0.isNewline ? " " : $0 })
    return line.utf8.count < text.string.utf8.count ? "\(line)\u{2026}" : line
  }

  /// The lines to show before a save; none if every text has its row.
  static func linesBeforeSaving(_ session: FormSession) -> [String] {
    let texts = session.textsWithoutRow
    guard !texts.isEmpty else { return [] }
    return ["Not saved because the form has no row for \(them(texts.count)); kept in the draft:"]
      + lines(texts)
  }

  /// The lines for standard error after a save, with the command that shows the texts.
  static func linesAfterSaving(_ session: FormSession, to keeper: DraftKeeper?) -> [String] {
    let texts = session.textsWithoutRow
    guard !texts.isEmpty else { return [] }
    let place =
      keeper?.finishedName.map {
        "longform drafts show \(DraftStore.name(ofFile: $0)) shows \(them(texts.count))"
      }
      ?? "longform drafts --finished lists the draft that has \(them(texts.count))"
    return [
      "longform: \(counted(texts.count, "text")) without a row \(texts.count == 1 ? "was" : "were") "
        + "not saved; \(place)"
    ] + lines(texts).map { "longform:   \($0)" }
  }

  private static func them(_ count: Int) -> String { count == 1 ? "it" : "them" }
}

extension ScreenDialogue {
  /// Shows the texts that a save leaves out, if there are any.
  mutating func showTextsWithoutRow() {
    let lines = TextsWithoutRow.linesBeforeSaving(session)
    if !lines.isEmpty { open(.lines(lines, title: "Not in the form")) }
  }
}
