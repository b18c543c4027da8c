// Which rows are shown, in which order, and which lines they make in the viewport.
//
// Rows made by `count` and items of a repeat are never listed: their places are computed from the
// template and the order of the items, so a million rows cost what one does. Every look-up is
// O(log sections + log items + log row templates).
//
// An index counts the places where the focus can be: rows that take an answer and have a line, and
// the entry lines of repeats. A row's number, which people see, does not count entry lines.

/// The order of a form's sections, items and rows.
package struct Outline: Sendable {
  /// What stands on one line of the viewport.
  package enum Line: Hashable, Sendable {
    case sectionTitle(section: Int)
    case itemHeader(section: Int, item: Int, position: Int)
    case row(FormRow.ID, index: FormRow.Index)
    /// Something to read, which is no row: the identity only says which note it is.
    case note(FormRow.ID)
    /// The end of a repeat: `+ Job 3`.
    case addLine(section: Int)
  }

  private let sections: [FormSection]
  private var items: [ItemList]
  private var shapes: [SectionShape]
  private var rowStarts: [Int] = []
  private var lineStarts: [Int] = []
  /// The indices of the entry lines, in order.
  private var entries: [FormRow.Index] = []

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
    countAgain()
  }

  /// How many places there are where the focus can be.
  var indexCount: Int { rowStarts[sections.count] }

  /// The last of these places, nil where there is none.
  var lastIndex: FormRow.Index? { indexCount == 0 ? nil : FormRow.Index(indexCount - 1) }

  /// How many rows are shown that take an answer and have a line of their own.
  var rowCount: Int { indexCount - entries.count }

  /// How many of these rows a section has.
  func rowCount(ofSection section: Int) -> Int {
    let hasEntry = sections[section].hasEntry && shapes[section].isShown
    return rowStarts[section + 1] - rowStarts[section] - (hasEntry ? 1 : 0)
  }

  /// The index behind the last row of a section.
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
    if sections[section].entryIsFirst {
      if rest == 0 { return entry(ofSection: section) }
      rest -= 1
    }
    guard let place = items[section].place(of: rest, by: .rows, each: shapes[section].rowsOfEach)
    else { return entry(ofSection: section) }
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
    if id.isEntry(in: sections) {
      return sections[section].entryIsFirst ? start : endIndex(ofSection: section) - 1
    }
    guard let offset = itemOffset(id, by: .rows) else { return nil }
    let number = shows(id) ? max(id.number - 1, 0) : 0
    let variant = shapes[section].variants[items[section].variant(of: id.item)]
    return start
      + ((sections[section].entryIsFirst ? 1 : 0) + offset + variant.rowStarts[id.row] + number)
  }

  /// Whether a row is in the form and not hidden by a condition.
  package func isShown(_ id: FormRow.ID) -> Bool {
    let section = id.section
    guard sections.indices.contains(section), sections[section].has(id), shapes[section].isShown
    else { return false }
    if id.isEntry(in: sections) { return true }
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

  /// The line where items of a section are made.
  private func entry(ofSection section: Int) -> FormRow.ID {
    FormRow.ID(section: section, item: 0, row: sections[section].entryRow, number: 0)
  }

  /// The number that people see of the row at an index, from 1; nil for an entry line.
  package func number(at index: FormRow.Index) -> FormRow.Number? {
    let before = entries.prefix { $0 < index }.count
    return before < entries.count && entries[before] == index
      ? nil : FormRow.Number(index.value - before + 1)
  }

  /// The index of the row with a number.
  func index(ofNumber number: FormRow.Number) -> FormRow.Index {
    entries.reduce(FormRow.Index(number.value - 1)) { $1 <= $0 ? $0 + 1 : $0 }
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
    if sections[section].title != nil {
      if rest == 0 { return .sectionTitle(section: section) }
      rest -= 1
    }
    guard sections[section].repetition != nil else {
      return itemLine(at: rest, ofItem: 0, inSection: section, firstIndex: start)
    }
    if sections[section].entryIsFirst {
      if rest == 0 { return .row(entry(ofSection: section), index: start) }
      rest -= 1
    }
    guard let place = items[section].place(of: rest, by: .lines, each: linesOfEach(section)) else {
      return sections[section].hasEntry
        ? .row(entry(ofSection: section), index: endIndex(ofSection: section) - 1)
        : .addLine(section: section)
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
      firstIndex: start + ((sections[section].entryIsFirst ? 1 : 0) + (before ?? 0)))
  }

  /// What stands on a line of an item, or of a section that does not repeat, below its header.
  private func itemLine(
    at offset: Int, ofItem item: Int, inSection section: Int, firstIndex: FormRow.Index
  ) -> Line {
    let rows = sections[section].rows
    let variant = shapes[section].variants[items[section].variant(of: item)]
    let row = Outline.find(offset, in: variant.lineStarts)
    let place = offset - variant.lineStarts[row]
    let id = FormRow.ID(
      section: section, item: item, row: row, number: rows[row].count == nil ? 0 : place + 1)
    guard rows[row].type.takesAnswer else { return .note(id) }
    return .row(id, index: firstIndex + (variant.rowStarts[row] + place))
  }

  /// The line of the row at an index.
  func line(ofRowAt index: FormRow.Index, withHeaders: Bool) -> ViewLine {
    guard withHeaders, let id = id(at: index) else { return ViewLine(index.value) }
    let section = id.section
    var line = lineStarts[section] + (sections[section].title == nil ? 0 : 1)
    if id.isEntry(in: sections) {
      return ViewLine(sections[section].entryIsFirst ? line : lineStarts[section + 1] - 1)
    }
    if sections[section].entryIsFirst { line += 1 }
    if sections[section].hasItemHeaders { line += 1 }
    let variant = shapes[section].variants[items[section].variant(of: id.item)]
    return ViewLine(
      line + (itemOffset(id, by: .lines) ?? 0) + variant.lineStarts[id.row] + max(id.number - 1, 0))
  }

  /// The lines that every item of a section has, its header too.
  private func linesOfEach(_ section: Int) -> Int {
    shapes[section].linesOfEach + (sections[section].hasItemHeaders ? 1 : 0)
  }

  /// The line of a section's end, where items are added; nil where the section has none.
  func addLine(ofSection section: Int) -> ViewLine? {
    hasAddLine(section) ? ViewLine(lineStarts[section + 1] - 1) : nil
  }

  private func hasAddLine(_ section: Int) -> Bool {
    guard let repetition = sections[section].repetition, shapes[section].isShown,
      !repetition.hasEntry
    else { return false }
    return items[section].count < repetition.maximum ?? .max
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

  // MARK: - Counting

  /// O(sections), after every change of the order.
  private mutating func countAgain() {
    rowStarts = [0]
    lineStarts = [0]
    entries = []
    var (rows, lines) = (0, 0)
    for (index, section) in sections.enumerated() {
      if shapes[index].isShown {
        lines += section.title == nil ? 0 : 1
        if section.repetition == nil {
          rows += shapes[index].rowsOfEach
          lines += shapes[index].linesOfEach
        } else {
          if section.entryIsFirst { entries.append(FormRow.Index(rows)) }
          let entry = section.hasEntry ? 1 : 0
          rows += items[index].total(by: .rows, each: shapes[index].rowsOfEach) + entry
          lines += items[index].total(by: .lines, each: linesOfEach(index)) + entry
          lines += hasAddLine(index) ? 1 : 0
          if section.hasEntry, !section.entryIsFirst { entries.append(FormRow.Index(rows - 1)) }
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
