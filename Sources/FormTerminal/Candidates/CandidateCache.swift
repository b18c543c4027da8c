// The cache of candidate indexes, which find the texts that a row offers. It has one cache file for
// each file of candidates. A cache file contains a copy of the candidates' text. It is mapped into
// memory and used without decoding.
//
// A cache file is valid only while the size, times, inode and device of its source are unchanged.
// It is written under another name and renamed, so a half-written file is never mapped. It is never
// modified later, so mapped bytes do not change. The cache is optional: if the folder cannot be
// written, or another user owns or can write it, the index is built each time.

import Candidates
import FormModel
import FormText
import Glibc
import System

/// The cache file of one index.
struct CandidateCache {
  private let folder: String
  private let path: String
  private let origin: [UInt64]
  /// The time when the file of candidates last changed, in nanoseconds.
  private let changed: Int

  /// - Parameters:
  ///   - path: the real path of the file of candidates.
  ///   - status: the current status of the file.
  init?(path: String, status: stat) {
    guard let parent = baseFolder("XDG_CACHE_HOME", inHome: ".cache") else { return nil }
    folder = "\(parent)/longform"
    let hash = FNV1a(of: Array(path.utf8)).value
    self.path = "\(folder)/\(String(hash, radix: 16)).candidates"
    // If two paths have the same hash, each index replaces the other one in the cache.
    origin = CandidateCache.origin(status) + [hash]
    changed = status.st_ctim.tv_sec * 1_000_000_000 + status.st_ctim.tv_nsec
  }

  /// The properties of a file of candidates that must be unchanged for its index to be valid.
  static func origin(_ status: stat) -> [UInt64] {
    [
      UInt64(bitPattern: Int64(status.st_size)), UInt64(bitPattern: Int64(status.st_mtim.tv_sec)),
      UInt64(bitPattern: Int64(status.st_mtim.tv_nsec)),
      UInt64(bitPattern: Int64(status.st_ctim.tv_sec)),
      UInt64(bitPattern: Int64(status.st_ctim.tv_nsec)), UInt64(status.st_ino),
      UInt64(status.st_dev),
    ]
  }

  /// The mapped index; nil if the cache has no usable index.
  func index() -> CandidateIndex? {
    guard isSafeFolder else { return nil }
    let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    // A file that other users can write is not used, because they could change or truncate it while
    // it is mapped.
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

  /// Stores an index; failures are ignored, because the cache is optional.
  func store(_ index: CandidateIndex) {
    // Two changes within one tick of the file system's clock have the same time, so an index of a
    // file that changed just now could already be outdated.
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

  /// The number of seconds without use after which a cache file is removed: 90 days.
  private static let longestUnused = 90 * 86_400

  /// Updates the time of a cache file that is used, at most once a day. `removeUnused` reads this
  /// time.
  private func keepInUse(_ descriptor: Int32, _ status: stat) {
    if Wall.nanoseconds / 1_000_000_000 - status.st_mtim.tv_sec > 86_400 {
      futimens(descriptor, nil)
    }
  }

  /// Removes cache files that were last used before the given time, in seconds since 1970.
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

  /// Whether the folder is a directory that only this user can write to.
  private var isSafeFolder: Bool {
    var status = stat()
    return lstat(folder, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
      && status.st_uid == geteuid() && status.st_mode & 0o022 == 0
  }
}
