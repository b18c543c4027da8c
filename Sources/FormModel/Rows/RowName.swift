// Row identities as text, for drafts and other programs. These names stay valid after the process
// ends and when the template changes.
//
// A name is `section id/item serial/row id`, with the ids of the template. The serial is 0 outside
// of repeating sections. In a row with a `count`, which makes several numbered rows, the number
// follows the row id. An add line, on which a new item is typed, has serial 0 or, if its list is
// inside an item, the negative serial of that item. Ids contain no slash. Names do not use
// positions in the template, because these change when its author adds a row.

import FormText

extension Template {
  /// Returns the stored name of a row.
  func name(of row: FormRow.ID) -> String {
    let section = sections[row.section]
    let id = section.rows[row.row].id.text(number: row.number)
    return "\(section.id)/\(row.item)/\(id)"
  }

  /// Returns the row with a stored name; nil if the template has no such row, or only a note with
  /// that id.
  func row(named name: String) -> FormRow.ID? {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 3, let item = Int32(parts[1]), item > .min,
      let section = sectionIndex(id: String(parts[0]))
    else { return nil }
    guard let (place, number) = sections[section].place(ofRowNamed: String(parts[2])) else {
      return nil
    }
    let row = FormRow.ID(section: section, item: Int(item), row: place, number: number)
    return sections[section].has(row) ? row : nil
  }

  /// Returns the index of the section with an id.
  func sectionIndex(id: String) -> Int? { sections.firstIndex { $0.id.hasSameScalars(as: id) } }
}

extension FormSection {
  /// Splits a row id into the index of the row template and the number; the number is 0 if the id
  /// has none.
  func place(ofRowNamed id: String) -> (row: Int, number: Int)? {
    for (index, row) in rows.enumerated() where row.type.takesAnswer {
      if row.count == nil {
        if row.id.source.hasSameScalars(as: id) { return (index, 0) }
        continue
      }
      let number = row.id.hasNumber ? row.id.number(making: id, in: row.numbers) : 1
      if let number, row.id.text(number: number).hasSameScalars(as: id) { return (index, number) }
    }
    return nil
  }
}
