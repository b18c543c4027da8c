// Reads whole files from descriptors. All code of this target reads through these functions: they
// repeat a read after EINTR, and wait if a descriptor is not ready.

import Glibc
package import System

/// System calls on file descriptors.
package enum Descriptor {
  /// The size limit of a template or a schema, in bytes. Reading needs several times as much
  /// memory.
  static let templateLimit = 256 << 20

  /// The limit of bytes for one read.
  static let chunkSize = 64 * 1_024

  /// Reads once, and appends the bytes.
  ///
  /// - Returns: the number of bytes; 0 at the end.
  static func read(
    from descriptor: Int32, into bytes: inout [UInt8], atMost size: Int = chunkSize
  ) throws(SystemError) -> Int {
    let chunk = try chunk(from: descriptor, atMost: size)
    bytes.append(contentsOf: chunk)
    return chunk.count
  }

  /// Reads once; returns no bytes at the end.
  private static func chunk(from descriptor: Int32, atMost size: Int = chunkSize)
    throws(SystemError) -> [UInt8]
  {
    var code: Int32 = 0
    let chunk = [UInt8](unsafeUninitializedCapacity: size) { buffer, initialized in
      var count = 0
      repeat {
        count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
        code = count < 0 ? errno : 0
        if code == EAGAIN {
          var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
          _ = poll(&waiting, 1, -1)
        }
      } while code == EINTR || code == EAGAIN
      initialized = max(count, 0)
    }
    if code != 0 { throw SystemError(code: code) }
    return chunk
  }

  /// Reads a whole file.
  ///
  /// - Parameters:
  ///   - limit: the greatest allowed number of bytes. If a file, device or pipe has more bytes, the
  ///     error is EFBIG. Nothing is read from a regular file that is too large.
  ///   - isText: whether the contents should be text. If so, and the first chunk of a file that is
  ///     not regular (such as /dev/zero) contains NUL, reading stops after this chunk, and the
  ///     parser reports the error.
  package static func contents(
    of path: String, limit: Int = templateLimit, isText: Bool = false
  ) throws(SystemError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw SystemError(code: errno) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw SystemError(code: errno) }
    if status.st_mode & S_IFMT == S_IFDIR { throw SystemError(code: EISDIR) }
    var bytes: [UInt8] = []
    let isRegular = status.st_mode & S_IFMT == S_IFREG
    if isRegular {
      // A sparse file can be larger than the available memory, so its size is checked before it is
      // read.
      if status.st_size > limit { throw SystemError(code: EFBIG) }
      // Read everything at once, without a copy. Bytes that were added meanwhile are read below.
      bytes = try chunk(from: descriptor, atMost: Int(status.st_size) + 1)
      if bytes.count == Int(status.st_size) { return bytes }
    }
    try readAll(from: descriptor, into: &bytes, limit: limit, isText: isText && !isRegular)
    return bytes
  }

  /// Appends all remaining bytes; `contents` explains the parameters.
  static func readAll(
    from descriptor: Int32, into bytes: inout [UInt8], limit: Int, isText: Bool = false
  ) throws(SystemError) {
    while true {
      let chunk = try chunk(from: descriptor)
      // Check before appending, because appending may double the memory in use.
      if bytes.count + chunk.count > limit { throw SystemError(code: EFBIG) }
      bytes.append(contentsOf: chunk)
      if chunk.isEmpty || isText && bytes.count <= chunkSize && bytes.contains(0) { return }
    }
  }

  /// Reads all of standard input; `contents` explains the parameters.
  static func standardInput(limit: Int, isText: Bool) throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    try readAll(from: STDIN_FILENO, into: &bytes, limit: limit, isText: isText)
    return bytes
  }

  /// Reads the template or schema that a command line names, or standard input for `-`.
  package static func input(_ path: String) throws(SystemError) -> [UInt8] {
    try path == "-"
      ? standardInput(limit: templateLimit, isText: true) : contents(of: path, isText: true)
  }

  /// Returns the name of a template or schema in messages.
  package static func inputName(_ path: String) -> String { path == "-" ? "stdin" : path }

  /// Returns the target of a symbolic link; nil if the path is not a symbolic link.
  package static func linkTarget(of path: String) -> String? {
    let bytes = [UInt8](unsafeUninitializedCapacity: Int(PATH_MAX)) { buffer, count in
      count = buffer.withMemoryRebound(to: CChar.self) { buffer in
        guard let start = buffer.baseAddress else { return 0 }
        return max(readlink(path, start, buffer.count), 0)
      }
    }
    return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
  }

  /// Creates a folder for this user only, with a new name, and returns its path.
  package static func temporaryFolder(in place: String) throws(SystemError) -> String {
    var path = Array("\(place)/longform-XXXXXX".utf8CString)
    guard mkdtemp(&path) != nil else { throw SystemError(code: errno) }
    return String(decoding: path.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Returns the path without symbolic links; nil if there is no file.
  package static func realPath(of path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// Whether a path leads to a regular file.
  package static func isRegular(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// Whether a path leads to a folder.
  static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Whether the descriptor is open on a regular file.
  static func isRegular(_ descriptor: Int32) -> Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }
}
