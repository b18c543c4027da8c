// Saves the answers of a session at a terminal. If a save fails, the form stays open.

import Drafts
import FormModel
import FormScreen
import FormText
import Glibc
import System

/// The destination of the answers, and the result of the last save.
struct SaveFlow {
  /// The form to fill, with its options and its destination.
  let job: FillJob
  /// The destination of the answers. After a draft is resumed, it may differ from the job's
  /// destination.
  var destination: Destination
  /// Whether the last save failed.
  private var hasFailed = false
  /// The reason that the last save could not write its file; nil after a successful save.
  private var unwritten: String?
  /// Whether ^C has just stopped a save that blocked, so that this ^C must have no other effect.
  private var wasStopped = false
  /// The command that receives the answers; nil if the answers are only written. A resumed draft
  /// may have a command of its own.
  private(set) var command: DeliveryCommand?
  /// The answers that are being sent to the command.
  var dispatch: Dispatch?
  /// The merge of the form with its file; nil if there is none.
  var merging: Merging?

  init(_ job: FillJob) {
    self.job = job
    destination = job.destination
    command = job.command
  }

  /// Returns to the destination and the command of the command line, because a new form begins.
  mutating func reset() { (destination, command) = (job.destination, job.command) }

  /// Takes over the command of the draft that the session continues, because the saved answers of
  /// this draft may still have to be sent to that command.
  ///
  /// - Returns: whether a command receives the answers.
  @discardableResult
  mutating func resume(with keeper: DraftKeeper?) -> Bool {
    if command == nil, let delivery = keeper?.delivery {
      command = DeliveryCommand(delivery.command, timeout: delivery.timeout)
    }
    return command != nil
  }

  /// The time at which the program leaves the form, in milliseconds of the monotonic clock.
  private var deadline: Int? { job.options.deadline }

  /// The milliseconds until the deadline; nil if there is no deadline.
  var timeLeft: Int? { deadline.map { max($0 - Monotonic.milliseconds, 0) } }

  /// Returns the ending of a form whose deadline has passed.
  ///
  /// - Parameter mark: the punctuation at the end of the sentence.
  func timedOut(mark: String = "") -> Ending {
    .status(.timedOut, farewell: ["Timed out after \(job.options.timeout ?? 0) s\(mark)"])
  }

  /// The destination's name for people.
  var destinationName: String { command?.name ?? destination.name }

  /// Whether the answers are written to the terminal of the form.
  var prints: Bool {
    if command != nil { return false }
    guard case .standardOutput = destination else { return false }
    return isatty(STDOUT_FILENO) == 1
  }

  /// Returns whether ^C has just stopped a save; the next call returns false.
  mutating func takeStop() -> Bool {
    defer { wasStopped = false }
    return wasStopped
  }

  /// Records that a save failed.
  mutating func noteFailure() { hasFailed = true }

  /// Returns the ending of a form that is left without saving.
  func left(reporting line: String? = nil) -> FlowEffect {
    .end(
      .status(
        hasFailed ? .writeFailed : .notSaved, farewell: ["Left without saving"],
        errors: line.map { [$0] } ?? []))
  }

  /// Returns lines for a person who leaves after a failed save, such as
  /// `longform: names.json: permission denied; the answers are kept, --output …`.
  func linesOnLeaving(keeper: DraftKeeper?) -> [String] {
    guard let unwritten, keeper?.isKeeping == true else { return [] }
    return ["longform: \(unwritten); the answers are kept, --output writes them elsewhere"]
  }

  /// Writes the answers and ends the form. If writing fails, reports the reason; nothing is lost.
  mutating func save(
    _ session: inout FormSession, as named: ExportFormat?, problems: Int, drafts: DraftFlow
  ) -> [FlowEffect] {
    let format = named ?? job.format
    let keeper = drafts.keeper
    if job.options.host != nil, problems > 0 {
      return [.problem("Not saved: this program accepts no answers with problems")]
    }
    if let command, let keeper {
      return send(&session, as: format, problems: problems, to: command, keeper: keeper)
    }
    keeper?.keepEverything(of: &session)
    // The alarm signal of a program that uses the library must not be changed.
    let hasAlarm = job.options.host == nil
    if hasAlarm { Alarm.interruptCalls(at: deadline) }
    defer { if hasAlarm { Alarm.stop() } }
    do throws(Failure) {
      try destination.write(session, as: format, options: job.exportOptions, stopsOnSignal: true)
    } catch {
      hasFailed = true
      unwritten = error.lines.joined(separator: "; ")
      if error.isAboutChangedFile, let question = comparison(keeper) { return [question] }
      wasStopped = error.code == EINTR && !Alarm.isOver(deadline)
      return [
        .problem("Not saved: \(error.lines.joined(separator: "; "))"),
        .lines(["Nothing is lost: :export FORMAT FILE writes the answers elsewhere"]),
      ]
    }
    return finish(&session, as: format, problems: problems, drafts: drafts)
  }

  /// Ends a session whose answers have been written.
  mutating func finish(
    _ session: inout FormSession, as format: ExportFormat, problems: Int, drafts: DraftFlow
  ) -> [FlowEffect] {
    let keeper = drafts.keeper
    (hasFailed, unwritten) = (false, nil)
    var errors = problems == 0 ? [] : problemLines(of: session)
    if keeper != nil { errors += session.remember() }
    keeper?.tidyLeavings(in: session)
    errors += drafts.linesOfLeavings(in: session, all: true)
    if let error = keeper?.finish() {
      errors.append("longform: the draft cannot be marked finished: \(error.sentence)")
    }
    errors += TextsWithoutRow.linesAfterSaving(session, to: keeper)
    if let host = job.options.host {
      return [.end(.status(.saved, farewell: host.farewell(session.answers)))]
    }
    var summary = summary(of: session, as: format, problems: problems)
    // The answers are in no file that the person named, but the finished draft still has them.
    if problems == 0, keeper?.finishedName != nil, command == nil,
      case .standardOutput = destination
    {
      summary += "; \(lineToUseAgain(drafts.source))"
    }
    return [
      .end(
        .status(
          problems == 0 ? .saved : .savedWithProblems, farewell: [summary], errors: errors))
    ]
  }

  /// Handles `:save FILE`: this file becomes the destination of the answers. If a command receives
  /// the answers, the file gets a copy at once.
  ///
  /// - Returns: a message if no save follows, because the file has its copy, or with the reason that
  ///   it cannot be the destination.
  mutating func redirect(
    to path: String, _ session: FormSession, as format: ExportFormat?
  ) -> FlowEffect? {
    if job.options.host != nil {
      return .problem(
        "Not saved: the answers go to this program; :export FORMAT FILE writes them too")
    }
    if command != nil { return export(session, as: format ?? job.format, path: path) }
    do throws(Failure) {
      destination = try newDestination(at: path)
      return nil
    } catch {
      return .problem("Not saved: \(error.lines.joined(separator: "; "))")
    }
  }

  /// The file that a command of the form names. It must be new or empty.
  private func newDestination(at path: String) throws(Failure) -> Destination {
    try Destination.file(Path.expandingHome(path)).checked(
      force: false, remedy: "name another file")
  }

  /// Handles `:export`.
  func export(_ session: FormSession, as format: ExportFormat, path: String) -> FlowEffect {
    do throws(Failure) {
      try newDestination(at: path).write(
        session, as: format, options: job.exportOptions, stopsOnSignal: true)
      return .message("Exported as \(format.rawValue) to \(path)")
    } catch {
      return .problem("Not exported: \(error.lines.joined(separator: "; "))")
    }
  }

  /// Handles `:preview`, and the key `v` at the question whether to save.
  func preview(_ session: FormSession, as named: ExportFormat?) -> FlowEffect {
    do throws(Failure) {
      let place = named == nil && !destinationName.isEmpty ? " to \(destinationName)" : ""
      return .preview(
        try job.preview(of: session, as: named ?? job.format, place: place))
    } catch {
      return .problem("Not shown: \(error.lines.joined(separator: "; "))")
    }
  }

  /// Proposes a name for a new file. It is derived from the form's id, or from the destination's
  /// file name, and gets a number if a file with that name exists.
  func newFile(for session: FormSession) -> String {
    let safe = session.template.id.utf8.map {
      $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "_") ? $0 : UInt8(ascii: "-")
    }
    let name = String(decoding: safe, as: UTF8.self)
    var (start, ending) = (name.hasPrefix("-") ? "answers" : name, ".\(job.format.fileEnding)")
    if case .file(let path, _) = destination {
      start = path
      if let dot = Path.name(of: path).lastIndex(of: "."), dot > Path.name(of: path).startIndex {
        ending = String(Path.name(of: path)[dot...])
        start = String(path.dropLast(ending.count))
      }
    }
    let names = [start + ending] + (2...99).map { "\(start)-\($0)\(ending)" }
    return names.first { access($0, F_OK) != 0 && $0 != destination.name } ?? ""
  }

  /// Returns the end of the sentence about a save to standard output: the command that fills the
  /// form again with the same answers.
  private func lineToUseAgain(_ source: FormSource) -> String {
    guard prints else { return "--last begins with them" }
    let command = SessionOptions.shellLine(source.argumentsToResume + ["--last"])
    return "\(command) begins with them"
  }

  private func problemLines(of session: FormSession) -> [String] {
    session.problemsInOrder.map { row, problem in
      let number = session.row(row)?.number.map { "row \($0): " } ?? ""
      let sentence = problem.sentence(label: session.answers.problemLabel(of: row))
      return "longform: \(number)\(sentence)".escapingLineBreaks
    }
  }

  /// Returns a sentence such as `longform: saved 18 of 20 answers to resume.json`.
  private func summary(of session: FormSession, as format: ExportFormat, problems: Int) -> String {
    let leftOut = session.answers.unwrittenDefaultCount(in: format)
    let (filled, total) = (session.answers.filledCount - leftOut, session.answers.askedCount)
    let kept =
      (leftOut == 0 ? "" : ", \(counted(leftOut, "default")) left out")
      + (session.answers.hiddenWords.map { ", \($0)" } ?? "")
    let bad = problems == 0 ? "" : ", with \(counted(problems, "problem"))"
    let answers =
      filled < total
      ? "\(grouped(filled)) of \(counted(total, "answer"))" : counted(total, "answer")
    let formatNote = format == .json ? "" : " as \(format.rawValue)"
    let place = command.map { ", accepted by \($0.name)" } ?? " to \(destination.name)"
    if prints { return "longform: printed \(answers)\(formatNote)\(bad)\(kept)" }
    return "longform: saved \(answers)\(formatNote)\(place)\(bad)\(kept)"
  }
}

extension Answers {
  /// The hidden rows whose text a save leaves out, in words; nil if there are none.
  var hiddenWords: String? {
    let count = hiddenCount
    return count == 0 ? nil : "\(counted(count, "hidden row")) with text left out"
  }
}

extension Ending {
  /// Restores the terminal, then returns the exit status of the ended form or throws its failure.
  /// If a signal ended the form, the signal then ends the program. A host program (a program that
  /// uses the library) does not get SIGINT, which only means that the person left the form.
  ///
  /// - Parameters:
  ///   - kept: lines about the draft, for standard error.
  ///   - leaveTerminal: restores the terminal and writes the last lines.
  static func status(
    of ending: Ending?, kept: [String], host: Host?, leaveTerminal: ([String]) -> Void
  ) throws(Failure) -> ExitStatus {
    if host != nil { return try status(of: ending, inHost: leaveTerminal) }
    switch ending {
    case .status(let status, let farewell, let errors):
      leaveTerminal(farewell)
      StandardError.report(errors + kept)
      return status
    case .failure(let failure):
      leaveTerminal([])
      StandardError.report(kept)
      throw failure
    case .left:
      // On the screen ^C is a key, which a script can handle by the status.
      leaveTerminal([])
      StandardError.report(kept)
      return .left
    case .signal(let number):
      leaveTerminal([])
      StandardError.report(kept)
      Glibc.signal(number, SIG_DFL)
      raise(number)
      return .fault
    case .hungUp:
      return try status(of: .signal(SIGHUP), kept: kept, host: nil, leaveTerminal: leaveTerminal)
    case .plain, nil: return .fault
    }
  }

  /// Lets a signal take effect immediately, although the threads of tasks block all signals.
  private static func passOn(_ number: Int32) {
    var (signals, mask) = (sigset_t(), sigset_t())
    sigemptyset(&signals)
    sigaddset(&signals, number)
    pthread_sigmask(SIG_UNBLOCK, &signals, &mask)
    raise(number)
    pthread_sigmask(SIG_SETMASK, &mask, nil)
  }

  /// Ends the form, but not the host program. Only the outcome is reported to the host program.
  private static func status(
    of ending: Ending?, inHost leaveTerminal: ([String]) -> Void
  ) throws(Failure) -> ExitStatus {
    switch ending {
    case .status(let status, let farewell, _):
      leaveTerminal(status == .saved ? farewell : [])
      return status
    case .failure(let failure):
      leaveTerminal([])
      throw failure
    case .signal(let number):
      leaveTerminal([])
      if number != SIGINT { passOn(number) }
      return .notSaved
    case .left, .hungUp, .plain, nil:
      leaveTerminal([])
      return .notSaved
    }
  }
}
