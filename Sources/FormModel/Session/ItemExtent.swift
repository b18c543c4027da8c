// The extent of an item: the numbers of its rows, lines and add lines.

extension ItemForest {
  /// Numbers of rows, lines and add lines. An add line, on which people create items, counts as a
  /// row too.
  struct Extent: Hashable, Sendable {
    var rows: Int32 = 0
    var lines: Int32 = 0
    var addLines: Int32 = 0

    static func + (left: Extent, right: Extent) -> Extent {
      Extent(
        rows: left.rows &+ right.rows, lines: left.lines &+ right.lines,
        addLines: left.addLines &+ right.addLines)
    }

    func amount(by measure: Measure) -> Int {
      switch measure {
      case .rows: Int(rows)
      case .lines: Int(lines)
      case .addLines: Int(addLines)
      case .numbers: Int(rows) - Int(addLines)
      }
    }
  }

  /// The unit of an offset in a list of items. `numbers` counts rows without add lines.
  enum Measure { case rows, lines, addLines, numbers }
}
