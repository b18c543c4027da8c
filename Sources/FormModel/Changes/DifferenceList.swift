// Differences on their way into the order of the form.

/// Differences with their places in the form.
struct DifferenceList: Hashable, Sendable {
  /// The place of a difference.
  struct Place: Hashable, Comparable, Sendable {
    var section: Int
    /// Items that were added, removed and moved come before the rows of a section.
    var kind: Kind
    var position: Int
    var row = 0
    var number = 0

    static func < (left: Place, right: Place) -> Bool {
      (left.section, left.kind.rawValue, left.position, left.row, left.number)
        < (right.section, right.kind.rawValue, right.position, right.row, right.number)
    }

    enum Kind: Int { case added, removed, moved, row }
  }

  private(set) var differences: [Difference] = []
  private var places: [Place] = []

  /// Appends a row that differs, in an item at a position.
  mutating func append(row: Difference, new: FormRow.ID, position: Int) {
    append(
      row,
      at: Place(
        section: new.section, kind: .row, position: position, row: new.row, number: new.number))
  }

  /// Appends an item that was added.
  mutating func append(added item: Difference.Item, position: Int) {
    append(.added(item), at: Place(section: item.section, kind: .added, position: position))
  }

  /// Appends an item that was removed.
  mutating func append(removed item: Difference.Item) {
    append(
      .removed(item), at: Place(section: item.section, kind: .removed, position: item.serial - 1))
  }

  /// Appends an item that was moved, by its new position.
  mutating func append(moved old: Difference.Item, to new: Difference.Item, position: Int) {
    append(
      .moved(old: old, new: new),
      at: Place(section: new.section, kind: .moved, position: position))
  }

  private mutating func append(_ difference: Difference, at place: Place) {
    differences.append(difference)
    places.append(place)
  }

  /// Puts all into the order of the form. O(n) where they are in it already.
  mutating func sort() {
    guard zip(places, places.dropFirst()).contains(where: { $1 < $0 }) else { return }
    let order = places.indices.sorted { places[$0] < places[$1] }
    differences = order.map { differences[$0] }
    places = order.map { places[$0] }
  }
}
