// `longform drafts forget`: removes remembered answers of earlier saves.

import Arguments
import Drafts
import FormModel
import FormTerminal
import FormText

/// Forgets the remembered answers of rows.
struct ForgetSubcommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "forget",
    abstract:
      "Forget the answers remembered from earlier saves: all, those of a form, or of one row.")

  @Argument(help: "The form: its name, its path, or its id.")
  var form: String?

  @Argument(help: "The row's id.")
  var row: String?

  func run() throws {
    try LongformProgram.end { () throws(Failure) in
      // A form whose file is missing is still known by its id.
      let id = form.map { name in (try? FormFinder.formFile(named: name).template.id) ?? name }
      let row = row
      let count = try DraftStore.doing { () throws(DraftError) in
        try RememberedAnswers(in: DraftStore.directory()).forget(form: id, row: row)
      }
      StandardError.report([
        count == 0
          ? "Nothing is remembered" + (form.map { " for \($0.quoted)" } ?? "")
          : "Forgot \(counted(count, "text"))"
      ])
      return .saved
    }
  }
}
