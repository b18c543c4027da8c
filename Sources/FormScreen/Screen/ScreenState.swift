// The state of a screen besides the form: the use of the prompt, a message, a panel.

public import FormModel
public import FormText

/// The state of a screen that is not part of the form.
public struct ScreenState: Hashable, Sendable {
  /// The use of the prompt.
  public enum Prompt: Hashable, Sendable {
    /// The focus is edited.
    case row
    /// A command is typed.
    case command(Text, cursor: Int)
    /// The name of a file to save to is typed; whether it is the proposed one, which typing
    /// replaces.
    case file(Text, cursor: Int, isProposed: Bool)
    /// The words of a find are typed.
    case find(Text, cursor: Int)
    /// A question waits for a key; each shorter version is for a narrower line.
    case question(String, shorter: [String] = [], kind: QuestionKind)
    /// Answers are being sent to a command: keys have no effect.
    case sending(String)
  }

  /// The kinds of questions, which have different keys.
  public enum QuestionKind: Hashable, Sendable {
    /// Whether to save.
    case save
    /// Whether to save to a file, or to print the answers at the terminal of the form.
    case print
    /// Whether to compare the form with a file that another program changed.
    case compare
    /// A question before anything was typed; Esc leaves the form.
    case first
    case other
  }

  /// The content of the lines taken from the viewport.
  public enum Panel: Hashable, Sendable {
    case lines([String], title: String)
    /// A note in full.
    case note(FormRow.ID)
    case problems
    /// The changes since the form was opened.
    case review(ReviewPanel)
  }

  /// A sentence for the message line.
  public struct Message: Hashable, Sendable {
    /// The sentence, without a full stop.
    public var sentence: String
    /// The role of its cells.
    public var style: Style
    /// A shorter text for narrow terminals; nil if it has none.
    var brief: String?
    /// The result of a save, if the message is about one.
    var outcome: SaveOutcome?

    /// Creates a message.
    public init(_ sentence: String, style: Style = .plain) {
      self.sentence = sentence
      self.style = style
    }
  }

  /// A save that did not end the form.
  enum SaveOutcome: Hashable, Sendable {
    /// There are problems.
    case refused
    /// The command did not accept the answers.
    case notAccepted
  }

  /// The state of the draft, at the end of the title.
  public enum Storage: Hashable, Sendable {
    /// No state to show.
    case nothing
    case kept
    /// The first change has waited for more than a second to be stored.
    case keeping
    /// The form has no draft.
    case none
    /// Changes are not stored, for the reason in the sentence.
    case notKept(String)
  }

  /// The keys that wait for another key.
  public enum Prefix: Hashable, Sendable { case escape, controlX }

  /// The scroll positions.
  public struct Scrolling: Hashable, Sendable {
    /// The first line of the panel that is shown.
    var panel = 0
    /// The first line of the focus's text that is shown, if the prompt has several.
    package var text = 0
    /// Whether a panel was ever open.
    var hasHadPanel = false
  }

  /// The rest of the prompt's line.
  struct Line: Hashable, Sendable {
    /// Dim text after the cursor, which → takes.
    var offer: String?
    /// Whether the next character replaces the text.
    var isUntouched = false
  }

  /// The effects of earlier keys on the next one.
  package struct Keys: Hashable, Sendable {
    /// The key that waits for another.
    package var prefix: Prefix?
    /// Whether vi's command mode is on, which the mark of the prompt shows.
    package var isInCommandMode = false
  }

  /// The person's settings for the screen.
  package struct Appearance: Hashable, Sendable {
    /// The requested height.
    package var height: ScreenHeight
    /// Whether the key line names the keys of the program.
    package var namesKeys = false
    /// Whether a host program gets the answers, and no file does.
    package var isInProgram = false
    /// The signs of the screen.
    let symbols: Symbols
  }

  /// The use of the prompt.
  public var prompt: Prompt = .row
  /// The last message, until the text changes or the next one.
  public var message: Message?
  /// The open panel; nil without one.
  public var panel: Panel?
  /// The candidates for the row being typed; nil while they are closed.
  public var candidates: CandidatePanel?
  /// The commands that match the typed text, while the command prompt is open.
  package internal(set) var palette: CommandPalette?
  package var scrolling = Scrolling()
  var line = Line()
  /// The state of the draft.
  public var storage = Storage.nothing
  package var keys = Keys()
  package var appearance: Appearance

  /// Creates the state of a screen that shows only the form.
  public init(height: ScreenHeight, hasUTF8: Bool) {
    appearance = Appearance(height: height, symbols: Symbols(hasUTF8: hasUTF8))
  }

  /// The signs of the screen.
  var symbols: Symbols { appearance.symbols }

  /// Whether a save was refused, and the message says so.
  var isRefused: Bool { message?.outcome == .refused }

  /// The changes since the form was opened, while they are shown.
  var review: ReviewPanel? {
    get { if case .review(let review) = panel { review } else { nil } }
    set { panel = newValue.map(Panel.review) }
  }

  /// Whether a find is open, be it below the palette.
  var isFinding: Bool {
    switch prompt {
    case .find: true
    case .command: if case .find = palette?.below { true } else { false }
    case .row, .file, .question, .sending: false
    }
  }

  /// Whether the question waits whether to save to a file or to print.
  var asksToPrint: Bool {
    if case .question(_, _, .print) = prompt { true } else { false }
  }

  /// Whether the locale has UTF-8: `▸` and `…`; without it, `>` and `...`.
  public var hasUTF8: Bool {
    symbols.hasUTF8
  }
}
