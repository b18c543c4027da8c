// The order of the shown rows, and the lines that they occupy in the viewport.
//
// The rows are not stored one by one. Their positions are computed from the template, in which a
// `count` repeats a row, and from the order of the items, so a million rows cost as little as one.
// Every lookup takes O(log sections + depth × log items + log row templates).
//
// An index counts everything that can have the focus: rows that ask for an answer and have a line,
// and add lines, on which the person creates items. The number that people see for a row does not
// count add lines.
//
// In an item, its own rows come first, then the lists inside it. A list that can have more items
// has an add line after its items, or before them if new items come first. A list without items is
// *folded*: it consists only of its add line. If items have headers, the headers name the section,
// so the title of the section has no line.

/// The order of a form's sections, items and rows.
package struct Outline: Sendable {
  /// The contents of one line of the viewport.
  package enum Line: Hashable, Sendable {
    case listTitle(ItemList)
    case itemHeader(section: Int, item: Int, position: Int)
    case row(FormRow.ID, index: FormRow.Index)
    /// A line of a note, which asks for no answer. The identity only says which note it is.
    case note(FormRow.ID, line: Int)
  }

  // `Outline+Items` changes these properties, then the extents: the numbers of rows and lines.
  let sections: [FormSection]
  /// The items, by section.
  var forests: [ItemForest]
  var shapes: [SectionShape]
  /// The positions where sections begin.
  var starts = SectionStarts()
  /// By section, the number of items at which a list loses its add line. An entry line, which is an
  /// add line that holds a text, always stays.
  private let rooms: [Int]
  /// The titles and add lines of the sections outside of items.
  var frames: [SectionFrame] = []

  /// - Parameter loaded: the items of a document. The template determines the items of all other
  ///   lists.
  init(of template: Template, loaded: [Int: [KeptItems.List]] = [:]) {
    sections = template.sections
    shapes = sections.map(SectionShape.init(of:))
    rooms = sections.map { section in
      !section.canBeTyped ? 0 : section.hasEntry ? .max : section.repetition?.maximum ?? .max
    }
    forests = sections.indices.map { section in
      let lists = loaded[section] ?? []
      return ItemForest(lists, last: lists.reduce(0) { $0 + $1.serials.count })
    }
    for section in sections.indices { fillLists(ofSection: section) }
    countItems()
  }

  /// The number of rows and add lines that can have the focus.
  var indexCount: Int { starts.rows[sections.count] }

  /// The last row or add line that can have the focus; nil if there is none.
  var lastIndex: FormRow.Index? { indexCount == 0 ? nil : FormRow.Index(indexCount - 1) }

  /// The number of shown rows that ask for an answer and have a line of their own.
  var rowCount: Int { starts.numbers[sections.count] }

  /// The number of shown rows that ask for an answer and have a line of their own, in a section
  /// outside of items. Rows of lists inside its items are included.
  package func rowCount(ofSection section: Int) -> Int {
    starts.numbers[section + 1] - starts.numbers[section]
  }

  /// The range of indices of a list, or of a section that does not repeat.
  package func indices(of list: ItemList) -> Range<FormRow.Index> {
    let start = self.start(of: list, by: .rows)
    return FormRow.Index(start)..<FormRow.Index(start + amount(of: list, by: .rows))
  }

  /// The number of lines of the form; if headers are shown, including titles, headers and notes.
  func lineCount(withHeaders: Bool) -> Int {
    withHeaders ? starts.lines[sections.count] : indexCount
  }

  // MARK: - Rows

  /// The row at an index.
  package func id(at index: FormRow.Index) -> FormRow.ID? {
    guard (0..<indexCount).contains(index.value) else { return nil }
    switch spot(at: index.value, by: .rows) {
    case .addLine(let list)?: return FormRow.ID(addLineOf: list, in: sections)
    case .own(let section, let item, let offset)?:
      return id(section: section, item: item, offset: offset)
    case .title, .header, nil: return nil
    }
  }

  private func id(section: Int, item: Int, offset: Int) -> FormRow.ID {
    let starts = shapes[section].variants[forests[section].variant(of: item)].rowStarts
    let row = starts.place(of: offset)
    let number = sections[section].rows[row].count == nil ? 0 : offset - starts[row] + 1
    return FormRow.ID(section: section, item: item, row: row, number: number)
  }

  /// The index of a row; nil if it is hidden or has no line of its own.
  package func index(of id: FormRow.ID) -> FormRow.Index? {
    isShown(id) && sections[id.section].isStop(id) ? nearestIndex(to: id) : nil
  }

  /// The index of a row; for a hidden row, the index of the next shown row, if there is any. Nil
  /// for a row whose item is not in the form.
  func nearestIndex(to id: FormRow.ID) -> FormRow.Index? {
    let section = id.section
    guard sections.indices.contains(section), sections[section].has(id) else { return nil }
    if let hidden = hiddenList(around: list(of: id)) {
      return FormRow.Index(start(of: hidden, by: .rows))
    }
    if id.isAddLine(in: sections) {
      guard isInForm(id.listOfAddLine) else { return nil }
      let places = indices(of: id.listOfAddLine)
      return sections[section].insertsFirst
        ? places.lowerBound : max(places.upperBound - 1, places.lowerBound)
    }
    guard isListed(id), let start = start(ofItem: id.item, inSection: section, by: .rows) else {
      return nil
    }
    let number = shows(id) ? max(id.number - 1, 0) : 0
    let variant = shapes[section].variants[forests[section].variant(of: id.item)]
    return FormRow.Index(start + variant.rowStarts[id.row] + number)
  }

  /// Whether a row is in the form and is not hidden by conditions.
  package func isShown(_ id: FormRow.ID) -> Bool {
    let section = id.section
    guard sections.indices.contains(section), sections[section].has(id), shapes[section].isShown
    else { return false }
    let list = list(of: id)
    if id.isAddLine(in: sections) {
      return hasAddLine(list) && (list.parent == 0 || isInForm(list) && isShown(list))
    }
    guard sections[section].repetition == nil || isListed(id) else { return false }
    return shows(id) && (list.parent == 0 || isShown(list))
  }

  /// Whether the condition of a row, if it has one, shows the row. The condition of its section is
  /// not considered.
  func shows(_ id: FormRow.ID) -> Bool {
    let section = id.section
    return shapes[section].shows(row: id.row, variant: forests[section].variant(of: id.item))
  }

  package func hasAddLine(_ list: ItemList) -> Bool { frame(of: list).addLine != .none }

  /// Whether a list has no items, so that it consists only of its add line.
  package func isFolded(_ list: ItemList) -> Bool {
    sections[list.section].repetition != nil && itemCount(of: list) == 0
  }

  /// The number that people see for the row at an index, from 1; nil for an add line.
  package func number(at index: FormRow.Index) -> FormRow.Number? {
    guard (0..<indexCount).contains(index.value) else { return nil }
    let section = starts.rows.place(of: index.value)
    var before = starts.addLines[section]
    if sections[section].children.isEmpty {
      // This runs after every key for each row in view. If the items have no lists inside them,
      // only one add line can come before the row.
      switch frames[section].addLine {
      case .first where index.value == starts.rows[section]: return nil
      case .last where index.value == starts.rows[section + 1] - 1: return nil
      case .first: before += 1
      case .last, .none: break
      }
    } else {
      guard case .own(let section, let item, _)? = spot(at: index.value, by: .rows) else {
        return nil
      }
      before = start(ofItem: item, inSection: section, by: .addLines) ?? before
    }
    return FormRow.Number(index.value - before + 1)
  }

  /// The index of the row with a number that people see.
  func index(ofNumber number: FormRow.Number) -> FormRow.Index {
    guard number.value >= 1, number.value <= rowCount,
      case .own(let section, let item, let offset)? = spot(at: number.value - 1, by: .numbers),
      let start = start(ofItem: item, inSection: section, by: .rows)
    else { return FormRow.Index(min(number.value - 1, indexCount)) }
    return FormRow.Index(start + offset)
  }

  /// Whether a row has a path, because a title or an item's header is above it.
  func hasPath(_ id: FormRow.ID) -> Bool {
    let section = sections[id.section]
    if section.parent != nil { return true }
    if id.isAddLine(in: sections) { return section.title != nil && !isFolded(id.listOfAddLine) }
    return section.title != nil || section.hasItemHeaders
  }

  // MARK: - Positions

  /// The part of the form at a position.
  enum Spot {
    case title(ItemList)
    case addLine(ItemList)
    case header(section: Int, item: Int, position: Int)
    /// A row or line of an item, or of a section that does not repeat, by its offset inside it.
    case own(section: Int, item: Int, offset: Int)
  }

  /// Returns the part of the form at a position, counted in rows, lines, add lines or numbers; nil
  /// after the last position.
  func spot(at place: Int, by measure: ItemForest.Measure) -> Spot? {
    let first = starts[measure].place(of: place)
    var (list, rest) = (ItemList(section: first, parent: 0), place - starts[measure][first])
    while true {
      let (section, frame) = (list.section, frame(of: list))
      if measure == .lines, frame.hasTitle {
        if rest == 0 { return .title(list) }
        rest -= 1
      }
      guard sections[section].repetition != nil else {
        return .own(section: section, item: 0, offset: rest)
      }
      if frame.addLine == .first, measure != .numbers {
        if rest == 0 { return .addLine(list) }
        rest -= 1
      }
      guard
        let found = forests[section].place(
          of: rest, in: list.parent, by: measure, each: ofEach(section, by: measure))
      else { return measure == .numbers || frame.addLine != .last ? nil : .addLine(list) }
      rest = found.rest
      if measure == .lines, sections[section].hasItemHeaders {
        if rest == 0 {
          return .header(section: section, item: found.serial, position: found.position)
        }
        rest -= 1
      }
      if sections[section].children.isEmpty {
        return .own(section: section, item: found.serial, offset: rest)
      }
      let own = ownAmount(ofItem: found.serial, inSection: section, by: measure)
      if rest < own { return .own(section: section, item: found.serial, offset: rest) }
      rest -= own
      var next: ItemList?
      for child in lists(inItem: found.serial, ofSection: section) {
        let amount = amount(of: child, by: measure)
        if rest < amount {
          next = child
          break
        }
        rest -= amount
      }
      guard let next else { return nil }
      list = next
    }
  }

  /// The position where a list, or a section that does not repeat, begins.
  func start(of list: ItemList, by measure: ItemForest.Measure) -> Int {
    guard list.parent != 0, let section = sections[list.section].parent else {
      return starts[measure][list.section]
    }
    var start = start(ofItem: list.parent, inSection: section, by: measure) ?? 0
    if measure == .lines { start += 1 }
    start += ownAmount(ofItem: list.parent, inSection: section, by: measure)
    for sibling in lists(inItem: list.parent, ofSection: section) {
      if sibling == list { break }
      start += amount(of: sibling, by: measure)
    }
    return start
  }

  /// The position where an item begins, including its header; nil if the item is not in its list.
  func start(
    ofItem item: Int, inSection section: Int, by measure: ItemForest.Measure
  ) -> Int? {
    let list = ItemList(section: section, parent: forests[section].owner(of: item))
    let frame = frame(of: list)
    let start =
      start(of: list, by: measure) + (measure == .lines && frame.hasTitle ? 1 : 0)
      + (measure != .numbers && frame.addLine == .first ? 1 : 0)
    guard sections[section].repetition != nil else { return start }
    return forests[section].offset(of: item, by: measure, each: ofEach(section, by: measure)).map {
      start + $0
    }
  }

  /// The extent of a list, or of a section that does not repeat; 0 if it is hidden.
  func amount(of list: ItemList, by measure: ItemForest.Measure) -> Int {
    let (section, frame) = (list.section, frame(of: list))
    guard !hides(list) else { return 0 }
    let title = measure == .lines && frame.hasTitle ? 1 : 0
    guard sections[section].repetition != nil else {
      return title + ofEach(section, by: measure)
    }
    let addLine = measure != .numbers && frame.addLine != .none ? 1 : 0
    return title + addLine
      + forests[section].total(in: list.parent, by: measure, each: ofEach(section, by: measure))
  }

  /// The extent of an item in which no row is hidden, without the lists inside it.
  private func ofEach(_ section: Int, by measure: ItemForest.Measure) -> Int {
    switch measure {
    case .rows, .numbers: shapes[section].rowsOfEach
    case .lines: shapes[section].linesOfEach + (sections[section].hasItemHeaders ? 1 : 0)
    case .addLines: 0
    }
  }

  /// The extent of an item without its header and without the lists inside it.
  func ownAmount(
    ofItem item: Int, inSection section: Int, by measure: ItemForest.Measure
  ) -> Int {
    let variant = shapes[section].variants[forests[section].variant(of: item)]
    switch measure {
    case .rows, .numbers: return variant.rowStarts[sections[section].rows.count]
    case .lines: return variant.lineStarts[sections[section].rows.count]
    case .addLines: return 0
    }
  }

  /// The title and the add line of a list, or of a section that does not repeat.
  func frame(of list: ItemList) -> SectionFrame {
    list.parent == 0 && !frames.isEmpty ? frames[list.section] : countedFrame(of: list)
  }

  func countedFrame(of list: ItemList) -> SectionFrame {
    let section = list.section
    guard !hides(list) else { return SectionFrame() }
    let hasTitle = sections[section].title != nil
    guard sections[section].repetition != nil else { return SectionFrame(hasTitle: hasTitle) }
    let count = forests[section].count(in: list.parent)
    return SectionFrame(
      addLine: count < rooms[section] ? sections[section].insertsFirst ? .first : .last : .none,
      hasTitle: count > 0 && hasTitle && !sections[section].hasItemHeaders)
  }
}
