// The state of an open editor: libedit's handle, the terminal, the decoder, and what the function
// that runs has to tell its caller.
//
// Invariants: this is what libedit's client data points at, unretained, so it outlives the handle;
// the line is read and changed only through `le_` functions, never kept as a pointer across a call
// that could change it; nothing calls the shell's closures while a property is being modified.

import CLibEdit
import Glibc
import Keys
import System

/// What the shell decides while the editor reads.
struct EditorHandlers {
  var isApplicationKey: (Key) -> Bool
  var escapeMatters: () -> Bool
  var idle: (Wake) -> Wait
}

/// A token and where it comes from.
struct Input {
  enum Origin {
    case typed
    /// From a person's binding: followed as if typed, but not expanded again.
    case bound
    /// From vi's `.`: meant for the editor and nobody else.
    case repeated
  }

  var token: InputDecoder.Token
  var origin = Origin.typed
}

/// The editor behind `LineEditor`.
final class EditorContext {
  var terminal: Terminal
  let el: OpaquePointer
  private let null: UnsafeMutablePointer<FILE>
  var signals: SignalPipe
  /// What the person has bound.
  let bindings: KeyBindings
  let usesViKeys: Bool
  var vi = ViState()

  var decoder: InputDecoder
  var handlers: EditorHandlers?
  /// How many calls of `next` or `nextKey` are running.
  private var depth = 0
  private(set) var isClosed = false
  private var isFreed = false

  // What a step leaves behind.
  /// Why reading ends with this step.
  var outcome: Event?
  /// The event that the next call returns.
  var queuedEvent: Event?
  /// What the function that runs does.
  var kind: EditKind?
  /// Codes that libedit reads before any key; the next one is the last.
  var codes: [UInt32] = []
  /// What `OwnFunction.insert` inserts.
  var insertion: [UInt32] = []
  /// A token that was read ahead.
  var pushedBack: Input?
  /// Keys to follow before any other; the next one is the last.
  var replay: [Input] = []
  /// Where the key that is being followed comes from.
  var origin = Input.Origin.typed
  /// What is read into: the most a terminal gives at once.
  private var room = [UInt8](repeating: 0, count: 4096)
  /// Whether the last read gave no more than a key.
  private var lastReadWasOneKey = false
  /// Whether `nextRawKey` reads.
  private var readsRawKeys = false
  /// Whether libedit has asked for input in this step.
  var hasAskedForInput = false

  // Events that wait to be returned.
  var pendingWake: Wake?
  var hasHungUp = false
  var failure: Int32?

  /// How many scalars libedit's kill buffer holds.
  var killedCount = 0
  /// Whether the function that runs kills by libedit's functions, which do not say how much.
  var isKillOfLibedit = false
  /// Changes with every change of the text.
  var generation = 0
  /// Whether Enter types a line break.
  var holdsLines = false

  init(_ configuration: LineEditor.Configuration) throws(LineEditingError) {
    guard le_use_utf8() else { throw .libeditFailed }
    var terminal = try Terminal(configuration.terminal)
    let signals: SignalPipe
    do {
      signals = try SignalPipe()
    } catch {
      terminal.close()
      throw error
    }
    guard let null = le_open_null() else {
      let reason = errno
      signals.close()
      terminal.close()
      throw .system(errno: reason)
    }
    guard let el = le_open(configuration.programName, null, terminal.descriptor) else {
      fclose(null)
      signals.close()
      terminal.close()
      throw .libeditFailed
    }
    for function in OwnFunction.allCases {
      _ = le_add_function(el, function.name, function.help, runFunction)
    }
    OwnFunction.bind(in: el)
    let (keyMap, bindings) = configuration.preferences(null: null)
    le_set_editing_modes(el, le_is_serial(terminal.descriptor))
    le_start(el, readCode)
    terminal.start()

    self.terminal = terminal
    self.el = el
    self.null = null
    self.signals = signals
    self.bindings = bindings
    usesViKeys = keyMap == .vi
    decoder = InputDecoder(escapeDelay: configuration.escapeDelay)
    decoder.usesViKeys = usesViKeys
    le_set_context(el, Unmanaged.passUnretained(self).toOpaque())
  }

  // MARK: - Ending

  /// Gives the terminal and the signals back; libedit's handle follows when no call of it runs.
  func close() {
    if !isClosed {
      isClosed = true
      terminal.restore()
      signals.close()
    }
    if depth == 0, !isFreed {
      isFreed = true
      le_close(el)
      fclose(null)
      terminal.close()
    }
  }

  /// Stops the process like any other job, with the terminal as it was found in between.
  func suspend() {
    guard !isClosed else { return }
    terminal.restore()
    le_stop_process()
    terminal.resume()
    signals.forget([SIGTSTP, SIGCONT])
    pendingWake = .continued
  }

  // MARK: - Reading

  /// Runs `body` with the handlers in place.
  func reading(_ handlers: EditorHandlers, _ body: () -> Event) -> Event {
    if isClosed { return .stopped }
    let outer = self.handlers
    self.handlers = handlers
    depth += 1
    let event = body()
    depth -= 1
    self.handlers = outer
    if isClosed {
      close()
      return .stopped
    }
    return event
  }

  /// Runs functions until there is something to say.
  func runUntilEvent() -> Event {
    while true {
      if let event = queuedEvent {
        queuedEvent = nil
        return event
      }
      kind = nil
      hasAskedForInput = false
      isKillOfLibedit = false
      let count = lineCount
      let position = cursor
      let before = generation
      let wasInCommandMode = vi.isInCommandMode
      repeat { le_step(el) } while !codes.isEmpty
      let after = lineCount
      if after != count, generation == before { generation += 1 }
      if usesViKeys { settle(isTyping: kind == .typed) }

      if let event = outcome {
        outcome = nil
        return event
      }
      if let kind {
        if isKillOfLibedit, after < count { killedCount = count - after }
        let hasChanged =
          generation != before || cursor != position || vi.isInCommandMode != wasInCommandMode
        return .edited(hasChanged ? kind : .other)
      }
      // libedit could not even ask: the terminal's modes cannot be set any more.
      if !hasAskedForInput { return .hungUp }
    }
  }

  /// The next key or paste, as it is.
  func nextRawKey() -> Event {
    readsRawKeys = true
    defer { readsRawKeys = false }
    if let event = queuedEvent {
      queuedEvent = nil
      return event
    }
    guard let token = awaitToken() else {
      let event = outcome ?? .stopped
      outcome = nil
      return event
    }
    switch token {
    case .key(let key): return .key(key)
    case .paste(let paste): return .pasted(paste)
    }
  }

  // MARK: - Input

  /// The next token; nil when `outcome` says why there is none.
  func awaitToken() -> InputDecoder.Token? {
    if let input = takeWaiting() {
      origin = input.origin
      return input.token
    }
    origin = .typed
    if pendingWake == nil { pendingWake = .idle }
    var deadline: Int?
    while true {
      if let token = decode() { return token }
      if isClosed { outcome = .stopped }
      if takeSignal() || outcome != nil { return nil }
      if hasHungUp || failure != nil {
        if let token = decoder.finish() { return token }
        outcome = failure.map { .failed(errno: $0) } ?? .hungUp
        return nil
      }

      if let wake = pendingWake {
        // What has come goes first. A person's single key has nothing behind it, and asking costs
        // as much as reading; before a question is painted it is asked all the same.
        if !lastReadWasOneKey || readsRawKeys, pump(milliseconds: 0) { continue }
        pendingWake = nil
        switch handlers?.idle(wake) ?? .stop {
        case .stop:
          outcome = .stopped
          return nil
        case .forever: deadline = nil
        case .milliseconds(let wait): deadline = Monotonic.milliseconds + max(0, wait)
        }
        continue
      }

      let now = Monotonic.milliseconds
      if let deadline, deadline <= now, !pump(milliseconds: 0) {
        pendingWake = .timedOut
        continue
      }
      let until = min(deadline ?? .max, decoder.deadline ?? .max)
      _ = pump(milliseconds: until == .max ? -1 : max(0, until - now))
    }
  }

  /// What goes before new input: a token that was read ahead, keys to follow.
  private func takeWaiting() -> Input? {
    if let input = pushedBack {
      pushedBack = nil
      return input
    }
    return replay.popLast()
  }

  /// The next token that needs no waiting.
  func takeInput() -> Input? {
    takeWaiting() ?? decode().map { Input(token: $0) }
  }

  /// The next token of what has come already.
  func decode() -> InputDecoder.Token? {
    let escapeMatters = decoder.startsWithEscape && (handlers?.escapeMatters() ?? true)
    return decoder.next(now: Monotonic.milliseconds, escapeMatters: escapeMatters)
  }

  /// Waits for input and signals and takes what has come; whether anything has.
  private func pump(milliseconds: Int) -> Bool {
    switch terminal.wait(signals: signals, milliseconds: milliseconds) {
    case .nothing: return false
    case .failed(let reason):
      failure = reason
      return true
    case .ready(let hasInput, let hasSignals):
      if hasInput { readInput() }
      // Reading a paste may be what the signal of a pasted ^C interrupted.
      if hasSignals || decoder.isInPaste {
        signals.read()
        leaveOutPastedSignals()
      }
      return hasInput || hasSignals
    }
  }

  private func readInput() {
    switch room.withUnsafeMutableBytes(terminal.read(into:)) {
    case .bytes(let count):
      lastReadWasOneKey = count <= 4
      decoder.append(room[..<count], at: Monotonic.milliseconds)
    case .nothing: break
    case .hungUp: hasHungUp = true
    case .failed(let reason): failure = reason
    }
  }

  // MARK: - Signals

  /// The terminal makes signals of ^C, ^\ and ^Z also where they are pasted; there they are control
  /// characters like others, and left out. What another process sends is none of them.
  private func leaveOutPastedSignals() {
    let ofKeys = signals.ofKeys.intersection([SIGINT, SIGQUIT, SIGTSTP])
    signals.ofKeys = []
    guard signals.pending.contains(where: ofKeys.contains) else { return }
    // A signal may be here before the bytes that stood in front of its character.
    if !decoder.isInPaste, terminal.hasInput { readInput() }
    if decoder.isInPaste { signals.pending.removeAll(where: ofKeys.contains) }
  }

  /// Takes up the signals that have come; true when one of them ends reading.
  private func takeSignal() -> Bool {
    while !signals.pending.isEmpty {
      let number = signals.pending.removeFirst()
      switch number {
      case SIGWINCH:
        if pendingWake != .continued { pendingWake = .resized }
      case SIGCONT:
        // Stopped and continued behind our back: whoever had the terminal may have changed it.
        terminal.resume()
        pendingWake = .continued
      default:
        outcome = .signal(number)
        return true
      }
    }
    return false
  }
}
