// Filling a form, from the files it is made of to the front end that asks for the answers.

import FormCore
import Glibc

/// A form to be filled.
struct FillJob {
  let form: String
  /// The path of the document to start from, `-` for standard input.
  let answers: String?
  let format: ExportFormat
  let options: FillSettings
  var destination: Destination
  let force: Bool

  /// Opens everything, has the form filled, and tells how the program ends.
  func run() throws(Failure) -> ExitStatus {
    signal(SIGPIPE, SIG_IGN)
    let loaded = answers == "-" ? nil : answers.flatMap(FileIdentity.init(path:))
    var job = self
    job.destination = try destination.checked(force: force, loaded: loaded)
    let template = try FormFinder.template(named: form)
    var session = try open(template)
    for preset in options.presets { try apply(preset, to: &session) }
    if options.noInput {
      return try HeadlessFrontEnd.fill(session, job: job)
    }
    if options.tty || answers == "-" || isatty(STDIN_FILENO) == 1 {
      return try ScreenFrontEnd.fill(session, job: job)
    }
    return try PipeFrontEnd.fill(session, format: format, destination: job.destination)
  }

  private func open(_ template: Template) throws(Failure) -> FormSession {
    guard let answers else { return FormSession(template, height: options.height) }
    let document = try AnswersFile.document(at: answers)
    return try AnswersFile.session(
      template, height: options.height, document: document, named: AnswersFile.name(of: answers))
  }

  /// Gives a row the text of `KEY=VALUE`.
  private func apply(_ preset: String, to session: inout FormSession) throws(Failure) {
    let parts = preset.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let key = String(parts[0])
    guard let row = session.row(atPath: key) ?? session.row(named: key) else {
      throw Failure(
        .wrongUse, "--set: no row has the key or id \"\(key)\"; longform show lists them")
    }
    session.preset(row, to: Text(parts.count > 1 ? String(parts[1]) : ""))
  }
}
