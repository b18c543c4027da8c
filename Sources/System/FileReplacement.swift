// Replaces a file as a whole: writes the new bytes to a temporary file in the same folder, syncs
// it, and renames it.
//
// Invariants:
// - Until the rename the target is unchanged.
// - Until the bytes of the new file are complete, only the owner can read the file.
// - The condition is checked and the file renamed while the folder is locked (flock), so of two
//   processes that replace the same version of a file only one succeeds.
// - The new file is locked, too, while it is written. An unlocked file with the name of a
//   temporary file was left by a killed process; the next replacement in the folder removes it.

package import Glibc

/// The replacement of one file.
package struct FileReplacement {
  /// The permissions of the new file.
  package enum Permissions {
    /// The default permissions of new files of this process.
    case standard
    case mode(mode_t)
    /// The permissions and owner of the replaced file.
    case kept(stat)
  }

  /// The reason that the target was not replaced.
  package enum Failure: Error {
    case notCreated(Int32)
    case notWritten(Int32)
    /// The condition was false immediately before the rename.
    case refused
  }

  /// The prefix of the names of temporary files, before the process id and a random number.
  private static let prefix = ".longform-"

  /// The path to replace or create.
  package let target: String
  package var permissions: Permissions
  /// Whether to sync the bytes before the rename. A cache does not need the sync.
  package var isSynced: Bool

  package init(target: String, permissions: Permissions = .standard, isSynced: Bool = true) {
    self.target = target
    self.permissions = permissions
    self.isSynced = isSynced
  }

  private var folder: String { Path.folder(of: target) }

  /// Replaces the target.
  ///
  /// - Parameters:
  ///   - condition: called immediately before the rename; if it returns false, the target stays
  ///     unchanged.
  ///   - write: writes the bytes to a descriptor; returns nil for success, otherwise an error
  ///     number.
  package func run(
    if condition: (() -> Bool)? = nil, write: (Int32) -> Int32?
  ) throws(Failure) {
    let (path, descriptor) = try makeFile()
    var failure = write(descriptor) ?? setPermissions(of: descriptor)
    if failure == nil, isSynced, fsync(descriptor) != 0 { failure = errno }
    var isRefused = false
    if failure == nil {
      let replace = { rename(path, target) == 0 ? nil : errno }
      if let condition {
        Folder.locked(folder) {
          isRefused = !condition()
          if !isRefused { failure = replace() }
        }
      } else {
        failure = replace()
      }
    }
    if failure != nil || isRefused { unlink(path) }
    // Closing releases the lock, so the file is closed after the rename. An error of `close` does
    // not matter: the bytes are already synced, or need no sync.
    close(descriptor)
    if isRefused { throw .refused }
    if let failure { throw .notWritten(failure) }
    if isSynced { try? Folder.sync(folder) }
    FileReplacement.removeLeftovers(in: folder)
  }

  /// Creates the new file and locks it.
  private func makeFile() throws(Failure) -> (path: String, descriptor: Int32) {
    var code = EEXIST
    for _ in 0..<8 {
      let name = "\(FileReplacement.prefix)\(getpid())-\(UInt32.random(in: 0 ... .max))"
      let path = "\(folder)/\(name)"
      let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
      let descriptor = open(path, flags, 0o600)
      guard descriptor >= 0 else {
        code = errno
        if code == EEXIST { continue }
        break
      }
      // If the file system does not support locks, the new file is written without a lock: a
      // leftover temporary file is better than a refused save.
      let isLocked = SystemCall.retrying { flock(descriptor, LOCK_EX) } == 0
      var status = stat()
      // Before this process locked the file, another replacement may have taken it for a leftover
      // and removed it.
      if !isLocked || fstat(descriptor, &status) != 0 || status.st_nlink > 0 {
        return (path, descriptor)
      }
      close(descriptor)
    }
    throw .notCreated(code)
  }

  /// Sets the new file's permissions. Returns nil for success, otherwise an error number.
  private func setPermissions(of descriptor: Int32) -> Int32? {
    let mode: mode_t
    switch permissions {
    case .mode(let given): mode = given
    case .standard:
      // A process can read its umask only by setting it.
      let mask = umask(0o077)
      umask(mask)
      mode = 0o666 & ~mask
    case .kept(let old):
      // If root edits another user's file, the file still belongs to that user.
      if fchown(descriptor, old.st_uid, old.st_gid) == 0 {
        mode = old.st_mode & 0o7777
      } else if fchown(descriptor, .max, old.st_gid) == 0 {
        mode = old.st_mode & 0o777
      } else {
        // The file gets another group. Its members, and those of the old group, may do only what
        // both the old group and everyone else could do.
        let common = old.st_mode & (old.st_mode >> 3) & 0o007
        mode = old.st_mode & 0o700 | common << 3 | common
      }
    }
    return fchmod(descriptor, mode) == 0 ? nil : errno
  }

  // MARK: - Folders

  /// Removes the temporary files of killed processes. O(names in the folder).
  private static func removeLeftovers(in folder: String) {
    let names = (try? Folder.names(in: folder)) ?? []
    for name in names where isNameOfNewFile(name) {
      let path = "\(folder)/\(name)"
      let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
      guard descriptor >= 0 else { continue }
      defer { close(descriptor) }
      var status = stat()
      guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
        status.st_uid == geteuid(), flock(descriptor, LOCK_EX | LOCK_NB) == 0
      else { continue }
      unlink(path)
    }
  }

  private static func isNameOfNewFile(_ name: String) -> Bool {
    guard name.hasPrefix(prefix) else { return false }
    let numbers = name.utf8.dropFirst(prefix.utf8.count).split(
      separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    return numbers.count == 2
      && numbers.allSatisfy { !$0.isEmpty && $0.allSatisfy(digits.contains) }
  }
}
