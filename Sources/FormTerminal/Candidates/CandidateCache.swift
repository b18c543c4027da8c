// The cache of candidate indexes: a file for each file of candidates, with a copy of its text, that
// is mapped and used as it is.
//
// A file of the cache counts only as long as size, times, inode and device of the file it was made
// of are the same. It is written under another name and renamed, so nobody maps half of one, and
// never written to again, so what is mapped does not change. Nothing here is needed: where the
// folder cannot be written, or holds what is not ours, the index is built anew each time.

import Candidates
import FormModel
import FormText
import Glibc
import System

/// The place of one index in the cache.
struct CandidateCache {
  private let folder: String
  private let path: String
  private let origin: [UInt64]
  /// When the file of candidates was changed last, in nanoseconds.
  private let changed: Int

  /// - Parameters:
  ///   - path: the real path of the file of candidates.
  ///   - status: what the file is now.
  init?(path: String, status: stat) {
    guard let parent = baseFolder("XDG_CACHE_HOME", inHome: ".cache") else { return nil }
    folder = "\(parent)/longform"
    let hash = FNV1a(of: Array(path.utf8)).value
    self.path = "\(folder)/\(String(hash, radix: 16)).candidates"
    // Two paths of one hash take turns.
    origin = CandidateCache.origin(status) + [hash]
    changed = status.st_ctim.tv_sec * 1_000_000_000 + status.st_ctim.tv_nsec
  }

  /// What must be the same for an index to be that of a file.
  static func origin(_ status: stat) -> [UInt64] {
    [
      UInt64(bitPattern: Int64(status.st_size)), UInt64(bitPattern: Int64(status.st_mtim.tv_sec)),
      UInt64(bitPattern: Int64(status.st_mtim.tv_nsec)),
      UInt64(bitPattern: Int64(status.st_ctim.tv_sec)),
      UInt64(bitPattern: Int64(status.st_ctim.tv_nsec)), UInt64(status.st_ino),
      UInt64(status.st_dev),
    ]
  }

  /// The index, mapped; nil where there is none that can be used.
  func index() -> CandidateIndex? {
    guard isSafeFolder else { return nil }
    let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    // What others can write they could change, or cut off, while it is mapped.
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_uid == geteuid(), status.st_mode & 0o022 == 0, status.st_size > 0,
      let start = mmap(nil, Int(status.st_size), PROT_READ, MAP_PRIVATE, descriptor, 0),
      start != MAP_FAILED
    else { return nil }
    keepInUse(descriptor, status)
    let memory = CandidateMemory(UnsafeRawBufferPointer(start: start, count: Int(status.st_size))) {
      bytes in munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count)
    }
    return CandidateIndex(using: memory, origin: origin)
  }

  /// Keeps an index for the next time; where that fails nobody is worse off.
  func store(_ index: CandidateIndex) {
    // A change within the same tick of the file system's clock would not show.
    let now = Wall.nanoseconds
    guard now - changed > 20_000_000 else { return }
    mkdir(Path.folder(of: folder), 0o700)
    mkdir(folder, 0o700)
    guard isSafeFolder else { return }
    let replacement = FileReplacement(target: path, permissions: .mode(0o600), isSynced: false)
    try? replacement.run { descriptor in
      var failure: Int32?
      index.forEachPiece(origin: origin) { bytes in
        failure = failure ?? SystemCall.writeAll(bytes, to: descriptor)
      }
      return failure
    }
    removeUnused(before: now / 1_000_000_000 - CandidateCache.longestUnused)
  }

  /// After how many seconds without use a file of the cache is removed: 90 days.
  private static let longestUnused = 90 * 86_400

  /// Marks a file as used by its time of change, at most once a day.
  private func keepInUse(_ descriptor: Int32, _ status: stat) {
    if Wall.nanoseconds / 1_000_000_000 - status.st_mtim.tv_sec > 86_400 {
      futimens(descriptor, nil)
    }
  }

  /// Removes what was not used since a time, in seconds since 1970: files of candidates come and go.
  private func removeUnused(before time: Int) {
    let names = (try? Folder.names(in: folder)) ?? []
    for name in names where name.holds(".candidates") {
      let path = "\(folder)/\(name)"
      var status = stat()
      guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
        status.st_mtim.tv_sec < time
      else { continue }
      unlink(path)
    }
  }

  /// Whether the folder is one, and only ours to write to.
  private var isSafeFolder: Bool {
    var status = stat()
    return lstat(folder, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
      && status.st_uid == geteuid() && status.st_mode & 0o022 == 0
  }
}
