// Reading whole files over descriptors. Every system call of this kind goes through here; EINTR is
// tried again, a descriptor that is not ready is waited for.

import Glibc
package import System

/// System calls on file descriptors.
package enum Descriptor {
  /// How many bytes a template or a schema may have: reading takes several times that in memory.
  static let templateLimit = 256 << 20

  /// The most bytes that one read gives.
  static let chunkSize = 64 * 1_024

  /// Appends what one read gives.
  ///
  /// - Returns: how many bytes that are, 0 at the end.
  static func read(
    from descriptor: Int32, into bytes: inout [UInt8], atMost size: Int = chunkSize
  ) throws(SystemError) -> Int {
    let chunk = try chunk(from: descriptor, atMost: size)
    bytes.append(contentsOf: chunk)
    return chunk.count
  }

  /// What one read gives; nothing at the end.
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

  /// Everything in a file.
  ///
  /// - Parameters:
  ///   - limit: more bytes than these are an error, EFBIG, also where they come from a device or a
  ///     pipe; nothing is read of a regular file that has more.
  ///   - isText: what is no regular file is not read further if it begins with NUL among other bytes,
  ///     as /dev/zero does: its reader says what is wrong with it.
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
      // A sparse file may claim more than there is memory.
      if status.st_size > limit { throw SystemError(code: EFBIG) }
      // Room for all of it at once, with nothing copied; what comes behind is looked at below.
      bytes = try chunk(from: descriptor, atMost: Int(status.st_size) + 1)
      if bytes.count == Int(status.st_size) { return bytes }
    }
    try readAll(from: descriptor, into: &bytes, limit: limit, isText: isText && !isRegular)
    return bytes
  }

  /// Appends everything that is still to come; the parameters are those of `contents`.
  static func readAll(
    from descriptor: Int32, into bytes: inout [UInt8], limit: Int, isText: Bool = false
  ) throws(SystemError) {
    while true {
      let chunk = try chunk(from: descriptor)
      // Seen before it is appended, which may double what the bytes take.
      if bytes.count + chunk.count > limit { throw SystemError(code: EFBIG) }
      bytes.append(contentsOf: chunk)
      if chunk.isEmpty || isText && bytes.count <= chunkSize && bytes.contains(0) { return }
    }
  }

  /// Everything that comes from standard input; the parameters are those of `contents`.
  static func standardInput(limit: Int, isText: Bool) throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    try readAll(from: STDIN_FILENO, into: &bytes, limit: limit, isText: isText)
    return bytes
  }

  /// Everything in the template or schema that a command line names, `-` for standard input.
  package static func input(_ path: String) throws(SystemError) -> [UInt8] {
    try path == "-"
      ? standardInput(limit: templateLimit, isText: true) : contents(of: path, isText: true)
  }

  /// What such a file is called in messages.
  package static func inputName(_ path: String) -> String { path == "-" ? "stdin" : path }

  /// Where a symbolic link points, nil when the path is none.
  package static func linkTarget(of path: String) -> String? {
    let bytes = [UInt8](unsafeUninitializedCapacity: Int(PATH_MAX)) { buffer, count in
      count = buffer.withMemoryRebound(to: CChar.self) { buffer in
        guard let start = buffer.baseAddress else { return 0 }
        return max(readlink(path, start, buffer.count), 0)
      }
    }
    return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
  }

  /// The path without symbolic links, nil where there is no file.
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

  /// Whether a regular file is open there.
  static func isRegular(_ descriptor: Int32) -> Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }
}
