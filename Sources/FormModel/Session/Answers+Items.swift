// The items of repeating sections: what they hold, whether there is room for more.

import FormText

extension Answers {
  /// Why there can be no more items in a section, nil when there can.
  func refusalOfItem(inSection section: Int) -> FormMessage? {
    guard let maximum = repetition(ofSection: section)?.maximum,
      outline.itemCount(ofSection: section) >= maximum
    else { return nil }
    return .mostItems(maximum)
  }

  /// The entry lines with a text that was not added as an item. O(sections).
  public var unaddedEntries: [FormRow.ID] {
    template.sections.indices.compactMap { section in
      guard template.sections[section].hasEntry else { return nil }
      let entry = sectionRow(section)
      return text(of: entry).isBlank ? nil : entry
    }
  }

  func repetition(ofSection section: Int) -> Repetition? {
    template.sections.indices.contains(section) ? template.sections[section].repetition : nil
  }

  /// The identity of a repeating section's entry line, which also has the
  /// problems of all its items together.
  package func sectionRow(_ section: Int) -> FormRow.ID {
    FormRow.ID(section: section, item: 0, row: template.sections[section].entryRow, number: 0)
  }

  // MARK: - What items hold

  /// Whether no shown row of an item holds text other than its default (section 8 of the design).
  package func isEmpty(item: Int, ofSection section: Int) -> Bool {
    rows(ofItem: item, inSection: section).allSatisfy { row in
      guard let answer = answer(of: row) else { return true }
      return answer == defaultText(of: row)
    }
  }

  /// The most items of a section that one key looks at.
  static let mostItems = 1_000

  /// The problem of all items of a section together.
  ///
  /// - Parameter filled: how many of them hold something; not more need be counted than it needs.
  func problem(ofSection section: Int, filled: Int) -> Problem? {
    guard let repetition = repetition(ofSection: section) else { return nil }
    if let problem = documentProblem(of: sectionRow(section)) { return problem }
    if hasEntryText(section), let maximum = repetition.maximum,
      refusalOfItem(inSection: section) != nil
    {
      return .noRoom(maximum: maximum)
    }
    guard filled < repetition.minimum else { return nil }
    return .tooFewItems(minimum: repetition.minimum, filled: filled)
  }

  /// Whether the entry line of a section holds text.
  func hasEntryText(_ section: Int) -> Bool {
    let entry = sectionRow(section)
    return template.sections[section].hasEntry && outline.isShown(entry)
      && !text(of: entry).isBlank
  }

  /// Where to go to mend the problem of a row: for too few items to the first empty one, else to
  /// the line where items are made, at once if something stands there, else to the row before it.
  package func indexToMend(_ row: FormRow.ID) -> FormRow.Index? {
    guard row.isEntry(in: template.sections) else { return outline.index(of: row) }
    let section = row.section
    if hasEntryText(section) { return outline.index(of: row) }
    for position in 0..<min(outline.itemCount(ofSection: section), Answers.mostItems) {
      if let item = outline.item(at: position, ofSection: section),
        isEmpty(item: item, ofSection: section),
        let index = firstRow(ofItem: item, inSection: section).flatMap(outline.index(of:))
      {
        return index
      }
    }
    if let index = outline.index(of: row) { return index }
    let end = outline.endIndex(ofSection: section)
    return outline.lastIndex.map { min(max(end - 1, 0), $0) }
  }

  /// The first row of an item that the focus can be on.
  func firstRow(ofItem item: Int, inSection section: Int) -> FormRow.ID? {
    rows(ofItem: item, inSection: section).first { outline.index(of: $0) != nil }
  }

  /// The rows of an item, hidden or not, those without a line of their own too.
  func rows(ofItem item: Int, inSection section: Int) -> [FormRow.ID] {
    template.sections[section].rows.indices
      .filter { template.sections[section].rows[$0].type.takesAnswer }
      .map { FormRow.ID(section: section, item: item, row: $0, number: 0) }
  }
}

extension Answers {
  /// Whether an item is a part of the exports: it holds something, or was loaded.
  package func isExported(item: Int, ofSection section: Int) -> Bool {
    item <= loaded?.itemCounts[section] ?? 0
      || !isEmpty(item: item, ofSection: section)
  }
}
