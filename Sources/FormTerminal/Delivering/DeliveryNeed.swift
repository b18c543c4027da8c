// The reasons that saved answers need a person, although a program could send them again.

import Drafts

/// The reason that saved answers need the person who typed them.
///
/// The draft of such answers stays unfinished, so that the same command opens it again.
enum DeliveryNeed {
  /// The form has secret rows, whose answers are not stored.
  case secrets
  /// The form was changed after its answers were saved, and the changes are not saved.
  case changes
  /// The command rejected answers of the form.
  case corrections
  /// A person reopened the form to correct it, and has not saved it since.
  case restored

  /// - Parameters:
  ///   - hasChanged: whether the draft was changed after the answers were saved.
  ///   - attempt: the last attempt to send the answers.
  ///   - wasRestored: whether the draft was restored after the answers were saved.
  /// - Returns: nil if the answers only have to be sent.
  init?(
    of delivery: Delivery, hasChanged: Bool, last attempt: DeliveryAttempt?, wasRestored: Bool
  ) {
    if delivery.answers == .none {
      self = .secrets
    } else if hasChanged {
      self = .changes
    } else if attempt?.isRejection == true {
      self = .corrections
    } else if wasRestored {
      self = .restored
    } else {
      return nil
    }
  }

  /// A word for lists of drafts, after `not delivered`.
  var word: String {
    switch self {
    case .secrets: "needs you"
    case .changes: "changed since"
    case .corrections: "rejected"
    case .restored: "restored"
    }
  }

  /// Returns a sentence for a person who leaves the form. A command that opens the form follows it.
  func sentence(naming command: String) -> String {
    switch self {
    case .secrets: "\(command) has not accepted it, and secrets are not kept"
    case .changes:
      "\(command) has not accepted the save, and the answers were changed since; to save them again"
    case .corrections: "\(command) rejected answers; to correct them"
    case .restored: "\(command) has not accepted it, and the restored form stays open"
    }
  }
}

extension DraftDirectory {
  /// The reason that the saved answers of a draft need the person; nil if there are no such answers
  /// or if they only have to be sent.
  func need(of fileName: String) throws(DraftError) -> DeliveryNeed? {
    guard let delivery = try delivery(of: fileName) else { return nil }
    return DeliveryNeed(
      of: delivery, hasChanged: try hasChangedSinceSave(fileName),
      last: try attempts(of: fileName).last, wasRestored: try wasRestored(fileName))
  }
}
