// Performs commands in plain mode. All front ends share the outcomes of commands
// (`CommandOutcome`); this file carries the outcomes out without a screen.

package import FormModel
import FormText

extension PlainDialogue {
  /// Performs the command in a line.
  mutating func perform(_ line: String) -> Request? {
    let source = String(line.dropFirst())
    if source == "lines" || source.hasPrefix("lines ") {
      beginLines(until: String(source.dropFirst(6)))
      return nil
    }
    let command: TypedCommand
    do throws(TypedCommand.ReadError) {
      command = try TypedCommand.read(source, abbreviates: true)
    } catch {
      unknownCommand = line
      // The typed text may be a secret, so the message must not quote it.
      if let focus = session.focus, session.answers.isSecret(focus) {
        report("Unknown command. The same line again answers the row; :help lists the commands")
      } else {
        refuse(error.sentence)
        report("The same line again answers the row; :help lists the commands")
      }
      return nil
    }
    unknownCommand = nil
    switch command.name {
    case .pick where command.argument.isEmpty:
      list()
      return nil
    case .find where command.argument.isEmpty:
      findAgain()
      return nil
    case .take where offer != nil:
      takeOffer()
      return nil
    case .filter where command.argument.isEmpty && session.currentFilter != nil:
      let before = session.focus
      apply(.findStopped)
      report("All \(counted(session.answers.rowCount, "row")) again")
      reportRow(after: before)
      return nil
    default: return perform(CommandOutcome(command, in: session))
    }
  }

  private mutating func perform(_ outcome: CommandOutcome) -> Request? {
    switch outcome {
    case .actions(let actions): perform(actions)
    case .save(let format, let path?, let anyway):
      return .saveTo(path, as: format, anyway: anyway)
    case .save(let format, nil, let anyway):
      return save(format, anyway: anyway, asks: !anyway)
    case .proposeSave: return save(nil, asks: true)
    case .export(let format, let path): return .export(format, path: path)
    case .preview(let format): return .preview(format)
    case .resize(let height):
      showHeaders(height: height)
      report(":pagedown and :pageup go by \(counted(height, "line")) now")
    case .pick(let number): return pick(number)
    case .help: report(lines: CommandTable.plainHelpLines)
    case .quit(let anyway): return .quit(anyway: anyway)
    case .reportKept: return .reportKept
    case .fresh: return .fresh
    case .drafts: return .drafts
    case .editElsewhere: return .edit
    case .find(let command): find(command)
    case .show(let section):
      return .show(FormSpeech.places(ofSection: section, in: session), section: section)
    case .review: report(lines: FormSpeech.changes(of: session, most: .max))
    case .repeatRow:
      if let focus = session.focus { report(lines: RowSentence.whole(of: focus, in: session)) }
    case .plain: report("This is plain mode")
    case .mouse: report("The mouse is for screens; plain mode has none")
    case .message(let sentence): report(sentence)
    case .refuse(let sentence): refuse(sentence)
    }
    return nil
  }

  private mutating func perform(_ actions: [Action]) {
    let before = session.focus
    var reportsProblems = false
    for action in actions {
      let effects = apply(action)
      reportsProblems = reportsProblems || effects.contains(where: \.reportsProblems)
      if case .answered(let row, _) = action, row != session.focus {
        if !effects.hasMessage { report(lines: [RowSentence.text(of: row, in: session)]) }
        return
      }
    }
    // Also reports the problem of the row that the command left.
    if session.focus != before, !reportsProblems { reportProblem(of: before) }
    reportRow(after: before, withProblem: !reportsProblems)
  }

  /// Handles `:take`: corrects the last row that was left with a problem.
  private mutating func takeOffer() {
    guard let (row, text) = offer else { return }
    offer = nil
    apply(.answered(row, text))
    report(lines: [RowSentence.text(of: row, in: session)])
    if row != session.focus { reportArrival() }
  }

  /// Checks the whole form. If no problem prevents a save, requests the save. If `asks` is true,
  /// requests the question whether to save instead.
  package mutating func save(_ format: ExportFormat?, anyway: Bool = false, asks: Bool) -> Request?
  {
    for case .save(_, let problems) in apply(.saveRequested(as: format, anyway: anyway)) {
      return asks ? .askToSave(format) : .save(format, problems: problems)
    }
    reportArrival(withProblem: false)
    return nil
  }

  /// Handles `:lines END`.
  private mutating func beginLines(until end: String) {
    guard let focus = session.focus else { return report("There is no row to fill") }
    let end = end.isEmpty ? "." : end
    writing = Writing(row: focus, end: end)
    report("The lines up to a line \(Text(end).quotation) are the answer")
  }

  // MARK: - Finding

  private mutating func find(_ command: FindRequest) {
    let last = session.lastFind
    let before = session.focus
    let wanted: Find =
      switch command {
      case .find(let text), .filter(let text): Find(text: text ?? last.text, scope: last.scope)
      case .scope(let scope): Find(text: last.text, scope: scope)
      }
    apply(.findEdited(wanted))
    guard wanted.isNarrowing else {
      apply(.findStopped)
      let scope = wanted.scope.name(in: session.template)
      return report("Looking in \(scope) from now on; :find WORDS looks there")
    }
    let count = session.findProgress?.count ?? 0
    guard case .filter = command else {
      apply(.findEnded)
      if count > 0 { reportFound(count) }
      return reportFoundRow(after: before, count: count)
    }
    apply(.filtered)
    if count > 0 {
      report("\(counted(count, "row")) to go through; :filter goes through all again")
    }
    reportFoundRow(after: before, count: count)
  }

  private mutating func reportFoundRow(after before: FormRow.ID?, count: Int) {
    if count > 0 { reportArrival() } else { reportRow(after: before) }
  }

  private mutating func reportFound(_ count: Int) {
    report(
      count == 1
        ? "One row matches" : "\(counted(count, "row")) match; :find alone goes to the next")
  }

  private mutating func findAgain() {
    guard session.lastFind.isNarrowing else { return report("Say what to find, as :find words") }
    let before = session.focus
    apply(.foundAgain(forward: true))
    reportRow(after: before)
  }
}

extension [Effect] {
  fileprivate var hasMessage: Bool {
    contains { if case .message = $0 { true } else { false } }
  }
}
