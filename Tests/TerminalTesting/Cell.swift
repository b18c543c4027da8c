// The cells of a screen.
//
// Invariant: a cluster of width 2 is a cell of width 2 followed by a cell of width 0; no other cell
// has width 0. An erased cell has no text, but a written space has a text: reflow and trimming
// depend on this difference.

/// The appearance of text, as set by SGR, the control sequence for colors and attributes.
public struct Style: Hashable, Sendable {
  public var isBold = false
  public var isDim = false
  public var isItalic = false
  public var isUnderlined = false
  public var isInverse = false
  /// The foreground as its SGR parameters, such as "31" or "38;5;196"; nil for the default.
  public var foreground: String?
  /// The background as its SGR parameters, such as "41"; nil for the default.
  public var background: String?

  /// Text without attributes, in default colors.
  public static let plain = Style()

  /// Applies the parameters of an SGR sequence. Colons and semicolons both separate parameters.
  mutating func apply(_ parameters: [Int]) {
    var rest = parameters.isEmpty ? [0] : parameters[...]
    while let code = rest.popFirst() {
      switch code {
      case 0: self = .plain
      case 1: isBold = true
      case 2: isDim = true
      case 3: isItalic = true
      case 4: isUnderlined = true
      case 7: isInverse = true
      case 22: (isBold, isDim) = (false, false)
      case 23: isItalic = false
      case 24: isUnderlined = false
      case 27: isInverse = false
      case 30...37, 90...97: foreground = "\(code)"
      case 40...47, 100...107: background = "\(code)"
      case 39: foreground = nil
      case 49: background = nil
      case 38: foreground = Style.color(code, &rest)
      case 48: background = Style.color(code, &rest)
      default: break
      }
    }
  }

  /// The style of an erased cell, which keeps only the background.
  var erased: Style {
    Style(background: background)
  }

  private static func color(_ code: Int, _ rest: inout ArraySlice<Int>) -> String {
    let count = rest.first == 5 ? 2 : rest.first == 2 ? 4 : 0
    let parts = [code] + rest.prefix(count)
    rest = rest.dropFirst(count)
    return parts.map(String.init).joined(separator: ";")
  }
}

/// One cell of the screen.
public struct Cell: Hashable, Sendable {
  /// The grapheme cluster; empty if nothing was written, or in the second half of a wide cluster.
  public internal(set) var text = ""
  /// The columns of the cluster: 1 or 2, and 0 for the second half of a wide cluster.
  public internal(set) var width = 1
  /// The appearance.
  public internal(set) var style = Style.plain

  /// The visible text: a space if nothing was written.
  public var shown: String { text.isEmpty && width == 1 ? " " : text }

  /// Whether nothing was written to the cell since its last erasure.
  var isErased: Bool { text.isEmpty && width == 1 }
}

/// One line of the screen or of the scrollback.
struct Line: Hashable, Sendable {
  var cells: [Cell]
  /// Whether the text was too long for the line and continues in the next line.
  var isWrapped = false

  init(columns: Int, style: Style = .plain) {
    cells = Array(repeating: Cell(style: style), count: columns)
  }

  /// The visible text, without trailing blanks.
  var text: String {
    let text = cells.reduce(into: "") { $0 += $1.shown }
    return String(text.prefix(text.count - text.reversed().prefix { $0 == " " }.count))
  }

  /// The number of cells up to the last written one.
  var usedColumns: Int {
    (cells.lastIndex { !$0.isErased } ?? -1) + 1
  }

  /// Erases cells. A wide cluster that is partly in the range is erased as a whole.
  mutating func erase(_ range: Range<Int>, style: Style) {
    let range = range.clamped(to: 0..<cells.count)
    guard !range.isEmpty else { return }
    cutWideCluster(before: range.lowerBound)
    cutWideCluster(before: range.upperBound)
    for column in range { cells[column] = Cell(style: style) }
  }

  /// Erases a wide cluster if one of its halves is before a column and the other after it.
  mutating func cutWideCluster(before column: Int) {
    guard column > 0, column < cells.count, cells[column].width == 0 else { return }
    cells[column - 1] = Cell(style: cells[column - 1].style)
    cells[column] = Cell(style: cells[column].style)
  }
}

/// A position on the screen, counted from zero.
public struct Position: Hashable, Sendable {
  public var row: Int
  public var column: Int

  public init(row: Int, column: Int) {
    self.row = row
    self.column = column
  }
}
