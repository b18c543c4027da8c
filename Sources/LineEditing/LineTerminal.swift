// A terminal that stays in its own line mode: the system echoes and edits a line, Enter gives it. For
// who has no cursor to move: nothing is painted, no sequence is ever sent.
//
// Invariants: like an editor, one at a time in a process; whatever way it ends, a crash included,
// the terminal has the modes in which it was found and the previous signal handlers are back; a
// signal is reported as an event and ends nothing by itself.

import CLibEdit
import Glibc
import System

/// A terminal in line mode.
public final class LineTerminal {
  /// What came.
  public enum Event: Hashable, Sendable {
    /// Bytes of lines, most often one line with its end.
    case bytes([UInt8])
    /// ^D at the beginning of a line.
    case endOfInput
    case signal(Int32)
    /// The process was stopped and goes on.
    case continued
    case hungUp
    case timedOut
    case failed(errno: Int32)
  }

  /// The most bytes of a line that the system keeps; of a longer one the rest never arrives.
  public static let longestLine = Int(le_longest_line())

  private let terminal: Terminal
  /// Where sentences go.
  private let output: Int32
  private var signals: SignalPipe
  private var isClosed = false

  /// Opens a terminal and catches signals. Sentences go to `output`, else to the terminal itself.
  public init(
    _ kind: LineEditor.Configuration.Terminal = .controlling, output: Int32? = nil
  ) throws(LineEditingError) {
    terminal = try Terminal(kind)
    self.output = output ?? terminal.descriptor
    do {
      signals = try SignalPipe()
    } catch {
      terminal.close()
      throw error
    }
  }

  deinit { close() }

  /// Gives the terminal and the signal handlers back. Again does nothing.
  public func close() {
    guard !isClosed else { return }
    echoes = true
    isClosed = true
    signals.close()
    terminal.close()
  }

  // MARK: - Echo

  /// Whether what is typed is shown.
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
        le_crash_guard_install(terminal.descriptor, found, false)
        var silent = le_modes_without_echo(found)
        _ = le_set_modes(terminal.descriptor, &silent)
      }
    }
  }

  // MARK: - Bytes

  /// Writes all bytes; false when the terminal does not take them any more.
  @discardableResult
  public func write(_ bytes: [UInt8]) -> Bool {
    !isClosed && SystemCall.writeAll(bytes, to: output) == nil
  }

  /// Waits for what comes next, for so many milliseconds, forever if negative.
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
        // A signal goes before what was typed meanwhile.
        if hasSignals { continue }
        if hasInput, let event = read() { return event }
      }
    }
  }

  /// What has been typed and was not read yet, without waiting.
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
    // A terminal that is gone reads as ended too.
    case .hungUp: return terminal.isGone ? .hungUp : .endOfInput
    case .nothing: return nil
    case .failed(let reason): return .failed(errno: reason)
    }
  }

  // MARK: - Signals

  /// Whether a signal came that wants this process to stop what it does; it is reported by `next`.
  public var hasSignal: Bool {
    readSignals()
    return signals.ending != nil
  }

  /// Takes an interrupt that came, for work that it stops.
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
      case SIGCONT:
        // Whoever had the terminal meanwhile may have changed it.
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

  /// Stops the process as ^Z does, the terminal as it was found, and returns when it goes on.
  public func suspend() {
    guard !isClosed else { return }
    let wasEchoing = echoes
    echoes = true
    le_stop_process()
    echoes = wasEchoing
    signals.forget([SIGTSTP, SIGCONT])
  }

  /// Runs a program that gets the terminal (a person's editor) as a job of its own, and waits for
  /// its end.
  ///
  /// - Parameter arguments: The path of the program, which is not looked for, and its arguments.
  public func run(_ arguments: [String]) -> JobEnd {
    guard !isClosed, terminal.isInForeground else { return .notStarted(errno: EIO) }
    let wasEchoing = echoes
    echoes = true
    defer {
      // An editor that died may have left its modes behind.
      _ = withUnsafePointer(to: terminal.found) { le_set_modes(terminal.descriptor, $0) }
      echoes = wasEchoing
    }
    return Job.run(arguments, on: terminal.descriptor, signals: &signals)
  }
}
