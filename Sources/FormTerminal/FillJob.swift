// Fills a form: opens its files and runs the front end that obtains the answers.

import Drafts
package import FormFormats
import FormModel
import Glibc
import System

/// A form to fill, with the answers to start from and the destination.
package struct FillJob {
  let form: FormReference
  /// The path of the document with which the form opens; `-` for standard input.
  let answers: String?
  /// The format of the document; nil to choose it by the file's extension, or else JSON.
  let answersFormat: AnswersFormat?
  let format: ExportFormat
  let exportOptions: ExportOptions
  var options: FillSettings
  var destination: Destination
  let force: Bool
  /// Whether the file to load is also the file to write, even if it does not exist yet.
  let isEdit: Bool
  /// The command that receives the answers; nil if the answers are only written.
  package var command: DeliveryCommand?
  /// Whether a script may save a document that already had problems, if the script adds no new
  /// problems.
  package var allowsKnownProblems = false
  package init(
    form: FormReference, answers: String?, answersFormat: AnswersFormat? = nil,
    format: ExportFormat,
    exportOptions: ExportOptions = ExportOptions(), options: FillSettings,
    destination: Destination, force: Bool, isEdit: Bool = false
  ) {
    self.form = form
    self.answers = answers
    self.answersFormat = answersFormat
    self.format = format
    self.exportOptions = exportOptions
    self.options = options
    self.destination = destination
    self.force = force
    self.isEdit = isEdit
  }

  /// The job of a program that uses the library.
  init(of host: Host, options: FillSettings) {
    self.init(
      form: .described([]), answers: nil, format: .json, options: options, destination: .host(host),
      force: false)
  }

  /// Opens everything, fills the form, and returns the exit code.
  package func run() throws(Failure) -> ExitStatus {
    if answers != nil, options.drafts.startsFromLast {
      throw Failure(.wrongUse, "--last and --answers cannot be used together")
    }
    if command != nil, options.drafts.isOff {
      throw Failure(.wrongUse, "--deliver and --no-draft cannot be used together")
    }
    let loaded = answers == "-" ? nil : answers.flatMap(FileIdentity.init(path:))
    var job = self
    if let timeout = options.timeout {
      let deadline = Monotonic.milliseconds + timeout * 1_000
      job.options.deadline = deadline
      Alarm.endProgram(at: deadline)
    }
    var remedy: String?
    if case .file(let path, _) = destination, case .named(let name) = form {
      let isLikeFile = (try? FormFinder.name(like: path)) == name
      let option = isLikeFile ? "" : " --form \(name)"
      remedy = "longform edit\(option) \(path) edits it, --force replaces it"
    }
    job.destination = try destination.checked(
      force: force, loaded: answers == "-" ? nil : answers, remedy: remedy)
    var source = try FormSource(
      form: form, answers: answers, format: answersFormat, options: options,
      keepsUnknownColumns: isEdit)
    if case .file(let path, _) = destination,
      isEdit || loaded != nil && FileIdentity(path: path) == loaded
    {
      source.editedFile = destination.realPath
    }
    if case .file(let path, _) = destination, !isEdit, let own = FileIdentity(path: source.path),
      FileIdentity(path: path) == own
    {
      throw Failure(.cannotCreate, "\(path) is the form itself; name another file")
    }
    try Destination.check(format, exportOptions, of: source.template)
    let isInteractive =
      !options.noInput
      && (options.tty || form.readsStandardInput || answers == "-" || isatty(STDIN_FILENO) == 1)
    // A script has a draft only if its command line names a draft.
    if !isInteractive, options.drafts.name == nil, options.drafts.needsDraft {
      let choice = options.drafts
      let option = choice.startsFresh ? "--fresh" : choice.startsFromLast ? "--last" : "--take"
      throw Failure(.wrongUse, "without a terminal, \(option) works only with --draft NAME")
    }
    return try job.fill(source, by: options.noInput ? .nobody : isInteractive ? .person : .lines)
  }

  /// The source of the answers to the rows.
  enum Respondent {
    /// A person at a terminal.
    case person
    /// Lines of standard input.
    case lines
    case nobody
  }

  /// Fills an open form, and returns the exit code. Every form is filled here, whether the command
  /// line or a program that uses the library opened it.
  func fill(_ form: FormSource, by respondent: Respondent) throws(Failure) -> ExitStatus {
    var source = form
    let isInteractive = respondent == .person
    // A program that uses the library names one draft for everybody. Lines from a pipe are not the
    // answers of the person whose draft this is.
    let keepsDraft =
      isInteractive
      ? !options.drafts.isOff
      : options.host == nil && (options.drafts.name != nil || command != nil)
    // Each script gets a draft of its own, so that scripts that run at the same time do not wait
    // for each other.
    let name = isInteractive ? "main" : "script-\(String(UInt32.random(in: 0 ... .max), radix: 16))"
    // The command line that resumes a script's draft must name this draft.
    if !isInteractive, options.drafts.name == nil { source.draftName = name }
    let keeper = keepsDraft ? keeper(for: source, name: options.drafts.name ?? name) : nil
    if isInteractive {
      // The screen and plain mode check the deadline themselves.
      stopAlarm()
      return options.prefersSentences
        ? try PlainFrontEnd.fill(source, job: self, keeper: keeper)
        : try ScreenFrontEnd.fill(source, job: self, keeper: keeper)
    }

    var session = try ScriptedDraft.session(of: source, keeper: keeper, choice: options.drafts)
    if let failure = session.provideCandidates(relativeToTemplate: source.path).first {
      throw failure.failure
    }
    let known = try allowsKnownProblems ? source.knownProblems() : nil
    do throws(Failure) {
      let status =
        respondent == .nobody
        ? try HeadlessFrontEnd.fill(&session, job: self, keeper: keeper, known: known)
        : try PipeFrontEnd.fill(&session, job: self, keeper: keeper, known: known)
      stopAlarm()
      ScriptedDraft.leave(keeper, &session, isSaved: status != .notSaved, job: self)
      return status
    } catch {
      let isLate = Alarm.isOver(options.deadline) && error.code == EINTR
      stopAlarm()
      ScriptedDraft.leave(keeper, &session, isSaved: false, job: self)
      throw isLate ? options.timeoutFailure : error
    }
  }

  /// Stops the alarm of `--timeout`. The alarm signal of a program that uses the library must not
  /// be changed.
  private func stopAlarm() { if options.host == nil { Alarm.stop() } }

  /// Reports lines on standard error that are neither errors nor problems.
  func remark(_ lines: [String]) {
    if !options.quiet { StandardError.report(lines) }
  }

  /// Saves the answers of a script: sends them to a command, or writes them to the destination.
  func save(
    _ session: inout FormSession, as format: ExportFormat, problems: Int,
    to destination: Destination, keeper: DraftKeeper?
  ) throws(Failure) {
    let missing = keeper?.missingSecrets(in: session) ?? []
    if !missing.isEmpty {
      throw Failure(
        .notSaved,
        missing.map { row in
          let name = session.answers.name(of: row)
          return "\(name): not kept in the draft, because it is secret; give it again, or leave it "
            + "out with --set \(name)="
        })
    }
    try store(&session, as: format, problems: problems, to: destination, keeper: keeper)
    if let hidden = session.answers.hiddenWords { remark(["longform: \(hidden)"]) }
  }

  private func store(
    _ session: inout FormSession, as format: ExportFormat, problems: Int,
    to destination: Destination, keeper: DraftKeeper?
  ) throws(Failure) {
    guard let command, let keeper else {
      return try write(session, as: format, to: destination)
    }
    try explainingChange(in: destination, of: session) { () throws(Failure) in
      try destination.checkUnchanged()
    }
    let dispatch = try Dispatch(
      &session, as: format, problems: problems, options: exportOptions, command: command,
      keeper: keeper)
    let waiting = ScriptedWaiting(deadline: options.deadline)
    switch waiting.outcome(of: dispatch, keeper: keeper) {
    case .accepted(let output):
      do throws(Failure) {
        try writeAfterAcceptance(session, as: format, output: output, to: destination)
      } catch {
        dispatch.note(notWritten: error, in: keeper)
        var failure = error
        failure.lines = [
          "\(command.name) accepted it, but: \(error.lines.joined(separator: "; "))"
        ]
        throw failure
      }
      try DraftStore.doing { () throws(DraftError) in try keeper.endDelivery() }
    case .rejected(let rejections, let attempt):
      dispatch.note(attempt, in: keeper)
      let rows = session.answers.rejections(rejections)
      let lines = rows.found.map { "\(session.answers.name(of: $0.row)): \($0.message)" }
      throw Failure(
        .undelivered, ["\(command.name) did not accept it:"] + lines + rows.others)
    case .notAccepted(let attempt):
      dispatch.note(attempt, in: keeper)
      throw Failure(
        .undelivered, [attempt.sentence(naming: command)] + attempt.lines.dropFirst())
    case nil: throw options.timeoutFailure
    }
  }

  /// Writes the answers of a script. The deadline of `--timeout` ends a write that blocks.
  func write(
    _ session: FormSession, as format: ExportFormat, to destination: Destination
  ) throws(Failure) {
    try explainingChange(in: destination, of: session) { () throws(Failure) in
      try destination.write(
        session, as: format, options: exportOptions, stopsOnSignal: options.deadline != nil)
    }
  }

  /// Runs `body`. If that fails because another program changed the file, the error also lists the
  /// rows that differ.
  private func explainingChange(
    in destination: Destination, of session: FormSession, _ body: () throws(Failure) -> Void
  ) throws(Failure) {
    do throws(Failure) { try body() } catch {
      guard error.isAboutChangedFile, case .file(let path, _) = destination else { throw error }
      var failure = error
      failure.lines = lines(about: error, of: session, in: path)
      throw failure
    }
  }

  /// Returns the keeper of the session's draft.
  private func keeper(for source: FormSource, name: String) -> DraftKeeper {
    DraftKeeper(
      DraftIdentity(
        templatePath: source.path, templateID: source.template.id,
        name: name, outputPath: destination.realPath), of: source)
  }
}
