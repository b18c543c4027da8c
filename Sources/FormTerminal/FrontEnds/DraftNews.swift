// Shows the state of the draft on the screen.

import FormScreen

extension ScreenDialogue {
  /// Shows the state of the draft at the end of the title line.
  ///
  /// - Parameter news: the notes about the draft, and its state if the state has changed.
  /// - Returns: whether the screen changed.
  mutating func show(_ news: (notes: [String], storage: DraftKeeper.Storage?)) -> Bool {
    let (notes, storage) = news
    if !notes.isEmpty { showMessage(notes.joined(separator: "; ")) }
    guard let storage else { return !notes.isEmpty }
    let trouble = storage.trouble.map { ([$0.fact] + [$0.remedy].compactMap(\.self)) }
    let sentence = trouble?.joined(separator: "   ") ?? ""
    state.storage =
      switch storage {
      case .nothing: .nothing
      case .kept: .kept
      case .pending: .keeping
      case .notKept: .notKept(sentence)
      }
    // If there is no title line, the message line says why changes are not stored.
    if trouble != nil, !view.layout.showsTitle {
      showMessage(sentence, style: .problem)
    }
    return true
  }
}
