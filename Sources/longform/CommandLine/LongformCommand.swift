// The command line: options in, a job out. Nothing is decided here but what was asked for.

import ArgumentParser
import FormCore

/// The program.
@main
struct LongformCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "longform",
    abstract: "Fill long forms at the terminal without losing what was typed.",
    version: "0.1.0",
    subcommands: [
      FillCommand.self, EditCommand.self, CheckCommand.self, FormsCommand.self, ShowCommand.self,
    ],
    defaultSubcommand: FillCommand.self)

  /// Does a job, says why it failed, and ends with its exit status.
  static func end(_ job: () throws(Failure) -> ExitStatus) throws -> Never {
    StandardStreams.claim()
    let status: ExitStatus
    do throws(Failure) {
      status = try job()
    } catch {
      StandardError.say(error)
      status = error.status
    }
    throw ExitCode(status.rawValue)
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

  @OptionGroup var output: OutputOptions
  @OptionGroup var options: FillOptions

  @Option(
    help: ArgumentHelp(
      "The answers to start from: a JSON document, - for standard input.",
      valueName: "file"))
  var answers: String?

  func run() throws {
    try LongformCommand.end { () throws(Failure) in
      try FillJob(
        form: form, answers: answers, format: output.format, options: options,
        destination: output.output.map(Destination.file) ?? .standardOutput, force: output.force
      ).run()
    }
  }
}

/// Fills a form with a document and writes it back.
struct EditCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit",
    abstract: "Edit a JSON document in a form: only what you change is changed in the file.")

  @Argument(help: "The document; it is made when there is none.")
  var file: String

  @Option(
    help: ArgumentHelp("The form; by default the one named like the file.", valueName: "form"))
  var form: String?

  @OptionGroup var options: FillOptions

  func run() throws {
    try LongformCommand.end { () throws(Failure) in
      let name = if let form { form } else { try EditCommand.formName(of: file) }
      return try FillJob(
        form: name,
        answers: FileIdentity(path: file) == nil ? nil : file, format: .json, options: options,
        destination: .file(file), force: false
      ).run()
    }
  }

  /// `resume` for `work/resume.json`.
  private static func formName(of file: String) throws(Failure) -> String {
    let name = file.split(separator: "/").last.map(String.init) ?? ""
    let stem = name.hasSuffix(".json") ? String(name.dropLast(5)) : name
    do {
      _ = try FormFinder.path(of: stem)
      return stem
    } catch {
      throw Failure(error.status, error.lines.map { "\($0); --form FORM names the form" })
    }
  }
}
