// A file on a disk whose power can be cut: what is in it.
//
// What was not synced may be there or not, in sectors of 512 bytes: each holds what it held after
// one of the writes to it, never a later write without an earlier one to the same sector, for both
// changed one page in memory. The size is what it was after one of the writes. Setting the size is
// a step: it is there with every size before it, and what was written after it is there only with
// it. Bytes that were not written and are within the size are zero.
//
// A sync that fails is taken as Linux may do it: what was to be written is not on the disk, the pages
// count as written nevertheless, and later syncs succeed without them. Only a new write to such a page
// takes all of it to the disk again (wiki.postgresql.org/wiki/Fsync_Errors).

import TerminalTesting

/// A file: what is on the disk for sure, and what is on its way.
struct DiskFile {
  private enum Change {
    case write(offset: Int, bytes: ArraySlice<UInt8>)
    case resize(Int)
  }

  private static let sector = 512
  private static let page = 4_096

  /// The bytes that are there after every cut.
  private var synced: [UInt8] = []
  /// What was done to it since, oldest first.
  private var pending: [Change] = []
  /// The bytes the program sees.
  private var seen: [UInt8] = []
  /// The pages that count as written and are not.
  private var lost: Set<Int> = []
  /// How many changes of names had been made when the file was made or last changed its size.
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

  /// How the system went about writing what had not been synced.
  private enum Progress: CaseIterable { case nothing, little, half, much, everything }

  /// One of the ways the file may be after a cut.
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

  /// The last write that each sector has, by sector; those that are not in it have none.
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
