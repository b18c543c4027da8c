// The command line: options in, front end out. Nothing is decided here but which front end it is.

import ArgumentParser
import FormCore
import Glibc

/// The program.
@main
struct LongformCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "longform",
    abstract: "Fill long forms at the terminal without losing what was typed.",
    version: "0.1.0",
    subcommands: [FillCommand.self],
    defaultSubcommand: FillCommand.self)
}

/// When a screen has colour.
enum ColorChoice: String, CaseIterable, ExpressibleByArgument {
  case auto, always, never
}

extension ExportFormat {
  /// The names of all formats, for sentences.
  static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }
}

/// What `fill` can be told.
struct FillOptions: ParsableArguments {
  /// The most lines a viewport may have.
  static let mostLines = 1_000

  @Option(
    help: ArgumentHelp(
      "How the answers are written: \(ExportFormat.names).", valueName: "format"),
    transform: FillOptions.format(named:))
  var format: ExportFormat = .json

  @Option(help: ArgumentHelp("Where the answers are written.", valueName: "file"))
  var output: String?

  @Flag(help: "Replace the output file although it holds something.")
  var force = false

  @Option(help: ArgumentHelp("The lines of the viewport.", valueName: "lines"))
  var height: Int?

  @Option(help: "When to use colour.")
  var color: ColorChoice = .auto

  private static func format(named name: String) throws -> ExportFormat {
    if let format = ExportFormat(rawValue: name) { return format }
    let hint = NearestName.hint(for: name, among: ExportFormat.allCases.map(\.rawValue))
    throw ValidationError("no format '\(name)'\(hint); there are \(ExportFormat.names)")
  }

  func validate() throws {
    if let height, !(1...FillOptions.mostLines).contains(height) {
      throw ValidationError("--height takes 1 to \(FillOptions.mostLines) lines.")
    }
  }
}

/// Fills a form.
struct FillCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fill",
    abstract: "Fill a form and write its answers to standard output.",
    discussion: """
      At a terminal the form is drawn on the terminal itself, whatever standard output is. \
      Otherwise standard input is read line by line: a line for each row, :commands between them, \
      and the form is saved at the end.
      """)

  @Argument(help: "The form: a path, or a name in ./Forms, $LONGFORM_PATH or the data folder.")
  var form: String

  @OptionGroup var options: FillOptions

  func run() throws {
    let status: ExitStatus
    do throws(Failure) {
      status = try fill()
    } catch {
      StandardError.say(error)
      status = error.status
    }
    throw ExitCode(status.rawValue)
  }

  private func fill() throws(Failure) -> ExitStatus {
    StandardStreams.claim()
    signal(SIGPIPE, SIG_IGN)
    let destination = options.output.map(Destination.file) ?? .standardOutput
    try destination.check(force: options.force)
    let template = try FormFinder.template(named: form)
    let session = FormSession(template, height: options.height)
    if isatty(STDIN_FILENO) == 1 {
      return try ScreenFrontEnd.fill(session, options: options, destination: destination)
    }
    return try PipeFrontEnd.fill(session, format: options.format, destination: destination)
  }
}
