// Temporary folders, files, and the programs under test.
//
// Invariant: a temporary folder exists as long as its object, and is then removed with its
// contents. Symbolic links are removed and not followed.

import Glibc

/// A new, empty folder that is removed when the last reference to it is released.
public final class TemporaryFolder: Sendable {
  /// The absolute path.
  public let path: String

  /// Creates the folder in TMPDIR or /tmp.
  public init() throws {
    let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array((parent + "/longform-test.XXXXXX").utf8CString)
    guard let name = mkdtemp(&template) else { throw SystemError("mkdtemp in \(parent)") }
    path = String(cString: name)
  }

  deinit {
    removeTree(path)
  }

  /// Returns the path of a name in the folder.
  public func path(_ name: String) -> String { path + "/" + name }

  /// Writes a file, creates missing folders on its path, and returns the path.
  @discardableResult
  public func write(_ text: String, to name: String) throws -> String {
    try write(Array(text.utf8), to: name)
  }

  /// Writes a file, creates missing folders on its path, and returns the path.
  @discardableResult
  public func write(_ bytes: [UInt8], to name: String) throws -> String {
    var folder = path
    for component in name.split(separator: "/").dropLast() {
      folder += "/" + component
      mkdir(folder, 0o700)
    }
    let path = path(name)
    try writeFile(bytes, to: path)
    return path
  }

  /// Returns the text of a file; nil if there is no such file.
  public func read(_ name: String) -> String? {
    readFile(path(name)).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns the sorted names in the folder or in a subfolder, including hidden names.
  public func entries(of name: String = ".") -> [String] {
    folderEntries(path(name)).sorted()
  }
}

/// Returns the names in a folder except `.` and `..`, in any order; empty if the folder cannot be
/// read.
private func folderEntries(_ path: String) -> [String] {
  guard let stream = opendir(path) else { return [] }
  defer { closedir(stream) }
  var names: [String] = []
  while let entry = readdir(stream) {
    let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    if name != ".", name != ".." { names.append(name) }
  }
  return names
}

/// Removes a folder and its contents, even if a test removed the permissions to do that.
private func removeTree(_ path: String) {
  if rmdir(path) == 0 || errno == ENOENT { return }
  if errno == ENOTDIR {
    unlink(path)
    return
  }
  chmod(path, 0o700)
  for name in folderEntries(path) { removeTree(path + "/" + name) }
  rmdir(path)
}

/// Creates a folder that is removed when the last reference to it is released.
public func temporaryFolder() throws -> TemporaryFolder {
  try TemporaryFolder()
}

/// The error that the executable of a product was not built.
public struct MissingProduct: Error, CustomStringConvertible {
  public let path: String

  public var description: String { "\(path) is not there; build it before the tests" }
}

/// Returns the path of an executable product, which is in the folder of the running test program.
public func builtProduct(named name: String) throws -> String {
  var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
  let count = buffer.withUnsafeMutableBytes { bytes in
    bytes.withMemoryRebound(to: CChar.self) { characters in
      characters.baseAddress.map { readlink("/proc/self/exe", $0, characters.count) } ?? -1
    }
  }
  guard count > 0 else { throw SystemError("readlink /proc/self/exe") }
  let program = String(decoding: buffer.prefix(count), as: UTF8.self)
  let folder = program.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 }
  let path = folder + "/" + name
  guard access(path, X_OK) == 0 else { throw MissingProduct(path: path) }
  return path
}

/// Creates a folder with mode 0700; does nothing if it exists.
public func makeFolder(_ path: String) throws {
  if mkdir(path, 0o700) != 0, errno != EEXIST { throw SystemError("mkdir \(path)") }
}

/// Returns the bytes of a file; nil if it cannot be opened.
public func readFile(_ path: String) -> [UInt8]? {
  guard let file = try? Descriptor.open(path, O_RDONLY) else { return nil }
  var bytes: [UInt8] = []
  while case .bytes = file.read(into: &bytes) {}
  return bytes
}

/// Writes a file, replacing its contents.
public func writeFile(_ bytes: [UInt8], to path: String) throws {
  let file = try Descriptor.open(path, O_WRONLY | O_CREAT | O_TRUNC)
  var rest = bytes[...]
  while !rest.isEmpty {
    guard case .bytes(let count) = file.write(rest) else { throw SystemError("write \(path)") }
    rest = rest.dropFirst(count)
  }
}

/// The cache folder that all programs of a test run share. Building the index of the shipped cities
/// takes over a second in a debug build, so it is built only once.
enum SharedCache {
  private static let folder = try? TemporaryFolder()

  static let path: String = {
    atexit { removeTree(SharedCache.path) }
    return folder?.path ?? "/proc/none"
  }()
}
