// `longform diff`: shows the differences between two documents of answers.

import Arguments
import FormModel
import FormTerminal
import Glibc

/// Compares two documents of answers.
struct DiffSubcommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Show what differs between the answers in two files.",
    discussion: """
      Rows with other answers, and items that were added, removed or moved, one a line. Items are \
      matched by the row of which the form wants another answer in each item ("unique"), without one by \
      equality, then by order. Order of keys, layout and members that the form does not know make no \
      difference. The text of secret rows is not shown. The exit status is 0 if the answers are equal, 1 \
      if they differ.
      """)

  @Argument(help: "The old answers: a file, - for standard input.")
  var old: String

  @Argument(help: "The new answers: a file, - for standard input.")
  var new: String

  @Option(
    help: ArgumentHelp(
      "The form they answer; by default the one named like the first file, or like the second.",
      valueName: "form"))
  var form: String?

  @Option(help: AnswersFormat.help)
  var answersFormat: AnswersFormat?

  @Flag(help: "Write the differences as JSON, with JSON Pointers.")
  var json = false

  func run() throws {
    try LongformProgram.end { () throws(Failure) in
      if old == "-", new == "-" {
        throw Failure(.wrongUse, "the two files cannot both come from standard input")
      }
      let name = try nameOfForm()
      let sessions = (try session(of: name, with: old), try session(of: name, with: new))
      let comparison = DocumentComparison.all(sessions.0.answers, sessions.1.answers)
      let report = DifferenceReport(comparison.differences, of: comparison.sides)
      if json {
        try StandardOutput.write(JSONRecord.list(report.records))
      } else {
        try StandardOutput.write(report.lines)
      }
      return comparison.differences.isEmpty ? .saved : .notSaved
    }
  }

  private func nameOfForm() throws(Failure) -> String {
    if let form { return form }
    let files = [old, new].filter { $0 != "-" }
    for file in files.dropLast() {
      if let name = try? FormFinder.name(like: file) { return name }
    }
    return try FormFinder.name(like: files[files.count - 1])
  }

  private func session(of form: String, with answers: String) throws(Failure) -> FormSession {
    let source = try FormSource(
      form: .named(form), answers: answers, format: answersFormat,
      options: .withSchemas(quiet: true),
      keepsUnknownColumns: true)
    var session = try source.newSession()
    if let failure = session.provideCandidates(relativeToTemplate: source.path).first {
      throw failure.failure
    }
    return session
  }
}
