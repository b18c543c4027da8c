// A save on its way to a command: it is stored first, then sent.

import Drafts
import FormFormats
import FormModel
import FormText
import Glibc
import System

/// A save that a command gets.
final class Dispatch {
  let command: DeliveryCommand
  let format: ExportFormat
  /// The number of problems that the answers have.
  let problems: Int
  private var sending: Sending
  /// Whether the answers hold secrets, so that no draft has anything of them.
  private let hasSecrets: Bool

  /// Stores the answers and starts the command.
  ///
  /// - Throws: why they are not stored, or the command was not started; stored answers are kept.
  init(
    _ session: inout FormSession, as format: ExportFormat, problems: Int, options: ExportOptions,
    command: DeliveryCommand, keeper: DraftKeeper
  ) throws(Failure) {
    (self.command, self.format, self.problems) = (command, format, problems)
    hasSecrets = session.template.hasSecrets
    // The draft, so that there is a directory for many bytes.
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
    do throws(SystemError) {
      sending = try Sending(
        delivery, answers: saved.input, secrets: session.answers.secretTexts)
    } catch {
      throw .system(.undelivered, command.name, errno: error.code)
    }
  }

  /// Waits so many milliseconds at most; the outcome once there is one.
  func wait(milliseconds: Int) -> DeliveryOutcome? { sending.wait(milliseconds: milliseconds) }

  /// Records an attempt in the draft.
  func note(_ attempt: DeliveryAttempt, in keeper: DraftKeeper?) {
    keeper?.note(attempt.kept(hasSecrets: hasSecrets))
  }

  /// Records that the command accepted the answers, but its output or the file of `--output` cannot be
  /// written.
  func note(notWritten failure: Failure, in keeper: DraftKeeper?) {
    let reason = failure.lines.joined(separator: "; ")
    note(
      DeliveryAttempt(
        time: Wall.seconds, result: "output not written", message: Array(reason.utf8)),
      in: keeper)
  }

  /// Ends the command: politely, two seconds later by force.
  func stop(because reason: String) { sending.stop(because: reason) }

  /// Ends the command and waits until it has ended.
  ///
  /// - Returns: the attempt; nil where the command accepted the answers all the same.
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
