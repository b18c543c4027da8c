// Which items moved when a list got another order: as few as possible.
//
// Items that keep their order among each other stay; the others moved. Runs of items that follow each other on
// both sides are one, so the cost depends on the changes and not on the items.

/// Items that follow each other on both sides.
struct ItemRun: Hashable, Sendable {
  /// The first place among the old items.
  var old: Int
  /// The first place among the new items.
  var new: Int
  var count: Int
  /// Whether it went up among the items that stay, if it moved.
  var isUp = false
}

extension Array where Element == ItemRun {
  /// Appends an item; it joins the last run if it follows it on both sides.
  mutating func append(old: Int, new: Int) {
    if let last, last.old + last.count == old, last.new + last.count == new {
      self[count - 1].count += 1
    } else {
      append(ItemRun(old: old, new: new, count: 1))
    }
  }

  /// The runs that moved, of runs in their new order: all that are not of the heaviest increasing
  /// sequence. Of two that could have moved, the one that went up did. O(n log n) expected.
  var moved: [ItemRun] {
    guard count > 1 else { return [] }
    // Ends of the best sequences so far: rising places, rising weights.
    var ends: [(old: Int, weight: Int, index: Int)] = []
    var before = [Int](repeating: -1, count: count)
    for (index, run) in enumerated() {
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if ends[middle].old < run.old { low = middle + 1 } else { high = middle }
      }
      let weight = run.count + (low > 0 ? ends[low - 1].weight : 0)
      before[index] = low > 0 ? ends[low - 1].index : -1
      // Of equal weights the later end is kept: it is smaller.
      var next = low
      while next < ends.count, ends[next].weight <= weight { next += 1 }
      ends.replaceSubrange(low..<next, with: [(run.old, weight, index)])
    }
    var stays = [Bool](repeating: false, count: count)
    var index = ends.last?.index ?? -1
    while index >= 0 {
      stays[index] = true
      index = before[index]
    }
    var moved: [ItemRun] = []
    var lastStaying = -1
    for index in indices {
      if stays[index] {
        lastStaying = self[index].old
      } else {
        var run = self[index]
        run.isUp = lastStaying < run.old
        moved.append(run)
      }
    }
    return moved
  }
}
