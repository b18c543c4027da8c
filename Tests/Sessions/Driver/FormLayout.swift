// The layout of a form: which rows are shown, in which order, on which lines. An add line is the
// line after the items of a list, on which typing creates the next item.

/// The order of a form's shown rows.
final class FormLayout {
  /// The contents of a line of the viewport.
  enum Place: Equatable {
    case header
    case row(Int)
  }

  /// The rows that can have the focus, including add lines, in order.
  let order: [RowID]
  let lines: [Place]
  /// The indices of the rows that have a number.
  let numbered: [Int]
  private let places: [Int?]
  private let indices: [RowID: Int]
  private let lineOfRow: [Int]
  /// For each row, whether it has a path, which is a title or an item header above the row.
  private let hasPath: [Bool]

  init(
    _ shape: FormShape, items: ItemTree, showsList: (ItemList) -> Bool, shows: (RowID) -> Bool
  ) {
    var builder = Builder(shape: shape)
    func add(_ list: ItemList) {
      guard showsList(list) else { return }
      let section = shape.sections[list.section]
      guard let repetition = section.repetition else {
        if section.title != nil { builder.lines.append(.header) }
        return builder.add(rowsOf: 0, inSection: list.section, shows)
      }
      let serials = items[list]
      // A section without items consists of its add line only. Item headers name the section too.
      let hasTitle = section.title != nil && !serials.isEmpty
      let hasPath = hasTitle || section.parent != nil
      if hasTitle, !section.hasItemHeaders { builder.lines.append(.header) }
      let hasAddLine = repetition.hasEntry || serials.count < repetition.maximum ?? .max
      let addLine = shape.addLine(of: list)
      if hasAddLine, repetition.insertsFirst { builder.add(addLine, hasPath: hasPath) }
      for item in serials {
        if section.hasItemHeaders { builder.lines.append(.header) }
        builder.add(rowsOf: item, inSection: list.section, shows)
        for child in section.children { add(ItemList(section: child, parent: item)) }
      }
      if hasAddLine, !repetition.insertsFirst { builder.add(addLine, hasPath: hasPath) }
    }
    for number in shape.sections.indices where shape.sections[number].parent == nil {
      add(ItemList(section: number))
    }
    order = builder.order
    numbered = builder.numbered
    places = builder.places
    indices = Dictionary(uniqueKeysWithValues: builder.order.enumerated().map { ($1, $0) })
    lines = builder.lines
    lineOfRow = builder.lineOfRow
    hasPath = builder.hasPath
  }

  private struct Builder {
    let shape: FormShape
    var order: [RowID] = []
    var lines: [Place] = []
    var lineOfRow: [Int] = []
    var numbered: [Int] = []
    var places: [Int?] = []
    var hasPath: [Bool] = []

    mutating func add(rowsOf item: Int, inSection number: Int, _ shows: (RowID) -> Bool) {
      let section = shape.sections[number]
      for (place, row) in section.rows.enumerated() where section.isLine(place) {
        guard shows(RowID(section: number, item: item, row: place)) else { continue }
        for count in row.count.map({ 1...$0 }) ?? 0...0 {
          let id = RowID(section: number, item: item, row: place, number: count)
          add(
            id,
            hasPath: section.title != nil || section.hasItemHeaders || section.parent != nil)
        }
      }
    }

    mutating func add(_ id: RowID, hasPath: Bool) {
      self.hasPath.append(hasPath)
      places.append(shape.isAddLine(id) ? nil : numbered.count)
      if !shape.isAddLine(id) { numbered.append(order.count) }
      lineOfRow.append(lines.count)
      lines.append(.row(order.count))
      order.append(id)
    }
  }

  /// Returns the index of a row; nil if it has no line.
  func index(of id: RowID) -> Int? { indices[id] }

  /// Returns the line of a row, an index into `lines`.
  func line(ofRowAt index: Int) -> Int { lineOfRow[index] }

  /// Returns the number of a row, counted from 0; nil for an add line.
  func place(ofRowAt index: Int) -> Int? { places[index] }

  func isHeader(_ line: Int) -> Bool { lines[line] == .header }

  /// Whether a line is an add line.
  func isAddLine(_ line: Int) -> Bool {
    if line < lines.count, case .row(let row) = lines[line] { places[row] == nil } else { false }
  }

  /// Whether the path of the row below covers the line at the top of the viewport.
  func coversTop(_ top: Int) -> Bool {
    guard top > 0, top + 1 < lines.count, !isHeader(top), case .row(let row) = lines[top + 1]
    else { return false }
    return hasPath[row]
  }
}
