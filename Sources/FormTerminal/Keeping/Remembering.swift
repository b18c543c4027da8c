// What forms remember of earlier saves: read when a row needs it, written when a save worked.

import Drafts
import FormModel
import FormText

extension FormSession {
  /// Provides what the row with focus remembers. Where that cannot be read it remembers nothing.
  mutating func provideRemembered() {
    guard let name = missingRemembered else { return }
    let texts =
      try? RememberedAnswers(in: DraftStore.directory()).texts(ofRow: name, form: template.id)
    provideRemembered((texts ?? []).map { Text(String(decoding: $0, as: UTF8.self)) })
  }

  /// Keeps for the next time what was saved now.
  ///
  /// - Returns: why that was not possible, as a line for standard error.
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
