// The options of `fill` and `edit`.

import ArgumentParser
import FormModel
import FormText

/// When a screen has colour.
enum ColorChoice: String, CaseIterable, ExpressibleByArgument {
  case auto, always, never
}

/// How a form is filled.
struct FillSettings {
  /// The longest timeout, in seconds: a year.
  static let longestTimeout = 31_536_000

  /// The viewport's lines; the template's, or the usual ones, when it is nil.
  var height: Int?
  var color = ColorChoice.auto
  /// Texts for rows, as `KEY=VALUE`.
  var presets: [String] = []
  /// Whether nobody is asked.
  var noInput = false
  /// Whether the form is drawn on the terminal whatever standard input is.
  var tty = false
  /// What an answer that was not given becomes; nil for what the template says.
  var empty: EmptyAnswers?
  /// Whether standard error has nothing but errors and problems.
  var quiet = false
  /// Whether sentences were asked for in the place of a screen.
  var plain = false
  /// Whether vi's keys were asked for.
  var vi = false
  /// After how many seconds the form is left.
  var timeout: Int?
  /// When it is left, in milliseconds of the monotonic clock.
  var deadline: Int?
  var drafts = DraftChoice()
}

/// The options for how a form is filled.
struct FillOptions: ParsableArguments {
  // A negative number is a value out of range, not another option.
  @Option(
    parsing: .unconditional, help: ArgumentHelp("The height of the viewport.", valueName: "lines"))
  var height: Int?

  @Option(help: "When to use colour.")
  var color: ColorChoice = .auto

  @Option(
    name: .customLong("set"),
    help: ArgumentHelp("Set the answer of a row, named by its key or id.", valueName: "key=value"))
  var presets: [String] = []

  @Flag(help: "Ask nothing: check the answers and write them.")
  var noInput = false

  @Flag(help: "Draw the form on the terminal even if standard input is something else.")
  var tty = false

  @Flag(help: "Fill line by line, in sentences: for screen readers, serial lines and logs.")
  var plain = false

  @Flag(help: "Edit with vi's keys.")
  var vi = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Leave after this many seconds and keep the draft.", valueName: "seconds"))
  var timeout: Int?

  @Flag(
    help: """
      Print only errors and problems on standard error: no replies to piped commands, no hints \
      about kept drafts, no warning that comments of a YAML file are lost.
      """)
  var quiet = false

  @Option(help: ArgumentHelp("The draft to keep the form in (default: main).", valueName: "name"))
  var draft: String?

  @Flag(help: "Start anew and set an existing draft aside.")
  var fresh = false

  @Flag(help: "Start anew with the answers of the last save.")
  var last = false

  @Flag(help: "Keep no draft: leaving loses everything you typed.")
  var noDraft = false

  @Flag(help: "Take the draft over from another process that has it open.")
  var take = false

  func validate() throws {
    if let height, !(1...Viewport.mostLines).contains(height) {
      throw ValidationError("--height takes 1 to \(grouped(Viewport.mostLines)) lines")
    }
    for preset in presets
    where (preset.utf8.firstIndex(of: UInt8(ascii: "=")) ?? preset.startIndex)
      == preset.startIndex
    {
      throw ValidationError("--set needs KEY=VALUE, not \(preset.quoted)")
    }
    if let timeout, !(1...FillSettings.longestTimeout).contains(timeout) {
      throw ValidationError("--timeout takes 1 to \(grouped(FillSettings.longestTimeout)) seconds")
    }
    if let draft, draft.isEmpty { throw ValidationError("--draft needs a name") }
    if noDraft, draft != nil || settings().drafts.needsDraft {
      throw ValidationError("--no-draft cannot be used with --draft, --fresh, --last or --take")
    }
    if fresh, last { throw ValidationError("--fresh and --last cannot be used together") }
    if noInput, tty { throw ValidationError("--no-input and --tty cannot be used together") }
  }

  /// What the options say, with what becomes of answers that were not given.
  func settings(empty: EmptyAnswers? = nil) -> FillSettings {
    FillSettings(
      height: height, color: color, presets: presets, noInput: noInput, tty: tty, empty: empty,
      quiet: quiet, plain: plain, vi: vi, timeout: timeout,
      drafts: DraftChoice(
        isOff: noDraft, name: draft, startsFresh: fresh, startsFromLast: last, takesOver: take))
  }
}
