// Edits a text from terminal input, most often one line. libedit keeps the text, the cursor and the
// kill buffer; it never draws and never waits: the caller waits in `next`, decides about each key, and
// paints when nothing comes. Line breaks are scalars like others; what goes to the beginning or the
// end goes to that of the line between two of them.
//
// Invariants: one editor at a time in a process; the line never holds more than `scalarLimit`
// scalars; whatever way the editor ends, the terminal has the modes in which it was found and the
// previous signal handlers are back.

import CLibEdit
public import Keys

/// An open line editor on a terminal.
public struct LineEditor: ~Copyable {
  /// The most scalars a line holds. libedit is safe to use up to here; longer texts stay outside.
  public static let scalarLimit = 4000

  /// The configuration of an editor.
  public struct Configuration: Sendable {
    /// The terminal to edit on.
    public enum Terminal: Sendable {
      /// The process's controlling terminal, /dev/tty.
      case controlling
      /// A duplicate of this descriptor; the descriptor stays the caller's.
      case descriptor(Int32)
    }

    /// The keys that edit.
    public enum KeyMap: Hashable, Sendable { case emacs, vi }

    /// The name by which ~/.editrc may address the program.
    public var programName: String
    public var terminal: Terminal
    /// The time that an Esc waits for the rest of a sequence, in milliseconds. Bytes after that are
    /// another key.
    public var escapeDelay: Int
    /// Whether ~/.editrc is read, and ~/.inputrc for its editing mode.
    public var readsEditrc: Bool
    /// The keys that edit; nil for what ~/.editrc chooses, or else ~/.inputrc, or else Emacs keys.
    public var keyMap: KeyMap?
    /// The bytes that an editor before this one had read and not used (`LineEditor.takeTypedAhead`).
    public var typedAhead: [UInt8] = []
    /// The folder of these files; nil for what EDITRC, INPUTRC and HOME say.
    var home: String?

    public init(
      programName: String = "longform", terminal: Terminal = .controlling, escapeDelay: Int = 50,
      readsEditrc: Bool = true, keyMap: KeyMap? = nil
    ) {
      self.programName = programName
      self.terminal = terminal
      self.escapeDelay = escapeDelay
      self.readsEditrc = readsEditrc
      self.keyMap = keyMap
    }
  }

  private let input: TerminalInput
  private let engine: LineEngine

  /// Opens the terminal and makes it raw, catches signals, switches bracketed paste on.
  public init(_ configuration: Configuration = Configuration()) throws(LineEditingError) {
    guard le_use_utf8() else { throw .libeditFailed }
    var terminal = try LineEditing.Terminal(configuration.terminal)
    let signals: SignalPipe
    do {
      signals = try SignalPipe()
    } catch {
      terminal.close()
      throw error
    }
    do {
      engine = try LineEngine(configuration, on: terminal.descriptor)
    } catch {
      signals.close()
      terminal.close()
      throw error
    }
    terminal.start()
    input = TerminalInput(
      terminal: terminal, signals: signals, escapeDelay: configuration.escapeDelay,
      usesViKeys: engine.usesViKeys, typedAhead: configuration.typedAhead)
  }

  deinit { close() }

  private var isClosed: Bool { input.isClosed }

  // MARK: - Reading

  /// Waits for what comes from the terminal next, and decodes it. The line is untouched.
  ///
  /// - Parameters:
  ///   - milliseconds: How long to wait before `Input.nothing` is returned; without end where it is
  ///     negative. With 0 only what has come already is returned.
  ///   - escapeMatters: Whether an Esc alone is a key now (something is open that it closes). If
  ///     not, it makes the next key Meta for one second (`Input.pending`), unless another Esc has
  ///     just ended something; or with vi keys goes to command mode. Asked only when an Esc has come.
  public func next(milliseconds: Int = -1, escapeMatters: @autoclosure () -> Bool = false) -> Input
  {
    let next = input.next(milliseconds: milliseconds, escapeMatters: escapeMatters)
    switch next {
    case .key(var press):
      press.count = engine.count(before: press)
      press.belongsToLine = press.count == nil && engine.owns(press)
      if engine.vi.parser.awaitsText, case .character(let scalar) = press.key {
        press.rest = input.takeRest(of: scalar)
      }
      return .key(press)
    case .paste: engine.vi.interrupt()
    default: break
    }
    return next
  }

  /// The bytes that were read from the terminal and that `next` has not returned. Take them before the
  /// editor closes, for the one that opens on the terminal after it (`Configuration.typedAhead`).
  public func takeTypedAhead() -> [UInt8] { input.takeUndecoded() }

  /// Whether something has come that `next` has not returned. Asks the terminal.
  public var hasInput: Bool { !isClosed && input.hasInput }

  /// Does what a key does to the line. Call it for each key that the program has no use for itself.
  ///
  /// A key that stands for others, by a person's binding or as a chord of vi, does nothing by itself:
  /// `next` returns the others.
  @discardableResult
  public func perform(_ press: KeyPress) -> Edit {
    if isClosed { return .nothing }
    if let edit = engine.perform(press, follow: { input.follow($0) }) { return edit }
    input.hangUp()
    return .nothing
  }

  /// Forgets the command of vi that has begun: the program did something with a key itself.
  public func abandonCommand() { engine.vi.interrupt() }

  /// Forgets a ^X that waits for its key, or an Esc that was reported to wait (`Input.pending`). Call
  /// this first when ^C comes, which is a signal and no key: then it cancels the prefix and does
  /// nothing else.
  ///
  /// - Returns: False when nothing waits.
  public func cancelPrefix() -> Bool { !isClosed && input.cancelPrefix() }

  /// Puts a key in front of what has come: `next` returns it again.
  public func unread(_ key: Key) { input.follow([KeyPress(key)]) }

  // MARK: - The line

  /// Replaces the line by a text, with the cursor so many scalars from its beginning. The kill
  /// buffer stays.
  ///
  /// - Parameters:
  ///   - text: What the line holds then.
  ///   - cursor: How many scalars of it stand before the cursor.
  ///   - holdsLines: Whether Enter, M-Enter and ^X^J type a line break where the application leaves
  ///     them to the editor; otherwise they do nothing then.
  /// - Returns: False when the text has more than `scalarLimit` scalars; the line is empty then.
  @discardableResult
  public func load(_ text: String, cursor: Int, holdsLines: Bool = false) -> Bool {
    !isClosed && engine.load(text, cursor: cursor, holdsLines: holdsLines)
  }

  /// Puts the cursor so many scalars behind the beginning.
  public func moveCursor(to cursor: Int) {
    if !isClosed { engine.moveCursor(to: cursor) }
  }

  /// Inserts a text at the cursor and leaves the cursor behind it.
  ///
  /// - Returns: False, with nothing changed, when the line would exceed `scalarLimit`.
  public func insert(_ text: String) -> Bool { !isClosed && engine.insert(text) }

  /// The text of the line. Builds a String: O(n).
  public var text: String {
    isClosed ? "" : engine.text.withScalars { String($0) }
  }

  /// The cursor, in scalars from the beginning.
  public var cursor: Int {
    isClosed ? 0 : engine.text.cursor
  }

  /// The number of scalars of the line.
  public var scalarCount: Int {
    isClosed ? 0 : engine.text.count
  }

  /// Whether the line has no text.
  public var isEmpty: Bool {
    scalarCount == 0
  }

  /// A number that changes with every change of the text, not with the cursor: comparing it is what
  /// a paint does instead of building `text` again.
  public var generation: Int {
    engine.text.generation
  }

  // MARK: - vi keys

  /// Whether vi keys edit, not Emacs keys.
  public var usesViKeys: Bool {
    engine.usesViKeys
  }

  /// Whether vi's command mode is on: letters are commands. It stays from line to line.
  public var isInCommandMode: Bool {
    engine.vi.isInCommandMode
  }

  /// Goes to vi's insert mode, for a line that is there to be typed into.
  public func setInsertMode() {
    if !isClosed { engine.setCommandMode(false) }
  }

  /// Goes to vi's command mode, after such a line or for an Esc that the application took. Nothing
  /// with Emacs keys.
  public func setCommandMode() {
    if !isClosed { engine.setCommandMode(true) }
  }

  // MARK: - The terminal

  /// Writes all bytes to the terminal, waiting for it if need be.
  ///
  /// - Returns: False when the terminal does not take them any more.
  @discardableResult
  public func write(_ bytes: [UInt8]) -> Bool {
    !isClosed && input.terminal.write(bytes)
  }

  /// Whether the terminal reports presses, releases and the wheel of the mouse, as `Input.mouse`. It is
  /// off at first. While it is on, most terminals select text only with Shift held. Setting it writes
  /// to the terminal, which gets its modes back on every way out.
  public var usesMouse: Bool {
    get { !isClosed && input.usesMouse }
    nonmutating set { if !isClosed { input.usesMouse = newValue } }
  }

  /// Whether the process may draw: it is not in the background, where a shell has the terminal.
  public var hasTerminal: Bool {
    !isClosed && input.terminal.isInForeground
  }

  /// Whether a signal arrived that ends this process. `next` returns it.
  public var hasSignal: Bool {
    guard !isClosed else { return false }
    input.signals.read()
    return input.signals.ending != nil
  }

  /// Rows and columns of the window; 24 x 80 where the terminal does not know.
  public var size: (rows: Int, columns: Int) {
    isClosed ? (24, 80) : input.terminal.size
  }

  /// Whether the terminal, by its description, inserts and deletes characters by ICH and DCH
  /// (ECMA-48, 8.3.64 and 8.3.26).
  public var shiftsCharacters: Bool {
    !isClosed && le_shifts_characters(engine.text.el)
  }

  /// Stops the process as ^Z does, the terminal as it was found, and returns when it goes on, the
  /// terminal raw again; `next` returns `continued` then.
  public func suspend() {
    if !isClosed { input.suspend() }
  }

  /// Runs a program that gets the terminal as it was found (a person's editor) as a job of its own,
  /// and waits for its end. Afterwards the terminal is raw again and `next` returns `continued`. What
  /// interrupts the program does not interrupt this process; when it is stopped,
  /// this process stops with it.
  ///
  /// - Parameter arguments: The path of the program, which is not looked for, and its arguments.
  public func run(_ arguments: [String]) -> JobEnd { input.run(arguments) }

  /// Gives the terminal and the signal handlers back. Again does nothing; `deinit` does it too.
  /// `next` returns `hungUp` from then on.
  public func close() {
    guard !isClosed else { return }
    input.close()
    engine.close()
    input.terminal.close()
  }
}
