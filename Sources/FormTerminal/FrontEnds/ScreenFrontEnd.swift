// The front end for people. Its loop waits for a key, asks the dialogue for the key's meaning, and
// acts on it. Between keys it paints and stores changes. After each key that the line editor takes,
// the dialogue gets the new text before anything else happens.

import Drafts
import FormModel
import FormScreen
import FormText
import Glibc
import Keys
import LineEditing
import System

/// Fills a form at a terminal.
final class ScreenFrontEnd {
  let editor: LineEditor
  var dialogue: ScreenDialogue
  var drafts: DraftFlow
  private var saving: SaveFlow
  var candidates: CandidateReading
  private var suggestions: SuggestionFinder
  private(set) var region: ScreenRegion
  /// The editor's generation (it changes with the text) and cursor when the dialogue last got the
  /// line.
  private var lineRead: (generation: Int, cursor: Int)
  var remembered = Remembered()
  private var ending: Ending?

  /// Values that are needed until a later key or reply arrives.
  struct Remembered {
    /// Whether vi was in command mode when the prompt was opened.
    var wasInCommandMode = false
    /// The last key. If it was ^S (Ctrl-S) and the form was saved, further ^S are dropped.
    var key: Key?
    /// A mouse event, and the cursor's line in the frame, until the terminal reports the cursor.
    var mouse: (event: MouseEvent, cursorLine: Int)?
  }

  private init(
    _ source: FormSource, job: FillJob, keeper: DraftKeeper?, hasUTF8: Bool
  ) throws(Failure) {
    do throws(LineEditingError) {
      editor = try LineEditor(LineEditor.Configuration(for: job.options))
    } catch { throw Failure(error) }
    dialogue = ScreenDialogue(
      try source.newFilling(), size: ScreenSize(of: editor),
      height: job.options.height
        ?? source.template.viewportHeight.map { .viewport($0) } ?? .automatic,
      hasUTF8: hasUTF8)
    if keeper == nil { dialogue.state.storage = .none }
    dialogue.state.appearance.isInProgram = job.options.host != nil
    dialogue.state.appearance.isForCommand = job.command != nil
    drafts = DraftFlow(
      source, options: job.options, keeper: keeper, ellipsis: hasUTF8 ? "…" : "...")
    saving = SaveFlow(job)
    candidates = CandidateReading(relativeToTemplate: source.path)
    suggestions = SuggestionFinder(job.options.host?.searches ?? [:])
    region = try ScreenRegion(job.options, shiftsCells: editor.shiftsCharacters)
    lineRead = (editor.generation, editor.cursor)
    editor.usesMouse = job.options.usesMouse
  }

  /// Fills a form and returns the exit code.
  static func fill(
    _ source: FormSource, job: FillJob, keeper: DraftKeeper?
  ) throws(Failure) -> ExitStatus {
    // The locale must be read before the editor opens, because the editor may set another locale.
    let hasUTF8 = localeHasUTF8()
    let frontEnd = try ScreenFrontEnd(source, job: job, keeper: keeper, hasUTF8: hasUTF8)
    return try frontEnd.run()
  }

  // MARK: - The loop

  private func run() throws(Failure) -> ExitStatus {
    perform(
      editor.interruptible(
        drafts.begin(isStopped: { self.editor.hasSignal }, report: reportAtOnce)))
    perform(dialogue.loadFocus())
    // A cancellation wakes this loop from a wait. A cancellation before the loop is noticed here.
    if host?.cancellation?.isCancelled == true { ending = .hungUp }
    var milliseconds = 0
    while ending == nil {
      let input = editor.next(milliseconds: milliseconds, escapeMatters: dialogue.escapeMatters)
      follow(input)
      milliseconds = input == .nothing ? workWhileIdle() : 0
    }
    return try end()
  }

  /// Handles one input.
  private func follow(_ input: Input) {
    switch input {
    case .key(let press):
      if dialogue.state.keys.prefix != nil { dialogue.state.keys.prefix = nil }
      follow(press)
    case .paste(let paste):
      prepareNotice()
      perform(dialogue.paste(paste.text, leftOut: paste.leftOut))
      provideRemembered()
      dialogue.textEdited(mode)
    case .pending(let prefix): dialogue.state.keys.prefix = prefix.map(ScreenState.Prefix.init)
    case .mouse(let event): askForPlace(of: event)
    case .cursor(let cursor): followMouse(cursor)
    case .nothing: break
    case .resized:
      dialogue.view.size = ScreenSize(of: editor)
      region.reflow(columns: dialogue.view.size.columns)
    case .continued:
      dialogue.view.size = ScreenSize(of: editor)
      region.forget()
    case .signal(SIGINT): return followInterrupt()
    case .signal(SIGTSTP):
      drafts.keeper?.keepEverything(of: &dialogue.session)
      clearRegion()
      editor.suspend()
    case .signal(let number): ending = .signal(number)
    case .woken: if host?.cancellation?.isCancelled == true { ending = .hungUp }
    case .hungUp: ending = .hungUp
    case .failed(let code): ending = .failure(.system(.fault, "the terminal", errno: code))
    }
    // Completed changes are stored before the next key is read.
    if ending == nil, dialogue.takeActed() { drafts.keeper?.noteAction(&dialogue.session) }
  }

  /// Handles ^C (Ctrl-C).
  private func followInterrupt() {
    if editor.cancelPrefix() || saving.takeStop() { return }
    guard let meaning = dialogue.meaningOfInterrupt else { return interrupt() }
    perform(dialogue.follow(meaning, of: .control("c"), mode: mode))
  }

  /// Handles a key.
  private func follow(_ press: KeyPress) {
    remembered.key = press.key
    // ^C is a key if signals are not caught, and if it came together with the end of a paste.
    if press.key == .control("c") { return followInterrupt() }
    let meaning =
      press.belongsToLine && dialogue.question == nil
      ? .edit : dialogue.meaning(of: press.key, mode: mode)
    if meaning == .edit { return edit(press) }
    prepareNotice()
    editor.abandonCommand()
    if case .character = press.key { for _ in 1..<(press.count ?? 1) { editor.unread(press.key) } }
    perform(dialogue.follow(meaning, of: press.key, mode: mode), after: press.key)
  }

  // MARK: - Lines

  /// Passes a key to the line editor.
  private func edit(_ press: KeyPress) {
    switch editor.perform(press) {
    case .nothing: break
    case .edited(let kind):
      provideRemembered()
      let line = EditedLine(of: editor, after: kind)
      lineRead = (editor.generation, editor.cursor)
      perform(dialogue.edited(line, by: kind == .moved ? .motion(mode) : .edit(mode)))
    case .refused(.tooLong):
      dialogue.showMessage(
        "\(grouped(Text.editableScalars)) characters are the most that are typed into a row")
    case .refused(.emptyDelete):
      dialogue.showMessage("The row is empty; ^C leaves, ^S saves")
    case .refused(.unknownChord): dialogue.refuseUnknown(press.key)
    }
  }

  /// Works in slices, paints, and writes the draft while no key is waiting.
  ///
  /// - Returns: the milliseconds until there is something to do; negative if there is no limit.
  private func workWhileIdle() -> Int {
    if hasEarlyInput { return 0 }
    // Call this only while answers are sent, because the call copies the draft flow.
    if saving.isSending {
      perform(saving.advanceSending(&dialogue.session, drafts: drafts, milliseconds: 0))
    }
    if saving.isMerging { perform(saving.advanceMerging(&dialogue.session, drafts: &drafts)) }
    if dialogue.workRemains { prepareNotice() }
    perform(dialogue.advance())
    if ending != nil || hasEarlyInput { return 0 }
    paint()
    if dialogue.question == nil { perform(drafts.claim()) }
    let keeping = drafts.keeper?.whileIdle(&dialogue.session)
    if reportDraft() || hasNewQuestion { paint() }
    if dialogue.workRemains || saving.isMergeDue || readCandidatesWhileIdle() { return 0 }
    let search = suggestions.advance(for: &dialogue)
    if search.hasNews || dialogue.state.candidates?.isOutOfDate(in: dialogue.session) == true {
      paint()
    }
    let rest = saving.timeLeft
    if rest == 0 { ending = saving.timedOut() }
    let searching = search.mayGrow ? SuggestionFinder.interval : .max
    let wait = min(rest ?? .max, keeping ?? .max, searching, saving.isWaiting ? 10 : .max)
    return wait == .max ? -1 : wait
  }

  /// Whether a question has not been painted yet.
  private var hasNewQuestion: Bool { dialogue.question != nil && !dialogue.questionIsPainted }

  /// Whether keys were typed before the question was painted. Such keys do not answer the question.
  private var hasEarlyInput: Bool { hasNewQuestion && editor.hasInput }

  /// The host program, which uses the library; nil in `longform` itself.
  private var host: Host? { saving.job.options.host }

  var mode: EditingMode {
    !editor.usesViKeys ? .emacs : editor.isInCommandMode ? .viCommand : .viInsert
  }

  // MARK: - Requests

  /// Fulfils the requests of the dialogue.
  ///
  /// - Parameter key: the key that caused the requests.
  func perform(_ requests: [ScreenDialogue.Request], after key: Key? = nil) {
    for request in requests { perform(request, after: key) }
    // A request may have changed the line, or vi may have moved the cursor in a loaded text.
    let line = (generation: editor.generation, cursor: editor.cursor)
    guard line != lineRead else { return }
    lineRead = line
    perform(dialogue.edited(EditedLine(of: editor, after: .other), by: .request))
  }

  private func perform(_ request: ScreenDialogue.Request, after key: Key?) {
    switch request {
    case .load(let text, let cursor, let lines): load(text, cursor: cursor, holdsLines: lines)
    case .loadPrompt(let text):
      remembered.wasInCommandMode = editor.isInCommandMode
      editor.setInsertMode()
      load(text, cursor: text.unicodeScalars.count)
    case .restoreMode: if remembered.wasInCommandMode { editor.setCommandMode() }
    case .insert(let text):
      if !editor.insert(text) { dialogue.showMessage("The row has no room for \(text)") }
    case .moveCursor(let cursor): editor.moveCursor(to: cursor)
    case .commandMode: editor.setCommandMode()
    case .insertMode: editor.setInsertMode()
    case .secretLeft(let label): perform(drafts.noteSecret(label))
    case .again: if let key { editor.unread(key) }
    case .command(let command): perform(dialogue.perform(command), after: key)
    case .repaint: clearRegion()
    case .readCandidates: finishReadingCandidates()
    case .provideCandidates: provideCandidates()
    case .ask(let question): ask(question)
    case .askForFile: perform(dialogue.askForFile(proposing: saving.newFile(for: dialogue.session)))
    case .answered(let question, let isYes): answer(question, isYes)
    case .interrupt: interrupt()
    case .save(let format, let problems):
      if saving.prints { clearRegion() }
      perform(
        editor.interruptible(
          saving.save(&dialogue.session, as: format, problems: problems, drafts: drafts)))
    case .saveTo(let path, let format, let anyway):
      if let end = saving.redirect(to: path, dialogue.session, as: format) { return perform([end]) }
      perform(dialogue.save(as: format, anyway: anyway), after: key)
    case .export(let format, let path):
      perform([editor.interruptible(saving.export(dialogue.session, as: format, path: path))])
    case .preview(let format): perform([saving.preview(dialogue.session, as: format)])
    case .stopWork: perform(saving.stopMerging() + saving.stopSending())
    case .quit(let anyway):
      perform([drafts.quit(&dialogue.session, anyway: anyway, saving: saving)])
    case .reportKept: perform([drafts.reportKept(&dialogue.session)])
    case .fresh: perform(drafts.startFresh(&dialogue.session, saving: &saving))
    case .drafts: perform([drafts.list()])
    case .editElsewhere:
      perform(
        drafts.editElsewhere(&dialogue.session) { arguments in
          self.clearRegion()
          return self.editor.run(arguments)
        })
    case .plain: ending = .plain
    case .exchangeMouse: exchangeMouse()
    }
  }

  private func load(_ text: String, cursor: Int, holdsLines: Bool = false) {
    editor.load(text, cursor: cursor, holdsLines: holdsLines)
    lineRead = (editor.generation, cursor)
  }

  /// Fulfils the requests of `DraftFlow` or `SaveFlow`.
  private func perform(_ effects: [FlowEffect]) {
    for effect in effects {
      switch effect {
      case .message(let sentence, let style): dialogue.showMessage(sentence, style: style)
      case .remark(let sentence, let key, _): dialogue.showMessage("\(sentence)   \(key)")
      case .lines(let lines): dialogue.open(.lines(lines, title: ""))
      case .preview(let preview): dialogue.open(preview)
      case .waiting(let sentence, let work): perform(dialogue.wait(sentence, for: work))
      case .waitEnded: perform(dialogue.stopWaiting())
      case .notAccepted(let sentence, let lines):
        dialogue.showNotAccepted("\(sentence)   ^S sends again", lines: lines)
      case .linesHidden, .taken: dialogue.state.panel = nil
      case .ask(let question, let introduction): ask(question, introduction)
      case .session(let session):
        region.forgetFrame()
        candidates.stop()
        dialogue.state.appearance.isForCommand = saving.resume(with: drafts.keeper)
        perform(dialogue.replaceSession(with: session))
      case .changed(let effects): perform(dialogue.changed(effects))
      case .end(let ending): self.ending = ending
      }
    }
  }

  // MARK: - Questions

  private func ask(_ question: Question, _ introduction: String? = nil) {
    if let host, !host.asks(question) { return perform(dialogue.answer(question, true)) }
    if question.isAboutSaving, let ask = saving.comparison(drafts.keeper) { return perform([ask]) }
    perform(dialogue.ask(question, destination: saving.destinationName, prints: saving.prints))
    if let introduction { dialogue.showMessage(introduction + question.remedy) }
    if question.isAboutSaving { dialogue.showTextsWithoutRow() }
  }

  private func answer(_ question: Question, _ isYes: Bool) {
    switch question {
    case .save: break
    case .leave, .quit: perform([saving.left()])
    case .takeText: perform(drafts.answerLeavings(isYes, in: &dialogue.session))
    case .compare: perform(saving.beginMerge())
    case .resume, .takeOver:
      perform(
        editor.interruptible(
          drafts.answer(
            isYes, hasChanges: dialogue.session.hasChanges, saving: &saving,
            isStopped: { self.editor.hasSignal }, report: reportAtOnce)))
    }
  }

  private func interrupt() { perform([drafts.interrupt(&dialogue.session, at: dialogue.question)]) }

  // MARK: - Painting

  func paint() {
    var output = paintedFrame()
    // Two frames, for the key and for the draft, need fewer bytes than one frame for both.
    if reportDraft() { output += paintedFrame() }
    if !output.isEmpty, !editor.write(output) { ending = .hungUp }
  }

  /// Returns the bytes that update the terminal to the current state.
  private func paintedFrame() -> [UInt8] {
    let (frame, requests) = dialogue.frame(previous: region.frame, mode: mode)
    perform(requests)
    return region.paint(frame)
  }

  /// Prepares the frame that is shown if a closure of the host program takes long.
  private func prepareNotice() {
    region.prepareNotice(dialogue.frame(saying: "checking…"), for: editor.outputDescriptor)
  }

  /// Shows a sentence immediately, before a slow operation.
  private func reportAtOnce(_ sentence: String) {
    guard region.isPainted else {
      _ = editor.write(Array("\(sentence)\n".utf8))
      return
    }
    dialogue.showMessage(sentence)
    _ = editor.write(paintedFrame())
    dialogue.showMessage(nil)
  }

  /// Shows the state of the draft at the end of the title line; returns whether the screen changed.
  private func reportDraft() -> Bool {
    dialogue.show(drafts.news(hasJournal: dialogue.session.hasJournal))
  }

  // MARK: - Ending

  private func end() throws(Failure) -> ExitStatus {
    suggestions.stop()
    if case .plain = ending {
      drafts.keeper?.keepEverything(of: &dialogue.session)
      leaveTerminal(reporting: [])
      return try PlainFrontEnd.resume(with: dialogue.session, drafts: drafts, saving: saving)
    }
    saving.abandonSending(drafts.keeper)
    let kept =
      saving.linesOnLeaving(keeper: drafts.keeper) + drafts.leave(&dialogue.session, as: ending)
    return try Ending.status(
      of: ending, kept: kept, host: saving.job.options.host, leaveTerminal: leaveTerminal)
  }

  /// Removes the form from the screen, restores the terminal, and writes the last lines.
  private func leaveTerminal(reporting farewell: [String]) {
    clearRegion()
    // Each unread ^S after a save by ^S would begin a history search in the shell.
    let isSave = [.control("s"), .controlX(.control("s"))].contains(remembered.key)
    if isSave, ending?.isSaved == true { editor.dropWaiting(0x13) }
    _ = editor.write(Array(farewell.map { VisibleText.painted($0) + "\n" }.joined().utf8))
    editor.close()
  }

  /// Removes the form from the screen, so that something else can be written to the terminal.
  private func clearRegion() {
    // The shell or another process of the job may already have written to the terminal.
    if editor.hasTerminal { _ = editor.write(region.clear()) } else { region.forget() }
  }
}
