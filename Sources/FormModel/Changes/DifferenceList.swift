// Collects differences and sorts them into the order of the form.

/// Differences with their places in the form.
struct DifferenceList: Hashable, Sendable {
  /// The place of a difference.
  struct Place: Hashable, Comparable, Sendable {
    var section: Int
    /// Items that were added, removed and moved come before the rows of a section.
    var kind: Kind
    /// The positions of the items around the row or item, outermost first. For an item, its own
    /// position follows.
    var positions: [Int]
    var row = 0
    var number = 0

    static func < (left: Place, right: Place) -> Bool {
      let (one, other) = (
        (left.section, left.kind.rawValue), (right.section, right.kind.rawValue)
      )
      if one != other { return one < other }
      if left.positions != right.positions {
        return left.positions.lexicographicallyPrecedes(right.positions)
      }
      return (left.row, left.number) < (right.row, right.number)
    }

    enum Kind: Int { case added, removed, moved, row }
  }

  private(set) var differences: [Difference] = []
  private var places: [Place] = []

  /// Appends a changed row, inside items at the given positions.
  mutating func append(row: Difference, new: FormRow.ID, positions: [Int]) {
    append(
      row,
      at: Place(
        section: new.section, kind: .row, positions: positions, row: new.row, number: new.number))
  }

  /// Appends an added item, with its new positions.
  mutating func append(added item: Difference.Item, positions: [Int]) {
    append(.added(item), at: Place(section: item.section, kind: .added, positions: positions))
  }

  /// Appends a removed item, with its old positions.
  mutating func append(removed item: Difference.Item, positions: [Int]) {
    append(.removed(item), at: Place(section: item.section, kind: .removed, positions: positions))
  }

  /// Appends a moved item, with its new positions.
  mutating func append(
    moved old: Difference.Item, to new: Difference.Item, up: Bool, positions: [Int]
  ) {
    append(
      .moved(old: old, new: new, up: up),
      at: Place(section: new.section, kind: .moved, positions: positions))
  }

  private mutating func append(_ difference: Difference, at place: Place) {
    differences.append(difference)
    places.append(place)
  }

  /// Sorts the differences into the order of the form. O(n) if they are sorted already, otherwise
  /// O(n log n).
  mutating func sort() {
    guard zip(places, places.dropFirst()).contains(where: { $1 < $0 }) else { return }
    let order = places.indices.sorted { places[$0] < places[$1] }
    differences = order.map { differences[$0] }
    places = order.map { places[$0] }
  }
}
