// Finds files of candidates (the texts that a row offers), and reads them in slices or from the
// cache.
//
// Invariant: a file is touched only when its candidates are needed, so files of candidates do not
// slow down the opening of a form.

package import Candidates
import FormModel
import Glibc
import LosslessJSON
import System

/// The reason that a file of candidates cannot be used.
package struct CandidateFailure: Error {
  /// The file as the person would name it.
  var path: String
  /// The line that cannot be used; nil if the file cannot be read at all.
  var line: Int?
  /// The error and its remedy.
  var sentence: String

  /// The failure as an error that ends the program.
  package var failure: Failure {
    line == nil
      ? Failure(.cannotOpen, "\(path): cannot read the candidates: \(sentence)")
      : Failure(.malformed, atPlaces: [finding.line])
  }

  /// The failure as a finding of `check`.
  package var finding: Finding {
    Finding(
      file: path, position: line.map { TextPosition(line: $0, column: 1) }, path: .root,
      sentence: line == nil ? "cannot read the candidates: \(sentence)" : sentence)
  }

  /// The failure as a reason inside a sentence.
  package var reason: String { "\(path)\(line.map { ":\($0)" } ?? ""): \(sentence)" }
}

/// A file of candidates that is being read.
package struct CandidateFile {
  /// The limits of one slice: bytes to read, and steps of building the index.
  private static let slice = (bytes: 64 * 1_024, steps: 5_000)
  /// The size limit of a file, in bytes. The index needs several times as much memory.
  private static let mostBytes = 512 << 20

  private let path: String
  private let descriptor: FileHandle
  private let status: stat
  private let cache: CandidateCache?
  private var builder: CandidateBuilder
  private var isRead = false
  /// The index, if it was in the cache or is complete.
  private var cached: CandidateIndex?

  /// Opens a file, and its cached index if there is one.
  init(path: String) throws(CandidateFailure) {
    self.path = path
    let number = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard number >= 0 else { throw CandidateFile.failure(path, errno) }
    descriptor = FileHandle(number)
    var status = stat()
    guard fstat(number, &status) == 0 else { throw CandidateFile.failure(path, errno) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw CandidateFailure(path: path, sentence: "is not a regular file")
    }
    guard status.st_size <= CandidateFile.mostBytes else {
      let size = "\(CandidateFile.mostBytes >> 20) MiB"
      throw CandidateFailure(path: path, sentence: "is too large, candidates have up to \(size)")
    }
    self.status = status
    cache = Descriptor.realPath(of: path).flatMap { CandidateCache(path: $0, status: status) }
    cached = cache?.index()
    builder = CandidateBuilder(
      format: CandidateFormat(fileName: path), byteCount: Int(status.st_size))
  }

  private static func failure(_ path: String, _ code: Int32) -> CandidateFailure {
    CandidateFailure(path: path, sentence: systemMessage(code))
  }

  /// Reads one slice of the file, or builds one slice of its index. Returns the index when it is
  /// complete.
  mutating func advance() throws(CandidateFailure) -> CandidateIndex? {
    if let cached { return cached }
    guard isRead else {
      try read()
      return nil
    }
    if builder.continueBuilding(steps: CandidateFile.slice.steps) { return nil }
    let index = builder.finished()
    builder = CandidateBuilder(format: .lines)
    cached = index
    var now = stat()
    // If the file changed during reading, use the index but do not cache it.
    if fstat(descriptor.number, &now) == 0,
      CandidateCache.origin(now) == CandidateCache.origin(status)
    {
      cache?.store(index)
    }
    return index
  }

  private mutating func read() throws(CandidateFailure) {
    var bytes: [UInt8] = []
    let count: Int
    do throws(SystemError) {
      count = try Descriptor.read(from: descriptor.number, into: &bytes)
    } catch { throw CandidateFile.failure(path, error.code) }
    do throws(CandidateError) {
      if count == 0 {
        try builder.finishReading()
        isRead = true
      } else {
        try bytes.withUnsafeBufferPointer { bytes throws(CandidateError) in
          try builder.append(UnsafeRawBufferPointer(bytes))
        }
      }
    } catch { throw CandidateFailure(path: path, line: error.line, sentence: error.sentence) }
  }

  /// Reads a whole file and returns its index.
  package static func index(of path: String) throws(CandidateFailure) -> CandidateIndex {
    var file = try CandidateFile(path: path)
    while true {
      if let index = try file.advance() { return index }
    }
  }

  /// Returns the path of a file that a template names, relative to the template.
  package static func path(of file: String, relativeToTemplate template: String) -> String {
    Path.resolve(file, relativeToFile: template)
  }
}

/// A descriptor that is closed when the last reference to this object disappears.
private final class FileHandle: Sendable {
  let number: Int32

  init(_ number: Int32) { self.number = number }

  deinit { close(number) }
}

extension FormSession {
  /// Reads every file of candidates that the session needs and does not have yet.
  ///
  /// - Parameter template: the path of the template.
  /// - Returns: the failures, which are also recorded in the session.
  package mutating func provideCandidates(relativeToTemplate template: String) -> [CandidateFailure]
  {
    var failures: [CandidateFailure] = []
    for file in answers.missingCandidateFiles {
      do throws(CandidateFailure) {
        let path = CandidateFile.path(of: file, relativeToTemplate: template)
        provideCandidates(try CandidateFile.index(of: path), for: file)
      } catch {
        candidatesAreUnavailable(error.reason, for: file)
        failures.append(error)
      }
    }
    return failures
  }
}
