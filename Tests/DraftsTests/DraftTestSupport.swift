// Helpers for tests of drafts: a temporary directory, drafts, other processes.
//
// Invariant: while this process has a draft open, no test opens the draft's database file directly:
// closing that file would drop SQLite's locks on it. Tests copy such files with `cp`.

import Glibc
import Synchronization
import Testing

@testable import Drafts

/// A directory that is removed with its contents when this value ends.
final class TemporaryDirectory {
  let path: String

  init() throws {
    var template = Array("/tmp/longform-drafts-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw DraftError(system: errno, path: "/tmp") }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// The directory of drafts in this directory.
  var drafts: DraftDirectory { DraftDirectory(path: "\(path)/drafts") }

  deinit { _ = try? Child.run("rm -rf \"$1\"", path) }
}

let resume = DraftIdentity(templatePath: "/forms/resume.json", templateID: "resume")

extension Draft {
  /// Locks and opens a draft.
  static func open(
    _ identity: DraftIdentity = resume, in directory: DraftDirectory, now: Int64 = 1_000
  ) throws(DraftError) -> Draft {
    let lock = try DraftLock.acquire(identity, in: directory, now: now)
    return try open(identity, in: directory, lock: lock, now: now)
  }
}

extension DraftDirectory {
  /// Locks a draft whose answers must still be sent, and opens the answers for sending.
  func pendingDelivery(in fileName: String, now: Int64) throws(DraftError) -> PendingDelivery? {
    var numbers = DeliveryNumbers()
    return try pendingDelivery(in: fileName, now: now, &numbers)
  }
}

extension DraftBatch {
  /// Creates a batch that stores one row.
  init(row: String, text: String) {
    self.init()
    rows[row] = .set(DraftRow(text: text, cursor: text.unicodeScalars.count))
  }
}

extension DraftContents {
  /// The texts of all rows.
  var texts: [String: String] { rows.mapValues(\.text) }
}

/// Creates a draft with one row, and closes it.
func makeDraft(
  _ identity: DraftIdentity = resume, in directory: DraftDirectory, text: String = "Ada",
  now: Int64 = 1_000
) throws {
  let draft = try Draft.open(identity, in: directory, now: now)
  var batch = DraftBatch(row: "name", text: text)
  batch.origin = DraftOrigin(title: "Resume", templateHash: "h1")
  batch.filled = 1
  batch.total = 20
  try draft.commit(batch, now: now)
  draft.close()
}

/// Returns the names in a directory.
func names(in directory: String) throws -> [String] {
  try FileSystem.names(in: directory).filter { $0 != "." && $0 != ".." }.sorted()
}

/// Returns the bytes of a file of at most a megabyte.
func bytes(of path: String) throws -> [UInt8] {
  try #require(FileSystem.beginning(of: path, limit: 1 << 20))
}

/// Writes a file.
func write(_ bytes: [UInt8], to path: String) throws {
  let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
  guard descriptor >= 0 else { throw DraftError(system: errno, path: path) }
  defer { close(descriptor) }
  let count = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
  guard count == bytes.count else { throw DraftError(system: errno, path: path) }
}

/// Returns the paths below a directory that this process has open.
func openPaths(below directory: String) throws -> [String] {
  try names(in: "/proc/self/fd").compactMap { number in
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/fd/\(number)", &buffer, buffer.count)
    guard count > 0 else { return nil }
    let path = String(decoding: buffer.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
    return path.hasPrefix(directory) ? path : nil
  }
}

/// A shell script in another process, with pipes for input and output.
final class Child {
  let process: pid_t
  private var input: Int32
  private let output: Int32

  init(_ script: String, _ arguments: String...) throws {
    (process, input, output) = try Self.spawn(script, arguments)
  }

  /// Runs a script to its end and returns its output.
  static func run(_ script: String, _ arguments: String...) throws -> String {
    let (process, input, output) = try spawn(script, arguments)
    close(input)
    var text: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4_096)
    while true {
      let count = read(output, &chunk, chunk.count)
      if count < 0 && errno == EINTR { continue }
      if count <= 0 { break }
      text += chunk.prefix(count)
    }
    close(output)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 && errno == EINTR {}
    return String(decoding: text, as: UTF8.self)
  }

  /// Reads the next line of output; nil at the end.
  func line() -> String? {
    var text: [UInt8] = []
    var byte: UInt8 = 0
    while true {
      let count = read(output, &byte, 1)
      if count < 0 && errno == EINTR { continue }
      if count <= 0 { return text.isEmpty ? nil : String(decoding: text, as: UTF8.self) }
      if byte == 10 { return String(decoding: text, as: UTF8.self) }
      text.append(byte)
    }
  }

  /// Closes the script's standard input.
  func endInput() {
    if input >= 0 { close(input) }
    input = -1
  }

  /// Waits for the script to end. Returns the signal that ended it, or 0.
  func wait() -> Int32 {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 && errno == EINTR {}
    return status & 0x7F
  }

  deinit {
    endInput()
    close(output)
  }

  /// A lock for starting children. Without it, a child that another thread starts at the same time
  /// would inherit the pipes.
  private static let spawning = Mutex(())

  private static func spawn(
    _ script: String, _ arguments: [String]
  ) throws -> (pid_t, Int32, Int32) {
    try spawning.withLock { _ in try spawnAlone(script, arguments) }
  }

  private static func spawnAlone(
    _ script: String, _ arguments: [String]
  ) throws -> (pid_t, Int32, Int32) {
    var toChild: [Int32] = [-1, -1]
    var fromChild: [Int32] = [-1, -1]
    guard pipe(&toChild) == 0, pipe(&fromChild) == 0 else {
      throw DraftError(system: errno, path: "pipe")
    }
    for descriptor in toChild + fromChild { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, toChild[0], 0)
    posix_spawn_file_actions_adddup2(&actions, fromChild[1], 1)
    // SIGHUP must end the child. If these tests run under nohup, they ignore SIGHUP, and the child
    // would inherit that.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGHUP)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
    var words: [UnsafeMutablePointer<CChar>?] = (["sh", "-c", script, "sh"] + arguments).map {
      strdup($0)
    }
    words.append(nil)
    defer { for word in words { free(word) } }
    var process: pid_t = 0
    let code = posix_spawn(&process, "/bin/sh", &actions, &attributes, words, environ)
    close(toChild[0])
    close(fromChild[1])
    guard code == 0 else { throw DraftError(system: code, path: "/bin/sh") }
    return (process, toChild[1], fromChild[0])
  }
}
