// Plain mode: shows the form as sentences, on a terminal in its usual line mode.
//
// Invariants: while a line is being typed, nothing is written except messages that end the program.
// No escape sequence is ever sent. The change made by a line is stored in the draft before the next
// line is read.

import Drafts
import FormModel
import FormScreen
import FormText
import Glibc
import LineEditing
import System

/// Fills a form line by line.
final class PlainFrontEnd {
  var drafts: DraftFlow
  var saving: SaveFlow
  var ending: Ending?
  var dialogue: PlainDialogue
  let terminal: LineTerminal
  var buffer = LineBuffer()
  var asked = AskedQuestion()
  /// The sentences that must be written before the next line is read.
  private var outgoing: [String] = []
  /// Whether the focused row must be written before the next line is read.
  private var rowIsDue = false
  /// Whether the last message about the draft said that changes cannot be stored.
  private var keepsNothing = false

  /// The session, which is stored in the dialogue.
  var session: FormSession {
    _read { yield dialogue.session }
    _modify { yield &dialogue.session }
  }

  private init(_ session: FormSession, drafts: DraftFlow, saving: SaveFlow) throws(Failure) {
    (self.drafts, self.saving) = (drafts, saving)
    let terminal = try PlainFrontEnd.openTerminal(saving.job.options.host)
    self.terminal = terminal
    dialogue = PlainDialogue(session, surroundings: .files(of: drafts.source, stoppedBy: terminal))
    saving.job.options.host?.notice?.prepare { [output = terminal.output] in
      _ = SystemCall.writeAll(Array("Checking...\n".utf8), to: output)
    }
  }

  /// Opens the controlling terminal. If the process has no controlling terminal, but standard input
  /// is a terminal, reads from standard input and writes sentences to standard error.
  private static func openTerminal(_ host: Host?) throws(Failure) -> LineTerminal {
    do throws(LineEditingError) {
      if let host {
        return try LineTerminal(
          host.input.map { .descriptor($0) } ?? .controlling, output: host.output,
          handlesSignals: host.handlesSignals)
      }
      do throws(LineEditingError) {
        return try LineTerminal()
      } catch {
        guard case .noTerminal = error, isatty(STDIN_FILENO) == 1 else { throw error }
        return try LineTerminal(.descriptor(STDIN_FILENO), output: STDERR_FILENO)
      }
    } catch { throw Failure(error) }
  }

  /// Fills a form and returns the exit code.
  static func fill(
    _ source: FormSource, job: FillJob, keeper: DraftKeeper?
  ) throws(Failure) -> ExitStatus {
    let drafts = DraftFlow(source, options: job.options, keeper: keeper, ellipsis: "...")
    let frontEnd = try PlainFrontEnd(source.newFilling(), drafts: drafts, saving: SaveFlow(job))
    frontEnd.greet()
    frontEnd.perform(
      frontEnd.drafts.begin(
        isStopped: { frontEnd.terminal.hasSignal }, report: { frontEnd.reportAtOnce($0) }))
    if !frontEnd.session.hasChanges, frontEnd.asked.question == nil {
      frontEnd.showMessage(Progress(of: frontEnd.session).words.sentenceCased)
    }
    frontEnd.rowIsDue = true
    return try frontEnd.run()
  }

  /// Continues a session that began at the screen. The screen has already restored the terminal.
  static func resume(
    with session: FormSession, drafts: DraftFlow, saving: SaveFlow
  ) throws(Failure) -> ExitStatus {
    let frontEnd = try PlainFrontEnd(session, drafts: drafts, saving: saving)
    frontEnd.drafts.forgetNews()
    frontEnd.greet()
    frontEnd.showMessage(Progress(of: frontEnd.session).words.sentenceCased)
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
    // A cancellation wakes this loop from a wait. A cancellation before the loop is noticed here.
    if saving.job.options.host?.cancellation?.isCancelled == true { ending = .hungUp }
    while ending == nil {
      settle()
      guard ending == nil else { break }
      if let line = buffer.next() {
        handle(line)
      } else {
        handle(terminal.next(milliseconds: wait()))
      }
    }
    saving.abandonSending(drafts.keeper)
    let kept = saving.linesOnLeaving(keeper: drafts.keeper) + drafts.leave(&session, as: ending)
    return try Ending.status(
      of: ending, kept: kept, host: saving.job.options.host, leaveTerminal: leaveTerminal)
  }

  /// Stores changes and writes pending sentences, before the next line is read.
  private func settle() {
    drafts.keeper?.noteAction(&session)
    if asked.question == nil { perform(drafts.claim()) }
    if rowIsDue, asked.question == nil {
      rowIsDue = false
      dialogue.reportArrival()
    }
    reportStorage()
    terminal.echoes = asked.question != nil || session.focus.map(session.answers.isSecret) != true
    flush()
  }

  /// Returns the time until there is something to do, in milliseconds; negative if there is no
  /// limit.
  private func wait() -> Int {
    let keeping = drafts.keeper?.whileIdle(&session)
    guard let rest = saving.timeLeft else { return keeping ?? -1 }
    return keeping.map { min($0, rest) } ?? rest
  }

  private func handle(_ event: LineTerminal.Event) {
    switch event {
    case .bytes(let bytes): buffer.append(bytes)
    case .endOfInput: endOfInput()
    case .signal(SIGINT):
      if saving.takeStop() { return }
      // The terminal has echoed ^C in the line that was being typed, so begin a new line.
      terminal.write([0x0A])
      perform([drafts.interrupt(&session, at: asked.question)])
      // In plain mode ^C is a signal, which also ended the script that waits for this program.
      if case .left = ending { ending = .signal(SIGINT) }
    case .signal(SIGTSTP):
      drafts.keeper?.keepEverything(of: &session)
      terminal.suspend()
      reportAgain()
    case .signal(let number): ending = .signal(number)
    case .continued: reportAgain()
    case .woken: if saving.job.options.host?.cancellation?.isCancelled == true { ending = .hungUp }
    case .hungUp: ending = .hungUp
    case .timedOut: if saving.timeLeft == 0 { ending = saving.timedOut(mark: ".") }
    case .failed(let code): ending = .failure(.system(.fault, "the terminal", errno: code))
    }
  }

  /// Writes the row or the question again after the program was stopped and continued.
  private func reportAgain() {
    if asked.question != nil {
      repeatQuestion()
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
    if asked.question != nil {
      answerQuestion(line)
    } else if isCut {
      takeCutLine(line)
    } else if let request = dialogue.take(line) {
      perform(request)
    }
  }

  /// Returns the text of a line. If the line was cut, drops an incomplete character at its end.
  private func text(of bytes: ArraySlice<UInt8>, isCut: Bool) -> String? {
    for left in 0...(isCut ? 3 : 0) {
      if let text = String(validating: bytes.dropLast(left), as: UTF8.self) { return text }
    }
    return nil
  }

  /// Handles a line that reached the terminal's limit, so that its end may be missing. Keeps the
  /// text that arrived, and reports that the rest is missing.
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

  /// Handles ^D (end of input) like `:quit`. The text of an unfinished line is stored in the row
  /// first.
  private func endOfInput() {
    if let rest = buffer.rest(), asked.question == nil, let line = text(of: rest, isCut: true) {
      terminal.write([0x0A])
      if !line.hasPrefix(":") { dialogue.edit(Text(PlainLine.cleaned(line).text)) }
    }
    switch asked.question {
    case .quit, .leave, .resume, .takeOver, .takeText: perform([saving.left()])
    case .save, .compare, nil:
      asked.close()
      perform([drafts.quit(&session, anyway: false, saving: saving)])
    }
  }

  /// Fulfils a request that needs files or the terminal.
  func perform(_ request: PlainDialogue.Request) {
    switch request {
    case .askToFinish: ask(.save(nil))
    case .askToSave(let format): ask(.save(format))
    case .save(let format, let problems):
      flush()
      perform(saving.save(&session, as: format, problems: problems, drafts: drafts))
      rowIsDue = true
    case .saveTo(let path, let format, let anyway):
      if let end = saving.redirect(to: path, session, as: format) { return perform([end]) }
      if let request = dialogue.save(format, anyway: anyway, asks: !anyway) { perform(request) }
    case .export(let format, let path):
      show(dialogue.surroundings.provideAll(&session))
      perform([saving.export(session, as: format, path: path)])
    case .preview(let format):
      show(dialogue.surroundings.provideAll(&session))
      perform([saving.preview(session, as: format)])
    case .show(let places, let section): showRows(at: places, ofSection: section)
    case .quit(let anyway): perform([drafts.quit(&session, anyway: anyway, saving: saving)])
    case .reportKept: perform([drafts.reportKept(&session)])
    case .fresh: perform(drafts.startFresh(&session, saving: &saving))
    case .drafts: perform([drafts.list()])
    case .edit:
      flush()
      perform(drafts.editElsewhere(&session) { self.terminal.run($0) })
      rowIsDue = true
    }
  }

  /// Fulfils the requests of `DraftFlow` or `SaveFlow`. The request `linesHidden` has no effect,
  /// because written lines stay on the terminal.
  func perform(_ effects: [FlowEffect]) {
    for effect in effects {
      switch effect {
      case .message(let sentence, _): showMessage(sentence)
      case .remark(let sentence, _, let command): showMessage("\(sentence); \(command)")
      case .lines(let lines): show(lines)
      case .preview(let preview): show([preview.title] + preview.lines)
      case .waiting(let sentence, _):
        reportAtOnce(sentence)
        waitWhileSending()
      case .waitEnded, .linesHidden: break
      case .taken(let sentence, let conflicts):
        showMessage("\(sentence); \(counted(conflicts, "row")) to decide: :pick chooses an answer")
      case .notAccepted(let sentence, let lines):
        showMessage("\(sentence); :save sends again")
        if lines.count > 1 { show(lines) }
      case .ask(let question, let introduction): ask(question, introduction)
      case .session(let session):
        saving.resume(with: drafts.keeper)
        dialogue.replaceSession(with: session)
        asked.close()
        rowIsDue = true
      case .changed(let effects): dialogue.changed(effects)
      case .end(let ending): self.ending = ending
      }
    }
    if ending == nil { drafts.keeper?.noteAction(&session) }
  }

  /// Lists the rows of a form in portions. ^C stops only the list.
  private func showRows(at places: Range<Int>, ofSection section: Int?) {
    gather()
    if places.isEmpty { showMessage("This \(section == nil ? "form" : "section") has no rows") }
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

  // MARK: - Output

  func showMessage(_ sentence: String) {
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

  /// Collects the sentences of the dialogue, in order.
  private func gather() { outgoing += dialogue.takeSentences() }

  private func flush() {
    gather()
    guard !outgoing.isEmpty else { return }
    let lines = outgoing
    outgoing = []
    if !terminal.write(StandardError.painted(lines)) { ending = ending ?? .hungUp }
  }

  /// Reports when changes can no longer be stored, and when they can be stored again.
  private func reportStorage() {
    if let secret = session.answers.typedSecretInView(besides: session.focus) {
      perform(drafts.noteSecret(session.answers.fullLabel(of: secret)))
    }
    let (notes, storage) = drafts.news(hasJournal: session.hasJournal)
    for note in notes { showMessage(note) }
    if let trouble = storage?.trouble {
      if !keepsNothing { showMessage(trouble.fact) }
      keepsNothing = true
    } else if storage != nil, keepsNothing {
      keepsNothing = false
      showMessage("Everything is kept again")
    }
  }

  private func leaveTerminal(reporting farewell: [String]) {
    for sentence in farewell { showMessage(sentence) }
    flush()
    terminal.close()
  }
}
