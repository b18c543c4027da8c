// The matches of a search that its words name. A word more often means a row with this name than an
// answer or a help that contains it.

/// The matches whose labels have the words of a search.
struct NamedMatches: Sendable {
  /// The first match at or after the row where the search began, and the last match before it.
  struct Nearest: Sendable {
    var after: FormRow.ID?
    var before: FormRow.ID?

    mutating func note(_ row: FormRow.ID, isBefore: Bool) {
      if isBefore { before = row } else { after = row }
    }

    mutating func removeHidden(in outline: Outline) {
      if let row = after, outline.index(of: row) == nil { after = nil }
      if let row = before, outline.index(of: row) == nil { before = nil }
    }
  }

  /// The labels and titles that consist of the words.
  var exactly = ExactNames()
  /// The matches with these labels and titles.
  var exact = Nearest()
  /// The other matches.
  var partial = Nearest()

  /// The match that the words most likely mean.
  var best: FormRow.ID? { exact.after ?? exact.before ?? partial.after ?? partial.before }

  mutating func removeHidden(in outline: Outline) {
    exact.removeHidden(in: outline)
    partial.removeHidden(in: outline)
  }
}

/// The labels and titles of a form that consist of the words of a search.
struct ExactNames: Sendable {
  private var rows: Set<AnswerPlan.RowReference> = []
  private var sections: Set<Int> = []

  init() {}

  /// Finds the labels and titles. O(row templates).
  init(of query: FindQuery, in template: Template) {
    guard !query.isEmpty else { return }
    for (section, contents) in template.sections.enumerated() {
      if let title = contents.title, query.equals(title) { sections.insert(section) }
      for (row, template) in contents.rows.enumerated() where query.equals(template.label.source) {
        rows.insert(AnswerPlan.RowReference(section: section, row: row))
      }
    }
  }

  /// Whether a row has one of these labels, or is the first row under one of these titles or of an
  /// item with such a label. The label of an add line (the line on which people create an item) is
  /// the label of the next item.
  func contains(_ row: FormRow.ID, in answers: Answers, _ query: FindQuery) -> Bool {
    let isNamed = sections.contains(row.section)
    guard row.isAddLine(in: answers.template.sections) else {
      return rows.contains(AnswerPlan.RowReference(row))
        || isNamed && answers.outline.isFirstRow(row) || isFirst(row, ofItemIn: answers, query)
    }
    let list = row.listOfAddLine
    if answers.outline.isFolded(list) { return isNamed }
    return !query.isEmpty && query.equals(answers.nextItemLabel(of: list))
  }

  /// Whether a row is the first row of an item whose label consists of the words.
  private func isFirst(_ row: FormRow.ID, ofItemIn answers: Answers, _ query: FindQuery) -> Bool {
    guard !query.isEmpty, row.item > 0,
      answers.firstRow(ofItem: row.item, inSection: row.section) == row
    else { return false }
    return answers.itemLabel(of: row).map(query.equals) ?? false
  }
}
