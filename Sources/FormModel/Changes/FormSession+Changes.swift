// Finds the row that shows a difference.

extension FormSession {
  /// Whether the form was opened with a document, so that its answers can be compared with that
  /// document.
  public var hasDocument: Bool { answers.loaded != nil }

  /// The row to go to for a change since the form was opened; nil if no row shows the change. For a
  /// removed item, this is the first row of the item that is now at the position of the removed
  /// item, or the section's add line.
  public func row(of difference: Difference) -> FormRow.ID? {
    switch difference {
    case .row(_, let row): answers.outline.index(of: row) == nil ? nil : row
    case .added(let item), .moved(_, let item, _):
      answers.firstRow(ofItem: item.serial, inSection: item.section)
    case .removed(let item):
      rowInPlace(of: item)
    }
  }
  /// The first row of the item now at the position of a removed item, or the add line, on which
  /// people create items.
  private func rowInPlace(of item: Difference.Item) -> FormRow.ID? {
    let list = answers.outline.list(ofItem: item.serial, inSection: item.section)
    let next = answers.outline.item(at: answers.documentPosition(of: item), of: list)
    if let row = next.flatMap({ answers.firstRow(ofItem: $0, inSection: item.section) }) {
      return row
    }
    let addLine = answers.addLine(of: list)
    return answers.outline.index(of: addLine) == nil
      ? firstStop(ofSection: item.section) : addLine
  }
}
