// The signs on the screen, and the signs that replace them in locales without UTF-8.

import FormText

/// The signs on the screen.
struct Symbols: Hashable, Sendable {
  let hasUTF8: Bool

  /// The bar before the focused row and before a chosen line.
  var bar: Character { hasUTF8 ? "▌" : ">" }
  /// The thumb of the scroll bar.
  var thumb: Character { hasUTF8 ? "▐" : "|" }
  /// The filled and the empty part of the progress bar.
  var filled: Character { hasUTF8 ? "━" : "=" }
  var unfilled: Character { hasUTF8 ? "─" : "-" }
  /// The mark between the label and the text at the prompt.
  var prompt: Character { hasUTF8 ? "▸" : ">" }
  /// The mark before continuation lines, and the marks for text that continues above, below, or in
  /// both directions.
  var lineOn: Character { hasUTF8 ? "│" : "|" }
  var above: Character { hasUTF8 ? "↑" : "^" }
  var below: Character { hasUTF8 ? "↓" : "v" }
  var both: Character { hasUTF8 ? "↕" : "*" }
  /// The mark of an answer that was picked.
  var tick: Character { hasUTF8 ? "✓" : "+" }
  /// The sign for a line break.
  var lineBreak: Character { hasUTF8 ? "⏎" : "\\" }
  /// The sign for omitted text, in one column.
  var cut: Character { hasUTF8 ? "…" : "~" }
  /// The sign for omitted text.
  var ellipsis: String { hasUTF8 ? "…" : "..." }
  var dot: String { hasUTF8 ? " · " : ", " }
  var dash: String { hasUTF8 ? "–" : "-" }
  var secret: Character { hasUTF8 ? "•" : "*" }

  /// Returns a placeholder in brackets, marked as an example.
  func example(_ text: String) -> String {
    invitation(text.lowercased().hasPrefix("e.g.") ? text : "e.g. \(text)")
  }

  /// Returns a hint about typing in brackets.
  func invitation(_ text: String) -> String { hasUTF8 ? "‹\(text)›" : "<\(text)>" }

  /// Returns a sentence of the program with characters that the locale has.
  func sentence(_ text: String) -> String {
    guard !hasUTF8, !CellReader.isPrintableASCII(text) else { return text }
    var shown = ""
    var last: Character?
    for character in text {
      if last == "↑", character == "↓" { shown += "/" }
      shown += Symbols.standIns[character] ?? String(character)
      last = character
    }
    return shown
  }

  private static let standIns: [Character: String] = [
    "…": "...", "“": "\"", "”": "\"", "‹": "<", "›": ">", "→": "->", "←": "<-", "⏎": "\\",
    "·": ",", "↑": "Up", "↓": "Down", "–": "-", "×": "x", "▸": ">", "─": "-", "│": "|",
  ]
}
