// The keys that a person presses, by name, with the bytes that a terminal sends for them.
//
// Keys and text are sent in one call, `process.press("Ada", .down, "Grace", .save, .save)`, or are
// parts of a string, `"Ada\(Keystroke.down)Grace"`.

/// A key that a test presses, or a text that it types.
public struct Keystroke: CustomStringConvertible, ExpressibleByStringInterpolation, Hashable,
  Sendable
{
  /// The bytes that the terminal sends, as text.
  public let description: String

  private init(_ text: String) { description = text }

  public init(stringLiteral text: String) { description = text }

  // MARK: - Keys of the keyboard

  public static let enter = Keystroke("\r")
  public static let tab = Keystroke("\t")
  public static let backTab = Keystroke("\u{1B}[Z")
  public static let escape = Keystroke("\u{1B}")
  public static let backspace = Keystroke("\u{7F}")
  public static let delete = Keystroke("\u{1B}[3~")
  public static let up = Keystroke("\u{1B}[A")
  public static let down = Keystroke("\u{1B}[B")
  public static let right = Keystroke("\u{1B}[C")
  public static let left = Keystroke("\u{1B}[D")
  public static let home = Keystroke("\u{1B}[H")
  public static let end = Keystroke("\u{1B}[F")
  public static let pageUp = Keystroke("\u{1B}[5~")
  public static let pageDown = Keystroke("\u{1B}[6~")
  public static let f1 = Keystroke("\u{1B}OP")

  /// Control with a character from `@` to `_`, or with a small letter.
  public static func control(_ character: Character) -> Keystroke {
    let code = character.asciiValue.map { $0 & 0x1F } ?? 0
    return Keystroke(String(Unicode.Scalar(code)))
  }

  /// Alt with a character, which terminals send as Escape and the character.
  public static func alt(_ character: Character) -> Keystroke { Keystroke("\u{1B}\(character)") }

  /// A text pasted into a terminal with bracketed paste.
  public static func paste(_ text: String) -> Keystroke {
    Keystroke("\u{1B}[200~\(text)\u{1B}[201~")
  }

  // MARK: - Keys with a meaning for the program

  public static let save = control("s")
  public static let undo = control("_")
  public static let redo = alt("_")
  public static let cancel = control("g")
  public static let interrupt = control("c")
  public static let suspend = control("z")
  public static let endOfInput = control("d")
  /// Opens the command prompt.
  public static let command = control("o")
  public static let find = control("r")
  public static let firstRow = alt("<")
  public static let lastRow = alt(">")
  public static let lineStart = control("a")
  public static let lineEnd = control("e")
  public static let clearLine = control("u")
  public static let killToEnd = control("k")
  public static let yank = control("y")
  public static let toggle = alt("t")
  public static let addItem = Keystroke("\u{18}+")
  public static let removeItem = Keystroke("\u{18}-")
  public static let itemUp = Keystroke("\u{18}\(up)")
  public static let itemDown = Keystroke("\u{18}\(down)")
  /// Opens the answer in `$EDITOR`.
  public static let editor = Keystroke("\u{18}\u{5}")
}

extension TerminalProcess {
  /// Presses keys and types text, all at once.
  public func press(_ keys: Keystroke...) throws { try press(keys) }

  /// Presses keys and types text, all at once.
  public func press(_ keys: [Keystroke]) throws {
    try send(keys.map(\.description).joined())
  }
}
