// Edits a text from terminal input, most often one line. libedit keeps the text, the cursor and the
// kill buffer; it never draws: the caller paints, from `idle`. Line breaks are scalars like others;
// what goes to the beginning or the end goes to that of the line between two of them.
//
// Invariants: one editor at a time in a process; the line never holds more than `scalarLimit`
// scalars; whatever way the editor ends, the terminal has the modes in which it was found and the
// previous signal handlers are back. Every function may be called from within `idle`.

import CLibEdit
public import Keys

/// An open line editor on a terminal.
public struct LineEditor: ~Copyable {
  /// The most scalars a line holds. libedit is safe to use up to here; longer texts stay outside.
  public static let scalarLimit = 4000

  /// How an editor is opened.
  public struct Configuration: Sendable {
    /// Which terminal to edit on.
    public enum Terminal: Sendable {
      /// The process's controlling terminal, /dev/tty.
      case controlling
      /// A duplicate of this descriptor; the descriptor stays the caller's.
      case descriptor(Int32)
    }

    /// Which keys edit.
    public enum KeyMap: Hashable, Sendable {
      case emacs, vi
    }

    /// The name by which ~/.editrc may address the program.
    public var programName: String
    public var terminal: Terminal
    /// How long an Esc alone waits for the rest of a sequence when it matters, in milliseconds.
    public var escapeDelay: Int
    /// Whether ~/.editrc is read, and ~/.inputrc for its editing mode.
    public var readsEditrc: Bool
    /// Which keys edit; nil for what ~/.editrc chooses, or else ~/.inputrc, or else Emacs keys.
    public var keyMap: KeyMap?
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

  private let context: EditorContext

  /// Opens the terminal and makes it raw, catches signals, switches bracketed paste on.
  public init(_ configuration: Configuration = Configuration()) throws(LineEditingError) {
    context = try EditorContext(configuration)
  }

  deinit {
    context.close()
  }

  // MARK: - Reading

  /// Runs one function of the editor, or returns what else happened.
  ///
  /// Input that has come is executed before `idle` is called. Keys that are neither the
  /// application's nor the editor's do nothing and end nothing.
  ///
  /// - Parameters:
  ///   - isApplicationKey: Whether a key is handed over as `Event.key`. May be asked twice for one
  ///     key, and for a character behind others that are about to be inserted.
  ///   - escapeMatters: Whether an Esc alone is a key now (something is open that it closes). If
  ///     not, it makes the next key Meta, or with vi keys goes to command mode.
  ///   - idle: Called when there is nothing left to execute; answers how long to wait.
  public func next(
    isApplicationKey: (Key) -> Bool, escapeMatters: () -> Bool, idle: (Wake) -> Wait
  ) -> Event {
    withoutActuallyEscaping(isApplicationKey) { isApplicationKey in
      withoutActuallyEscaping(escapeMatters) { escapeMatters in
        withoutActuallyEscaping(idle) { idle in
          context.reading(
            EditorHandlers(
              isApplicationKey: isApplicationKey, escapeMatters: escapeMatters, idle: idle)
          ) { context.runUntilEvent() }
        }
      }
    }
  }

  /// The next key as it is, the line untouched: for questions. Esc alone is a key here.
  public func nextKey(idle: (Wake) -> Wait) -> Event {
    withoutActuallyEscaping(idle) { idle in
      context.reading(
        EditorHandlers(isApplicationKey: { _ in true }, escapeMatters: { true }, idle: idle)
      ) { context.nextRawKey() }
    }
  }

  /// Puts a key that `nextKey` gave back in front of the input, for `next` to do what it always does.
  public func unread(_ key: Key) {
    context.pushedBack = Input(token: .key(key))
  }

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
    context.isClosed ? false : context.load(text, cursor: cursor, holdsLines: holdsLines)
  }

  /// Puts the cursor so many scalars behind the beginning.
  public func moveCursor(to cursor: Int) {
    if !context.isClosed { context.moveCursor(to: cursor) }
  }

  /// Inserts a text at the cursor and leaves the cursor behind it.
  ///
  /// - Returns: False, with nothing changed, when the line would exceed `scalarLimit`.
  public func insert(_ text: String) -> Bool {
    context.isClosed ? false : context.insert(text)
  }

  /// The text of the line. Builds a String: O(n).
  public var text: String {
    context.isClosed ? "" : context.withLine { String($0) }
  }

  /// Where the cursor is, in scalars from the beginning.
  public var cursor: Int {
    context.isClosed ? 0 : context.cursor
  }

  /// How many scalars the line has.
  public var scalarCount: Int {
    context.isClosed ? 0 : context.lineCount
  }

  /// Whether the line has no text.
  public var isEmpty: Bool {
    scalarCount == 0
  }

  /// A number that changes with every change of the text, not with the cursor: comparing it is what
  /// a paint does instead of building `text` again.
  public var generation: Int {
    context.generation
  }

  // MARK: - vi keys

  /// Whether vi keys edit, not Emacs keys.
  public var usesViKeys: Bool {
    context.usesViKeys
  }

  /// Whether vi's command mode is on: letters are commands. It stays from line to line.
  public var isInCommandMode: Bool {
    context.vi.isInCommandMode
  }

  /// Goes to vi's insert mode, for a line that is there to be typed into.
  public func setInsertMode() {
    context.setCommandMode(false)
  }

  /// Goes to vi's command mode, after such a line or for an Esc that the application took. Nothing
  /// with Emacs keys.
  public func setCommandMode() {
    context.setCommandMode(true)
  }

  // MARK: - The terminal

  /// Writes all bytes to the terminal, waiting for it if need be.
  ///
  /// - Returns: False when the terminal does not take them any more.
  @discardableResult
  public func write(_ bytes: [UInt8]) -> Bool {
    context.isClosed ? false : context.terminal.write(bytes)
  }

  /// Whether the process may draw: it is not in the background, where a shell has the terminal.
  public var hasTerminal: Bool {
    !context.isClosed && context.terminal.isInForeground
  }

  /// Whether a signal arrived that ends this process. The next event names it.
  public var hasSignal: Bool {
    guard !context.isClosed else { return false }
    context.signals.read()
    return context.signals.ending != nil
  }

  /// Rows and columns of the window; 24 x 80 where the terminal does not know.
  public var size: (rows: Int, columns: Int) {
    context.isClosed ? (24, 80) : context.terminal.size
  }

  /// Whether the terminal, by its description, inserts and deletes characters by ICH and DCH
  /// (ECMA-48, 8.3.64 and 8.3.26).
  public var shiftsCharacters: Bool {
    !context.isClosed && le_shifts_characters(context.el)
  }

  /// Stops the process as ^Z does, the terminal as it was found, and returns when it goes on, the
  /// terminal raw again. The next call of `idle` says `continued`.
  public func suspend() {
    context.suspend()
  }

  /// Runs a program that gets the terminal as it was found (a person's editor) as a job of its own,
  /// and waits for its end. Afterwards the terminal is raw again and the next call of `idle` says
  /// `continued`. What interrupts the program does not interrupt this process; when it is stopped,
  /// this process stops with it.
  ///
  /// - Parameter arguments: The path of the program, which is not looked for, and its arguments.
  public func run(_ arguments: [String]) -> JobEnd {
    context.runJob(arguments)
  }

  /// Gives the terminal and the signal handlers back. Again does nothing; `deinit` does it too.
  /// Within `idle`, reading then returns `Event.stopped`.
  public func close() {
    context.close()
  }
}
