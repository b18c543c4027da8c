// Properties that screens and programs read, and the setup of a session before the person's first
// action.

public import FormText

extension FormSession {
  // MARK: - The focus

  /// Whether leaving without saving would lose changes.
  public var hasChanges: Bool { log.history.canUndo || log.hasChangedSecret }

  /// The focused row.
  public var focusedRow: FormRow? {
    // Do not use `flatMap(row(_:))`: a method reference would copy the session.
    guard let focus else { return nil }
    return row(focus)
  }

  /// The index of the focused row among the rows in view.
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

  /// The line of the focused text that contains the cursor, the offset of the cursor in it, and
  /// whether the line is the first or the last.
  package var logicalLine: (text: Text, cursor: Int, isFirst: Bool, isLast: Bool) {
    focusText.line(around: cursor)
  }

  /// Whether the focused row has the unchanged default of the template, and the cursor is at its
  /// end. Typing or pasting replaces such a default, except in rows of several lines.
  public var focusHoldsDefault: Bool {
    guard let focus, let place = focusPlace, answers.texts.live[place].content.cursor == nil,
      !answers.texts.live[place].content.text.isEmpty,
      !focusHoldsLines, !answers.isReadOnly(focus), answers.loaded?.value(of: focus) == nil
    else { return false }
    return answers.texts.live[place].content.text == answers.defaultText(of: focus)
  }

  /// Whether the focused row can have several lines. On an add line, this is false because Enter
  /// creates an item there.
  public var focusHoldsLines: Bool {
    guard let focus else { return false }
    return answers.holdsLines(focus)
  }

  /// Whether the person can type a line break in the focused row.
  public var focusTakesLineBreaks: Bool { focusHoldsLines && !isFocusReadOnly }

  /// Whether the focused text can be edited in the terminal. It must not be too long, and it must
  /// not have a line break or tab unless the row can have several lines.
  public var isFocusEditable: Bool { focusText.isEditable(holdingLines: focusHoldsLines) }

  /// Whether the focused row is read-only.
  public var isFocusReadOnly: Bool {
    guard let focus else { return false }
    return answers.isReadOnly(focus)
  }

  /// Whether the focused row accepts a text of several lines from a script.
  package var focusAcceptsLines: Bool {
    guard let focus else { return false }
    return answers.acceptsLines(focus)
  }

  /// Returns the text that the focused row accepts from an external editor, which received the text
  /// of the row.
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

  /// The item around the focused row; nil outside of repeating sections.
  public var focusedItem: (section: Int, item: Int, position: Int)? {
    guard let focus, focus.item > 0, let position = answers.outline.itemPosition(of: focus) else {
      return nil
    }
    return (focus.section, focus.item, position)
  }

  /// The repeating section of the focused row or add line; nil outside of repeating sections.
  public var repeatingSectionAroundFocus: Int? {
    focus.flatMap { answers.repetition(ofSection: $0.section) == nil ? nil : $0.section }
  }

  /// The repeating section to which an item is added if no section is named: the one around the
  /// focus, or else the only one of the form; nil if a name is needed.
  package var sectionToAddTo: Int? {
    if let section = repeatingSectionAroundFocus { return section }
    let repeating = template.sections.indices.filter { template.sections[$0].repetition != nil }
    return repeating.count == 1 ? repeating[0] : nil
  }

  // MARK: - The form

  /// The known problems by row.
  public var problems: [FormRow.ID: Problem] { sweep.problems }

  /// The rows with problems that the last complete check found, in the order of the form.
  public var listedProblems: [FormRow.ID] { sweep.listedProblems }

  /// The last search.
  public var lastFind: Find { place.lastFind }

  /// The remaining lines of the last incomplete paste. They are kept until they are pasted, or
  /// until another paste has remaining lines.
  public var pasteRest: [Text] { log.pasteRest }

  /// Whether the remaining lines were pasted in a section with secret rows, so drafts must not
  /// contain them.
  public var isPasteRestSecret: Bool { log.isPasteRestSecret }

  /// The row at an index.
  public func row(at index: FormRow.Index) -> FormRow? {
    answers.outline.id(at: index).flatMap { row($0) }
  }

  /// The row with an identity; nil if it is not in the form.
  public func row(_ id: FormRow.ID) -> FormRow? { answers.row(id, problem: problems[id]) }

  /// The row that a person named by its number, id or label: `3`, `classmate3` or `Classmate 3`.
  ///
  /// In a repeating section, an id or label means a row of the focused item or, without a focused
  /// item, of the first item. O(row templates).
  public func row(named name: String) -> FormRow.ID? { answers.row(named: name, near: focus) }

  /// The known problems in the order of the form. The problem of a section with too few items is
  /// listed at the row where it can be corrected. O(problems × log problems).
  public var problemsInOrder: [(row: FormRow.ID, problem: Problem)] {
    sweep.problemsInOrder(of: answers)
  }

  /// The progress of the form: the number of filled rows, the number of all rows that can be
  /// filled, and the number of problems. In sections whose items can be ticked, items count instead
  /// of rows.
  public var progress: (done: Int, total: Int, problems: Int) {
    let (done, total) = answers.progress
    return (done, total, problems.count)
  }

  /// The progress of work over the whole form; nil if there is no such work.
  public var workProgress: (done: Int, total: Int)? {
    if let (section, next) = answers.conditions.waiting.first {
      return (next - 1, answers.outline.lastItem(ofSection: section))
    }
    if let finding = place.finding, !finding.isComplete {
      return (finding.done, finding.source?.count ?? answers.outline.indexCount)
    }
    return sweep.work.map { ($0.done, answers.outline.indexCount) }
  }

  /// Whether the whole form is being searched because the person asked for a save, a check, or the
  /// next empty or problematic row.
  public var isLookingThrough: Bool { sweep.work != nil }

  /// The search in progress; nil if there is none.
  public var currentFind: Find? { place.finding?.find }

  /// The message about the hidden row or section that a search without matches was meant for; nil if
  /// there is none.
  public var hiddenMatch: FormMessage? {
    guard let finding = place.finding, finding.hidden != nil else { return nil }
    return finding.endWithoutMatch(in: answers).message
  }

  /// The filter of the viewport; nil if there is none.
  public var currentFilter: Find? { place.filter?.find }

  /// The progress of a search: the position of the focused match, the number of matches, and
  /// whether the search is complete.
  public var findProgress: (place: Int?, count: Int, isComplete: Bool)? {
    place.findProgress(in: answers.outline)
  }

  /// The indices of the rows in view; nil if only titles or headers are in view.
  public var rowsInView: ClosedRange<FormRow.Index>? {
    guard let first = answers.texts.live.first, let last = answers.texts.live.last,
      first.index <= last.index
    else { return nil }
    return first.index...last.index
  }

  /// The numbers of the rows in view; nil if none is in view.
  public var numbersInView: ClosedRange<FormRow.Number>? {
    let numbers = answers.texts.live.lazy.compactMap { answers.outline.number(at: $0.index) }
    guard let first = numbers.first, let last = numbers.last, first <= last else { return nil }
    return first...last
  }

  /// The number of live rows, which are the rows in view. It never exceeds the number of lines of
  /// the viewport.
  public var liveRowCount: Int { answers.texts.live.count }

  /// The number of viewport lines that show the form.
  public var viewportHeight: Int { place.viewport.height }

  /// The number of lines of the form, including titles and headers if they are shown.
  public var lineCount: Int { place.lineCount(in: answers.outline) }

  /// The number of viewport lines, including the lines that a panel covers.
  public var viewportFullHeight: Int { place.viewport.fullHeight }

  /// The number of lines that a panel covers.
  public var panelHeight: Int { place.viewport.panelHeight }

  /// The rows to which a search or filter limits the view; nil if the view shows all rows.
  package var matches: [FormRow.ID]? { place.matches }

  /// The number of rows and add lines that can have the focus in the present view.
  package var viewCount: Int { place.rowCount(in: answers.outline) }

  /// The row at a position among those that can have the focus in the present view.
  package func viewID(at place: Int) -> FormRow.ID? {
    self.place.row(at: place, in: answers.outline)
  }

  /// The position of a row in the present view; nil if a search or filter excludes the row.
  package func viewPlace(of row: FormRow.ID) -> Int? {
    place.position(of: row, in: answers.outline)
  }

  /// The path (the title and headers above a row) that is drawn over the top line of the viewport.
  /// It belongs to the row on the next line. Nil if the top line is not covered.
  public var stickyPath: ItemPath? {
    guard let row = place.rowBelowPath(in: answers.outline) else { return nil }
    return answers.path(of: row)
  }

  /// The contents of a line. A list of matches has no titles or headers.
  package func viewLine(at line: ViewLine) -> Outline.Line? {
    place.line(at: line, in: answers.outline)
  }

  /// The contents of the lines in view; nil for lines after the end of the form.
  package var linesInView: [Outline.Line?] { place.linesInView(of: answers.outline) }

  /// The line of a row; nil if a search or filter excludes the row.
  package func viewLine(of row: FormRow.ID) -> ViewLine? {
    place.line(of: row, in: answers.outline)
  }

  // MARK: - Drafts and presets

  /// The texts that belong to no row of the form, by row name: preset texts and texts of the stored
  /// form.
  public var textsWithoutRow: [(name: String, text: Text)] { answers.textsWithoutRow }

  /// Restores a stored form. The session must be new. O(stored rows + steps).
  ///
  /// - Parameters:
  ///   - kept: the stored form, possibly from another version of the template.
  ///   - tick: called from time to time, so that the caller can report progress.
  /// - Returns: the texts that belong to no row of the form, by row name.
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

  /// Whether texts, items or steps have changed since `takeJournal` was last called. These changes
  /// must not be lost.
  @inlinable package var hasJournal: Bool { log.journal.hasChanges }

  /// Whether the focus, a cursor or the position in the history has changed since `takeJournal` was
  /// last called.
  public var hasMovedSinceJournal: Bool { log.journal.hasMoved }

  /// Makes the next call of `takeJournal` return everything, for a new draft. O(rows ever changed +
  /// steps).
  public mutating func journalEverything() { log.noteEverything(of: answers) }

  /// Returns the changes since the last call. O(changes).
  public mutating func takeJournal() -> JournalEntry { log.takeEntry(of: answers, at: place) }

  /// Sets the text of a row, and the choices that show the row, before the person's first action.
  /// This is not an undo step. A draft does not contain the text, so it must be preset again when
  /// the form is resumed.
  public mutating func preset(_ row: FormRow.ID, to text: Text) {
    for alternative in answers.alternatives(showing: row) {
      presetText(of: alternative.choice, to: alternative.text)
    }
    presetText(of: row, to: text)
  }

  private mutating func presetText(of row: FormRow.ID, to text: Text) {
    guard answers.isListed(row) else { return }
    let before = (log.journal, log.hasChangedSecret)
    setText(of: row, to: text, cursor: text.scalarCount)
    confirm(row)
    (log.journal, log.hasChangedSecret) = before
    answers.presets.rows.insert(row)
    settleConditions()
  }

  /// Makes the default of each shown row that the document lacks an answer, as in a new form, before
  /// the person's first action. O(rows).
  public mutating func confirmDefaults() {
    let before = log.journal
    var index = FormRow.Index(0)
    // Confirming a row may show more rows.
    while index.value < answers.outline.indexCount {
      if let row = answers.outline.id(at: index), !row.isAddLine(in: template.sections) {
        answers.giveDefault(to: row)
        if answers.isMissing(row) { confirm(row) }
      }
      index = FormRow.Index(index.value + 1)
    }
    settleConditions()
    log.journal = before
  }

  /// Keeps preset texts for which the form has no row.
  public mutating func presetWithoutRow(_ texts: [(name: String, text: Text)]) {
    answers.presets.withoutRow = texts
  }

  /// Adds an item at the end of a list before the person's first action. This is not an undo step.
  /// A draft does not contain the item, so it must be preset again when the form is resumed.
  ///
  /// - Parameters:
  ///   - list: the list to which the item is added.
  ///   - name: the name of the item if the answers have the items as members of an object.
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
      presetText(
        of: FormRow.ID(section: list.section, item: item, row: row, number: 0), to: Text(name))
    }
  }
}
