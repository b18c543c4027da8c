// Plain mode: the form in sentences, on a terminal that stays in its own line mode.
//
// Invariants: nothing is written while a line is being typed, except what ends the program; no sequence is
// ever sent; what a line changed is handed to the draft before the next line is read.

import Drafts
import FormModel
import FormScreen
import FormText
import Glibc
import LineEditing
import System

/// Fills a form line by line.
final class PlainFrontEnd: TerminalFrontEnd {
  let source: FormSource
  let job: FillJob
  var destination: Destination
  let keeper: DraftKeeper?
  var ending: Ending?
  var saveFailed = false
  var stoppedSaving = false
  var beganReading = Monotonic.milliseconds
  var hasReportedSlowReading = false
  var leftFolders: [(record: LentRecord, folder: LentFolder)] = []
  let ellipsis = "..."

  var dialogue: PlainDialogue
  var session: FormSession {
    _read { yield dialogue.session }
    _modify { yield &dialogue.session }
  }

  let terminal: LineTerminal
  var buffer = LineBuffer()
  var question: Question?
  /// How many questions were asked.
  var questionCount = 0
  /// How many lines were typed before the question was asked: they do not answer it.
  var linesBeforeQuestion = 0
  /// The sentences to write before the next line is read.
  private var outgoing: [String] = []
  /// Whether the row is written before the next line is read.
  private var rowIsDue = false
  /// Whether the last message about the draft was that it cannot be kept.
  private var keepsNothing = false
  private var hasClaimedDraft = false

  private init(
    _ source: FormSource, session: FormSession, job: FillJob, keeper: DraftKeeper?
  ) throws(Failure) {
    self.source = source
    self.job = job
    self.keeper = keeper
    destination = job.destination
    let terminal = try PlainFrontEnd.openTerminal()
    self.terminal = terminal
    dialogue = PlainDialogue(session, surroundings: .files(of: source, stoppedBy: terminal))
  }

  /// The controlling terminal; without one standard input, with the sentences on standard error.
  private static func openTerminal() throws(Failure) -> LineTerminal {
    do throws(LineEditingError) {
      do throws(LineEditingError) {
        return try LineTerminal()
      } catch {
        guard case .noTerminal = error, isatty(STDIN_FILENO) == 1 else { throw error }
        return try LineTerminal(.descriptor(STDIN_FILENO), output: STDERR_FILENO)
      }
    } catch {
      throw Failure(error)
    }
  }

  /// Fills a form and tells how the program ends.
  static func fill(
    _ source: FormSource, job: FillJob, keeper: DraftKeeper?
  ) throws(Failure) -> ExitStatus {
    let frontEnd = try PlainFrontEnd(
      source, session: source.newSession(), job: job, keeper: keeper)
    frontEnd.greet()
    frontEnd.beginDraft()
    if !frontEnd.session.hasChanges, frontEnd.question == nil {
      frontEnd.showMessage(Progress.sentence(of: frontEnd.session))
    }
    frontEnd.rowIsDue = true
    return try frontEnd.run()
  }

  /// Goes on with the session of a screen, which has given the terminal back.
  static func goOn(from screen: ScreenFrontEnd) throws(Failure) -> ExitStatus {
    let frontEnd = try PlainFrontEnd(
      screen.source, session: screen.session, job: screen.job, keeper: screen.keeper)
    frontEnd.destination = screen.destination
    frontEnd.saveFailed = screen.saveFailed
    frontEnd.leftFolders = screen.leftFolders
    frontEnd.hasClaimedDraft = true
    frontEnd.greet()
    frontEnd.showMessage(Progress.sentence(of: frontEnd.session))
    frontEnd.rowIsDue = true
    return try frontEnd.run()
  }

  private func greet() {
    showMessage(session.template.title)
    if !session.template.summary.isEmpty { showMessage(session.template.summary) }
    showMessage(
      "Type an answer for the row, or an empty line to leave it as it is; :help explains more")
  }

  // MARK: - The loop

  private func run() throws(Failure) -> ExitStatus {
    while ending == nil {
      settle()
      guard ending == nil else { break }
      if let line = buffer.next() {
        handle(line)
      } else {
        handle(terminal.next(milliseconds: wait()))
      }
    }
    return try end()
  }

  /// Keeps what is new and writes what waits, before the next line is read.
  private func settle() {
    keeper?.rowLeft(&session)
    if !hasClaimedDraft, question == nil {
      hasClaimedDraft = true
      claimDraft()
    }
    if rowIsDue, question == nil {
      rowIsDue = false
      dialogue.reportArrival()
    }
    reportStorage()
    terminal.echoes = question != nil || session.focus.map(session.answers.isSecret) != true
    flush()
  }

  /// For how long nothing need be done, in milliseconds; negative for ever.
  private func wait() -> Int {
    let keeping = keeper?.whileIdle(&session)
    guard let deadline else { return keeping ?? -1 }
    let rest = max(deadline - Monotonic.milliseconds, 0)
    return keeping.map { min($0, rest) } ?? rest
  }

  private func handle(_ event: LineTerminal.Event) {
    switch event {
    case .bytes(let bytes): buffer.append(bytes)
    case .endOfInput: endOfInput()
    case .signal(SIGINT) where stoppedSaving: stoppedSaving = false
    case .signal(SIGINT):
      // The system has shown ^C in the line that was being typed.
      terminal.write([0x0A])
      leaveOnInterrupt()
    case .signal(SIGTSTP):
      keeper?.keepEverything(of: &session)
      terminal.suspend()
      reportAgain()
    case .signal(let number): ending = .signal(number)
    case .continued: reportAgain()
    case .hungUp: ending = .signal(SIGHUP)
    case .timedOut:
      if let deadline, Monotonic.milliseconds >= deadline {
        ending = .status(.timedOut, farewell: ["Timed out after \(job.options.timeout ?? 0) s."])
      }
    case .failed(let code):
      ending = .failure(.system(.fault, "the terminal", errno: code))
    }
  }

  /// Reports the row, or the question, again for somebody who comes back.
  private func reportAgain() {
    if let question {
      showMessage(sentence(for: question))
    } else {
      rowIsDue = true
    }
  }

  // MARK: - Lines

  private func handle(_ bytes: ArraySlice<UInt8>) {
    let isCut = bytes.count >= LineTerminal.longestLine
    guard let typed = text(of: bytes, isCut: isCut) else {
      return showMessage("That line is not UTF-8 and was not taken; type it again")
    }
    let (line, leftOut) = PlainLine.cleaned(typed)
    if leftOut > 0 {
      showMessage(
        "\(counted(leftOut, "key")) without a meaning here "
          + "\(leftOut == 1 ? "was" : "were") left out of that line")
    }
    if question != nil {
      answerQuestion(line)
    } else if isCut {
      takeCutLine(line)
    } else if let request = dialogue.take(line) {
      perform(request)
    }
  }

  /// The text of a line; of one that was cut without the half of a character at its end.
  private func text(of bytes: ArraySlice<UInt8>, isCut: Bool) -> String? {
    for left in 0...(isCut ? 3 : 0) {
      if let text = String(validating: bytes.dropLast(left), as: UTF8.self) { return text }
    }
    return nil
  }

  /// A line of which the terminal may have dropped the end: what came is kept, and a message says that the rest is missing.
  private func takeCutLine(_ line: String) {
    let size = "\(grouped(LineTerminal.longestLine)) bytes, the longest line a terminal can give"
    guard !line.hasPrefix(":") || dialogue.writing?.end != nil || line.hasPrefix("::") else {
      return showMessage("That command has \(size), and may lack its end; nothing was done")
    }
    if dialogue.writing != nil || session.focusHoldsLines {
      dialogue.addLine(line)
    } else {
      dialogue.edit(
        Text(PlainLine.onOneLine(line.hasPrefix("::") ? String(line.dropFirst()) : line)))
    }
    showMessage(
      "That line has \(size): the rest is missing. The row holds the beginning; "
        + ":append adds the rest, :edit opens your editor, an empty line moves on")
  }

  /// ^D: `:quit`. What stands in the line that was not ended is kept in the row.
  private func endOfInput() {
    if let rest = buffer.rest(), question == nil, let line = text(of: rest, isCut: true) {
      terminal.write([0x0A])
      if !line.hasPrefix(":") { dialogue.edit(Text(PlainLine.cleaned(line).text)) }
    }
    switch question {
    case .quit, .leave, .goOn, .takeOver, .takeText: leave()
    case .finish, .save, nil:
      question = nil
      quit(anyway: false)
    }
  }

  /// Does what only somebody with files and a terminal can do.
  func perform(_ request: PlainDialogue.Request) {
    switch request {
    case .askToFinish: ask(.finish)
    case .askToSave(let format):
      ask(.save(format))
    case .save(let format, let problems):
      save(as: format, problems: problems)
      rowIsDue = true
    case .export(let format, let path): export(format, path: path)
    case .show(let places, let section): showRows(at: places, ofSection: section)
    case .quit(let anyway): quit(anyway: anyway)
    case .reportKept: reportKept()
    case .fresh: startFresh()
    case .drafts: showDrafts()
    case .edit:
      flush()
      editElsewhere()
      rowIsDue = true
    }
  }

  /// The rows of a form in pieces; ^C stops the list and nothing else.
  private func showRows(at places: Range<Int>, ofSection section: Int?) {
    gather()
    if places.isEmpty { showMessage("It has no rows") }
    var speech = FormSpeech()
    for start in stride(from: places.lowerBound, to: places.upperBound, by: 200) {
      let piece = start..<min(start + 200, places.upperBound)
      outgoing += speech.rows(piece, ofSection: section, in: session)
      flush()
      if terminal.takeInterrupt() {
        showMessage("Stopped")
        break
      }
      if terminal.hasSignal { break }
    }
    rowIsDue = true
  }

  // MARK: - Saying

  func showMessage(_ sentence: String?, style: Style) {
    guard let sentence else { return }
    gather()
    outgoing.append(RowSentence.sentence(sentence))
  }

  func reportAtOnce(_ sentence: String) {
    showMessage(sentence)
    flush()
  }

  func show(_ lines: [String]) {
    gather()
    outgoing += lines
  }

  /// Does nothing: sentences stay.
  func hidePanel() {}

  /// What the dialogue has to say comes in the order in which it came about.
  private func gather() {
    outgoing += dialogue.takeSentences()
  }

  private func flush() {
    gather()
    guard !outgoing.isEmpty else { return }
    let lines = outgoing
    outgoing = []
    if !terminal.write(StandardError.painted(lines)) { ending = ending ?? .signal(SIGHUP) }
  }

  /// Reports when something cannot be kept, and when it can again.
  private func reportStorage() {
    guard let keeper else { return }
    for note in keeper.takeNotes() { showMessage(note) }
    if case .notKept(let error) = keeper.storage(of: &session) {
      if !keepsNothing { showMessage("NOT KEPT: \(error.sentence)") }
      keepsNothing = true
    } else if keepsNothing {
      keepsNothing = false
      showMessage("Everything is kept again")
    }
  }

  // MARK: - What every front end does

  func apply(_ action: Action) {
    dialogue.apply(action)
    keeper?.rowLeft(&session)
  }

  func replaceSession(with session: FormSession) {
    dialogue.replaceSession(with: session)
    question = nil
    rowIsDue = true
  }

  func provideCandidates() {
    show(dialogue.surroundings.provideAll(&session))
  }

  /// A line is typed in the terminal; only Enter hands it over.
  func takeLine() {}
  var hasSignal: Bool { terminal.hasSignal }
  func makeRoom() { flush() }
  func runWithTerminal(_ arguments: [String]) -> JobEnd { terminal.run(arguments) }

  func leaveTerminal(reporting farewell: [String]) {
    for sentence in farewell { showMessage(sentence) }
    flush()
    terminal.close()
  }
}
