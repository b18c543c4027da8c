// A shell command that runs while the program continues.
//
// Invariants: the command's input is a file that is complete before the command starts. If the
// input were a pipe and this program were killed while writing, the command would take the first
// part for the whole input. The command has its own session and no terminal, so a command that asks
// for a password fails. Every signal has its default action in the command. All of its output is
// read, so the command never blocks. Dropping this value while the command runs ends the command.

import Glibc

/// A command that `sh -c` runs.
package struct ShellCommand: ~Copyable {
  /// The way in which a command ended.
  package enum End: Equatable, Sendable {
    case exited(Int32)
    case killed(signal: Int32)
  }

  /// The reason that a command was not started.
  package enum NotStarted: Error {
    /// Its input could not be written or opened.
    case input(SystemError)
    case system(SystemError)
  }

  /// The input of a command.
  package enum Input {
    /// Bytes that are written to an unnamed file in a folder, or in memory if the folder is nil.
    case bytes([UInt8], folder: String?)
    case file(String)
  }

  /// The maximum number of bytes of standard output that are kept. It is in memory.
  package static let mostOutputBytes = 64 * 1_024 * 1_024
  /// The maximum number of bytes of standard error that are kept.
  package static let mostErrorBytes = 64 * 1_024
  /// The milliseconds between SIGTERM and SIGKILL.
  private static let patience = 2_000
  /// The spawn attribute that starts a session (spawn.h of glibc 2.26; Swift does not see it
  /// without `_GNU_SOURCE`).
  private static let startsSession: Int16 = 0x80

  private let process: pid_t
  /// The pipes from which to read the command's output and errors; -1 after they are closed.
  private var (output, errors): (Int32, Int32)
  /// The beginning of the command's standard output.
  package private(set) var outputBytes: [UInt8] = []
  /// Whether the command wrote more standard output than is kept. It should be stopped then.
  package private(set) var isOutputCut = false
  /// The beginning of the command's standard error.
  package private(set) var errorBytes: [UInt8] = []
  package private(set) var end: End?
  /// The way in which the shell ended; nil while it runs. Processes that the shell started may
  /// still run.
  private var endOfShell: End?
  /// The time at which to kill the command, in milliseconds of the monotonic clock; nil before
  /// `stop`.
  private var killTime: Int?

  /// Starts a command.
  ///
  /// - Parameters:
  ///   - environment: the variables to add to the environment of this process.
  ///   - folder: the folder in which to run the command; nil for the current folder.
  package init(
    _ command: String, input: Input, environment: [(name: String, value: String)],
    in folder: String? = nil
  ) throws(NotStarted) {
    let (file, here): (Int32, Int32?)
    do throws(SystemError) { file = try ShellCommand.file(of: input) } catch {
      throw .input(error)
    }
    defer { close(file) }
    do throws(SystemError) { here = try folder.map(ShellCommand.enter) } catch {
      throw .system(error)
    }
    defer {
      if let here {
        _ = fchdir(here)
        close(here)
      }
    }
    var pipes: [Pipe] = []
    var code: Int32 = 0
    for _ in 0..<2 where code == 0 {
      if let pipe = Pipe() { pipes.append(pipe) } else { code = errno }
    }
    var process: pid_t = -1
    if code == 0 {
      code = ShellCommand.spawn(
        &process, command, streams: [file, pipes[0].writing, pipes[1].writing],
        environment: environment)
    }
    guard code == 0 else {
      for pipe in pipes { pipe.close() }
      throw .system(SystemError(code: code))
    }
    for pipe in pipes {
      close(pipe.writing)
      _ = fcntl(pipe.reading, F_SETFL, O_NONBLOCK)
    }
    (self.process, output, errors) = (process, pipes[0].reading, pipes[1].reading)
  }

  /// Changes the current folder while the command is spawned. glibc can set the folder of a spawned
  /// process, but that function is not in POSIX, and Swift does not see it.
  ///
  /// - Returns: a descriptor of the previous folder.
  private static func enter(_ folder: String) throws(SystemError) -> Int32 {
    let here = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard here >= 0 else { throw SystemError(code: errno) }
    guard chdir(folder) == 0 else {
      let code = errno
      close(here)
      throw SystemError(code: code)
    }
    return here
  }

  /// Opens the input as a file, at its beginning.
  private static func file(of input: Input) throws(SystemError) -> Int32 {
    switch input {
    case .file(let path):
      let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
      guard descriptor >= 0 else { throw SystemError(code: errno) }
      return descriptor
    case .bytes(let bytes, let folder):
      let descriptor = try file(in: folder)
      if let code = SystemCall.writeAll(bytes, to: descriptor) {
        close(descriptor)
        throw SystemError(code: code)
      }
      lseek(descriptor, 0, SEEK_SET)
      return descriptor
    }
  }

  /// Creates an empty unnamed file, in a folder or in memory.
  private static func file(in folder: String?) throws(SystemError) -> Int32 {
    let name = "longform-\(getpid())-\(UInt64.random(in: 0 ... .max))"
    let flags = O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC
    let path = folder.map { "\($0)/\(name)" }
    let descriptor = path.map { open($0, flags, 0o600) } ?? shm_open("/\(name)", flags, 0o600)
    guard descriptor >= 0 else { throw SystemError(code: errno) }
    if let path { unlink(path) } else { shm_unlink("/\(name)") }
    return descriptor
  }

  deinit {
    if end == nil {
      kill(-process, SIGKILL)
      if endOfShell == nil { _ = SystemCall.retrying { waitpid(process, nil, 0) } }
    }
    for descriptor in [output, errors] where descriptor >= 0 { close(descriptor) }
  }

  /// The two ends of a pipe. Child processes do not inherit them.
  private struct Pipe {
    let reading: Int32
    let writing: Int32

    init?() {
      var ends: [Int32] = [-1, -1]
      guard pipe(&ends) == 0 else { return nil }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      (reading, writing) = (ends[0], ends[1])
    }

    func close() {
      Glibc.close(reading)
      Glibc.close(writing)
    }
  }

  private static func spawn(
    _ process: inout pid_t, _ command: String, streams: [Int32],
    environment: [(name: String, value: String)]
  ) -> Int32 {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (number, descriptor) in streams.enumerated() {
      posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(number))
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    posix_spawnattr_setflags(
      &attributes,
      Int16(POSIX_SPAWN_SETSIGDEF) | Int16(POSIX_SPAWN_SETSIGMASK) | startsSession)
    let arguments = ["sh", "-c", command].map { (word: String) in strdup(word) }
    let variables = variables(with: environment).map { strdup($0) }
    defer { for string in arguments + variables { free(string) } }
    return posix_spawn(
      &process, "/bin/sh", &actions, &attributes, arguments + [nil], variables + [nil])
  }

  /// The environment of this process with some variables added or replaced.
  private static func variables(with added: [(name: String, value: String)]) -> [String] {
    var variables: [String] = []
    var place = environ
    while let variable = place.pointee {
      let text = String(cString: variable)
      if !added.contains(where: { text.utf8.starts(with: "\($0.name)=".utf8) }) {
        variables.append(text)
      }
      place += 1
    }
    return variables + added.map { "\($0.name)=\($0.value)" }
  }

  // MARK: - Waiting

  /// Waits for the end of the command, and reads its output meanwhile. Does not wait for processes
  /// that the command left running.
  ///
  /// - Parameter milliseconds: the longest wait. The wait also ends when `isOutputCut` becomes true.
  package mutating func wait(milliseconds: Int) {
    let deadline = Monotonic.milliseconds + milliseconds
    while end == nil {
      readStreams()
      look()
      let now = Monotonic.milliseconds
      // This check runs even if the caller does not wait, because a screen only polls from time to
      // time.
      if end == nil, let killTime, now >= killTime { kill(-process, SIGKILL) }
      if end != nil || now >= deadline || isOutputCut && killTime == nil { break }
      var requests = [
        pollfd(fd: output, events: Int16(POLLIN), revents: 0),
        pollfd(fd: errors, events: Int16(POLLIN), revents: 0),
      ]
      // The end of a process does not wake a poll, so the poll is short.
      _ = poll(&requests, 2, Int32(min(deadline - now, 5)))
    }
    if end != nil { readStreams() }
  }

  /// Sends SIGTERM, and two seconds later SIGKILL.
  package mutating func stop() {
    guard end == nil, killTime == nil else { return }
    kill(-process, SIGTERM)
    kill(-process, SIGCONT)
    killTime = Monotonic.milliseconds + ShellCommand.patience
  }

  /// Checks whether the command has ended. After `stop`, the command has ended only when all
  /// processes that it started have ended, or when `killTime` has come.
  private mutating func look() {
    if endOfShell == nil {
      var status: Int32 = 0
      let process = process
      let found = SystemCall.retrying { waitpid(process, &status, WNOHANG) }
      if found == 0 { return }
      // If other code of this program has already waited for the command, the exit status is
      // unknown.
      let signal = found == process ? status & 0x7F : 0
      let code = found == process ? (status >> 8) & 0xFF : 127
      endOfShell = signal == 0 ? .exited(code) : .killed(signal: signal)
    }
    // The id of a process group is not reused while any of its processes lives.
    let isStopping = killTime.map { Monotonic.milliseconds < $0 } ?? false
    if isStopping, kill(-process, 0) == 0 { return }
    if killTime != nil { kill(-process, SIGKILL) }
    end = endOfShell
  }

  /// Reads the available output without waiting.
  private mutating func readStreams() {
    ShellCommand.read(&output) { bytes in
      let room = ShellCommand.mostOutputBytes - outputBytes.count
      outputBytes += bytes.prefix(room)
      if bytes.count > room { isOutputCut = true }
    }
    ShellCommand.read(&errors) {
      errorBytes += $0.prefix(ShellCommand.mostErrorBytes - errorBytes.count)
    }
  }

  /// Reads at most 1 MiB, because a command can write as fast as this function reads. The pipe of a
  /// command that has ended holds less.
  private static func read(_ descriptor: inout Int32, _ take: (ArraySlice<UInt8>) -> Void) {
    var bytes = [UInt8](repeating: 0, count: 16_384)
    for _ in 0..<64 where descriptor >= 0 {
      let count = Glibc.read(descriptor, &bytes, bytes.count)
      if count > 0 {
        take(bytes[..<count])
      } else if count == 0 || errno != EAGAIN && errno != EINTR {
        close(descriptor)
        descriptor = -1
      } else if errno == EAGAIN {
        return
      }
    }
  }
}
