// The past of the prompts: the steps that ^_ undoes in their text, and the earlier searches.

import FormModel
import FormText

/// The past of the prompts of a screen.
struct PromptPast {
  /// The scope that was chosen since the form was opened.
  var scope = FindScope.all
  /// The texts of the prompt that is open, the oldest first.
  private var steps: [Text] = []
  /// Whether the last change typed a part of a word: the next letter belongs to the same step.
  private var isInWord = false
  /// The texts of earlier searches, the last first.
  private var searches: [Text] = []

  /// The most searches that are remembered.
  private static let mostSearches = 20

  /// Takes note of another text of the prompt.
  mutating func note(_ before: Text, changedTo after: EditedLine) {
    guard after.text != before else { return }
    let isTyped = after.kind == .typed
    if !isInWord || !isTyped { steps.append(before) }
    isInWord = isTyped && after.text.string.last?.isWhitespace == false
  }

  /// The text before the last step; nil before the first.
  mutating func undo() -> Text? {
    isInWord = false
    return steps.popLast()
  }

  /// Forgets the steps of a prompt that closes, and remembers its search.
  mutating func close(after search: Text?) {
    (steps, isInWord) = ([], false)
    guard let search, !search.isBlank else { return }
    searches.removeAll { $0 == search }
    searches.insert(search, at: 0)
    searches.removeLast(max(searches.count - PromptPast.mostSearches, 0))
  }

  /// The search before that with this text; the last one where the text is none of them.
  ///
  /// - Parameter last: the last search, maybe of another session.
  func search(before text: Text, last: Text) -> Text? {
    let all = searches.isEmpty && !last.isBlank ? [last] : searches
    guard let place = all.firstIndex(of: text) else { return all.first }
    return all.indices.contains(place + 1) ? all[place + 1] : nil
  }
}

extension ScreenDialogue {
  /// ^_ at a prompt: its text before the last step.
  mutating func undoPrompt() -> [Request] {
    guard let text = past.undo() else {
      showMessage("Nothing to undo here")
      return []
    }
    let line = EditedLine(text, cursor: text.scalarCount)
    let past = past
    defer { self.past = past }
    return [.load(text.string, cursor: line.cursor)] + edited(line, by: .request)
  }

  /// ^R while finding: the search before the one at the prompt.
  func olderSearch(than text: Text) -> Meaning {
    let older = past.search(before: text, last: session.lastFind.text)
    return older.map { .offerTaken(.prompt($0)) } ?? .ignored("No earlier search")
  }
}
