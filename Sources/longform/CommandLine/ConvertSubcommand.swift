// `longform convert`: reads answers in one format and writes them in another format.

import Arguments
import FormFormats
import FormModel
import FormTerminal
import Glibc

/// Writes a document of answers in another format.
struct ConvertSubcommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract: "Write answers in another format.",
    discussion: """
      Answers with problems are written too; the problems go to standard error, and the exit status \
      is 2. longform check --answers reports them and writes nothing.

      Without a form, a document in json, jsonc or yaml is written in another of these formats: \
      strings keep their characters and numbers their digits, and comments are left out.
      """)

  @Argument(help: "The answers: a file, - for standard input.")
  var answers: String

  @Option(
    help: ArgumentHelp(
      """
      The form they answer; by default the schema that the file names, or the form named like it, or \
      none.
      """,
      valueName: "form"))
  var form: String?

  @Option(help: AnswersFormat.help)
  var answersFormat: AnswersFormat?

  @OptionGroup var output: OutputOptions

  func run() throws {
    try LongformProgram.end { () throws(Failure) in
      // A file is replaced only with --force, even if it is the file with the answers.
      let loaded = answers == "-" || output.output != nil ? nil : answers
      let destination = try output.destination.checked(force: output.force, loaded: loaded)
      guard let name = form ?? SchemaForm.nameOfAnyForm(for: answers) else {
        return try convertWithoutForm(to: destination)
      }
      let source: FormSource
      do throws(Failure) {
        source = try FormSource(
          form: .named(name), answers: answers, format: answersFormat,
          options: .withSchemas(empty: output.empty))
      } catch {
        if error.status == .malformed { reportChosenForm(name) }
        throw error
      }
      let options = output.exportOptions
      try Destination.check(output.writtenFormat, options, of: source.template)
      var session = try source.newSession()
      if let failure = session.provideCandidates(relativeToTemplate: source.path).first {
        throw failure.failure
      }
      let problems = HeadlessFrontEnd.problemLines(
        of: session, document: Descriptor.inputName(answers))
      try destination.write(session, as: output.writtenFormat, options: options)
      StandardError.report(problems)
      return problems.isEmpty ? .saved : .savedWithProblems
    }
  }

  /// Reports the form that the name or the contents of the file chose, so that a person can name
  /// another one.
  private func reportChosenForm(_ name: String) {
    guard form == nil else { return }
    StandardError.report(["longform: read with the form \(name); --form FORM names another"])
  }

  /// Writes a document in another format that needs no form either.
  private func convertWithoutForm(to destination: Destination) throws(Failure) -> ExitStatus {
    let name = Descriptor.inputName(answers)
    let read = answersFormat ?? AnswersFormat(fileName: answers) ?? .json
    for format in [read.written, output.writtenFormat]
    where !DocumentConversion.formats.contains(format) {
      throw Failure(
        .wrongUse, "\(name): \(format.rawValue) needs a form; --form FORM names it")
    }
    if output.empty != nil {
      throw Failure(
        .wrongUse, "\(name): --empty is for the rows of a form; --form FORM names it")
    }
    try destination.write(AnswersFile.converted(answers, from: read, to: output.writtenFormat))
    return .saved
  }
}
