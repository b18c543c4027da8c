// Items that key paths of presets name, and that do not exist yet.

import LosslessJSON

extension Answers {
  /// An item that a key path names but that does not exist.
  public enum MissingItem: Hashable, Sendable {
    /// The next item of a list. An item that is a member of an object has a name.
    case next(ItemList, name: String? = nil)
    /// An item after the next item of a list.
    case farther(repeat: String, count: Int)
    /// The next item of a list that already has the maximum number of items.
    case full(repeat: String, maximum: Int)
  }

  /// Returns the outermost item in a key path like `work[0].name` that the form lacks. If several
  /// sections share a key, the item belongs to the shown section.
  public func missingItem(atPath path: String) -> MissingItem? {
    let found = template.sections.indices.compactMap { missingItem(atPath: path, section: $0) }
    return (found.first { !$0.isHidden } ?? found.first)?.item
  }

  /// The outermost item that a path names and that does not exist, and whether a list around it is
  /// hidden. Nil if the section has no row with the path.
  private func missingItem(
    atPath path: String, section index: Int
  ) -> (item: MissingItem?, isHidden: Bool)? {
    let section = template.sections[index]
    let readings = KeyPathReading.readings(of: path, in: template, section: index)
    let reading = readings.first { reading in
      section.rows.contains { $0.number(atPath: String(reading.rest)) != nil }
    }
    guard let reading else { return nil }
    var (parent, isHidden) = (0, false)
    for (place, (section, part)) in zip(section.chain, reading.items).enumerated() {
      guard let repetition = template.sections[section].repetition else { break }
      let list = ItemList(section: section, parent: parent)
      isHidden = isHidden || outline.hides(list)
      if let item = item(part, of: list) {
        parent = item
        continue
      }
      // A number in brackets means an existing item; it is no name for a new one.
      if reading.numbers.contains(place) { return nil }
      let count = outline.itemCount(of: list)
      let name = repetition.path.isWhole ? "the document" : repetition.path.source
      let missing: MissingItem =
        switch (part, repetition.maximum) {
        case (.index(let position), _) where position > count: .farther(repeat: name, count: count)
        case (_, let maximum?) where count >= maximum: .full(repeat: name, maximum: maximum)
        case (.name(let name), _): .next(list, name: name)
        case (.index, _): .next(list)
        }
      return (missing, isHidden)
    }
    return (nil, isHidden)
  }

  /// Adds the items that presets created again, after the outline was rebuilt.
  mutating func repeatPresetItems() {
    for list in presets.items {
      let item = outline.createItem(in: list)
      outline.insertItem(item, at: outline.itemCount(of: list), inSection: list.section)
    }
  }
}
