// Finds the rows of a template for the names of a stored form, which may be of another version of
// the template.
//
// - A row keeps its text as long as its section and itself keep their ids.
// - If a section became a repeat, its texts go to item 1; a repeat that became a plain section
//   keeps those of its first item. A row that got or lost its `count` is number 1 of the other.
// - A row that moved to another section is found there if it was not there before, and nowhere
//   else. Items are found only if the whole section has another id.
// - Only the shape of the stored form proves a match: a text never moves to a row that merely has a
//   similar id.

import FormText

/// The stored name of a row, in its parts.
private struct KeptName {
  var section: String
  /// The serial of the item; 0 outside of items; negative for the add line of a list in an item.
  var item: Int
  var row: String

  init?(_ name: String) {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 3, let item = Int32(parts[1]), item > .min else { return nil }
    (section, self.item, row) = (String(parts[0]), Int(item), String(parts[2]))
  }
}

/// The information in row names about sections of which nothing else is stored.
private struct Traces {
  /// The largest serial of a section.
  var greatest: [String: Int] = [:]
  /// The sections with stored rows outside of items, apart from their entry line.
  var plain = Set<String>()
}

/// Resolves the names of a stored form in a template.
struct KeptNames {
  enum Match: Equatable {
    case row(FormRow.ID)
    /// The form has no row for it.
    case nothing
    /// It belongs to an item that the person removed, in a section that no longer has items.
    case removed
    /// The row must not be stored.
    case secret
  }

  /// A template never creates more items than this.
  private static let mostItems = 1_000_000

  private let template: Template
  private let structure: [String: [UInt8]]
  private let shape: KeptShape?
  /// Whether the stored form had the sections and rows of the template.
  let isSameShape: Bool
  private var traces = Traces()
  private var itemsOfSections: [String: KeptItems] = [:]
  /// The sections by id; ids are unique.
  private let places: [String: Int]
  /// The number of items of each section in a new form.
  private let initialCounts: [Int]
  /// The repeating sections whose first item takes texts from elsewhere.
  private(set) var takers = Set<Int>()
  /// The former ids of sections, by index.
  private let formerIDs: [Int: String]

  /// - Parameter initialCounts: the number of items of each section in a new form.
  init(of kept: KeptForm, in template: Template, initialCounts: [Int]) {
    (self.template, self.initialCounts) = (template, initialCounts)
    structure = kept.structure
    shape = kept.shape.flatMap(KeptShape.init(encoded:))
    isSameShape = kept.shape == template.encodedShape && shape != nil
    let places = Dictionary(
      template.sections.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    self.places = places
    formerIDs = KeptNames.renamedRepeats(in: template, shape: shape, kept.structure)
    guard shape == nil || !isSameShape else { return }
    for name in kept.rows.keys {
      guard let name = KeptName(name), kept.structure[name.section] == nil else { continue }
      if name.item > 0 {
        guard name.item <= KeptNames.mostItems else { continue }
        traces.greatest[name.section] = max(traces.greatest[name.section] ?? 0, name.item)
      } else if let place = places[name.section] {
        let section = template.sections[place]
        let isEntry =
          section.hasEntry && section.rows[section.entryRow].id.source.hasSameScalars(as: name.row)
        if !isEntry { traces.plain.insert(name.section) }
      }
    }
  }

  /// Repeating sections that no stored form ever had, and that have rows of a removed section: the
  /// former ids, by index.
  private static func renamedRepeats(
    in template: Template, shape: KeptShape?, _ structure: [String: [UInt8]]
  ) -> [Int: String] {
    guard let shape else { return [:] }
    var former: [Int: String] = [:]
    for id in structure.keys.sorted() {
      guard let old = shape[id], old.repeats, template.sectionIndex(id: id) == nil else { continue }
      let heirs = template.sections.indices.filter { place in
        let section = template.sections[place]
        return section.repetition != nil && shape[section.id] == nil && structure[section.id] == nil
          && section.rows.contains(where: old.has)
      }
      guard heirs.count == 1, former[heirs[0]] == nil else { continue }
      former[heirs[0]] = id
    }
    return former
  }

  // MARK: - Sections

  /// Whether a section was repeating when it was stored.
  private func wasRepeating(_ id: String) -> Bool {
    if isSameShape { return isRepeating(id) }
    if let section = shape?[id] { return section.repeats }
    if structure[id] != nil || traces.greatest[id] != nil { return true }
    return isRepeating(id) && !traces.plain.contains(id)
  }

  private func isRepeating(_ id: String) -> Bool {
    places[id].map { template.sections[$0].repetition != nil } ?? false
  }

  /// The items that a section had, or has texts of; nil if unknown.
  private mutating func items(of id: String) -> KeptItems? {
    if let items = itemsOfSections[id] { return items }
    var items: KeptItems?
    if let bytes = structure[id] {
      items = KeptItems(encoded: bytes)
    } else if let greatest = traces.greatest[id] {
      let count = max(greatest, places[id].map { initialCounts[$0] } ?? 0)
      items = KeptItems(count: count)
    }
    itemsOfSections[id] = items
    return items
  }

  /// The items of a repeating section of the template; nil if they are those of a new form.
  mutating func items(ofSection place: Int) -> KeptItems? {
    let items = self.items(of: formerIDs[place] ?? template.sections[place].id)
    guard takers.contains(place) else { return items }
    let first = firstItem(ofSection: place)
    guard let items else { return KeptItems(count: max(initialCounts[place], 1)) }
    return items.serials.isEmpty
      ? KeptItems([KeptItems.List(parent: 0, runs: [first...first])], last: first) : items
  }

  /// Whether a section inside items was inside items of the same section before.
  func hadParent(ofSection place: Int) -> Bool {
    guard let parent = template.sections[place].parent else { return false }
    if isSameShape { return true }
    let id = formerIDs[place] ?? template.sections[place].id
    guard let before = shape?[id] else { return true }
    return before.parent == template.sections[parent].id
      || before.parent != nil && formerIDs[parent] == before.parent
  }

  /// The item of a repeating section that takes texts from elsewhere.
  private mutating func firstItem(ofSection place: Int) -> Int {
    guard let items = items(of: formerIDs[place] ?? template.sections[place].id) else { return 1 }
    return items.serials.first ?? items.last + 1
  }

  /// The former repeat of a section, kept for the texts of its other items; nil for a section that
  /// repeats, or never did.
  mutating func formerItems(ofSection place: Int) -> KeptItems? {
    let id = template.sections[place].id
    return template.sections[place].repetition == nil && wasRepeating(id) ? items(of: id) : nil
  }

  /// The index of a section that repeats and did so before, by its former id.
  func section(named id: String) -> Int? {
    guard wasRepeating(id) else { return nil }
    if let place = places[id] { return template.sections[place].repetition == nil ? nil : place }
    return formerIDs.first { $0.value == id }?.key
  }

  // MARK: - Rows

  /// The name of a row in the template.
  func name(of row: FormRow.ID) -> String { template.name(of: row) }

  /// Resolves a name. O(row templates of the section).
  mutating func match(_ name: String) -> Match {
    guard let name = KeptName(name) else { return .nothing }
    guard let (section, row, number) = place(of: name) else { return unmatched(name) }
    if template.sections[section].rows[row].type.isSecret { return .secret }
    guard let number, let item = item(of: name, inSection: section) else { return unmatched(name) }
    // A text that had no row must not vanish in an item that was removed meanwhile.
    if name.item > 0, structure[name.section] == nil,
      let items = items(of: formerIDs[section] ?? template.sections[section].id),
      !items.isListed(item)
    {
      return .nothing
    }
    let id = FormRow.ID(section: section, item: item, row: row, number: number)
    return template.sections[section].has(id) ? .row(id) : .nothing
  }

  /// The match of a name without a row: a text whose item the person removed is not missing.
  private mutating func unmatched(_ name: KeptName) -> Match {
    guard name.item > 0, structure[name.section] != nil, let items = items(of: name.section),
      name.item <= items.last
    else { return .nothing }
    return items.isListed(name.item) ? .nothing : .removed
  }

  /// The row template of a row; the number is nil if the template now has fewer rows.
  private func place(of name: KeptName) -> (section: Int, row: Int, number: Int?)? {
    if let section = places[name.section] {
      if let (row, number) = template.sections[section].place(ofRowNamed: name.row) {
        return (section, row, number)
      }
      if let found = successor(of: name, inSection: section) { return found }
    }
    return moved(name)
  }

  /// The row of the same section that had the same id before it got or lost its count.
  private func successor(
    of name: KeptName, inSection place: Int
  ) -> (section: Int, row: Int, number: Int?)? {
    guard let before = shape?[name.section], let (old, number) = before.row(named: name.row) else {
      return nil
    }
    for (index, row) in template.sections[place].rows.enumerated()
    where row.type.takesAnswer && !before.has(row) {
      switch (old.count, row.count) {
      case (nil, .some):
        if row.id.withoutNumber.hasSameScalars(as: old.id.source) { return (place, index, 1) }
      case (.some, nil):
        if old.id.withoutNumber.hasSameScalars(as: row.id.source) {
          return (place, index, number == 1 ? 0 : nil)
        }
      default: break
      }
    }
    // The template now has fewer rows with this id.
    for (index, row) in template.sections[place].rows.enumerated()
    where row.count != nil && old.count != nil && row.id.source.hasSameScalars(as: old.id.source) {
      return (place, index, nil)
    }
    return nil
  }

  /// The only row with this id in a section that did not have it before.
  private func moved(_ name: KeptName) -> (section: Int, row: Int, number: Int?)? {
    guard let shape, shape[name.section]?.row(named: name.row) != nil else { return nil }
    var found: (section: Int, row: Int, number: Int?)?
    for (place, section) in template.sections.enumerated()
    where !section.id.hasSameScalars(as: name.section) {
      guard let (row, number) = section.place(ofRowNamed: name.row),
        shape[section.id]?.has(section.rows[row]) != true
      else { continue }
      if found != nil { return nil }
      found = (place, row, number)
    }
    return found
  }

  /// The present item of a row; nil for one of another item than the first if only the first fits.
  private mutating func item(of name: KeptName, inSection place: Int) -> Int? {
    let section = template.sections[place]
    let isSame = section.id.hasSameScalars(as: name.section)
    // An add line matches that of the same list, or none.
    if name.item < 0 || section.parent != nil && name.item == 0 && wasRepeating(name.section) {
      return name.item < 0 && isSame && hadParent(ofSection: place) ? name.item : nil
    }
    let wasRepeating = wasRepeating(name.section)
    if section.repetition == nil {
      if !wasRepeating { return name.item == 0 ? 0 : nil }
      let first = items(of: name.section)?.serials.first
      return name.item == first ?? 0 ? 0 : nil
    }
    if wasRepeating { return isSame || formerIDs[place] == name.section ? name.item : nil }
    // An item from an even earlier version, in which the section repeated.
    if name.item > 0 { return isSame ? name.item : nil }
    takers.insert(place)
    return firstItem(ofSection: place)
  }
}
