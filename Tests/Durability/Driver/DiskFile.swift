// The contents of a file on a simulated disk whose power can be cut.
//
// After a cut, each sector of 512 bytes has the contents from before all unsynced writes, or from
// after any of them. A later write to a sector is never on disk without the earlier writes, because
// all of them changed the same page in memory. The size of the file, too, is the size before all
// unsynced writes or after any of them. A call that sets the size is a barrier: if it is not on
// disk, no later write is on disk; if it is, the file has none of the earlier sizes. Bytes within
// the size that were never written are zero.
//
// A failed sync has the worst effect that Linux allows: the unsynced bytes are not on disk, but
// their pages count as written, and later syncs succeed without writing them. Only a new write to
// such a page makes the system write the whole page again (wiki.postgresql.org/wiki/Fsync_Errors).

import TerminalTesting

/// A file: its durable state, and its pending changes.
struct DiskFile {
  private enum Change {
    case write(offset: Int, bytes: ArraySlice<UInt8>)
    case resize(Int)
  }

  private static let sector = 512
  private static let page = 4_096

  /// The bytes that are on disk after every cut.
  private var synced: [UInt8] = []
  /// The later changes, oldest first.
  private var pending: [Change] = []
  /// The bytes that the program sees.
  private var seen: [UInt8] = []
  /// The pages that count as written, although they are not.
  private var lost: Set<Int> = []
  /// The number of changes of names that the simulated disk had seen when this file was created or
  /// last changed its size.
  private(set) var lastJournaled: Int

  init(madeAt count: Int) { lastJournaled = count }

  // MARK: - Changing

  mutating func write(_ bytes: ArraySlice<UInt8>, at offset: Int, after count: Int) {
    if offset + bytes.count > seen.count { lastJournaled = count }
    Self.put(bytes, at: offset, in: &seen)
    pending.append(.write(offset: offset, bytes: bytes))
    let pages = offset / Self.page...(offset + bytes.count - 1) / Self.page
    for page in pages where lost.remove(page) != nil {
      let range = page * Self.page..<min((page + 1) * Self.page, seen.count)
      pending.append(.write(offset: range.lowerBound, bytes: seen[range]))
    }
  }

  mutating func resize(to size: Int, after count: Int) {
    pending.append(.resize(size))
    Self.resize(&seen, to: size)
    lost = lost.filter { $0 * Self.page < size }
    lastJournaled = count
  }

  mutating func sync() {
    for change in pending {
      switch change {
      case .write(let offset, let bytes): Self.put(bytes, at: offset, in: &synced)
      case .resize(let size): Self.resize(&synced, to: size)
      }
    }
    Self.resize(&synced, to: seen.count)
    pending = []
  }

  mutating func failToSync() {
    for case .write(let offset, let bytes) in pending {
      lost.formUnion(offset / Self.page...(offset + bytes.count - 1) / Self.page)
    }
    pending.removeAll { if case .write = $0 { true } else { false } }
  }

  // MARK: - Cutting the power

  /// The share of the unsynced data that the system has written before the cut.
  private enum Progress: CaseIterable { case nothing, little, half, much, everything }

  /// Returns the contents of the file after a cut, in one of the possible states.
  func remains(using random: inout SeededGenerator) -> [UInt8] {
    let steps = pending.indices.filter { if case .resize = pending[$0] { true } else { false } }
    let stepCount = random.number(below: steps.count + 1)
    let visible = pending[..<(stepCount < steps.count ? steps[stepCount] : pending.count)]
    let progress = Progress.allCases.randomElement(using: &random) ?? .half
    let last = lastWrites(in: visible, progress, using: &random)
    var bytes = synced
    var sizes = [synced.count]
    for (index, change) in zip(visible.indices, visible) {
      switch change {
      case .resize(let size):
        Self.resize(&bytes, to: size)
        sizes = [size]
      case .write(let offset, let written):
        for part in Self.sectors(of: written, at: offset) where index <= last[part.sector] ?? -1 {
          Self.put(part.bytes, at: part.offset, in: &bytes)
        }
        sizes.append(max(sizes.last ?? 0, offset + written.count))
      }
    }
    let size =
      switch progress {
      case .nothing: sizes.first
      case .everything: sizes.last
      default: sizes.randomElement(using: &random)
      }
    Self.resize(&bytes, to: size ?? 0)
    return bytes
  }

  /// Returns the index of the last write that reached each sector, by sector. Sectors that no write
  /// reached are missing.
  private func lastWrites(
    in visible: ArraySlice<Change>, _ progress: Progress, using random: inout SeededGenerator
  ) -> [Int: Int] {
    let share =
      switch progress {
      case .nothing: 0
      case .little: 15
      case .half: 50
      case .much: 90
      case .everything: 100
      }
    var last: [Int: Int] = [:]
    if share == 0 { return last }
    for (index, change) in zip(visible.indices, visible) {
      guard case .write(let offset, let bytes) = change else { continue }
      let isTorn = share < 100 && random.chance(20)
      if !isTorn && !random.chance(share) { continue }
      for part in Self.sectors(of: bytes, at: offset) where !isTorn || random.chance(50) {
        last[part.sector] = index
      }
    }
    return last
  }

  // MARK: - Bytes

  private static func sectors(
    of bytes: ArraySlice<UInt8>, at offset: Int
  ) -> [(sector: Int, offset: Int, bytes: ArraySlice<UInt8>)] {
    var parts: [(sector: Int, offset: Int, bytes: ArraySlice<UInt8>)] = []
    var position = offset
    var rest = bytes
    while !rest.isEmpty {
      let index = position / sector
      let part = rest.prefix((index + 1) * sector - position)
      parts.append((index, position, part))
      position += part.count
      rest = rest.dropFirst(part.count)
    }
    return parts
  }

  private static func put(_ bytes: ArraySlice<UInt8>, at offset: Int, in target: inout [UInt8]) {
    if target.count < offset + bytes.count { resize(&target, to: offset + bytes.count) }
    target.withUnsafeMutableBytes { target in
      bytes.withUnsafeBytes { source in
        UnsafeMutableRawBufferPointer(rebasing: target[offset..<(offset + source.count)])
          .copyMemory(from: source)
      }
    }
  }

  private static func resize(_ bytes: inout [UInt8], to size: Int) {
    if size < bytes.count {
      bytes.removeLast(bytes.count - size)
    } else {
      bytes += [UInt8](repeating: 0, count: size - bytes.count)
    }
  }
}
