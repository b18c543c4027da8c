// The properties of a session for screens and programs, and its setup before the person does
// anything.

public import FormText

extension FormSession {
  // MARK: - The focus

  /// Whether leaving without saving would lose a change.
  public var hasChanges: Bool { log.history.canUndo || log.hasChangedSecret }

  /// The focused row.
  public var focusedRow: FormRow? {
    // Not `flatMap(row(_:))`: a reference to a method holds a copy of the session.
    guard let focus else { return nil }
    return row(focus)
  }

  /// The index of the focus among the live rows.
  var focusPlace: Int? { answers.texts.place(of: focus) }

  /// The cursor of the focused row, in scalars from the start of its text. O(n) in the text.
  public var cursor: Int {
    guard let place = focusPlace else { return 0 }
    let row = answers.texts.live[place].content
    return row.cursor ?? row.text.scalarCount
  }

  /// The text of the focused row.
  public var focusText: Text {
    guard let place = focusPlace else { return .empty }
    return answers.texts.live[place].content.text
  }

  /// The line of the focused text around the cursor.
  package var logicalLine: (text: Text, cursor: Int, isFirst: Bool, isLast: Bool) {
    focusText.line(around: cursor)
  }

  /// Whether the focused row has the template's default, unchanged and with the cursor at its end.
  /// Typing or a paste replaces such a default, except in rows of several lines.
  public var focusHoldsDefault: Bool {
    guard let focus, let place = focusPlace, answers.texts.live[place].content.cursor == nil,
      !answers.texts.live[place].content.text.isEmpty,
      !focusHoldsLines, !answers.isReadOnly(focus), answers.loaded?.value(of: focus) == nil
    else { return false }
    return answers.texts.live[place].content.text == answers.defaultText(of: focus)
  }

  /// Whether the focused row has several lines. On an add line Enter creates an item instead.
  public var focusHoldsLines: Bool { focus.map(answers.holdsLines) ?? false }

  /// Whether a line break may be typed into the focused row.
  public var focusTakesLineBreaks: Bool { focusHoldsLines && !isFocusReadOnly }

  /// Whether the focused text can be edited at the terminal: it is not too long, and has a line
  /// break or tab only if the row has several lines.
  public var isFocusEditable: Bool { focusText.isEditable(holdingLines: focusHoldsLines) }

  /// Whether the focused row is read-only.
  public var isFocusReadOnly: Bool { focus.map(answers.isReadOnly) ?? false }

  /// The text that the focused row takes from an editor that was given its text.
  public func textForFocus(edited: Text) -> Text {
    focus.map { answers.text(for: $0, edited: edited, lent: focusText) } ?? edited
  }

  /// Whether the focused row is secret.
  public var isFocusSecret: Bool {
    guard let focus else { return false }
    return answers.isSecret(focus)
  }

  /// Whether the focused row is a yes-or-no row.
  public var isFocusBoolean: Bool {
    focus.map { answers.rowType(of: $0).toggles && !$0.isAddLine(in: template.sections) } ?? false
  }

  /// The item that contains the focus; nil outside of repeating sections.
  public var focusedItem: (section: Int, item: Int, position: Int)? {
    guard let focus, focus.item > 0, let position = answers.outline.itemPosition(of: focus) else {
      return nil
    }
    return (focus.section, focus.item, position)
  }

  /// The repeating section that contains the focus, in an item or on its add line.
  public var repeatingSectionAroundFocus: Int? {
    focus.flatMap { answers.repetition(ofSection: $0.section) == nil ? nil : $0.section }
  }

  // MARK: - The form

  /// The rows known to have a problem.
  public var problems: [FormRow.ID: Problem] { sweep.problems }

  /// The rows with problems found by the last complete check, in order.
  public var listedProblems: [FormRow.ID] { sweep.listedProblems }

  /// The last find.
  public var lastFind: Find { place.lastFind }

  /// The remaining lines of the last paste. They wait until they are pasted, or another paste has
  /// remaining lines.
  public var pasteRest: [Text] { log.pasteRest }

  /// Whether these lines were pasted next to secret rows, so that no draft has them.
  public var isPasteRestSecret: Bool { log.isPasteRestSecret }

  /// The row at an index.
  public func row(at index: FormRow.Index) -> FormRow? {
    answers.outline.id(at: index).flatMap { row($0) }
  }

  /// The row with this identity; nil if it is not in the form.
  public func row(_ id: FormRow.ID) -> FormRow? { answers.row(id, problem: problems[id]) }

  /// The row that a person named by number, id or label; `3`, `classmate3`, `Classmate 3`.
  ///
  /// Ids and labels of a repeat mean the focused item, or else the first. O(row templates).
  public func row(named name: String) -> FormRow.ID? { answers.row(named: name, near: focus) }

  /// The rows known to have a problem, in the order of the form; a section with too few items by
  /// the row where that can be corrected. O(problems × log problems).
  public var problemsInOrder: [(row: FormRow.ID, problem: Problem)] {
    sweep.problemsInOrder(of: answers)
  }

  /// The progress of the form: rows filled, or items ticked, the total, and the number of problems.
  public var progress: (done: Int, total: Int, problems: Int) {
    let (done, total) = answers.progress
    return (done, total, problems.count)
  }

  /// The progress of work over the whole form; nil if there is none.
  public var workProgress: (done: Int, total: Int)? {
    if let (section, next) = answers.conditions.waiting.first {
      return (next - 1, answers.outline.lastItem(ofSection: section))
    }
    if let finding = place.finding, !finding.isComplete {
      return (finding.done, finding.source?.count ?? answers.outline.indexCount)
    }
    return sweep.work.map { ($0.done, answers.outline.indexCount) }
  }

  /// Whether the whole form is being searched at the person's request: for a save, a check, or the
  /// next row of a kind.
  public var isLookingThrough: Bool { sweep.work != nil }

  /// The find in progress; nil without one.
  public var currentFind: Find? { place.finding?.find }

  /// The filter of the viewport; nil if it shows all rows.
  public var currentFilter: Find? { place.filter?.find }

  /// The progress of a find: the position of the focused match, the number of matches, and whether
  /// the search is complete.
  public var findProgress: (place: Int?, count: Int, isComplete: Bool)? {
    place.findProgress(in: answers.outline)
  }

  /// The range of rows in view; nil if only headers are in view.
  public var rowsInView: ClosedRange<FormRow.Index>? {
    guard let first = answers.texts.live.first, let last = answers.texts.live.last,
      first.index <= last.index
    else { return nil }
    return first.index...last.index
  }

  /// The numbers of the rows in view; nil without any.
  public var numbersInView: ClosedRange<FormRow.Number>? {
    let numbers = answers.texts.live.lazy.compactMap { answers.outline.number(at: $0.index) }
    guard let first = numbers.first, let last = numbers.last, first <= last else { return nil }
    return first...last
  }

  /// The number of live rows; never more than the viewport has lines.
  public var liveRowCount: Int { answers.texts.live.count }

  /// The number of lines of the viewport that show the form.
  public var viewportHeight: Int { place.viewport.height }

  /// The number of lines of the form, including titles and headers if they are shown.
  public var lineCount: Int { place.lineCount(in: answers.outline) }

  /// The number of lines of the viewport, including those that a panel takes.
  public var viewportFullHeight: Int { place.viewport.fullHeight }

  /// The number of lines that a panel takes.
  public var panelHeight: Int { place.viewport.panelHeight }

  /// The rows that a find or filter keeps in view; nil without one.
  package var matches: [FormRow.ID]? { place.matches }

  /// The number of places for the focus.
  package var viewCount: Int { place.rowCount(in: answers.outline) }

  /// The row at a place for the focus.
  package func viewID(at place: Int) -> FormRow.ID? {
    self.place.row(at: place, in: answers.outline)
  }

  /// The place of a row; nil if it is not in view.
  package func viewPlace(of row: FormRow.ID) -> Int? {
    place.position(of: row, in: answers.outline)
  }

  /// The path that covers the line at the top of the viewport: that of the first shown row; nil if
  /// the line is visible itself.
  public var stickyPath: ItemPath? {
    place.rowBelowPath(in: answers.outline).flatMap(answers.path(of:))
  }

  /// The contents of a line; found rows have no titles and headers.
  package func viewLine(at line: ViewLine) -> Outline.Line? {
    place.line(at: line, in: answers.outline)
  }

  /// The line of a row; nil if it is not in view.
  package func viewLine(of row: FormRow.ID) -> ViewLine? {
    place.line(of: row, in: answers.outline)
  }

  // MARK: - Keeping and presetting

  /// The texts for which the form has no row: preset ones, and those of the stored form, by name.
  public var textsWithoutRow: [(name: String, text: Text)] { answers.textsWithoutRow }

  /// Restores a stored form into this new one. O(rows stored + steps).
  ///
  /// - Parameters:
  ///   - kept: the stored form, possibly of another version of the template.
  ///   - tick: called from time to time, so that the caller can report progress.
  /// - Returns: the texts whose rows are no longer in the template, by name.
  public mutating func restore(
    _ kept: KeptForm, tick: () -> Void = {}
  ) -> [(name: String, text: Text)] {
    answers.forget()
    noteVisibleChange()
    var restoration = Restoration(of: kept, over: answers, tick: tick)
    restoration.restore(&answers, &log, tick: tick)
    sweep.problems = [:]
    sweep.markMisfits(of: answers)
    for row in answers.changes.conflicts.keys { sweep.problems[row] = answers.problem(of: row) }
    focus = restoration.focus(in: answers) ?? answers.outline.id(at: 0)
    checkRestored()
    if let find = kept.find.flatMap({ Find(decoding: $0, for: template) }) { place.lastFind = find }
    place.revealFocus(in: answers.outline)
    settle()
    return answers.textsWithoutRow
  }

  /// Whether texts, items or steps changed since the last entry; these must not be lost.
  @inlinable package var hasJournal: Bool { log.journal.hasChanges }

  /// Whether the focus moved since the last entry.
  public var hasMovedSinceJournal: Bool { log.journal.hasMoved }

  /// Records everything again, for a keeper that starts anew. O(rows ever changed + steps).
  public mutating func journalEverything() { log.noteEverything(of: answers) }

  /// The changes since the last call. O(changes).
  public mutating func takeJournal() -> JournalEntry { log.takeEntry(of: answers, at: place) }

  /// Sets the text of a row before the person does anything. It is not an undo step, and a resumed
  /// form must preset it again.
  public mutating func preset(_ row: FormRow.ID, to text: Text) {
    guard answers.isListed(row) else { return }
    let before = (log.journal, log.hasChangedSecret)
    setText(of: row, to: text, cursor: text.scalarCount)
    confirm(row)
    (log.journal, log.hasChangedSecret) = before
    answers.presets.rows.insert(row)
    settleConditions()
  }

  /// Keeps texts that were preset for rows that the form does not have.
  public mutating func presetWithoutRow(_ texts: [(name: String, text: Text)]) {
    answers.presets.withoutRow = texts
  }

  /// Adds an item at the end of a list before the person does anything. It is not an undo step, and
  /// a resumed draft presets it again.
  ///
  /// - Parameters:
  ///   - list: the list of the item.
  ///   - name: the name of the item if it is a member of an object.
  public mutating func presetItem(in list: ItemList, named name: String? = nil) {
    guard let repetition = answers.repetition(ofSection: list.section),
      answers.outline.isInForm(list)
    else { return }
    let before = log.journal
    let item = answers.outline.createItem(in: list)
    insert(item, at: answers.outline.itemCount(of: list), inSection: list.section)
    answers.presets.items.append(list)
    settle()
    log.journal = before
    if let name, let row = repetition.keyRow {
      preset(FormRow.ID(section: list.section, item: item, row: row, number: 0), to: Text(name))
    }
  }
}
