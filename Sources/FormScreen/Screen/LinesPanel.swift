// The panel of sentences: help, drafts, what has no row any more.

/// Sentences, a line each.
struct LinesPanel {
  let lines: [String]
  let top: Int

  /// A line of the panel, counted from the first in view; nil behind the last.
  func line(_ number: Int) -> ScreenState.Message? {
    top + number < lines.count ? ScreenState.Message(lines[top + number]) : nil
  }
}
