// The names on a simulated disk whose power can be cut after any change. DiskFile.swift has the
// contents of files.
//
// The disk has the guarantees of journaling file systems, and no more:
//
// - Syncing a file makes these durable: its bytes, its size, the name under which it was created,
//   and the folders above it. ext4, XFS and Btrfs do this, while POSIX requires a sync of the
//   folder too.
// - Syncing a folder makes the folder and the changes of its names durable.
// - Other changes of names become durable in order, so after a cut the disk has all changes up to
//   some point, and none after it. A rename is complete or has no effect.
// - `journal` (ext4, XFS): there is one log of names and sizes, so syncing a file also syncs every
//   change of a name made before the file last changed its size. A sync that only has bytes to
//   write, into blocks that the file already has, syncs nothing else.
// - `separate` (Btrfs): syncing a file syncs only its own name, even past older changes of other
//   names.
//
// The recorded sessions neither rename nor remove folders.

import TerminalTesting

/// The files below a folder, as the program sees them and as the disk has them.
struct Disk {
  /// The rule for the names that syncing a file also syncs.
  enum Ordering { case journal, separate }

  /// The files and folders after a cut, relative to the folder.
  struct Remains {
    var folders: [String] = []
    var files: [String: [UInt8]] = [:]
  }

  private enum Entry {
    case folder
    /// An index into `files`.
    case file(Int)
  }

  private enum NameChange {
    case added(String, Entry)
    case removed(String)
    case renamed(from: String, to: String)

    var names: [String] {
      switch self {
      case .added(let name, _), .removed(let name): [name]
      case .renamed(let from, let to): [from, to]
      }
    }

    func concerns(_ isMeant: (String) -> Bool) -> Bool { names.contains(where: isMeant) }
  }

  private let ordering: Ordering
  private var files: [DiskFile] = []
  /// The files by inode.
  private var inodes: [UInt64: Int] = [:]
  /// The names that the program sees.
  private var seen: [String: Entry] = [:]
  /// The names that the disk has after any cut.
  private var durable: [String: Entry] = [:]
  /// The later changes of names, oldest first, each with its number.
  private var pending: [(number: Int, change: NameChange)] = []
  private var changeCount = 0

  init(_ ordering: Ordering) { self.ordering = ordering }

  // MARK: - Changing

  /// Applies one recorded call.
  mutating func apply(_ change: Recording.Change) throws {
    switch change {
    case .made(let inode, let name):
      inodes[inode] = files.count
      note(.added(name, .file(files.count)))
      files.append(DiskFile(madeAt: changeCount))
    case .written(let inode, let offset, let bytes):
      files[try file(inode)].write(bytes, at: offset, after: changeCount)
    case .resized(let inode, let size):
      files[try file(inode)].resize(to: size, after: changeCount)
    case .synced(let inode):
      let file = try file(inode)
      files[file].sync()
      takeAlong(with: file)
    case .folderMade(let name): note(.added(name, .folder))
    case .folderSynced(let name): takeAlong(inFolder: name)
    case .renamed(let from, let to): note(.renamed(from: from, to: to))
    case .removed(let name): note(.removed(name))
    case .linked(let from, let to):
      guard let entry = seen[from] else { throw Misbehaviour("\(from) was linked, not made") }
      note(.added(to, entry))
    case .syncFailed(let inode): files[try file(inode)].failToSync()
    case .marked: break
    }
  }

  private func file(_ inode: UInt64) throws -> Int {
    guard let file = inodes[inode] else { throw Misbehaviour("a file was written, not made") }
    return file
  }

  private mutating func note(_ change: NameChange) {
    changeCount += 1
    Self.apply(change, to: &seen)
    pending.append((changeCount, change))
  }

  private static func apply(_ change: NameChange, to names: inout [String: Entry]) {
    switch change {
    case .added(let name, let entry): names[name] = entry
    case .removed(let name): names[name] = nil
    case .renamed(let from, let to):
      if let entry = names.removeValue(forKey: from) { names[to] = entry }
    }
  }

  // MARK: - Syncing names

  /// Makes durable the names that syncing a file also syncs.
  private mutating func takeAlong(with file: Int) {
    switch ordering {
    case .journal:
      let last = files[file].lastJournaled
      settle { number, _ in number <= last }
    case .separate:
      let own = pending.last { if case .added(_, .file(file)) = $0.change { true } else { false } }
      guard let own, let name = own.change.names.first else { return }
      // Settle earlier changes of this name too, because the new entry replaces them.
      settle { $0 <= own.number && $1.concerns { $0 == name || name.hasPrefix($0 + "/") } }
    }
  }

  /// Makes durable the names that syncing a folder also syncs.
  private mutating func takeAlong(inFolder folder: String) {
    func isMeant(_ change: NameChange) -> Bool {
      change.concerns {
        Self.parent(of: $0) == folder || $0 == folder || folder.hasPrefix($0 + "/")
      }
    }
    switch ordering {
    case .journal:
      let last = pending.last { isMeant($0.change) }?.number ?? 0
      settle { number, _ in number <= last }
    case .separate: settle { _, change in isMeant(change) }
    }
  }

  private mutating func settle(_ isSettled: (Int, NameChange) -> Bool) {
    pending.removeAll { number, change in
      guard isSettled(number, change) else { return false }
      Self.apply(change, to: &durable)
      return true
    }
  }

  private static func parent(of name: String) -> String {
    name.lastIndex(of: "/").map { String(name[..<$0]) } ?? ""
  }

  // MARK: - Cutting the power

  /// Returns the files after a power cut at this moment, in one of the possible states.
  func cut(using random: inout SeededGenerator) -> Remains {
    var names = durable
    for (_, change) in pending.prefix(random.number(below: pending.count + 1)) {
      Self.apply(change, to: &names)
    }
    var remains = Remains()
    // A folder comes before its contents.
    for (name, entry) in names.sorted(by: { $0.key < $1.key }) {
      let folder = Self.parent(of: name)
      guard folder.isEmpty || remains.folders.contains(folder) else { continue }
      switch entry {
      case .folder: remains.folders.append(name)
      case .file(let file): remains.files[name] = files[file].remains(using: &random)
      }
    }
    return remains
  }
}
