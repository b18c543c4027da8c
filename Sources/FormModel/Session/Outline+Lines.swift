// The lines of the form in the viewport: titles, headers, rows, add lines and notes.

extension Outline {
  /// The contents of a line.
  func line(at line: ViewLine, withHeaders: Bool) -> Line? {
    guard (0..<lineCount(withHeaders: withHeaders)).contains(line.value) else { return nil }
    guard withHeaders else {
      let index = FormRow.Index(line.value)
      return id(at: index).map { .row($0, index: index) }
    }
    switch spot(at: line.value, by: .lines) {
    case .title(let list)?: return .listTitle(list)
    case .header(let section, let item, let position)?:
      return .itemHeader(section: section, item: item, position: position)
    case .addLine(let list)?:
      let places = indices(of: list)
      return .row(
        FormRow.ID(addLineOf: list, in: sections),
        index: sections[list.section].insertsFirst ? places.lowerBound : places.upperBound - 1)
    case .own(let section, let item, let offset)?:
      return itemLine(at: offset, ofItem: item, inSection: section)
    case nil: return nil
    }
  }

  /// The contents of a line below the header of an item, or in a section that does not repeat.
  private func itemLine(at offset: Int, ofItem item: Int, inSection section: Int) -> Line {
    let variant = forests[section].variant(of: item)
    let lineStarts = shapes[section].variants[variant].lineStarts
    let row = lineStarts.place(of: offset)
    let place = offset - lineStarts[row]
    let isOne = sections[section].rows[row].count == nil
    let isNote = !sections[section].rows[row].type.takesAnswer
    let id = FormRow.ID(section: section, item: item, row: row, number: isOne ? 0 : place + 1)
    if isNote { return .note(id, line: isOne ? place : 0) }
    let start = start(ofItem: item, inSection: section, by: .rows) ?? 0
    let rowStart = shapes[section].variants[variant].rowStarts[row]
    return .row(id, index: FormRow.Index(start + rowStart + place))
  }

  /// The line of the row at an index.
  func line(ofRowAt index: FormRow.Index, withHeaders: Bool) -> ViewLine {
    guard withHeaders, let id = id(at: index) else { return ViewLine(index.value) }
    if id.isAddLine(in: sections) {
      let list = id.listOfAddLine
      let frame = frame(of: list)
      let start = start(of: list, by: .lines)
      return ViewLine(
        frame.addLine == .first
          ? start + (frame.hasTitle ? 1 : 0) : start + amount(of: list, by: .lines) - 1)
    }
    let start = start(ofItem: id.item, inSection: id.section, by: .lines) ?? 0
    let variant = shapes[id.section].variants[forests[id.section].variant(of: id.item)]
    return ViewLine(
      start + (sections[id.section].hasItemHeaders ? 1 : 0) + variant.lineStarts[id.row]
        + max(id.number - 1, 0))
  }
}
