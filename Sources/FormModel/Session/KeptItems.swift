// Encodes the items of a section. The bytes stay valid after the process ends and when the template
// changes.
//
// A section outside of items is written like `5:1-3,5`: the greatest serial, followed by the
// serials in order. A serial is the number that identifies an item; it never changes. A section
// inside items is written like `7:1=1-3,5;2=6~4,7`. Each list begins with the serial of the item
// that contains the list, and `=`. The removed items of the list follow after `~`.

/// The items of a section, in lists.
struct KeptItems: Equatable {
  /// The items of one list.
  struct List: Equatable {
    /// The item that contains the list; 0 for a list outside of items.
    var parent: Int
    /// The serials in order; consecutive serials form one range.
    var runs: [ClosedRange<Int>]
    /// The removed serials. They are neither known nor needed in a section outside of items.
    var removed: [Int] = []

    var serials: [Int] { runs.flatMap(Array.init) }
  }

  let lists: [List]
  /// The greatest serial ever assigned.
  let last: Int

  /// Creates lists in which each serial occurs once; `last` is the greatest serial ever assigned.
  init(_ lists: [List], last: Int) { (self.lists, self.last) = (lists, last) }

  /// Creates one list outside of items, with the items 1 to `count`.
  init(count: Int) {
    self.init([List(parent: 0, runs: count > 0 ? [1...count] : [])], last: count)
  }

  /// The items of all lists, list by list.
  var serials: [Int] { lists.flatMap(\.serials) }

  /// Whether an item is in a list.
  func isListed(_ serial: Int) -> Bool {
    lists.contains { $0.runs.contains { $0.contains(serial) } }
  }

  /// Returns the same items in lists of other items.
  ///
  /// - Parameter home: returns the item that now contains a list, given the item that contained it
  ///   before; nil drops the list.
  func moved(_ home: (Int) -> Int?) -> KeptItems {
    var order: [Int] = []
    var moved: [Int: List] = [:]
    for list in lists {
      guard let parent = home(list.parent) else { continue }
      if moved[parent] == nil { order.append(parent) }
      let before = moved[parent] ?? List(parent: parent, runs: [])
      moved[parent] = List(
        parent: parent, runs: before.runs + list.runs, removed: before.removed + list.removed)
    }
    return KeptItems(order.compactMap { moved[$0] }, last: last)
  }

  // MARK: - Bytes

  /// Decodes bytes that `encoded` returned; nil for other bytes.
  init?(encoded bytes: [UInt8]) {
    let parts = String(decoding: bytes, as: UTF8.self).split(
      separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let last = Int(parts[0]), (0...10_000_000).contains(last) else {
      return nil
    }
    var lists: [List] = []
    var seen = Set<Int>()
    var left = last
    func runs(_ text: Substring) -> [ClosedRange<Int>]? {
      var runs: [ClosedRange<Int>] = []
      for part in text.split(separator: ",") {
        let ends = part.split(separator: "-", omittingEmptySubsequences: false).map {
          Int($0) ?? 0
        }
        guard let first = ends.first, let end = ends.last, ends.count <= 2, first >= 1,
          end >= first, end <= last, end - first < left
        else { return nil }
        left -= end - first + 1
        for serial in first...end where !seen.insert(serial).inserted { return nil }
        runs.append(first...end)
      }
      return runs
    }
    for part in parts[1].split(separator: ";", omittingEmptySubsequences: false) {
      let sides = part.split(separator: "=", omittingEmptySubsequences: false)
      let halves = (sides.last ?? "").split(separator: "~", omittingEmptySubsequences: false)
      guard sides.count <= 2, halves.count <= 2, let listed = runs(halves.first ?? ""),
        let removed = runs(halves.count == 2 ? halves[1] : "")
      else { return nil }
      let parent = sides.count == 2 ? Int(sides[0]) ?? 0 : 0
      guard sides.count == 1 || parent >= 1 else { return nil }
      lists.append(List(parent: parent, runs: listed, removed: removed.flatMap(Array.init)))
    }
    self.init(lists, last: last)
  }

  /// The greatest serial and the items in order, as bytes.
  var encoded: [UInt8] {
    let texts = lists.map { list in
      let home = list.parent == 0 ? "" : "\(list.parent)="
      let removed = list.parent == 0 || list.removed.isEmpty ? "" : "~" + text(of: list.removed)
      return home + text(of: list.runs) + removed
    }
    return Array("\(last):\(texts.joined(separator: ";"))".utf8)
  }

  private func text(of serials: [Int]) -> String {
    var runs: [ClosedRange<Int>] = []
    for serial in serials {
      if let run = runs.last, run.upperBound + 1 == serial {
        runs[runs.count - 1] = run.lowerBound...serial
      } else {
        runs.append(serial...serial)
      }
    }
    return text(of: runs)
  }

  /// Returns serials as ranges, so that a hundred thousand items in the order of their creation
  /// take only a few bytes.
  private func text(of runs: [ClosedRange<Int>]) -> String {
    runs.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }
      .joined(separator: ",")
  }
}
