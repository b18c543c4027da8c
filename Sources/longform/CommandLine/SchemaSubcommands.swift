// `longform import` makes templates from JSON Schemas. `longform schema` prints the schema of
// templates.

import Arguments
import FormModel
import FormSchema
import FormTerminal
import FormText
import Glibc
import LosslessJSON
import System

/// Converts a JSON Schema to a template.
struct ImportSubcommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Make a template from a JSON Schema (draft-07 and 2020-12).",
    discussion: """
      Objects become sections, arrays of objects repeats, arrays of strings lists. The template also \
      has the schema, which checks the document before it is saved. Anything that the form does not \
      ask for is reported on standard error as FILE:LINE:COLUMN with a JSON Pointer.
      """)

  @Argument(help: "The schema, - for standard input.")
  var schema: String

  @Option(help: ArgumentHelp("The file to write the template to.", valueName: "file"))
  var output: String?

  @Flag(help: "Replace an output file that is not empty.")
  var force = false

  func run() throws {
    try LongformProgram.end { () throws(Failure) in
      let destination = try (output.map { Destination.file($0) } ?? .standardOutput)
        .checked(force: force)
      let name = Descriptor.inputName(schema)
      let made = try SchemaForm.imported(document(named: name), at: schema)
      try destination.write(made.template)
      StandardError.report(SchemaForm.lines(for: made.remarks, of: name))
      let unlisted = made.remarkCount - made.remarks.count
      if made.remarkCount > 0 {
        let also = unlisted > 0 ? ", \(grouped(unlisted)) of them not listed" : ""
        StandardError.report([
          "longform: \(counted(made.remarkCount, "place")) in \(name) that the form leaves out or "
            + "simplifies\(also)"
        ])
      }
      return .saved
    }
  }

  private func document(named name: String) throws(Failure) -> JSONDocument {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try Descriptor.input(schema)
    } catch {
      if error.code == EFBIG { throw FormFinder.tooLarge("a schema", named: name) }
      throw .system(.cannotOpen, name, errno: error.code)
    }
    return try AnswersFile.document(parsing: bytes, named: name)
  }
}

/// Prints the JSON Schema of templates.
struct SchemaSubcommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Print the JSON Schema (2020-12) of templates, for editors and other checkers.")

  func run() throws {
    try LongformProgram.end { () throws(Failure) in
      try StandardOutput.write(TemplateSchema.json)
      return .saved
    }
  }
}
