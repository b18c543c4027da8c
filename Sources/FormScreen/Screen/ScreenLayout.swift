// The lines of a screen of a given size: title, viewport (the visible lines of the form), message
// line, prompt and key line.
//
// If there are too few lines, parts are omitted in this order: the title, the key line, all lines
// of the viewport but one, the message line. The prompt is never omitted.

/// The size of a terminal.
public struct ScreenSize: Hashable, Sendable {
  /// The number of lines of the terminal.
  public var rows: Int
  /// The number of columns of the terminal.
  public var columns: Int

  /// Creates a size. If a terminal reports 0 rows or columns, the size gets 24 rows or 80 columns.
  public init(rows: Int, columns: Int) {
    self.rows = rows > 0 ? rows : 24
    self.columns = columns > 0 ? columns : 80
  }

  /// The number of columns that are painted. The last column stays empty, so that no terminal
  /// wraps.
  var usableColumns: Int { max(columns - 1, 1) }

  /// The maximum height of the form if no height is requested: two thirds of the terminal, but at
  /// least 12 lines.
  var mostRegionLines: Int { rows <= 12 ? rows : max(rows * 2 / 3, 12) }
}

/// The requested height of a form.
public enum ScreenHeight: Hashable, Sendable {
  /// As many lines as the form needs; after the first panel was opened, two thirds of the terminal.
  case automatic
  /// A number of lines for the viewport.
  case viewport(Int)
  /// A percentage of the terminal's lines, for the whole form with its title, prompt and keys.
  case region(percent: Int)
}

/// The numbers of lines for the parts of a screen.
public struct ScreenLayout: Hashable, Sendable {
  /// Whether there is a title line.
  public var showsTitle: Bool
  /// Whether there is a key line.
  public var showsKeys: Bool
  /// Whether there is a message line.
  public var showsMessage: Bool
  /// Whether section titles and item headers are shown.
  public var showsHeaders: Bool
  /// The number of lines of the viewport, including those that panels cover; 0 if only the prompt
  /// fits.
  public var viewportLines: Int

  /// The lines outside the viewport: title, message line, prompt, key line.
  private static let fixedLines = 4
  /// The minimum number of viewport lines while all fixed lines are shown.
  private static let leastViewport = 4

  /// Creates the layout of a form with `lineCount` lines.
  ///
  /// - Parameters:
  ///   - size: the size of the terminal.
  ///   - height: the requested height.
  ///   - lineCount: the number of lines of the form.
  ///   - namesKeys: whether to show a key line if there is room. `ScreenDialogue` shows a key line;
  ///     a program that calls `Screen` itself has keys of its own.
  ///   - hasHadPanel: whether a panel was ever open. Room for a panel then stays reserved.
  public init(
    size: ScreenSize, height: ScreenHeight, lineCount: Int, namesKeys: Bool = false,
    hasHadPanel: Bool = false
  ) {
    let most =
      switch height {
      // If some fixed lines are omitted, the viewport gets the rest.
      case .automatic: size.rows < 8 ? size.rows : size.mostRegionLines - ScreenLayout.fixedLines
      case .viewport(let lines): lines
      case .region(let percent): size.rows * percent / 100 - ScreenLayout.fixedLines
      }
    let wanted = max(min(hasHadPanel ? .max : lineCount, most), 1)
    let least = min(wanted, ScreenLayout.leastViewport)
    showsTitle = size.rows >= least + 4
    showsKeys = namesKeys && size.rows >= least + 3
    showsMessage = size.rows >= 3
    let others = 1 + [showsTitle, showsKeys, showsMessage].count { $0 }
    viewportLines = min(wanted, max(size.rows - others, 0))
    showsHeaders = viewportLines > 1 || lineCount <= 1
  }

  /// The total number of lines on the screen.
  public var lineCount: Int {
    viewportLines + 1 + [showsTitle, showsKeys, showsMessage].count { $0 }
  }

  /// The maximum number of viewport lines that panels may cover. The focused row and its path stay
  /// in view.
  var mostPanelLines: Int {
    if lineCount < 8 { return min(1, max(viewportLines - 1, 0)) }
    return max(viewportLines - max(2, viewportLines / 3), 0)
  }

  /// The maximum number of lines of the prompt: a third of all lines.
  var mostPromptLines: Int { max(lineCount / 3, 1) }
}
