// The files that an installation consists of: the program, forms and their schema, completions, and
// the manual.

import FormSchema
import FormTerminal
import FormText
import System

enum InstalledFiles {
  /// Returns all files to install.
  ///
  /// - Parameter forms: the folder with the forms to install; nil for the program's own forms.
  static func all(forms: String?) throws(Failure) -> [InstalledFile] {
    var files: [InstalledFile] = []
    files.append(InstalledFile(path: "bin/longform", bytes: try program(), mode: 0o755))
    guard let folder = forms ?? ProgramFolder.forms else {
      throw Failure(
        .cannotOpen,
        "no forms beside the program; --forms FOLDER names their folder")
    }
    var names = try names(in: folder)
    if forms == nil, let prefix = ProgramFolder.prefix {
      // If this program is installed itself, skip files that a person added to its forms.
      let installed = Installation(prefix: prefix, destination: "")
      if folder == "\(installed.root)/\(ProgramFolder.formsPath)" {
        let listed = Set(try installed.list.files.map(\.path))
        names.removeAll { !listed.contains("\(ProgramFolder.formsPath)/\($0)") }
      }
    }
    guard names.contains(where: { $0.hasSuffix(".json") }) else {
      throw Failure(.cannotOpen, "\(folder): has no forms; --forms FOLDER names another folder")
    }
    if let name = names.first(where: { $0.contains(where: \.isNewline) }) {
      throw Failure(
        .cannotOpen,
        "\(folder): the name \(name.quoted) has a line break; rename the file, or take it out")
    }
    for name in names {
      files.append(
        InstalledFile(
          path: "\(ProgramFolder.formsPath)/\(name)", bytes: try read("\(folder)/\(name)")))
    }
    files.append(
      InstalledFile(
        path: "\(ProgramFolder.formsPath)/\(TemplateSchema.relativePath)",
        bytes: TemplateSchema.json
      ))
    for shell in Shell.allCases {
      files.append(InstalledFile(path: shell.installedPath, bytes: Array(shell.script.utf8)))
    }
    for page in try ManualPage.all() {
      files.append(InstalledFile(path: page.name.installedPath, bytes: Array(page.roff.utf8)))
    }
    return files
  }

  private static func program() throws(Failure) -> [UInt8] {
    do throws(SystemError) {
      return try Stripping.programBytes()
    } catch {
      throw .system(.cannotOpen, "this program", errno: error.code)
    }
  }

  private static func read(_ path: String) throws(Failure) -> [UInt8] {
    do throws(SystemError) {
      return try Descriptor.contents(of: path)
    } catch {
      throw .system(.cannotOpen, path, errno: error.code)
    }
  }

  /// Returns the names of regular files in a folder, sorted, without hidden files and backups of
  /// editors.
  private static func names(in folder: String) throws(Failure) -> [String] {
    let names: [String]
    do throws(SystemError) {
      names = try Folder.names(in: folder)
    } catch {
      throw .system(.cannotOpen, folder, errno: error.code)
    }
    return names.filter { name in
      !name.hasPrefix(".") && !name.hasSuffix("~") && Descriptor.isRegular("\(folder)/\(name)")
    }.sorted()
  }
}
