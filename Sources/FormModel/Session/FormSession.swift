// The heart of longform: a form that is being filled.
//
// Invariants, each with a law's number:
// - Only rows in view are live, and the focus is one of them (5).
// - A live row's text is newer than the buffer's; a row that leaves view is captured before anything
//   else reads it, the focus too (1, 3).
// - Text belongs to row identities, never to places (4, 6).
// - Nothing here touches more rows than the viewport has, except in `workContinued`, which goes
//   through the form in slices (15).
// It is a value with no clock, no file and no terminal: actions in, effects out.

import Candidates
public import FormText
public import LosslessJSON

/// A form that is being filled.
public struct FormSession: Sendable {
  /// The answers.
  public internal(set) var answers: Answers
  /// The place of the person.
  package var place: Place
  /// The history, and the changes that are not in the draft yet.
  package internal(set) var log = Log()
  /// Work over the whole form, and the problems it found.
  var sweep = Sweep()
  /// Candidates for the row with focus.
  var suggestions = Suggestions()
  /// Another number after everything that can be seen of the form but its viewport and the focus's
  /// text and cursor, so that a screen need not look at the rows again.
  package private(set) var revision = 0

  /// A new form. O(row templates + items).
  ///
  /// - Parameters:
  ///   - template: what is asked for.
  ///   - height: the viewport's lines; the template's, or 8, when it is nil.
  public init(_ template: Template, height: Int? = nil) {
    self.init(template, height: height, loaded: nil)
  }

  /// A form with the answers of a document. O(row templates + values of the document).
  ///
  /// Values that do not fit the form are problems of their rows.
  ///
  /// - Throws: an error if the document is no object.
  public init(_ template: Template, height: Int? = nil, answers: JSONDocument)
    throws(AnswersErrors)
  {
    let loaded = LoadedAnswers(answers, for: template)
    if let error = loaded.error { throw AnswersErrors(errors: [error]) }
    self.init(template, height: height, loaded: loaded)
  }

  private init(_ template: Template, height: Int?, loaded: LoadedAnswers?) {
    answers = Answers(template, loaded: loaded)
    place = Place(
      viewport: Viewport(height: height ?? template.viewportHeight ?? FormSession.defaultHeight))
    answers.countBaseAnswers()
    answers.recountFilled()
    answers.settleAllConditions()
    if loaded != nil, !template.conditions.isEmpty { answers.conditions.asLoaded = answers.outline }
    markMisfits()
    focus = answers.outline.id(at: 0)
    settle()
  }

  /// The template of the form.
  public var template: Template { answers.template }

  /// The row that is being edited; nil when the form has no rows.
  public internal(set) var focus: FormRow.ID? {
    get { place.focus }
    set { place.focus = newValue }
  }

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

  /// The viewport's lines when neither person nor template say how many.
  public static let defaultHeight = 8

  /// Takes note of something that happened.
  ///
  /// - Parameters:
  ///   - action: what happened.
  ///   - line: the line of the row with focus, where it was edited since the last action: it goes
  ///     first (law 1).
  public mutating func apply(_ action: Action, line: EditedLine?) -> [Effect] {
    guard let line else { return apply(action) }
    return edit(line.text, cursor: line.cursor, kind: line.kind) + apply(action)
  }

  /// Takes note of something that happened while no line was edited.
  public mutating func apply(_ action: Action) -> [Effect] {
    switch action {
    case .edited, .resized, .panelOpened: return perform(action)
    default: noteVisibleChange()
    }
    guard !template.conditions.isEmpty else { return perform(action) }
    // What the row that was just edited decides is decided before anything else happens, and what
    // the action itself changed right after it.
    let before = focus
    if action.leavesFocus { settleConditions() }
    var effects = perform(action)
    if action.decides || focus != before { settleConditions() }
    if focus != before { effects.insert(.lineReplaced, at: 0) }
    if isFinding || !answers.conditions.waiting.isEmpty, !effects.contains(.workRemains) {
      effects.append(.workRemains)
    }
    return effects
  }

  /// Takes note that more looks different than the text and cursor of the focus.
  mutating func noteVisibleChange() { revision += 1 }

  private mutating func perform(_ action: Action) -> [Effect] {
    switch action {
    case .edited(let text, let cursor, let kind): return edit(text, cursor: cursor, kind: kind)
    case .pasted(let text): return paste(text)
    case .pastedRest: return pasteLines(pasteRest, isRest: true)
    case .moved(let move): return self.move(move)
    case .entered: return enter()
    case .answered(let row, let text): return answer(row, text)
    case .appended(let text): return append(text)
    case .cleared: return replaceFocus(with: .empty)
    case .resetToDefault: return replaceFocus(with: focus.map(answers.defaultText(of:)) ?? .empty)
    case .picked(let offer): return pick(offer)
    case .toggled: return toggle()
    case .undone: return undo()
    case .redone: return redo()
    case .itemAdded(let section): return addItem(toSection: section)
    case .itemDuplicated(let section, let item):
      return duplicateItem(item, inSection: section)
    case .itemRemoved(let section, let item): return removeItem(item, fromSection: section)
    case .itemMoved(let section, let item, let position):
      return moveItem(item, inSection: section, to: position)
    case .saveRequested(let format, let anyway):
      return begin(.save(as: format, anyway: anyway))
    case .checkRequested: return begin(.check)
    case .resized(let height, let showsHeaders):
      let before = place.viewport.height
      place.viewport.resize(height: height, showsHeaders: showsHeaders)
      // Lines that are won at the end of the form show what stands before it.
      if place.viewport.height > before {
        place.viewport.fill(withLines: lineCount)
      }
      settle()
      return []
    case .panelOpened(let lines): return openPanel(lines: lines)
    case .workContinued: return continueWork()
    case .findEdited(let find): return self.find(find)
    case .foundAgain(let forward): return begin(.findMatch(forward: forward))
    case .matchChosen(let step): return chooseMatch(by: step)
    case .findEnded: return endFinding(keepsFilter: false)
    case .filtered: return endFinding(keepsFilter: true)
    case .findStopped: return stopFinding()
    case .workStopped: return stopWork()
    }
  }

  // MARK: - What is in view

  /// Makes the live rows those in view: captures what left, restores what came (laws 1 and 2).
  mutating func settle() {
    // A form that was longer than the viewport, and fits now, is shown from its top.
    if lineCount <= place.viewport.height { place.viewport.scroll(toTop: 0) }
    if let line = focusLine { place.viewport.scroll(toReveal: line) }
    // As the form opens there is nothing to compare with.
    let opens = answers.texts.live.isEmpty
    let kept =
      opens
      ? [:]
      : Dictionary(answers.texts.live.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    var rows: [LiveRow] = []
    var inView = Set<FormRow.ID>()
    for line in place.viewport.lines {
      guard
        case .row(let id, let index)? = viewLine(at: line)
      else { continue }
      var row = kept[id] ?? restored(id)
      row.index = index
      rows.append(row)
      if !opens { inView.insert(id) }
    }
    for row in answers.texts.live where !inView.contains(row.id) { capture(row) }
    answers.texts.live = rows
  }

  /// Captures every live row; `settle` restores those in view.
  mutating func captureAll() {
    for row in answers.texts.live { capture(row) }
    answers.texts.live = []
  }

  private mutating func capture(_ row: LiveRow) {
    answers.texts.buffer.capture(
      row.content, for: row.id, base: answers.baseText(of: row.id))
  }

  private mutating func restored(_ id: FormRow.ID) -> LiveRow {
    answers.rowsTouched += 1
    let content = answers.texts.buffer.restored(id) ?? RowContent(text: answers.baseText(of: id))
    return LiveRow(id: id, index: 0, content: content)
  }

  /// The line the focus stands on.
  var focusLine: ViewLine? {
    focus.flatMap(viewLine(of:))
  }

  /// Where the focus is among the live rows. No closure looks for it: one that captures the session
  /// copies it, and every key asks for this.
  var focusPlace: Int? {
    guard let focus else { return nil }
    for place in answers.texts.live.indices where answers.texts.live[place].id == focus {
      return place
    }
    return nil
  }

  private mutating func openPanel(lines: Int) -> [Effect] {
    if lines > 0 {
      place.viewport.openPanel(lines: lines)
    } else if let line = focusLine {
      place.viewport.closePanel(focus: line)
    }
    settle()
    return []
  }
}
