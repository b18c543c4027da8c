// The session lock: only one process at a time can have the open draft of an identity.
//
// The lock is flock(2) on a file next to the draft, so it ends with the process, however the
// process ends. The file identifies the holder of the lock and can be read while it is locked.
//
// Invariants: the lock is held exactly as long as this value exists. The file is removed only while
// it is locked. A lock counts only if the locked file is still the file at the lock's path, so two
// processes can never lock two different files for one draft. Waiting is limited. A signal is sent
// only to the process whose number and start time are in the file. A process that later got the
// same number has another start time, so it never receives a signal.

import Glibc
import System

/// The lock on the open draft of an identity.
public struct DraftLock: ~Copyable, Sendable {
  private let descriptor: Int32
  private let path: String
  /// The stem of the identity whose draft is locked: the beginning of the draft's file names.
  let stem: String

  deinit {
    // A person may have removed the file by hand, and another process may have locked a new file at
    // the same path.
    let locked = try? FileSystem.status(descriptor: descriptor, path: path)
    if let locked, let named = try? FileSystem.status(path), named.isSameFile(as: locked) {
      unlink(path)
    }
    close(descriptor)
  }

  // MARK: - Acquiring

  /// Acquires the lock without waiting. Creates the directory if necessary.
  ///
  /// - Parameters:
  ///   - terminal: the name of the terminal, which other processes show.
  ///   - now: the time in Unix seconds.
  /// - Throws: `held` if another process has the lock, and the errors of `DraftDirectory.prepare`.
  public static func acquire(
    _ identity: DraftIdentity, in directory: DraftDirectory, terminal: String? = nil, now: Int64
  ) throws(DraftError) -> DraftLock {
    try directory.prepare()
    return try acquire(stem: identity.stem, in: directory, terminal: terminal, now: now)
  }

  static func acquire(
    stem: String, in directory: DraftDirectory, terminal: String? = nil, now: Int64
  ) throws(DraftError) -> DraftLock {
    // Try again after a failure: a process that only tests the lock of a file whose holder has
    // ended holds the lock for a few microseconds.
    for attempt in 0..<4 {
      if attempt > 0 { pause(milliseconds: 3) }
      let holder = LockHolder.current(terminal: terminal, now: now)
      if let lock = try attemptLock(stem: stem, in: directory, for: holder) { return lock }
      if Self.holder(stem: stem, in: directory)?.isAlive == true { break }
    }
    throw .held(by: holder(stem: stem, in: directory))
  }

  /// Sends the holder SIGHUP, so that it exits, and then acquires the lock.
  ///
  /// A stopped holder is continued, because otherwise it could not exit. If it cannot be verified
  /// that the holder runs on this system (another host or container), this function only waits for
  /// it.
  ///
  /// - Parameters:
  ///   - patience: the time that a holder gets to exit. If other processes acquire the lock
  ///     meanwhile, each of them gets this time, but all of them together get at most twelve times
  ///     as much.
  ///   - isStopped: returns true to stop waiting; then `held` is thrown.
  /// - Throws: `held` if the holder did not exit, and the errors of `acquire`.
  public static func takeOver(
    _ identity: DraftIdentity, in directory: DraftDirectory, terminal: String? = nil, now: Int64,
    patience: Duration = .seconds(5), isStopped: () -> Bool = { false }
  ) throws(DraftError) -> DraftLock {
    try directory.prepare()
    let stem = identity.stem
    var deadline = Monotonic.now + patience
    let end = Monotonic.now + patience * 12
    var asked: LockHolder?
    while true {
      let current = LockHolder.current(terminal: terminal, now: now)
      if let lock = try attemptLock(stem: stem, in: directory, for: current) { return lock }
      let holder = holder(stem: stem, in: directory)
      if let holder, holder != asked, holder.isAlive {
        // If this process itself holds the lock, waiting would never end.
        if holder.process == getpid() { throw .held(by: holder) }
        if kill(holder.process, SIGHUP) != 0 && errno == EPERM { throw .held(by: holder) }
        kill(holder.process, SIGCONT)
        asked = holder
        deadline = min(Monotonic.now + patience, end)
      }
      if Monotonic.now >= deadline || isStopped() { throw .held(by: holder) }
      pause(milliseconds: 10)
    }
  }

  /// Tries once to acquire the lock; returns nil if another process has it.
  private static func attemptLock(
    stem: String, in directory: DraftDirectory, for holder: LockHolder
  ) throws(DraftError) -> DraftLock? {
    let path = path(stem: stem, in: directory)
    let flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
    while true {
      var descriptor = SystemCall.retrying { open(path, flags, 0o600) }
      if descriptor < 0, errno == EACCES, try directory.checkedStatus(of: path) != nil {
        // The file has no permissions: the process that created it had a restrictive umask and was
        // killed before it set the mode.
        descriptor = SystemCall.retrying { open(path, flags, 0o600) }
      }
      guard descriptor >= 0 else { throw DraftError(system: errno, path: path) }
      guard SystemCall.retrying({ flock(descriptor, LOCK_EX | LOCK_NB) }) == 0 else {
        let code = errno
        close(descriptor)
        if code == EWOULDBLOCK { return nil }
        throw DraftError(system: code, path: path)
      }
      do {
        let locked = try FileSystem.status(descriptor: descriptor, path: path)
        if let named = try directory.checkedStatus(of: path), named.isSameFile(as: locked) {
          write(holder, to: descriptor)
          return DraftLock(descriptor: descriptor, path: path, stem: stem)
        }
        // After this process opened the file, the last holder removed it, and then this process
        // locked the removed file.
        close(descriptor)
      } catch {
        close(descriptor)
        throw error
      }
    }
  }

  /// Writes the identity of this process to the lock file. A full disk may prevent that, but the
  /// lock still counts.
  private static func write(_ holder: LockHolder, to descriptor: Int32) {
    _ = SystemCall.retrying { fchmod(descriptor, 0o600) }
    _ = SystemCall.retrying { ftruncate(descriptor, 0) }
    _ = SystemCall.writeAll(Array(holder.text.utf8), to: descriptor)
  }

  private static func pause(milliseconds: Int32) { _ = poll(nil, 0, milliseconds) }

  // MARK: - Asking

  /// Whether a process (possibly this one) has the draft open, and which process.
  public enum Occupation: Equatable, Sendable {
    case free
    /// The draft is open; nil if the holder could not be identified.
    case held(by: LockHolder?)
  }

  /// Whether a process has the draft of an identity open. Creates and changes nothing.
  public static func occupation(
    of identity: DraftIdentity, in directory: DraftDirectory
  ) -> Occupation {
    occupation(stem: identity.stem, in: directory)
  }

  static func occupation(stem: String, in directory: DraftDirectory) -> Occupation {
    let path = path(stem: stem, in: directory)
    let descriptor = SystemCall.retrying {
      open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    }
    guard descriptor >= 0 else { return .free }
    defer { close(descriptor) }
    if SystemCall.retrying({ flock(descriptor, LOCK_SH | LOCK_NB) }) == 0 { return .free }
    return .held(by: holder(stem: stem, in: directory))
  }

  private static func path(stem: String, in directory: DraftDirectory) -> String {
    "\(directory.path)/\(stem).lock"
  }

  /// The holder that the lock file names. It may no longer exist.
  private static func holder(stem: String, in directory: DraftDirectory) -> LockHolder? {
    FileSystem.beginning(of: path(stem: stem, in: directory))
      .flatMap { LockHolder(text: String(decoding: $0, as: UTF8.self)) }
  }
}
