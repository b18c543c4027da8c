// The candidates of a form at a screen: read in slices between keys, or to the end where one is needed.

import FormModel
import FormScreen

extension ScreenFrontEnd {
  /// Provides what answers are judged by, and what their values are made with, before both.
  func provideCandidates() {
    candidates.stop()
    guard !dialogue.session.answers.missingCandidateFiles.isEmpty else { return }
    let failures = dialogue.session.provideCandidates(besideTemplate: drafts.source.path)
    if let failure = failures.first {
      dialogue.showMessage("The candidates cannot be used: \(failure.reason)", style: .problem)
    }
    perform(dialogue.loadFocus())
  }

  func provideRemembered() {
    if dialogue.line.mayOfferCandidates { dialogue.session.provideRemembered() }
  }

  /// Continues with the candidates of the row with focus for one slice: reads their file, then looks for those
  /// that other rows leave. Whether there is more to do.
  func readCandidates() -> Bool {
    guard dialogue.line.mayOfferCandidates else { return false }
    dialogue.session.provideRemembered()
    return candidates.advance(for: &dialogue.session) || dialogue.session.filterChoices()
  }

  /// Reads that file to its end, for a key that needs it.
  func finishReadingCandidates() {
    let state = dialogue.session.candidateState
    guard readCandidates() else { return }
    if case .missing(let name) = state { dialogue.showMessage("Reading \(name)\(drafts.ellipsis)") }
    paint()
    while readCandidates() {}
    dialogue.showMessage(nil)
  }
}
