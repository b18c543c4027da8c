// Counts the rows with an answer. The counts are updated when texts change, so the form is never
// searched.
//
// Each row template, a row as the template file describes it, has its own count over all items. A
// row that is hidden in all items stays in this count, so hiding a million rows is one subtraction
// from the total. If the conditions of one item hide a row or a list, the counts leave out this row
// or list of the item.

import FormText

extension Answers {
  /// Counts the answers of an untouched form. O(row templates + loaded values).
  mutating func countBaseAnswers() {
    filled.items = template.sections.indices.map { section in
      let chain = template.sections[section].chain
      if chain.count > 1 { return outline.items(ofSection: section).count }
      return chain.isEmpty ? 1 : outline.itemCount(of: ItemList(section: section, parent: 0))
    }
    filled.all = template.sections.enumerated().map { index, section in
      section.rows.map { filled.items[index] * ($0.count ?? 1) }
    }
    filled.rows = template.sections.enumerated().map { index, section in
      section.rows.indices.map { row in
        let id = FormRow.ID(
          section: index, item: section.repetition == nil ? 0 : 1, row: row,
          number: section.rows[row].numbers.lowerBound)
        return countsByDefault(id) ? filled.all[index][row] : 0
      }
    }
    for row in presets.given.texts.keys where isListed(row) && loaded?.value(of: row) == nil {
      filled.rows[row.section][row.row] += difference(
        in: row, from: templateDefault(of: row), to: defaultText(of: row))
    }
    guard let loaded = loaded else { return }
    for row in loaded.rows where isListed(row) {
      let isFilled = countsAsLoaded(row)
      filled.rows[row.section][row.row] += (isFilled ? 1 : 0) - (countsByDefault(row) ? 1 : 0)
    }
  }

  /// Whether the loaded text of a row counts as an answer.
  private func countsAsLoaded(_ row: FormRow.ID) -> Bool {
    if isCalculated(row) { return true }
    if isTick(row) { return BooleanRow.isYes(baseText(of: row)) }
    guard let value = loaded?.value(of: row) else { return false }
    return !template[row].isEmpty(loading: value)
  }

  /// Whether the default of a row counts as an answer, given that the document has no other text
  /// for the row.
  private func countsByDefault(_ row: FormRow.ID) -> Bool {
    if isCalculated(row) { return true }
    guard template[row].defaultText != nil else { return false }
    let text = templateDefault(of: row)
    return isTick(row) ? BooleanRow.isYes(text) : !text.isEmpty
  }

  private func isTick(_ row: FormRow.ID) -> Bool {
    template.sections[row.section].repetition?.tick == row.row
  }

  /// Adds the answers in the buffer to the counts. O(rows ever changed).
  mutating func countCapturedAnswers() {
    for row in texts.buffer.rows where isListed(row) && !row.isAddLine(in: template.sections) {
      filled.rows[row.section][row.row] += difference(
        in: row, from: baseText(of: row), to: text(of: row))
    }
  }

  /// Sums the counts of shown rows. O(row templates).
  mutating func recountFilled() {
    filled.total = 0
    for section in template.sections.indices where outline.isShown(section: section) {
      filled.total += filledLines(ofSection: section)
    }
  }

  /// Updates the counts for the new text of a row.
  mutating func count(_ row: FormRow.ID, from before: Text, to after: Text) {
    guard !row.isAddLine(in: template.sections) else { return }
    let difference = difference(in: row, from: before, to: after)
    guard difference != 0, outline.isCounted(row) else { return }
    let (section, place) = (row.section, row.row)
    guard !outline.hiddenParts(ofItem: row.item, inSection: section)[place] else { return }
    filled.rows[section][place] += difference
    if outline.isShown(row), template.sections[section].isLine(place) { filled.total += difference }
  }

  /// The difference in the count when the text of a row changes: 1, 0 or -1.
  private func difference(in row: FormRow.ID, from before: Text, to after: Text) -> Int {
    (counts(after, in: row) ? 1 : 0) - (counts(before, in: row) ? 1 : 0)
  }

  /// Adds the rows and answers of an item, and of the items inside it, to the counts; subtracts
  /// them if `times` is -1.
  mutating func count(item: Int, ofSection section: Int, times: Int) {
    let list = outline.list(ofItem: item, inSection: section)
    if list.parent > 0, !outline.isCounted(addLine(of: list)) { return }
    countParts(ofItem: item, inSection: section, times: times)
    recountFilled()
  }

  mutating func countParts(ofItem item: Int, inSection section: Int, times: Int) {
    let hidden = outline.hiddenParts(ofItem: item, inSection: section)
    let rowCount = template.sections[section].rows.count
    filled.items[section] += times
    for row in 0..<rowCount where !hidden[row] {
      count(row, ofItem: item, inSection: section, times: times)
    }
    for (child, list) in outline.lists(inItem: item, ofSection: section).enumerated()
    where !hidden[rowCount + child] {
      for item in outline.items(of: list) {
        countParts(ofItem: item, inSection: list.section, times: times)
      }
    }
  }

  mutating func count(_ row: Int, ofItem item: Int, inSection section: Int, times: Int) {
    let id = FormRow.ID(section: section, item: item, row: row, number: 0)
    filled.all[section][row] += times
    if counts(text(of: id), in: id) { filled.rows[section][row] += times }
  }

  /// Whether a text counts as an answer to its row. For the tick of an item (the box before the
  /// item), only yes counts.
  func counts(_ text: Text, in row: FormRow.ID) -> Bool {
    // Every calculated row counts, so that the number of shown calculated rows is known and can be
    // subtracted.
    if isCalculated(row) { return true }
    if isTick(row) { return BooleanRow.isYes(text) }
    return isAnswer(text, in: row, base: baseText(of: row))
  }

  /// Whether a row is in the present form, hidden or not. A row of a removed item is not in the
  /// form.
  package func isListed(_ row: FormRow.ID) -> Bool { outline.isListed(row) }

  /// The number of shown rows of a section with calculated answers.
  private func calculatedLines(ofSection section: Int) -> Int {
    guard template.expressions.hasCalculations else { return 0 }
    return template.sections[section].rows.indices.reduce(0) { count, row in
      let counts =
        template.sections[section].rows[row].isCalculated
        && !outline.isHidden(row: row, ofSection: section)
      return counts ? count + filled.rows[section][row] : count
    }
  }

  /// The number of shown rows that a person can answer.
  public var askedCount: Int {
    guard template.expressions.hasCalculations else { return rowCount }
    return template.sections.indices.reduce(rowCount) {
      outline.isShown(section: $1) ? $0 - calculatedLines(ofSection: $1) : $0
    }
  }

  /// The progress of the form: the number of filled rows, and the number of all rows that can be
  /// filled. In sections whose items can be ticked, items count instead of rows. O(row templates)
  /// if rows are calculated.
  var progress: (done: Int, total: Int) {
    var (done, total) = (filled.total, askedCount)
    for (index, section) in template.sections.enumerated() {
      guard let tick = section.repetition?.tick, outline.isShown(section: index) else { continue }
      done += filled.rows[index][tick] - filledLines(ofSection: index)
      total += filled.items[index] - askedLines(ofSection: index)
    }
    return (done, total)
  }

  /// The progress of a section and of the sections inside its items: the number of filled rows, and
  /// the number of all rows that can be filled. If the items can be ticked, items count instead of
  /// rows. Zero for a hidden section. O(row templates of the section).
  public func progress(ofSection section: Int) -> (done: Int, total: Int) {
    guard outline.isShown(section: section) else { return (0, 0) }
    var (done, total) = (filledLines(ofSection: section), askedLines(ofSection: section))
    if let tick = template.sections[section].repetition?.tick {
      (done, total) = (filled.rows[section][tick], filled.items[section])
    }
    for child in template.sections[section].children {
      let inner = progress(ofSection: child)
      (done, total) = (done + inner.done, total + inner.total)
    }
    return (done, total)
  }

  /// The number of lines with an answer in a shown section.
  package func filledLines(ofSection section: Int) -> Int { lines(ofSection: section, filled.rows) }

  /// The number of lines that a person can answer in a shown section.
  private func askedLines(ofSection section: Int) -> Int { lines(ofSection: section, filled.all) }

  private func lines(ofSection section: Int, _ counts: [[Int]]) -> Int {
    var count = 0
    for (row, contents) in template.sections[section].rows.enumerated()
    where contents.type.takesAnswer && template.sections[section].isLine(row)
      && !contents.isCalculated && !outline.isHidden(row: row, ofSection: section)
    {
      count += counts[section][row]
    }
    return count
  }

  /// The number of hidden rows whose text is kept but not exported: rows with a typed text, and
  /// rows of the document that were hidden since. O(rows ever changed or loaded).
  public var hiddenCount: Int {
    let typed = texts.rows.filter { row in
      isListed(row) && !row.isAddLine(in: template.sections) && !outline.isShown(row)
        && isChanged(row) && isAnswer(text(of: row), in: row, base: baseText(of: row))
    }
    return typed.union(loadedRowsThatGotHidden).count
  }

  /// Returns the number of shown defaults that a save in a format leaves out: the document lacks
  /// them and they are not confirmed, they are in empty items, or the form omits them. O(rows) if
  /// the form has defaults and any of these is possible.
  package func unwrittenDefaultCount(in format: ExportFormat) -> Int {
    let omits = template.defaultAnswers == .omit && format.hasOptionalMembers
    guard loaded != nil || omits || template.sections.contains(where: { $0.repetition != nil }),
      !presets.given.texts.isEmpty
        || template.sections.contains(where: {
          $0.rows.contains { $0.defaultText != nil || $0.isCarried }
        })
    else { return 0 }
    // The rows of an item are next to each other.
    var (list, item, isWritten) = (-1, 0, true)
    return (0..<outline.indexCount).count { index in
      guard let row = outline.id(at: FormRow.Index(index)), !row.isAddLine(in: template.sections),
        !isCalculated(row), counts(text(of: row), in: row)
      else { return false }
      if row.item > 0, (row.section, row.item) != (list, item) {
        (list, item) = (row.section, row.item)
        isWritten = isExported(item: item, ofSection: list)
      }
      return row.item > 0 && !isWritten || isMissing(row) || omits && isOmittedDefault(row)
    }
  }
}
