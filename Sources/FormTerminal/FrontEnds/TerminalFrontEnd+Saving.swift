// Writing the answers from a session with a terminal: a save that fails leaves the form open.

import Drafts
import FormModel
import FormScreen
import FormText
import Glibc

extension TerminalFrontEnd {
  /// Writes the answers and ends, or says why not and goes on: nothing is lost by a failed save.
  func save(as named: ExportFormat?, problems: Int) {
    let writesToTerminal = isatty(STDOUT_FILENO) == 1
    if case .standardOutput = destination, writesToTerminal { makeRoom() }
    let format = named ?? job.format
    keeper?.keepEverything(of: &session)
    Alarm.interruptCalls(at: deadline)
    defer { Alarm.stop() }
    do throws(Failure) {
      try destination.write(session, as: format, options: job.exportOptions, stopsOnSignal: true)
    } catch {
      saveFailed = true
      stoppedSaving = error.code == EINTR && !Alarm.isOver(deadline)
      let sentence = error.lines.joined(separator: "; ")
      showMessage("Not saved: \(sentence)", style: .problem)
      show(["Nothing is lost: :export FORMAT FILE writes the answers elsewhere"])
      return
    }
    saveFailed = false
    var errors = problems == 0 ? [] : problemLines
    if keeper != nil { errors += session.remember() }
    keeper?.tidyLeavings(in: session)
    errors += linesOfLeavings(all: true)
    if let error = keeper?.finish() {
      errors.append("longform: the draft cannot be marked finished: \(error.sentence)")
    }
    errors += TextsWithoutRow.linesAfterSaving(session, to: keeper)
    ending = .status(
      problems == 0 ? .saved : .savedWithProblems,
      farewell: [summary(of: format, problems: problems)], errors: errors)
  }

  private var problemLines: [String] {
    session.problemsInOrder.map { row, problem in
      let number = session.row(row)?.number.map { "row \($0): " } ?? ""
      let sentence = problem.sentence(label: session.answers.problemLabel(of: row))
      return "longform: \(number)\(sentence)".escapingLineBreaks
    }
  }

  func export(_ format: ExportFormat, path: String) {
    provideCandidates()
    do throws(Failure) {
      let destination = try Destination.file(path).checked(
        force: false, remedy: "name another file")
      try destination.write(session, as: format, options: job.exportOptions, stopsOnSignal: true)
      showMessage("Exported as \(format.rawValue) to \(path)")
    } catch {
      showMessage("Not exported: \(error.lines.joined(separator: "; "))", style: .problem)
    }
  }

  /// `Saved 18 of 20 rows, 2 empty, as json to resume.json`.
  private func summary(of format: ExportFormat, problems: Int) -> String {
    let (filled, total) = (session.answers.filledCount, session.answers.rowCount)
    let empty = filled < total ? ", \(grouped(total - filled)) empty" : ""
    let hidden = session.answers.hiddenCount
    let kept =
      hidden == 0 ? "" : ", \(counted(hidden, "hidden row")) with text left out"
    let bad = problems == 0 ? "" : ", with \(counted(problems, "problem"))"
    return
      "Saved \(grouped(filled)) of \(grouped(total)) rows\(empty)\(kept), as \(format.rawValue)"
      + " to \(destination.name)\(bad)"
  }
}
