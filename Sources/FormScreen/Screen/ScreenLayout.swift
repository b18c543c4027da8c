// Which lines a screen of a given size has.
//
// Where there are too few, lines are given up in this order: title, status, section titles and item
// headers, viewport. The prompt always stays.

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
}

/// The lines of a screen.
public struct ScreenLayout: Hashable, Sendable {
  public var showsTitle: Bool
  public var showsStatus: Bool
  /// Whether section titles and item headers have lines.
  public var showsHeaders: Bool
  /// The viewport's lines, with those a panel takes; 0 where only the prompt fits.
  public var viewportLines: Int

  /// The layout of a form that wants `height` viewport lines and has `lineCount` of them.
  public init(size: ScreenSize, height: Int, lineCount: Int) {
    let free = size.rows - 1
    let wanted = max(min(height, lineCount), 1)
    showsTitle = free >= wanted + 2
    showsStatus = free >= wanted + 1
    showsHeaders = free >= wanted
    viewportLines = min(wanted, max(free, 0))
  }

  /// All lines together.
  public var lineCount: Int { viewportLines + 1 + (showsTitle ? 1 : 0) + (showsStatus ? 1 : 0) }
}
