// The state of a screen apart from the form: the use of the prompt, the message, and the panel.

public import FormModel
public import FormText

/// The state of a screen that is not part of the form.
public struct ScreenState: Hashable, Sendable {
  /// The use of the prompt.
  public enum Prompt: Hashable, Sendable {
    /// The text of the focused row is edited.
    case row
    /// A command is being typed.
    case command(Text, cursor: Int)
    /// The name of a file for the answers is being typed. `isProposed` is whether it is still the
    /// proposed name, which typing replaces.
    case file(Text, cursor: Int, isProposed: Bool)
    /// The words of a search are being typed.
    case find(Text, cursor: Int)
    /// A question waits for a key. Each shorter version is for a narrower line.
    case question(String, shorter: [String] = [], kind: QuestionKind)
    /// A sentence about work that only ^C stops. Keys have no effect.
    case waiting(String, for: Wait)
  }

  /// The work that the screen waits for.
  public enum Wait: Hashable, Sendable {
    /// The command that receives the answers (`--deliver`) is running.
    case sending
    /// The form is compared with its file, which another program changed.
    case comparing
  }

  /// The kinds of questions, which are answered with different keys.
  public enum QuestionKind: Hashable, Sendable {
    /// The question whether to save.
    case save
    /// The question whether to save to a file, or to print the answers at this terminal.
    case print
    /// The question whether to compare the form with its file, which another program changed.
    case compare
    /// The question whether to go on with a draft.
    case resume
    /// Another question that is asked before anything is typed. Esc leaves the form.
    case first
    case other
  }

  /// The contents of a panel.
  public enum Panel: Hashable, Sendable {
    case lines([String], title: String)
    /// A whole note.
    case note(FormRow.ID)
    case problems
    /// The changes since the form was opened.
    case review(ReviewPanel)
    /// The text that a save would write. When it is closed, the panel of changes that it replaced
    /// returns.
    case preview(PreviewText, over: ReviewPanel?)
  }

  /// A sentence for the message line.
  public struct Message: Hashable, Sendable {
    /// The sentence, without a full stop.
    public var sentence: String
    /// The role of the sentence, which determines its color and emphasis.
    public var style: Style
    /// A shorter sentence for narrow terminals; nil if there is none.
    var brief: String?
    /// The result of a save; nil if the message is not about a save.
    var outcome: SaveOutcome?

    /// Whether the message says that `^Y` pastes the remaining lines of a paste.
    var namesPaste: Bool { sentence.holds("^Y pastes") }

    /// Creates a message.
    public init(_ sentence: String, style: Style = .plain) {
      self.sentence = sentence
      self.style = style
    }
  }

  /// The results of a save after which the form stays open.
  enum SaveOutcome: Hashable, Sendable {
    /// The answers have problems.
    case refused
    /// The command did not accept the answers.
    case notAccepted
  }

  /// The state of the draft, for the end of the title line.
  public enum Storage: Hashable, Sendable {
    /// There is no state to show.
    case nothing
    case kept
    /// A change has waited for more than a second to be stored.
    case keeping
    /// The form has no draft.
    case none
    /// Changes are not stored. The sentence contains the reason.
    case notKept(String)

    /// Whether a draft has the changes, or will have them.
    var keepsDraft: Bool {
      switch self {
      case .nothing, .kept, .keeping: true
      case .none, .notKept: false
      }
    }
  }

  /// The keys that wait for a second key.
  public enum Prefix: Hashable, Sendable { case escape, controlX }

  /// The scroll positions.
  public struct Scrolling: Hashable, Sendable {
    /// The index of the first line of the panel in view.
    var panel = 0
    /// The index of the first line of the focused text in view, if the prompt has several lines.
    package var text = 0
    /// Whether a panel was ever open.
    var hasHadPanel = false
  }

  /// The state of the prompt's line, apart from its text.
  struct Line: Hashable, Sendable {
    /// The dim text after the cursor, which the key → accepts.
    var offer: String?
    /// Whether the next typed character replaces the text.
    var isUntouched = false
  }

  /// The effects that earlier keys have on the next key.
  package struct Keys: Hashable, Sendable {
    /// The key that waits for a second key.
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
    /// Whether a program that uses the library gets the answers, so that they are not written to a
    /// file.
    package var isInProgram = false
    /// Whether a command gets the answers.
    package var isForCommand = false
    /// Whether a save can write the answers to another file.
    package var takesFile: Bool { !isInProgram && !isForCommand }
    /// The signs of the screen.
    let symbols: Symbols
  }

  /// The current use of the prompt.
  public var prompt: Prompt = .row
  /// The last message. It disappears when the text changes.
  public var message: Message?
  /// The open panel; nil if none is open.
  public var panel: Panel?
  /// The candidates for the text of the row; nil while the list is closed.
  public var candidates: CandidatePanel?
  /// The command palette while the command prompt is open.
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

  /// Whether the last save was refused, and the message says so.
  var isRefused: Bool { message?.outcome == .refused }

  /// The panel of changes; nil while it is not shown.
  var review: ReviewPanel? {
    get { if case .review(let review) = panel { review } else { nil } }
    set { panel = newValue.map(Panel.review) }
  }

  /// Whether the panel shows the text that a save would write.
  var isPreviewing: Bool { if case .preview = panel { true } else { false } }

  /// Whether a search is open, even if the palette covers it.
  var isFinding: Bool {
    switch prompt {
    case .find: true
    case .command: if case .find = palette?.below { true } else { false }
    case .row, .file, .question, .waiting: false
    }
  }

  /// Whether the open question is whether to save to a file or to print.
  var asksToPrint: Bool {
    if case .question(_, _, .print) = prompt { true } else { false }
  }

  /// Whether the locale uses UTF-8. If not, `>` and `...` replace `▸` and `…`.
  public var hasUTF8: Bool {
    symbols.hasUTF8
  }
}

extension ScreenState.Wait {
  /// The sentence about a key that has no effect.
  ///
  /// - Parameter stops: whether the key would stop other work, as Esc and ^G do.
  func refusal(stops: Bool) -> String {
    switch self {
    case .sending:
      stops ? "^C stops it, the answers are kept" : "Keys typed while it sends are dropped"
    case .comparing:
      stops ? "^C stops it, the form stays as it is" : "Keys typed while it compares are dropped"
    }
  }
}
