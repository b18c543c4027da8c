// The history of the prompts: the steps that ^_ undoes in their text, and earlier searches.

import FormModel
import FormText

/// The history of a screen's prompts.
struct PromptHistory {
  /// The scope chosen last in this session.
  var scope = FindScope.all
  /// The earlier texts of the open prompt, the oldest first.
  private var steps: [Text] = []
  /// Whether the last change typed a part of a word; the next letter belongs to the same step.
  private var isInWord = false
  /// The texts of earlier searches, the latest first.
  private var searches: [Text] = []

  /// The most searches that are remembered.
  private static let mostSearches = 20

  /// Records a change of the prompt's text.
  mutating func note(_ before: Text, changedTo after: EditedLine) {
    guard after.text != before else { return }
    let isTyped = after.kind == .typed
    if !isInWord || !isTyped { steps.append(before) }
    isInWord = isTyped && after.text.string.last?.isWhitespace == false
  }

  /// The text before the last step; nil if there is none.
  mutating func undo() -> Text? {
    isInWord = false
    return steps.popLast()
  }

  /// Drops the steps of a prompt that closes, and remembers its search.
  mutating func close(after search: Text?) {
    (steps, isInWord) = ([], false)
    guard let search, !search.isBlank else { return }
    searches.removeAll { $0 == search }
    searches.insert(search, at: 0)
    searches.removeLast(max(searches.count - PromptHistory.mostSearches, 0))
  }

  /// The search before the one with this text; the latest one if the text is not among them.
  ///
  /// - Parameter last: the last search, possibly of another session.
  func search(before text: Text, last: Text) -> Text? {
    let all = searches.isEmpty && !last.isBlank ? [last] : searches
    guard let place = all.firstIndex(of: text) else { return all.first }
    return all.indices.contains(place + 1) ? all[place + 1] : nil
  }
}

extension ScreenDialogue {
  /// ^_ at a prompt: restores its text before the last step.
  mutating func undoPrompt() -> [Request] {
    guard let text = promptHistory.undo() else {
      showMessage("Nothing to undo here")
      return []
    }
    let line = EditedLine(text, cursor: text.scalarCount)
    let promptHistory = promptHistory
    defer { self.promptHistory = promptHistory }
    return [.load(text.string, cursor: line.cursor)] + edited(line, by: .request)
  }

  /// ^R during a find: the search before the one at the prompt.
  func olderSearch(than text: Text) -> Meaning {
    let older = promptHistory.search(before: text, last: session.lastFind.text)
    return older.map { .offerTaken(.prompt($0)) } ?? .ignored("No earlier search")
  }
}
