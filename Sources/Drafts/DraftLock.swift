// The session lock: one process at a time has the open draft of an identity.
//
// It is flock(2) on a file beside the draft, so it ends with the process, however that ends. The
// file names the holder and can be read while it is held.
//
// Invariants: the lock is held exactly as long as this value lives. The file is removed only while
// it is locked, and a lock counts only if the file it is on still has its name: two processes can
// never lock two files of one name. Waiting is bounded. Nobody is signalled but a process that the
// file names and that runs since the time it names.

import Glibc
import System

/// The lock on an identity's open draft.
public struct DraftLock: ~Copyable, Sendable {
  private let descriptor: Int32
  private let path: String
  /// What is locked.
  let stem: String

  deinit {
    // Somebody may have removed our file by hand, and somebody else locked a new one of that name.
    let locked = try? FileSystem.status(descriptor: descriptor, path: path)
    if let locked, let named = try? FileSystem.status(path), named.isSameFile(as: locked) {
      unlink(path)
    }
    close(descriptor)
  }

  // MARK: - Acquiring

  /// Locks without waiting; makes the directory.
  ///
  /// - Parameters:
  ///   - terminal: the name of the terminal, to tell others.
  ///   - now: unix seconds.
  /// - Throws: `held`, and what `DraftDirectory.prepare` throws.
  public static func acquire(
    _ identity: DraftIdentity, in directory: DraftDirectory, terminal: String? = nil, now: Int64
  ) throws(DraftError) -> DraftLock {
    try directory.prepare()
    return try acquire(stem: identity.stem, in: directory, terminal: terminal, now: now)
  }

  static func acquire(
    stem: String, in directory: DraftDirectory, terminal: String? = nil, now: Int64
  ) throws(DraftError) -> DraftLock {
    // Somebody who only asks whether a stale file is locked locks it for a few microseconds.
    for attempt in 0..<4 {
      if attempt > 0 { pause(milliseconds: 3) }
      let holder = LockHolder.current(terminal: terminal, now: now)
      if let lock = try attemptLock(stem: stem, in: directory, for: holder) { return lock }
      if Self.holder(stem: stem, in: directory)?.isAlive == true { break }
    }
    throw .held(by: holder(stem: stem, in: directory))
  }

  /// Asks the holder to leave, by SIGHUP, and locks once it has left.
  ///
  /// A holder that is stopped is continued, or it could not leave. One that cannot be verified to
  /// run here (another host, another container) is only waited for.
  ///
  /// - Parameter patience: the time that a holder may take. In a race every new holder may take it, all
  ///   together at most twelve times.
  /// - Parameter isStopped: ends the wait; `held` is thrown then.
  /// - Throws: `held` when it did not leave, and what `acquire` throws.
  public static func takeOver(
    _ identity: DraftIdentity, in directory: DraftDirectory, terminal: String? = nil, now: Int64,
    patience: Duration = .seconds(5), isStopped: () -> Bool = { false }
  ) throws(DraftError) -> DraftLock {
    try directory.prepare()
    let stem = identity.stem
    var deadline = ContinuousClock.now + patience
    let end = ContinuousClock.now + patience * 12
    var asked: LockHolder?
    while true {
      let current = LockHolder.current(terminal: terminal, now: now)
      if let lock = try attemptLock(stem: stem, in: directory, for: current) { return lock }
      let holder = holder(stem: stem, in: directory)
      if let holder, holder != asked, holder.isAlive {
        // We ourselves hold it: there is nobody to wait for.
        if holder.process == getpid() { throw .held(by: holder) }
        if kill(holder.process, SIGHUP) != 0 && errno == EPERM { throw .held(by: holder) }
        kill(holder.process, SIGCONT)
        asked = holder
        deadline = min(ContinuousClock.now + patience, end)
      }
      if ContinuousClock.now >= deadline || isStopped() { throw .held(by: holder) }
      pause(milliseconds: 10)
    }
  }

  /// One attempt; nil when somebody else has the lock.
  private static func attemptLock(
    stem: String, in directory: DraftDirectory, for holder: LockHolder
  ) throws(DraftError) -> DraftLock? {
    let path = path(stem: stem, in: directory)
    let flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
    while true {
      var descriptor = SystemCall.retrying { open(path, flags, 0o600) }
      if descriptor < 0, errno == EACCES, try directory.checkedStatus(of: path) != nil {
        // Made under a umask that left no permission, by a process killed before it set the mode.
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

  /// Tells others who we are. That a full disk keeps us from telling does not undo the lock.
  private static func write(_ holder: LockHolder, to descriptor: Int32) {
    _ = SystemCall.retrying { fchmod(descriptor, 0o600) }
    _ = SystemCall.retrying { ftruncate(descriptor, 0) }
    _ = SystemCall.writeAll(Array(holder.text.utf8), to: descriptor)
  }

  private static func pause(milliseconds: Int32) { _ = poll(nil, 0, milliseconds) }

  // MARK: - Asking

  /// Whether another process, or this one, has the draft open, and who.
  public enum Occupation: Equatable, Sendable {
    case free
    /// Held; nil where the holder did not say who it is.
    case held(by: LockHolder?)
  }

  /// Whether an identity's draft is open somewhere. Nothing is made or changed.
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

  /// Who the lock file names; it may be stale.
  private static func holder(stem: String, in directory: DraftDirectory) -> LockHolder? {
    FileSystem.beginning(of: path(stem: stem, in: directory))
      .flatMap { LockHolder(text: String(decoding: $0, as: UTF8.self)) }
  }
}
