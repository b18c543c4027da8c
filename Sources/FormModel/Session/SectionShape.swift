// The shown rows of a section and their positions in one item.
//
// A condition hides a row template (a row as the template file describes it) in one of two ways. A
// condition that reads only rows outside of the items hides the row in all items at once. A
// condition that reads rows of the same item hides the row in this item: the item gets another
// variant, which says which rows are hidden. There are few different variants, and each is stored
// only once for all items that have it.

/// The lines of a section outside of its items: the title, and the add line, on which people create
/// items.
struct SectionFrame {
  enum AddLine { case none, first, last }

  var addLine = AddLine.none
  var hasTitle = false
}

/// The position where each section begins, in rows, lines, add lines and numbers. The last element
/// is the end. A section inside items has no extent of its own here.
struct SectionStarts: Sendable {
  var rows = [0]
  var lines = [0]
  var addLines = [0]
  var numbers = [0]

  subscript(measure: ItemForest.Measure) -> [Int] {
    switch measure {
    case .rows: rows
    case .lines: lines
    case .addLines: addLines
    case .numbers: numbers
    }
  }
}

extension [Int] {
  /// The part that contains a position, if these are the positions where parts begin, followed by
  /// the end of the last part. The positions ascend and begin with 0. O(log parts).
  func place(of position: Int) -> Int {
    var (low, high) = (0, count - 1)
    while high - low > 1 {
      let middle = (low + high) / 2
      if self[middle] <= position { low = middle } else { high = middle }
    }
    return low
  }
}

/// The shown rows of a section.
struct SectionShape: Sendable {
  /// The shown rows of one item, or of a section that does not repeat.
  struct Variant: Sendable {
    /// Whether conditions hide each row template in this item; the values for the sections inside
    /// the item follow.
    let hidden: [Bool]
    /// The position of the first row of each row template in the item. The last element is the
    /// number of rows.
    fileprivate(set) var rowStarts: [Int] = [0]
    /// The positions in lines instead of rows. Notes have lines too.
    fileprivate(set) var lineStarts: [Int] = [0]
    /// The difference in extent (the numbers of rows and lines) from an item without hidden rows;
    /// never positive.
    fileprivate(set) var extra = ItemForest.Extent()
  }

  /// Whether the condition of the section itself is true.
  var isShown = true
  /// Whether each row template is hidden in every item.
  private(set) var hidden: [Bool]
  /// The number of sections that each item contains.
  private let childCount: Int
  /// The variants of items. The first variant hides nothing.
  private(set) var variants: [Variant]
  /// The number of rows in an item that hides none of them.
  private(set) var rowsOfEach = 0
  /// The number of lines in an item that hides none of its rows, without its header.
  private(set) var linesOfEach = 0
  /// The number of rows that each row template takes when it is shown. Notes take none.
  private let rowWidths: [Int]
  /// The row templates that are notes with the same number of lines in every item.
  private let notes: [Int]
  private var lineWidths: [Int]

  init(of section: FormSection) {
    hidden = Array(repeating: false, count: section.rows.count)
    notes = section.rows.indices.filter(section.wrapsNote)
    rowWidths = section.rows.indices.map { section.isLine($0) ? section.rows[$0].stopCount : 0 }
    lineWidths = section.rows.indices.map {
      section.isLine($0) ? section.rows[$0].numbers.count : 0
    }
    childCount = section.children.count
    variants = [Variant(hidden: hidden + Array(repeating: false, count: childCount))]
    countAgain()
  }

  /// Sets the number of lines of each note.
  mutating func wrapNotes(on lines: [Int]) {
    for row in notes where lines.indices.contains(row) { lineWidths[row] = max(lines[row], 1) }
    countAgain()
  }

  /// Hides a row template in every item, or shows it again.
  mutating func setHidden(_ isHidden: Bool, row: Int) {
    guard hidden[row] != isHidden else { return }
    hidden[row] = isHidden
    countAgain()
  }

  /// Returns the index of the variant that hides these row templates and inner sections.
  mutating func variant(hiding hidden: [Bool]) -> Int {
    if let index = variants.firstIndex(where: { $0.hidden == hidden }) { return index }
    variants.append(counted(Variant(hidden: hidden)))
    return variants.count - 1
  }

  /// Whether an item with this variant shows a row template.
  func shows(row: Int, variant: Int) -> Bool { !hidden[row] && !variants[variant].hidden[row] }

  /// Whether an item with this variant hides a section inside it.
  func hides(child: Int, variant: Int) -> Bool { variants[variant].hidden[hidden.count + child] }

  private mutating func countAgain() {
    rowsOfEach = 0
    linesOfEach = 0
    for row in hidden.indices where !hidden[row] {
      rowsOfEach += rowWidths[row]
      linesOfEach += lineWidths[row]
    }
    variants = variants.map(counted)
  }

  private func counted(_ variant: Variant) -> Variant {
    var variant = variant
    (variant.rowStarts, variant.lineStarts) = ([0], [0])
    variant.rowStarts.reserveCapacity(hidden.count + 1)
    variant.lineStarts.reserveCapacity(hidden.count + 1)
    variant.extra = ItemForest.Extent()
    var (rows, lines) = (0, 0)
    for row in hidden.indices {
      if variant.hidden[row] {
        variant.extra.rows -= Int32(clamping: rowWidths[row])
        variant.extra.lines -= Int32(clamping: lineWidths[row])
      } else if !hidden[row] {
        rows += rowWidths[row]
        lines += lineWidths[row]
      }
      variant.rowStarts.append(rows)
      variant.lineStarts.append(lines)
    }
    return variant
  }
}

extension FormSection {
  /// Whether a row is a note that may have several lines. A note that only some items show has just
  /// one line, so that its lines need not be counted for each item.
  package func wrapsNote(_ row: Int) -> Bool {
    let isEverywhere = repetition == nil || rows[row].details.condition == nil
    return !rows[row].type.takesAnswer && rows[row].count == nil && isEverywhere
  }
}

extension RowTemplate {
  /// The number of rows of the template that ask for an answer.
  fileprivate var stopCount: Int { type.takesAnswer ? numbers.count : 0 }
}
