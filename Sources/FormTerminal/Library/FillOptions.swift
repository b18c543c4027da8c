// The options for filling a form.

public import FormModel
import FormScreen
import Glibc
import System

/// The options for filling a form.
///
/// ```swift
/// var options = FillOptions()
/// options.draft = .named("tea")
/// let answers = try form.fill(options)
/// ```
public struct FillOptions: Sendable {
  /// The way to ask for answers.
  public enum Mode: Sendable {
    /// A screen at a terminal, or plain mode if the terminal or the environment requires it.
    /// Without a terminal, lines.
    case automatic
    /// A screen on the terminal, regardless of standard input.
    case screen
    /// Plain mode: sentences, line by line, on the terminal.
    case plain
    /// Lines of the input, one for each row.
    case lines
  }

  /// The place where typed answers are stored until the form is saved.
  public enum DraftPlace: Hashable, Sendable {
    /// Nowhere.
    case none
    /// In a draft with this name, in a folder; nil for `~/.local/state/longform`.
    case named(String, in: String? = nil)
  }

  /// The way to ask for answers.
  public var mode = Mode.automatic
  /// The place of the draft; without one, leaving the form loses the answers.
  public var draft = DraftPlace.none
  /// The answers to begin with.
  public var answers: Answers?
  /// The lines of the viewport; nil for the form's own, or the default.
  public var height: Int?
  /// Whether the screen has colors; nil to follow `NO_COLOR`.
  public var isColored: Bool?
  /// The time after which the form is left.
  public var timeout: Duration?
  /// Whether signals are caught while the form is open, including those of crashes, so that the
  /// terminal is restored; then a handler of the program runs. The earlier actions are restored
  /// afterwards. Without it Ctrl-C is a key on the screen, and another size of the window is noticed
  /// within 200 ms.
  public var handlesSignals = true
  /// Whether there is a question before saving. Without it Enter on the last row saves.
  public var confirmsSave = true
  /// The descriptor of a terminal, or of lines; nil for the controlling terminal, or standard
  /// input.
  public var input: CInt?
  /// The descriptor for output; nil for `input`. It is standard output only if it is named here.
  public var output: CInt?

  /// Whether vi's keys are used; nil to follow the environment.
  package var usesViKeys: Bool?
  /// Whether the draft is taken from another process that has it open.
  package var takesDraftOver = false

  /// Options with their default values.
  public init() {}
}

extension FillOptions {
  /// The source of the answers: a person if there is a terminal, or one is named.
  var respondent: FillJob.Respondent {
    switch mode {
    case .automatic: isatty(input ?? STDIN_FILENO) == 1 ? .person : .lines
    case .screen, .plain: .person
    case .lines: .lines
    }
  }

  /// The settings of the engine.
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
