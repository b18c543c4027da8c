// `longform edit`: opens a document in a form, and writes it in the same format.

import Arguments
import FormModel
import FormTerminal
import Glibc

/// Fills a form with the answers of a document, and writes them to the same document.
struct EditSubcommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit",
    abstract: "Edit a document in a form: only what you change is changed in the file.",
    discussion: """
      The file is read and written in the format that its name says: .json, .jsonc, .jsonl, .csv, .tsv, \
      .yaml; without one of these as JSON. Every byte outside the answers you change stays: comments, quotes, \
      order, line ends, and columns that the form does not know. The form is --form, --schema, the \
      schema in a folder that the file names in $schema, or the form named like the file.
      """)

  @Argument(help: "The document; a missing one is created.")
  var file: String

  @Option(
    help: ArgumentHelp(
      "The form; by default the schema that the file names, or the form named like the file.",
      valueName: "form"))
  var form: String?

  @Option(
    help: ArgumentHelp(
      "A JSON Schema to edit the file with, in the place of --form.", valueName: "schema"))
  var schema: String?

  @Option(
    help: ArgumentHelp(
      "The format of the file: \(AnswersFormat.names). By default as its name ends, else json.",
      valueName: "format"))
  var format: AnswersFormat?

  @Flag(
    help: """
      Without a terminal, write nothing while there are problems, including those that the file \
      already had; by default those are reported, and the exit status is 2.
      """)
  var strict = false

  @Option(
    help: EmptyAnswers.help, completion: .list(EmptyAnswers.allCases.map(\.rawValue)),
    transform: EmptyAnswers.named)
  var empty: EmptyAnswers?

  @OptionGroup var options: FillOptions
  @OptionGroup var delivery: DeliveryOptions

  func validate() throws {
    if form != nil, schema != nil {
      throw ValidationError("--form and --schema cannot be used together")
    }
  }

  func run() throws {
    try LongformProgram.end { () throws(Failure) in
      let named = (ExportFormat(fileName: file) ?? .json).rawValue
      guard let format = format ?? AnswersFormat(rawValue: named) else {
        throw Failure(
          .wrongUse,
          "\(file): \(named) cannot be edited, only \(AnswersFormat.names); --format names one"
        )
      }
      let given = form ?? schema
      let name = if let given { given } else { try SchemaForm.name(ofFormFor: file) }
      // An empty file, such as a new file of `mktemp`, counts as missing.
      var status = stat()
      let exists = stat(file, &status) == 0
      let isEmpty = status.st_mode & S_IFMT == S_IFREG && status.st_size == 0
      var job = FillJob(
        form: .named(name), answers: exists && !isEmpty ? file : nil, answersFormat: format,
        format: format.written, options: options.settings(empty: empty),
        destination: .file(file), force: false, isEdit: true)
      job.allowsKnownProblems = !strict
      job.command = delivery.command
      return try job.run()
    }
  }
}
