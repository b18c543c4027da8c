// The answers that forms remember: read when a row needs them, written after a successful save.

import Drafts
import FormModel
import FormText

extension FormSession {
  /// Provides the earlier answers of the focused row; none if they cannot be read.
  mutating func provideRemembered() {
    guard let name = missingRemembered else { return }
    let texts =
      try? RememberedAnswers(in: DraftStore.directory()).texts(ofRow: name, form: template.id)
    provideRemembered((texts ?? []).map { Text(String(decoding: $0, as: UTF8.self)) })
  }

  /// Stores the saved answers for the next time.
  ///
  /// - Returns: a line for standard error, if that fails.
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
