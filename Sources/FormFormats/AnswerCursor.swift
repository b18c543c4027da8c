// Visits the answers of a form one after another, for formats without nesting.
//
// Rows come in the order of the template. The same items are visited as in a nested export such as
// JSON: items with contents, and items that were loaded. Items are counted from 0. Each row has a
// path such as `work[0].name`, whether it has an answer or not, so a form always has the same
// columns.

import FormModel
import LosslessJSON

/// Iterates over the exported rows of a form.
struct AnswerCursor: Sendable {
  /// A row, and the items that contain it.
  struct Entry {
    var row: FormRow.ID
    /// The indices of the items that contain the row, outermost first. Only exported items count.
    var items: [Int]
  }

  /// The position in a list of items that is being exported, or in a section that does not repeat.
  private struct Level: Sendable {
    let list: ItemList
    /// The current item; 0 outside a repeating section.
    var item = 0
    var isInItem = false
    /// The position in the outline at which to look for the next item.
    var nextPosition = 0
    /// The number of items visited so far.
    var itemCount = 0
    var row = 0
    var number = 0
    /// The index of the next section inside the item.
    var child = 0

    init(_ list: ItemList) { self.list = list }
  }

  private var section = 0
  private var levels: [Level] = []
  /// Whether only one of the rows that share a key is visited: the shown row. It is visited at the
  /// position of the first row with the key. If false, each row is visited at its own position.
  private let comesOncePerKey: Bool

  /// Creates a cursor over all rows of a form.
  init(oncePerKey: Bool = true) { comesOncePerKey = oncePerKey }

  /// Returns the next row; nil after the last row. Reads answers only to find out whether an item
  /// is empty.
  mutating func next(in answers: Answers) -> Entry? {
    let sections = answers.template.sections
    while true {
      guard var level = levels.popLast() else {
        // Sections inside items are visited together with the items.
        while section < sections.count, sections[section].parent != nil { section += 1 }
        guard section < sections.count else { return nil }
        levels.append(Level(ItemList(section: section, parent: 0)))
        section += 1
        continue
      }
      guard level.isInItem || AnswerCursor.beginItem(of: &level, in: answers) else { continue }
      let section = level.list.section
      while level.row < sections[section].rows.count {
        let row = sections[section].rows[level.row]
        guard row.isExported, level.number < row.numbers.count else {
          level.row += 1
          level.number = 0
          continue
        }
        var id = FormRow.ID(
          section: section, item: level.item, row: level.row,
          number: row.numbers.lowerBound + level.number)
        level.number += 1
        if comesOncePerKey {
          guard let row = rowForKey(of: id, in: answers) else { continue }
          id = row
        }
        levels.append(level)
        let items = levels.map { max($0.itemCount - 1, 0) }
        return Entry(row: id, items: items)
      }
      if level.child < sections[section].children.count {
        let child = sections[section].children[level.child]
        level.child += 1
        levels.append(level)
        levels.append(Level(ItemList(section: child, parent: level.item)))
      } else {
        level.isInItem = false
        levels.append(level)
      }
    }
  }

  /// Returns the row to write at the position of a given row. Several rows and sections may share a
  /// key, but only one of them is shown. The shown row is written at the position of the first row
  /// that has the key. Returns nil for every later row that has the key. Also returns nil if a list
  /// with this key is shown.
  private func rowForKey(of id: FormRow.ID, in answers: Answers) -> FormRow.ID? {
    let plan = answers.template.plan
    let sharers = plan.sharers(of: AnswerPlan.RowReference(id))
    guard let first = sharers.first, let shared = plan.parent(of: first) else { return id }
    let rows = sharers.filter { if case .answer = plan.nodes[$0] { true } else { false } }
    guard case .answer(let reference)? = rows.first.map({ plan.nodes[$0] }),
      reference == AnswerPlan.RowReference(id)
    else { return nil }
    switch plan.nodes[answers.present(shared, item: id.item)] {
    case .answer(let present): return present.id(item: id.item, number: 0)
    // An object with this key is shown, and its members have columns of their own. The row's column
    // stays too, so that all records have the same columns.
    case .object: return id
    case .items, .list, .id, .name, .shared: return nil
    }
  }

  /// Moves to the next item and returns false after the last item. A section that does not repeat
  /// counts as a single item.
  private static func beginItem(of level: inout Level, in answers: Answers) -> Bool {
    (level.row, level.number, level.child) = (0, 0, 0)
    guard answers.template.sections[level.list.section].repetition != nil else {
      guard level.nextPosition == 0 else { return false }
      level.nextPosition = 1
      level.isInItem = true
      return true
    }
    // In a table, hidden rows have columns, but hidden items do not.
    guard answers.outline.isShown(level.list) else { return false }
    while let serial = answers.outline.item(at: level.nextPosition, of: level.list) {
      level.nextPosition += 1
      guard answers.isExported(item: serial, ofSection: level.list.section) else { continue }
      level.item = serial
      level.itemCount += 1
      level.isInItem = true
      return true
    }
    return false
  }
}

extension Answers {
  /// The names or indices of the items around an entry, outermost first.
  func parts(of entry: AnswerCursor.Entry) -> [DocumentPath.Part] {
    zip(parts(around: entry.row), entry.items).map { part, index in
      if case .name = part { part } else { .index(index) }
    }
  }
}
