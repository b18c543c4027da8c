// The lines of a screen of a given size: title, viewport, message line, prompt and key line.
//
// If there are too few lines, parts are dropped in this order: title, key line, viewport down to
// the focus, message line. The prompt always stays.

/// The size of a terminal.
public struct ScreenSize: Hashable, Sendable {
  /// The lines of the terminal.
  public var rows: Int
  /// The columns of the terminal.
  public var columns: Int

  /// Creates a size. A terminal that reports 0 counts as 24 × 80.
  public init(rows: Int, columns: Int) {
    self.rows = rows > 0 ? rows : 24
    self.columns = columns > 0 ? columns : 80
  }

  /// The columns that are painted: the last stays free, so that no terminal wraps.
  var usableColumns: Int { max(columns - 1, 1) }

  /// The largest region if no height is set: two thirds of the terminal, at least 12 lines.
  var mostRegionLines: Int { rows <= 12 ? rows : max(rows * 2 / 3, 12) }
}

/// The requested height of a form.
public enum ScreenHeight: Hashable, Sendable {
  /// As many lines as the form needs; after the first panel, two thirds of the terminal.
  case automatic
  /// A number of lines for the viewport.
  case viewport(Int)
  /// A percentage of the terminal's lines, for all lines together.
  case region(percent: Int)
}

/// The lines of a screen.
public struct ScreenLayout: Hashable, Sendable {
  /// Whether there is a title.
  public var showsTitle: Bool
  /// Whether there is a key line.
  public var showsKeys: Bool
  /// Whether there is a message line.
  public var showsMessage: Bool
  /// Whether section titles and item headers have lines.
  public var showsHeaders: Bool
  /// The viewport's lines, including those that panels take; 0 if only the prompt fits.
  public var viewportLines: Int

  /// The lines outside the viewport: title, message line, prompt, key line.
  private static let fixedLines = 4
  /// The smallest useful viewport next to all fixed lines.
  private static let leastViewport = 4

  /// The layout of a form with `lineCount` lines.
  ///
  /// - Parameters:
  ///   - size: the size of the terminal.
  ///   - height: the requested height.
  ///   - lineCount: the lines of the form.
  ///   - namesKeys: whether to show a key line if there is room; only the program has one.
  ///   - hasHadPanel: whether a panel was open before; its room then stays reserved.
  public init(
    size: ScreenSize, height: ScreenHeight, lineCount: Int, namesKeys: Bool = false,
    hasHadPanel: Bool = false
  ) {
    let most =
      switch height {
      // If not all fixed lines are shown, the viewport gets the rest.
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

  /// The total number of lines.
  public var lineCount: Int {
    viewportLines + 1 + [showsTitle, showsKeys, showsMessage].count { $0 }
  }

  /// The lines of the viewport that panels may take: the focus and its path stay.
  var mostPanelLines: Int {
    if lineCount < 8 { return min(1, max(viewportLines - 1, 0)) }
    return max(viewportLines - max(2, viewportLines / 3), 0)
  }

  /// The most lines of the prompt: a third of the region.
  var mostPromptLines: Int { max(lineCount / 3, 1) }
}
