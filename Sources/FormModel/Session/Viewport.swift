// The visible lines around the focus, and the lines that a panel, such as a list of candidates,
// covers.

/// The lines in view.
package struct Viewport: Hashable, Sendable {
  /// The largest height that a person can set.
  package static let mostLines = 1_000

  /// The first line in view.
  private(set) var top: ViewLine = 0
  /// The number of lines, including those that a panel covers.
  private(set) var fullHeight: Int
  /// The number of lines that a panel covers.
  private(set) var panelHeight = 0
  /// Whether section titles and item headers have their own lines.
  private(set) var showsHeaders = true
  /// The top line before the panel was opened.
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

  /// Scrolls so that a line becomes the first line in view.
  mutating func scroll(toTop line: ViewLine) { top = max(line, 0) }

  /// Scrolls back if the remaining lines of the form would not fill the viewport.
  mutating func fill(withLines count: Int) {
    top = min(top, ViewLine(max(count - height, 0)))
    topWithoutPanel = topWithoutPanel.map { min($0, ViewLine(max(count - fullHeight, 0))) }
  }

  /// Changes the height, and hides or shows the headers.
  mutating func resize(height: Int, showsHeaders: Bool) {
    fullHeight = max(height, 1)
    if showsHeaders != self.showsHeaders { topWithoutPanel = nil }
    self.showsHeaders = showsHeaders
    panelHeight = min(panelHeight, fullHeight - 1)
  }

  /// Opens a panel over the given number of lines at the bottom; 0 closes it. At least one line
  /// remains for the focus. If the panel becomes smaller, scrolls back to the position before it was
  /// opened, if the focus is in view there.
  ///
  /// - Parameters:
  ///   - focus: the line of the focused row; nil if no row is shown.
  ///   - count: the number of lines of the form.
  mutating func openPanel(lines: Int, focus: ViewLine?, count: Int) {
    let before = (height: panelHeight, top: topWithoutPanel)
    if lines > 0, topWithoutPanel == nil { topWithoutPanel = top }
    panelHeight = max(min(lines, fullHeight - 1), 0)
    if lines <= 0 { topWithoutPanel = nil }
    guard panelHeight < before.height, let old = before.top, let focus else { return }
    if (old..<old + height).contains(focus) { top = old } else { fill(withLines: count) }
  }
}
