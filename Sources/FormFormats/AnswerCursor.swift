// The answers of a form one after the other, for formats that have no nesting.
//
// Rows come in the order of the template; items as a nested export has them: those that hold
// something, and those that were loaded, counted from 0. Each row has the place that `work[0].name`
// gives it, whether it is answered or not, so that a form always has the same columns.

import FormModel

/// Goes through the rows of a form whose answers are exported.
struct AnswerCursor: Sendable {
  /// A row with the place its answer has.
  struct Entry {
    var row: FormRow.ID
    /// The places of the row's items among those that are exported, the outermost first.
    var items: [Int]
  }

  /// A list whose items are gone through, or a section that does not repeat.
  private struct Level: Sendable {
    let list: ItemList
    /// The item at hand, 0 outside a repeat.
    var item = 0
    var isInItem = false
    /// The place in the outline where the next item is looked for.
    var nextPosition = 0
    /// The number of items that were met.
    var itemCount = 0
    var row = 0
    var number = 0
    /// The next section inside of the item.
    var child = 0

    init(_ list: ItemList) { self.list = list }
  }

  private var section = 0
  private var levels: [Level] = []
  /// Whether of rows that share a key only the one comes that is shown, where the first of them is; else
  /// all of them come in their own places.
  private let comesOncePerKey: Bool

  /// All rows of a form.
  init(oncePerKey: Bool = true) { comesOncePerKey = oncePerKey }

  /// The next row, nil behind the last. Looks at rows only to find out whether an item is empty.
  mutating func next(in answers: Answers) -> Entry? {
    let sections = answers.template.sections
    while true {
      guard var level = levels.popLast() else {
        // Those inside of items come with these.
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

  /// The row to write for the key of a row; nil if its place is elsewhere, or a section has the key now.
  private func rowForKey(of id: FormRow.ID, in answers: Answers) -> FormRow.ID? {
    let plan = answers.template.plan
    let sharers = plan.sharers(of: AnswerPlan.RowReference(id))
    guard let first = sharers.first, let shared = plan.parent(of: first) else { return id }
    let rows = sharers.filter { if case .answer = plan.nodes[$0] { true } else { false } }
    guard case .answer(let reference)? = rows.first.map({ plan.nodes[$0] }),
      reference == AnswerPlan.RowReference(id),
      case .answer(let present) = plan.nodes[answers.present(shared, item: id.item)]
    else { return nil }
    return present.id(item: id.item, number: 0)
  }

  /// Finds the next item; a section that does not repeat is like one with a single item.
  private static func beginItem(of level: inout Level, in answers: Answers) -> Bool {
    (level.row, level.number, level.child) = (0, 0, 0)
    guard answers.template.sections[level.list.section].repetition != nil else {
      guard level.nextPosition == 0 else { return false }
      level.nextPosition = 1
      level.isInItem = true
      return true
    }
    // A table keeps the columns of rows that are hidden; items that are have none.
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
