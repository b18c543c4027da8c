// The front end for people: one loop that turns keys into actions and effects into what is seen.
//
// The line editor keeps the line while it is edited; the session has it before every other action,
// before each paint and before each wait. Painting happens when no key waits.

import FormModel
import FormScreen
import FormText
import Glibc
import Keys
import LineEditing
import System

/// Fills a form at a terminal.
final class ScreenFrontEnd: TerminalFrontEnd {
  let editor: LineEditor
  let source: FormSource
  let job: FillJob
  var destination: Destination
  var session: FormSession
  /// Keeps the session in a draft, nil with `--no-draft`.
  let keeper: DraftKeeper?
  var state: ScreenState
  var ending: Ending?
  /// Whether the screen gives way to sentences.
  var becomesPlain = false
  /// Whether a save failed and none has worked since.
  var saveFailed = false
  /// Whether a signal ended a save that blocked: a ^C that did that does nothing else.
  var stoppedSaving = false
  /// Whether vi was in command mode when the command prompt, or that of a find, opened.
  var wasInCommandMode = false
  /// The command that was not known when Enter was pressed; a second Enter types it into the row.
  var unknownCommand: String?

  /// What waits for a key.
  var question: Question?
  var questionIsPainted = false
  /// The state of the draft as it was last shown.
  var storage = DraftKeeper.Storage.nothing
  /// When the reading of a draft began, in milliseconds of the monotonic clock.
  var beganReading = Monotonic.milliseconds
  var hasReportedSlowReading = false
  var leftFolders: [(record: LentRecord, folder: LentFolder)] = []
  /// Whether the draft's lock was asked for.
  private var hasClaimedDraft = false
  private var painter: RegionPainter
  private var painted: Frame?
  /// Whether there is anything on the screen.
  private(set) var isPainted = false
  private(set) var size: ScreenSize
  private(set) var layout: ScreenLayout
  var panelLines = 0
  /// The file of candidates that is being read.
  var reading: CandidateReading?
  /// The column that Up and Down wish for, until another key comes.
  var goalColumn: Int?
  private var workRemains = false
  /// Whether the line editor holds the focus's text, which some texts are too long for.
  private(set) var isFocusInLine = true
  /// Whether the focus is of a kind that may have candidates: most keys ask for no more.
  private(set) var mayOfferCandidates = false
  /// Whether the line is an untouched default, which the first character typed replaces.
  private var typingReplaces = false
  /// The line as the session, or the command prompt, has it.
  var lineRead: (generation: Int, cursor: Int)

  private init(
    _ source: FormSource, job: FillJob, keeper: DraftKeeper?, hasUTF8: Bool
  ) throws(Failure) {
    do throws(LineEditingError) {
      editor = try LineEditor(ScreenFrontEnd.configuration(for: job.options))
    } catch {
      throw Failure(error)
    }
    self.source = source
    self.job = job
    self.keeper = keeper
    session = try source.newSession()
    destination = job.destination
    let height = job.options.height ?? session.template.viewportHeight ?? FormSession.defaultHeight
    state = ScreenState(height: height, hasUTF8: hasUTF8)
    state.storage = keeper == nil ? "no draft" : ""
    state.hints = "^S save  ^O commands  ^C leave  F1 help"
    state.textHints = "Enter new line  Tab next row  ^X^E editor"
    painter = RegionPainter(
      usesColor: ScreenFrontEnd.usesColor(job.options.color),
      shiftsCells: editor.shiftsCharacters)
    size = ScreenSize(of: editor)
    layout = ScreenLayout(size: size, height: height, lineCount: session.lineCount)
    lineRead = (editor.generation, editor.cursor)
  }

  /// Fills a form and tells how the program ends.
  static func fill(
    _ source: FormSource, job: FillJob, keeper: DraftKeeper?
  ) throws(Failure) -> ExitStatus {
    // Before the editor opens, which takes another locale where it needs one.
    let hasUTF8 = localeHasUTF8()
    let frontEnd = try ScreenFrontEnd(source, job: job, keeper: keeper, hasUTF8: hasUTF8)
    frontEnd.beginDraft()
    frontEnd.loadFocus()
    return try frontEnd.run()
  }

  // MARK: - The loop

  private func run() throws(Failure) -> ExitStatus {
    var milliseconds = 0
    while ending == nil, !becomesPlain {
      let input = editor.next(
        milliseconds: milliseconds, escapeMatters: takesEveryKey || isAnythingOpen)
      milliseconds = input == .nothing ? settle() : 0
      follow(input)
    }
    return try becomesPlain && ending == nil ? goOnPlainly() : end()
  }

  /// Whether no key is the line editor's.
  private var takesEveryKey: Bool { question != nil || state.prompt == .row && !isFocusInLine }

  private func follow(_ input: Input) {
    if !movesVertically(input) { goalColumn = nil }
    switch input {
    case .key(let press):
      if takesEveryKey || !press.belongsToLine && isApplicationKey(press.key) {
        editor.interrupt()
        if question != nil { answerQuestion(with: press.key) } else { handle(press.key) }
      } else {
        edit(press)
      }
    case .paste(let paste):
      if question?.comesFirst == true { return }
      if question != nil { closeQuestion() }
      self.paste(paste)
    case .nothing: break
    case .resized: resize()
    case .continued:
      size = ScreenSize(of: editor)
      painter.forget()
    case .signal(SIGINT) where stoppedSaving: stoppedSaving = false
    case .signal(SIGINT): leaveOnInterrupt()
    case .signal(SIGTSTP): suspend()
    case .signal(let number): ending = .signal(number)
    case .hungUp: ending = .signal(SIGHUP)
    case .failed(let code):
      ending = .failure(.system(.fault, "the terminal", errno: code))
    }
  }

  /// Lets the line editor do what a key does.
  private func edit(_ press: KeyPress) {
    switch editor.perform(press) {
    case .nothing: break
    case .edited(let kind):
      unknownCommand = nil
      if kind != .moved { showMessage(nil) }
      replaceDefault(after: kind)
      let generation = lineRead.generation
      readLine(kind)
      if lineRead.generation != generation { textEdited() }
    case .refused(.tooLong):
      showMessage(
        "\(grouped(Text.editableScalars)) characters are the most that are typed into a row")
    case .refused(.emptyDelete):
      showMessage("The row is empty; ^C leaves, ^S saves")
    }
  }

  /// What happens while no key waits: work in slices, then paint, then keep what can be kept.
  ///
  /// - Returns: for how many milliseconds nothing need be done; negative for ever.
  private func settle() -> Int {
    // What was typed before a question is painted does not answer it.
    if question != nil, !questionIsPainted, editor.hasInput { return 0 }
    readLine(.other)
    if workRemains {
      workRemains = false
      perform(session.apply(.workContinued))
      if ending != nil || question != nil { return 0 }
    }
    paint()
    if !hasClaimedDraft, question == nil {
      hasClaimedDraft = true
      claimDraft()
    }
    let keeping = keeper?.whileIdle(&session)
    if reportStorage() || questionIsPainted != (question != nil) { paint() }
    if workRemains || readCandidates() { return 0 }
    if state.candidates?.isOutOfDate(in: session) == true { paint() }
    guard let deadline else { return keeping ?? -1 }
    let rest = deadline - Monotonic.milliseconds
    if rest <= 0 {
      ending = .status(.timedOut, farewell: ["Timed out after \(job.options.timeout ?? 0) s"])
    }
    return max(0, min(rest, keeping ?? rest))
  }

  // MARK: - Session and line

  /// Puts another session in the place of this one.
  func replaceSession(with session: FormSession) {
    self.session = session
    _ = self.session.apply(
      .resized(height: max(layout.viewportLines, 1), showsHeaders: layout.showsHeaders))
    panelLines = 0
    painted = nil
    showMessage(nil)
    (state.panel, state.candidates, reading) = (nil, nil, nil)
    loadFocus()
  }

  /// Lets something happen to the form, and does what follows.
  func apply(_ action: Action) {
    readLine(.other)
    giveBackTextPanel(before: action)
    state.candidates = nil
    perform(session.apply(action))
    typingReplaces = isFocusInLine && session.focusHoldsDefault
    keeper?.rowLeft(&session)
  }

  func perform(_ effects: [Effect]) {
    for effect in effects {
      switch effect {
      case .lineReplaced: loadFocus()
      case .message(let message): showMessage(message.sentence)
      case .workRemains: workRemains = true
      case .candidatesNeeded: provideCandidates()
      case .saveOffered: ask(.finish)
      case .save(let format, let problems): save(as: format, problems: problems)
      case .problemsListed:
        state.panel = .problems
        state.panelTop = 0
      }
    }
  }

  /// Hands the line and cursor to whom they belong: the focus, or the command being typed.
  func readLine(_ kind: LineEditing.EditKind) {
    let line = (generation: editor.generation, cursor: editor.cursor)
    guard line != lineRead else { return }
    lineRead = line
    let text = Text(editor.text)
    switch state.prompt {
    case .command:
      state.prompt = .command(text, cursor: editor.cursor)
    case .find: findTyped(text)
    case .row, .question:
      // A text that the line editor cannot hold lives in the session only.
      guard isFocusInLine else { return }
      let editKind: FormModel.EditKind =
        switch kind {
        case .typed: .typed
        case .deleted: .deleted
        case .killed, .yanked, .moved, .other: .other
        }
      perform(session.apply(.edited(text, cursor: editor.cursor, kind: editKind)))
    }
  }

  /// Puts the focus's text into the line editor; a text too long for it lives in the session only.
  func loadFocus() {
    guard promptWithoutQuestion == .row else { return }
    let text = session.focusText
    isFocusInLine = session.isFocusEditable
    mayOfferCandidates = session.focusMayHaveCandidates
    editor.load(
      isFocusInLine ? text.string : "", cursor: isFocusInLine ? session.cursor : 0,
      holdsLines: session.focusTakesLineBreaks)
    typingReplaces = isFocusInLine && session.focusHoldsDefault
    // Vi's command mode has no place behind the last character: then the cursor is read back.
    lineRead = (editor.generation, isFocusInLine ? session.cursor : editor.cursor)
  }

  /// Removes an untouched default from the line once a character was typed after it. Any other key
  /// ends its being untouched.
  private func replaceDefault(after kind: LineEditing.EditKind) {
    guard typingReplaces else { return }
    typingReplaces = false
    let length = session.focusText.scalarCount
    guard kind == .typed, state.prompt == .row, editor.cursor == editor.scalarCount,
      editor.scalarCount > length
    else { return }
    let typed = String(String.UnicodeScalarView(editor.text.unicodeScalars.dropFirst(length)))
    editor.load(typed, cursor: editor.scalarCount - length)
  }

  private var promptWithoutQuestion: ScreenState.Prompt {
    switch state.prompt {
    case .command, .find: state.prompt
    case .row, .question: .row
    }
  }

  /// Opens the command prompt; the row's text is untouched.
  func openCommandPrompt(_ text: String = "") {
    let text = Text(text)
    lendLine(to: text)
    state.prompt = .command(text, cursor: editor.cursor)
    state.candidates = nil
    unknownCommand = nil
  }

  /// Closes the command prompt and goes on with the row.
  func closeCommandPrompt() {
    unknownCommand = nil
    takeLineBack()
    loadFocus()
  }

  /// Puts what a prompt begins with into the line editor, the cursor behind it.
  func lendLine(to text: Text) {
    readLine(.other)
    if state.prompt == .row { wasInCommandMode = editor.isInCommandMode }
    editor.setInsertMode()
    editor.load(text.string, cursor: text.scalarCount)
    lineRead = (editor.generation, editor.cursor)
  }

  /// Makes the line the focus's again, in the mode it was lent in; its text is still to be loaded.
  func takeLineBack() {
    state.prompt = .row
    if wasInCommandMode { editor.setCommandMode() }
  }

  /// Shows a message in the status line; nil removes it.
  func showMessage(_ sentence: String?, style: Style = .plain) {
    state.message = sentence.map { ScreenState.Message($0, style: style) }
  }

  // MARK: - Painting

  func paint() {
    arrange()
    state.isInCommandMode = editor.isInCommandMode && state.prompt == .row
    var output = paintedFrame()
    // A key and what becomes of the draft are two small changes; as one they need a longer frame.
    if reportStorage() { output += paintedFrame() }
    if !output.isEmpty, !editor.write(output) { ending = .signal(SIGHUP) }
    if question != nil { questionIsPainted = true }
  }

  /// What the terminal is sent to show what is so now.
  private func paintedFrame() -> [UInt8] {
    let frame = Screen.frame(
      of: &session, state: state, size: size, layout: layout, previous: painted)
    (painted, isPainted) = (frame, true)
    return painter.paint(frame)
  }

  /// Gives the viewport the lines it has on this screen, and the panel those it takes.
  private func arrange() {
    if let arranged = Screen.newLayout(
      of: &session, state: &state, size: size, replacing: layout)
    {
      layout = arranged
      perform(
        session.apply(
          .resized(height: max(layout.viewportLines, 1), showsHeaders: layout.showsHeaders)))
    }
    let lines = Screen.arrangePanel(of: &session, state: &state, size: size, layout: layout)
    if lines != panelLines {
      panelLines = lines
      perform(session.apply(.panelOpened(lines: lines)))
    }
  }

  private func resize() {
    size = ScreenSize(of: editor)
    painter.reflow(columns: size.columns)
  }

  private func suspend() {
    readLine(.other)
    keeper?.keepEverything(of: &session)
    clearRegion()
    editor.suspend()
    size = ScreenSize(of: editor)
  }

  /// Takes the region off the terminal, gives the terminal back, and says the last words.
  func leaveTerminal(reporting farewell: [String]) {
    clearRegion()
    let lines = farewell.map { VisibleText.painted($0) + "\n" }.joined()
    _ = editor.write(Array(lines.utf8))
    editor.close()
  }

  /// Takes the region away, so that something else can be written to the same terminal.
  func clearRegion() {
    // Whoever stopped with us may have been faster: then the terminal shows a shell's prompt.
    if editor.hasTerminal { _ = editor.write(painter.clear()) } else { painter.forget() }
  }
}

extension ScreenSize {
  /// The size of the terminal a line is edited on.
  fileprivate init(of editor: borrowing LineEditor) {
    let size = editor.size
    self.init(rows: size.rows, columns: size.columns)
  }
}
