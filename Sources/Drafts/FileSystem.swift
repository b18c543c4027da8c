// Most of the system calls on files that drafts need; SQLite makes its own calls.
//
// Invariants: no mode depends on the umask, because the mode of a new file is set after its
// creation. No function follows a symbolic link in the last component of a path. Interrupted calls
// are repeated by `retrying`. A database file is never opened here while SQLite has it open,
// because closing it would release SQLite's locks.

import Glibc
import System

/// Works with files, directories and their modes.
enum FileSystem {
  /// The kind, owner and size of a file.
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

  // MARK: - Status and contents

  /// The status of the file at a path, without following symbolic links; nil if there is no file.
  static func status(_ path: String) throws(DraftError) -> Status? {
    var status = stat()
    guard SystemCall.retrying({ lstat(path, &status) }) == 0 else {
      if errno == ENOENT { return nil }
      throw DraftError(system: errno, path: path)
    }
    return Status(status)
  }

  /// Whether there is a file at a path that is not empty.
  static func holdsBytes(_ path: String) throws(DraftError) -> Bool {
    (try status(path)?.size ?? 0) > 0
  }

  /// The status of an open file.
  static func status(descriptor: Int32, path: String) throws(DraftError) -> Status {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw DraftError(system: errno, path: path) }
    return Status(status)
  }

  /// The names in a directory, unsorted. Names that are not UTF-8 are skipped, because longform
  /// never creates such names.
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

  /// The beginning of a file; nil if it cannot be read.
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

  // MARK: - Creating

  /// Creates a directory with mode 0700; returns false if the path already exists.
  static func makeDirectory(_ path: String) throws(DraftError) -> Bool {
    guard mkdir(path, 0o700) == 0 else {
      if errno == EEXIST { return false }
      throw DraftError(system: errno, path: path)
    }
    try setMode(0o700, of: path)
    try syncDirectory(parent(of: path))
    return true
  }

  /// Creates an empty file with mode 0600. The path must not exist.
  static func makeFile(_ path: String) throws(DraftError) {
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
    let descriptor = SystemCall.retrying { open(path, flags, 0o600) }
    guard descriptor >= 0 else { throw DraftError(system: errno, path: path) }
    let code = fchmod(descriptor, 0o600) == 0 ? 0 : errno
    close(descriptor)
    if code != 0 { throw DraftError(system: code, path: path) }
    try syncDirectory(parent(of: path))
  }

  /// Creates a file with mode 0600. After a power cut, it has either all its bytes or does not
  /// exist.
  ///
  /// The caller must hold a lock. If another process created the file meanwhile, that file would be
  /// replaced.
  static func makeFile(_ path: String, holding bytes: [UInt8]) throws(DraftError) {
    do throws(FileReplacement.Failure) {
      try FileReplacement(target: path, permissions: .mode(0o600)).run { descriptor in
        SystemCall.writeAll(bytes, to: descriptor)
      }
    } catch {
      switch error {
      case .notCreated(let code), .notWritten(let code):
        throw DraftError(system: code, path: path)
      // This case never happens: only a replacement with a condition can be refused, and this
      // replacement has no condition.
      case .refused: throw .busy
      }
    }
  }

  /// Sets the mode of a path. The caller must know that the path is not a symbolic link.
  static func setMode(_ mode: mode_t, of path: String) throws(DraftError) {
    guard SystemCall.retrying({ chmod(path, mode) }) == 0 else {
      throw DraftError(system: errno, path: path)
    }
  }

  // MARK: - Writing bytes again

  /// Writes the bytes of a file again in place, and syncs them. Does nothing if the file does not
  /// exist.
  ///
  /// Never use this for a database file: closing the file would release SQLite's locks. A log has
  /// no locks.
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
    // Never repeat a failed fsync, even if a signal interrupted it: the second fsync would succeed
    // without writing the bytes.
    guard fsync(descriptor) == 0 else { throw DraftError(system: errno, path: path) }
  }

  // MARK: - Moving and removing

  /// Renames a file. The caller must know that the new name is free.
  static func rename(_ path: String, to target: String) throws(DraftError) {
    guard Glibc.rename(path, target) == 0 else { throw DraftError(system: errno, path: path) }
  }

  /// Removes a file. Succeeds if the file does not exist.
  static func remove(_ path: String) throws(DraftError) {
    if unlink(path) != 0 && errno != ENOENT { throw DraftError(system: errno, path: path) }
  }

  /// Makes the names in a directory durable, so that they survive a power cut.
  static func syncDirectory(_ path: String) throws(DraftError) {
    do throws(SystemError) {
      try Folder.sync(path)
    } catch {
      throw DraftError(system: error.code, path: path)
    }
  }

  // MARK: - Paths

  /// The path of the directory in which a path is.
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

  /// Whether both values describe the same file, even if it was found by different paths.
  func isSameFile(as other: Self) -> Bool { device == other.device && inode == other.inode }
}
