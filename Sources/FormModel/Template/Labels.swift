// What stands on the screen for a form as a whole or for an item: the room of labels, headers, ticks.

package import FormText

extension FormSection {
  /// The columns of the widest label of some sections, each for its greatest number.
  static func widestLabel(of sections: [FormSection]) -> Int {
    sections.reduce(1) { widest, section in
      let tick = section.repetition?.tick == nil ? 0 : 4
      let entry =
        section.hasEntry
        ? CellReader.columns(of: section.repetition?.label.text(number: 1) ?? "") + 2 : 0
      return section.rows.indices.reduce(max(widest, entry)) { widest, row in
        guard section.rows[row].type.takesAnswer, section.isLine(row) else { return widest }
        let label = section.rows[row].label.text(number: section.rows[row].count ?? 1)
        return max(widest, CellReader.columns(of: label) + (row == section.entryRow ? tick : 0))
      }
    }
  }
}

extension Answers {
  /// The header of an item: its label, and what its first filled row holds.
  package func itemHeader(section: Int, item: Int, position: Int) -> String {
    let label = template.sections[section].repetition?.label.text(number: position + 1) ?? ""
    guard let row = headerRow(section: section, item: item), let answer = answer(of: row) else {
      return label
    }
    return "\(label): \(template[row].lineInView(answer).beginning(columns: 200))"
  }

  /// The row of an item that its header shows: the first that has an answer.
  package func headerRow(section: Int, item: Int) -> FormRow.ID? {
    template.sections[section].rows.indices.lazy
      .filter { template.sections[section].isLine($0) }
      .map { FormRow.ID(section: section, item: item, row: $0, number: 0) }
      .first { !isSecret($0) && answer(of: $0) != nil }
  }

  /// The tick that is drawn before a row: it stands before the first of its item.
  package func tick(before row: FormRow.ID) -> FormRow.ID? {
    guard let tick = tick(ofItemAround: row),
      firstRow(ofItem: row.item, inSection: row.section) == row
    else { return nil }
    return tick
  }
}

extension RowTemplate {
  /// What a row holds, on one line and in the words of its choices; a text that is longer than any
  /// screen is not looked through for that.
  package func lineInView(_ text: Text) -> Text {
    text.isEmpty || text.isTooLongToEdit ? text : readableLine(text)
  }
}
