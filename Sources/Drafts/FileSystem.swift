// The system calls drafts need besides SQLite. All of them go through here.
//
// Invariants: no mode depends on the umask (what is created is set to its mode afterwards); nothing
// here follows a symbolic link in the last component of a path; a call that a signal interrupted is
// made again, visibly, by `retrying`. A descriptor of a database file is never open while SQLite
// has that file open: closing it would drop SQLite's own locks.

import Glibc
import System

/// Files, directories and their modes.
enum FileSystem {
  /// What stands at a path.
  struct Status: Equatable {
    enum Kind { case file, directory, symbolicLink, other }
    var kind: Kind
    var mode: mode_t
    var owner: uid_t
    var size: Int
    var device: UInt64
    var inode: UInt64
    var modified: Int64
  }

  // MARK: - Looking

  /// What stands at a path, nil when nothing does; symbolic links are not followed.
  static func status(_ path: String) throws(DraftError) -> Status? {
    var status = stat()
    guard SystemCall.retrying({ lstat(path, &status) }) == 0 else {
      if errno == ENOENT { return nil }
      throw DraftError(system: errno, path: path)
    }
    return Status(status)
  }

  /// What is open at a descriptor.
  static func status(descriptor: Int32, path: String) throws(DraftError) -> Status {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw DraftError(system: errno, path: path) }
    return Status(status)
  }

  /// The names in a directory in no order; those that are not UTF-8 are not ours.
  static func names(in directory: String) throws(DraftError) -> [String] {
    guard let stream = opendir(directory) else { throw DraftError(system: errno, path: directory) }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(validating: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if let name { names.append(name) }
    }
    return names
  }

  /// The beginning of a small file, nil when it cannot be read.
  static func beginning(of path: String, limit: Int = 4_096) -> [UInt8]? {
    let descriptor = SystemCall.retrying {
      open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    }
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: limit)
    var filled = 0
    while filled < limit {
      let count = bytes.withUnsafeMutableBytes { buffer in
        read(descriptor, buffer.baseAddress?.advanced(by: filled), limit - filled)
      }
      if count < 0 && errno == EINTR { continue }
      if count < 0 { return nil }
      if count == 0 { break }
      filled += count
    }
    return Array(bytes.prefix(filled))
  }

  // MARK: - Making

  /// Makes a directory of mode 0700; false when something is there already.
  static func makeDirectory(_ path: String) throws(DraftError) -> Bool {
    guard mkdir(path, 0o700) == 0 else {
      if errno == EEXIST { return false }
      throw DraftError(system: errno, path: path)
    }
    try setMode(0o700, of: path)
    try syncDirectory(parent(of: path))
    return true
  }

  /// Makes an empty file of mode 0600 where nothing is.
  static func makeFile(_ path: String) throws(DraftError) {
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
    let descriptor = SystemCall.retrying { open(path, flags, 0o600) }
    guard descriptor >= 0 else { throw DraftError(system: errno, path: path) }
    let code = fchmod(descriptor, 0o600) == 0 ? 0 : errno
    close(descriptor)
    if code != 0 { throw DraftError(system: code, path: path) }
    try syncDirectory(parent(of: path))
  }

  /// Sets the mode of what the caller knows to be no symbolic link.
  static func setMode(_ mode: mode_t, of path: String) throws(DraftError) {
    guard SystemCall.retrying({ chmod(path, mode) }) == 0 else {
      throw DraftError(system: errno, path: path)
    }
  }

  // MARK: - Writing again

  /// Writes the bytes of a file once more where they are, and syncs them; one that is not there has
  /// none.
  ///
  /// Not for a database file: closing it would drop SQLite's locks. A log has none.
  static func rewrite(_ path: String) throws(DraftError) {
    let descriptor = SystemCall.retrying { open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW) }
    if descriptor < 0 && errno == ENOENT { return }
    guard descriptor >= 0 else { throw DraftError(system: errno, path: path) }
    defer { close(descriptor) }
    var chunk = [UInt8](repeating: 0, count: 65_536)
    var offset = 0
    while true {
      let count = chunk.withUnsafeMutableBytes { buffer in
        let count = pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset))
        return count > 0 ? pwrite(descriptor, buffer.baseAddress, count, off_t(offset)) : count
      }
      if count < 0 && errno == EINTR { continue }
      if count < 0 { throw DraftError(system: errno, path: path) }
      if count == 0 { break }
      offset += count
    }
    // Not made again when it fails, also when interrupted: it would succeed without the bytes.
    guard fsync(descriptor) == 0 else { throw DraftError(system: errno, path: path) }
  }

  // MARK: - Moving and removing

  /// Renames a file where nothing has the new name.
  static func rename(_ path: String, to target: String) throws(DraftError) {
    guard Glibc.rename(path, target) == 0 else { throw DraftError(system: errno, path: path) }
  }

  /// Removes a file; one that is not there is removed already.
  static func remove(_ path: String) throws(DraftError) {
    if unlink(path) != 0 && errno != ENOENT { throw DraftError(system: errno, path: path) }
  }

  /// Makes the names in a directory durable.
  static func syncDirectory(_ path: String) throws(DraftError) {
    do throws(SystemError) {
      try Folder.sync(path)
    } catch {
      throw DraftError(system: error.code, path: path)
    }
  }

  // MARK: - Paths

  /// The directory a path is in.
  static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}

extension FileSystem.Status {
  init(_ status: stat) {
    kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .directory
      case S_IFLNK: .symbolicLink
      default: .other
      }
    mode = status.st_mode & 0o7777
    owner = status.st_uid
    size = Int(status.st_size)
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
    modified = Int64(status.st_mtim.tv_sec)
  }

  /// Whether both are the same file, whatever names led there.
  func isSameFile(as other: Self) -> Bool { device == other.device && inode == other.inode }
}
