// The front end that asks no questions: it checks the template, the document (the answers with
// which the form opens) and the presets (answers that the command line sets), and writes the
// answers.

package import FormModel

/// Saves a form without asking for answers.
package enum HeadlessFrontEnd {
  /// Checks and writes the answers; returns the exit status.
  ///
  /// - Parameter known: the problems that the document had when it was loaded. They do not prevent
  ///   a save. If `known` is nil, every problem prevents a save.
  static func fill(
    _ session: inout FormSession, job: FillJob, keeper: DraftKeeper?, known: KnownProblems?
  ) throws(Failure) -> ExitStatus {
    let document = job.answers.map(Descriptor.inputName)
    session.giveAllDefaults()
    let checked = checked(session)
    let problems = lines(checked.problemsInOrder, of: checked, document: document)
    if !problems.isEmpty {
      guard let known else { throw Failure(.notSaved, atPlaces: problems) }
      let new = known.newProblems(of: checked)
      guard new.isEmpty else {
        throw Failure(.notSaved, atPlaces: lines(new, of: checked, document: document))
      }
    }
    try refuseLosses(in: checked, document: document)
    Alarm.interruptCalls(at: job.options.deadline)
    job.remark(TextsWithoutRow.linesBeforeSaving(session).map { "longform: \($0)" })
    try job.save(
      &session, as: job.format, problems: problems.count, to: job.destination, keeper: keeper)
    StandardError.report(problems + replacements(in: session, document: document))
    if keeper != nil { StandardError.report(session.remember()) }
    return problems.isEmpty ? .saved : .savedWithProblems
  }

  /// Returns a line for each problem of a session. The line has the problem's position in the
  /// loaded document.
  package static func problemLines(of session: FormSession, document: String?) -> [String] {
    let checked = checked(session)
    return lines(checked.problemsInOrder, of: checked, document: document)
  }

  private static func lines(
    _ problems: [(row: FormRow.ID, problem: Problem)], of session: FormSession, document: String?
  ) -> [String] {
    problems.map { Finding($1, of: $0, in: session, file: document).line }
  }

  /// Returns a line for each array or object of the document that new answers replace.
  static func replacements(in session: FormSession, document: String?) -> [String] {
    session.answers.replacedContainers.map {
      Finding(
        file: document ?? "", position: $0.position, path: $0.path,
        sentence: "\($0.sentence); the answers replace it", isOfValue: true
      ).line
    }
  }

  /// Throws if a save loses arrays or objects of the document because answers replace them. A person
  /// at a terminal sees the loss before the save and may want it; a script does not.
  static func refuseLosses(in session: FormSession, document: String?) throws(Failure) {
    let lost = session.answers.lostContainers.map {
      Finding(
        file: document ?? "", position: $0.position, path: $0.path,
        sentence: "\($0.sentence), and the answers would replace it; only a person at a terminal "
          + "can allow that", isOfValue: true
      ).line
    }
    guard lost.isEmpty else { throw Failure(.notSaved, atPlaces: lost) }
  }

  /// Returns the session after a complete check.
  package static func checked(_ session: FormSession) -> FormSession {
    var session = session
    session.applyToEnd(.checkRequested)
    return session
  }
}

/// The problems that a document had when it was loaded.
struct KnownProblems {
  private let problems: [FormRow.ID: Problem]

  /// - Parameter session: the form with the loaded document, before any change.
  init(of session: FormSession) { problems = HeadlessFrontEnd.checked(session).problems }

  /// Returns the problems that the loaded document did not have, in the order of the form.
  func newProblems(of session: FormSession) -> [(row: FormRow.ID, problem: Problem)] {
    session.problemsInOrder.filter { row, problem in
      // If items are still missing, but not more than before, the problem is not new.
      if case .tooFewItems(_, let before)? = problems[row], case .tooFewItems(_, let now) = problem
      {
        return now < before
      }
      return problems[row] != problem
    }
  }
}
