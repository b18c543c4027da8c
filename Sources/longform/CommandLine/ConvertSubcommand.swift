// `longform convert`: reads answers in one format and writes them in another format.

import Arguments
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
      """)

  @Argument(help: "The answers: a file, - for standard input.")
  var answers: String

  @Option(
    help: ArgumentHelp(
      "The form they answer; by default the schema that the file names, or the form named like it.",
      valueName: "form"))
  var form: String?

  @Option(help: AnswersFormat.help)
  var answersFormat: AnswersFormat?

  @OptionGroup var output: OutputOptions

  func run() throws {
    try LongformProgram.end { () throws(Failure) in
      if form == nil, answers == "-" {
        throw Failure(
          .wrongUse, "answers from standard input have no file name; --form FORM names their form")
      }
      let name = if let form { form } else { try SchemaForm.name(ofFormFor: answers) }
      // A file is replaced only with --force, even if it is the file with the answers.
      let loaded = answers == "-" || output.output != nil ? nil : FileIdentity(path: answers)
      let destination = try output.destination.checked(force: output.force, loaded: loaded)
      let source = try FormSource(
        form: .named(name), answers: answers, format: answersFormat,
        options: .withSchemas(empty: output.empty))
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
}
