// What a screen shows beside the form: the prompt's mode, a message, a panel.

/// The state of a screen that is not the form's.
public struct ScreenState: Hashable, Sendable {
  /// What the prompt line is for.
  public enum Prompt: Hashable, Sendable {
    /// The focus is edited.
    case row
    /// A command is typed.
    case command(Text, cursor: Int)
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
  /// The first line of the panel that is shown.
  public var panelTop = 0
  /// The keys named in the status line when there is nothing to say.
  public var hints = ""
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

  /// What stands where a text goes on.
  var ellipsis: Character { hasUTF8 ? "…" : "~" }

  /// The lines the viewport must give to panel and message; `problems` are those listed.
  public func panelLines(for layout: ScreenLayout, problems: Int) -> Int {
    let most = max(layout.viewportLines - 1, 0)
    var lines = 0
    switch panel {
    case .help(let help): lines = min(help.count, most)
    case .problems:
      lines = min(problems + 1, max(layout.viewportLines / 2, 1), most)
    case nil: break
    }
    if !layout.showsStatus, message != nil { lines = min(lines + 1, most) }
    return lines
  }
}
