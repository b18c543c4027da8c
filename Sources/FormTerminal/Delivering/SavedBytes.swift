// The bytes of a save that must be sent to a command. A draft stores the bytes; if there are too
// many for a draft, a file stores them.

import Drafts
import FormFormats
import FormModel
import Glibc
import System

/// The bytes of a save.
struct SavedBytes {
  /// The storage of the bytes; `none` for a form with secret rows, because its bytes are kept only
  /// in memory.
  let answers: Delivery.Answers
  /// The input of the command.
  let input: ShellCommand.Input
  /// A hash of the bytes; equal bytes have equal fingerprints.
  let fingerprint: String

  /// Writes the answers of a session.
  ///
  /// - Parameter directory: the directory of drafts. If there are too many bytes for a draft, they
  ///   are written to a file in this directory, and the file is synced.
  init(
    _ session: FormSession, as format: ExportFormat, options: ExportOptions,
    in directory: DraftDirectory
  ) throws(Failure) {
    let session = session.withWorkDone
    try Destination.check(session, as: format, options)
    var export = AnswerExport(format, options: options, of: session.answers)
    let isSecret = session.template.hasSecrets
    var (bytes, hash, count) = ([UInt8](), FNV1a(), 0)
    let name = DraftDirectory.nameOfAnswers(at: Wall.nanoseconds)
    let file = directory.path(ofAnswersIn: name)
    var descriptor: Int32 = -1
    defer { if descriptor >= 0 { close(descriptor) } }
    var hasMore = true
    while hasMore {
      let start = bytes.count
      hasMore = export.append(to: &bytes, of: session.answers)
      let new = Array(bytes[start...])
      hash.append(new)
      count += new.count
      if !isSecret, bytes.count > Delivery.mostStoredBytes || descriptor >= 0 {
        if descriptor < 0 { descriptor = try SavedBytes.open(file) }
        if let code = SystemCall.writeAll(bytes, to: descriptor) {
          unlink(file)
          throw .system(.writeFailed, file, errno: code)
        }
        bytes.removeAll(keepingCapacity: true)
      }
    }
    fingerprint = "\(String(hash.value, radix: 16))-\(count)"
    if descriptor >= 0 {
      guard fsync(descriptor) == 0 else {
        let code = errno
        unlink(file)
        throw .system(.writeFailed, file, errno: code)
      }
      do throws(SystemError) { try Folder.sync(directory.path) } catch {
        unlink(file)
        throw .system(.writeFailed, directory.path, errno: error.code)
      }
      answers = .file(name)
      input = .file(file)
    } else {
      answers = isSecret ? .none : .stored(bytes)
      // Secrets are kept only in memory.
      input = .bytes(bytes, folder: isSecret ? nil : directory.path)
    }
  }

  /// Removes the file with the bytes. No draft may refer to this file.
  func remove(in directory: DraftDirectory) {
    if case .file(let name) = answers { unlink(directory.path(ofAnswersIn: name)) }
  }

  private static func open(_ file: String) throws(Failure) -> Int32 {
    let descriptor = Glibc.open(file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw .system(.writeFailed, file, errno: errno) }
    return descriptor
  }
}
