// The history of the prompts: the earlier texts of the open prompt, to which ^_ (Ctrl-_) returns,
// and the earlier searches.

import FormModel
import FormText

/// The history of a screen's prompts.
struct PromptHistory {
  /// The scope that was last chosen in this session.
  var scope = FindScope.all
  /// The earlier texts of the open prompt, from the oldest to the newest.
  private var steps: [Text] = []
  /// Whether the last change typed a letter of a word. The next letter then belongs to the same
  /// step.
  private var isInWord = false
  /// The texts of earlier searches, from the newest to the oldest.
  private var searches: [Text] = []

  /// The maximum number of searches to remember.
  private static let mostSearches = 20

  /// Records a change of the prompt's text.
  mutating func note(_ before: Text, changedTo after: EditedLine) {
    guard after.text != before else { return }
    let isTyped = after.kind == .typed
    if !isInWord || !isTyped { steps.append(before) }
    isInWord = isTyped && after.text.string.last?.isWhitespace == false
  }

  /// Returns the text before the last step; nil if there is none.
  mutating func undo() -> Text? {
    isInWord = false
    return steps.popLast()
  }

  /// Forgets the steps of the closing prompt. Remembers `search`, the words of a search prompt; nil
  /// for another prompt.
  mutating func close(after search: Text?) {
    (steps, isInWord) = ([], false)
    guard let search, !search.isBlank else { return }
    searches.removeAll { $0 == search }
    searches.insert(search, at: 0)
    searches.removeLast(max(searches.count - PromptHistory.mostSearches, 0))
  }

  /// Returns the search that came before the search with this text. If the text is not an earlier
  /// search, returns the latest search.
  ///
  /// - Parameter last: the last search, which may come from an earlier session.
  func search(before text: Text, last: Text) -> Text? {
    let all = searches.isEmpty && !last.isBlank ? [last] : searches
    guard let place = all.firstIndex(of: text) else { return all.first }
    return all.indices.contains(place + 1) ? all[place + 1] : nil
  }
}

extension ScreenDialogue {
  /// Handles ^_ at a prompt: undoes the last step in its text.
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

  /// Returns the meaning of ^R during a search: the previous search replaces the search at the
  /// prompt.
  func olderSearch(than text: Text) -> Meaning {
    let older = promptHistory.search(before: text, last: session.lastFind.text)
    return older.map { .offerTaken(.prompt($0)) } ?? .ignored("No earlier search")
  }
}
