// The lines of the form in the viewport: titles, headers, rows, add lines and notes.

extension Outline {
  /// The contents of a line.
  func line(at line: ViewLine, withHeaders: Bool) -> Line? {
    guard (0..<lineCount(withHeaders: withHeaders)).contains(line.value) else { return nil }
    guard withHeaders else {
      let index = FormRow.Index(line.value)
      return id(at: index).map { .row($0, index: index) }
    }
    guard let spot = spot(at: line.value, by: .lines) else { return nil }
    return self.line(of: spot)
  }

  /// The contents of consecutive lines; nil for lines after the end of the form.
  ///
  /// Most lines follow a line of the same item, so this takes a fraction of the time that each line
  /// alone would take.
  func lines(at range: Range<ViewLine>, withHeaders: Bool) -> [Line?] {
    var lines: [Line?] = []
    lines.reserveCapacity(range.count)
    var item: OwnLines?
    for line in range {
      guard withHeaders, (0..<lineCount(withHeaders: true)).contains(line.value) else {
        lines.append(self.line(at: line, withHeaders: withHeaders))
        continue
      }
      if let next = item?.next(in: self) {
        lines.append(next)
        continue
      }
      item = nil
      guard let spot = spot(at: line.value, by: .lines) else {
        lines.append(nil)
        continue
      }
      switch spot {
      case .own(let section, let serial, let offset):
        item = OwnLines(of: serial, inSection: section, from: offset, in: self)
        lines.append(item?.next(in: self))
        continue
      case .header(let section, let serial, _):
        item = OwnLines(of: serial, inSection: section, from: 0, in: self)
      case .title, .addLine: break
      }
      lines.append(self.line(of: spot))
    }
    return lines
  }

  /// The lines of an item below its header, or of a section that does not repeat, from an offset.
  private struct OwnLines {
    let section: Int
    let item: Int
    var offset: Int
    let count: Int
    /// The index of the first row.
    let start: Int

    init(of item: Int, inSection section: Int, from offset: Int, in outline: Outline) {
      (self.section, self.item, self.offset) = (section, item, offset)
      count = outline.ownAmount(ofItem: item, inSection: section, by: .lines)
      start = outline.start(ofItem: item, inSection: section, by: .rows) ?? 0
    }

    /// Returns the next line; nil after the last line.
    mutating func next(in outline: Outline) -> Line? {
      guard offset < count else { return nil }
      defer { offset += 1 }
      return outline.itemLine(at: offset, ofItem: item, inSection: section, startingAt: start)
    }
  }

  private func line(of spot: Spot) -> Line {
    switch spot {
    case .title(let list): return .listTitle(list)
    case .header(let section, let item, let position):
      return .itemHeader(section: section, item: item, position: position)
    case .addLine(let list):
      let places = indices(of: list)
      return .row(
        FormRow.ID(addLineOf: list, in: sections),
        index: sections[list.section].insertsFirst ? places.lowerBound : places.upperBound - 1)
    case .own(let section, let item, let offset):
      let start = start(ofItem: item, inSection: section, by: .rows) ?? 0
      return itemLine(at: offset, ofItem: item, inSection: section, startingAt: start)
    }
  }

  /// The contents of a line below the header of an item, or in a section that does not repeat.
  ///
  /// - Parameter start: the index of the first row of the item or section.
  private func itemLine(
    at offset: Int, ofItem item: Int, inSection section: Int, startingAt start: Int
  ) -> Line {
    let variant = forests[section].variant(of: item)
    let lineStarts = shapes[section].variants[variant].lineStarts
    let row = lineStarts.place(of: offset)
    let place = offset - lineStarts[row]
    let isOne = sections[section].rows[row].count == nil
    let isNote = !sections[section].rows[row].type.takesAnswer
    let id = FormRow.ID(section: section, item: item, row: row, number: isOne ? 0 : place + 1)
    if isNote { return .note(id, line: isOne ? place : 0) }
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

extension Place {
  /// The contents of the lines in view; nil for lines after the end of the form.
  func linesInView(of outline: Outline) -> [Outline.Line?] {
    if matches == nil {
      return outline.lines(at: viewport.lines, withHeaders: viewport.showsHeaders)
    }
    return viewport.lines.map { line(at: $0, in: outline) }
  }
}
