// Changes the texts of rows: typing, picking, pasting, undo and redo.

import FormText

extension FormSession {
  // MARK: - The focus

  mutating func edit(
    _ text: Text, cursor: Int, kind: EditKind, inserting inserted: String? = nil
  ) -> [Effect] {
    guard let focus, let place = focusPlace else { return [] }
    let before = answers.texts.live[place].content
    if before.text.isEmpty, isAddLineToMake(focus) {
      return text.isEmpty
        ? [] : makeItem(typing: text, cursor: cursor, kind: kind, in: focus.listOfAddLine)
    }
    let picks = (before: before.picks, after: answers.remaining(before.picks, in: text, of: focus))
    guard
      let change = TextChange(
        row: focus, from: before.text, cursor: before.cursor ?? before.text.scalarCount, to: text,
        cursor: cursor, kind: kind, inserting: inserted, picks: picks)
    else {
      answers.texts.live[place].content.cursor = cursor == text.scalarCount ? nil : cursor
      if !answers.isSecret(focus) { log.journal.note(focus) }
      log.journal.hasMoved = true
      return []
    }
    if answers.isReadOnly(focus) { return refusedToChange(focus) + [.lineReplaced] }
    if answers.isSecret(focus) {
      log.history.close()
    } else {
      log.record(change, kind: kind)
    }
    setText(of: focus, to: text, cursor: cursor, picks: picks.after)
    confirm(focus)
    return []
  }

  /// Replaces the focused text, as a separate undo step.
  mutating func replaceFocus(with text: Text) -> [Effect] {
    guard let focus else { return [] }
    log.history.close()
    settleConflict(of: focus)
    if text == focusText { confirm(focus) }
    let effects = edit(text, cursor: text.scalarCount, kind: .other)
    return effects.contains(.lineReplaced) ? effects : effects + [.lineReplaced]
  }

  /// Appends to the focused text. In a row with entries, appends an entry.
  mutating func append(_ text: Text) -> [Effect] {
    let before = focusText.string
    let isList = focus.map { answers.rowType(of: $0).holdsEntries } ?? false
    let isNewLine = !before.isEmpty && before.unicodeScalars.last != "\n"
    return replaceFocus(with: Text(before + (isList && isNewLine ? "\n" : "") + text.string))
  }

  /// Toggles a boolean row, as a separate undo step.
  mutating func toggle() -> [Effect] {
    guard let focus else { return [] }
    if isFocusBoolean { return replaceFocus(with: BooleanRow.toggled(focusText)) }
    guard let tick = answers.tick(ofItemAround: focus) else {
      return [.message(.nothingToToggle(row: answers.fullLabel(of: focus)))]
    }
    return answer(tick, BooleanRow.toggled(answers.text(of: tick)))
  }

  func refusedToChange(_ row: FormRow.ID) -> [Effect] {
    guard answers.isCalculated(row), template[row].constant == nil else {
      return [.message(.isReadOnly(row: answers.fullLabel(of: row)))]
    }
    return [
      .message(
        .isCalculated(row: answers.fullLabel(of: row), sources: answers.sourceLabels(of: row)))
    ]
  }

  /// Sets the text of a row without moving the focus.
  mutating func answer(_ row: FormRow.ID, _ text: Text) -> [Effect] {
    guard answers.outline.isShown(row) else { return answerHidden(row, text) }
    if answers.isReadOnly(row), text != answers.text(of: row) { return refusedToChange(row) }
    if isAddLineToMake(row) {
      return text.isEmpty
        ? []
        : makeItem(
          typing: text, cursor: text.scalarCount, kind: .other, in: row.listOfAddLine)
    }
    settleConflict(of: row)
    guard let change = put(text, in: row) else {
      confirm(row)
      return []
    }
    confirm(row)
    if !answers.isSecret(row) { log.record([change]) }
    sweep.check(row, in: &answers)
    return row == focus ? [.lineReplaced] : []
  }

  // MARK: - One row

  /// Sets the text of a row without recording an undo step; returns the change.
  mutating func put(_ text: Text, in row: FormRow.ID, picks: [Pick]? = nil) -> Change? {
    if answers.isCalculated(row) { return nil }
    let before = answers.text(of: row)
    let picks = (
      before: answers.picks(of: row), after: picks ?? answers.remainingPicks(of: row, in: text)
    )
    let change = TextChange(
      row: row, from: before, cursor: before.scalarCount, to: text, cursor: text.scalarCount,
      picks: picks)
    guard let change else { return nil }
    setText(of: row, to: text, cursor: text.scalarCount, picks: picks.after)
    return .text(change)
  }

  /// Stores a row's text, live or in the buffer, and updates counts and known problems.
  ///
  /// - Parameter picks: the candidates picked for the text; nil keeps the picks that still fit the
  ///   text.
  mutating func setText(of row: FormRow.ID, to text: Text, cursor: Int, picks: [Pick]? = nil) {
    if answers.isCalculated(row) { return }
    answers.rowsTouched += 1
    let picksBefore = answers.picks(of: row)
    let picks = picks ?? answers.remaining(picksBefore, in: text, of: row)
    let isSecret = answers.isSecret(row)
    if isSecret {
      log.hasChangedSecret = true
    } else {
      log.note(row)
    }
    let base = answers.baseText(of: row)
    let before = answers.text(of: row)
    let isFilled = answers.isAnswer(text, in: row, base: base)
    let isAsFilled = isFilled == answers.isAnswer(before, in: row, base: base)
    if !isAsFilled || answers.rowType(of: row).toggles {
      answers.count(row, from: before, to: text)
    }
    answers.noteDependents(of: row)
    let isPlain =
      row == focus && !isSecret && isAsFilled && problems[row] == nil && sweep.work == nil
      && picks == picksBefore
    let wasHeader = isHeader(row)
    let content = RowContent(text: text, cursorFromStart: cursor, picks: picks)
    if let place = answers.texts.place(of: row) {
      answers.texts.live[place].content = content
    } else {
      answers.texts.buffer.capture(content, for: row, base: base)
    }
    if !isPlain || wasHeader || isHeader(row) || template.expressions.texts.show(row) {
      noteVisibleChange()
    }
    if problems[row] != nil { sweep.problems[row] = answers.problem(of: row) }
    sweep.noteChange(of: row, in: &answers)
  }

  /// Whether a row's answer is part of its item's header.
  private func isHeader(_ row: FormRow.ID) -> Bool {
    row.item > 0 && answers.headerRow(section: row.section, item: row.item) == row
  }

  /// Confirms a row: records that a person or a script gave it the text that it already had. Does
  /// nothing unless the text is the loaded text or the default of the row, and confirming makes a
  /// difference.
  mutating func confirm(_ row: FormRow.ID) {
    guard !row.isAddLine(in: template.sections), !answers.changes.confirmedRows.contains(row),
      answers.text(of: row) == answers.baseText(of: row) || template[row].constant != nil,
      answers.takesConfirmation(row)
    else { return }
    answers.changes.confirmedRows.insert(row)
    // A confirmed default is an answer, so calculated values and conditions on them change.
    answers.noteDependents(of: row)
    noteVisibleChange()
    if !answers.isSecret(row) { log.note(row) }
    if problems[row] != nil { sweep.problems[row] = answers.problem(of: row) }
    sweep.noteChange(of: row, in: &answers)
  }

  // MARK: - Picking a candidate

  mutating func pick(_ offer: CandidateOffer) -> [Effect] {
    if let side = offer.side { return decide(side) }
    guard let focus, !answers.isSecret(focus) else { return [] }
    if answers.isReadOnly(focus) { return refusedToChange(focus) }
    guard isAddLineToMake(focus) else {
      return isFocusChoices ? toggle(offer, in: focus) : take(offer, in: focus)
    }
    let (made, effects) = openItem(in: focus.listOfAddLine)
    guard let made, let row = self.focus else { return effects }
    noteVisibleChange()
    return isFocusChoices
      ? toggle(offer, in: row, after: [made]) : take(offer, in: row, after: [made])
  }

  /// Replaces the text of a row by a candidate.
  ///
  /// - Parameter made: the change that created the row's item, if the pick created it.
  private mutating func take(
    _ offer: CandidateOffer, in row: FormRow.ID, after made: [Change] = []
  ) -> [Effect] {
    let (before, earlier) = (focusText, answers.picks(of: row))
    let pick = offer.value.map { Pick(text: offer.label, value: $0) }
    let fills = answers.fills(
      ofPick: offer.label, in: row, replacing: before, picks: (earlier.first, pick))
    var changes = made
    log.history.close()
    if let change = put(offer.label, in: row, picks: pick.map { [$0] } ?? []) {
      changes.append(change)
    }
    for fill in fills {
      guard let change = put(filled: fill) else { continue }
      changes.append(change)
      sweep.problems[fill.row] = answers.problem(of: fill.row)
    }
    confirm(row)
    sweep.check(row, in: &answers)
    log.record(changes, kind: made.isEmpty ? .other : .typed)
    return [.lineReplaced]
  }

  /// Adds a candidate to the entries of a choices row, or removes the candidate if the row already
  /// has it.
  private mutating func toggle(
    _ offer: CandidateOffer, in row: FormRow.ID, after made: [Change] = []
  ) -> [Effect] {
    let line = focusText.string.unicodeScalars.prefix(cursor).count { $0 == "\n" }
    let toggled = offer.toggled(
      in: focusText, picks: answers.picks(of: row), line: line, typed: candidateQuery)
    log.history.close()
    let change = toggled.flatMap { put($0.text, in: row, picks: $0.picks) }
    log.record(made + [change].compactMap { $0 }, kind: made.isEmpty ? .other : .typed)
    return made.isEmpty && change == nil ? [] : [.lineReplaced]
  }

  // MARK: - Pasting

  mutating func paste(_ text: Text) -> [Effect] {
    guard let focus else { return [] }
    if focusHoldsLines { return insertPasted(text.string) }
    // Paste only the first line of a secret. Further lines could end up in rows that show their
    // text.
    if answers.isSecret(focus) { return insertPasted(text.firstLine.string) }
    // Only items, and the numbered rows that a `count` makes, take a line each. Do not split a
    // large paste into lines for other rows.
    if answers.repetition(ofSection: focus.section) != nil || template[focus].count != nil {
      var lines = text.lines
      if lines.count > 1, lines.last?.isEmpty == true { lines.removeLast() }
      if let effects = pasteIntoItems(lines) { return effects }
      if lines.count > 1, template[focus].count != nil, focusText.isBlank, !isFocusBoolean {
        return pasteLines(lines)
      }
    }
    if isFocusBoolean { return insertPasted(text.firstLine.joinedLines.string) }
    return insertPasted(text.joinedLines.string)
  }

  /// Inserts a text at the cursor as a separate undo step. In a yes-or-no row, and in a row with an
  /// untouched default, the text replaces the answer, as a typed letter does.
  private mutating func insertPasted(_ pasted: String) -> [Effect] {
    guard !pasted.isEmpty else { return [] }
    if isFocusUntouched || isFocusBoolean { return replaceFocus(with: Text(pasted)) }
    let after = focusText(inserting: pasted)
    let end = min(cursor, focusText.scalarCount) + Text(pasted).scalarCount
    log.history.close()
    let effects = edit(after, cursor: end, kind: .other, inserting: pasted)
    return effects + [.lineReplaced]
  }

  /// Pastes one line into each row from the focus on, as long as the rows are empty and have the
  /// same row template. Focuses the last filled row; the remaining lines wait for the action
  /// `pastedRest`.
  ///
  /// - Parameter isRest: whether the lines are the remaining lines of an earlier paste.
  mutating func pasteLines(_ lines: [Text], isRest: Bool = false) -> [Effect] {
    if isRest, let effects = pasteIntoItems(lines, isRest: true) { return effects }
    let lines = lines.map(\.joinedLines)
    guard let focus, let first = answers.outline.index(of: focus), !lines.isEmpty else { return [] }
    if answers.isReadOnly(focus) { return refusedToChange(focus) }
    var changes: [Change] = []
    var taken = 0
    var target = focus
    for (offset, line) in lines.enumerated() {
      guard let row = answers.outline.id(at: first + offset), row.section == focus.section,
        row.row == focus.row, row.item == focus.item, template[row].count != nil
      else { break }
      answers.rowsTouched += 1
      guard answers.text(of: row).isBlank else { break }
      taken += 1
      target = row
      if let change = put(line, in: row), !answers.isSecret(row) { changes.append(change) }
    }
    log.record(changes)
    check(changes)
    let section = template.sections[focus.section]
    log.keepPasteRest(lines.dropFirst(taken), isRest: isRest, of: section)
    let index = answers.outline.index(of: target) ?? first
    var end: FormMessage.PasteEnd?
    if taken < lines.count {
      let next = answers.outline.id(at: first + taken)
      let isOne = next.map {
        $0.section == focus.section && $0.row == focus.row && $0.item == focus.item
      }
      end =
        next.flatMap { isOne == true ? .holdsSomething(answers.fullLabel(of: $0)) : nil }
        ?? .noMore(taken)
    }
    return go(toIndex: index)
      + [.message(.pasted(taken, of: lines.count, rows: taken, end: end))]
  }

  /// The largest number of rows to check for problems at once.
  static let mostChecked = 1_000

  /// Checks the rows of a restored form, so that they have the same problems as when the form was
  /// closed. Does not check the focused row, because the person has not left it.
  mutating func checkRestored() {
    for row in answers.texts.buffer.rows.prefix(FormSession.mostChecked) where row != focus {
      // The rows of removed items are kept for an undo. They have no problems.
      guard answers.outline.index(of: row) != nil, answers.answer(of: row) != nil else { continue }
      sweep.check(row, in: &answers)
    }
  }

  /// Checks the pasted rows, but at most as many as can be checked before the next key.
  mutating func check(_ changes: [Change]) {
    for case .text(let change) in changes.prefix(FormSession.mostChecked) {
      sweep.check(change.row, in: &answers)
    }
  }

  // MARK: - Undo

  mutating func undo() -> [Effect] {
    guard let step = log.history.undo() else { return [.message(.nothingToUndo)] }
    log.journal.hasMoved = true
    let before = step.summary(in: answers)
    let effects = perform(
      step.changes.reversed().map(\.reversed), addLine: step.addLineBefore(in: answers.outline))
    // An item's label may be calculated, which needs the item.
    let summary = step.removesItem ? step.summary(in: answers) : before
    return effects + [.message(.undone(step.textSummary(in: answers) ?? summary))]
  }

  mutating func redo() -> [Effect] {
    guard let step = log.history.redo() else { return [.message(.nothingToRedo)] }
    log.journal.hasMoved = true
    let effects = perform(step.changes, addLine: step.addLineAfter(in: answers.outline))
    return effects
      + [.message(.redone(step.textSummary(in: answers) ?? step.summary(in: answers)))]
  }

  /// Applies changes that are already in the history, and focuses the changed row. If the changes
  /// undo the creation of an item on an add line (the line on which people create items), or remove
  /// an empty item, focuses the add line of `list` instead.
  private mutating func perform(_ changes: [Change], addLine list: ItemList?) -> [Effect] {
    let before = focus
    var target: FormRow.ID?
    for change in changes {
      switch change {
      case .text(let change):
        let text = change.redone(in: answers.text(of: change.row))
        setText(
          of: change.row, to: text, cursor: change.cursorAfter,
          picks: answers.remaining(change.picksAfter, in: text, of: change.row))
        answers.noteTotals(change.row)
        // If undo restores the text that a row had at first, the confirmation of that text ends.
        if answers.changes.confirmedRows.remove(change.row) != nil,
          let problem = answers.documentProblem(of: change.row)
        {
          sweep.problems[change.row] = problem
        }
        // A tick, the box before an item, has no line of its own; focus the first row of the item.
        target =
          template.sections[change.row.section].isStop(change.row)
          ? change.row : answers.firstRow(ofItem: change.row.item, inSection: change.row.section)
      case .itemInserted(let section, let item, let position):
        insert(item, at: position, inSection: section)
        target = answers.firstRow(ofItem: item, inSection: section)
      case .itemRemoved(let section, let item, _): remove(item, fromSection: section)
      case .itemMoved(let section, let item, _, let position):
        remove(item, fromSection: section)
        insert(item, at: position, inSection: section)
        target = answers.firstRow(ofItem: item, inSection: section)
      }
    }
    // Apply the conditions before moving the focus, because they may show the target row again.
    settleConditions()
    for row in changes.compactMap(\.row) where row.item > 0 {
      sweep.checkItem(row.item, ofSection: row.section, in: &answers)
    }
    // If typing created the item, the add line had the focus before, so it gets the focus again.
    let entry =
      list.map(answers.addLine(of:))
      ?? changes.lazy.compactMap(\.row).first { $0.isAddLine(in: template.sections) }
      ?? changes.lazy.compactMap(\.pickedRow).first
    let effects = landed(
      on: entry.flatMap { answers.outline.index(of: $0) == nil ? nil : $0 } ?? target)
    if let before, before != focus, answers.isListed(before) { leave(before) }
    return effects
  }
}
