// The session lock: one process at a time has the open draft of an identity.
//
// It is flock(2) on a file next to the draft, so it ends with the process, however that ends. The
// file names its holder and can be read while it is locked.
//
// Invariants: the lock is held exactly as long as this value lives. The file is removed only while
// it is locked, and a lock counts only if its file still has its name, so two processes can never
// lock two files of one name. Waiting is bounded. Only a process that the file names, and that has
// run since the time it names, is ever signalled.

import Glibc
import System

/// The lock on an identity's open draft.
public struct DraftLock: ~Copyable, Sendable {
  private let descriptor: Int32
  private let path: String
  /// The stem of the locked identity.
  let stem: String

  deinit {
    // Our file may have been removed by hand, and a new one of that name locked by another process.
    let locked = try? FileSystem.status(descriptor: descriptor, path: path)
    if let locked, let named = try? FileSystem.status(path), named.isSameFile(as: locked) {
      unlink(path)
    }
    close(descriptor)
  }

  // MARK: - Acquiring

  /// Locks without waiting. Creates the directory if necessary.
  ///
  /// - Parameters:
  ///   - terminal: the name of the terminal, to show to other processes.
  ///   - now: the time in Unix seconds.
  /// - Throws: `held`, and the errors of `DraftDirectory.prepare`.
  public static func acquire(
    _ identity: DraftIdentity, in directory: DraftDirectory, terminal: String? = nil, now: Int64
  ) throws(DraftError) -> DraftLock {
    try directory.prepare()
    return try acquire(stem: identity.stem, in: directory, terminal: terminal, now: now)
  }

  static func acquire(
    stem: String, in directory: DraftDirectory, terminal: String? = nil, now: Int64
  ) throws(DraftError) -> DraftLock {
    // A process that only checks a stale file holds its lock for a few microseconds.
    for attempt in 0..<4 {
      if attempt > 0 { pause(milliseconds: 3) }
      let holder = LockHolder.current(terminal: terminal, now: now)
      if let lock = try attemptLock(stem: stem, in: directory, for: holder) { return lock }
      if Self.holder(stem: stem, in: directory)?.isAlive == true { break }
    }
    throw .held(by: holder(stem: stem, in: directory))
  }

  /// Asks the holder to exit with SIGHUP, and locks after it has exited.
  ///
  /// A stopped holder is continued, because it could not exit otherwise. A holder that cannot be
  /// verified to run here (another host, another container) is only waited for.
  ///
  /// - Parameters:
  ///   - patience: the time that a holder may take. If other processes take the lock in between,
  ///     each gets this time, at most twelve times in total.
  ///   - isStopped: returns true to end the wait; `held` is thrown then.
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
        // This process itself holds the lock, so waiting would never end.
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

  /// One attempt; nil if another process has the lock.
  private static func attemptLock(
    stem: String, in directory: DraftDirectory, for holder: LockHolder
  ) throws(DraftError) -> DraftLock? {
    let path = path(stem: stem, in: directory)
    let flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
    while true {
      var descriptor = SystemCall.retrying { open(path, flags, 0o600) }
      if descriptor < 0, errno == EACCES, try directory.checkedStatus(of: path) != nil {
        // The file has no permissions: its process had such a umask and was killed before it set
        // the mode.
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
        // The last holder removed the file between our opening and locking it.
        close(descriptor)
      } catch {
        close(descriptor)
        throw error
      }
    }
  }

  /// Names this process in the lock file. A full disk may prevent that, but the lock still counts.
  private static func write(_ holder: LockHolder, to descriptor: Int32) {
    _ = SystemCall.retrying { fchmod(descriptor, 0o600) }
    _ = SystemCall.retrying { ftruncate(descriptor, 0) }
    _ = SystemCall.writeAll(Array(holder.text.utf8), to: descriptor)
  }

  private static func pause(milliseconds: Int32) { _ = poll(nil, 0, milliseconds) }

  // MARK: - Asking

  /// Whether some process, perhaps this one, has the draft open, and which.
  public enum Occupation: Equatable, Sendable {
    case free
    /// Held; nil if the holder did not identify itself.
    case held(by: LockHolder?)
  }

  /// Whether an identity's draft is open somewhere. Creates and changes nothing.
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

  /// The holder that the lock file names. It may be stale.
  private static func holder(stem: String, in directory: DraftDirectory) -> LockHolder? {
    FileSystem.beginning(of: path(stem: stem, in: directory))
      .flatMap { LockHolder(text: String(decoding: $0, as: UTF8.self)) }
  }
}
