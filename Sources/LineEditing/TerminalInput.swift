// The input of the terminal: waits for it, decodes it, and gives it out piece by piece.
//
// Invariants: whatever comes is given out once and in its order, keys that are to be followed before
// all others; nothing is called back while it waits.

import CLibEdit
import Glibc
import Keys
import System

/// The keys, pastes and signals of a terminal.
final class TerminalInput {
  var terminal: Terminal
  var signals: SignalPipe
  private var decoder: InputDecoder
  /// The inputs that come before new ones; the next one is the last.
  private var queue: [Input] = []
  /// The buffer to read into: the most a terminal gives at once.
  private var room = [UInt8](repeating: 0, count: 4096)
  /// Whether the last read gave no more than a key.
  private var lastReadWasOneKey = false
  /// Whether the terminal was given away and is ours again, and nobody knows yet.
  private var isBack = false
  private(set) var isClosed = false
  /// Why nothing comes any more.
  private var end: Input?

  init(
    terminal: Terminal, signals: SignalPipe, escapeDelay: Int, usesViKeys: Bool,
    typedAhead: [UInt8] = []
  ) {
    self.terminal = terminal
    self.signals = signals
    decoder = InputDecoder(escapeDelay: escapeDelay)
    decoder.usesViKeys = usesViKeys
    if !typedAhead.isEmpty { decoder.append(typedAhead[...], at: Monotonic.milliseconds) }
  }

  /// The bytes that were read from the terminal and not given out, for who reads it next.
  func takeUndecoded() -> [UInt8] { decoder.takeUndecoded() }

  /// Gives the terminal's modes and the signal handlers back; nothing comes any more.
  func close() {
    (isClosed, end, queue) = (true, .hungUp, [])
    decoder = InputDecoder(escapeDelay: 0)
    terminal.restore()
    signals.close()
  }

  /// Takes note that nothing more can come.
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

  /// The next input, within some milliseconds; a negative number waits without end.
  func next(milliseconds: Int, escapeMatters: () -> Bool) -> Input {
    var deadline: Int?
    var hasAsked = false
    while true {
      if let input = take(escapeMatters: escapeMatters) { return input }
      if let input = takeSignal() { return input }
      if let end { return decoder.finish().map(Input.init) ?? end }
      if milliseconds == 0, hasAsked || lastReadWasOneKey {
        // A person's single key has nothing behind it, and asking costs as much as reading.
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
      let until = min(deadline ?? .max, decoder.deadline ?? .max)
      pump(milliseconds: until == .max ? -1 : max(0, until - now))
    }
  }

  /// Whether something has come that was not given out.
  var hasInput: Bool { !queue.isEmpty || terminal.hasInput }

  /// Forgets a prefix that waits for its key; false if none does.
  func cancelPrefix() -> Bool { decoder.cancelPrefix() }

  /// Puts keys before all others, the first of them first.
  func follow(_ presses: some BidirectionalCollection<KeyPress>) {
    queue += presses.reversed().map(Input.key)
  }

  /// The scalars that have come already and make one character with one that was given out.
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

  /// The next key or paste that needs no waiting.
  private func take(escapeMatters: () -> Bool) -> Input? {
    if let input = queue.popLast() { return input }
    let isKey = decoder.startsWithEscape && escapeMatters()
    return decoder.next(now: Monotonic.milliseconds, escapeMatters: isKey).map(Input.init)
  }

  /// Waits for input and signals and takes what has come.
  private func pump(milliseconds: Int) {
    switch terminal.wait(signals: signals, milliseconds: milliseconds) {
    case .nothing: break
    case .failed(let reason): end = .failed(errno: reason)
    case .ready(let hasInput, let hasSignals):
      if hasInput { read() }
      // Reading a paste may be what the signal of a pasted ^C interrupted.
      if hasSignals || decoder.isInPaste {
        signals.read()
        leaveOutPastedSignals()
      }
    }
  }

  private func read() {
    switch room.withUnsafeMutableBytes(terminal.read(into:)) {
    case .bytes(let count):
      lastReadWasOneKey = count <= 4
      decoder.append(room[..<count], at: Monotonic.milliseconds)
    case .nothing: break
    case .hungUp: end = .hungUp
    case .failed(let reason): end = .failed(errno: reason)
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
    if !decoder.isInPaste, terminal.hasInput { read() }
    if decoder.isInPaste { signals.pending.removeAll(where: ofKeys.contains) }
  }

  /// Takes up the next signal that has come.
  private func takeSignal() -> Input? {
    if isBack {
      isBack = false
      signals.pending.removeAll { $0 == SIGWINCH }
      return .continued
    }
    guard !signals.pending.isEmpty else { return nil }
    switch signals.pending.removeFirst() {
    case SIGWINCH: return .resized
    case SIGCONT:
      // Stopped and continued behind our back: whoever had the terminal may have changed it.
      terminal.resume()
      return .continued
    case let number: return .signal(number)
    }
  }

  // MARK: - Giving the terminal away

  /// Stops the process like any other job, with the terminal as it was found in between.
  func suspend() {
    terminal.restore()
    le_stop_process()
    terminal.resume()
    signals.forget([SIGTSTP, SIGCONT])
    isBack = true
  }

  /// Runs a program with the terminal as it was found, and waits for its end.
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
