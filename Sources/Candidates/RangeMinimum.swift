// Finds the smallest number in any range of an array. A number is the position of a candidate in
// its file. Of several matches, the best is the first in the file, which has the smallest number.
// The minimum of each block of numbers is stored, then the minimum of each block of these minima,
// and so on. Therefore the best of a million matches is found without visiting all of them.

/// An array with the minima of its blocks.
struct RangeMinimum {
  let numbers: UnsafeBufferPointer<UInt32>
  /// The minima of all levels, level after level.
  let minima: UnsafeBufferPointer<UInt32>
  /// The start of each level in `minima`.
  private let levels: [Int]

  private static let block = 32

  init(_ numbers: UnsafeBufferPointer<UInt32>, minima: UnsafeBufferPointer<UInt32>) {
    (self.numbers, self.minima) = (numbers, minima)
    levels = RangeMinimum.levels(count: numbers.count).starts
  }

  /// The number of minima for an array of `count` numbers.
  static func minimumCount(of count: Int) -> Int { levels(count: count).total }

  private static func levels(count: Int) -> (starts: [Int], total: Int) {
    var starts: [Int] = []
    var total = 0
    var count = count
    while count > block {
      count = (count + block - 1) / block
      starts.append(total)
      total += count
    }
    return (starts, total)
  }

  /// The position of the smallest number in a range; nil for an empty range. O(log n).
  func position(in range: Range<Int>) -> Int? { least(in: range, level: 0).map(\.position) }

  /// The number at a position of a level; level 0 is the array itself.
  private func number(_ position: Int, level: Int) -> UInt32 {
    level == 0 ? numbers[position] : minima[levels[level - 1] + position]
  }

  private typealias Least = (number: UInt32, position: Int)

  private func least(in range: Range<Int>, level: Int) -> Least? {
    let block = RangeMinimum.block
    if range.count <= 2 * block || level >= levels.count { return scan(range, level: level) }
    let first = (range.lowerBound + block - 1) / block
    let last = range.upperBound / block
    var best = scan(range.lowerBound..<first * block, level: level)
    if let end = scan(last * block..<range.upperBound, level: level),
      end.number < best?.number ?? .max
    {
      best = end
    }
    if let middle = least(in: first..<last, level: level + 1), middle.number < best?.number ?? .max
    {
      best = scan(middle.position * block..<(middle.position + 1) * block, level: level) ?? best
    }
    return best
  }

  private func scan(_ range: Range<Int>, level: Int) -> Least? {
    guard !range.isEmpty else { return nil }
    var best = (number: number(range.lowerBound, level: level), position: range.lowerBound)
    for place in range.dropFirst() {
      let number = number(place, level: level)
      if number < best.number { best = (number, place) }
    }
    return best
  }

  // MARK: - Making the minima

  /// Appends minima for a number of steps. Each step computes the minimum of one block.
  ///
  /// - Returns: whether work remains.
  static func extend(_ minima: inout [UInt32], of numbers: [UInt32], steps: inout Int) -> Bool {
    let (starts, total) = levels(count: numbers.count)
    while minima.count < total, steps > 0 {
      steps -= 1
      let level = starts.lastIndex { $0 <= minima.count } ?? 0
      let first = (minima.count - starts[level]) * block
      var least = UInt32.max
      if level == 0 {
        for place in first..<min(first + block, numbers.count) {
          least = min(least, numbers[place])
        }
      } else {
        let below = starts[level - 1]
        for place in below + first..<min(below + first + block, starts[level]) {
          least = min(least, minima[place])
        }
      }
      minima.append(least)
    }
    return minima.count < total
  }
}
