// Where the answers go: standard output, or a file that is replaced as a whole.
//
// Nothing is written before a save. A save writes everything or leaves things as they were: a
// regular file is replaced by rename after it was synced, standard output that is a regular file is
// cut back to where it began.

import FormCore
import Glibc

/// The place where answers are written.
enum Destination {
  case standardOutput
  case file(String)

  /// The destination as a person would name it.
  var name: String {
    switch self {
    case .standardOutput: "standard output"
    case .file(let path): path
    }
  }

  /// Refuses, before anything is typed, what could not be written later.
  ///
  /// - Parameters:
  ///   - force: a file that holds something may be replaced.
  ///   - loaded: the file the form was opened with, which may be replaced too.
  func check(force: Bool, loaded: FileIdentity? = nil) throws(Failure) {
    guard case .file(let path) = self else {
      if let loaded, FileIdentity(descriptor: STDOUT_FILENO) == loaded {
        throw Failure(
          .wrongUse,
          "standard output is the file of --answers; longform edit FILE writes it safely")
      }
      if !StandardStreams.outputIsWritable {
        throw Failure(.cannotCreate, "standard output is closed; --output FILE names a file")
      }
      return
    }
    if path.isEmpty { throw Failure(.wrongUse, "--output names no file") }
    let target = Destination.target(of: path)
    var status = stat()
    guard stat(target, &status) == 0 else {
      let folder = Destination.folder(of: target)
      if errno != ENOENT || access(folder, W_OK) != 0 {
        throw .system(.cannotCreate, "cannot create \(path)", errno: errno)
      }
      return
    }
    switch status.st_mode & S_IFMT {
    case S_IFDIR:
      throw Failure(.cannotCreate, "cannot write \(path): it is a directory; name a file in it")
    case S_IFREG where status.st_size > 0 && !force && FileIdentity(path: target) != loaded:
      throw Failure(
        .cannotCreate,
        "\(path) exists and is not empty; --force replaces it, another --output keeps it")
    default:
      if access(target, W_OK) != 0 {
        throw .system(.cannotCreate, "cannot write \(path)", errno: errno)
      }
    }
  }

  /// Writes the answers of a session, all of them or an error.
  func write(_ session: FormSession, as format: ExportFormat) throws(Failure) {
    switch self {
    case .standardOutput: try writeToStandardOutput(session, as: format)
    case .file(let path): try writeToFile(path, session, as: format)
    }
  }

  // MARK: - Standard output

  private func writeToStandardOutput(_ session: FormSession, as format: ExportFormat)
    throws(Failure)
  {
    let isTerminal = isatty(STDOUT_FILENO) == 1
    var start: off_t?
    if Descriptor.isRegular(STDOUT_FILENO) {
      let appends = fcntl(STDOUT_FILENO, F_GETFL) & O_APPEND != 0
      start = lseek(STDOUT_FILENO, 0, appends ? SEEK_END : SEEK_CUR)
    }
    var code = Destination.stream(session, as: format, to: STDOUT_FILENO, isTerminal: isTerminal)
    if code == nil, start != nil, fsync(STDOUT_FILENO) != 0, errno != EINVAL { code = errno }
    guard let code else { return }
    if let start, start >= 0 {
      _ = ftruncate(STDOUT_FILENO, start)
      _ = lseek(STDOUT_FILENO, start, SEEK_SET)
    }
    throw .system(.writeFailed, "cannot write to standard output", errno: code)
  }

  /// Streams the answers through a buffer; the error number when that fails.
  private static func stream(
    _ session: FormSession, as format: ExportFormat, to descriptor: Int32, isTerminal: Bool
  ) -> Int32? {
    var export = AnswerExport(format, of: session)
    var buffer: [UInt8] = []
    var more = true
    while more {
      more = export.append(to: &buffer, of: session)
      if isTerminal {
        // Pieces end behind a whole answer, so no character is torn.
        buffer = Array(VisibleText.painted(String(decoding: buffer, as: UTF8.self)).utf8)
      }
      if let code = Descriptor.writeAll(buffer, to: descriptor) { return code }
      buffer.removeAll(keepingCapacity: true)
    }
    return nil
  }

  // MARK: - Files

  private func writeToFile(_ path: String, _ session: FormSession, as format: ExportFormat)
    throws(Failure)
  {
    let target = Destination.target(of: path)
    var status = stat()
    let exists = stat(target, &status) == 0
    if exists, status.st_mode & S_IFMT != S_IFREG {
      let descriptor = open(target, O_WRONLY | O_CLOEXEC | O_NOCTTY)
      guard descriptor >= 0 else {
        throw .system(.cannotCreate, "cannot open \(path)", errno: errno)
      }
      defer { close(descriptor) }
      let isTerminal = isatty(descriptor) == 1
      if let code = Destination.stream(session, as: format, to: descriptor, isTerminal: isTerminal)
      {
        throw .system(.writeFailed, "cannot write \(path)", errno: code)
      }
      return
    }
    try replace(target, named: path, mode: exists ? status.st_mode & 0o7777 : nil) { descriptor in
      Destination.stream(session, as: format, to: descriptor, isTerminal: false)
    }
  }

  /// Replaces a regular file as a whole: written beside it, synced, renamed.
  private func replace(
    _ target: String, named path: String, mode: mode_t?, write: (Int32) -> Int32?
  ) throws(Failure) {
    let folder = Destination.folder(of: target)
    let temporary = "\(folder)/.longform-\(getpid())-\(UInt32.random(in: 0 ... .max))"
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
    let descriptor = open(temporary, flags, mode == nil ? 0o666 : 0o600)
    guard descriptor >= 0 else {
      throw .system(.cannotCreate, "cannot create a file beside \(path)", errno: errno)
    }
    var code = write(descriptor)
    if code == nil, let mode, fchmod(descriptor, mode) != 0 { code = errno }
    if code == nil, fsync(descriptor) != 0 { code = errno }
    if close(descriptor) != 0, code == nil { code = errno }
    if code == nil, rename(temporary, target) != 0 { code = errno }
    if let code {
      unlink(temporary)
      throw .system(.writeFailed, "cannot write \(path); it is as it was", errno: code)
    }
    let directory = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    if directory >= 0 {
      _ = fsync(directory)
      close(directory)
    }
  }

  /// The file behind symbolic links, also where it does not exist yet.
  private static func target(of path: String) -> String {
    var target = path
    for _ in 0..<40 {
      guard let link = Descriptor.linkTarget(of: target) else { return target }
      target = link.hasPrefix("/") ? link : "\(folder(of: target))/\(link)"
    }
    return target
  }

  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
