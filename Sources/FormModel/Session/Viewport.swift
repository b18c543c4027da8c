// The window of lines around the focus, and the lines that a panel takes from it.

/// The lines in view.
package struct Viewport: Hashable, Sendable {
  /// The largest height that a person may request.
  package static let mostLines = 1_000

  /// The first line in view.
  private(set) var top: ViewLine = 0
  /// The number of its lines without a panel.
  private(set) var fullHeight: Int
  /// The number of lines that a panel takes.
  private(set) var panelHeight = 0
  /// Whether section titles and item headers have their own lines.
  private(set) var showsHeaders = true
  /// The first line before the panel opened.
  private var topWithoutPanel: ViewLine?

  init(height: Int) { fullHeight = max(height, 1) }

  /// The number of lines that show the form.
  package var height: Int { max(fullHeight - panelHeight, 1) }

  /// The lines in view.
  package var lines: Range<ViewLine> { top..<top + height }

  /// Scrolls as little as possible so that a line is in view.
  mutating func scroll(toReveal line: ViewLine) {
    if line < top {
      top = max(line, 0)
    } else if line >= top + height {
      top = line - (height - 1)
    }
  }

  /// Scrolls so that `line` is the first.
  mutating func scroll(toTop line: ViewLine) { top = max(line, 0) }

  /// Scrolls back if the lines below the top would not fill the viewport.
  mutating func fill(withLines count: Int) { top = min(top, ViewLine(max(count - height, 0))) }

  /// Changes the height, and hides or shows the headers.
  mutating func resize(height: Int, showsHeaders: Bool) {
    fullHeight = max(height, 1)
    if showsHeaders != self.showsHeaders { topWithoutPanel = nil }
    self.showsHeaders = showsHeaders
    panelHeight = min(panelHeight, fullHeight - 1)
  }

  /// Gives `lines` lines at the bottom to a panel; at least one remains for the focus.
  mutating func openPanel(lines: Int) {
    if topWithoutPanel == nil { topWithoutPanel = top }
    panelHeight = max(min(lines, fullHeight - 1), 0)
  }

  /// Takes the panel's lines back. `focus` is a line that must stay in view; nil if none is shown.
  mutating func closePanel(focus: ViewLine?) {
    panelHeight = 0
    guard let before = topWithoutPanel else { return }
    topWithoutPanel = nil
    if let focus, (before..<before + height).contains(focus) { top = before }
  }
}
