// `longform ask`: fills a form that the arguments describe.

import Arguments
import FormModel
import FormSchema
import FormTerminal

/// Fills a form that is not in a file.
struct AskSubcommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ask",
    abstract: "Fill a form that the arguments describe, a row each.",
    discussion: """
      A row is LABEL[*][:TYPE][=DEFAULT]: a * makes it required, and a type of choice or choices is \
      followed by =VALUE,VALUE. The keys of the answers are the labels in lower case with _ for \
      everything but letters and digits. A backslash before * : = , or another backslash takes it \
      literally. Without --draft NAME no draft is kept.
      """)

  @Argument(help: "The rows, like 'Name*' 'Email:email' 'Cups:integer=1' 'Size:choice=S,M,L'.")
  var rows: [String]

  @Option(help: ArgumentHelp("The title of the form.", valueName: "text"))
  var title: String?

  @Flag(help: "Print the form as a template, for longform fill, and ask nothing.")
  var template = false

  @OptionGroup var output: OutputOptions
  @OptionGroup var options: FillOptions
  @OptionGroup var start: StartOptions

  func validate() throws {
    if title?.isEmpty == true { throw ValidationError("--title needs a text") }
    let choice = options.settings().drafts
    if options.draft == nil, choice.needsDraft {
      let option = choice.startsFresh ? "--fresh" : choice.startsFromLast ? "--last" : "--take"
      throw ValidationError("\(option) needs --draft NAME")
    }
  }

  func run() throws {
    try LongformProgram.end { () throws(Failure) in
      let form: [UInt8]
      do throws(AskedForm.Trouble) {
        form = try AskedForm.template(of: rows, title: title)
      } catch { throw Failure(.wrongUse, error.sentences) }
      if template {
        try StandardOutput.write(form)
        return .saved
      }
      var settings = options.settings(empty: output.empty)
      settings.drafts.isOff = options.draft == nil
      return try FillJob(
        form: .described(form), answers: start.answers, answersFormat: start.answersFormat,
        format: output.writtenFormat, exportOptions: output.exportOptions,
        options: settings, destination: output.destination, force: output.force
      ).run()
    }
  }
}
