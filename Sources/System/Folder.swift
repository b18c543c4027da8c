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
}
