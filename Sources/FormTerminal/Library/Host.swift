// The program that a form is filled inside of: what it chose, and what it gets. `longform` itself has none.

import FormModel
import FormScreen

/// A program that has a form filled inside of itself.
package final class Host {
  /// The descriptors of the terminal or of the lines; nil for the usual ones.
  let input: CInt?
  let output: CInt?
  let handlesSignals: Bool
  let confirmsSave: Bool
  /// Whether a person who leaves is asked whether typed answers may be lost.
  var confirmsLeaving = true
  /// The most lines that are read, nil for all.
  var mostLines: Int?
  /// The line that stays on the terminal in the place of a saved form.
  var farewell: (Answers) -> [String] = { _ in [] }
  let cancellation: Cancellation?
  /// What looks for suggestions, by the name of the candidates that stand in its place.
  var searches: [String: SuggestionSearch] = [:]

  /// The answers, once they are saved.
  var answers: Answers?
  /// The draft, once it is kept by leaving.
  var draft: DraftName?

  /// Whether a question is asked; yes is the answer to others.
  func asks(_ question: Question) -> Bool {
    switch question {
    case .save: confirmsSave
    case .leave, .quit: confirmsLeaving
    case .goOn, .takeOver, .takeText: true
    }
  }

  init(_ options: FillOptions, cancellation: Cancellation? = nil) {
    (input, output) = (options.input, options.output)
    (handlesSignals, confirmsSave) = (options.handlesSignals, options.confirmsSave)
    self.cancellation = cancellation
  }
}
