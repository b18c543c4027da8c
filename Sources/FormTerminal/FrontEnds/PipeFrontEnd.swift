// The front end for scripts. It reads lines from standard input and writes the answers.
//
// A line is the answer to the current row, or a command if it begins with a colon. Commands must
// have their full names. Errors are collected and reported with their line numbers. After an error
// nothing is written.

import Drafts
import FormModel
import FormScreen
import FormText
import Glibc
import System

/// Fills a form with the lines of standard input. Not copyable, so that the compiler emits no code
/// that copies each field of the session.
struct PipeFrontEnd: ~Copyable {
  private var session: FormSession
  private var format: ExportFormat
  private var destination: Destination
  private var reader: LineReader
  /// The lines that could not be used, each with the reason.
  private var errors: [(line: Int, sentence: String)] = []
  /// The number of the input line that answered each row.
  private var lineOfRow: [FormRow.ID: Int] = [:]
  /// Whether every line so far had a row. Only the first line without a row is an error.
  private var hasRowForEachLine = true
  /// Whether the last row has been answered. If so, there is no current row.
  private var isAfterLastRow = false

  /// The keeper of the draft; nil if the script has no draft.
  private let keeper: DraftKeeper?

  private let job: FillJob
  /// The problems that the document (the answers with which the form opens) had when it was loaded;
  /// nil if every problem prevents the save.
  private let known: KnownProblems?

  private init(_ session: FormSession, job: FillJob, keeper: DraftKeeper?, known: KnownProblems?) {
    self.session = session
    self.known = known
    self.job = job
    self.keeper = keeper
    format = job.format
    destination = job.destination
    reader = LineReader(
      descriptor: job.options.host?.input ?? STDIN_FILENO, deadline: job.options.deadline,
      host: job.options.host)
    _ = self.session.apply(.resized(height: 1, showsHeaders: false))
    passNoStops()
  }

  /// Reads all lines, saves, and returns the exit code.
  static func fill(
    _ session: inout FormSession, job: FillJob, keeper: DraftKeeper?, known: KnownProblems?
  ) throws(Failure) -> ExitStatus {
    // The reader checks the deadline itself. The alarm only interrupts a write that blocks.
    if job.options.host == nil { Alarm.interruptCalls(at: job.options.deadline) }
    var frontEnd = PipeFrontEnd(session, job: job, keeper: keeper, known: known)
    defer { session = frontEnd.session }
    return try frontEnd.run()
  }

  private mutating func run() throws(Failure) -> ExitStatus {
    let mostLines = job.options.host?.mostLines
    while mostLines.map({ reader.lineCount < $0 }) ?? true, let line = try nextLine() {
      if line.text.hasPrefix(":") {
        if let status = try perform(line) { return status }
      } else {
        answer(line)
      }
    }
    if reader.lineCount == 0 {
      throw Failure(
        job.options.host == nil ? .notSaved : .cannotOpen,
        "standard input is empty; pipe in a line for each row, or use --no-input")
    }
    return try save(anyway: false, line: reader.lineNumber)
  }

  private mutating func nextLine() throws(Failure) -> InputLine? {
    do {
      return try reader.next()
    } catch {
      switch error {
      case .notUTF8(let line):
        throw Failure(
          .malformed,
          atPlaces: ["stdin:\(line): the line is not UTF-8; convert it, as with iconv -t UTF-8"])
      case .system(let error) where error.code == EBADF:
        throw Failure(
          .cannotOpen,
          "standard input is closed; pipe in a line for each row, or use --no-input")
      case .system(let error):
        throw Failure.system(.cannotOpen, "standard input", errno: error.code)
      case .timedOut: throw job.options.timeoutFailure
      }
    }
  }

  // MARK: - Answers

  private mutating func answer(_ line: InputLine) {
    if line.text.isEmpty {
      if let focus = session.focus, !isAfterLastRow { lineOfRow[focus] = line.number }
      apply(.moved(.next))
      return
    }
    var text = Substring(line.text)
    if text.hasPrefix("\\:") || text.hasPrefix("\\\\") { text.removeFirst() }
    answer(String(text), line: line.number)
  }

  private mutating func answer(_ text: String, line: Int) {
    // If the whole form is one repeating section, like a table, the first answer creates an item.
    if session.answers.askedCount == 0, session.isFocusAddLine, !session.isFocusEntry,
      let section = session.template.recordSection
    {
      apply(.itemAdded(section: section))
    }
    guard let focus = session.focus, !isAfterLastRow else {
      if !hasRowForEachLine { return }
      hasRowForEachLine = false
      let count = session.answers.askedCount
      let rows = count == 1 ? "the only row has" : "all \(counted(count, "row")) have"
      // If there are more lines than rows, any line may contain a secret, so the error does not
      // quote it.
      let answer = session.template.hasSecrets ? "this line" : text.quoted
      refuse("no row left for \(answer); \(rows) a line\(remedy)", line: line)
      return
    }
    let answer = Text(text)
    lineOfRow[focus] = line
    // A line that equals the row's current text confirms this text.
    if answer == session.focusText { apply(.answered(focus, answer)) }
    noteRefusals(
      among: apply(.edited(answer, cursor: answer.scalarCount, kind: .other)), line: line)
    if session.isFocusEntry {
      noteRefusals(among: apply(.entered), line: line)
    } else {
      apply(.moved(.next))
    }
  }

  /// The end of a sentence about a command that adds rows or lines; empty if there is none.
  private var remedy: String {
    let list = session.template.sections.last { $0.repetition != nil && $0.parent == nil }
    if let list { return "; :add \(list.id) adds an item" }
    let holdsLines = session.template.sections.contains {
      $0.rows.contains(where: \.type.holdsLines)
    }
    return holdsLines ? "; :lines END begins an answer of several lines, up to the line END" : ""
  }

  /// Records why a line could not be used. Nothing is saved then.
  private mutating func refuse(_ sentence: String, line: Int) { errors.append((line, sentence)) }

  /// Records the refusals of a row as errors, so that no line is silently lost.
  private mutating func noteRefusals(among effects: [Effect], line: Int) {
    for case .message(let message) in effects where message.isRefusal {
      refuse(message.fact, line: line)
    }
  }

  // MARK: - Commands

  private mutating func perform(_ line: InputLine) throws(Failure) -> ExitStatus? {
    let source = String(line.text.dropFirst())
    if source == "lines" || source.hasPrefix("lines ") {
      try answerLines(until: String(source.dropFirst(6)), line: line.number)
      return nil
    }
    let command: TypedCommand
    do {
      command = try TypedCommand.read(source, abbreviates: false)
    } catch {
      let fault: String
      if session.isFocusSecret {
        fault = "no such command; an answer that begins with a colon is written \\:…"
      } else if case .unknown(let word, hint: "") = error {
        fault = "no command :\(word); an answer that begins with a colon is written \\:\(word)"
      } else {
        fault = error.sentence
      }
      refuse(fault, line: line.number)
      return nil
    }
    switch CommandOutcome(command, in: session) {
    case .actions(let actions):
      if isAfterLastRow, [.append, .clear, .resetToDefault].contains(command.name) {
        refuse(":\(command.name.rawValue) comes after the last row", line: line.number)
        return nil
      }
      if isAfterLastRow, command.name == .previous {
        isAfterLastRow = false
        return nil
      }
      if command.name == .set, case .answered(let row, _)? = actions.first {
        lineOfRow[row] = line.number
      }
      for action in actions { noteRefusals(among: apply(action, reports: true), line: line.number) }
    case .save(let format, let path, let anyway):
      self.format = format ?? self.format
      if let path {
        destination = try Destination.file(Path.expandingHome(path)).checked(
          force: false, remedy: "name another file")
      }
      return try save(anyway: anyway, line: line.number)
    case .proposeSave: return try save(anyway: false, line: line.number)
    case .export(let format, let path):
      let destination = try Destination.file(Path.expandingHome(path)).checked(
        force: false, remedy: "name another file")
      try job.write(session, as: format, to: destination)
    case .find(let command):
      let (message, isFound) = session.applyToEnd(command)
      isAfterLastRow = isAfterLastRow && !isFound
      if !isFound, let message { refuse(message.fact, line: line.number) }
    case .resize: break
    case .pick(let number): pick(number, line: line.number)
    case .help: job.remark(CommandTable.sentences)
    case .quit(let anyway):
      if anyway { setDraftAside() }
      throw Failure(.notSaved, atPlaces: ["stdin:\(line.number): left without saving"])
    case .show(let section):
      var speech = FormSpeech()
      let places = FormSpeech.places(ofSection: section, in: session)
      job.remark(speech.rows(places, ofSection: section, in: session))
    case .preview(let format):
      let preview = try job.preview(of: session, as: format ?? self.format, place: "")
      job.remark([preview.title] + preview.lines)
    case .review: job.remark(FormSpeech.changes(of: session, most: .max))
    case .repeatRow:
      if let focus = session.focus { job.remark(RowSentence.whole(of: focus, in: session)) }
    case .reportKept, .fresh, .drafts, .editElsewhere, .plain, .mouse:
      refuse(":\(command.name.rawValue) works only at a terminal", line: line.number)
    case .message(let sentence): job.remark([sentence])
    case .refuse(let sentence): refuse(sentence, line: line.number)
    }
    return nil
  }

  private mutating func pick(_ number: Int, line: Int) {
    guard !isAfterLastRow else {
      refuse(":pick comes after the last row", line: line)
      return
    }
    do throws(PickRefusal) {
      let offer = try session.candidate(numbered: number)
      if let focus = session.focus { lineOfRow[focus] = line }
      noteRefusals(among: apply(.picked(offer), reports: true), line: line)
    } catch { refuse(error.sentence, line: line) }
  }

  private mutating func setDraftAside() {
    do throws(DraftError) {
      guard let name = try keeper?.setAside(&session) else { return }
      job.remark(["longform: the draft was set aside as \(DraftStore.name(ofFile: name))"])
    } catch { StandardError.report(["longform: the draft cannot be set aside: \(error.sentence)"]) }
  }

  /// Handles `:lines END`: the following lines up to the line END are one answer. In a row that
  /// accepts one line, each line break becomes a space.
  private mutating func answerLines(until end: String, line: Int) throws(Failure) {
    guard !end.isEmpty else {
      refuse(":lines needs the line that ends the answer, as in :lines END", line: line)
      return
    }
    var lines: [String] = []
    while let next = try nextLine() {
      if next.text == end {
        answer(lines.joined(separator: session.focusAcceptsLines ? "\n" : " "), line: line)
        return
      }
      lines.append(next.text)
    }
    refuse(":lines needs a line \(end.quoted) at its end", line: line)
  }

  // MARK: - Actions

  @discardableResult
  private mutating func apply(_ action: Action, reports: Bool = false) -> [Effect] {
    let focus = session.focus
    let effects = session.applyToEnd(action)
    switch action {
    case .moved(let move) where move == .previous || move == .last: passNoStops(by: -1)
    default: passNoStops()
    }
    // A script can be run again, so one transaction each quarter of a second is enough.
    _ = keeper?.whileIdle(&session)
    for case .message(let message) in effects {
      if message == .isLastRow {
        isAfterLastRow = true
      } else if reports, !message.isRefusal {
        job.remark([message.fact])
      }
    }
    switch action {
    case .moved(let move) where move != .next: isAfterLastRow = false
    // If an item was created, the focus has moved into it, so there is a current row again.
    case .itemAdded, .itemDuplicated: isAfterLastRow = isAfterLastRow && session.focus == focus
    default: break
    }
    return effects
  }

  /// Moves past rows to which no input line belongs: calculated rows, rows with only one value, and
  /// add lines (the last lines of lists) in which no text can be typed. A script adds an item with
  /// `:add` instead. If no other row follows, there is no current row.
  private mutating func passNoStops(by step: Int = 1) {
    guard let focus = session.focus, !session.takesLine(focus) else { return }
    if let row = session.rowTakingLine(by: step) {
      session.applyToEnd(.moved(.along(row)))
    } else if step < 0 {
      passNoStops()
    } else {
      isAfterLastRow = true
      session.applyToEnd(.moved(session.rowTakingLine(by: -1).map { .along($0) } ?? .first))
    }
  }

  private mutating func save(anyway: Bool, line: Int) throws(Failure) -> ExitStatus {
    guard errors.isEmpty else {
      apply(.checkRequested)
      throw refusal(line: line)
    }
    var anyway = anyway && job.options.host == nil
    if !anyway, let known {
      apply(.checkRequested)
      let new = known.newProblems(of: session)
      guard new.isEmpty else { throw Failure(.notSaved, atPlaces: problemLines(new, line: line)) }
      anyway = true
    }
    let effects = apply(.saveRequested(as: format, anyway: anyway))
    for case .save(_, let problems) in effects {
      try HeadlessFrontEnd.refuseLosses(in: session, document: document)
      if problems > 0 { StandardError.report(problemLines(session.problemsInOrder, line: line)) }
      job.remark(TextsWithoutRow.linesBeforeSaving(session).map { "longform: \($0)" })
      try job.save(
        &session, as: format, problems: problems, to: destination, keeper: keeper)
      StandardError.report(HeadlessFrontEnd.replacements(in: session, document: document))
      if keeper != nil { StandardError.report(session.remember()) }
      return problems == 0 ? .saved : .savedWithProblems
    }
    throw refusal(line: line)
  }

  /// Returns the failure with all errors, which prevent the save. A program that uses the library
  /// also gets the problems, each with its row.
  private func refusal(line: Int) -> Failure {
    let problems = session.problemsInOrder
    var failure = Failure(
      .notSaved,
      atPlaces: errors.map { "stdin:\($0.line): \($0.sentence)" }
        + problemLines(problems, line: line))
    // A question reads only its own line, so the numbers would mean nothing to its program.
    let numbersLines = job.options.host?.mostLines == nil
    failure.problems =
      errors.map { Form.Problem(row: "", message: $1, sentence: $1, line: numbersLines ? $0 : nil) }
      + problems.map {
        Form.Problem($1, of: $0, in: session, line: numbersLines ? lineOfRow[$0] : nil)
      }
    return failure
  }

  private var document: String? { job.answers.map(Descriptor.inputName) }

  /// Returns a message for each problem. Each message begins with the number of the input line that
  /// answered the row, or else with the number of the line that saves. The message about a value
  /// that still is that of the document begins with its position in the document.
  private func problemLines(
    _ problems: [(row: FormRow.ID, problem: Problem)], line: Int
  ) -> [String] {
    problems.map { row, problem in
      let isOfDocument =
        if case .misfit = problem { true } else {
          lineOfRow[row] == nil && session.answers.loaded?.value(of: row) != nil
            && !session.answers.isChanged(row)
        }
      if isOfDocument {
        return Finding(problem, of: row, in: session, file: document).line
      }
      return
        ("stdin:\(lineOfRow[row] ?? line): \(session.answers.name(of: row)): "
        + problem.sentence(label: session.answers.problemLabel(of: row))).escapingLineBreaks
    }
  }
}
