// A terminal in line mode, for people who do not use a cursor: the system echoes a line and lets
// the person edit it, and Enter delivers it. Nothing is painted and no escape sequence is ever
// sent.
//
// Invariants: a process has only one line terminal or line editor at a time. However the line
// terminal ends, even by a crash of the process, the terminal's original modes and the process's
// previous signal handlers are restored. A signal is only reported as an event; the caller decides
// whether to end.

import CLibEdit
import Glibc
import System

/// A terminal in line mode.
public final class LineTerminal {
  /// An input from the terminal.
  public enum Event: Hashable, Sendable {
    /// The bytes of one or more lines. Usually there is one line, with its line break.
    case bytes([UInt8])
    /// ^D at the beginning of a line.
    case endOfInput
    case signal(Int32)
    /// The process was stopped and continued.
    case continued
    /// Another thread called `LineEditor.wake`.
    case woken
    case hungUp
    case timedOut
    case failed(errno: Int32)
  }

  /// The longest line in bytes that the system keeps; the rest of a longer line is lost.
  public static let longestLine = Int(le_longest_line())

  private let terminal: Terminal
  /// The descriptor for output.
  package let output: Int32
  private var signals: SignalPipe
  private var isClosed = false

  /// Opens a terminal and catches signals.
  ///
  /// - Parameters:
  ///   - kind: the terminal from which to read.
  ///   - output: the descriptor for output; nil to write to the terminal itself.
  ///   - handlesSignals: whether to catch signals. If false, ^C ends the process unless the process
  ///     itself catches SIGINT.
  ///
  /// - Throws: ``LineEditingError`` if there is no terminal, another editor or line terminal is
  ///   open in this process, or the system refuses a resource.
  public init(
    _ kind: LineEditor.Configuration.Terminal = .controlling, output: Int32? = nil,
    handlesSignals: Bool = true
  ) throws(LineEditingError) {
    terminal = try Terminal(kind, isGuarded: handlesSignals)
    self.output = output ?? terminal.descriptor
    do {
      signals = try SignalPipe(catchesSignals: handlesSignals)
    } catch {
      terminal.close()
      throw error
    }
  }

  deinit { close() }

  /// Restores the terminal's modes and the signal handlers. Further calls have no effect.
  public func close() {
    guard !isClosed else { return }
    echoes = true
    isClosed = true
    signals.close()
    terminal.close()
  }

  // MARK: - Echo

  /// Whether the terminal shows typed characters.
  public var echoes = true {
    didSet {
      guard echoes != oldValue, !isClosed else { return }
      setModes()
    }
  }

  private func setModes() {
    guard terminal.isInForeground else { return }
    withUnsafePointer(to: terminal.found) { found in
      if echoes {
        _ = le_set_modes(terminal.descriptor, found)
        le_crash_guard_uninstall(terminal.descriptor)
      } else {
        if terminal.isGuarded { le_crash_guard_install(terminal.descriptor, found, false) }
        var silent = le_modes_without_echo(found)
        _ = le_set_modes(terminal.descriptor, &silent)
      }
    }
  }

  // MARK: - Bytes

  /// Writes all bytes; returns false if the terminal no longer accepts bytes.
  @discardableResult
  public func write(_ bytes: [UInt8]) -> Bool {
    !isClosed && SystemCall.writeAll(bytes, to: output) == nil
  }

  /// Waits for the next event.
  ///
  /// - Parameter milliseconds: the longest wait, after which the result is `timedOut`. A negative
  ///   number waits without a limit.
  public func next(milliseconds: Int) -> Event {
    guard !isClosed else { return .hungUp }
    let deadline = milliseconds < 0 ? nil : Monotonic.milliseconds + milliseconds
    while true {
      signals.read()
      if let event = takeSignal() { return event }
      let rest = deadline.map { max($0 - Monotonic.milliseconds, 0) } ?? -1
      switch terminal.wait(signals: signals, milliseconds: rest) {
      case .nothing: return .timedOut
      case .failed(let reason): return .failed(errno: reason)
      case .ready(let hasInput, let hasSignals):
        // A signal is reported before the bytes that arrived with it.
        if hasSignals { continue }
        if hasInput, let event = read() { return event }
      }
    }
  }

  /// Reads the bytes that have arrived, without waiting.
  public func takeAvailable() -> [UInt8] {
    var bytes: [UInt8] = []
    var request = pollfd(fd: terminal.descriptor, events: Int16(POLLIN), revents: 0)
    while !isClosed, poll(&request, 1, 0) == 1, case .bytes(let new)? = read() { bytes += new }
    return bytes
  }

  private func read() -> Event? {
    var bytes = [UInt8](repeating: 0, count: 8_192)
    switch bytes.withUnsafeMutableBytes(terminal.read(into:)) {
    case .bytes(let count): return .bytes(Array(bytes[..<count]))
    // Reading from a terminal that is gone also reports the end of input.
    case .hungUp: return terminal.isGone ? .hungUp : .endOfInput
    case .nothing: return nil
    case .failed(let reason): return .failed(errno: reason)
    }
  }

  // MARK: - Signals

  /// Whether a signal has arrived that asks this process to end. `next` returns the signal.
  public var hasSignal: Bool {
    readSignals()
    return signals.ending != nil
  }

  /// Removes a pending SIGINT, for work that ^C should cancel. Returns false if no SIGINT is
  /// pending.
  public func takeInterrupt() -> Bool {
    readSignals()
    guard let place = signals.pending.firstIndex(of: SIGINT) else { return false }
    signals.pending.remove(at: place)
    return true
  }

  private func takeSignal() -> Event? {
    while !signals.pending.isEmpty {
      switch signals.pending.removeFirst() {
      case SIGWINCH, SIGCHLD: continue
      case Int32(LE_WAKE): return .woken
      case SIGCONT:
        // Another process may have changed the terminal while this process was stopped.
        if !echoes { setModes() }
        return .continued
      case let number: return .signal(number)
      }
    }
    return nil
  }

  private func readSignals() {
    if !isClosed { signals.read() }
  }

  /// Stops the process as ^Z does, and returns when the process is continued. While the process is
  /// stopped, the terminal has its original modes.
  public func suspend() {
    guard !isClosed else { return }
    let wasEchoing = echoes
    echoes = true
    le_stop_process()
    echoes = wasEchoing
    signals.forget([SIGTSTP, SIGCONT])
  }

  /// Runs a program, such as a person's editor, as its own job and waits for its end.
  ///
  /// - Parameter arguments: the program's full path (PATH is not searched), then its arguments.
  public func run(_ arguments: [String]) -> JobEnd {
    guard !isClosed, terminal.isInForeground else { return .notStarted(errno: EIO) }
    let wasEchoing = echoes
    echoes = true
    defer {
      // An editor that died may not have restored the modes.
      _ = withUnsafePointer(to: terminal.found) { le_set_modes(terminal.descriptor, $0) }
      echoes = wasEchoing
    }
    return Job.run(arguments, on: terminal.descriptor, signals: &signals)
  }
}
