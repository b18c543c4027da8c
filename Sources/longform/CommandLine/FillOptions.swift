// The options of `fill`, `edit` and `ask`.

import Arguments
import FormModel
import FormScreen
import FormTerminal
import FormText

extension ColorChoice: ExpressibleByArgument {}

/// The value of `--height`: a number of lines like `20`, or a percentage like `40%`.
struct HeightOption: ExpressibleByArgument {
  /// The height; nil if the number is out of range.
  let height: ScreenHeight?

  init?(argument: String) {
    let digits = argument.hasSuffix("%") ? String(argument.dropLast()) : argument
    guard let number = Int(digits) else { return nil }
    height =
      if argument.hasSuffix("%") {
        (1...100).contains(number) ? .region(percent: number) : nil
      } else {
        (1...Viewport.mostLines).contains(number) ? .viewport(number) : nil
      }
  }
}

/// The options that determine how a form is filled.
struct FillOptions: ParsableArguments {
  // With `unconditional`, a negative number is reported as out of range, and not as an unknown
  // option.
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The lines of the viewport, or the part of the terminal in percent.", valueName: "lines"))
  var height: HeightOption?

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

  @Flag(help: "Use the mouse: a click goes to a row, the wheel scrolls.")
  var mouse = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Leave after this many seconds and keep the draft.", valueName: "seconds"))
  var timeout: Int?

  @Flag(
    help: """
      Print only errors and problems on standard error: no replies to piped commands, no hints \
      about kept drafts.
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

  var listedDeclarations: DeclarationList? {
    [
      ("height", _height), ("color", _color), ("presets", _presets), ("noInput", _noInput),
      ("tty", _tty), ("plain", _plain), ("vi", _vi), ("mouse", _mouse), ("timeout", _timeout),
      ("quiet", _quiet), ("draft", _draft), ("fresh", _fresh), ("last", _last),
      ("noDraft", _noDraft), ("take", _take),
    ]
  }

  func validate() throws {
    if height?.height == nil, height != nil {
      throw ValidationError(
        "--height takes 1 to \(grouped(Viewport.mostLines)) lines, or 1% to 100%")
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

  /// Returns the settings for these options.
  ///
  /// - Parameter empty: the representation of missing answers; nil to use the one that the template
  ///   sets.
  func settings(empty: EmptyAnswers? = nil) -> FillSettings {
    var settings = FillSettings.withSchemas(empty: empty, quiet: quiet)
    (settings.height, settings.color, settings.presets) = (height?.height, color, presets)
    (settings.noInput, settings.tty, settings.quiet) = (noInput, tty, quiet)
    (settings.plain, settings.vi, settings.timeout) = (plain, vi, timeout)
    settings.mouse = mouse
    (settings.drafts.isOff, settings.drafts.name) = (noDraft, draft)
    (settings.drafts.startsFresh, settings.drafts.startsFromLast) = (fresh, last)
    settings.drafts.takesOver = take
    return settings
  }
}

/// The options of `fill` and `ask` for the answers to start from.
struct StartOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The answers to start from: a document, - for standard input.",
      valueName: "file"))
  var answers: String?

  @Option(help: AnswersFormat.help)
  var answersFormat: AnswersFormat?

  var listedDeclarations: DeclarationList? {
    [("answers", _answers), ("answersFormat", _answersFormat)]
  }

  func validate() throws {
    if answers?.isEmpty == true { throw ValidationError("--answers needs a file") }
  }
}
