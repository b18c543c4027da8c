// Which rows are shown, in which order, and which lines they make in the viewport.
//
// Rows made by `count` and items of a repeat are never listed: their places are computed from the
// template and the order of the items, so a million rows cost what one does. Every look-up is
// O(log sections + log items + log row templates).
//
// An index counts the places where the focus can be: rows that take an answer and have a line, and
// add lines. A row's number, which people see, does not count add lines.
//
// A repeating section with room has an add line: its last line, or its first where items are inserted
// first. Without items the section is *folded* into it. Headers of items name their section, in place of a title.

/// The order of a form's sections, items and rows.
package struct Outline: Sendable {
  /// What stands on one line of the viewport.
  package enum Line: Hashable, Sendable {
    case sectionTitle(section: Int)
    case itemHeader(section: Int, item: Int, position: Int)
    case row(FormRow.ID, index: FormRow.Index)
    /// A line of something to read, which is no row: the identity only says which note it is.
    case note(FormRow.ID, line: Int)
  }

  private let sections: [FormSection]
  private var items: [ItemList]
  private var shapes: [SectionShape]
  private var rowStarts: [Int] = []
  private var lineStarts: [Int] = []
  /// The number of items from which on each section has no add line; an entry line always stays.
  private let rooms: [Int]
  private var frames: [SectionFrame] = []
  /// The indices of the add lines, in order.
  private(set) var addLines: [FormRow.Index] = []

  /// - Parameter itemCounts: how many items a document has of a section; the template says how many
  ///   there are where it has none.
  init(of template: Template, itemCounts: [Int: Int] = [:]) {
    sections = template.sections
    items = sections.indices.map { index in
      let loaded = itemCounts[index] ?? 0
      return ItemList(
        count: loaded > 0 ? loaded : template.sections[index].repetition?.initial ?? 0)
    }
    shapes = sections.map(SectionShape.init(of:))
    rooms = sections.map { section in
      !section.canBeTyped ? 0 : section.hasEntry ? .max : section.repetition?.maximum ?? .max
    }
    countAgain()
  }

  /// How many places there are where the focus can be.
  var indexCount: Int { rowStarts[sections.count] }

  /// The last of these places, nil where there is none.
  var lastIndex: FormRow.Index? { indexCount == 0 ? nil : FormRow.Index(indexCount - 1) }

  /// How many rows are shown that take an answer and have a line of their own.
  var rowCount: Int { indexCount - addLines.count }

  /// How many of these rows a section has.
  package func rowCount(ofSection section: Int) -> Int {
    rowStarts[section + 1] - rowStarts[section] - (frames[section].addLine == .none ? 0 : 1)
  }

  package func startIndex(ofSection section: Int) -> FormRow.Index { .init(rowStarts[section]) }

  /// The index after its last row.
  package func endIndex(ofSection section: Int) -> FormRow.Index {
    FormRow.Index(rowStarts[section + 1])
  }

  /// How many lines they make with titles, headers, notes and add lines.
  func lineCount(withHeaders: Bool) -> Int { withHeaders ? lineStarts[sections.count] : indexCount }

  // MARK: - Rows

  /// The row at an index.
  package func id(at index: FormRow.Index) -> FormRow.ID? {
    guard (0..<indexCount).contains(index.value) else { return nil }
    let section = Outline.find(index.value, in: rowStarts)
    var rest = index.value - rowStarts[section]
    guard sections[section].repetition != nil else {
      return id(section: section, item: 0, variant: 0, offset: rest)
    }
    if frames[section].addLine == .first {
      if rest == 0 { return addLineID(ofSection: section) }
      rest -= 1
    }
    guard let place = items[section].place(of: rest, by: .rows, each: shapes[section].rowsOfEach)
    else { return addLineID(ofSection: section) }
    let variant = items[section].variant(of: place.serial)
    return id(section: section, item: place.serial, variant: variant, offset: place.rest)
  }

  /// The index of a row, nil when it is hidden, or has no line of its own.
  package func index(of id: FormRow.ID) -> FormRow.Index? {
    isShown(id) && sections[id.section].isStop(id) ? nearestIndex(to: id) : nil
  }

  /// The index of a row; for one that is hidden the index of the first one shown behind it, as far
  /// as there is one. Nil for a row of no item in the list.
  func nearestIndex(to id: FormRow.ID) -> FormRow.Index? {
    let section = id.section
    guard sections.indices.contains(section), sections[section].has(id) else { return nil }
    let start = FormRow.Index(rowStarts[section])
    guard shapes[section].isShown else { return start }
    if id.isAddLine(in: sections) {
      return sections[section].insertsFirst ? start : max(endIndex(ofSection: section) - 1, start)
    }
    guard let offset = itemOffset(id, by: .rows) else { return nil }
    let number = shows(id) ? max(id.number - 1, 0) : 0
    let variant = shapes[section].variants[items[section].variant(of: id.item)]
    return start
      + ((frames[section].addLine == .first ? 1 : 0) + offset + variant.rowStarts[id.row] + number)
  }

  /// Whether a row is in the form and not hidden by a condition.
  package func isShown(_ id: FormRow.ID) -> Bool {
    let section = id.section
    guard sections.indices.contains(section), sections[section].has(id), shapes[section].isShown
    else { return false }
    if id.isAddLine(in: sections) { return hasAddLine(section) }
    guard sections[section].repetition == nil || items[section].isListed(id.item) else {
      return false
    }
    return shows(id)
  }

  /// Whether the conditions of its own row template show a row, whatever that of its section says.
  private func shows(_ id: FormRow.ID) -> Bool {
    let section = id.section
    return shapes[section].shows(row: id.row, variant: items[section].variant(of: id.item))
  }

  private func itemOffset(_ id: FormRow.ID, by measure: ItemList.Measure) -> Int? {
    let section = id.section
    guard sections[section].repetition != nil else { return 0 }
    let each = measure == .rows ? shapes[section].rowsOfEach : linesOfEach(section)
    return items[section].offset(of: id.item, by: measure, each: each)
  }

  private func id(section: Int, item: Int, variant: Int, offset: Int) -> FormRow.ID {
    let starts = shapes[section].variants[variant].rowStarts
    let row = Outline.find(offset, in: starts)
    let number = sections[section].rows[row].count == nil ? 0 : offset - starts[row] + 1
    return FormRow.ID(section: section, item: item, row: row, number: number)
  }

  private func addLineID(ofSection section: Int) -> FormRow.ID {
    FormRow.ID(section: section, item: 0, row: sections[section].entryRow, number: 0)
  }

  package func hasAddLine(_ section: Int) -> Bool { frames[section].addLine != .none }

  /// Whether a section has no items, so that its add line is all there is of it.
  package func isFolded(_ section: Int) -> Bool {
    sections[section].repetition != nil && items[section].count == 0
  }

  /// The number that people see of the row at an index, from 1; nil for an add line.
  package func number(at index: FormRow.Index) -> FormRow.Number? {
    let before = addLines.prefixCount { $0 < index }
    return before < addLines.count && addLines[before] == index
      ? nil : FormRow.Number(index.value - before + 1)
  }

  /// The index of the row with a number.
  func index(ofNumber number: FormRow.Number) -> FormRow.Index {
    addLines.reduce(FormRow.Index(number.value - 1)) { $1 <= $0 ? $0 + 1 : $0 }
  }

  // MARK: - Lines

  /// What stands on a line.
  func line(at line: ViewLine, withHeaders: Bool) -> Line? {
    guard (0..<lineCount(withHeaders: withHeaders)).contains(line.value) else { return nil }
    guard withHeaders else {
      let index = FormRow.Index(line.value)
      return id(at: index).map { .row($0, index: index) }
    }
    let section = Outline.find(line.value, in: lineStarts)
    let start = FormRow.Index(rowStarts[section])
    var rest = line.value - lineStarts[section]
    if frames[section].hasTitle {
      if rest == 0 { return .sectionTitle(section: section) }
      rest -= 1
    }
    guard sections[section].repetition != nil else {
      return itemLine(at: rest, ofItem: 0, inSection: section, firstIndex: start)
    }
    if frames[section].addLine == .first {
      if rest == 0 { return .row(addLineID(ofSection: section), index: start) }
      rest -= 1
    }
    guard let place = items[section].place(of: rest, by: .lines, each: linesOfEach(section)) else {
      return .row(addLineID(ofSection: section), index: endIndex(ofSection: section) - 1)
    }
    if sections[section].hasItemHeaders {
      if place.rest == 0 {
        return .itemHeader(section: section, item: place.serial, position: place.position)
      }
      rest = place.rest - 1
    } else {
      rest = place.rest
    }
    let before = items[section].offset(
      of: place.serial, by: .rows, each: shapes[section].rowsOfEach)
    return itemLine(
      at: rest, ofItem: place.serial, inSection: section,
      firstIndex: start + ((frames[section].addLine == .first ? 1 : 0) + (before ?? 0)))
  }

  /// What stands on a line of an item, or of a section that does not repeat, below its header.
  private func itemLine(
    at offset: Int, ofItem item: Int, inSection section: Int, firstIndex: FormRow.Index
  ) -> Line {
    let rows = sections[section].rows
    let variant = shapes[section].variants[items[section].variant(of: item)]
    let row = Outline.find(offset, in: variant.lineStarts)
    let place = offset - variant.lineStarts[row]
    let isOne = rows[row].count == nil
    let id = FormRow.ID(section: section, item: item, row: row, number: isOne ? 0 : place + 1)
    guard rows[row].type.takesAnswer else { return .note(id, line: isOne ? place : 0) }
    return .row(id, index: firstIndex + (variant.rowStarts[row] + place))
  }

  /// The line of the row at an index.
  func line(ofRowAt index: FormRow.Index, withHeaders: Bool) -> ViewLine {
    guard withHeaders, let id = id(at: index) else { return ViewLine(index.value) }
    let section = id.section
    var line = lineStarts[section] + (frames[section].hasTitle ? 1 : 0)
    if id.isAddLine(in: sections) {
      return ViewLine(frames[section].addLine == .first ? line : lineStarts[section + 1] - 1)
    }
    if frames[section].addLine == .first { line += 1 }
    if sections[section].hasItemHeaders { line += 1 }
    let variant = shapes[section].variants[items[section].variant(of: id.item)]
    return ViewLine(
      line + (itemOffset(id, by: .lines) ?? 0) + variant.lineStarts[id.row] + max(id.number - 1, 0))
  }

  /// The lines that every item of a section has, its header too.
  private func linesOfEach(_ section: Int) -> Int {
    shapes[section].linesOfEach + (sections[section].hasItemHeaders ? 1 : 0)
  }

  /// Whether the path of a row says more than nothing: it has a title or an item's header above it.
  func hasPath(_ id: FormRow.ID) -> Bool {
    let section = sections[id.section]
    if id.isAddLine(in: sections) { return section.title != nil && !isFolded(id.section) }
    return section.title != nil || section.hasItemHeaders
  }

  /// Finds out which title and add line a section has now.
  private func frame(ofSection index: Int) -> SectionFrame {
    guard shapes[index].isShown else { return SectionFrame() }
    let hasTitle = sections[index].title != nil
    guard sections[index].repetition != nil else { return SectionFrame(hasTitle: hasTitle) }
    let count = items[index].count
    return SectionFrame(
      addLine: count < rooms[index] ? sections[index].insertsFirst ? .first : .last : .none,
      hasTitle: count > 0 && hasTitle && !sections[index].hasItemHeaders)
  }

  // MARK: - Items

  /// The position of a row's item in its section, from 0; 0 where nothing repeats.
  package func itemPosition(of id: FormRow.ID) -> Int? {
    let section = id.section
    guard sections.indices.contains(section) else { return nil }
    guard sections[section].repetition != nil else { return id.item == 0 ? 0 : nil }
    return items[section].position(of: id.item)
  }

  /// Whether a row is of an item that is in the form, or of a section that does not repeat.
  func isListed(_ id: FormRow.ID) -> Bool {
    let section = id.section
    guard sections.indices.contains(section) else { return false }
    guard sections[section].repetition != nil else { return id.item == 0 }
    return items[section].isListed(id.item)
  }

  /// How many items a section has.
  package func itemCount(ofSection section: Int) -> Int { items[section].count }

  /// The serial of the item at a position of a section.
  package func item(at position: Int, ofSection section: Int) -> Int? {
    items[section].serial(at: position)
  }

  /// The position of an item in its section.
  func position(ofItem item: Int, inSection section: Int) -> Int? {
    items[section].position(of: item)
  }

  /// The items of a section in their order, those made one after the other as one range.
  func itemRuns(ofSection section: Int) -> [ClosedRange<Int>] { items[section].runs }

  /// The greatest serial that was ever given in a section.
  func lastItem(ofSection section: Int) -> Int { items[section].last }

  /// Gives a section other items.
  mutating func replaceItems(ofSection section: Int, with kept: KeptItems) {
    items[section] = ItemList(serials: kept.serials, last: kept.last)
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

  // MARK: - What is hidden

  /// Whether the section's own condition holds.
  package func isShown(section: Int) -> Bool { shapes[section].isShown }

  /// Whether a row template is hidden in every item.
  func isHidden(row: Int, ofSection section: Int) -> Bool { shapes[section].hidden[row] }

  /// Which row templates an item's own rows hide.
  func hiddenRows(ofItem item: Int, inSection section: Int) -> [Bool] {
    shapes[section].variants[items[section].variant(of: item)].hidden
  }

  mutating func setShown(_ isShown: Bool, section: Int) {
    shapes[section].isShown = isShown
    countAgain()
  }

  mutating func setHidden(_ isHidden: Bool, row: Int, ofSection section: Int) {
    shapes[section].setHidden(isHidden, row: row)
    countAgain()
  }

  /// Hides rows of one item, as its own rows say.
  mutating func hide(_ hidden: [Bool], ofItem item: Int, inSection section: Int) {
    let variant = shapes[section].variant(hiding: hidden)
    items[section].setVariant(variant, extent: shapes[section].variants[variant].extra, of: item)
    countAgain()
  }

  /// Gives notes, by section and row, so many lines.
  mutating func wrapNotes(on lines: [[Int]]) {
    for section in lines.indices where shapes.indices.contains(section) {
      shapes[section].wrapNotes(on: lines[section])
    }
    countAgain()
  }

  // MARK: - Counting

  /// O(sections), after every change of the order.
  private mutating func countAgain() {
    rowStarts = [0]
    lineStarts = [0]
    addLines = []
    frames = sections.indices.map(frame(ofSection:))
    var (rows, lines) = (0, 0)
    for (index, section) in sections.enumerated() {
      if shapes[index].isShown {
        lines += frames[index].hasTitle ? 1 : 0
        if section.repetition == nil {
          rows += shapes[index].rowsOfEach
          lines += shapes[index].linesOfEach
        } else {
          let addLine = frames[index].addLine
          if addLine == .first { addLines.append(FormRow.Index(rows)) }
          let added = addLine == .none ? 0 : 1
          rows += items[index].total(by: .rows, each: shapes[index].rowsOfEach) + added
          lines += items[index].total(by: .lines, each: linesOfEach(index)) + added
          if addLine == .last { addLines.append(FormRow.Index(rows - 1)) }
        }
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
