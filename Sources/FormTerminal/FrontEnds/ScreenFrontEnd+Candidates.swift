// Reads the candidates of a form at the screen. A file of candidates is read in slices between
// keys, or at once to its end if a key needs all of its candidates.

import FormModel
import FormScreen

extension ScreenFrontEnd {
  /// Reads the candidates of all rows, before answers are checked and converted to values.
  func provideCandidates() {
    candidates.stop()
    guard !dialogue.session.answers.missingCandidateFiles.isEmpty else { return }
    let failures = dialogue.session.provideCandidates(relativeToTemplate: drafts.source.path)
    if let failure = failures.first {
      dialogue.showMessage("The candidates cannot be used: \(failure.reason)", style: .problem)
    }
    perform(dialogue.loadFocus())
  }

  func provideRemembered() {
    if dialogue.line.mayOfferCandidates { dialogue.session.provideRemembered() }
  }

  /// Works on the candidates of the focused row for one slice: reads their file, then applies the
  /// filter.
  ///
  /// - Returns: whether there is more work.
  private func readCandidates() -> Bool {
    guard dialogue.line.mayOfferCandidates else { return false }
    dialogue.session.provideRemembered()
    return candidates.advance(for: &dialogue.session) || dialogue.session.filterChoices()
  }

  /// Works for one slice on the candidates of the focused row, then on those that have the labels
  /// of the other rows in view.
  ///
  /// - Returns: whether there is more work.
  func readCandidatesWhileIdle() -> Bool {
    readCandidates() || candidates.advanceLabels(for: &dialogue.session)
  }

  /// Reads the focused row's file of candidates to its end, because a key needs all candidates.
  func finishReadingCandidates() {
    let state = dialogue.session.candidateState
    guard readCandidates() else { return }
    if case .missing(let name) = state { dialogue.showMessage("Reading \(name)\(drafts.ellipsis)") }
    paint()
    while readCandidates() {}
    dialogue.showMessage(nil)
  }
}
