// The first message of a form whose draft was resumed.

import Drafts
import FormModel
import FormScreen
import FormText

extension DraftFlow {
  /// Returns a welcome such as
  /// `Back at Phone, 4 of 20 filled, yesterday 18:02   ^O fresh starts anew`.
  func welcome(to session: inout FormSession, after age: String) -> [FlowEffect] {
    if let delivery = keeper?.delivery { return welcome(to: &session, waitingFor: delivery) }
    let place = session.focus.map { " at \(session.answers.fullLabel(of: $0))" } ?? ""
    let sentence = "Back\(place), \(Progress(of: session).words), \(age)"
    if let missing = missingSecrets(in: session) { return [.message("\(sentence); \(missing)")] }
    let rest = session.pasteRest.count
    if rest > 0 {
      return [.message("\(sentence)   ^Y pastes the other \(counted(rest, "line"))")]
    }
    return [.remark(sentence, key: "^O fresh starts anew", command: ":fresh starts anew")]
  }

  /// Welcomes a person to a form whose saved answers no command has accepted. Rows that the command
  /// rejected have their problems again.
  private func welcome(
    to session: inout FormSession, waitingFor delivery: Delivery
  ) -> [FlowEffect] {
    let need = keeper?.need
    let name = DeliveryCommand(delivery.command, timeout: delivery.timeout).name
    if need == .corrections, let attempt = try? keeper?.draft?.lastAttempt() {
      let rows = session.answers.rejections(attempt.rejections)
      if !rows.found.isEmpty {
        let effects = session.apply(.rejected(rows.found))
        return [.changed(effects)] + (rows.others.isEmpty ? [] : [.lines(rows.others)])
      }
    }
    if need == .changes {
      return [
        .remark(
          "\(name) has not accepted the answers, changed since the save", key: "^S saves again",
          command: ":save saves again")
      ]
    }
    let missing = missingSecrets(in: session).map { "; \($0)" } ?? ""
    return [
      .remark(
        "\(name) has not accepted the saved answers\(missing)", key: "^S sends again",
        command: ":save sends again")
    ]
  }

  /// Names the secret rows that must be typed again; returns nil if there are none.
  func missingSecrets(in session: FormSession) -> String? {
    let rows = session.answers.unansweredSecrets(most: 4)
    guard !rows.isEmpty else { return nil }
    let names =
      rows.prefix(3).map(session.answers.fullLabel(of:)) + (rows.count > 3 ? ["others"] : [])
    return "type again: \(names.joined(separator: ", "))"
  }
}
