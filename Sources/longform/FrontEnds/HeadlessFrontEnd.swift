// The front end that asks nobody: template, document and presets are checked and written.

import FormCore

/// Saves a form as it is.
enum HeadlessFrontEnd {
  /// Checks and writes, and tells how the program ends.
  static func fill(
    _ session: FormSession, job: FillJob, keeper: DraftKeeper?
  ) throws(Failure) -> ExitStatus {
    let problems = problemLines(of: session, document: job.answers.map(Descriptor.inputName))
    guard problems.isEmpty else { throw Failure(.notSaved, atPlaces: problems) }
    Alarm.interruptCalls(at: job.options.deadline)
    try job.write(session, as: job.format, to: job.destination)
    if keeper != nil { StandardError.say(session.remember()) }
    return .saved
  }

  /// Every problem of a session as a line, with its place in the document it was opened with.
  static func problemLines(of session: FormSession, document: String?) -> [String] {
    checked(session).problemsInOrder.map { row, problem in
      let path = session.documentPath(of: row).description
      let sentence = "\(path): \(problem.sentence(label: session.problemLabel(of: row)))"
      guard let document else { return sentence }
      guard let position = session.documentPosition(of: row) else {
        return "\(document): \(sentence)"
      }
      return "\(document):\(position): \(sentence)"
    }
  }

  /// The session with all its problems found.
  static func checked(_ session: FormSession) -> FormSession {
    var session = session
    session.applyToEnd(.checkRequested)
    return session
  }
}
