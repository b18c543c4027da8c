// Texts whose rows no longer exist in the form. They are listed before and after a save, because
// the save does not write them.

import FormModel
import FormScreen
import FormText

/// Sentences about texts without a row.
enum TextsWithoutRow {
  /// The maximum number of texts to list. `longform drafts show` lists all of them.
  private static let most = 50

  /// Returns a line for each text: the name of its row and the beginning of the text.
  static func lines(_ texts: [(name: String, text: Text)]) -> [String] {
    let rest = texts.count - most
    return texts.prefix(most).map { "\($0.name): \(beginning(of: $0.text))" }
      + (rest > 0 ? ["and \(counted(rest, "other"))"] : [])
  }

  /// Returns the beginning of a text on one line.
  private static func beginning(of text: Text) -> String {
    let line = String(text.string.prefix(60).map { $0.isNewline ? " " : $0 })
    return line.utf8.count < text.string.utf8.count ? "\(line)\u{2026}" : line
  }

  /// Returns the lines to show before a save; an empty list if every text has a row.
  static func linesBeforeSaving(_ session: FormSession) -> [String] {
    let texts = session.textsWithoutRow
    guard !texts.isEmpty else { return [] }
    return ["Not saved because the form has no row for \(them(texts.count)); kept in the draft:"]
      + lines(texts)
  }

  /// Returns the lines for standard error after a save, with the command that shows the texts.
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
  /// Shows the texts that a save leaves out. Does nothing if there are none.
  mutating func showTextsWithoutRow() {
    let lines = TextsWithoutRow.linesBeforeSaving(session)
    if !lines.isEmpty { open(.lines(lines, title: "Not in the form")) }
  }
}
