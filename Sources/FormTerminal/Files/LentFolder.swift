// The folder that an external editor uses while a person edits a row. Each editor gets a folder of
// its own, because editors create more files next to the file that they edit.
//
// Invariants: the folder is private. Its files are only removed together with the folder. The
// editor and the processes that it starts inherit a lock on the folder, so the folder is in use
// until the last of these processes ends.

import Glibc
import System

/// A folder for the files of an editor.
struct LentFolder {
  /// A file or subfolder in the folder.
  struct Entry {
    let name: String
    /// The entry's name, size and time of change. The mark differs after every change of the entry.
    fileprivate let mark: String
    let modified: timespec
  }

  let path: String

  init(path: String) { self.path = path }

  /// Creates a folder for a session without a draft, if possible in a place that is emptied at
  /// logout.
  static func temporary() throws(SystemError) -> LentFolder {
    let places = [environment("XDG_RUNTIME_DIR").flatMap(ownFolder), environment("TMPDIR"), "/tmp"]
    var last = SystemError(code: ENOENT)
    for place in places.compactMap(\.self) {
      do throws(SystemError) {
        return LentFolder(path: try Descriptor.temporaryFolder(in: place))
      } catch {
        last = error
      }
    }
    throw last
  }

  /// Returns the folder if it is private; nil otherwise.
  private static func ownFolder(_ folder: String) -> String? {
    var status = stat()
    guard stat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR,
      status.st_uid == geteuid(), status.st_mode & 0o077 == 0
    else { return nil }
    return folder
  }

  // MARK: - Use

  /// Runs work that starts programs. The folder is in use until all these programs have ended.
  func whileInUse<Result>(_ work: () -> Result) -> Result {
    // The descriptor is not close-on-exec, so that the programs inherit the lock.
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
    guard descriptor >= 0 else { return work() }
    defer { close(descriptor) }
    _ = flock(descriptor, LOCK_SH)
    return work()
  }

  /// Whether a program may still be using the folder; always true if the file system has no locks.
  var isInUse: Bool {
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return flock(descriptor, LOCK_EX | LOCK_NB) != 0
  }

  /// Waits until the folder is no longer in use; returns false after `milliseconds`.
  func isLeft(within milliseconds: Int) -> Bool {
    let deadline = Monotonic.milliseconds + milliseconds
    while isInUse {
      if Monotonic.milliseconds >= deadline { return false }
      _ = poll(nil, 0, 10)
    }
    return true
  }

  // MARK: - Contents

  /// All entries of the folder, sorted by name.
  var entries: [Entry] {
    ((try? Folder.names(in: path)) ?? []).sorted().compactMap { name in
      var status = stat()
      guard lstat("\(path)/\(name)", &status) == 0 else { return nil }
      let time = status.st_mtim
      return Entry(
        name: name, mark: "\(name) \(status.st_size) \(time.tv_sec) \(time.tv_nsec)",
        modified: time)
    }
  }

  /// Returns a string that differs after every change in the folder.
  static func mark(of entries: [Entry]) -> String { entries.map(\.mark).joined(separator: "\n") }

  /// Removes the folder with its contents.
  ///
  /// - Returns: whether the folder no longer exists.
  @discardableResult func remove() -> Bool {
    LentFolder.remove(path)
    var status = stat()
    return lstat(path, &status) != 0 && errno == ENOENT
  }

  private static func remove(_ folder: String) {
    for name in (try? Folder.names(in: folder)) ?? [] {
      let path = "\(folder)/\(name)"
      // Links are removed, not followed. EISDIR or EPERM means that this is a folder.
      if unlink(path) != 0, errno == EISDIR || errno == EPERM { remove(path) }
    }
    rmdir(folder)
  }
}
