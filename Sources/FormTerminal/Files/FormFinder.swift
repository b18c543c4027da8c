// Finds forms by path, or by name in the folders for forms.

import FormFormats
package import FormModel
import FormText
import Glibc
import System

/// Finds and reads templates.
package enum FormFinder {
  /// Reads the form with the path or name that a person typed.
  package static func template(named name: String) throws(Failure) -> Template {
    try formFile(named: name).template
  }

  /// Reads the form that a person named. Returns its path and the bytes of the file as well.
  package static func formFile(
    named name: String
  ) throws(Failure) -> (template: Template, path: String, bytes: [UInt8]) {
    let path = try path(of: name)
    let bytes = try contents(of: path)
    return (try template(from: bytes, named: path), path, bytes)
  }

  /// Parses a template. Messages call the template `path`.
  package static func template(
    from bytes: [UInt8], named path: String
  ) throws(Failure) -> Template {
    do {
      return try TemplateReader.checkedTemplate(from: bytes)
    } catch {
      throw Failure(
        .malformed, atPlaces: Finding.all(in: error, ofTemplateAt: path).map(\.line))
    }
  }

  /// Reads the bytes of a template file.
  ///
  /// - Throws: also if the name ends as that of a file of answers, such as `.yaml`, because the
  ///   error of its first line as JSON would mislead.
  package static func contents(of path: String) throws(Failure) -> [UInt8] {
    if let format = ExportFormat(fileName: path), AnswersFormat(rawValue: format.rawValue) != nil,
      format != .json, format != .jsonc, access(path, F_OK) == 0
    {
      throw Failure(
        .malformed,
        "\(path) is not a form, because forms are JSON files; longform edit \(path) edits it")
    }
    do throws(SystemError) {
      return try Descriptor.input(path)
    } catch {
      if error.code == EFBIG { throw tooLarge("a template", named: path) }
      throw .system(.cannotOpen, path, errno: error.code)
    }
  }

  /// Returns the failure for a template or schema that is too large.
  package static func tooLarge(_ noun: String, named name: String) -> Failure {
    let size = "\(Descriptor.templateLimit >> 20) MiB"
    return Failure(
      .malformed, "\(Descriptor.inputName(name)) is too large: \(noun) has up to \(size)")
  }

  /// Returns all forms that can be found by name. If a name occurs in several folders, the first
  /// folder wins.
  package static func all() -> [(name: String, path: String)] {
    var seen = Set<String>()
    return folders().flatMap { folder in
      names(in: folder).sorted().filter { seen.insert($0).inserted }.map {
        (name: $0, path: "\(folder)/\($0).json")
      }
    }
  }

  /// Returns the file in the current folder that probably was meant by a name; nil if there is none.
  /// A name alone means only a form in the folders of forms.
  private static func file(meantBy name: String) -> String? {
    let file = "\(name).json"
    return access(file, F_OK) == 0 && !Descriptor.isFolder(file) ? file : nil
  }

  /// Returns the path of a form.
  package static func path(of name: String) throws(Failure) -> String {
    if name.isEmpty {
      throw Failure(.wrongUse, "the name of the form is empty; longform forms lists all")
    }
    if name == "-" || name.contains("/") || name.hasSuffix(".json") { return name }
    let folders = folders()
    for folder in folders {
      let path = "\(folder)/\(name).json"
      if access(path, F_OK) == 0 { return path }
    }
    if access(name, F_OK) == 0, !Descriptor.isFolder(name) { return name }
    if let file = file(meantBy: name) {
      throw Failure(.cannotOpen, "no form \(name.quoted); did you mean the file \(file)?")
    }
    let names = folders.flatMap(names(in:))
    let remedy =
      names.isEmpty ? "give a path, or put \(name).json into ./Forms" : "longform forms lists all"
    throw Failure(
      .cannotOpen,
      "no form \(name.quoted)" + NearestName.hint(for: name, among: names, remedy: remedy))
  }

  /// Returns whether the argument is the name of an existing form, or a path.
  package static func isForm(named name: String) -> Bool {
    do throws(Failure) {
      _ = try path(of: name)
      return true
    } catch { return false }
  }

  /// Returns the form with the same name as a file of answers: `resume` for `work/resume.yaml`.
  ///
  /// - Throws: `cannotOpen` if there is no such form. If the file of answers does not exist either,
  ///   the error says so first, because the file's name may be misspelt.
  package static func name(like file: String) throws(Failure) -> String {
    let name = Path.name(of: file)
    let stem =
      ExportFormat(fileName: name) == nil
      ? name : name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
    do {
      _ = try path(of: stem)
      return stem
    } catch {
      if access(file, F_OK) != 0, errno == ENOENT {
        let hint = NearestName.hint(
          for: stem, among: folders().flatMap(names(in:)),
          remedy: "--form FORM names the form to create it with")
        throw Failure(
          .cannotOpen, "\(file) does not exist, and there is no form \(stem.quoted)\(hint)")
      }
      if let form = DraftStore.form(savedTo: file) {
        throw Failure(
          error.status, "no form is named like \(file); it was saved with --form \(form)")
      }
      throw Failure(
        error.status,
        "no form is named like \(file); --form FORM or --schema SCHEMA names its form, and "
          + "longform forms lists yours")
    }
  }

  /// Returns the folders for forms, in the order in which they are searched.
  package static func folders() -> [String] {
    var folders = ["./Forms"]
    if let path = environment("LONGFORM_PATH") {
      folders += path.split(separator: ":").map(String.init)
    }
    if let data = baseFolder("XDG_DATA_HOME", inHome: ".local/share") {
      folders.append("\(data)/longform/forms")
    }
    if let prefix = ProgramFolder.prefix { folders.append("\(prefix)/\(ProgramFolder.formsPath)") }
    return folders
  }

  /// Returns the names of the forms in a folder.
  static func names(in folder: String) -> [String] {
    let files = (try? Folder.names(in: folder)) ?? []
    return files.filter { $0.hasSuffix(".json") && !$0.hasPrefix(".") }.map {
      String($0.dropLast(".json".count))
    }
  }

  /// A form's entry in a list of forms.
  package struct Overview {
    package var title = ""
    package var summary = ""
    /// The reason that the form cannot be opened, or the command that shows the reason.
    package var fault: String?
    /// The id of the form; nil if the form was not read.
    var id: String?
  }

  /// Reads the entry of the form at a path.
  package static func overview(of path: String) -> Overview {
    // Only regular files are read: a pipe would make the list wait.
    guard Descriptor.isRegular(path), let bytes = try? Descriptor.contents(of: path) else {
      return Overview(fault: "cannot be read")
    }
    guard let template = try? TemplateReader.template(from: bytes) else {
      return Overview(fault: "has errors: longform check \(path)")
    }
    return Overview(title: template.title, summary: template.summary, id: template.id)
  }
}
