// The choices of a person or a script for filling a form.

package import FormModel
package import FormScreen

/// When a screen has colour.
package enum ColorChoice: String, CaseIterable { case auto, always, never }

/// The settings for filling a form.
package struct FillSettings {
  /// The longest timeout, in seconds: a year.
  package static let longestTimeout = 31_536_000

  /// The viewport's lines; the template's, or the usual ones, when it is nil.
  package var height: ScreenHeight?
  package var color = ColorChoice.auto
  /// Texts for rows, as `KEY=VALUE`.
  package var presets: [String] = []
  /// Whether no question is asked.
  package var noInput = false
  /// Whether the form is drawn on the terminal whatever standard input is.
  package var tty = false
  /// What an answer that was not given becomes; nil for what the template says.
  package var empty: EmptyAnswers?
  /// Whether standard error has nothing but errors and problems.
  package var quiet = false
  /// Whether sentences were asked for in the place of a screen.
  package var plain = false
  /// Whether vi's keys were asked for.
  package var vi = false
  /// Whether the mouse was asked for.
  package var mouse = false
  /// After how many seconds the form is left.
  package var timeout: Int?
  /// When it is left, in milliseconds of the monotonic clock.
  package var deadline: Int?
  package var drafts = DraftChoice()
  /// The bytes that were typed before the form was open.
  var typedAhead: [UInt8] = []
  /// The program that the form is filled inside of; nil in `longform` itself.
  package var host: Host?
  /// The command line that continues the form; nil for the one the program was started with.
  package var command: [String]?

  package init(empty: EmptyAnswers? = nil) { self.empty = empty }
}
