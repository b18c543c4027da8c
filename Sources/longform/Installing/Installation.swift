// Installs the program below a prefix (the folder that gets `bin` and `share`), and uninstalls it.
//
// A list in the prefix names every file and folder that was created, and contains a hash of each
// file. The list is written before the first file, so even an interrupted installation can be
// uninstalled. Without --force, a file is replaced or removed only if the list contains the file,
// and the file has not been changed since the installation.

import FormTerminal
import FormText
import Glibc
import System

/// A file to install.
struct InstalledFile {
  /// The path relative to the prefix.
  let path: String
  let bytes: [UInt8]
  var mode: mode_t = 0o644
}

/// A prefix, with the installation below it.
struct Installation {
  /// The path of the list, relative to the prefix.
  static let listPath = "share/longform/installed"

  /// The prefix, as installed programs see it.
  let prefix: String
  /// The folder into which files are written: the prefix, with DESTDIR before it.
  let root: String

  init(prefix: String, destination: String) {
    self.prefix = prefix
    root = destination + prefix
  }

  // MARK: - Installing

  /// Installs files. If a file would replace one that longform did not install, throws before
  /// writing anything.
  ///
  /// - Parameter force: whether to replace files that longform did not install.
  /// - Returns: the number of installed files.
  func install(_ files: [InstalledFile], force: Bool) throws(Failure) -> Int {
    let old = try list
    if !force {
      for file in files {
        guard let present = try contents(of: file.path), present != file.bytes,
          !old.holds(file.path, InstalledList.hash(of: present))
        else { continue }
        throw Failure(
          .cannotCreate,
          "\(root)/\(file.path) exists and was not installed by longform; --force replaces it")
      }
    }
    var list = old
    list.files += files.map { ($0.path, InstalledList.hash(of: $0.bytes)) }
    let listed = { (list: InstalledList) in
      InstalledFile(path: Installation.listPath, bytes: list.encoded)
    }
    var made: [String] = []
    do throws(Failure) {
      for path in files.map(\.path) + [Installation.listPath] {
        try makeFolders(above: path, into: &made)
      }
      list.folders += made
      try write(listed(list))
    } catch {
      removeEmpty(made)
      throw error
    }
    for file in files { try write(file) }
    // Remove files of the older version that this version no longer has.
    let names = Set(files.map(\.path))
    for file in old.files where !names.contains(file.path) {
      if let present = try contents(of: file.path), InstalledList.hash(of: present) == file.hash {
        unlink("\(root)/\(file.path)")
      }
    }
    list.files = files.map { ($0.path, InstalledList.hash(of: $0.bytes)) }
    try write(listed(list))
    return files.count
  }

  /// Returns the contents of a file below the prefix; nil if the file does not exist.
  private func contents(of path: String) throws(Failure) -> [UInt8]? {
    do throws(SystemError) {
      return try Descriptor.contents(of: "\(root)/\(path)")
    } catch {
      if error.code == ENOENT || error.code == ENOTDIR { return nil }
      throw .system(.cannotOpen, "\(root)/\(path)", errno: error.code)
    }
  }

  /// Creates the missing folders for a file, including those of the prefix.
  ///
  /// - Parameter made: receives the created folders, relative to the prefix (`.` is the prefix,
  ///   `..` is its parent).
  private func makeFolders(above path: String, into made: inout [String]) throws(Failure) {
    var folder = ""
    let names = root.split(separator: "/") + path.split(separator: "/").dropLast()
    let depth = root.split(separator: "/").count
    for (index, name) in names.enumerated() {
      folder += "/\(name)"
      if mkdir(folder, 0o755) == 0 {
        // Other users need access, so the mode must not depend on the umask.
        chmod(folder, 0o755)
        if index >= depth {
          made.append(names[depth...index].joined(separator: "/"))
        } else {
          let levels = depth - 1 - index
          made.append(
            levels == 0 ? "." : Array(repeating: "..", count: levels).joined(separator: "/"))
        }
      } else if errno != EEXIST || !isFolder(folder) {
        throw .system(.cannotCreate, folder, errno: errno)
      }
    }
  }

  /// Returns whether a path is a folder. Also sets errno to EEXIST, for the error about a path that
  /// is not a folder.
  private func isFolder(_ path: String) -> Bool {
    var status = stat()
    let isFolder = stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    errno = EEXIST
    return isFolder
  }

  private func write(_ file: InstalledFile) throws(Failure) {
    let path = "\(root)/\(file.path)"
    do throws(FileReplacement.Failure) {
      try FileReplacement(target: path, permissions: .mode(file.mode)).run { descriptor in
        SystemCall.writeAll(file.bytes, to: descriptor)
      }
    } catch {
      switch error {
      case .notCreated(let code):
        throw .system(.cannotCreate, path, errno: code)
      case .notWritten(let code):
        throw .system(.writeFailed, path, errno: code)
      case .refused: throw Failure(.cannotCreate, "\(path) was changed by another program")
      }
    }
  }

  // MARK: - Removing

  /// The list of the files and folders that are installed.
  var list: InstalledList {
    get throws(Failure) { try InstalledList(contents(of: Installation.listPath)) }
  }

  /// Whether anything is installed below the prefix.
  var exists: Bool { access("\(root)/\(Installation.listPath)", F_OK) == 0 }

  /// Removes the installed files. Also removes the folders that were created for them, if they are
  /// empty afterwards.
  ///
  /// - Returns: the number of removed files, and the paths of the files that were kept because they
  ///   were changed.
  func uninstall() throws(Failure) -> (removed: Int, changed: [String]) {
    guard exists else {
      throw Failure(
        .cannotOpen,
        "\(root): nothing is installed here, \(Installation.listPath) is missing; --prefix names another"
      )
    }
    let list = try list
    var removed = 0
    var changed: [String] = []
    for path in Set(list.files.map(\.path)).sorted() {
      guard let present = try contents(of: path) else { continue }
      if !list.holds(path, InstalledList.hash(of: present)) {
        changed.append("\(root)/\(path)")
      } else if unlink("\(root)/\(path)") == 0 {
        removed += 1
      } else {
        throw .system(.cannotCreate, "\(root)/\(path)", errno: errno)
      }
    }
    if unlink("\(root)/\(Installation.listPath)") != 0 {
      throw .system(.cannotCreate, "\(root)/\(Installation.listPath)", errno: errno)
    }
    removeEmpty(list.folders)
    return (removed, changed)
  }

  /// Removes the created folders. rmdir refuses to remove folders that contain other files.
  private func removeEmpty(_ folders: [String]) {
    let below = Set(folders.filter { !$0.hasPrefix(".") })
    for folder in below.sorted(by: >) { rmdir("\(root)/\(folder)") }
    for folder in Set(folders).subtracting(below).sorted(by: { $0.count < $1.count }) {
      let levels = folder.split(separator: "/").count { $0 == ".." }
      rmdir(root.split(separator: "/").dropLast(levels).map { "/\($0)" }.joined())
    }
  }
}

/// The list of an installation. It contains lines of two kinds: `f` with the hash and the path of a
/// file, and `d` with the path of a created folder.
struct InstalledList {
  var files: [(path: String, hash: UInt64)] = []
  var folders: [String] = []

  /// Parses a list; nil bytes are an empty list.
  init(_ bytes: [UInt8]?) throws(Failure) {
    guard let bytes else { return }
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      let parts = line.split(separator: " ", maxSplits: 2).map(String.init)
      if parts.count == 3, parts[0] == "f", let hash = UInt64(parts[1], radix: 16),
        InstalledList.isSafe(parts[2])
      {
        files.append((parts[2], hash))
      } else if parts.count == 2, parts[0] == "d", InstalledList.isSafeFolder(parts[1]) {
        folders.append(parts[1])
      } else {
        throw Failure(
          .malformed,
          "\(Installation.listPath) is damaged at \(String(line).quoted); remove what is left by hand"
        )
      }
    }
  }

  /// Returns the hash of a file's contents. The algorithm must never change, because existing lists
  /// contain such hashes.
  static func hash(of bytes: [UInt8]) -> UInt64 { FNV1a(ofWordsOf: bytes).value }

  /// Returns whether a path cannot lead out of the prefix.
  private static func isSafe(_ path: String) -> Bool {
    !path.hasPrefix("/") && !path.split(separator: "/").contains("..")
  }

  /// Returns whether a path is a folder below the prefix, or one around the prefix, which an
  /// installation may have created too.
  private static func isSafeFolder(_ path: String) -> Bool {
    isSafe(path) || path.split(separator: "/").allSatisfy { $0 == ".." }
  }

  /// Returns whether a file was installed with this hash.
  func holds(_ path: String, _ hash: UInt64) -> Bool {
    files.contains { $0.path == path && $0.hash == hash }
  }

  var encoded: [UInt8] {
    var unique: [String] = []
    for folder in folders where !unique.contains(folder) { unique.append(folder) }
    let lines =
      unique.map { "d \($0)" } + files.map { "f \(String($0.hash, radix: 16)) \($0.path)" }
    return Array(lines.map { $0 + "\n" }.joined().utf8)
  }
}
