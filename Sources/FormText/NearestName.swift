// Finds the name nearest to a misspelt name.

/// A search for the name that a person probably meant.
///
/// ```swift
/// NearestName.hint(for: "emial", among: ["email", "name"])  // "; did you mean email?"
/// ```
public enum NearestName {
  /// The nearest of `names`; nil if no name is near enough.
  ///
  /// A name is near enough if it has a letter in common with `name`, and if the edit distance
  /// between the two is small: at most a third of the length of `name`, or 1 for short names. The
  /// edit distance counts insertions, removals, replacements, and swaps of neighbours.
  ///
  /// - Complexity: O(length²) for each name.
  public static func nearest(to name: String, among names: some Sequence<String>) -> String? {
    let wanted = Array(name.lowercased().unicodeScalars.prefix(64))
    let limit = max(1, wanted.count / 3)
    var best: (name: String, distance: Int)?
    var grid = DistanceGrid()
    for candidate in names {
      let letters = Array(candidate.lowercased().unicodeScalars.prefix(64))
      guard abs(letters.count - wanted.count) <= limit else { continue }
      let distance = grid.distance(wanted, letters)
      guard distance <= limit, distance < max(wanted.count, letters.count) else { continue }
      if distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    return best?.name
  }

  /// `; did you mean NAME?`; empty if no name is near.
  public static func hint(for name: String, among names: some Sequence<String>) -> String {
    nearest(to: name, among: names).map { "; did you mean \($0)?" } ?? ""
  }

  /// `; did you mean NAME? REMEDY`, or `; REMEDY` if no name is near.
  public static func hint(
    for name: String, among names: some Sequence<String>, remedy: String
  ) -> String {
    nearest(to: name, among: names).map { "; did you mean \($0)? \(remedy)" } ?? "; \(remedy)"
  }
}

/// Hints for a file with many errors. After a fixed number of comparisons all hints are empty, so
/// that the file is still read fast.
package struct NameHints {
  private var comparisonsLeft = 200_000

  package init() {}

  /// Returns the result of ``NearestName/hint(for:among:)``, but an empty hint after the fixed
  /// number of comparisons. `count` is the number of names.
  package mutating func hint(for name: String, among names: some Sequence<String>, count: Int)
    -> String
  {
    guard count <= comparisonsLeft else { return "" }
    comparisonsLeft -= count
    return NearestName.hint(for: name, among: names)
  }
}

/// The rows of an edit-distance table: the current row and the two rows before it. One grid is used
/// for many names, to avoid allocating arrays.
private struct DistanceGrid {
  private var beforeLast: [Int] = []
  private var last: [Int] = []
  private var current: [Int] = []

  mutating func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
    last.removeAll(keepingCapacity: true)
    last.append(contentsOf: 0...right.count)
    for (row, letter) in left.enumerated() {
      current.removeAll(keepingCapacity: true)
      current.append(row + 1)
      for (column, other) in right.enumerated() {
        var best = min(last[column + 1], current[column]) + 1
        best = min(best, last[column] + (letter == other ? 0 : 1))
        if row > 0, column > 0, letter == right[column - 1], left[row - 1] == other {
          best = min(best, beforeLast[column - 1] + 1)
        }
        current.append(best)
      }
      swap(&beforeLast, &last)
      swap(&last, &current)
    }
    return last[right.count]
  }
}
