// Asks questions in plain mode, and reads the lines that answer them.

import FormModel
import FormScreen
import FormText
import Glibc
import LineEditing

/// A question that waits for a line as its answer.
struct AskedQuestion {
  private(set) var question: Question?
  /// The number of questions that have been asked so far.
  private(set) var count = 0
  /// The number of lines that were typed before the question. Such lines do not answer the
  /// question.
  private var earlyLines = 0

  mutating func ask(_ question: Question, earlyLines: Int) {
    (self.question, self.earlyLines) = (question, earlyLines)
    count += 1
  }

  mutating func close() { (question, earlyLines) = (nil, 0) }

  /// Returns whether the next line was typed before the question was asked.
  mutating func takeEarly() -> Bool {
    guard earlyLines > 0 else { return false }
    earlyLines -= 1
    return true
  }
}

extension PlainFrontEnd {
  /// Waits until the command that receives the answers ends, or until a merge ends. ^C (Ctrl-C)
  /// stops the command or the merge. Another signal ends the form.
  func waitWhileSending() {
    while saving.isMerging, ending == nil, !terminal.hasSignal || terminal.takeInterrupt() {
      if terminal.takeInterrupt() { return perform(saving.stopMerging()) }
      perform(saving.advanceMerging(&session, drafts: &drafts))
      if saving.isWaiting { usleep(10_000) }
    }
    while saving.isSending, ending == nil, !terminal.hasSignal || terminal.takeInterrupt() {
      if terminal.takeInterrupt() { perform(saving.stopSending()) }
      perform(saving.advanceSending(&session, drafts: drafts, milliseconds: 20))
      if saving.timeLeft == 0 { ending = ending ?? saving.timedOut(mark: ".") }
    }
  }

  /// Asks a question. Lines that were typed before the question do not answer it.
  func ask(_ question: Question, _ introduction: String? = nil) {
    if let host = saving.job.options.host, !host.asks(question) {
      return question.isAboutSaving ? requestSave(as: nil) : perform([saving.left()])
    }
    if question.isAboutSaving, let comparison = saving.comparison(drafts.keeper) {
      return perform([comparison])
    }
    buffer.append(terminal.takeAvailable())
    asked.ask(question, earlyLines: buffer.lineCount)
    if let introduction { showMessage(introduction) }
    if question.isAboutSaving {
      show(FormSpeech.review(before: session))
      let lines = TextsWithoutRow.linesBeforeSaving(session)
      if !lines.isEmpty { show(lines) }
    }
    repeatQuestion()
  }

  func repeatQuestion() {
    guard let question = asked.question else { return }
    showMessage(
      question.sentence(
        in: session, destination: saving.destinationName, prints: saving.prints,
        isPlain: true))
  }

  /// Handles a line as the answer to the question. Commands still work, unless the question is
  /// asked before the form is open.
  func answerQuestion(_ line: String) {
    guard let question = asked.question else { return }
    let isEarly = asked.takeEarly()
    let answer = yesOrNo(line)
    if line.hasPrefix(":"), !line.hasPrefix("::"), !question.comesFirst {
      return perform(line, insteadOf: question)
    }
    guard !isEarly, answer != nil || (line.isEmpty && question.isAnsweredByEnter) else {
      if isEarly {
        showMessage("\(line.quoted) was typed before the question and is not taken as its answer")
      } else {
        showMessage("Answer y or n")
      }
      return repeatQuestion()
    }
    asked.close()
    let isYes = answer ?? true
    switch question {
    case .save(let format): isYes ? requestSave(as: format) : dialogue.reportArrival()
    case .quit, .leave: isYes ? perform([saving.left()]) : dialogue.reportArrival()
    case .takeText: perform(drafts.answerLeavings(isYes, in: &session))
    case .compare:
      isYes ? perform(saving.beginMerge()) : dialogue.reportArrival()
    case .resume, .takeOver:
      perform(
        drafts.answer(
          isYes, hasChanges: session.hasChanges, saving: &saving,
          isStopped: { self.terminal.hasSignal }, report: { self.reportAtOnce($0) }))
    }
  }

  /// Performs a command in place of an answer. If the command moves the focus, the question is
  /// dropped. If not, the question stays open and is repeated. Without it, a late `y` or `n` would
  /// become the answer to a row.
  private func perform(_ line: String, insteadOf question: Question) {
    let before = session.focus
    let count = asked.count
    dialogue.unknownCommand = nil
    let request = dialogue.take(line)
    dialogue.unknownCommand = nil
    if let request { perform(request) }
    guard ending == nil, asked.count == count, asked.question != nil else { return }
    if session.focus != before { asked.close() } else { repeatQuestion() }
  }

  private func yesOrNo(_ line: String) -> Bool? {
    switch Text(line).trimmed.string.lowercased() {
    case "y", "yes": true
    case "n", "no": false
    default: nil
    }
  }

  private func requestSave(as format: ExportFormat?) {
    if let request = dialogue.save(format, asks: false) { perform(request) }
  }
}
