// The options for filling a form.

public import FormModel
import FormScreen
import Glibc
import System

/// The options for filling a form.
///
/// ```swift
/// let answers = try form.fill(FillOptions(draft: .named("tea")))
/// ```
public struct FillOptions: Sendable {
  /// The way to ask for answers.
  public enum Mode: Sendable {
    /// Uses a screen at a terminal, or plain mode if the terminal or the environment requires it.
    /// If standard input is not a terminal, reads lines.
    case automatic
    /// Uses a screen at the terminal, even if standard input is not a terminal.
    case screen
    /// Uses plain mode: sentences on the terminal, line by line.
    case plain
    /// Reads one line of input for each row.
    case lines
  }

  /// The place where typed answers are stored until the form is saved.
  public enum DraftPlace: Hashable, Sendable {
    /// Answers are not stored before the form is saved.
    case none
    /// A draft with this name in the folder `in`. If `in` is nil, the folder is
    /// `longform/drafts` in `XDG_STATE_HOME`, by default in `~/.local/state`.
    case named(String, in: String? = nil)
  }

  /// The way to ask for answers.
  public var mode = Mode.automatic
  /// The place of the draft. With `none`, the answers are lost if the person leaves the form
  /// without saving. Lines of input always fill a new form, and neither read nor change a draft.
  public var draft: DraftPlace
  /// The answers with which the form opens; nil for none.
  public var answers: Answers?
  /// The number of lines of the viewport; nil for the number that the form sets, or else the
  /// default.
  public var height: Int?
  /// Whether the screen has colors; nil to follow `NO_COLOR`.
  public var isColored: Bool?
  /// The time after which the form closes by itself; nil for no limit.
  public var timeout: Duration?
  /// Whether signals, including those of crashes, are caught while the form is open. If a signal is
  /// caught, the terminal is restored before the program's own handler runs. The earlier signal
  /// actions are restored when the form closes. If false, the screen treats Ctrl-C as a key, and
  /// notices a new window size within 200 ms.
  public var handlesSignals = true
  /// Whether the form asks before it is saved. If false, Enter on the last row saves.
  public var confirmsSave: Bool
  /// The descriptor of the terminal, or of the lines of input. If it is nil, the form uses the
  /// controlling terminal, or reads lines from standard input.
  public var input: CInt?
  /// The descriptor to which the screen or the sentences of plain mode are written; nil for
  /// `input`. Standard output is used only if this descriptor is 1.
  public var output: CInt?

  /// Whether vi's keys are used; nil to use the setting of the environment.
  package var usesViKeys: Bool?
  /// Whether a draft that is open in another process is taken from that process.
  package var takesDraftOver = false

  /// Creates options. The others keep their default values until they are set.
  public init(draft: DraftPlace = .none, answers: Answers? = nil, confirmsSave: Bool = true) {
    (self.draft, self.answers, self.confirmsSave) = (draft, answers, confirmsSave)
  }
}

extension FillOptions {
  /// The source of the answers: a person if there is a terminal or the mode needs a terminal,
  /// otherwise lines of input.
  var respondent: FillJob.Respondent {
    switch mode {
    case .automatic: isatty(input ?? STDIN_FILENO) == 1 ? .person : .lines
    case .screen, .plain: .person
    case .lines: .lines
    }
  }

  /// Returns the settings that the front ends use.
  func settings(of host: Host) throws(FormError) -> FillSettings {
    var settings = FillSettings()
    settings.height = try height.map { lines throws(FormError) in
      guard (1...Viewport.mostLines).contains(lines) else {
        throw .failed("the height is \(lines), and must be 1 to \(Viewport.mostLines)")
      }
      return .viewport(lines)
    }
    settings.color = isColored.map { $0 ? .always : .never } ?? .auto
    settings.plain = mode == .plain
    settings.tty = mode == .screen
    settings.quiet = true
    settings.vi = usesViKeys ?? false
    settings.deadline = timeout.map { timeout in
      let (seconds, attoseconds) = timeout.components
      let most = Int64(FillSettings.longestTimeout)
      return Monotonic.milliseconds + Int(min(max(seconds, 0), most)) * 1_000
        + Int(attoseconds / 1_000_000_000_000_000)
    }
    settings.drafts.takesOver = takesDraftOver
    switch draft {
    case .none: settings.drafts.isOff = true
    case .named(let name, let folder):
      (settings.drafts.name, settings.drafts.folder) = (name, folder)
    }
    settings.host = host
    return settings
  }
}
