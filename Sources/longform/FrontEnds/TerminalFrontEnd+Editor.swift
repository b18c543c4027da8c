// ^X^E: the text of a row in the person's own editor.
//
// Invariants: everything is kept before the editor starts; whatever becomes of it, the row holds
// either what it held or what the editor made of it, as one step that can be undone; what was written
// and is not taken is kept aside, its path told.

import FormCore
import Glibc
import LineEditing

/// The editor a person wants: `$VISUAL`, else `$EDITOR`, else vi where there is one.
struct ExternalEditor {
  /// As a shell reads it, with options.
  let command: String

  init?() {
    if let command = environment("VISUAL") ?? environment("EDITOR") {
      self.command = command
      return
    }
    let folders = (environment("PATH") ?? "/usr/bin:/bin").split(separator: ":")
    guard folders.contains(where: { access("\($0)/vi", X_OK) == 0 }) else { return nil }
    command = "vi"
  }

  /// What it is called in sentences: `vi` for `/usr/bin/vi -u NONE`.
  var name: String {
    let program = command.split(separator: " ").first ?? "the editor"
    return program.split(separator: "/").last.map(String.init) ?? String(program)
  }

  /// What is run to edit a file.
  func arguments(editing path: String) -> [String] {
    // An editor may live on after ^C: then the shell must wait for it.
    ["/bin/sh", "-c", "trap : INT QUIT; \(command) \"$1\"", "sh", path]
  }
}

/// Why nothing is taken from the editor.
private struct EditingFailure: Error {
  var sentence: String
  var keepsFile: Bool
}

extension TerminalFrontEnd {
  /// Lets the person's editor have the text of the row with focus.
  func editElsewhere() {
    guard let row = session.focusedRow else { return }
    let label = session.fullLabel(of: row.id)
    if session.isSecret(row.id) { return say("\(label) is secret and goes to no other program") }
    if session.isFocusReadOnly { return say("\(label) can be read, not changed") }
    guard let editor = ExternalEditor() else {
      return say("There is no vi here: set VISUAL or EDITOR to your editor", style: .problem)
    }
    takeLine()
    keeper?.keepEverything(of: &session)
    let text = session.focusText
    let file: LentFile
    do throws(SystemError) {
      file = try LentFile(text.string, name: Self.fileName(for: row, in: session))
    } catch {
      return say("No file for \(editor.name): \(error.message)", style: .problem)
    }
    let end = runWithTerminal(editor.arguments(editing: file.path))
    do throws(EditingFailure) {
      let new = try editedText(in: file, after: end, by: editor.name)
      file.remove()
      if new == text { return say("\(editor.name) changed nothing") }
      apply(.answered(row.id, new))
      say("\(label), edited in \(editor.name)")
    } catch {
      say("\(error.sentence); \(label) is as it was", style: .problem)
      if error.keepsFile {
        show(["What was written is kept in", file.path])
      } else {
        file.remove()
      }
    }
  }

  /// `work-0-.summary.md`: a name that neither shell nor editor expands, with an ending that says how
  /// to show it.
  private static func fileName(for row: Row, in session: FormSession) -> String {
    let name = session.name(of: row.id).prefix(80).map { character in
      character.isASCII && (character.isLetter || character.isNumber) || "._-".contains(character)
        ? character : "-"
    }
    return String(name) + (row.type == .paragraph ? ".md" : ".txt")
  }

  private func editedText(
    in file: LentFile, after end: JobEnd, by name: String
  ) throws(EditingFailure) -> Text {
    let failure: String? =
      switch end {
      // What was written before we were told to end is kept in the draft.
      case .exited(0), .interrupted: nil
      case .exited(127): "\(name) was not found"
      // How a shell tells of a signal.
      case .exited(let code) where code > 128: "\(name) was ended by signal \(code - 128)"
      case .exited(let code): "\(name) ended with \(code)"
      case .killed(let signal): "\(name) was ended by signal \(signal)"
      case .notStarted(let code): "\(name) cannot be started: \(systemMessage(code))"
      }
    if let failure { throw EditingFailure(sentence: failure, keepsFile: file.holdsSomethingNew) }
    do throws(LentFile.Mistake) {
      return session.textForFocus(edited: Text(try file.text()))
    } catch {
      throw EditingFailure(
        sentence: error.sentence, keepsFile: end != .interrupted && file.holdsSomethingNew)
    }
  }
}
