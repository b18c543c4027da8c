// The options and results that a form exchanges with its host program. A host program is a program
// that uses the library. `longform` itself has no host program.

import FormModel
import FormScreen

/// The options and results of a host program: a program that uses the library to fill a form.
package final class Host {
  /// The descriptor from which a terminal or lines are read; nil for the default.
  let input: CInt?
  let output: CInt?
  let handlesSignals: Bool
  let confirmsSave: Bool
  /// Whether the form asks before the person leaves it and loses typed answers.
  var confirmsLeaving = true
  /// The maximum number of lines to read; nil for no limit.
  var mostLines: Int?
  /// Returns the lines that remain on the terminal after a form is saved.
  var farewell: (Answers) -> [String] = { _ in [] }
  let cancellation: Cancellation?
  /// The searches for suggestions. Each key is the name by which the template refers to the search,
  /// as if the search were a file of candidates.
  var searches: [String: SuggestionSearch] = [:]

  /// The notice that is shown while a closure of the host program takes long to check an answer;
  /// nil if no closure checks answers of the form.
  private(set) var notice: CheckNotice?

  /// The answers; nil until they are saved.
  var answers: Answers?
  /// The draft that was kept when the person left the form.
  var draft: DraftName?

  /// Returns whether the form asks the given question. A question that is not asked counts as
  /// answered with yes.
  func asks(_ question: Question) -> Bool {
    switch question {
    case .save: confirmsSave
    case .leave, .quit: confirmsLeaving
    case .resume, .takeOver, .takeText, .compare: true
    }
  }

  /// Shows the notice if a closure that checks an answer takes long.
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
