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
    case help([String])
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

  public var prompt: Prompt = .row
  public var message: Message?
  public var panel: Panel?
  /// The candidates for the row being typed, nil while they are closed.
  public var candidates: CandidatePanel?
  /// Whether a panel was open.
  public internal(set) var hasHadPanel = false
  /// The first line of the panel that is shown.
  public var panelTop = 0
  /// The first line of the focus's text that is shown, where the text has a panel.
  public var textTop = 0
  /// The keys named in the status line when there is nothing to say.
  public var hints = ""
  /// The keys named in the prompt while the text of the focus is edited in a panel.
  public var textHints = ""
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
  var tick: Character { hasUTF8 ? "✓" : "+" }

  /// What stands where a text goes on.
  var ellipsis: Character { hasUTF8 ? "…" : "~" }
}
