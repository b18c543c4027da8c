// ^X^E (Ctrl-X Ctrl-E): edits the text of a row in the person's own editor.
//
// The editor gets a file in a folder of its own. Invariants: before the editor starts, all changes
// are stored, and the draft records the folder if possible. Afterwards the row contains either its
// old text or the editor's text, and one undo restores the old text. The folder is removed only
// after the row is stored. The folder stays if the editor was interrupted and the folder contains
// something new. The path of a folder that stays is reported.

import Drafts
import FormModel
import FormScreen
import FormText
import Glibc
import LineEditing
import System

/// The person's editor: `$VISUAL`, or else `$EDITOR`, or else vi if it exists.
struct ExternalEditor {
  /// The command line of the editor, with options, for a shell.
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

  /// The name of the editor in sentences: `vi` for `/usr/bin/vi -u NONE`.
  var name: String {
    let program = command.split(separator: " ").first ?? "the editor"
    return program.split(separator: "/").last.map(String.init) ?? String(program)
  }

  /// Returns the command line that edits a file.
  func arguments(editing path: String) -> [String] {
    // An editor may survive ^C (Ctrl-C). The shell must then wait for the editor.
    ["/bin/sh", "-c", "trap : INT QUIT; \(command) \"$1\"", "sh", path]
  }
}

/// A text that was given to an external editor.
private struct Loan {
  let record: LentRecord
  let folder: LentFolder
  /// Whether the draft contains `record`.
  let isRecorded: Bool
  let file: LentFile
}

/// The reason for not using the editor's text.
private struct EditingFailure: Error { var sentence: String }

extension DraftFlow {
  /// Lets the person's editor edit the text of the focused row.
  ///
  /// - Parameter run: runs a program, and gives it the terminal until it ends.
  mutating func editElsewhere(
    _ session: inout FormSession, run: ([String]) -> JobEnd
  ) -> [FlowEffect] {
    guard let row = session.focusedRow else { return [] }
    let label = session.answers.fullLabel(of: row.id)
    if session.answers.isSecret(row.id) {
      return [.message("\(label) is secret and goes to no other program")]
    }
    if session.isFocusReadOnly {
      return [.message("\(label) is \(session.isFocusCalculated ? "calculated" : "read only")")]
    }
    guard let editor = ExternalEditor() else {
      return [.problem("There is no vi here: set VISUAL or EDITOR to your editor")]
    }
    keeper?.keepEverything(of: &session)
    let text = session.focusText
    let loan: Loan
    do throws(SystemError) {
      loan = try lend(text, of: row, in: &session, to: editor.name)
    } catch {
      return [.problem("No file for \(editor.name): \(error.message)")]
    }
    let end = loan.folder.whileInUse { run(editor.arguments(editing: loan.file.path)) }
    // The shell may end before the editor that it started, so wait for the editor too.
    if end == .interrupted { _ = loan.folder.isLeft(within: 500) }
    do throws(EditingFailure) {
      let new = try editedText(in: loan.file, of: session, after: end, by: editor.name)
      switch end {
      case .interrupted: return keep(loan, holding: new, insteadOf: text, in: row.id, of: &session)
      default: return take(new, insteadOf: text, in: row.id, of: &session, from: loan)
      }
    } catch {
      let message = FlowEffect.problem("\(error.sentence); \(label) is as it was")
      let left = leavings(of: loan, in: session)
      if left.mayBeRemoved {
        endLoan(loan, in: &session)
        return [message]
      }
      report(loan)
      return [
        message, .lines(["Your text is kept in"] + left.news.map { "\(loan.folder.path)/\($0)" }),
      ]
    }
  }

  /// Writes a text into a new file. The folder of this file is recorded in the draft if possible.
  private func lend(
    _ text: Text, of row: FormRow, in session: inout FormSession, to editor: String
  ) throws(SystemError) -> Loan {
    let name = fileName(for: row, in: session)
    let record = LentRecord(
      folder: DraftDirectory.newFolderName(), file: name,
      row: session.answers.lastingName(of: row.id), label: session.answers.fullLabel(of: row.id),
      editor: editor, hash: LentRecord.hash(of: Array(text.string.utf8)))
    var recorded: LentFolder?
    if let keeper {
      do throws(DraftError) {
        recorded = try keeper.lend(record, of: &session)
      } catch {
        // The person already sees NOT KEPT at the screen. The text can be edited without a record.
      }
    }
    let folder = if let recorded { recorded } else { try LentFolder.temporary() }
    do throws(SystemError) {
      return Loan(
        record: record, folder: folder, isRecorded: recorded != nil,
        file: try LentFile(text.string, name: name, in: folder))
    } catch {
      folder.remove()
      keeper?.forget(record)
      throw error
    }
  }

  /// Returns a file name such as `work-0-.summary.md`. Neither the shell nor the editor expands any
  /// of its characters. The extension lets the editor choose the syntax coloring.
  private func fileName(for row: FormRow, in session: FormSession) -> String {
    let name = session.answers.name(of: row.id).prefix(80).map { character in
      character.isASCII && (character.isLetter || character.isNumber) || "._-".contains(character)
        ? character : "-"
    }
    return String(name) + (row.type.holdsLines && !row.type.holdsEntries ? ".md" : ".txt")
  }

  private func editedText(
    in file: LentFile, of session: FormSession, after end: JobEnd, by name: String
  ) throws(EditingFailure) -> Text {
    let failure: String? =
      switch end {
      // An interrupt is no failure: the text that was written before it may be taken.
      case .exited(0), .interrupted: nil
      case .exited(127): "\(name) was not found"
      // A shell reports a signal as an exit status above 128.
      case .exited(let code) where code > 128: "\(name) was ended by signal \(code - 128)"
      case .exited(let code): "\(name) ended with \(code)"
      case .killed(let signal): "\(name) was ended by signal \(signal)"
      case .notStarted(let code): "\(name) cannot be started: \(systemMessage(code))"
      }
    if let failure { throw EditingFailure(sentence: failure) }
    do throws(LentFile.ReadError) {
      return session.textForFocus(edited: Text(try file.text()))
    } catch { throw EditingFailure(sentence: error.sentence) }
  }

  // MARK: - After the editor

  /// Takes the text of an editor that ended without being interrupted.
  private mutating func take(
    _ new: Text, insteadOf text: Text, in row: FormRow.ID, of session: inout FormSession,
    from loan: Loan
  ) -> [FlowEffect] {
    let (label, name) = (loan.record.label, loan.record.editor)
    if new == text {
      guard loan.folder.isInUse else {
        endLoan(loan, in: &session)
        return [.message("\(name) changed nothing")]
      }
      // The editor still runs in the background, and may write after the form is closed.
      report(loan)
      return [
        .message("\(name) still runs; \(label) is as it was"),
        .lines(["Its text is kept in", loan.file.path]),
      ]
    }
    let effects = [
      FlowEffect.changed(session.apply(.answered(row, new))),
      .message("\(label), edited in \(name)"),
    ]
    keeper?.keepEverything(of: &session)
    // Until the row is stored on disk, the file is the only copy of the text, so the file is kept.
    if let keeper, !keeper.isKeeping { report(loan) } else { endLoan(loan, in: &session) }
    return effects
  }

  /// Handles an editor that was interrupted together with this process: keeps its folder, and takes
  /// the text if the editor has stopped writing.
  private mutating func keep(
    _ loan: Loan, holding new: Text, insteadOf text: Text, in row: FormRow.ID,
    of session: inout FormSession
  ) -> [FlowEffect] {
    var effects: [FlowEffect] = []
    if new != text, !new.isEmpty, !loan.folder.isInUse {
      effects.append(.changed(session.apply(.answered(row, new))))
      keeper?.keepEverything(of: &session)
    }
    if !loan.isRecorded, leavings(of: loan, in: session).mayBeRemoved {
      endLoan(loan, in: &session)
    } else {
      report(loan)
    }
    return effects
  }

  private func leavings(of loan: Loan, in session: FormSession) -> Leavings {
    Leavings(
      loan.record, in: loan.folder, of: session,
      isRowKept: loan.isRecorded && keeper?.isKeeping == true)
  }

  private func endLoan(_ loan: Loan, in session: inout FormSession) {
    guard loan.isRecorded, let keeper else {
      loan.folder.remove()
      return
    }
    keeper.endLoan(loan.record, loan.folder, of: &session)
  }

  /// Records a folder that the draft does not know, so that it is reported at the end.
  private mutating func report(_ loan: Loan) {
    if !loan.isRecorded { leftFolders.append((loan.record, loan.folder)) }
  }
}
