// What a screen shows beside the form: the prompt's mode, a message, a panel.

public import FormText

/// The state of a screen that is not the form's.
public struct ScreenState: Hashable, Sendable {
  /// What the prompt line is for.
  public enum Prompt: Hashable, Sendable {
    /// The focus is edited.
    case row
    /// A command is typed.
    case command(Text, cursor: Int)
    /// The words of a find are typed.
    case find(Text, cursor: Int)
    /// A question waits for a key.
    case question(String)
  }

  /// What stands on the lines taken from the viewport.
  public enum Panel: Hashable, Sendable {
    case lines([String])
    case problems
  }

  /// A sentence for the status line.
  public struct Message: Hashable, Sendable {
    public var sentence: String
    public var style: Style

    public init(_ sentence: String, style: Style = .plain) {
      self.sentence = sentence
      self.style = style
    }
  }

  /// The keys that are named where there is room.
  public struct Hints: Hashable, Sendable {
    /// In the status line when there is nothing to say.
    public var row = ""
    /// In the prompt while the text of the focus is edited in a panel.
    public var text = ""

    public init() {}

    /// Those of the program.
    static let program = {
      var hints = Hints()
      hints.row = "^S save  ^O commands  ^C leave  F1 help"
      hints.text = "Enter new line  Tab next row  ^X^E editor"
      return hints
    }()
  }

  /// What of the panels is shown.
  public struct Scrolling: Hashable, Sendable {
    /// The first line of the panel that is shown.
    var panel = 0
    /// The first line of the focus's text that is shown, where the text has a panel.
    package var text = 0
    /// Whether a panel was open.
    var hasHadPanel = false
  }

  public var prompt: Prompt = .row
  public var message: Message?
  public var panel: Panel?
  /// The candidates for the row being typed, nil while they are closed.
  public var candidates: CandidatePanel?
  package var scrolling = Scrolling()
  public var hints = Hints()
  /// What the end of the status line says about the draft.
  public var storage = ""
  /// The viewport's lines that were asked for.
  public var height: Int
  /// Whether vi's command mode is on, which the mark of the focus shows.
  public var isInCommandMode = false
  /// Whether the locale has UTF-8: `▸` and `…`, else `>` and `~`.
  public var hasUTF8: Bool

  public init(height: Int, hasUTF8: Bool) {
    self.height = height
    self.hasUTF8 = hasUTF8
  }

  /// What marks an answer that was picked, and a candidate that the row holds.
  var tick: Character {
    hasUTF8 ? "✓" : "+"
  }

  /// What stands where a text goes on.
  var ellipsis: Character {
    hasUTF8 ? "…" : "~"
  }
}
