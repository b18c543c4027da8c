// Finds the fewest items that must have moved between two orders of a list.
//
// The longest subsequence of items that kept their order counts as unmoved; all other items moved.
// Items that are consecutive in both orders form a run, so the cost depends on the number of
// changes, not on the number of items.

/// Items that are consecutive in both orders.
struct ItemRun: Hashable, Sendable {
  /// The index of the first item among the old items.
  var old: Int
  /// The index of the first item among the new items.
  var new: Int
  var count: Int
  /// For a moved run: whether it moved up, toward the beginning.
  var isUp = false
}

extension Array where Element == ItemRun {
  /// Appends an item. The item joins the last run if it follows that run in both orders.
  mutating func append(old: Int, new: Int) {
    if let last, last.old + last.count == old, last.new + last.count == new {
      self[count - 1].count += 1
    } else {
      append(ItemRun(old: old, new: new, count: 1))
    }
  }

  /// Returns the runs that moved: all runs outside the increasing sequence with the most items. The
  /// runs must be in their new order. If either of two runs could have moved, the result has the
  /// run that moved up. O(n log n) expected.
  var moved: [ItemRun] {
    guard count > 1 else { return [] }
    // The last runs of the best sequences so far. The old positions and the weights (numbers of
    // items) both increase along the array.
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
      // Of two sequences with equal weights, keep the new one, because its last position is
      // smaller.
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
