// How a form is filled.

public import FormModel
import FormScreen
import Glibc
import System

/// How a form is filled.
///
/// ```swift
/// var options = FillOptions()
/// options.draft = .named("tea")
/// let answers = try form.fill(options)
/// ```
public struct FillOptions: Sendable {
  /// How answers are asked for.
  public enum Mode: Sendable {
    /// A screen at a terminal, sentences where the terminal or the environment asks for them, else lines.
    case automatic
    /// A screen on the terminal, whatever standard input is.
    case screen
    /// Sentences, line by line, on the terminal.
    case plain
    /// Lines of the input, one for each row.
    case lines
  }

  /// Where what is typed is kept until the form is saved.
  public enum DraftPlace: Hashable, Sendable {
    /// Nowhere.
    case none
    /// In a draft of this name, in a folder, or in `~/.local/state/longform` without one.
    case named(String, in: String? = nil)
  }

  public var mode = Mode.automatic
  public var draft = DraftPlace.none
  /// The answers to begin with.
  public var answers: Answers?
  /// The lines of the viewport; the form's, or what fits, if nil.
  public var height: Int?
  /// Whether the screen has colours; as `NO_COLOR` says if nil.
  public var isColored: Bool?
  /// After how long the form is left.
  public var timeout: Duration?
  /// Whether signals are caught while the form is open, those of crashes included, so that the terminal is given
  /// back. The actions they had are back afterwards. Without it Ctrl-C is a key on the screen.
  public var handlesSignals = true
  /// Whether saving is asked about. Without it Enter on the last row saves.
  public var confirmsSave = true
  /// The descriptor of a terminal, or of lines; nil for the controlling terminal, or standard input.
  public var input: CInt?
  /// The descriptor that the form is drawn on; nil for `input`. It is never standard output unless it is named here.
  public var output: CInt?

  /// Whether vi's keys edit; as the environment says if nil.
  package var usesViKeys: Bool?
  /// Whether the draft is taken from a process that has it open.
  package var takesDraftOver = false

  public init() {}
}

extension FillOptions {
  /// Who is asked: a person where there is a terminal, or where one is named.
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
