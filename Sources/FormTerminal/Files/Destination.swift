// The destination of the answers: standard output, or a file that is replaced as a whole.
//
// Nothing is written before a save. A save writes everything or changes nothing. A regular file is
// replaced: a new file is written, synced and renamed. If standard output is a regular file and
// writing fails, this file is truncated to its earlier length.

package import FormFormats
package import FormModel
import FormText
import Glibc
import System

/// The destination of the answers.
package enum Destination {
  case standardOutput
  /// A file, and the version of this file that may be replaced: the version at the start, or
  /// `absent` if there was no file. `anyVersion` allows replacing every version.
  case file(String, replaces: FileVersion = .anyVersion)
  /// The program that uses the library; it receives the answers as values.
  case host(Host)

  /// The destination's name for people.
  var name: String {
    switch self {
    case .standardOutput: "standard output"
    case .file(let path, _): path
    case .host: ""
    }
  }

  /// The real path of the file; nil if the destination is not a file.
  var realPath: String? {
    guard case .file(let path, _) = self else { return nil }
    let target = Destination.target(of: path)
    if let real = Descriptor.realPath(of: target) { return real }
    guard let folder = Descriptor.realPath(of: Path.folder(of: target)) else { return target }
    let name = Path.name(of: target)
    return folder == "/" ? "/\(name)" : "\(folder)/\(name)"
  }

  /// This destination without the permission to replace a file that has contents.
  var replacingNothing: Destination {
    guard case .file(let path, replaces: let version) = self else { return self }
    if case .anyVersion = version { return self }
    return .file(path, replaces: .absent)
  }

  /// The path of the file if another program changed it since the form was opened; nil if the file
  /// may be replaced.
  var changedFile: String? {
    guard case .file(let path, let version) = self else { return nil }
    var now = stat()
    let exists = stat(Destination.target(of: path), &now) == 0
    if exists, now.st_mode & S_IFMT != S_IFREG { return nil }
    return version.allowsReplacing(exists ? now : nil) ? nil : path
  }

  /// Throws if another program changed the file since the form was opened.
  func checkUnchanged() throws(Failure) {
    if let path = changedFile { throw .changedFile(path) }
  }

  /// Returns this destination with the permission to replace the current version of the file.
  func present() throws(Failure) -> Destination {
    guard case .file(let path, _) = self else { return self }
    var now = stat()
    guard stat(Destination.target(of: path), &now) == 0 else {
      throw .system(.cannotOpen, path, errno: errno)
    }
    return .file(path, replaces: .version(FileIdentity(now), now))
  }

  /// Checks, before anything is typed, that the destination can be written later.
  ///
  /// - Parameters:
  ///   - force: whether a file that is not empty may be replaced.
  ///   - loaded: the path of the answers with which the form opens; this file may also be replaced.
  ///   - remedy: the remedy at the end of the error about an existing file; nil to suggest
  ///     `--force`.
  /// - Returns: the destination with the permission to replace the file: only in its current
  ///   version, or in any version if `force`.
  package func checked(
    force: Bool, loaded: String? = nil, remedy: String? = nil
  ) throws(Failure) -> Destination {
    guard case .file(let path, _) = self else {
      if let identity = loaded.flatMap(FileIdentity.init(path:)),
        FileIdentity(descriptor: STDOUT_FILENO) == identity
      {
        throw Failure(
          .wrongUse,
          "standard output is the file that --answers reads; longform edit FILE edits it in place")
      }
      if !StandardStreams.outputIsWritable {
        throw Failure(.cannotCreate, "standard output is closed; --output FILE names a file")
      }
      return self
    }
    if path.isEmpty { throw Failure(.wrongUse, "--output needs a file") }
    let target = Destination.target(of: path)
    var status = stat()
    guard stat(target, &status) == 0 else {
      let folder = Path.folder(of: target)
      if errno != ENOENT || access(folder, W_OK) != 0 {
        if errno == ENOENT {
          throw Failure(.cannotCreate, "\(path): the folder \(folder) does not exist")
        }
        throw .system(.cannotCreate, path, errno: errno)
      }
      return .file(path, replaces: .absent)
    }
    // Another program may replace the file between two looks at it, so one path is one file.
    let isLoaded =
      loaded.map { $0 == path || FileIdentity(path: $0) == FileIdentity(status) } ?? false
    switch status.st_mode & S_IFMT {
    case S_IFDIR:
      throw Failure(.cannotCreate, "\(path): is a directory; name a file in it")
    case S_IFREG where status.st_size > 0 && !force && !isLoaded:
      throw Failure(
        .cannotCreate,
        "\(path): exists and is not empty; \(remedy ?? "--force replaces it")")
    default:
      let isRegular = status.st_mode & S_IFMT == S_IFREG
      if access(target, W_OK) != 0 || isRegular && access(Path.folder(of: target), W_OK) != 0 {
        throw .system(.cannotCreate, path, errno: errno)
      }
    }
    return .file(path, replaces: force ? .anyVersion : .version(FileIdentity(status), status))
  }

  /// Writes all answers of a session, or throws.
  ///
  /// - Parameter stopsOnSignal: whether a signal ends a write that blocks. If a signal does, the
  ///   answers are not written.
  package func write(
    _ session: FormSession, as format: ExportFormat, options: ExportOptions,
    stopsOnSignal: Bool = false
  ) throws(Failure) {
    let session = session.withWorkDone
    if case .host(let host) = self {
      host.answers = session.answers
      return
    }
    try Destination.check(session, as: format, options)
    let stream = { (descriptor: Int32, isTerminal: Bool) in
      Destination.stream(
        AnswerExport(format, options: options, of: session.answers), of: session, to: descriptor,
        isTerminal: isTerminal, stopsOnSignal: stopsOnSignal)
    }
    try write(stream)
  }

  /// Writes all bytes, or throws.
  package func write(_ bytes: [UInt8]) throws(Failure) {
    try write { descriptor, isTerminal in
      SystemCall.writeAll(isTerminal ? VisibleText.painted(bytes) : bytes, to: descriptor)
    }
  }

  private func write(_ stream: (Int32, Bool) -> Int32?) throws(Failure) {
    switch self {
    case .standardOutput: try writeToStandardOutput(stream)
    case .file(let path, let version): try writeToFile(path, version, stream)
    case .host: break
    }
  }

  /// Throws if the answers cannot be written in a format.
  static func check(
    _ session: FormSession, as format: ExportFormat, _ options: ExportOptions
  ) throws(Failure) {
    try Destination.check(format, options, of: session.template)
    let obstacle =
      format == .env
      ? EnvironmentNames.obstacle(in: session.answers)
      : AnswerExport.obstacle(format, of: session.answers)
    if let obstacle { throw Failure(.malformed, obstacle) }
  }

  /// Throws, before anything is typed, if the answers of a form cannot be written in a format.
  package static func check(_ format: ExportFormat, _ options: ExportOptions, of template: Template)
    throws(Failure)
  {
    guard format == .env else { return }
    do throws(EnvironmentError) {
      try EnvironmentNames.check(template, prefix: options.environmentPrefix)
    } catch { throw Failure(.malformed, error.sentences) }
  }

  // MARK: - Standard output

  private func writeToStandardOutput(_ stream: (Int32, Bool) -> Int32?) throws(Failure) {
    let isTerminal = isatty(STDOUT_FILENO) == 1
    var start: off_t?
    if Descriptor.isRegular(STDOUT_FILENO) {
      let appends = fcntl(STDOUT_FILENO, F_GETFL) & O_APPEND != 0
      start = lseek(STDOUT_FILENO, 0, appends ? SEEK_END : SEEK_CUR)
    }
    var code = stream(STDOUT_FILENO, isTerminal)
    if code == nil, start != nil, fsync(STDOUT_FILENO) != 0, errno != EINVAL { code = errno }
    guard let code else { return }
    if let start, start >= 0 {
      _ = ftruncate(STDOUT_FILENO, start)
      _ = lseek(STDOUT_FILENO, start, SEEK_SET)
    }
    throw .system(.writeFailed, "standard output", errno: code)
  }

  /// Writes the answers through a buffer; returns the error number after a failure.
  private static func stream(
    _ export: AnswerExport, of session: FormSession, to descriptor: Int32, isTerminal: Bool,
    stopsOnSignal: Bool
  ) -> Int32? {
    var export = export
    var buffer: [UInt8] = []
    var more = true
    while more {
      more = export.append(to: &buffer, of: session.answers)
      if isTerminal {
        // The buffer always ends after a whole answer, so no character is split.
        buffer = VisibleText.painted(buffer)
      }
      let code = SystemCall.writeAll(buffer, to: descriptor, stopsOnSignal: stopsOnSignal)
      if let code { return code }
      buffer.removeAll(keepingCapacity: true)
    }
    return nil
  }

  // MARK: - Files

  private func writeToFile(
    _ path: String, _ version: FileVersion, _ stream: (Int32, Bool) -> Int32?
  ) throws(Failure) {
    let target = Destination.target(of: path)
    var status = stat()
    let exists = stat(target, &status) == 0
    if exists, status.st_mode & S_IFMT != S_IFREG {
      let descriptor = open(target, O_WRONLY | O_CLOEXEC | O_NOCTTY)
      guard descriptor >= 0 else { throw .system(.cannotCreate, path, errno: errno) }
      defer { close(descriptor) }
      if let code = stream(descriptor, isatty(descriptor) == 1) {
        throw .system(.writeFailed, path, errno: code)
      }
      return
    }
    let changed = Failure.changedFile(path)
    let mayReplace = {
      var now = stat()
      return version.allowsReplacing(stat(target, &now) == 0 ? now : nil)
    }
    guard mayReplace() else { throw changed }
    let replacement = FileReplacement(
      target: target, permissions: exists ? .kept(status) : .standard)
    do throws(FileReplacement.Failure) {
      try replacement.run(if: mayReplace) { stream($0, false) }
    } catch {
      switch error {
      case .notCreated(let code): throw .system(.cannotCreate, path, errno: code)
      case .notWritten(let code):
        var failure = Failure.system(.writeFailed, path, errno: code)
        failure.lines = failure.lines.map { "\($0); the file is unchanged" }
        throw failure
      case .refused: throw changed
      }
    }
  }

  /// Returns the file to which symbolic links lead, even if it does not exist yet.
  private static func target(of path: String) -> String {
    var status = stat()
    // Files that are not regular are opened by their own name: /dev/stdout may be a link to a pipe
    // or to a deleted file, and these have no path.
    if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG { return path }
    var target = path
    for _ in 0..<40 {
      guard let link = Descriptor.linkTarget(of: target) else { return target }
      target = Path.resolve(link, relativeToFile: target)
    }
    return target
  }
}

extension Failure {
  /// Returns the error for a file that is not replaced because another program changed it.
  fileprivate static func changedFile(_ path: String) -> Failure {
    var failure = Failure(
      .cannotCreate,
      "\(path): was changed by another program; nothing is written, name another file to keep both")
    failure.isAboutChangedFile = true
    return failure
  }
}
