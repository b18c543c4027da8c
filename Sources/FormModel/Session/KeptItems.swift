// The items of a section as bytes, so that they outlive the process and a changed template.

/// The serials of a section's items, in order.
struct KeptItems {
  let serials: [Int]
  /// The greatest that was ever given.
  let last: Int
  private let listed: Set<Int>

  /// Items with each serial once, of `last` that were ever given.
  init(serials: [Int], last: Int) {
    (self.serials, self.last, listed) = (serials, last, Set(serials))
  }

  /// The items 1 to `count`.
  init(count: Int) {
    self.init(serials: Array(1..<count + 1), last: count)
  }

  /// Whether an item is in the list.
  func isListed(_ serial: Int) -> Bool { listed.contains(serial) }

  // MARK: - Bytes

  /// Reads what `encoded` gave; nil for anything else.
  init?(encoded bytes: [UInt8]) {
    let parts = String(decoding: bytes, as: UTF8.self).split(
      separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let last = Int(parts[0]), (0...10_000_000).contains(last) else {
      return nil
    }
    var serials: [Int] = []
    for part in parts[1].split(separator: ",") {
      let ends = part.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
      guard let first = ends.first, let end = ends.last, ends.count <= 2, first >= 1, end >= first,
        end <= last, serials.count + end - first < last
      else { return nil }
      serials += first...end
    }
    self.init(serials: serials, last: last)
    guard listed.count == serials.count else { return nil }
  }

  /// The items in their order, and the greatest serial: `5:1-3,5`.
  var encoded: [UInt8] {
    var runs: [ClosedRange<Int>] = []
    for serial in serials {
      if let run = runs.last, run.upperBound + 1 == serial {
        runs[runs.count - 1] = run.lowerBound...serial
      } else {
        runs.append(serial...serial)
      }
    }
    return KeptItems.encoded(runs, last: last)
  }

  /// Runs of serials, so that a hundred thousand items in the order they were made are a few bytes.
  fileprivate static func encoded(_ runs: [ClosedRange<Int>], last: Int) -> [UInt8] {
    let parts = runs.map {
      $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)"
    }
    return Array("\(last):\(parts.joined(separator: ","))".utf8)
  }
}

extension Outline {
  /// The items of a section in their order, and the greatest serial that was ever given.
  func encodedItems(ofSection section: Int) -> [UInt8] {
    KeptItems.encoded(itemRuns(ofSection: section), last: lastItem(ofSection: section))
  }
}
