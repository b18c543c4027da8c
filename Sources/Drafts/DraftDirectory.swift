// The directory of drafts. This file finds and creates the directory, and refuses an unsafe one.
//
// Invariants: before a file in the directory is opened or created, the directory is known to be
// safe: it is not a symbolic link, belongs to this user, and has mode 0700, whatever the umask is.
// Files have mode 0600. Only `prepare` and `makeFolder` create directories; reading creates
// nothing. `exists(_:)` makes a single system call and does not use SQLite. A folder for an
// external editor is used or removed only if its name can be parsed and it is a directory of this
// user.

import Glibc
import System

/// The directory with the drafts.
public struct DraftDirectory: Sendable, Equatable {
  /// The path of the directory.
  public let path: String

  /// The directory that must exist before anything is created; nil if the whole path may be
  /// created.
  private let home: String?
  /// The path below `home` or `/` that is created if it is missing. It may be a symbolic link.
  private let base: String
  /// The path components below `base`, which must be private to this user.
  private let names: [String]
  /// The user to whom the directory must belong.
  private let owner: uid_t

  /// Uses the directory at an absolute path. Owner and mode are checked only for the last component
  /// of the path.
  public init(path: String) { self.init(path: path, owner: geteuid()) }

  /// Uses a directory that must belong to the given user.
  init(path: String, owner: uid_t) {
    let path = DraftDirectory.trimmed(path)
    let base = FileSystem.parent(of: path)
    let name = path.suffix(from: path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)
    self.init(home: nil, base: base, names: [String(name)], owner: owner)
  }

  private init(home: String?, base: String, names: [String], owner: uid_t) {
    (self.home, self.base, self.names, self.owner) = (home, base, names, owner)
    // `joined(separator:)` would delay the first screen, because the runtime creates metadata for
    // it.
    path = names.reduce(base == "/" ? "" : base) { $0 + "/" + $1 }
  }

  /// The directory of this user: `$XDG_STATE_HOME/longform/drafts`, or
  /// `~/.local/state/longform/drafts` by default.
  ///
  /// - Parameter environment: returns the value of an environment variable. A relative path in
  ///   `XDG_STATE_HOME` is ignored, as the XDG Base Directory Specification requires.
  /// - Throws: `noHome` if the environment names no home directory.
  public static func standard(
    environment: (String) -> String?
  ) throws(DraftError) -> DraftDirectory {
    let names = ["longform", "drafts"]
    if let state = environment("XDG_STATE_HOME"), state.hasPrefix("/") {
      return DraftDirectory(home: nil, base: trimmed(state), names: names, owner: geteuid())
    }
    guard let home = environment("HOME"), home.hasPrefix("/") else { throw .noHome }
    let base = (home == "/" ? "" : trimmed(home)) + "/.local/state"
    return DraftDirectory(home: trimmed(home), base: base, names: names, owner: geteuid())
  }

  private static func trimmed(_ path: String) -> String {
    var path = path
    while path.count > 1 && path.hasSuffix("/") { path.removeLast() }
    return path
  }

  // MARK: - Creating and checking

  /// Creates the directory if it is missing. Refuses a directory that is not private to this user.
  ///
  /// - Throws: `missing` if the home directory does not exist; `notADirectory`, `symbolicLink`,
  ///   `foreignOwner`, `permissionDenied`, `readOnly`, `diskFull`, `inputOutput`.
  public func prepare() throws(DraftError) {
    try makeBase()
    var directory = base == "/" ? "" : base
    for name in names {
      directory += "/\(name)"
      _ = try FileSystem.makeDirectory(directory)
      guard let status = try FileSystem.status(directory) else { throw .missing(path: directory) }
      try check(status, at: directory)
      if status.mode != 0o700 { try FileSystem.setMode(0o700, of: directory) }
    }
  }

  /// Whether the directory exists. Throws an error if the directory is not private to this user.
  func exists() throws(DraftError) -> Bool {
    var directory = base == "/" ? "" : base
    for name in names {
      directory += "/\(name)"
      guard let status = try FileSystem.status(directory) else { return false }
      try check(status, at: directory)
    }
    return true
  }

  private func makeBase() throws(DraftError) {
    var status = stat()
    if SystemCall.retrying({ stat(base, &status) }) == 0 {
      if status.st_mode & S_IFMT != S_IFDIR { throw .notADirectory(path: base) }
      return
    }
    if errno != ENOENT { throw DraftError(system: errno, path: base) }
    if let home, SystemCall.retrying({ stat(home, &status) }) != 0 {
      throw DraftError(system: errno, path: home)
    }
    var directory = ""
    for name in base.split(separator: "/") {
      directory += "/\(name)"
      if SystemCall.retrying({ stat(directory, &status) }) != 0 {
        _ = try FileSystem.makeDirectory(directory)
      }
    }
  }

  private func check(_ status: FileSystem.Status, at path: String) throws(DraftError) {
    switch status.kind {
    case .symbolicLink: throw .symbolicLink(path: path)
    case .file, .other: throw .notADirectory(path: path)
    case .directory: break
    }
    if status.owner != owner { throw .foreignOwner(path: path) }
  }

  // MARK: - Files

  /// The path of a file in the directory.
  func path(of name: DraftFileName) -> String { "\(path)/\(name.text)" }

  /// Whether this identity has an unfinished draft.
  ///
  /// Makes one system call, does not use SQLite, and creates nothing. A draft counts even if it
  /// cannot be opened; opening it reports the reason.
  public func exists(_ identity: DraftIdentity) -> Bool {
    var status = stat()
    return lstat(path(of: DraftFileName(open: identity.stem)), &status) == 0 && status.st_size > 0
  }

  /// The status of a draft's file; nil if the file does not exist.
  ///
  /// - Throws: `symbolicLink`, `notAFile` or `foreignOwner` for a file that must never be opened.
  func checkedStatus(of path: String) throws(DraftError) -> FileSystem.Status? {
    guard let status = try FileSystem.status(path) else { return nil }
    switch status.kind {
    case .symbolicLink: throw .symbolicLink(path: path)
    case .directory, .other: throw .notAFile(path: path)
    case .file: break
    }
    if status.owner != owner { throw .foreignOwner(path: path) }
    if status.mode != 0o600 { try FileSystem.setMode(0o600, of: path) }
    return status
  }

  /// The names of all drafts in the directory, unsorted.
  func fileNames() throws(DraftError) -> [DraftFileName] {
    guard try exists() else { return [] }
    return try FileSystem.names(in: path).compactMap(DraftFileName.init(_:))
  }

  /// The number for the next save of a form.
  func nextSave(ofForm formHash: Substring) throws(DraftError) -> Int {
    try nextNumber { $0.formHash == formHash }
  }

  /// The number for the next delivery; deliveries of all forms are numbered together.
  func nextDelivery() throws(DraftError) -> Int {
    try nextNumber { _ in true }
  }

  /// The number after the largest number among the files that `isCounted` accepts.
  private func nextNumber(
    counting isCounted: (DraftFileName) -> Bool
  ) throws(DraftError) -> Int {
    var last = 0
    for name in try fileNames() where isCounted(name) {
      if name.state == .finished || name.state == .undelivered { last = max(last, name.save ?? 0) }
    }
    return last + 1
  }

  // MARK: - Databases and the files next to them

  /// The suffixes of the files that SQLite puts next to a database (*sidecars*). The write-ahead
  /// log and the journal have data; the shared memory has none.
  static let sidecars = ["-wal", "-journal", "-shm"]

  /// Renames a draft and its sidecars to a free name for the given state and time.
  ///
  /// The sidecars are moved first. A log without its database would be emptied by the next draft
  /// with that name, while a database without its log is only out of date.
  ///
  /// - Parameter save: the number of the save, for a finished or undelivered draft.
  func move(
    _ name: DraftFileName, to state: DraftState, time: Int64, save: Int? = nil
  ) throws(DraftError) -> DraftFileName {
    var target = DraftFileName(stem: name.stem, state: state, time: time, save: save)
    while try isTaken(target) { target.advance() }
    let (source, destination) = (path(of: name), path(of: target))
    for sidecar in Self.sidecars where try FileSystem.status(source + sidecar) != nil {
      if sidecar == "-shm" {
        try FileSystem.remove(source + sidecar)
      } else {
        try FileSystem.rename(source + sidecar, to: destination + sidecar)
      }
    }
    if try FileSystem.status(source) != nil {
      try FileSystem.rename(source, to: destination)
    }
    try FileSystem.syncDirectory(path)
    return target
  }

  private func isTaken(_ name: DraftFileName) throws(DraftError) -> Bool {
    for suffix in [""] + Self.sidecars where try FileSystem.status(path(of: name) + suffix) != nil {
      return true
    }
    return false
  }

  /// Removes a draft and its sidecars, and the database last.
  func delete(_ name: DraftFileName) throws(DraftError) {
    for suffix in Self.sidecars + [""] { try FileSystem.remove(path(of: name) + suffix) }
    try FileSystem.syncDirectory(path)
  }

  /// Makes sure that the name belongs to a file of this user. Creates an empty file if there is
  /// none.
  ///
  /// SQLite gives sidecars the mode of the database. If SQLite created the database itself, its
  /// mode would depend on the umask.
  ///
  /// - Throws: `corrupt` for a log without its database, because SQLite would empty the log; and
  ///   for a database that ends within a page, because SQLite reads zeros after its end. If there
  ///   is a log, such a database is normal after a power cut, and the log repairs it.
  func makeRoom(for name: DraftFileName) throws(DraftError) {
    let path = path(of: name)
    let status = try checkedStatus(of: path)
    for sidecar in Self.sidecars { _ = try checkedStatus(of: path + sidecar) }
    let hasLog = try FileSystem.holdsBytes(path + "-wal")
    guard let status, status.size > 0 else {
      // A journal without a database is harmless. Creating a draft can leave an empty journal.
      if hasLog { throw .corrupt(path: path) }
      if status == nil {
        if let file = DraftSchema.emptyFile {
          try FileSystem.makeFile(path, holding: file)
        } else {
          try FileSystem.makeFile(path)
        }
      }
      return
    }
    let hasJournal = try FileSystem.holdsBytes(path + "-journal")
    if !hasLog && !hasJournal && !FileSystem.holdsWholePages(path, size: status.size) {
      throw .corrupt(path: path)
    }
    if hasLog {
      // The last session was killed. Some of its commits may not be on the disk, perhaps because a
      // sync failed. After a failed sync, the next sync would skip those pages, so write them
      // again.
      try FileSystem.rewrite(path + "-wal")
      try FileSystem.syncDirectory(self.path)
    }
  }

  // MARK: - Folders for files in external editors

  // The folders are not in `$XDG_RUNTIME_DIR` or /tmp, because they must last as long as a draft. A
  // logout empties `$XDG_RUNTIME_DIR`, and a restart empties /tmp.

  /// The beginning of the names of folders. No draft has a name that begins like this.
  private static let prefix = "editor-"
  /// The number of hexadecimal digits after the prefix. The number is small, so that a path fits on
  /// the screen.
  private static let digits = 8

  /// A random name for a new folder.
  public static func newFolderName() -> String {
    let number = String(UInt32.random(in: .min ... .max), radix: 16)
    return prefix + String(repeating: "0", count: digits - number.count) + number
  }

  /// Creates an empty folder and returns its path.
  ///
  /// - Throws: the errors of `prepare`; `failed` if the name already exists.
  public func makeFolder(named name: String) throws(DraftError) -> String {
    try prepare()
    let path = "\(self.path)/\(name)"
    guard Self.isFolderName(name), try FileSystem.makeDirectory(path) else {
      throw .failed(message: "\(path) exists")
    }
    return path
  }

  /// The path of a folder; nil if it does not exist or is not private to this user.
  public func folder(named name: String) -> String? {
    guard Self.isFolderName(name), (try? exists()) == true else { return nil }
    let path = "\(self.path)/\(name)"
    guard let status = try? FileSystem.status(path), status.kind == .directory,
      status.owner == geteuid()
    else { return nil }
    return path
  }

  private static func isFolderName(_ name: String) -> Bool {
    name.hasPrefix(prefix) && name.utf8.count == prefix.utf8.count + digits
      && name.dropFirst(prefix.count).allSatisfy { $0.isASCII && $0.isHexDigit }
  }
}

extension FileSystem {
  /// Whether a database is as long as its header says (sqlite.org/fileformat.html).
  fileprivate static func holdsWholePages(_ path: String, size: Int) -> Bool {
    // An unreadable disk does not prove that the file is damaged.
    guard let header = beginning(of: path, limit: 100) else { return true }
    guard header.count == 100, header.starts(with: Array("SQLite format 3\0".utf8)) else {
      return false
    }
    let pageSize = Int(header[16]) << 8 | Int(header[17])
    return size % (pageSize == 1 ? 65_536 : max(pageSize, 512)) == 0
  }
}
