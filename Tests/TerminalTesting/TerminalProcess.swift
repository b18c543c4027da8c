// A program on a terminal: start it, type, look at its screen, end it.
//
// Invariants: nothing sleeps. Every wait polls the program's output until a deadline, and then
// throws a `TimedOut` that shows the screen. Every call reads output, so that the program never
// blocks on a full terminal. When the object is released, the program is killed and reaped, and all
// descriptors are closed. An object belongs to one task, and different tests share nothing.

import CPty
import Glibc

/// A program that runs on its own pseudo-terminal.
public final class TerminalProcess {
  /// The current screen, according to the output that has been read.
  public private(set) var screen: VirtualTerminal
  /// All bytes that the program wrote to the terminal.
  public private(set) var rawOutput: [UInt8] = []
  /// The bytes that the program wrote to its captured standard output.
  public var capturedOutput: [UInt8] { streams.capturedOutput }
  /// The captured standard output as text, with U+FFFD for invalid UTF-8.
  public var capturedText: String { String(decoding: capturedOutput, as: UTF8.self) }
  /// The bytes that the program wrote to its captured standard error.
  public var capturedErrors: [UInt8] { streams.capturedErrors }
  /// The captured standard error as text.
  public var capturedErrorText: String { String(decoding: capturedErrors, as: UTF8.self) }
  /// The folder that is the program's HOME and contains its XDG folders.
  public let home: TemporaryFolder
  /// The default timeout of all waits.
  public var timeout: Duration = .seconds(120)
  /// Whether the model answers the program's queries (cursor position, attributes).
  public var answersQueries = true
  /// The end of the program; nil while it runs.
  public private(set) var exitStatus: ProcessEnd?

  private let process: ChildProcess
  private let terminal: Descriptor
  /// The program's side of the terminal, open until the hang-up.
  private let other: Descriptor
  private var isTerminalOpen = true
  private let streams: StandardStreams

  private init(
    process: ChildProcess, terminal: Descriptor, other: Descriptor, streams: StandardStreams,
    home: TemporaryFolder, screen: VirtualTerminal
  ) {
    self.process = process
    self.other = other
    self.terminal = terminal
    self.home = home
    self.screen = screen
    self.streams = streams
    terminal.makeNonBlocking()
  }

  /// Starts a program.
  ///
  /// The environment is fixed (`CleanEnvironment`), with the changes of `environment`; nil removes
  /// a variable. Pass the `home` of an earlier process to continue where it stopped. The program
  /// leads its session, and the kernel does not stop an orphaned process group: to test Ctrl-Z,
  /// start the program from a shell with job control.
  public static func start(
    _ executable: String, _ arguments: [String] = [], environment: [String: String?] = [:],
    rows: Int = 24, columns: Int = 80, input: ProgramInput = .terminal,
    output: ProgramOutput = .terminal, errors: ProgramOutput = .terminal,
    directory: String? = nil, home: TemporaryFolder? = nil,
    widthRule: VirtualTerminal.WidthRule = .clusters
  ) throws -> TerminalProcess {
    let home = try home ?? TemporaryFolder()
    let streams = try StandardStreams(input: input, output: output, errors: errors)
    let launch = ChildProcess.Launch(
      executable: executable, arguments: arguments,
      environment: CleanEnvironment.make(home: home, changes: environment),
      directory: directory ?? home.path, descriptors: streams.numbers)
    let (process, terminal, other) = try ChildProcess.start(launch, rows: rows, columns: columns)
    streams.closeOthers()
    return TerminalProcess(
      process: process, terminal: terminal, other: other, streams: streams, home: home,
      screen: VirtualTerminal(rows: rows, columns: columns, widthRule: widthRule))
  }

  /// The program's process identifier.
  public var processIdentifier: Int32 { process.identifier }

  // MARK: - Acting

  /// Types text or escape sequences.
  public func send(_ text: String) throws {
    try send(Array(text.utf8))
  }

  /// Types bytes. Reads output at the same time, so that any number of bytes can be sent.
  public func send(_ bytes: [UInt8]) throws {
    let deadline = ContinuousClock.now + timeout
    var rest = bytes[...]
    while !rest.isEmpty {
      if case .bytes(let count) = terminal.write(rest) {
        rest = rest.dropFirst(count)
        continue
      }
      guard ContinuousClock.now < deadline, exitStatus == nil else {
        throw failure("the program to read \(rest.count) more bytes of input")
      }
      pump(until: deadline, wantsToType: true)
    }
    pump(until: .now)
  }

  /// Changes the size of the terminal and of the model.
  public func resize(rows: Int, columns: Int, reflow: Bool = true) throws {
    pump(until: .now)
    screen.resize(rows: rows, columns: columns, reflow: reflow)
    let code = cpty_resize(terminal.number, UInt16(clamping: rows), UInt16(clamping: columns))
    guard code == 0 else { throw SystemError("resize", code) }
  }

  /// Sends a signal to the program, and not to its terminal.
  public func signal(_ number: Int32) {
    process.signal(number)
  }

  /// Hangs up the terminal, like a closed window or a lost connection (SIGHUP).
  public func hangUp() {
    pump(until: .now)
    isTerminalOpen = false
    other.close()
    terminal.close()
  }

  // MARK: - Looking

  /// Returns the terminal's modes, for comparisons.
  public func termios() throws -> TerminalModes {
    try TerminalModes(of: terminal.number)
  }

  /// Returns the number of bytes that the program has painted so far, for `bytes(since:)`.
  public func mark() -> Int {
    pump(until: .now)
    return rawOutput.count
  }

  /// Returns the bytes that the program painted after a mark.
  public func bytes(since mark: Int) -> [UInt8] {
    Array(rawOutput.dropFirst(mark))
  }

  // MARK: - Waiting

  /// Waits until a text is on the screen.
  public func wait(for text: String, timeout: Duration? = nil) throws {
    try wait("\"\(text)\" on the screen", timeout: timeout) { $0.text.contains(text) }
  }

  /// Waits until the title ends in "kept". Only the end counts, because the key line mentions the
  /// draft too.
  public func waitUntilKept(timeout: Duration? = nil) throws {
    try wait("\"kept\" at the end of the title", timeout: timeout) { screen in
      screen.text.split(separator: "\n").contains { $0.hasSuffix("  kept") }
    }
  }

  /// Waits until a text is no longer on the screen.
  public func wait(forAbsenceOf text: String, timeout: Duration? = nil) throws {
    try wait("\"\(text)\" to be gone", timeout: timeout) { !$0.text.contains(text) }
  }

  /// Waits until the screen meets a condition. A failure calls the condition `what`.
  public func wait(
    _ what: String = "a condition", timeout: Duration? = nil,
    until condition: (VirtualTerminal) throws -> Bool
  ) throws {
    let deadline = ContinuousClock.now + (timeout ?? self.timeout)
    pump(until: .now)
    while try !condition(screen) {
      guard ContinuousClock.now < deadline, exitStatus == nil else { throw failure(what) }
      pump(until: deadline)
    }
  }

  /// Waits until the program has read all input, sleeps, and paints nothing for a while. Use this
  /// function only if no condition on the screen is possible.
  public func sync(quiet: Duration = .milliseconds(50), timeout: Duration? = nil) throws {
    let deadline = ContinuousClock.now + (timeout ?? self.timeout)
    var count = -1
    var wasIdle = false
    while exitStatus == nil, count != outputCount || !wasIdle || !isIdle {
      guard ContinuousClock.now < deadline else { throw failure("the program to become quiet") }
      (count, wasIdle) = (outputCount, isIdle)
      let end = ContinuousClock.now + quiet
      while exitStatus == nil, ContinuousClock.now < end, pump(until: end) == 0 {}
    }
  }

  /// Whether the program has read all input, and waits.
  private var isIdle: Bool {
    !process.isBusy && (!isTerminalOpen || cpty_unread(other.number) == 0)
  }

  /// Reads output for some time, and calls a function with the screen after each read.
  public func watch(for duration: Duration, _ look: (VirtualTerminal) -> Void) {
    let deadline = ContinuousClock.now + duration
    repeat {
      if pump(until: deadline) > 0 { look(screen) }
    } while exitStatus == nil && ContinuousClock.now < deadline
  }

  /// Waits until the program has ended and all its output is read.
  @discardableResult
  public func waitForExit(timeout: Duration? = nil) throws -> ProcessEnd {
    let deadline = ContinuousClock.now + (timeout ?? self.timeout)
    while true {
      if let exitStatus { return exitStatus }
      guard ContinuousClock.now < deadline else { throw failure("the program to end") }
      pump(until: deadline)
    }
  }

  /// The error of a failed wait.
  private func failure(_ what: String) -> TimedOut {
    TimedOut(
      what: what, screen: screen, rawTail: Array(rawOutput.suffix(400)), status: exitStatus,
      errors: Array(capturedErrors.suffix(2_000)))
  }

  // MARK: - Pumping

  /// Reads output, waits only a moment for it, and returns the number of bytes.
  @discardableResult
  private func pump(until deadline: ContinuousClock.Instant, wantsToType: Bool = false) -> Int {
    var polled: [pollfd] = []
    if isTerminalOpen {
      let events = POLLIN | (wantsToType ? POLLOUT : 0)
      polled.append(pollfd(fd: terminal.number, events: Int16(events), revents: 0))
    }
    polled += streams.polled
    // Poll every few milliseconds, because no descriptor reports the end of a process.
    let moment: Duration = isTerminalOpen ? .milliseconds(5) : .milliseconds(1)
    poll(&polled, for: min(moment, deadline - .now))
    let hasEnded = exitStatus == nil ? process.poll() : nil
    let count = drain()
    // Publish the status only after all output from before the end has been read.
    if let hasEnded { exitStatus = hasEnded }
    return count
  }

  private var outputCount: Int {
    rawOutput.count + capturedOutput.count + capturedErrors.count
  }

  private func drain() -> Int {
    let before = outputCount
    var painted: [UInt8] = []
    reading: while isTerminalOpen {
      switch terminal.read(into: &painted) {
      case .bytes: continue
      case .ended: isTerminalOpen = false
      case .notNow: break reading
      }
    }
    rawOutput += painted
    screen.feed(painted)
    let replies = screen.takeReplies()
    if answersQueries, !replies.isEmpty { _ = terminal.write(replies[...]) }
    streams.transfer()
    return outputCount - before
  }
}
