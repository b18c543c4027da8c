// Finds the rows for the names in a stored form, which may come from another version of the
// template.
//
// - A row keeps its text as long as its own id and the id of its section stay the same.
// - If a section became repeating, its texts go to item 1. If a section no longer repeats, it keeps
//   the texts of its first item. A `count` makes several numbered rows of a row; if a row gained or
//   lost its `count`, its text belongs to number 1.
// - A row that moved to another section is found there, unless that section already had a row with
//   this id. Items are found in another section only if the whole section was renamed.
// - Only the shape of the stored form, the ids of its sections and rows, proves a match. A text
//   never moves to a row merely because its id is similar.

import FormText

/// The parts of a stored row name.
private struct KeptName {
  var section: String
  /// The serial (identifying number) of the item; 0 outside of items. For the add line (on which
  /// people create items) of a list inside an item, it is the serial of that item, negated.
  var item: Int
  var row: String

  init?(_ name: String) {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 3, let item = Int32(parts[1]), item > .min else { return nil }
    (section, self.item, row) = (String(parts[0]), Int(item), String(parts[2]))
  }
}

/// The facts that the names of stored rows reveal about sections whose items are not stored.
private struct Traces {
  /// The largest item serial in each section.
  var greatest: [String: Int] = [:]
  /// The sections with stored rows outside of items, other than entry lines (add lines that hold a
  /// text).
  var plain = Set<String>()
}

/// Resolves the names of a stored form in a template.
struct KeptNames {
  enum Match: Equatable {
    case row(FormRow.ID)
    /// The template has no row for the name.
    case nothing
    /// The template has no row for the name, and the person removed the item of the row. So the
    /// text is not missing.
    case removed
    /// The row is secret and must not be stored.
    case secret
  }

  /// A template never creates more items than this number.
  private static let mostItems = 1_000_000

  private let template: Template
  private let structure: [String: [UInt8]]
  private let shape: KeptShape?
  /// Whether the stored form had the same sections and rows as the template.
  let isSameShape: Bool
  private var traces = Traces()
  private var itemsOfSections: [String: KeptItems] = [:]
  /// The index of each section, by id.
  private let places: [String: Int]
  /// The number of items of each section in a new form.
  private let initialCounts: [Int]
  /// The repeating sections whose first item gets the texts of rows that were not in items.
  private(set) var takers = Set<Int>()
  /// The former ids of renamed sections, by index.
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

  /// Finds renamed repeating sections. The stored form did not have their ids, but each of them has
  /// rows of a section that was removed. Returns the former ids by index.
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

  /// The items that a section had, or for which texts are stored; nil if they are unknown.
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

  /// The items of one of the template's repeating sections; nil if a new form's items must be used.
  mutating func items(ofSection place: Int) -> KeptItems? {
    let items = self.items(of: formerIDs[place] ?? template.sections[place].id)
    guard takers.contains(place) else { return items }
    let first = firstItem(ofSection: place)
    guard let items else { return KeptItems(count: max(initialCounts[place], 1)) }
    return items.serials.isEmpty
      ? KeptItems([KeptItems.List(parent: 0, runs: [first...first])], last: first) : items
  }

  /// Whether a section is inside the same section as in the stored form.
  func hadParent(ofSection place: Int) -> Bool {
    guard let parent = template.sections[place].parent else { return false }
    if isSameShape { return true }
    let id = formerIDs[place] ?? template.sections[place].id
    guard let before = shape?[id] else { return true }
    return before.parent == template.sections[parent].id
      || before.parent != nil && formerIDs[parent] == before.parent
  }

  /// The item of a repeating section that gets the texts of rows that were not in items.
  private mutating func firstItem(ofSection place: Int) -> Int {
    guard let items = items(of: formerIDs[place] ?? template.sections[place].id) else { return 1 }
    return items.serials.first ?? items.last + 1
  }

  /// The former items of a section that no longer repeats, kept for their texts. Nil for a section
  /// that repeats, or never did.
  mutating func formerItems(ofSection place: Int) -> KeptItems? {
    let id = template.sections[place].id
    return template.sections[place].repetition == nil && wasRepeating(id) ? items(of: id) : nil
  }

  /// The index of a section that repeats now and in the stored form, by the id of the section in
  /// the stored form.
  func section(named id: String) -> Int? {
    guard wasRepeating(id) else { return nil }
    if let place = places[id] { return template.sections[place].repetition == nil ? nil : place }
    return formerIDs.first { $0.value == id }?.key
  }

  // MARK: - Rows

  /// The name that a row has in the template.
  func name(of row: FormRow.ID) -> String { template.name(of: row) }

  /// Returns the match of a stored name. O(row templates of the section).
  mutating func match(_ name: String) -> Match {
    guard let name = KeptName(name) else { return .nothing }
    guard let (section, row, number) = place(of: name) else { return unmatched(name) }
    if template.sections[section].rows[row].type.isSecret { return .secret }
    guard let number, let item = item(of: name, inSection: section) else { return unmatched(name) }
    // If no items of the section are stored, the text had no row in the stored form. If its item is
    // now missing, keep the text among those without a row, so that it does not disappear.
    if name.item > 0, structure[name.section] == nil,
      let items = items(of: formerIDs[section] ?? template.sections[section].id),
      !items.isListed(item)
    {
      return .nothing
    }
    let id = FormRow.ID(section: section, item: item, row: row, number: number)
    return template.sections[section].has(id) ? .row(id) : .nothing
  }

  /// The match of a name without a row. If the person removed the item, the result is `removed`,
  /// because the text is not missing.
  private mutating func unmatched(_ name: KeptName) -> Match {
    guard name.item > 0, structure[name.section] != nil, let items = items(of: name.section),
      name.item <= items.last
    else { return .nothing }
    return items.isListed(name.item) ? .nothing : .removed
  }

  /// The section, the row template and the number that a stored name means. The number is nil if
  /// the row template now has fewer rows.
  private func place(of name: KeptName) -> (section: Int, row: Int, number: Int?)? {
    if let section = places[name.section] {
      if let (row, number) = template.sections[section].place(ofRowNamed: name.row) {
        return (section, row, number)
      }
      if let found = successor(of: name, inSection: section) { return found }
    }
    return moved(name)
  }

  /// The row in the same section that had the same id before it gained or lost its `count`.
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
    // There are now fewer rows with this id, so the number of the row no longer exists.
    for (index, row) in template.sections[place].rows.enumerated()
    where row.count != nil && old.count != nil && row.id.source.hasSameScalars(as: old.id.source) {
      return (place, index, nil)
    }
    return nil
  }

  /// The row with this id in another section that had no such row in the stored form; nil unless
  /// there is exactly one.
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

  /// The present item of a row; nil if only the first item is still used and the row is in another
  /// item.
  private mutating func item(of name: KeptName, inSection place: Int) -> Int? {
    let section = template.sections[place]
    let isSame = section.id.hasSameScalars(as: name.section)
    // An add line matches only the add line of the same list.
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
    // The item is from an even earlier version of the template, in which the section repeated.
    if name.item > 0 { return isSame ? name.item : nil }
    takers.insert(place)
    return firstItem(ofSection: place)
  }
}

extension Answers {
  /// The place of a text whose row is gone, as people know it: `Job 2 city` in an item, otherwise
  /// the row after its section.
  func place(ofKeptName name: String) -> String {
    // A tilde distinguishes two texts for one row.
    guard let name = KeptName(name.filter { $0 != "~" }) else { return name }
    let section = template.sections.firstIndex { $0.id == name.section }
    if let section, name.item > 0, template.sections[section].repetition != nil,
      let position = outline.position(ofItem: name.item, inSection: section)
    {
      let list = outline.list(ofItem: name.item, inSection: section)
      let item = itemLabel(section: section, item: name.item, position: position)
      return "\(labelAround(list))\(item) \(name.row)"
    }
    let title = section.flatMap { self.title(ofSection: $0) } ?? name.section
    return title.isEmpty ? name.row : "\(title) › \(name.row)"
  }
}
