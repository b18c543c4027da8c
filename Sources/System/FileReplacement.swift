// Replaces a file as a whole: the new bytes are written to a file beside it, synced and renamed.
//
// Invariants:
// - Until the rename the target is as it was.
// - The new file is readable by its owner only until its bytes are complete.
// - The new file is locked (flock) while it is written. A file of that name without a lock was left
//   by a process that was killed; the next replacement in the folder removes it.

package import Glibc

/// The replacement of one file.
package struct FileReplacement {
  /// The permissions of the new file.
  package enum Permissions {
    /// Those of any new file of this process.
    case standard
    case mode(mode_t)
    /// Those of the file that is replaced, and its owner.
    case kept(stat)
  }

  /// Why the target is as it was.
  package enum Failure: Error {
    case notCreated(Int32)
    case notWritten(Int32)
    /// The condition did not hold directly before the rename.
    case refused
  }

  /// The names of new files: the prefix, the process, a random number.
  private static let prefix = ".longform-"

  /// The path that is replaced, or made.
  package let target: String
  package var permissions: Permissions
  /// Whether the bytes are on the disk before the rename. A cache does without.
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
  ///   - condition: asked directly before the rename; false leaves the target as it is.
  ///   - write: writes the bytes to a descriptor; returns an error number, or nil for success.
  package func run(
    if condition: () -> Bool = { true }, write: (Int32) -> Int32?
  ) throws(Failure) {
    let (path, descriptor) = try makeFile()
    var failure = write(descriptor) ?? setPermissions(of: descriptor)
    if failure == nil, isSynced, fsync(descriptor) != 0 { failure = errno }
    let isRefused = failure == nil && !condition()
    if failure == nil, !isRefused, rename(path, target) != 0 { failure = errno }
    if failure != nil || isRefused { unlink(path) }
    // Closing ends the lock, so it comes after the rename. The bytes were synced, or need not be:
    // an error here would be about neither.
    close(descriptor)
    if isRefused { throw .refused }
    if let failure { throw .notWritten(failure) }
    if isSynced { try? Folder.sync(folder) }
    FileReplacement.removeLeftovers(in: folder)
  }

  /// Makes the new file and locks it.
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
      // A file system without locks keeps leftovers rather than refuse a save.
      let isLocked = SystemCall.retrying { flock(descriptor, LOCK_EX) } == 0
      var status = stat()
      // Another replacement may have taken it for a leftover before it was locked.
      if !isLocked || fstat(descriptor, &status) != 0 || status.st_nlink > 0 {
        return (path, descriptor)
      }
      close(descriptor)
    }
    throw .notCreated(code)
  }

  /// Gives the new file its permissions; returns the error number if that fails.
  private func setPermissions(of descriptor: Int32) -> Int32? {
    let mode: mode_t
    switch permissions {
    case .mode(let given): mode = given
    case .standard:
      // Asking for the mask is setting it.
      let mask = umask(0o077)
      umask(mask)
      mode = 0o666 & ~mask
    case .kept(let old):
      // Root who edits another's file does not take it away from them.
      let isOwnerKept = fchown(descriptor, old.st_uid, old.st_gid) == 0
      mode = old.st_mode & (isOwnerKept ? 0o7777 : 0o777)
    }
    return fchmod(descriptor, mode) == 0 ? nil : errno
  }

  // MARK: - Folders

  /// Removes the new files of processes that were killed. O(names in the folder).
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
