// The command line: turns options into a job.

import Arguments
import FormModel
import FormTerminal
import FormText
import Glibc
import System

/// The program.
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

  static let version = "0.1.0"
  /// The date of this version.
  static let released = "2026-11-21"

  /// Runs the program. The most common command line, a form and nothing else, is recognized here:
  /// that is faster than reading all options first.
  static func main() {
    // Before anything opens a file.
    StandardStreams.claim()
    // Makes a file size limit (ulimit -f) an error of the write, EFBIG, and not the end of the
    // program.
    signal(SIGXFSZ, SIG_IGN)
    // Makes a reader that is gone an error too, EPIPE: answers must not be lost without a word.
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

  /// Fills a form that is chosen at the terminal; without one, prints a short usage.
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

  /// Whether all arguments are UTF-8; `CommandLine` changes others, so they would name other files.
  private static var argumentsAreUTF8: Bool {
    (0..<Int(CommandLine.argc)).allSatisfy { index in
      CommandLine.unsafeArgv[index].map { String(validatingCString: $0) != nil } ?? true
    }
  }

  /// The error about a first or second word that is no option, command or form; nil if these words
  /// are right. The reader would take a wrong first word for a form and report the next one.
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
          + "longform forms the forms")
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

  /// The error about a first word that is neither a command nor a form but similar to a command: it
  /// was taken for the name of a form. Nil for every other word.
  private static var misspeltCommand: Failure? {
    guard let word = CommandLine.arguments.dropFirst().first, !word.hasPrefix("-"),
      !isCommand(word), !FormFinder.isForm(named: word)
    else { return nil }
    let names = commandNames
    let nearest = NearestName.nearest(to: word, among: names + FormFinder.all().map(\.name))
    guard let nearest, names.contains(nearest) else { return nil }
    return noCommand(word, nearest: nearest)
  }

  /// Reads the command line and performs the request. Messages are made safe for a terminal (law
  /// 14).
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

  /// The sentence about an error in the command line, with its remedy.
  private static func sentence(for error: UsageError) -> String {
    let fact = error.sentence
    let remedy =
      if case .missingArgument("<form>") = error.fact { "longform forms lists the forms" } else {
        "\(error.command.joined(separator: " ")) --help explains it"
      }
    return fact + (fact.hasSuffix("?") ? " " : "; ") + remedy
  }

  /// The end of a command.
  private struct Ending: Error { let status: ExitStatus }

  /// Runs a job, reports its failure, and ends with its exit status.
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

  /// Lets the person choose a form at the terminal; the program ends if the person leaves.
  ///
  /// - Returns: the form, and the settings with the command line that resumes it.
  static func chosenForm(
    with settings: FillSettings
  ) throws(Failure) -> (form: String, settings: FillSettings) {
    guard FormPicking.canAsk, !settings.noInput else {
      throw Failure(.wrongUse, "<form> is missing; longform forms lists the forms")
    }
    // The status that a shell reports for Ctrl-C.
    var settings = settings
    guard let name = try FormPicking.form(with: &settings) else { Glibc.exit(128 + SIGINT) }
    var rest = CommandLine.arguments.dropFirst()
    if rest.first == "fill" { rest.removeFirst() }
    settings.command = CommandLine.arguments.prefix(1) + ["fill", name] + rest
    return (name, settings)
  }
}
