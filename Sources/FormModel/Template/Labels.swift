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

extension RowTemplate {
  /// What a row holds, on one line and in the words of its choices; a text that is longer than any
  /// screen is not looked through for that.
  package func lineInView(_ text: Text) -> Text {
    text.isEmpty || text.isTooLongToEdit ? text : readableLine(text)
  }
}
