// Which rows there are, in which order, and which lines they make in the viewport.
//
// Rows made by `count` and items of a repeat are never listed: their places are computed from the
// template and the order of the items, so a million rows cost what one does. Every look-up is
// O(log sections + log items + log row templates).

/// The order of a form's sections, items and rows.
struct Outline: Sendable {
  /// What stands on one line of the viewport.
  enum Line: Hashable, Sendable {
    case sectionTitle(section: Int)
    case itemHeader(section: Int, item: Int, position: Int)
    case row(Row.ID, index: Row.Index)
    /// Something to read, which is no row: the identity only says which note it is.
    case note(Row.ID)
  }

  private let sections: [Section]
  private var items: [ItemList]
  private var rowStarts: [Int] = []
  private var lineStarts: [Int] = []

  /// - Parameter itemCounts: how many items a document has of a section; the template says how many
  ///   there are where it has none.
  init(of template: Template, itemCounts: [Int: Int] = [:]) {
    sections = template.sections
    items = sections.indices.map { index in
      let loaded = itemCounts[index] ?? 0
      return ItemList(
        count: loaded > 0 ? loaded : template.sections[index].repetition?.initial ?? 0)
    }
    countAgain()
  }

  /// How many rows are shown.
  var rowCount: Int { rowStarts[sections.count] }

  /// How many lines they make with titles, headers and notes.
  func lineCount(withHeaders: Bool) -> Int {
    withHeaders ? lineStarts[sections.count] : rowCount
  }

  // MARK: - Rows

  /// The row at an index.
  func id(at index: Row.Index) -> Row.ID? {
    guard index >= 0, index < rowCount else { return nil }
    let section = Outline.find(index, in: rowStarts)
    let rest = index - rowStarts[section]
    let perItem = sections[section].rowsPerItem
    guard sections[section].repetition != nil else {
      return id(section: section, item: 0, offset: rest)
    }
    guard let serial = items[section].serial(at: rest / perItem) else { return nil }
    return id(section: section, item: serial, offset: rest % perItem)
  }

  /// The index of a row, nil when it is not among the rows that are shown.
  func index(of id: Row.ID) -> Row.Index? {
    guard let offset = offset(of: id), let position = itemPosition(of: id) else { return nil }
    let section = Int(id.section)
    return rowStarts[section] + position * sections[section].rowsPerItem + offset
  }

  /// The position of a row's item in its section, from 0; 0 where nothing repeats.
  func itemPosition(of id: Row.ID) -> Int? {
    let section = Int(id.section)
    guard sections.indices.contains(section) else { return nil }
    guard sections[section].repetition != nil else { return id.item == 0 ? 0 : nil }
    return items[section].position(of: Int(id.item))
  }

  private func id(section: Int, item: Int, offset: Int) -> Row.ID {
    let starts = sections[section].rowStarts
    let row = Outline.find(offset, in: starts)
    let number = sections[section].rows[row].count == nil ? 0 : offset - starts[row] + 1
    return Row.ID(section: section, item: item, row: row, number: number)
  }

  private func offset(of id: Row.ID) -> Int? {
    let (section, row, number) = (Int(id.section), Int(id.row), Int(id.number))
    guard sections.indices.contains(section), sections[section].rows.indices.contains(row),
      sections[section].rows[row].numbers.contains(number),
      sections[section].rows[row].type.takesAnswer
    else { return nil }
    return sections[section].rowStarts[row] + max(number - 1, 0)
  }

  // MARK: - Lines

  /// What stands on a line, counted from 0.
  func line(at line: Int, withHeaders: Bool) -> Line? {
    guard line >= 0, line < lineCount(withHeaders: withHeaders) else { return nil }
    guard withHeaders else { return id(at: line).map { .row($0, index: line) } }
    let section = Outline.find(line, in: lineStarts)
    var rest = line - lineStarts[section]
    if sections[section].title != nil {
      if rest == 0 { return .sectionTitle(section: section) }
      rest -= 1
    }
    guard sections[section].repetition != nil else {
      return itemLine(at: rest, section: section, item: 0, position: 0)
    }
    let perItem = sections[section].linesPerItem + 1
    let position = rest / perItem
    guard let serial = items[section].serial(at: position) else { return nil }
    if rest % perItem == 0 {
      return .itemHeader(section: section, item: serial, position: position)
    }
    return itemLine(at: rest % perItem - 1, section: section, item: serial, position: position)
  }

  /// What stands on a line of an item, or of a section that does not repeat, below its header.
  private func itemLine(at offset: Int, section: Int, item: Int, position: Int) -> Line {
    let rows = sections[section].rows
    let row = Outline.find(offset, in: sections[section].lineStarts)
    let place = offset - sections[section].lineStarts[row]
    let id = Row.ID(
      section: section, item: item, row: row, number: rows[row].count == nil ? 0 : place + 1)
    guard rows[row].type.takesAnswer else { return .note(id) }
    return .row(
      id,
      index: rowStarts[section] + position * sections[section].rowsPerItem
        + sections[section].rowStarts[row] + place)
  }

  /// The line of the row at an index.
  func line(ofRowAt index: Row.Index, withHeaders: Bool) -> Int {
    guard withHeaders, index >= 0, index < rowCount else { return index }
    let section = Outline.find(index, in: rowStarts)
    let rest = index - rowStarts[section]
    let perItem = sections[section].rowsPerItem
    let row = Outline.find(rest % perItem, in: sections[section].rowStarts)
    let line =
      sections[section].lineStarts[row] + rest % perItem - sections[section].rowStarts[row]
    let first = lineStarts[section] + (sections[section].title == nil ? 0 : 1)
    guard sections[section].repetition != nil else { return first + line }
    return first + rest / perItem * (sections[section].linesPerItem + 1) + 1 + line
  }

  // MARK: - Items

  /// How many items a section has.
  func itemCount(ofSection section: Int) -> Int { items[section].count }

  /// The serial of the item at a position of a section.
  func item(at position: Int, ofSection section: Int) -> Int? {
    items[section].serial(at: position)
  }

  /// The position of an item in its section.
  func position(ofItem item: Int, inSection section: Int) -> Int? {
    items[section].position(of: item)
  }

  /// The greatest serial that was ever given in a section.
  func lastItem(ofSection section: Int) -> Int { items[section].last }

  /// Gives a section other items.
  mutating func replaceItems(ofSection section: Int, with serials: [Int], last: Int) {
    items[section] = ItemList(serials: serials, last: last)
    countAgain()
  }

  /// A serial for a new item of a section.
  mutating func createItem(inSection section: Int) -> Int { items[section].create() }

  /// Puts an item where `position` says.
  mutating func insertItem(_ item: Int, at position: Int, inSection section: Int) {
    items[section].insert(item, at: position)
    countAgain()
  }

  /// Takes an item out and returns the position it had.
  mutating func removeItem(_ item: Int, fromSection section: Int) -> Int? {
    let position = items[section].remove(item)
    countAgain()
    return position
  }

  // MARK: - Counting

  /// O(sections), after every change of the order.
  private mutating func countAgain() {
    rowStarts = [0]
    lineStarts = [0]
    var (rows, lines) = (0, 0)
    for (index, section) in sections.enumerated() {
      let title = section.title == nil ? 0 : 1
      if section.repetition == nil {
        rows += section.rowsPerItem
        lines += title + section.linesPerItem
      } else {
        rows += items[index].count * section.rowsPerItem
        lines += title + items[index].count * (section.linesPerItem + 1)
      }
      rowStarts.append(rows)
      lineStarts.append(lines)
    }
  }

  /// The last place whose start is at most `value`, among starts that begin with 0 and rise.
  private static func find(_ value: Int, in starts: [Int]) -> Int {
    var (low, high) = (0, starts.count - 1)
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= value { low = middle } else { high = middle }
    }
    return low
  }
}
