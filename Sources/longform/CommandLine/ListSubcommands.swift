// `longform forms` and `longform show`: lists forms and their rows.

import Arguments
import FormModel
import FormTerminal
import FormText

/// Lists the forms that can be found by name.
struct FormsSubcommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "forms", abstract: "List the forms that can be found by name, and where.")

  func run() throws {
    try LongformProgram.end { () throws(Failure) in
      let found = FormFinder.all()
      if found.isEmpty {
        let folders = FormFinder.folders().joined(separator: ", ")
        StandardError.report(["longform: no forms in \(folders); LONGFORM_PATH names other folders"]
        )
      }
      let width = found.map(\.name.count).max() ?? 0
      try StandardOutput.write(
        found.map { form in
          let name = form.name + String(repeating: " ", count: width - form.name.count)
          return "\(name)  \(form.path)  \(FormsSubcommand.title(of: form.path))"
        })
      return .saved
    }
  }

  /// Returns the title of a form, or the reason that the form cannot be opened.
  static func title(of path: String) -> String {
    let overview = FormFinder.overview(of: path)
    return overview.fault.map { "(\($0))" } ?? overview.title
  }
}

/// Shows the rows of a form as text.
struct ShowSubcommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show the rows of a form as text.")

  @Argument(help: "The form: a path or a name, a template or a JSON Schema.")
  var form: String

  func run() throws {
    try LongformProgram.end { () throws(Failure) in
      let template = try SchemaForm.template(named: form)
      try StandardOutput.write(TemplateListing.lines(of: template))
      return .saved
    }
  }
}

/// Describes a template as text, with a line for each section and each row.
enum TemplateListing {
  /// Returns the lines of the description.
  static func lines(of template: Template) -> [String] {
    let rows = FormSession(template).answers.rowCount
    var lines = ["\(template.title): \(counted(rows, "row"))"]
    if !template.summary.isEmpty { lines.append(template.summary) }
    for section in template.sections {
      var header = section.title ?? section.id
      if let repetition = section.repetition {
        let path = repetition.path.isWhole ? "the whole value" : repetition.path.source
        let names = repetition.keyRow.map { ", by \(section.rows[$0].id.source)" } ?? ""
        header += " (repeats, \(repetition.initial) at first, in \(path)\(names))"
      }
      let indent = String(repeating: "  ", count: max(section.chain.count - 1, 0))
      if !header.isEmpty { lines.append(indent + header) }
      lines += section.rows.map { indent + line(of: $0) }
    }
    return lines
  }

  private static func line(of row: RowTemplate) -> String {
    guard row.type.takesAnswer else { return "  \(row.help?.source ?? "")" }
    var parts = [row.label.source]
    if let count = row.count { parts.append("× \(grouped(count))") }
    parts.append(
      row.isItemName ? "(the name)" : row.path.isWhole ? "(the value)" : "(\(row.path.source))")
    if row.types != [.text] {
      parts.append(row.types.map(\.rawValue).list(joinedBy: "or"))
    }
    if let text = row.constantText {
      parts.append("always \(text.quoted)")
    } else if row.isReadOnly {
      parts.append(row.isCalculated ? "calculated" : "read only")
    }
    if row.isRequired { parts.append("required") }
    if let text = row.defaultText, row.constantText == nil {
      parts.append("default \"\(text.source)\"")
    }
    if row.hasDefaultExpression { parts.append("default by an expression") }
    if row.isCarried { parts.append("carried") }
    if let help = row.help { parts.append("– \(help.source)") }
    return "  " + parts.joined(separator: " ")
  }
}
