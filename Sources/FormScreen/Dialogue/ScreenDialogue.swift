// The dialogue of the screen, without its terminal: a key comes in, gets its meaning, and changes the form
// and the screen around it; requests to the line editor, files and processes go out.
//
// Invariants: `meaning` is the one place where a key gets its meaning, and changes nothing that can be
// seen; the line that was edited is in the session, or in the prompt, before anything else happens.

package import FormModel
import FormText

/// A form at a screen.
package struct ScreenDialogue {
  /// A request to the front end.
  package enum Request: Hashable {
    /// The line editor gets another text.
    case load(String, cursor: Int, holdsLines: Bool = false)
    /// The same in vi's insert mode, for a prompt; the mode is remembered.
    case lend(String)
    /// The mode that was remembered is on again.
    case takeBack
    case insert(String)
    case moveCursor(Int)
    case commandMode, insertMode
    /// The key has its turn again, or the command has.
    case again
    case command(TypedCommand)
    case repaint
    /// The file of candidates of the row with focus is read to its end.
    case readCandidates
    /// Those of all rows are.
    case provideCandidates
    case ask(Question)
    case answered(Question, yes: Bool)
    /// The person leaves, as by ^C.
    case interrupt
    case save(ExportFormat?, problems: Int)
    /// The answers go to this file from now on, and are saved.
    case saveTo(String, as: ExportFormat?, anyway: Bool)
    case export(ExportFormat, path: String)
    case quit(anyway: Bool)
    /// The command that gets the answers is to end.
    case stopSending
    /// A secret row was left, with this label and an answer that was typed.
    case secretLeft(String)
    case reportKept, fresh, drafts, editElsewhere, plain
    /// The mouse is used from now on, or no longer.
    case exchangeMouse
  }

  package var session: FormSession
  /// The state of the screen beside the form.
  package var state: ScreenState
  /// The terminal's size, and what the form and a panel have of it.
  package var view: ScreenView
  /// The question that waits for an answer.
  package private(set) var question: Question?
  /// Whether the question was seen: keys that were typed before do not answer it.
  package private(set) var questionIsPainted = false
  /// Whether work over the whole form is to go on when no key waits.
  package private(set) var workRemains = false
  /// The use of the line editor's line.
  package internal(set) var line = LineUse()
  /// The column that Up and Down wish for, until another key comes.
  var goalColumn: Int?
  var past = PromptPast()
  /// Whether something but typing happened to the form since `takeActed`.
  var hasActed = false

  /// The use of the line editor's line.
  package struct LineUse {
    /// Whether it holds the focus's text, which some texts are too long for.
    var holdsFocus = true
    /// Whether it is a default or a choice that was taken, untouched: the first character replaces it.
    var isUntouched = false
    /// The rest of a word whose first letter answered a yes-or-no row: typing it does nothing.
    var restOfWord = ""
    /// Whether the focus is of a kind that may have candidates: most keys ask for no more.
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

  /// Puts another session in the place of this one.
  package mutating func replaceSession(with session: FormSession) -> [Request] {
    self.session = session
    _ = self.session.apply(view.resized)
    (view.share, view.notes, view.wrapsNotes) = (PanelShare(), nil, false)
    showMessage(nil)
    (state.panel, state.candidates) = (nil, nil)
    return loadFocus()
  }

  // MARK: - The line

  /// The cause of a change of the line editor's line.
  package enum LineChange {
    /// A key that edits or moves, in an editing mode.
    case edit(EditingMode)
    case motion(EditingMode)
    /// A request.
    case request
  }

  /// Takes over the line editor's line, for the row or for the prompt.
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
      past.note(text, changedTo: new)
      state.prompt = .command(new.text, cursor: new.cursor)
      if new.text != text { state.palette?.lookUp(new.text.string, in: session) }
      return []
    case .find: return findTyped(new)
    case .row, .question, .sending:
      // A text that the line editor cannot hold lives in the session only.
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

  /// The text that was typed after an untouched text, and replaces it. Any other key makes the text an
  /// ordinary one.
  private mutating func textInsteadOfDefault(in new: EditedLine) -> Text? {
    guard line.isUntouched else { return nil }
    line.isUntouched = false
    let length = session.focusText.scalarCount
    guard new.kind == .typed, state.prompt == .row, new.cursor == new.text.scalarCount,
      new.cursor > length
    else { return nil }
    return Text(String(String.UnicodeScalarView(new.text.string.unicodeScalars.dropFirst(length))))
  }

  /// Puts the focus's text into the line editor; a text too long for it lives in the session only.
  package mutating func loadFocus() -> [Request] {
    switch state.prompt {
    case .command, .find: return []
    case .row, .question, .sending: break
    }
    line.holdsFocus = session.isFocusEditable
    line.mayOfferCandidates = session.focusMayHaveCandidates
    line.isUntouched = line.holdsFocus && session.isFocusUntouched
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

  /// Marks the message as the answer to a save.
  private mutating func markRefused() {
    state.message?.style = .problem
    state.message?.outcome = .refused
  }

  // MARK: - Sending

  /// Shows that answers are sent; keys do nothing until `stopWaiting`.
  package mutating func wait(_ sentence: String) -> [Request] {
    let requests = closePrompts()
    showMessage(nil)
    (state.panel, state.candidates) = (nil, nil)
    state.prompt = .sending(sentence)
    return requests
  }

  package mutating func stopWaiting() -> [Request] {
    showMessage(nil)
    state.prompt = .row
    return loadFocus()
  }

  // MARK: - Actions

  /// Lets something happen to the form, and does what follows.
  package mutating func apply(_ action: Action) -> [Request] {
    giveBackTextPanel(before: action)
    let left = session.focus
    var requests = changed(session.apply(action))
    guard let left, left != session.focus, state.message == nil, question == nil else {
      return requests
    }
    if let sentence = session.sentence(onLeaving: left, columns: view.size.usableColumns) {
      showMessage(sentence, style: .problem)
    } else if session.answers.isTypedSecret(left) {
      requests.append(.secretLeft(session.answers.fullLabel(of: left)))
    }
    return requests
  }

  /// Does what follows from something that happened to the form.
  package mutating func changed(_ effects: [Effect]) -> [Request] {
    state.candidates = nil
    let requests = perform(effects)
    line.isUntouched = line.holdsFocus && session.isFocusUntouched
    hasActed = true
    return requests
  }

  /// Whether something but typing happened to the form since this was asked last.
  package mutating func takeActed() -> Bool {
    defer { hasActed = false }
    return hasActed
  }

  /// Goes on with work over the whole form, when no key waits.
  package mutating func advance() -> [Request] {
    guard workRemains else { return [] }
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
        case .notSaved: markRefused()
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

  /// The panel of a text goes with its row: a page, a jump, a row on begin from the viewport as it
  /// was without the panel.
  private mutating func giveBackTextPanel(before action: Action) {
    guard view.share.lines > 0, state.panel == nil else { return }
    switch action {
    case .moved, .entered, .undone, .redone, .itemAdded, .itemDuplicated, .itemRemoved, .itemMoved:
      view.share = PanelShare()
      _ = session.apply(.panelOpened(lines: 0))
    default: break
    }
  }

  /// Opens a panel from its beginning.
  package mutating func open(_ panel: ScreenState.Panel) {
    state.panel = panel
    state.scrolling.panel = 0
  }

  // MARK: - Questions

  /// Asks; keys that were typed before the question was painted do not answer it.
  ///
  /// - Parameter destination: where the answers go.
  package mutating func ask(_ question: Question, destination: String) -> [Request] {
    let requests = closePrompts()
    (self.question, questionIsPainted) = (question, false)
    if question.isAboutSaving {
      showMessage(session.emptySentence(columns: view.size.usableColumns))
    }
    state.prompt = .question(
      question.sentence(in: session, destination: destination),
      shorter: question.isAboutSaving
        ? ["Save\(destination.isEmpty ? "" : " to \(destination)")?", "Save?"] : [],
      kind: question.isAboutSaving ? .save : question.isLeftByEscape ? .first : .other)
    return requests
  }

  package mutating func closeQuestion() {
    if question?.comesFirst == true || question?.isAboutSaving == true { showMessage(nil) }
    question = nil
    state.prompt = .row
  }

  // MARK: - Painting

  /// The frame of the form, and what is asked for when the viewport gets other lines for it.
  ///
  /// - Parameter previous: the last frame; lines that are as they were are taken from it.
  package mutating func frame(
    previous: Frame?, mode: EditingMode
  ) -> (frame: Frame, requests: [Request]) {
    state.keys.isInCommandMode = mode == .viCommand && state.prompt == .row
    prepareOffer()
    let requests = arrange(after: previous)
    let frame = Screen.frame(
      of: session, state: state, size: view.size, layout: view.layout, previous: previous)
    if question != nil { questionIsPainted = true }
    return (frame, requests)
  }

  /// Shows what → takes, and whether the next character replaces the text.
  private mutating func prepareOffer() {
    state.line.isUntouched = line.isUntouched && state.prompt == .row
    var offer: String?
    switch state.prompt {
    case .row where state.candidates != nil || !session.problems.isEmpty:
      state.candidates?.lookUp(in: &session)
      offer = session.offer(state.candidates)?
        .shown(after: session.focusText, ellipsis: state.symbols.ellipsis)
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

  /// Gives the viewport the lines it has on this screen, and the panel those it takes.
  private mutating func arrange(after previous: Frame?) -> [Request] {
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
    let share = Screen.arrangePanel(
      of: &session, state: &state, size: view.size, layout: view.layout, previous: previous)
    if let share, share != view.share {
      view.share = share
      requests += perform(session.apply(.panelOpened(lines: share.lines)))
    }
    return requests
  }
}

/// A terminal's size, and what the form and a panel have of it.
package struct ScreenView: Hashable, Sendable {
  package var size: ScreenSize { didSet { if size != oldValue { mostLines = 0 } } }
  package internal(set) var layout: ScreenLayout
  /// The most lines that the form had on a terminal of this size.
  var mostLines = 0
  /// The viewport's lines that are taken from it.
  var share = PanelShare()
  /// The room for which notes were wrapped; nil for a session whose notes were not.
  var notes: NoteText?
  /// Whether some note has several lines.
  var wrapsNotes = false

  /// The action that gives it to the session.
  var resized: Action {
    .resized(height: max(layout.viewportLines, 1), showsHeaders: layout.showsHeaders)
  }
}
