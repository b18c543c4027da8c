// Operations on folders.

import Glibc

/// Operations on folders.
package enum Folder {
  /// The names in a folder, unordered.
  package static func names(in folder: String) throws(SystemError) -> [String] {
    guard let entries = opendir(folder) else { throw SystemError(code: errno) }
    defer { closedir(entries) }
    var names: [String] = []
    while let entry = readdir(entries) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { name in
        String(decoding: name.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  /// Makes changes of the names in a folder durable.
  package static func sync(_ folder: String) throws(SystemError) {
    let descriptor = SystemCall.retrying { open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    guard descriptor >= 0 else { throw SystemError(code: errno) }
    defer { close(descriptor) }
    // Some file systems cannot sync a folder and fail with EINVAL. That is not an error, because
    // nothing more can be done.
    if SystemCall.retrying({ fsync(descriptor) }) != 0 && errno != EINVAL {
      throw SystemError(code: errno)
    }
  }

  /// Calls `body` while no other process does the same in a folder.
  ///
  /// A lock that is held for more than a second is not this program's: someone else may lock the
  /// folder for as long as this process runs. Then, and on a file system without locks, calls
  /// `body` without the lock.
  static func locked<Result>(_ folder: String, _ body: () -> Result) -> Result {
    let descriptor = SystemCall.retrying { open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    guard descriptor >= 0 else { return body() }
    // Closing releases the lock.
    defer { close(descriptor) }
    let end = Monotonic.milliseconds + 1_000
    while SystemCall.retrying({ flock(descriptor, LOCK_EX | LOCK_NB) }) != 0,
      errno == EWOULDBLOCK, Monotonic.milliseconds < end
    {
      Monotonic.sleep(milliseconds: 1)
    }
    return body()
  }
}
