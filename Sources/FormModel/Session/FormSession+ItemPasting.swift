// Pastes into the items of a list: each line is an item, and tabs separate the answers of its rows.
//
// Only empty items are filled, and missing items are created. The paste stops before an item that
// is not empty, or when the list has its maximum number of items. The remaining lines are kept, so
// that they can be pasted later. On an entry line (an add line that holds a text until Enter makes
// an item of it), the first pasted line continues the text and completes the item.

import FormText

extension FormSession {
  /// Pastes lines into the items from the focus on, as one undo step. Returns nil if the text must
  /// be pasted in another way: the focus is outside of repeating sections, the focused item is not
  /// empty, or the text is a single line without tabs.
  ///
  /// - Parameter isRest: whether the lines remained from an earlier paste. If so, even a single
  ///   line is an item.
  mutating func pasteIntoItems(_ lines: [Text], isRest: Bool = false) -> [Effect]? {
    guard let focus, answers.repetition(ofSection: focus.section) != nil, !answers.isReadOnly(focus)
    else { return nil }
    let isAddLine = focus.isAddLine(in: template.sections)
    let hasCells = lines.contains { $0.string.has(byte: 0x09) }
    guard lines.count > 1 || isRest || (hasCells && !isFocusEntry) else { return nil }
    guard focusText.isBlank else {
      guard isFocusEntry else { return nil }
      // A blank first line finishes the item without a change.
      let later = lines.dropFirst().filter { !$0.isBlank }
      return fillItems(with: lines.prefix(1) + later, from: focus, continuesEntry: true)
    }
    guard isAddLine || answers.isEmpty(item: focus.item, ofSection: focus.section) else {
      return nil
    }
    return fillItems(with: lines.filter { !$0.isBlank }, from: focus, isRest: isRest)
  }

  /// Pastes the remaining lines of the last paste. If the focused row has an answer, the lines begin
  /// in the next free place of its list.
  mutating func pasteRemainingLines() -> [Effect] {
    var effects: [Effect] = []
    if !focusText.isBlank, let index = nextFreePlace { effects = go(toIndex: index) }
    return effects + pasteLines(pasteRest, isRest: true)
  }

  /// The add line of the focused item's list, or the next empty row with the focus's row template;
  /// nil if there is none nearby.
  package var nextFreePlace: FormRow.Index? {
    guard let focus, let start = answers.outline.index(of: focus) else { return nil }
    if answers.repetition(ofSection: focus.section) != nil {
      return answers.outline.index(of: answers.addLine(of: answers.outline.list(of: focus)))
    }
    guard template[focus].count != nil else { return nil }
    for offset in 1...FormSession.mostChecked {
      guard let row = answers.outline.id(at: start + offset), row.section == focus.section,
        row.row == focus.row
      else { return nil }
      if answers.text(of: row).isBlank { return start + offset }
    }
    return nil
  }

  /// The focused text with `inserted` at the cursor.
  func focusText(inserting inserted: String) -> Text {
    let before = focusText.string
    if before.isEmpty { return Text(inserted) }
    let scalars = before.unicodeScalars
    let place = scalars.index(scalars.startIndex, offsetBy: min(cursor, scalars.count))
    // Do not insert scalar by scalar, because a paste may have 50 MB.
    var after = ""
    after.reserveCapacity(before.utf8.count + inserted.utf8.count)
    after += before[..<place]
    after += inserted
    after += before[place...]
    return Text(after)
  }

  /// The text of the item that the first line of a paste completes on an entry line. The line
  /// replaces a candidate that was just picked, as typing does; otherwise it is inserted at the
  /// cursor.
  private func finishedEntry(with line: Text) -> Text {
    if line.isBlank { return focusText }
    return isFocusUntouched ? line : focusText(inserting: line.string)
  }

  /// Makes an item of each line.
  ///
  /// - Parameter continuesEntry: whether the first line continues the text of an entry line.
  private mutating func fillItems(
    with lines: [Text], from start: FormRow.ID, isRest: Bool = false, continuesEntry: Bool = false
  ) -> [Effect] {
    let (section, list) = (start.section, answers.outline.list(of: start))
    let isAddLine = start.isAddLine(in: template.sections)
    let first =
      answers.outline.itemPosition(of: start)
      ?? (template.sections[section].insertsFirst ? 0 : answers.outline.itemCount(of: list))
    var changes: [Change] = []
    var (taken, rows) = (0, 0)
    var (target, lastFilled) = (start, start)
    for (offset, line) in lines.enumerated() {
      let position = first + offset
      var line = line
      if continuesEntry, offset == 0 {
        guard answers.refusalOfItem(in: list) == nil else { break }
        line = finishedEntry(with: line)
        // A line without tabs makes the same item as Enter: a picked candidate fills in the other
        // rows of the item.
        if !line.string.utf8.contains(0x09) {
          changes += makeItem(ofEntry: start, text: line).changes
          (taken, rows) = (1, 1)
          continue
        }
        if let change = put(.empty, in: start) { changes.append(change) }
      }
      let item: Int
      if !isAddLine, let next = answers.outline.item(at: position, of: list) {
        guard answers.isEmpty(item: next, ofSection: section) else { break }
        item = next
      } else {
        guard answers.refusalOfItem(in: list) == nil else { break }
        item = newItem(in: list, at: position)
        changes.append(.itemInserted(section: section, item: item, position: position))
      }
      let filled = fill(item, inSection: section, from: start.row, with: line, &changes)
      taken += 1
      rows += filled.count
      if let last = filled.last { lastFilled = last }
    }
    if !isAddLine || answers.outline.index(of: start) == nil { target = lastFilled }
    answers.recountFilled()
    log.record(changes, kind: isAddLine && !isFocusEntry ? .typed : .other)
    check(changes)
    log.keepPasteRest(lines.dropFirst(taken), isRest: isRest, of: template.sections[section])
    leaveFocus()
    var end: FormMessage.PasteEnd?
    if taken < lines.count {
      let next = isAddLine ? nil : answers.outline.item(at: first + taken, of: list)
      end =
        next.flatMap { answers.firstRow(ofItem: $0, inSection: section) }
        .map { .holdsSomething(answers.itemLabel(of: $0) ?? answers.fullLabel(of: $0)) }
        ?? .noMore(taken)
    }
    return landed(on: target)
      + [.message(.pasted(taken, of: lines.count, rows: rows, end: end))]
  }

  /// Fills the rows of an item with the cells of a line, starting at a row. Rows that earlier cells
  /// hide are skipped, and the last row gets all remaining cells.
  private mutating func fill(
    _ item: Int, inSection section: Int, from first: Int, with line: Text, _ changes: inout [Change]
  ) -> [FormRow.ID] {
    var cells = line.string.unicodeScalars.split(separator: "\t", omittingEmptySubsequences: false)
      .map { String($0) }[...]
    var filled: [FormRow.ID] = []
    var last: FormRow.ID?
    let rows = answers.rows(ofItem: item, inSection: section).filter {
      $0.row >= first && template.sections[section].isLine($0.row) && !answers.isReadOnly($0)
    }
    for row in rows where !cells.isEmpty && answers.outline.isShown(row) {
      last = row
      let cell = cells.removeFirst()
      guard !cell.isEmpty else { continue }
      place(cell, in: row)
      filled.append(row)
      // Apply the conditions that depend on the cell before choosing the next row.
      answers.evaluate(item, inSection: section)
    }
    let rest = cells.filter { !$0.isEmpty }
    if !rest.isEmpty, let last {
      let isFilled = filled.last == last
      place(
        (isFilled ? [answers.text(of: last).string] + rest : rest).joined(separator: " "), in: last)
      if !isFilled { filled.append(last) }
      answers.evaluate(item, inSection: section)
    }
    return filled

    func place(_ cell: String, in row: FormRow.ID) {
      if let change = put(Text(cell), in: row), !answers.isSecret(row) { changes.append(change) }
    }
  }
}
