// Edits a text, most often a single line, with the keys of a terminal. libedit keeps the text, the
// cursor and the kill buffer, but it never draws and never waits: the caller waits in `next`,
// decides about each key, and paints when no input is waiting. The text may contain line breaks;
// keys that move to the beginning or the end stay within the line around the cursor.
//
// Invariants: a process has one editor at a time. The text never has more than `scalarLimit`
// scalars. However the editor ends, the terminal's original modes and the process's previous signal
// handlers are restored.

import CLibEdit
public import Keys

/// A line editor on an open terminal.
///
/// ```swift
/// let editor = try LineEditor()
/// _ = editor.load("Ada", cursor: 3)
/// while true {
///   switch editor.next() {
///   case .key(let press) where press.key == .enter: return editor.text
///   case .key(let press): editor.perform(press)
///   case .paste(let paste): _ = editor.insert(paste.text)
///   case .hungUp, .failed: return nil
///   default: break
///   }
///   // Paint `editor.text` and `editor.cursor` here.
/// }
/// ```
public struct LineEditor: ~Copyable {
  /// The maximum number of scalars of a text. libedit is safe up to this length.
  public static let scalarLimit = 4000

  /// The configuration of an editor.
  public struct Configuration: Sendable {
    /// The terminal on which to edit.
    public enum Terminal: Sendable {
      /// The process's controlling terminal, /dev/tty.
      case controlling
      /// A duplicate of this descriptor. The original descriptor still belongs to the caller.
      case descriptor(Int32)
    }

    /// The style of keys.
    public enum KeyMap: Hashable, Sendable { case emacs, vi }

    /// The program's name in ~/.editrc.
    public var programName: String
    /// The terminal to read from.
    public var terminal: Terminal
    /// The time in milliseconds for which an Esc waits for the rest of a sequence. Bytes that come
    /// later belong to another key.
    public var escapeDelay: Int
    /// Whether to read ~/.editrc, and the editing mode in ~/.inputrc.
    public var readsEditrc: Bool
    /// The style of keys; nil to use the style that ~/.editrc sets, otherwise the style that
    /// ~/.inputrc sets, otherwise Emacs keys.
    public var keyMap: KeyMap?
    /// Bytes that an earlier editor read but did not use (`LineEditor.takeTypedAhead`).
    public var typedAhead: [UInt8] = []
    /// Whether to catch signals, including those of crashes, so that the editor can restore the
    /// terminal. If false, ^C and ^Z are keys, and the editor notices a change of the terminal's
    /// size within 200 ms.
    public var handlesSignals = true
    /// A descriptor of the same terminal for output; nil to write to the terminal from which input
    /// is read.
    public var output: Int32?
    /// The folder of ~/.editrc and ~/.inputrc; nil to use EDITRC, INPUTRC and HOME.
    var home: String?

    /// Creates a configuration.
    ///
    /// - Parameters:
    ///   - programName: the program's name in ~/.editrc.
    ///   - terminal: the terminal to read from.
    ///   - escapeDelay: the time in milliseconds for which an Esc waits for the rest of a sequence.
    ///   - readsEditrc: whether to read ~/.editrc, and the editing mode in ~/.inputrc.
    ///   - keyMap: the style of keys; nil to let these files decide.
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

  /// Opens the terminal, makes it raw, catches signals, and switches bracketed paste on.
  ///
  /// - Throws: ``LineEditingError`` if there is no terminal, another editor is open in this
  ///   process, or the system refuses a resource.
  public init(_ configuration: Configuration = Configuration()) throws(LineEditingError) {
    guard le_use_utf8() else { throw .libeditFailed }
    var terminal = try LineEditing.Terminal(
      configuration.terminal, output: configuration.output,
      isGuarded: configuration.handlesSignals)
    let signals: SignalPipe
    do {
      signals = try SignalPipe(catchesSignals: configuration.handlesSignals)
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
      usesViKeys: engine.usesViKeys, catchesSignals: configuration.handlesSignals,
      typedAhead: configuration.typedAhead)
  }

  deinit { close() }

  private var isClosed: Bool { input.isClosed }

  // MARK: - Reading

  /// Waits for the next input and decodes it. The text does not change.
  ///
  /// - Parameters:
  ///   - milliseconds: the longest wait, after which the result is `Input.nothing`. A negative
  ///     number waits without a limit; 0 returns only input that has already arrived.
  ///   - escapeMatters: whether an Esc alone is a key now, for example because it would close
  ///     something. If false, the Esc is a prefix (`Input.pending`): it makes the next key within
  ///     one second a key with Meta (Alt). For a short time after an Esc that closed something or
  ///     ended a prefix, a further Esc has no effect instead. With vi keys, an Esc is always a key,
  ///     which switches to command mode. Evaluated only after an Esc has arrived.
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

  /// Returns and forgets the bytes that were read from the terminal but not returned by `next`.
  /// Call this before closing the editor, and pass the bytes to the next editor on the terminal
  /// (`Configuration.typedAhead`).
  public func takeTypedAhead() -> [UInt8] { input.takeUndecoded() }

  /// Drops every occurrence of a byte from the terminal's input that was not yet read, for example
  /// if a key was pressed once too often. The other bytes are put back for the next program that
  /// reads the terminal; if the kernel refuses that, the first of these bytes is lost.
  public func dropWaiting(_ byte: UInt8) {
    if !isClosed { input.terminal.drop(byte) }
  }

  /// Whether there is input that `next` has not returned. Costs a system call.
  public var hasInput: Bool { !isClosed && input.hasInput }

  /// Applies a key to the text. Call it for each key that the program does not handle itself.
  ///
  /// If the person has bound the key to other keys, or if the key completes a chord of vi, this
  /// call changes nothing. The next calls of `next` return the other keys, or the chord.
  @discardableResult
  public func perform(_ press: KeyPress) -> Edit {
    if isClosed { return .nothing }
    if let edit = engine.perform(press, follow: { input.follow($0) }) { return edit }
    input.hangUp()
    return .nothing
  }

  /// Drops an unfinished vi command. Call it after the program has handled a key itself.
  public func abandonCommand() { engine.vi.interrupt() }

  /// Drops a ^X that waits for its key, or an Esc that was reported as waiting (`Input.pending`).
  /// Call this first when ^C arrives as a signal. If it returns true, ^C cancelled a prefix and
  /// should do nothing else.
  ///
  /// - Returns: false if no prefix waits.
  public func cancelPrefix() -> Bool { !isClosed && input.cancelPrefix() }

  /// Puts a key back, in front of all other input: the following call of `next` returns it again.
  public func unread(_ key: Key) { input.follow([KeyPress(key)]) }

  // MARK: - The line

  /// Replaces the text and moves the cursor. The kill buffer stays.
  ///
  /// - Parameters:
  ///   - text: the new text.
  ///   - cursor: the cursor's position, in scalars from the beginning.
  ///   - holdsLines: whether Enter, M-Enter and ^X^J insert a line break if the application passes
  ///     them to the editor. If false, these keys do nothing.
  /// - Returns: false if the text has more than `scalarLimit` scalars. In that case the line is
  ///   empty.
  @discardableResult
  public func load(_ text: String, cursor: Int, holdsLines: Bool = false) -> Bool {
    !isClosed && engine.load(text, cursor: cursor, holdsLines: holdsLines)
  }

  /// Moves the cursor to an offset in scalars from the beginning. With vi keys, an offset inside a
  /// character becomes the start of that character.
  public func moveCursor(to cursor: Int) {
    if !isClosed { engine.moveCursor(to: cursor) }
  }

  /// Inserts a text at the cursor, and moves the cursor to the end of the inserted text.
  ///
  /// - Returns: false if the text would exceed `scalarLimit`. In that case nothing changes.
  public func insert(_ text: String) -> Bool { !isClosed && engine.insert(text) }

  /// The text. Each call builds a new String: O(n).
  public var text: String {
    isClosed ? "" : engine.text.withScalars { String($0) }
  }

  /// The cursor's position, in scalars from the beginning.
  public var cursor: Int {
    isClosed ? 0 : engine.text.cursor
  }

  /// The number of scalars in the text.
  public var scalarCount: Int {
    isClosed ? 0 : engine.text.count
  }

  /// Whether the text is empty.
  public var isEmpty: Bool {
    scalarCount == 0
  }

  /// A number that changes with every change of the text, but not with the cursor. A program that
  /// paints can compare this number instead of reading `text` again.
  public var generation: Int {
    engine.text.generation
  }

  // MARK: - vi keys

  /// Whether vi keys are used; otherwise Emacs keys are used.
  public var usesViKeys: Bool {
    engine.usesViKeys
  }

  /// Whether vi's command mode is on, where letters are commands. Loading another text does not
  /// change the mode.
  public var isInCommandMode: Bool {
    engine.vi.isInCommandMode
  }

  /// Switches to vi's insert mode, for a text that the person is about to type.
  public func setInsertMode() {
    if !isClosed { engine.setCommandMode(false) }
  }

  /// Switches to vi's command mode, for example because the application handled an Esc. Has no
  /// effect with Emacs keys.
  public func setCommandMode() {
    if !isClosed { engine.setCommandMode(true) }
  }

  // MARK: - The terminal

  /// Writes all bytes to the terminal. Waits while the terminal cannot accept more bytes.
  ///
  /// - Returns: false if the terminal no longer accepts bytes.
  @discardableResult
  public func write(_ bytes: [UInt8]) -> Bool {
    !isClosed && input.terminal.write(bytes)
  }

  /// The descriptor to which `write` writes, for use by another thread; -1 after the editor is
  /// closed.
  package var outputDescriptor: Int32 { isClosed ? -1 : input.terminal.output }

  /// Whether the terminal reports presses, releases and the wheel of the mouse, as `Input.mouse`;
  /// false at first. While it is true, most terminals select text only if Shift is held. Setting it
  /// writes to the terminal. However the editor ends, the reports are switched off.
  public var usesMouse: Bool {
    get { !isClosed && input.usesMouse }
    nonmutating set { if !isClosed { input.usesMouse = newValue } }
  }

  /// Whether the process is in the foreground and may draw.
  public var hasTerminal: Bool {
    !isClosed && input.terminal.isInForeground
  }

  /// Evaluates an expression that may block in a system call. If the editor catches signals, ^C, ^\
  /// and ^Z meanwhile make signals that interrupt the call.
  public func interruptible<Result>(_ work: @autoclosure () -> Result) -> Result {
    guard !isClosed, input.catchesSignals else { return work() }
    input.terminal.setSignalKeys(true)
    defer { input.terminal.setSignalKeys(false) }
    return work()
  }

  /// Whether a signal has arrived that asks this process to end. `next` returns the signal.
  public var hasSignal: Bool {
    guard !isClosed else { return false }
    input.signals.read()
    return input.signals.ending != nil
  }

  /// The rows and columns of the window; 24 x 80 if the terminal does not report them.
  public var size: (rows: Int, columns: Int) {
    isClosed ? (24, 80) : input.terminal.size
  }

  /// Whether the terminal, according to its description, inserts and deletes characters with the
  /// sequences ICH and DCH (ECMA-48, 8.3.64 and 8.3.26).
  public var shiftsCharacters: Bool {
    !isClosed && le_shifts_characters(engine.text.el)
  }

  /// Stops the process as ^Z does, and returns when the process is continued. While the process is
  /// stopped, the terminal has its original modes; afterwards it is raw, and `next` returns
  /// `continued`.
  public func suspend() {
    if !isClosed { input.suspend() }
  }

  /// Runs a program, such as a person's editor, as its own job and waits for its end. The program
  /// gets the terminal with its original modes. Afterwards the terminal is raw again and `next`
  /// returns `continued`. Signals from keys reach only the program, but if the program stops, this
  /// process stops too.
  ///
  /// - Parameter arguments: the program's full path (PATH is not searched), then its arguments.
  public func run(_ arguments: [String]) -> JobEnd { input.run(arguments) }

  /// Ends the wait in `next` of the open editor: `next` returns `Input.woken`. Any thread may call
  /// it.
  public static func wake() { le_signals_post(LE_WAKE) }

  /// Restores the terminal's modes and the signal handlers. `deinit` calls it too; further calls
  /// have no effect. Afterwards `next` returns `hungUp`.
  public func close() {
    guard !isClosed else { return }
    input.close()
    engine.close()
    input.terminal.close()
  }
}
