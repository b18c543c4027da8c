// A save that sends the answers to a command. The form ends after the command accepts them.
//
// Invariants: the answers are on disk before they are sent. While the command runs, ^C (Ctrl-C) is
// the only key with an effect. If the form must end while the command runs, the command is ended
// first, and the answers stay in the draft until they are sent again.

import Drafts
import FormFormats
import FormModel
import FormScreen
import FormText
import Glibc
import System

extension SaveFlow {
  /// Stores the answers and starts the command.
  mutating func send(
    _ session: inout FormSession, as format: ExportFormat, problems: Int,
    to command: DeliveryCommand, keeper: DraftKeeper
  ) -> [FlowEffect] {
    do throws(Failure) {
      dispatch = try Dispatch(
        &session, as: format, problems: problems, options: job.exportOptions, command: command,
        keeper: keeper)
      return [.waiting("Sending to \(command.name) …", for: .sending)]
    } catch {
      return [.problem("Not saved: \(error.lines.joined(separator: "; "))")]
    }
  }

  /// Whether the command is running.
  var isSending: Bool { dispatch != nil }

  /// Ends the command after ^C; the form stays open.
  func stopSending() -> [FlowEffect] {
    guard let dispatch else { return [] }
    dispatch.stop(because: "stopped")
    return [.waiting("Stopping \(dispatch.command.name) …", for: .sending)]
  }

  /// Ends the command because the form must end.
  mutating func abandonSending(_ keeper: DraftKeeper?) {
    guard let dispatch else { return }
    self.dispatch = nil
    if let attempt = dispatch.abandon(because: "stopped") { dispatch.note(attempt, in: keeper) }
  }

  /// Waits for the command.
  ///
  /// - Returns: the requests to the front end; empty while the command runs.
  mutating func advanceSending(
    _ session: inout FormSession, drafts: DraftFlow, milliseconds: Int
  ) -> [FlowEffect] {
    guard let dispatch, let outcome = dispatch.wait(milliseconds: milliseconds) else { return [] }
    self.dispatch = nil
    switch outcome {
    case .accepted(let output):
      return [.waitEnded] + accepted(dispatch, output: output, &session, drafts: drafts)
    case .rejected(let rejections, let attempt):
      dispatch.note(attempt, in: drafts.keeper)
      return [.waitEnded] + rejected(rejections, attempt, by: dispatch.command, in: &session)
    case .notAccepted(let attempt):
      dispatch.note(attempt, in: drafts.keeper)
      return [.waitEnded] + notAccepted(attempt, by: dispatch.command)
    }
  }

  /// Writes the command's output to standard output, then writes `--output` and finishes the draft.
  private mutating func accepted(
    _ dispatch: Dispatch, output: [UInt8], _ session: inout FormSession, drafts: DraftFlow
  ) -> [FlowEffect] {
    do throws(Failure) {
      try job.writeAfterAcceptance(session, as: dispatch.format, output: output, to: destination)
      try DraftStore.doing { () throws(DraftError) in try drafts.keeper?.endDelivery() }
    } catch {
      noteFailure()
      dispatch.note(notWritten: error, in: drafts.keeper)
      let reason = error.lines.joined(separator: "; ")
      return [.notAccepted("\(dispatch.command.name) accepted it, but: \(reason)", lines: [])]
    }
    return finish(&session, as: dispatch.format, problems: dispatch.problems, drafts: drafts)
  }

  private mutating func rejected(
    _ rejections: [(pointer: String, message: String)], _ attempt: DeliveryAttempt,
    by command: DeliveryCommand, in session: inout FormSession
  ) -> [FlowEffect] {
    let rows = session.answers.rejections(rejections)
    if rows.found.isEmpty { return notAccepted(attempt, by: command) }
    let effects = session.apply(.rejected(rows.found))
    return [.changed(effects)] + (rows.others.isEmpty ? [] : [.lines(rows.others)])
  }

  private func notAccepted(
    _ attempt: DeliveryAttempt, by command: DeliveryCommand
  ) -> [FlowEffect] {
    [.notAccepted(attempt.sentence(naming: command), lines: attempt.lines)]
  }
}

extension Answers {
  /// Returns the rows that were rejected, and the lines of rejections that match no row.
  func rejections(
    _ rejections: [(pointer: String, message: String)]
  ) -> (found: [Rejection], others: [String]) {
    var (found, others) = ([Rejection](), [String]())
    for (pointer, message) in rejections {
      if pointer.isEmpty {
        others.append(message)
      } else if let row = row(atPointer: pointer) {
        if let place = found.firstIndex(where: { $0.row == row }) {
          found[place].message += "; \(message)"
        } else {
          found.append(Rejection(row: row, message: message))
        }
      } else {
        others.append("\(pointer): \(message)")
      }
    }
    return (found, others)
  }
}

extension FillJob {
  /// Writes the command's output to standard output, and the answers to the file of `--output`.
  func writeAfterAcceptance(
    _ session: FormSession, as format: ExportFormat, output: [UInt8], to destination: Destination
  ) throws(Failure) {
    if !output.isEmpty { try Destination.standardOutput.write(output) }
    guard case .file = destination else { return }
    try destination.write(session, as: format, options: exportOptions)
  }
}
