// The candidates of a form at a terminal.

import FormCore

extension ScreenFrontEnd {
  /// Provides what answers are judged by, and what their values are made with, before both.
  func provideCandidates() {
    guard !session.missingCandidateFiles.isEmpty else { return }
    let failures = session.provideCandidates(besideTemplate: source.path)
    if let failure = failures.first {
      say("The candidates cannot be used: \(failure.reason)", style: .problem)
    }
    loadFocus()
  }
}
