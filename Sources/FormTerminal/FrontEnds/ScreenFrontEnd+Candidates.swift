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

  /// Reads on in the file of the row with focus, one slice; whether there is more to read.
  func readCandidates() -> Bool {
    guard dialogue.line.mayOfferCandidates else { return false }
    dialogue.session.provideRemembered()
    return candidates.advance(for: &dialogue.session)
  }

  /// Reads that file to its end, for a key that needs it.
  func finishReadingCandidates() {
    guard case .missing(let name) = dialogue.session.candidateState, readCandidates() else {
      return
    }
    dialogue.showMessage("Reading \(name)\(drafts.ellipsis)")
    paint()
    while readCandidates() {}
    dialogue.showMessage(nil)
  }
}
