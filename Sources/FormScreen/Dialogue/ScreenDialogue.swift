// The dialogue of the screen, without its terminal. It gives a key its meaning, changes the form
// and the screen, and returns requests that need the line editor, files or processes.
//
// Invariants: only `meaning` gives keys their meaning, and it changes nothing that is visible. The
// edited line is stored in the session, or in the prompt, before anything else happens.

package import FormModel
import FormText

/// A form that a person fills at a screen.
package struct ScreenDialogue {
  /// A request to the front end, which has the line editor, the files and the processes.
  package enum Request: Hashable {
    /// Loads another text into the line editor.
    case load(String, cursor: Int, holdsLines: Bool = false)
    /// Loads the text of a prompt in vi's insert mode. The front end remembers the previous mode.
    case loadPrompt(String)
    /// Restores the vi mode that the front end remembers.
    case restoreMode
    case insert(String)
    case moveCursor(Int)
    case commandMode, insertMode
    /// Handles the same key again.
    case again
    case command(TypedCommand)
    case repaint
    /// Reads the file of candidates of the focused row to its end.
    case readCandidates
    /// Reads the files of candidates of all rows.
    case provideCandidates
    case ask(Question)
    /// Proposes a name for the file to which the answers are saved, and asks for it.
    case askForFile
    case answered(Question, yes: Bool)
    /// Leaves the form, as ^C does.
    case interrupt
    case save(ExportFormat?, problems: Int)
    /// Saves the answers to this file, now and at later saves.
    case saveTo(String, as: ExportFormat?, anyway: Bool)
    case export(ExportFormat, path: String)
    case preview(ExportFormat?)
    case quit(anyway: Bool)
    /// Stops the command that is receiving the answers, or the comparison with a file.
    case stopWork
    /// Reports that the focus left a secret row with a typed answer. The text is the row's label.
    case secretLeft(String)
    case reportKept, fresh, drafts, editElsewhere, plain
    /// Turns the mouse on or off.
    case exchangeMouse
  }

  package var session: FormSession
  /// The state of the screen, apart from the form.
  package var state: ScreenState
  /// The size of the terminal, and the numbers of lines for the form and its panels.
  package var view: ScreenView
  /// The question that waits for an answer.
  package internal(set) var question: Question?
  /// Whether the question has been painted. Earlier keys do not answer the question.
  package internal(set) var questionIsPainted = false
  /// Whether work on the whole form, such as a check, is unfinished. `advance` continues it while
  /// no key is waiting.
  package internal(set) var workRemains = false
  /// The state of the line editor's line.
  package internal(set) var line = LineUse()
  /// The column to which Up and Down move the cursor; nil after any other key.
  var goalColumn: Int?
  var promptHistory = PromptHistory()
  /// Whether the form has changed since the last `takeActed`, apart from typing.
  var hasActed = false

  /// The relation between the line editor's line and the focused row.
  package struct LineUse {
    /// Whether the line contains the focused row's text. Some texts cannot be edited in the line.
    var holdsFocus = true
    /// Whether the text is an untouched default or choice, which the first character replaces.
    var isUntouched = false
    /// The rest of a word whose first letter answered a yes-or-no row: `es` after `y`. Typing it
    /// has no effect.
    var restOfWord = ""
    /// Whether the focused row may have candidates. If not, a key need not ask for candidates.
    package var mayOfferCandidates = false
  }

  package init(_ session: FormSession, size: ScreenSize, height: ScreenHeight, hasUTF8: Bool) {
    self.session = session
    state = ScreenState(height: height, hasUTF8: hasUTF8)
    state.appearance.namesKeys = true
    view = ScreenView(
      size: size,
      layout: ScreenLayout(
        size: size, height: height, lineCount: session.lineCount, namesKeys: true))
  }

  /// Replaces the session, and closes the panels and messages of the old one.
  package mutating func replaceSession(with session: FormSession) -> [Request] {
    self.session = session
    _ = self.session.apply(view.resized)
    (view.share, view.notes, view.wrapsNotes) = (PanelShare(), nil, false)
    showMessage(nil)
    (state.panel, state.candidates) = (nil, nil)
    return loadFocus()
  }

  // MARK: - The line

  /// The cause of a change in the line editor's line.
  package enum LineChange {
    /// A key that edits the text (`edit`) or only moves the cursor (`motion`).
    case edit(EditingMode)
    case motion(EditingMode)
    /// A request of the dialogue.
    case request
  }

  /// Stores the line editor's line in the row or in the prompt.
  package mutating func edited(_ new: EditedLine, by change: LineChange) -> [Request] {
    switch change {
    case .request: break
    case .motion, .edit:
      goalColumn = nil
      state.palette?.unknown = nil
    }
    if case .edit = change { showMessage(nil) }
    switch state.prompt {
    case .command(let text, _):
      promptHistory.note(text, changedTo: new)
      state.prompt = .command(new.text, cursor: new.cursor)
      if new.text != text { state.palette?.lookUp(new.text.string, in: session) }
      return []
    case .file(let text, _, let isProposed):
      return fileTyped(new, after: text, isProposed: isProposed)
    case .find: return findTyped(new)
    case .row, .question, .waiting:
      // A text that the line editor cannot hold is only in the session.
      return line.holdsFocus ? editedRow(new, by: change) : []
    }
  }

  private mutating func editedRow(_ new: EditedLine, by change: LineChange) -> [Request] {
    var new = new
    var requests: [Request] = []
    let wasUntouched = line.isUntouched
    if let typed = textInsteadOfDefault(in: new) {
      new = EditedLine(typed, cursor: typed.scalarCount, kind: .typed)
      let holdsLines = session.focusTakesLineBreaks
      requests = [.load(typed.string, cursor: new.cursor, holdsLines: holdsLines)]
    }
    let isSame = new.text == session.focusText
    if isSame, new.cursor == session.cursor, !wasUntouched { return requests }
    requests += perform(session.apply(.edited(new.text, cursor: new.cursor, kind: new.kind)))
    if !isSame, case .edit(let mode) = change { textEdited(mode) }
    return requests
  }

  /// Returns the text that was typed to replace an untouched text; nil if the key did anything
  /// else. Afterwards the text counts as touched.
  private mutating func textInsteadOfDefault(in new: EditedLine) -> Text? {
    guard line.isUntouched else { return nil }
    line.isUntouched = false
    return state.prompt == .row ? new.typed(after: session.focusText) : nil
  }

  /// Loads the text of the focused row into the line editor. A text that is too long for the line
  /// editor stays only in the session.
  package mutating func loadFocus() -> [Request] {
    switch state.prompt {
    case .command, .find, .file: return []
    case .row, .question, .waiting: break
    }
    line.holdsFocus = session.isFocusEditable
    line.mayOfferCandidates = session.focusMayHaveCandidates
    line.isUntouched = line.holdsFocus && session.isFocusUntouched
    // A conflict is resolved by choosing one of two answers, so the list opens at once.
    if session.isFocusInConflict, state.prompt == .row, state.panel == nil {
      state.candidates = CandidatePanel(of: session, isAskedFor: true)
    }
    return [
      .load(
        line.holdsFocus ? session.focusText.string : "",
        cursor: line.holdsFocus ? session.cursor : 0, holdsLines: session.focusTakesLineBreaks)
    ]
  }

  /// Shows a message in the message line; nil removes it.
  package mutating func showMessage(_ sentence: String?, style: Style = .plain) {
    state.message = sentence.map { ScreenState.Message($0, style: style) }
  }

  // MARK: - Waiting

  /// Shows a sentence about work that only ^C stops. Other keys have no effect until `stopWaiting`.
  package mutating func wait(_ sentence: String, for work: ScreenState.Wait) -> [Request] {
    let requests = closePrompts()
    showMessage(nil)
    (state.panel, state.candidates) = (nil, nil)
    state.prompt = .waiting(sentence, for: work)
    return requests
  }

  package mutating func stopWaiting() -> [Request] {
    showMessage(nil)
    state.prompt = .row
    return loadFocus()
  }

  // MARK: - Actions

  /// Applies an action to the form, and its effects to the screen.
  package mutating func apply(_ action: Action) -> [Request] {
    closeTextPanel(before: action)
    let left = session.focus
    let known = left.flatMap { session.problems[$0] }
    var requests = changed(session.apply(action))
    guard let left, left != session.focus, state.message == nil, question == nil else {
      return requests
    }
    let columns = view.size.usableColumns
    if let sentence = session.sentence(onLeaving: left, known: known, columns: columns) {
      showMessage(sentence, style: .problem)
    } else if session.answers.isTypedSecret(left) {
      requests.append(.secretLeft(session.answers.fullLabel(of: left)))
    }
    return requests
  }

  /// Applies the effects of a change of the form to the screen.
  package mutating func changed(_ effects: [Effect]) -> [Request] {
    state.candidates = nil
    let requests = perform(effects)
    line.isUntouched = line.holdsFocus && session.isFocusUntouched
    hasActed = true
    return requests
  }

  /// Returns whether the form has changed since the last call, apart from typing.
  package mutating func takeActed() -> Bool {
    defer { hasActed = false }
    return hasActed
  }

  /// Continues work on the whole form, while no key is waiting.
  package mutating func advance() -> [Request] {
    guard workRemains else { return [] }
    if advanceReview() { return [] }
    workRemains = false
    return perform(session.apply(.workContinued))
  }

  mutating func perform(_ effects: [Effect]) -> [Request] {
    var requests: [Request] = []
    for effect in effects {
      switch effect {
      case .lineReplaced: requests += loadFocus()
      case .message(let message):
        showMessage(state.keys.isInCommandMode ? message.viSentence : message.sentence)
        state.message?.brief = message.brief
        switch message {
        case .notSaved:
          state.message?.style = .problem
          state.message?.outcome = .refused
        case .notAdded: state.message?.style = .problem
        default: break
        }
      case .workRemains: workRemains = true
      case .candidatesNeeded: requests.append(.provideCandidates)
      case .saveOffered: requests.append(.ask(.save(nil)))
      case .save(let format, let problems): requests.append(.save(format, problems: problems))
      case .problemsListed: open(.problems)
      }
    }
    return requests
  }

  /// Uncovers the form before the focus leaves a row whose text covers lines of the viewport. A
  /// page or a jump then begins with the full viewport.
  private mutating func closeTextPanel(before action: Action) {
    guard view.share.lines > 0, state.panel == nil else { return }
    switch action {
    case .moved, .entered, .undone, .redone, .itemAdded, .itemDuplicated, .itemRemoved, .itemMoved:
      view.share = PanelShare()
      _ = session.apply(.panelOpened(lines: 0))
    default: break
    }
  }

  /// Opens a panel, scrolled to its beginning.
  package mutating func open(_ panel: ScreenState.Panel) {
    state.panel = panel
    state.scrolling.panel = 0
  }

  // MARK: - Painting

  /// Returns the frame of the form, and the requests that follow from a changed viewport.
  /// - Parameter previous: the last frame, from which unchanged lines are copied.
  package mutating func frame(
    previous: Frame?, mode: EditingMode
  ) -> (frame: Frame, requests: [Request]) {
    state.keys.isInCommandMode = mode == .viCommand && state.prompt == .row
    prepareOffer()
    // Most keys only change the text of a row of one line. Then the last frame is reused.
    if let previous, state.candidates == nil, question == nil, !session.focusHoldsLines,
      let frame = Screen.editedFrame(
        of: session, state: state, size: view.size, layout: view.layout, previous: previous)
    {
      return (frame, [])
    }
    let (parts, requests) = arrange()
    let frame = Screen.frame(
      of: session, state: state, size: view.size, layout: view.layout, parts: parts,
      previous: previous)
    if question != nil { questionIsPainted = true }
    return (frame, requests)
  }

  /// Updates the dim text that → accepts (the offer), and whether typing replaces the text.
  private mutating func prepareOffer() {
    state.line.isUntouched = line.isUntouched && state.prompt == .row
    var offer: String?
    switch state.prompt {
    case .row where state.candidates != nil || !session.problems.isEmpty:
      state.candidates?.lookUp(in: &session)
      offer = session.offer(state.candidates)?.shown(after: session.focusText)
    case .find(let text, _) where text.isEmpty && !session.lastFind.text.isBlank:
      offer = session.lastFind.text.string
    case .command(let text, _):
      offer = state.palette?.chosenText.flatMap { chosen in
        let typed = CommandPalette.withoutColon(text.string)
        return typed.isEmpty || !chosen.hasPrefix(typed)
          ? nil : String(chosen.dropFirst(typed.count))
      }
    default: break
    }
    if offer?.isEmpty == true { offer = nil }
    if state.line.offer != offer { state.line.offer = offer }
  }

  /// Sets the number of lines of the viewport and the panel.
  ///
  /// - Returns: the requests, and the parts (panel, prompt and message). The parts are nil if they
  ///   must be made again, because the viewport or an open panel changed after they were made.
  private mutating func arrange() -> (parts: ScreenParts?, requests: [Request]) {
    var requests: [Request] = []
    let notes = NoteText(size: view.size)
    if notes != view.notes {
      view.notes = notes
      let lines = notes.lineCounts(of: session.template, symbols: state.symbols)
      let isWrapped = lines.contains { $0.contains { $0 > 1 } }
      if isWrapped || view.wrapsNotes { requests += perform(session.apply(.notesWrapped(lines))) }
      view.wrapsNotes = isWrapped
    }
    view.mostLines = max(view.mostLines, session.answers.lineCountWithHeaders)
    if let arranged = Screen.newLayout(
      of: session, state: &state, size: view.size, replacing: view.layout,
      mostLines: view.mostLines)
    {
      view.layout = arranged
      requests += perform(session.apply(view.resized))
    }
    let parts = Screen.arrangePanel(
      of: &session, state: &state, size: view.size, layout: view.layout)
    if parts.share != view.share {
      view.share = parts.share
      requests += perform(session.apply(.panelOpened(lines: parts.lines)))
      return (nil, requests)
    }
    return (parts.panel == nil && requests.isEmpty ? parts : nil, requests)
  }
}

extension EditedLine {
  /// Returns the characters typed at the end of a text; nil if the line was changed in another way.
  func typed(after before: Text) -> Text? {
    let length = before.scalarCount
    guard kind == .typed, cursor == text.scalarCount, cursor > length else { return nil }
    return Text(String(String.UnicodeScalarView(text.string.unicodeScalars.dropFirst(length))))
  }
}

/// The size of a terminal, and the numbers of lines for the form and its panels.
package struct ScreenView: Hashable, Sendable {
  package var size: ScreenSize { didSet { if size != oldValue { mostLines = 0 } } }
  package internal(set) var layout: ScreenLayout
  /// The maximum number of lines that the form had on a terminal of this size.
  var mostLines = 0
  /// The lines that panels take away from the viewport.
  var share = PanelShare()
  /// The size for which notes were wrapped; nil if the session's notes are not wrapped yet.
  var notes: NoteText?
  /// Whether any note has several lines.
  var wrapsNotes = false

  /// The action that reports the size of the viewport to the session.
  var resized: Action {
    .resized(height: max(layout.viewportLines, 1), showsHeaders: layout.showsHeaders)
  }
}
