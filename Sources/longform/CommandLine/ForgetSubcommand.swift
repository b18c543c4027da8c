// `longform drafts forget`: removes answers that were remembered when forms were saved.

import Arguments
import Drafts
import FormModel
import FormTerminal
import FormText

/// Removes the remembered answers of rows.
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
      // If the file of the form is missing, the argument can still be the form's id.
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
