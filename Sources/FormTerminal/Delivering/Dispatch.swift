// Sends a save to the command that receives the answers. The answers are stored before they are
// sent.

import Drafts
import FormFormats
import FormModel
import FormText
import Glibc
import System

/// The sending of one save to a command.
final class Dispatch {
  let command: DeliveryCommand
  let format: ExportFormat
  /// The number of problems that the answers have.
  let problems: Int
  private var sending: Sending
  /// Whether the answers contain secrets, so that no draft stores them.
  private let hasSecrets: Bool

  /// Stores the answers and starts the command.
  ///
  /// - Throws: the reason if the answers cannot be stored or the command cannot be started. Answers
  ///   that are already stored stay stored.
  init(
    _ session: inout FormSession, as format: ExportFormat, problems: Int, options: ExportOptions,
    command: DeliveryCommand, keeper: DraftKeeper
  ) throws(Failure) {
    (self.command, self.format, self.problems) = (command, format, problems)
    hasSecrets = session.template.hasSecrets
    // Write the draft first, because this creates the directory of drafts. Large answers are stored
    // in that directory too.
    keeper.keepEverything(of: &session)
    let directory = try DraftStore.doing { () throws(DraftError) in
      let directory = try DraftStore.directory()
      try directory.prepare()
      return directory
    }
    let saved = try SavedBytes(session, as: format, options: options, in: directory)
    var filling = keeper.filling ?? Filling(id: session.fillingID)
    filling.noteSave(of: saved.fingerprint, isSecret: saved.answers == .none)
    let origin = keeper.access.source.origin
    let delivery = Delivery(
      id: filling.id, revision: filling.revision, saved: Wall.seconds, command: command.text,
      timeout: command.timeout, form: session.template.id, formHash: origin.templateHash,
      format: format.rawValue, answers: saved.answers)
    do throws(DraftError) {
      try keeper.store(delivery, of: filling, &session)
    } catch {
      saved.remove(in: directory)
      throw Failure(.writeFailed, "the answers cannot be kept, nothing was sent: \(error.sentence)")
    }
    sending = try Sending(delivery, answers: saved.input, secrets: session.answers.secretTexts)
  }

  /// Waits for the outcome; returns nil if the command has not ended when the time is over.
  func wait(milliseconds: Int) -> DeliveryOutcome? { sending.wait(milliseconds: milliseconds) }

  /// Records an attempt in the draft.
  func note(_ attempt: DeliveryAttempt, in keeper: DraftKeeper?) {
    keeper?.note(attempt.kept(hasSecrets: hasSecrets))
  }

  /// Records in the draft that the command accepted the answers, but that the command's output or
  /// the file of `--output` could not be written.
  func note(notWritten failure: Failure, in keeper: DraftKeeper?) {
    let reason = failure.lines.joined(separator: "; ")
    note(
      DeliveryAttempt(
        time: Wall.seconds, result: "output not written", message: Array(reason.utf8)),
      in: keeper)
  }

  /// Ends the command with SIGTERM, and two seconds later with SIGKILL.
  func stop(because reason: String) { sending.stop(because: reason) }

  /// Ends the command and waits for its end.
  ///
  /// - Returns: the attempt; nil if the command accepted the answers before it ended.
  func abandon(because reason: String) -> DeliveryAttempt? {
    sending.stop(because: reason)
    while true {
      switch sending.wait(milliseconds: 100) {
      case nil: continue
      case .accepted: return nil
      case .rejected(_, let attempt), .notAccepted(let attempt): return attempt
      }
    }
  }
}
