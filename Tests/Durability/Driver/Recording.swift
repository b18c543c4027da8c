// The file changes of a process, as recorded by Tests/CFaults/record.c.

/// Changes of files in order.
struct Recording {
  /// One record. `file` is an inode. After a later `made` with the same inode, the inode means
  /// another file.
  enum Change {
    case made(file: UInt64, name: String)
    case written(file: UInt64, offset: Int, bytes: ArraySlice<UInt8>)
    case resized(file: UInt64, size: Int)
    case synced(file: UInt64)
    case folderMade(name: String)
    case folderSynced(name: String)
    case renamed(from: String, to: String)
    case removed(name: String)
    case linked(from: String, to: String)
    case marked(String)
    case syncFailed(file: UInt64)
  }

  let changes: [Change]

  /// Reads a log. Its last record may be incomplete if the process was killed.
  init(log: [UInt8]) throws {
    var changes: [Change] = []
    var offset = 0
    while offset + 32 <= log.count {
      let header = log.withUnsafeBytes { bytes in
        (0..<4).map { bytes.loadUnaligned(fromByteOffset: offset + 8 * $0, as: UInt64.self) }
      }
      let end = offset + 32 + Int(header[3])
      if end > log.count { break }
      let bytes = log[(offset + 32)..<end]
      guard let change = Change(header, bytes) else {
        throw Misbehaviour("the log has a record of kind \(header[0])")
      }
      changes.append(change)
      offset = end
    }
    self.changes = changes
  }
}

extension Recording.Change {
  fileprivate init?(_ header: [UInt64], _ bytes: ArraySlice<UInt8>) {
    let file = header[1]
    var text: String { String(decoding: bytes, as: UTF8.self) }
    var names: [String] {
      bytes.split(separator: 0, omittingEmptySubsequences: false)
        .map { String(decoding: $0, as: UTF8.self) }
    }
    switch header[0] {
    case 1: self = .made(file: file, name: text)
    case 2: self = .written(file: file, offset: Int(header[2]), bytes: bytes)
    case 3: self = .resized(file: file, size: Int(header[2]))
    case 4: self = .synced(file: file)
    case 5: self = .folderMade(name: text)
    case 6: self = .folderSynced(name: text)
    case 7: self = .renamed(from: names[0], to: names[names.count - 1])
    case 8: self = .removed(name: text)
    case 9: self = .linked(from: names[0], to: names[names.count - 1])
    case 10: self = .marked(text)
    case 11: self = .syncFailed(file: file)
    default: return nil
    }
  }
}
