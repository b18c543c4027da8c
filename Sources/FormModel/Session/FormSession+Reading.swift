// What screens and programs read of a session, and what they give it before the person does anything.

public import FormText

extension FormSession {
  // MARK: - The focus

  /// Whether anything was changed that leaving without saving would lose.
  public var hasChanges: Bool { log.history.canUndo || log.hasChangedSecret }

  /// The row with focus.
  public var focusedRow: FormRow? {
    // Not `flatMap(row(_:))`: a reference to a method holds a copy of the session.
    guard let focus else { return nil }
    return row(focus)
  }

  /// The index of the focus among the live rows.
  var focusPlace: Int? { answers.texts.place(of: focus) }

  /// The cursor of the focus, in scalars from the start of its text. O(n) in the text.
  public var cursor: Int {
    guard let place = focusPlace else { return 0 }
    let row = answers.texts.live[place].content
    return row.cursor ?? row.text.scalarCount
  }

  /// The text of the focus.
  public var focusText: Text {
    guard let place = focusPlace else { return .empty }
    return answers.texts.live[place].content.text
  }

  /// The line of the focus's text that the cursor is in.
  package var logicalLine: (text: Text, cursor: Int, isFirst: Bool, isLast: Bool) {
    focusText.line(around: cursor)
  }

  /// Whether the focus holds the template's default, unchanged and with the cursor at its end.
  /// Typing or a paste replaces such a default, except in rows of several lines.
  public var focusHoldsDefault: Bool {
    guard let focus, let place = focusPlace, answers.texts.live[place].content.cursor == nil,
      !answers.texts.live[place].content.text.isEmpty,
      !focusHoldsLines, !answers.isReadOnly(focus), answers.loaded?.value(of: focus) == nil
    else { return false }
    return answers.texts.live[place].content.text == answers.defaultText(of: focus)
  }

  /// Whether the row with focus holds several lines. Where items are made by typing Enter makes one.
  public var focusHoldsLines: Bool { focus.map(answers.holdsLines) ?? false }

  /// Whether a line break may be typed into the row with focus.
  public var focusTakesLineBreaks: Bool { focusHoldsLines && !isFocusReadOnly }

  /// Whether the text of the focus can be edited at the terminal: it is not too long, and a line
  /// break or a tab is in it only where the row holds several lines.
  public var isFocusEditable: Bool { focusText.isEditable(holdingLines: focusHoldsLines) }

  /// Whether a person may only look at the row with focus.
  public var isFocusReadOnly: Bool { focus.map(answers.isReadOnly) ?? false }

  /// Returns the text that the row with focus takes from an editor that was given its text.
  public func textForFocus(edited: Text) -> Text {
    focus.map { answers.text(for: $0, edited: edited, lent: focusText) } ?? edited
  }

  /// Whether the row with focus is secret.
  public var isFocusSecret: Bool {
    guard let focus else { return false }
    return answers.isSecret(focus)
  }

  /// Whether the row with focus is a yes-or-no row.
  public var isFocusBoolean: Bool {
    focus.map { answers.rowType(of: $0).toggles && !$0.isAddLine(in: template.sections) } ?? false
  }

  /// The item of a repeating section that the focus is in.
  public var focusedItem: (section: Int, item: Int, position: Int)? {
    guard let focus, focus.item > 0, let position = answers.outline.itemPosition(of: focus) else {
      return nil
    }
    return (focus.section, focus.item, position)
  }

  /// The repeating section that the focus is in, in an item or on its add line.
  public var repeatingSectionAroundFocus: Int? {
    focus.flatMap { answers.repetition(ofSection: $0.section) == nil ? nil : $0.section }
  }

  // MARK: - The form

  /// The rows known to have a problem.
  public var problems: [FormRow.ID: Problem] { sweep.problems }

  /// The rows with problems as the last look through the form found them, in order.
  public var listedProblems: [FormRow.ID] { sweep.listedProblems }

  /// The last find.
  public var lastFind: Find { place.lastFind }

  /// The lines that the last paste left over. They wait until they are pasted, or another paste
  /// leaves lines over.
  public var pasteRest: [Text] { log.pasteRest }

  /// Whether these lines were pasted beside secret rows, and are in no draft.
  public var isPasteRestSecret: Bool { log.isPasteRestSecret }

  /// The row at a place, counted from 0.
  public func row(at index: FormRow.Index) -> FormRow? {
    answers.outline.id(at: index).flatMap { row($0) }
  }

  /// The row with this identity, nil when it is not in the form.
  public func row(_ id: FormRow.ID) -> FormRow? { answers.row(id, problem: problems[id]) }

  /// The row that a person names by number, id or label; `3`, `classmate3`, `Classmate 3`.
  ///
  /// Ids and labels of a repeat mean the item with focus, else the first. O(row templates).
  public func row(named name: String) -> FormRow.ID? { answers.row(named: name, near: focus) }

  /// The rows known to have a problem, in the order of the form; a section with too few items by
  /// the row where to mend that. O(problems × log problems).
  public var problemsInOrder: [(row: FormRow.ID, problem: Problem)] {
    sweep.problemsInOrder(of: answers)
  }

  /// How far the form is: rows filled, or items ticked, of how many.
  public var progress: (done: Int, total: Int, problems: Int) {
    let (done, total) = answers.progress
    return (done, total, problems.count)
  }

  /// How far the work over the whole form is, nil when there is none.
  public var workProgress: (done: Int, total: Int)? {
    if let (section, next) = answers.conditions.waiting.first {
      return (next - 1, answers.outline.lastItem(ofSection: section))
    }
    if let finding = place.finding, !finding.isComplete {
      return (finding.done, finding.source?.count ?? answers.outline.indexCount)
    }
    return sweep.work.map { ($0.done, answers.outline.indexCount) }
  }

  /// Whether the whole form is looked through because the person asked for it: a save, a check, or a
  /// search for the next row of a kind.
  public var isLookingThrough: Bool { sweep.work != nil }

  /// What is being looked for, nil when nothing is.
  public var currentFind: Find? { place.finding?.find }

  /// What the viewport is narrowed to for editing, nil when it shows all rows.
  public var currentFilter: Find? { place.filter?.find }

  /// How far a find is: how many rows match, which of them has the focus, whether all were looked at.
  public var findProgress: (place: Int?, count: Int, isComplete: Bool)? {
    place.findProgress(in: answers.outline)
  }

  /// The rows in view, as places among all rows; empty when only headers are in view.
  public var rowsInView: ClosedRange<FormRow.Index>? {
    guard let first = answers.texts.live.first, let last = answers.texts.live.last,
      first.index <= last.index
    else { return nil }
    return first.index...last.index
  }

  /// The numbers of the rows in view; nil when there is none.
  public var numbersInView: ClosedRange<FormRow.Number>? {
    let numbers = answers.texts.live.lazy.compactMap { answers.outline.number(at: $0.index) }
    guard let first = numbers.first, let last = numbers.last, first <= last else { return nil }
    return first...last
  }

  /// How many rows are live; never more than the viewport has lines.
  public var liveRowCount: Int { answers.texts.live.count }

  /// How many lines the viewport has for the form.
  public var viewportHeight: Int { place.viewport.height }

  /// How many lines the form has, with titles and headers where they are shown.
  public var lineCount: Int { place.lineCount(in: answers.outline) }

  /// How many lines the viewport has together with those a panel takes.
  public var viewportFullHeight: Int { place.viewport.fullHeight }

  /// How many lines a panel takes.
  public var panelHeight: Int { place.viewport.panelHeight }

  /// The rows that a find or a filter keeps in view, nil without one.
  package var matches: [FormRow.ID]? { place.matches }

  /// The number of places where the focus can go.
  package var viewCount: Int { place.rowCount(in: answers.outline) }

  /// The row at one of these places.
  package func viewID(at place: Int) -> FormRow.ID? {
    self.place.row(at: place, in: answers.outline)
  }

  /// The place of a row, nil where it is not in view.
  package func viewPlace(of row: FormRow.ID) -> Int? {
    place.position(of: row, in: answers.outline)
  }

  /// The path that covers the line at the top of the viewport: that of the first row shown; nil where the
  /// line shows itself.
  public var stickyPath: ItemPath? {
    place.rowBelowPath(in: answers.outline).flatMap(answers.path(of:))
  }

  /// What stands on a line; rows that were found stand without titles and headers.
  package func viewLine(at line: ViewLine) -> Outline.Line? {
    place.line(at: line, in: answers.outline)
  }

  /// The line of a row, nil where it is not in view.
  package func viewLine(of row: FormRow.ID) -> ViewLine? {
    place.line(of: row, in: answers.outline)
  }

  // MARK: - Keeping and presetting

  /// The texts for which the form has no row: those it was given before anybody typed, and those of
  /// the kept form by name.
  public var textsWithoutRow: [(name: String, text: Text)] { answers.textsWithoutRow }

  /// Puts a kept form over this new one. O(rows kept + steps).
  ///
  /// - Parameters:
  ///   - kept: the form as it was kept, also one of another version of the template.
  ///   - tick: called now and then, for whoever wants to say that it takes a while.
  /// - Returns: the texts whose rows the template has no more, by name.
  public mutating func restore(
    _ kept: KeptForm, tick: () -> Void = {}
  ) -> [(name: String, text: Text)] {
    answers.forget()
    noteVisibleChange()
    var restoration = Restoration(of: kept, over: answers, tick: tick)
    restoration.restore(&answers, &log, tick: tick)
    sweep.problems = [:]
    sweep.markMisfits(of: answers)
    focus = restoration.focus(in: answers) ?? answers.outline.id(at: 0)
    checkRestored()
    if let find = kept.find.flatMap({ Find(decoding: $0, for: template) }) { place.lastFind = find }
    place.revealFocus(in: answers.outline)
    settle()
    return answers.textsWithoutRow
  }

  /// Whether texts, items or steps changed since the last entry: what must not be lost.
  @inlinable package var hasJournal: Bool { log.journal.hasChanges }

  /// Whether the person is elsewhere than the last entry says.
  public var hasMovedSinceJournal: Bool { log.journal.hasMoved }

  /// Notes everything anew, for a keeper that begins anew. O(rows ever changed + steps).
  public mutating func journalEverything() { log.noteEverything(of: answers) }

  /// What has changed since the last call. O(changes).
  public mutating func takeJournal() -> JournalEntry { log.takeEntry(of: answers, at: place) }

  /// Gives a row a text before the person does anything; it is no step of the history, and whoever
  /// goes on with the form later presets it again.
  public mutating func preset(_ row: FormRow.ID, to text: Text) {
    guard answers.isListed(row) else { return }
    let before = (log.journal, log.hasChangedSecret)
    setText(of: row, to: text, cursor: text.scalarCount)
    confirm(row)
    (log.journal, log.hasChangedSecret) = before
    answers.presets.rows.insert(row)
    settleConditions()
  }

  /// Keeps texts that were given to rows the form does not have, before the person does anything.
  public mutating func presetWithoutRow(_ texts: [(name: String, text: Text)]) {
    answers.presets.withoutRow = texts
  }

  /// Adds an item at the end of a list before the person does anything. It is no step of the
  /// history; a resumed draft presets it again.
  public mutating func presetItem(in list: ItemList) {
    guard answers.repetition(ofSection: list.section) != nil, answers.outline.isInForm(list) else {
      return
    }
    let before = log.journal
    let item = answers.outline.createItem(in: list)
    insert(item, at: answers.outline.itemCount(of: list), inSection: list.section)
    answers.presets.items.append(list)
    settle()
    log.journal = before
  }
}
