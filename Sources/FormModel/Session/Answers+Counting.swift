// How many rows hold an answer: counted as texts change, never by looking through the form.
//
// Each row template has its own count over all items, hidden or not, so that hiding a million rows
// takes a million off with one subtraction. Only rows that an item's own rows hide are not counted.

import FormText

extension Answers {
  /// Counts the answers of an untouched form. O(row templates + values loaded).
  mutating func countBaseAnswers() {
    filled.rows = template.sections.indices.map { index in
      let section = template.sections[index]
      let items = section.repetition == nil ? 1 : outline.itemCount(ofSection: index)
      return section.rows.indices.map { row in
        let id = FormRow.ID(
          section: index, item: section.repetition == nil ? 0 : 1, row: row,
          number: section.rows[row].numbers.lowerBound)
        return countsByDefault(id) ? items * (section.rows[row].count ?? 1) : 0
      }
    }
    guard let loaded = loaded else { return }
    for row in loaded.rows where isListed(row) {
      let isFilled = countsAsLoaded(row)
      filled.rows[row.section][row.row] +=
        (isFilled ? 1 : 0) - (countsByDefault(row) ? 1 : 0)
    }
  }

  /// Whether the text that was loaded for a row makes it one that is filled.
  private func countsAsLoaded(_ row: FormRow.ID) -> Bool {
    if isTick(row) { return BooleanRow.isYes(baseText(of: row)) }
    guard let value = loaded?.value(of: row) else { return false }
    return !template[row].isEmpty(loading: value)
  }

  /// Whether its default makes a row one that is filled, where no document has another text for it.
  private func countsByDefault(_ row: FormRow.ID) -> Bool {
    guard template[row].defaultText != nil else {
      return false
    }
    return isTick(row) ? BooleanRow.isYes(defaultText(of: row)) : !defaultText(of: row).isEmpty
  }

  private func isTick(_ row: FormRow.ID) -> Bool {
    template.sections[row.section].repetition?.tick == row.row
  }

  /// Counts captured answers too. O(rows ever changed).
  mutating func countCapturedAnswers() {
    for row in texts.buffer.rows where isListed(row) && !row.isEntry(in: template.sections) {
      filled.rows[row.section][row.row] += difference(
        in: row, from: baseText(of: row), to: text(of: row))
    }
  }

  /// Adds up the counts of shown rows. O(row templates).
  mutating func recountFilled() {
    filled.total = 0
    for section in template.sections.indices where outline.isShown(section: section) {
      filled.total += filledLines(ofSection: section)
    }
  }

  /// Takes note of a row's new text.
  mutating func count(_ row: FormRow.ID, from before: Text, to after: Text) {
    guard !row.isEntry(in: template.sections) else { return }
    let difference = difference(in: row, from: before, to: after)
    guard difference != 0, isListed(row) else { return }
    let (section, place) = (row.section, row.row)
    guard !outline.hiddenRows(ofItem: row.item, inSection: section)[place] else { return }
    filled.rows[section][place] += difference
    if outline.isShown(row), template.sections[section].isLine(place) {
      filled.total += difference
    }
  }

  /// The change of the count when a row gets another text: 1, 0 or -1.
  private func difference(in row: FormRow.ID, from before: Text, to after: Text) -> Int {
    (counts(after, in: row) ? 1 : 0) - (counts(before, in: row) ? 1 : 0)
  }

  /// Adds the answers of an item to the counts, or subtracts them.
  mutating func count(item: Int, ofSection section: Int, times: Int) {
    let hidden = outline.hiddenRows(ofItem: item, inSection: section)
    for row in hidden.indices where !hidden[row] {
      let id = FormRow.ID(section: section, item: item, row: row, number: 0)
      if counts(text(of: id), in: id) { filled.rows[section][row] += times }
    }
    recountFilled()
  }

  /// Whether a text makes its row one that is filled: an answer, and in a tick a yes.
  func counts(_ text: Text, in row: FormRow.ID) -> Bool {
    if isTick(row) { return BooleanRow.isYes(text) }
    return isAnswer(text, in: row, base: baseText(of: row))
  }

  /// Whether a row is of the form as it is, hidden or not: not of an item that was taken out.
  func isListed(_ row: FormRow.ID) -> Bool { outline.isListed(row) }

  /// How far the form is: rows filled, or items ticked, of how many.
  var progress: (done: Int, total: Int) {
    var (done, total) = (filled.total, rowCount)
    for (index, section) in template.sections.enumerated() {
      guard let tick = section.repetition?.tick, outline.isShown(section: index) else { continue }
      done += filled.rows[index][tick] - filledLines(ofSection: index)
      total += outline.itemCount(ofSection: index) - outline.rowCount(ofSection: index)
    }
    return (done, total)
  }

  /// The progress of a section: rows filled, or items ticked, and all of them; none of a hidden section.
  /// O(row templates of the section).
  public func progress(ofSection section: Int) -> (done: Int, total: Int) {
    guard outline.isShown(section: section) else { return (0, 0) }
    if let tick = template.sections[section].repetition?.tick {
      return (filled.rows[section][tick], outline.itemCount(ofSection: section))
    }
    return (filledLines(ofSection: section), outline.rowCount(ofSection: section))
  }

  /// The number of lines with an answer in a section that is shown.
  func filledLines(ofSection section: Int) -> Int {
    var count = 0
    for row in template.sections[section].rows.indices
    where template.sections[section].isLine(row)
      && !outline.isHidden(row: row, ofSection: section)
    {
      count += filled.rows[section][row]
    }
    return count
  }

  /// The number of hidden rows with typed text, which is kept and not exported.
  /// O(rows ever changed).
  public var hiddenCount: Int {
    texts.rows.count { row in
      isListed(row) && !row.isEntry(in: template.sections) && !outline.isShown(row)
        && isChanged(row) && isAnswer(text(of: row), in: row, base: baseText(of: row))
    }
  }
}
