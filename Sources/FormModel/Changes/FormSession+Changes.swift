// The way from a difference to the row that shows it.

extension FormSession {
  /// Whether the form was opened with a document, of which answers can be changes.
  public var hasDocument: Bool { answers.loaded != nil }

  /// The row to go to for a change since the form was opened; nil if nothing of it is shown. For a removed
  /// item, the one that took its place, else the section's add line.
  public func row(of difference: Difference) -> FormRow.ID? {
    switch difference {
    case .row(_, let row): answers.outline.index(of: row) == nil ? nil : row
    case .added(let item), .moved(_, let item):
      answers.firstRow(ofItem: item.serial, inSection: item.section)
    case .removed(let item):
      answers.outline.item(at: item.serial - 1, ofSection: item.section)
        .flatMap { answers.firstRow(ofItem: $0, inSection: item.section) }
        ?? addLine(ofSection: item.section) ?? firstStop(ofSection: item.section)
    }
  }
}
