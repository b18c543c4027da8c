// The host program of a form: its options, and its results. `longform` itself has none.

import FormModel
import FormScreen

/// A host program: a program that uses the library to fill a form.
package final class Host {
  /// The descriptors of the terminal or of the lines; nil for the default ones.
  let input: CInt?
  let output: CInt?
  let handlesSignals: Bool
  let confirmsSave: Bool
  /// Whether there is a question before leaving would lose typed answers.
  var confirmsLeaving = true
  /// The most lines to read; nil for all.
  var mostLines: Int?
  /// The lines that remain on the terminal in place of a saved form.
  var farewell: (Answers) -> [String] = { _ in [] }
  let cancellation: Cancellation?
  /// The searches for suggestions, by the name of the candidates that they replace.
  var searches: [String: SuggestionSearch] = [:]

  /// The sentence about checks of the host that take long; nil for a form without such checks.
  private(set) var notice: CheckNotice?

  /// The answers, after they were saved.
  var answers: Answers?
  /// The draft that leaving the form kept.
  var draft: DraftName?

  /// Whether a question is asked; all others are answered with yes.
  func asks(_ question: Question) -> Bool {
    switch question {
    case .save: confirmsSave
    case .leave, .quit: confirmsLeaving
    case .resume, .takeOver, .takeText, .compare: true
    }
  }

  /// Watches the checks of a form that are closures.
  func watchClosures(of template: inout Template) {
    guard template.hasClosures else { return }
    let notice = CheckNotice()
    template.runClosures { closure in notice.during(closure) }
    self.notice = notice
  }

  package init(_ options: FillOptions, cancellation: Cancellation? = nil) {
    (input, output) = (options.input, options.output)
    (handlesSignals, confirmsSave) = (options.handlesSignals, options.confirmsSave)
    self.cancellation = cancellation
  }
}
