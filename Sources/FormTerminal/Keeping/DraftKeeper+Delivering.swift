// Keeps saved answers in the draft until a command has accepted them.

import Drafts
import FormModel
import FormText
import System

extension DraftKeeper {
  /// Stores saved answers on disk, together with the identity of their filling and all pending
  /// changes.
  ///
  /// - Throws: the reason that the answers cannot be stored. After an error nothing may be sent.
  func store(
    _ delivery: Delivery, of filling: Filling, _ session: inout FormSession
  ) throws(DraftError) {
    keepEverything(of: &session)
    if let trouble { throw trouble }
    let draft = try access.openedDraft()
    backlog.batch.values[DraftKey.filling] = .set(filling.encoded)
    if delivery.answers == .none {
      let secrets = session.answers.secretRows.filter {
        session.answers.isShown($0) && session.answers.answer(of: $0) != nil
      }
      let names = secrets.reduce("") { "\($0)\(session.answers.lastingName(of: $1))\n" }
      backlog.batch.values[DraftKey.secrets] = .set(Array(names.utf8))
    }
    backlog.batch.filled = session.answers.filledCount
    backlog.batch.total = session.answers.askedCount
    do throws(DraftError) {
      try draft.store(delivery, backlog.batch(of: access.source), now: Wall.seconds)
    } catch {
      fail(error)
      throw error
    }
    backlog.noteCommit()
    access.setAbsorbedAside()
    (self.filling, self.delivery) = (filling, delivery)
  }

  /// The secret rows that the waiting answers contain and that have no answer now. A script that set
  /// a row to nothing left it out on purpose.
  func missingSecrets(in session: FormSession) -> [FormRow.ID] {
    guard delivery?.answers == Delivery.Answers.none else { return [] }
    return session.answers.unansweredSecrets(most: .max).filter { row in
      session.answers.isShown(row) && !session.answers.isPreset(row)
        && savedSecrets?.contains(session.answers.lastingName(of: row)) != false
    }
  }

  /// Records an attempt to send the answers. If recording fails, lists do not show the attempt.
  func note(_ attempt: DeliveryAttempt) { try? draft?.note(attempt) }

  /// Removes the answers, because the command has accepted them.
  func endDelivery() throws(DraftError) {
    try draft?.endDelivery()
    delivery = nil
  }

  /// The reason that the saved answers need the person; nil if they only have to be sent.
  var need: DeliveryNeed? {
    guard let draft, let delivery else { return nil }
    return DeliveryNeed(
      of: delivery, hasChanged: (try? draft.hasChangedSinceSave()) == true,
      last: try? draft.lastAttempt(), wasRestored: (try? draft.wasRestored()) == true)
  }

  /// Closes a draft whose saved answers no command has accepted yet, and marks the draft as
  /// undelivered. A draft that needs the person stays unfinished.
  ///
  /// - Returns: the error if the draft cannot be closed in this way.
  private func leaveUndelivered(needing need: DeliveryNeed?) -> DraftError? {
    defer { access.leave() }
    guard let draft, need == nil else { return trouble }
    do throws(DraftError) {
      try draft.closeUndelivered(now: Wall.seconds)
      return trouble
    } catch {
      return error
    }
  }

  /// Removes the draft.
  func discard() {
    access.leave()
    _ = try? DraftStore.directory().remove(identity.fileName)
  }

  /// Closes the draft; returns lines about the answers that were not accepted.
  func linesOnLeavingUndelivered(
    _ session: inout FormSession, source: FormSource
  ) -> [String] {
    let name = delivery.map { DeliveryCommand($0.command, timeout: $0.timeout).name } ?? ""
    keepEverything(of: &session)
    let need = need
    if let error = leaveUndelivered(needing: need) {
      return ["longform: the last changes could not be kept (\(error.sentence))"]
    }
    if let need {
      let command = source.commandToResume(with: identity.fileName, delivery: delivery)
      return ["longform: \(need.sentence(naming: name)): \(command)"]
    }
    let count = undeliveredCount
    let (noun, pronoun) =
      count == 1 ? ("saved form is", "it") : ("saved forms are", "them")
    return [
      "longform: \(grouped(count)) \(noun) not delivered; only longform deliver sends \(pronoun)"
    ]
  }

  /// The number of fillings of this form whose answers must still be sent to a command.
  var undeliveredCount: Int {
    (try? access.directory?.undeliveredCount(identity)) ?? 0
  }
}
