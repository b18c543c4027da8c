// Where the rows of a form stand: which are shown, in which order, on which lines.

/// The order of a form's rows as they are shown.
final class FormLayout {
  /// What stands on a line of the viewport.
  enum Place: Equatable {
    case header
    case row(Int)
    /// Where a repeat ends: `+ Item 3`.
    case end
  }

  /// The places where the focus can be, the lines where items are made among them.
  let order: [RowID]
  let lines: [Place]
  /// The indices of the rows that have a number.
  let numbered: [Int]
  private let places: [Int?]
  private let indices: [RowID: Int]
  private let lineOfRow: [Int]

  /// - Parameter items: the serials of each section's items, in order.
  init(
    _ shape: FormShape, items: [[Int]], showsSection: (Int) -> Bool, shows: (RowID) -> Bool
  ) {
    var builder = Builder(shape: shape)
    for (number, section) in shape.sections.enumerated() where showsSection(number) {
      if section.title != nil { builder.lines.append(.header) }
      let entry = RowID(section: number, row: section.entryRow)
      let hasEntry = section.repetition?.hasEntry ?? false
      let insertsFirst = section.repetition?.insertsFirst ?? false
      if hasEntry, insertsFirst { builder.add(entry) }
      for item in section.repetition == nil ? [0] : items[number] {
        if section.hasItemHeaders { builder.lines.append(.header) }
        for (place, row) in section.rows.enumerated() where section.isLine(place) {
          guard shows(RowID(section: number, item: item, row: place)) else { continue }
          for count in row.count.map({ 1...$0 }) ?? 0...0 {
            builder.add(RowID(section: number, item: item, row: place, number: count))
          }
        }
      }
      if hasEntry, !insertsFirst { builder.add(entry) }
      if let repetition = section.repetition, !hasEntry,
        items[number].count < repetition.maximum ?? .max
      {
        builder.lines.append(.end)
      }
    }
    order = builder.order
    numbered = builder.numbered
    places = builder.places
    indices = Dictionary(uniqueKeysWithValues: builder.order.enumerated().map { ($1, $0) })
    lines = builder.lines
    lineOfRow = builder.lineOfRow
  }

  private struct Builder {
    let shape: FormShape
    var order: [RowID] = []
    var lines: [Place] = []
    var lineOfRow: [Int] = []
    var numbered: [Int] = []
    var places: [Int?] = []

    mutating func add(_ id: RowID) {
      places.append(shape.isEntry(id) ? nil : numbered.count)
      if !shape.isEntry(id) { numbered.append(order.count) }
      lineOfRow.append(lines.count)
      lines.append(.row(order.count))
      order.append(id)
    }
  }

  /// The index of a row, nil when it has no line.
  func index(of id: RowID) -> Int? { indices[id] }

  /// The line of the viewport that a row stands on.
  func line(ofRowAt index: Int) -> Int { lineOfRow[index] }

  /// The number of a row, counted from 0; nil for a line where items are made.
  func place(ofRowAt index: Int) -> Int? { places[index] }

  func isHeader(_ line: Int) -> Bool { lines[line] == .header }
}
