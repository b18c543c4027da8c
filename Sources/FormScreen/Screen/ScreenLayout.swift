// The lines of a screen of a given size: title, viewport, message line, prompt and key line.
//
// Where there are too few lines they go in this order: title, key line, viewport down to the focus,
// message line. The prompt always stays.

/// The size of a terminal.
public struct ScreenSize: Hashable, Sendable {
  public var rows: Int
  public var columns: Int

  /// A size; one that a terminal reports as 0 is 24 × 80.
  public init(rows: Int, columns: Int) {
    self.rows = rows > 0 ? rows : 24
    self.columns = columns > 0 ? columns : 80
  }

  /// The columns that are painted: the last stays free, so that no terminal wraps.
  var usableColumns: Int { max(columns - 1, 1) }

  /// The most lines of a region whose height nobody set: two thirds of the terminal, at least 12.
  var mostRegionLines: Int { rows <= 12 ? rows : max(rows * 2 / 3, 12) }
}

/// The height that a form is given.
public enum ScreenHeight: Hashable, Sendable {
  /// The lines that the form needs, and from the first panel on two thirds of the terminal.
  case automatic
  /// So many lines of the viewport.
  case viewport(Int)
  /// So many percent of the terminal's lines, for all lines together.
  case region(percent: Int)
}

/// The lines of a screen.
public struct ScreenLayout: Hashable, Sendable {
  public var showsTitle: Bool
  public var showsKeys: Bool
  public var showsMessage: Bool
  /// Whether section titles and item headers have lines.
  public var showsHeaders: Bool
  /// The viewport's lines, with those that panels take; 0 where only the prompt fits.
  public var viewportLines: Int

  /// The lines beside the viewport: title, message line, prompt, key line.
  private static let fixedLines = 4
  /// The least lines of a terminal that has all of them and a viewport of some use.
  private static let leastViewport = 4

  /// The layout of a form of `lineCount` lines.
  ///
  /// - Parameters:
  ///   - size: that of the terminal.
  ///   - height: the height that was asked for.
  ///   - lineCount: the lines of the form.
  ///   - namesKeys: whether there is a key line, where there is room: the program's keys are named there.
  ///   - hasHadPanel: whether there was a panel; it has the room it needs from then on.
  public init(
    size: ScreenSize, height: ScreenHeight, lineCount: Int, namesKeys: Bool = false,
    hasHadPanel: Bool = false
  ) {
    let most =
      switch height {
      // Where not all fixed lines are shown the viewport has the rest.
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

  /// All lines together.
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
