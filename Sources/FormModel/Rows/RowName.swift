// Row identities as text, which outlive the process and changes of the template.
//
// `section id/item serial/row id`: ids as in the template, the serial 0 outside a repeat, and a
// counted row's id with its number. The add line of a list inside an item has the negative serial
// of the item. Ids contain no slash. Positions in the template are not used: they change when its
// author adds a row.

import FormText

extension Template {
  /// The stored name of a row.
  func name(of row: FormRow.ID) -> String {
    let section = sections[row.section]
    let id = section.rows[row.row].id.text(number: row.number)
    return "\(section.id)/\(row.item)/\(id)"
  }

  /// The row with a stored name; nil if the template has none; a note is not a row.
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

  /// The index of the section with an id.
  func sectionIndex(id: String) -> Int? { sections.firstIndex { $0.id.hasSameScalars(as: id) } }
}

extension FormSection {
  /// The row template of an id, and the number in the id; 0 for one without.
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
