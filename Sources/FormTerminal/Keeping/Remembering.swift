// The answers that forms remember. They are read when a row needs them, and written after a
// successful save.

import Drafts
import FormModel
import FormText

extension FormSession {
  /// Reads the earlier answers of the focused row. If they cannot be read, the row has no earlier
  /// answers.
  mutating func provideRemembered() {
    guard let name = missingRemembered else { return }
    let texts =
      try? RememberedAnswers(in: DraftStore.directory()).texts(ofRow: name, form: template.id)
    provideRemembered((texts ?? []).map { Text(String(decoding: $0, as: UTF8.self)) })
  }

  /// Stores the saved answers as suggestions for the next time that the form is filled.
  ///
  /// - Returns: a line for standard error if this fails; otherwise an empty list.
  func remember() -> [String] {
    let answers = answers.answersToRemember.map { answer in
      (row: answer.name, texts: answer.texts.map { Array($0.string.utf8) })
    }
    guard !answers.isEmpty else { return [] }
    do throws(DraftError) {
      try RememberedAnswers(in: DraftStore.directory())
        .remember(answers, form: template.id, most: Answers.mostRemembered)
      return []
    } catch {
      return [
        "longform: the saved answers cannot be remembered for the next time: \(error.sentence)"
      ]
    }
  }
}
