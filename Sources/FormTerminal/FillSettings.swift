// The settings with which a person, a script or a program that uses the library fills a form.

package import FormModel
package import FormScreen

/// The use of color on a screen.
package enum ColorChoice: String, CaseIterable { case auto, always, never }

/// The settings for filling a form.
package struct FillSettings {
  /// The longest timeout, in seconds: a year.
  package static let longestTimeout = 31_536_000

  /// The number of lines of the viewport; nil to use the number that the template sets, or else the
  /// default.
  package var height: ScreenHeight?
  package var color = ColorChoice.auto
  /// Answers to set before the form is filled, as `KEY=VALUE`.
  package var presets: [String] = []
  /// Whether the form is filled without asking any question.
  package var noInput = false
  /// Whether the form is drawn on the terminal even if standard input is not a terminal.
  package var tty = false
  /// The representation of a missing answer; nil to use the one that the template sets.
  package var empty: EmptyAnswers?
  /// Whether standard error gets only errors and problems.
  package var quiet = false
  /// Whether plain mode was requested.
  package var plain = false
  /// Whether vi's keys were requested.
  package var vi = false
  /// Whether the mouse was requested.
  package var mouse = false
  /// The number of seconds after which the program leaves the form.
  package var timeout: Int?
  /// The time at which the program leaves the form, in milliseconds of the monotonic clock.
  package var deadline: Int?
  package var drafts = DraftChoice()
  /// The bytes that were typed before the form was open.
  var typedAhead: [UInt8] = []
  /// The program that uses the library; nil in `longform` itself.
  package var host: Host?
  /// Makes templates from files that are not templates; nil if only templates are accepted.
  package var translator: TemplateTranslator?
  /// The command line that resumes the form; nil to use the program's own command line.
  package var command: [String]?

  package init(empty: EmptyAnswers? = nil) { self.empty = empty }
}
