// The command line: converts options to a job and runs it.

import Arguments
import FormModel
import FormTerminal
import FormText
import Glibc
import System

/// The program. Its `main` is called when the program starts.
@main
struct LongformProgram: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "longform",
    abstract: "Fill long forms at the terminal without losing anything you type.",
    subcommands: [
      FillSubcommand.self, EditSubcommand.self, AskSubcommand.self, ConvertSubcommand.self,
      DiffSubcommand.self, DeliverSubcommand.self,
      CheckSubcommand.self, FormsSubcommand.self, ShowSubcommand.self, DraftsSubcommand.self,
      ImportSubcommand.self,
      SchemaSubcommand.self, CompletionsSubcommand.self, HelpSubcommand.self, ManualSubcommand.self,
      InstallSubcommand.self, UninstallSubcommand.self,
    ],
    defaultSubcommand: FillSubcommand.self)

  static let version = "0.2.0"
  /// The date of this version.
  static let released = "2026-11-28"

  /// Runs the program. The most common arguments are only the name of a form. This case is
  /// checked first, because the check is faster than the parser of the options.
  static func main() {
    // The streams must be opened before any other file.
    StandardStreams.claim()
    // If a file size limit (ulimit -f) is reached, the write must fail with EFBIG. Without this
    // line the signal would end the program.
    signal(SIGXFSZ, SIG_IGN)
    // If the reader of a pipe is gone, the write must fail with EPIPE, so that the loss is
    // reported.
    signal(SIGPIPE, SIG_IGN)
    let arguments = CommandLine.arguments.dropFirst()
    if arguments.first == CompletionsSubcommand.question {
      let words = Array(arguments.dropFirst())
      Glibc.exit(status { () throws(Failure) in try CompletionsSubcommand.answer(words) }.rawValue)
    }
    if let first = arguments.first, HelpScreen.options.contains(first) {
      let showsAll = arguments.dropFirst().first == HelpScreen.allOption
      if arguments.count == 1 || arguments.count == 2 && showsAll {
        Glibc.exit(status { () throws(Failure) in try HelpScreen.show(all: showsAll) }.rawValue)
      }
    }
    if arguments.isEmpty { Glibc.exit(chooseAndFill().rawValue) }
    let isNamed = arguments.first == "fill"
    let words = isNamed ? arguments.dropFirst() : arguments
    guard let form = words.first, words.count == 1, !form.isEmpty, !form.hasPrefix("-"),
      isNamed || form.contains("/") || !isCommand(form), argumentsAreUTF8
    else { parse() }
    let status = status(of: { () throws(Failure) in
      try FillJob(
        form: .named(form), answers: nil, format: .json, options: .withSchemas(),
        destination: .standardOutput, force: false
      ).run()
    })
    Glibc.exit(status.rawValue)
  }

  /// Fills a form that the person chooses at the terminal. If there is no terminal, prints a short
  /// usage.
  private static func chooseAndFill() -> ExitStatus {
    guard FormPicking.canAsk else {
      StandardError.report(HelpScreen.usage)
      return .wrongUse
    }
    return status { () throws(Failure) in
      let (form, settings) = try FillSubcommand.chosenForm(with: .withSchemas())
      return try FillJob(
        form: .named(form), answers: nil, format: .json, options: settings,
        destination: .standardOutput, force: false
      ).run()
    }
  }

  private static func isCommand(_ word: String) -> Bool { commandNames.contains(word) }

  /// Whether all arguments are UTF-8. `CommandLine` repairs invalid bytes, so a name would refer to
  /// another file.
  private static var argumentsAreUTF8: Bool {
    (0..<Int(CommandLine.argc)).allSatisfy { index in
      CommandLine.unsafeArgv[index].map { String(validatingCString: $0) != nil } ?? true
    }
  }

  /// The error if the first or second word is not an option, a command or a form; nil if the words
  /// are valid. The parser would take a wrong first word for a form, and would then report the next
  /// word.
  private static var unknownWord: Failure? {
    let words = CommandLine.arguments.dropFirst()
    guard argumentsAreUTF8, let word = words.first, !word.isEmpty else { return nil }
    if word.hasPrefix("-") {
      let program = SubcommandDescription.program
      let options = [program] + program.subcommands.filter { $0.name == "fill" }
      let names = options.flatMap(\.options).flatMap(\.names)
      let name = String(word.prefix { $0 != "=" })
      guard !names.contains(name) else { return nil }
      let remedy = "longform fill --help lists all"
      let hint =
        name.hasPrefix("--")
        ? NearestName.hint(for: name, among: names, remedy: remedy) : "; \(remedy)"
      return Failure(.wrongUse, "unknown option \(name)\(hint)")
    }
    let command = configuration.subcommands.first { $0.configuration.commandName == word }
    if let command {
      let names = command.configuration.subcommands.compactMap { $0.configuration.commandName }
      guard !names.isEmpty, let second = words.dropFirst().first, !second.hasPrefix("-"),
        !names.contains(second)
      else { return nil }
      let hint = NearestName.hint(
        for: second, among: names, remedy: "longform \(word) --help lists all")
      return Failure(.wrongUse, "no command \(second.quoted)\(hint)")
    }
    guard !FormFinder.isForm(named: word) else { return nil }
    let forms = FormFinder.all().map(\.name)
    switch NearestName.nearest(to: word, among: commandNames + forms) {
    case let name? where commandNames.contains(name): return noCommand(word, nearest: name)
    case let name?:
      return Failure(
        .wrongUse, "no form \(word.quoted); did you mean \(name)? longform forms lists all")
    case nil:
      return Failure(
        .wrongUse,
        "no command and no form \(word.quoted); longform help --all lists the commands, "
          + "and longform forms lists the forms")
    }
  }

  /// The names of the commands.
  private static var commandNames: [String] {
    configuration.subcommands.compactMap { $0.configuration.commandName }
  }

  private static func noCommand(_ word: String, nearest name: String) -> Failure {
    Failure(
      .wrongUse, "no command \(word.quoted); did you mean \(name)? longform help --all lists all")
  }

  /// The error if the first word is similar to a command and was taken for a form, although there
  /// is no such form; nil otherwise.
  private static var misspeltCommand: Failure? {
    guard let word = CommandLine.arguments.dropFirst().first, !word.hasPrefix("-"),
      !isCommand(word), !FormFinder.isForm(named: word)
    else { return nil }
    let names = commandNames
    let nearest = NearestName.nearest(to: word, among: names + FormFinder.all().map(\.name))
    guard let nearest, names.contains(nearest) else { return nil }
    return noCommand(word, nearest: nearest)
  }

  /// Parses the command line and runs the command. In messages, unsafe characters are replaced
  /// before they are written to a terminal (law 14).
  private static func parse() -> Never {
    let status = status { () throws(Failure) in
      guard argumentsAreUTF8 else {
        throw Failure(
          .wrongUse, "an argument is not UTF-8; rename the file or use another name")
      }
      let request: CommandRequest
      do throws(UsageError) {
        request = try self.request(Array(CommandLine.arguments.dropFirst()))
      } catch {
        throw unknownWord ?? Failure(.wrongUse, sentence(for: error))
      }
      switch request {
      case .version:
        try StandardOutput.write([version])
        return .saved
      case .help(let path):
        let command = SubcommandDescription.named(path.dropFirst())
        try StandardOutput.write((command ?? .program).helpLines)
        return .saved
      case .run(let command):
        do { try command.run() } catch let end as Ending { return end.status } catch {
          throw Failure(.fault, "internal error: \(error)")
        }
        return .saved
      }
    }
    Glibc.exit(status.rawValue)
  }

  /// Returns the sentence about an error in the command line, with its remedy.
  private static func sentence(for error: UsageError) -> String {
    let fact = error.sentence
    let remedy =
      if case .missingArgument("<form>") = error.fact { "longform forms lists the forms" } else {
        "\(error.command.joined(separator: " ")) --help explains it"
      }
    return fact + (fact.hasSuffix("?") ? " " : "; ") + remedy
  }

  /// Ends a command with an exit status.
  private struct Ending: Error { let status: ExitStatus }

  /// Runs a job, reports its failure, and ends the command with its exit status.
  static func end(_ job: () throws(Failure) -> ExitStatus) throws -> Never {
    throw Ending(status: status(of: job))
  }

  private static func status(of job: () throws(Failure) -> ExitStatus) -> ExitStatus {
    do throws(Failure) {
      return try job()
    } catch {
      let failure = error.status == .cannotOpen ? misspeltCommand ?? error : error
      StandardError.report(failure)
      return failure.status
    }
  }
}

/// Fills a form.
struct FillSubcommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fill",
    abstract: "Fill a form and write its answers to standard output.",
    discussion: """
      At a terminal the form is drawn on the terminal itself, even if standard output is a file. \
      Otherwise standard input is read line by line: a line for each row, :commands between them, \
      and the form is saved at the end.
      """)

  @Argument(
    help: """
      The form: a path, - for standard input, or a name as longform forms lists it; a template or a \
      JSON Schema. Without one, choose a form at the terminal.
      """)
  var form: String?

  @OptionGroup var output: OutputOptions
  @OptionGroup var options: FillOptions

  @OptionGroup var start: StartOptions
  @OptionGroup var delivery: DeliveryOptions

  var listedDeclarations: DeclarationList? {
    [
      ("form", _form), ("output", _output), ("options", _options), ("start", _start),
      ("delivery", _delivery),
    ]
  }

  func run() throws {
    try LongformProgram.end { () throws(Failure) in
      let given = options.settings(empty: output.empty)
      let (form, settings) =
        if let form { (form, given) } else { try FillSubcommand.chosenForm(with: given) }
      var job = FillJob(
        form: .named(form), answers: start.answers, answersFormat: start.answersFormat,
        format: output.writtenFormat, exportOptions: output.exportOptions,
        options: settings, destination: output.destination, force: output.force)
      job.command = delivery.command
      return try job.run()
    }
  }

  /// Lets the person choose a form at the terminal. If the person leaves, the program ends.
  ///
  /// - Returns: the form, and settings that contain the command line for resuming it.
  static func chosenForm(
    with settings: FillSettings
  ) throws(Failure) -> (form: String, settings: FillSettings) {
    guard FormPicking.canAsk, !settings.noInput else {
      throw Failure(.wrongUse, "<form> is missing; longform forms lists the forms")
    }
    var settings = settings
    guard let name = try FormPicking.form(with: &settings) else {
      Glibc.exit(ExitStatus.left.rawValue)
    }
    var rest = CommandLine.arguments.dropFirst()
    if rest.first == "fill" { rest.removeFirst() }
    settings.command = CommandLine.arguments.prefix(1) + ["fill", name] + rest
    return (name, settings)
  }
}
