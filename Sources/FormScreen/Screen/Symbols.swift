// The signs of the screen, and their stand-ins for locales without UTF-8.

import FormText

/// The signs of the screen.
struct Symbols: Hashable, Sendable {
  let hasUTF8: Bool

  /// The bar of the focus and of a chosen line.
  var bar: Character { hasUTF8 ? "▌" : ">" }
  /// The thumb of the scrollbar.
  var thumb: Character { hasUTF8 ? "▐" : "|" }
  /// The filled and the empty part of the progress.
  var filled: Character { hasUTF8 ? "━" : "=" }
  var unfilled: Character { hasUTF8 ? "─" : "-" }
  /// The mark between label and text at the prompt.
  var prompt: Character { hasUTF8 ? "▸" : ">" }
  /// The mark before further lines, and the marks for text that continues above, below or both.
  var lineOn: Character { hasUTF8 ? "│" : "|" }
  var above: Character { hasUTF8 ? "↑" : "^" }
  var below: Character { hasUTF8 ? "↓" : "v" }
  var both: Character { hasUTF8 ? "↕" : "*" }
  /// The mark of an answer that was picked.
  var tick: Character { hasUTF8 ? "✓" : "+" }
  /// The sign for a line break.
  var lineBreak: Character { hasUTF8 ? "⏎" : "\\" }
  /// The sign in one cell for omitted text.
  var cut: Character { hasUTF8 ? "…" : "~" }
  /// The sign for omitted text.
  var ellipsis: String { hasUTF8 ? "…" : "..." }
  var dot: String { hasUTF8 ? " · " : ", " }
  var dash: String { hasUTF8 ? "–" : "-" }
  var secret: Character { hasUTF8 ? "•" : "*" }

  /// A placeholder between its brackets.
  func example(_ text: String) -> String { hasUTF8 ? "‹\(text)›" : "<\(text)>" }

  /// A sentence of the program in the available characters.
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
