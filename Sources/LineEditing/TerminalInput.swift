// Waits for the terminal's input, decodes it, and returns one input at a time.
//
// Invariants: each input is returned once and in order, except that keys passed to `follow` come
// before all others. No callback runs during a wait.

import CLibEdit
import Glibc
import Keys
import System

/// The keys, pastes and signals of a terminal.
final class TerminalInput {
  var terminal: Terminal
  var signals: SignalPipe
  private var decoder: InputDecoder
  /// The inputs to return before new input is decoded; the last element is returned first.
  private var queue: [Input] = []
  /// The buffer for reading. A terminal delivers at most this number of bytes at once.
  private var buffer = [UInt8](repeating: 0, count: 4096)
  /// Whether the last read returned no more than a single key.
  private var lastReadWasOneKey = false
  /// Whether signals are caught. If not, ^C, ^\ and ^Z are keys like others.
  let catchesSignals: Bool
  /// Whether another program used the terminal and has returned it, and `next` has not yet reported
  /// the return.
  private var isBack = false
  private(set) var isClosed = false
  /// The last known size of the terminal, if no signal reports a change, so that the size must be
  /// checked from time to time. Nil if signals report changes.
  private var watchedSize: (rows: Int, columns: Int)?
  /// The final input; nil while more input can come.
  private var end: Input?

  init(
    terminal: Terminal, signals: SignalPipe, escapeDelay: Int, usesViKeys: Bool,
    catchesSignals: Bool, typedAhead: [UInt8] = []
  ) {
    self.catchesSignals = catchesSignals
    self.terminal = terminal
    self.signals = signals
    if !catchesSignals { watchedSize = terminal.size }
    decoder = InputDecoder(escapeDelay: escapeDelay)
    decoder.usesViKeys = usesViKeys
    if !typedAhead.isEmpty { decoder.append(typedAhead[...], at: Monotonic.milliseconds) }
  }

  /// Returns and forgets the bytes that were read but not returned, for the next reader of the
  /// terminal.
  func takeUndecoded() -> [UInt8] { decoder.takeUndecoded() }

  /// Restores the terminal's modes and the signal handlers. No more input comes afterwards.
  func close() {
    (isClosed, end, queue) = (true, .hungUp, [])
    decoder = InputDecoder(escapeDelay: 0)
    terminal.restore()
    signals.close()
  }

  /// Records that no more input can come.
  func hangUp() { end = end ?? .hungUp }

  /// Whether the terminal reports the mouse.
  var usesMouse: Bool {
    get { terminal.usesMouse }
    set {
      terminal.useMouse(newValue)
      decoder.reportsMouse = newValue
    }
  }

  // MARK: - Waiting

  /// Returns the next input.
  ///
  /// - Parameter milliseconds: the longest wait; a negative number waits without a limit.
  func next(milliseconds: Int, escapeMatters: () -> Bool) -> Input {
    var deadline: Int?
    var hasAsked = false
    while true {
      if let input = take(escapeMatters: escapeMatters) { return input }
      if let input = takeSignal() { return input }
      if hasNewSize() { return .resized }
      if let end { return decoder.finish().map(Input.init) ?? end }
      if milliseconds == 0, hasAsked || lastReadWasOneKey {
        // After a single typed key there is normally no more input, and a check for input takes as
        // long as a read.
        lastReadWasOneKey = false
        return .nothing
      }
      let now = Monotonic.milliseconds
      if milliseconds >= 0 {
        let last = deadline ?? now + milliseconds
        if hasAsked, last <= now { return .nothing }
        deadline = last
      }
      hasAsked = true
      let look = watchedSize == nil ? .max : now + TerminalInput.interval
      let until = min(deadline ?? .max, decoder.deadline ?? .max, look)
      pump(milliseconds: until == .max ? -1 : max(0, until - now))
    }
  }

  /// The milliseconds between two checks of the terminal's size.
  private static let interval = 200

  /// Whether the terminal's size has changed since the last check; false if signals report such
  /// changes.
  private func hasNewSize() -> Bool {
    guard let last = watchedSize, !isClosed else { return false }
    let size = terminal.size
    watchedSize = size
    return size != last
  }

  /// Whether there is input that was not yet returned.
  var hasInput: Bool { !queue.isEmpty || terminal.hasInput }

  /// Drops a prefix that waits for its key; returns false if no prefix waits.
  func cancelPrefix() -> Bool { decoder.cancelPrefix() }

  /// Puts keys in front of all other input, in the given order.
  func follow(_ presses: some BidirectionalCollection<KeyPress>) {
    queue += presses.reversed().map(Input.key)
  }

  /// Removes and returns the scalars that have already arrived after the given scalar and form one
  /// character with it.
  func takeRest(of scalar: Unicode.Scalar) -> [Unicode.Scalar] {
    var character = String(Character(scalar))
    var rest: [Unicode.Scalar] = []
    while rest.count < 31, let input = take(escapeMatters: { true }) {
      guard case .key(let press) = input, case .character(let next) = press.key,
        (character + String(Character(next))).count == 1
      else {
        queue.append(input)
        break
      }
      character.unicodeScalars.append(next)
      rest.append(next)
    }
    return rest
  }

  /// The next key or paste that is available without waiting.
  private func take(escapeMatters: () -> Bool) -> Input? {
    if let input = queue.popLast() { return input }
    return decoder.next(now: Monotonic.milliseconds, escapeMatters: escapeMatters).map(Input.init)
  }

  /// Waits for input and signals, and reads them.
  private func pump(milliseconds: Int) {
    switch terminal.wait(signals: signals, milliseconds: milliseconds) {
    case .nothing: break
    case .failed(let reason): end = .failed(errno: reason)
    case .ready(let hasInput, let hasSignals):
      if hasInput { read() }
      if hasSignals { signals.read() }
    }
  }

  private func read() {
    switch buffer.withUnsafeMutableBytes(terminal.read(into:)) {
    case .bytes(let count):
      lastReadWasOneKey = count <= 4
      decode(buffer[..<count])
    case .nothing: break
    case .hungUp: end = .hungUp
    case .failed(let reason): end = .failed(errno: reason)
    }
  }

  /// Passes bytes to the decoder, except for the keys ^C, ^\ and ^Z. The terminal makes no signals of
  /// them, because it would send those to all processes of a pipeline or script: ^C would end the
  /// reader of the answers, even if it only closes a search.
  private func decode(_ bytes: ArraySlice<UInt8>) {
    let now = Monotonic.milliseconds
    var rest = bytes
    while catchesSignals, let place = rest.firstIndex(where: TerminalInput.isSignalKey) {
      decoder.append(rest[..<place], at: now)
      if decoder.isInPaste {
        decoder.append(rest[place...place], at: now)
      } else {
        follow(signalKey: rest[place])
      }
      rest = rest[(place + 1)...]
    }
    decoder.append(rest, at: now)
  }

  private static func isSignalKey(_ byte: UInt8) -> Bool { [0x03, 0x1A, 0x1C].contains(byte) }

  /// ^C is an input like a signal. ^Z and ^\ stop and end all processes of a pipeline, as everywhere.
  private func follow(signalKey byte: UInt8) {
    switch byte {
    case 0x03: signals.pending.append(SIGINT)
    case 0x1A: kill(0, SIGTSTP)
    default: kill(0, SIGQUIT)
    }
  }

  // MARK: - Signals

  /// Removes and returns the next pending signal as an input.
  private func takeSignal() -> Input? {
    if isBack {
      isBack = false
      signals.pending.removeAll { $0 == SIGWINCH }
      return .continued
    }
    guard !signals.pending.isEmpty else { return nil }
    switch signals.pending.removeFirst() {
    case SIGWINCH: return .resized
    case Int32(LE_WAKE): return .woken
    case SIGCONT:
      // The process was stopped. The process that continued it may have changed the terminal.
      terminal.resume()
      return .continued
    case let number: return .signal(number)
    }
  }

  // MARK: - Handing over the terminal

  /// Stops the process like any other job. While the process is stopped, the terminal has its
  /// original modes.
  func suspend() {
    terminal.restore()
    le_stop_process()
    terminal.resume()
    signals.forget([SIGTSTP, SIGCONT])
    isBack = true
  }

  /// Runs a program on the terminal with its original modes, and waits for its end.
  func run(_ arguments: [String]) -> JobEnd {
    guard !isClosed, terminal.isInForeground else { return .notStarted(errno: EIO) }
    terminal.restore()
    defer {
      terminal.resume()
      isBack = true
    }
    return Job.run(arguments, on: terminal.descriptor, signals: &signals)
  }
}

extension Input {
  fileprivate init(_ token: InputDecoder.Token) {
    switch token {
    case .key(let key): self = .key(KeyPress(key))
    case .paste(let paste): self = .paste(paste)
    case .pending(let prefix): self = .pending(prefix)
    case .report(.mouse(let event)): self = .mouse(event)
    case .report(.cursor(let position)): self = .cursor(position)
    }
  }
}
