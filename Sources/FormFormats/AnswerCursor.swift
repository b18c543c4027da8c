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
    /// The place of the row's item among those that are exported.
    var item: Int
  }

  private var section: Int
  private let lastSection: Int
  /// The item at hand, 0 outside a repeat.
  private var item = 0
  private var isInItem = false
  /// The place in the outline where the next item is looked for.
  private var nextPosition = 0
  /// How many items of this section were met.
  private var itemCount = 0
  private var row = 0
  private var number = 0
  /// Whether of rows that share a key only the one comes that is shown, where the first of them is; else
  /// all of them come in their own places.
  private let comesOncePerKey: Bool

  /// All rows of a form.
  init(of template: Template, oncePerKey: Bool = true) {
    comesOncePerKey = oncePerKey
    section = 0
    lastSection = template.sections.count - 1
  }

  /// The next row, nil behind the last. Looks at rows only to find out whether an item is empty.
  mutating func next(in answers: Answers) -> Entry? {
    while section <= lastSection {
      guard isInItem || beginItem(in: answers) else {
        section += 1
        (nextPosition, itemCount) = (0, 0)
        continue
      }
      let rows = answers.template.sections[section].rows
      while row < rows.count {
        let numbers = rows[row].numbers
        guard rows[row].isExported, number < numbers.count else {
          row += 1
          number = 0
          continue
        }
        defer { number += 1 }
        var id = FormRow.ID(
          section: section, item: item, row: row, number: numbers.lowerBound + number)
        if comesOncePerKey {
          guard let row = rowForKey(of: id, in: answers) else { continue }
          id = row
        }
        return Entry(row: id, item: max(itemCount - 1, 0))
      }
      isInItem = false
    }
    return nil
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
  private mutating func beginItem(in answers: Answers) -> Bool {
    (row, number) = (0, 0)
    guard answers.template.sections[section].repetition != nil else {
      guard nextPosition == 0 else { return false }
      nextPosition = 1
      item = 0
      isInItem = true
      return true
    }
    // A table keeps the columns of rows that are hidden; items that are have none.
    guard answers.outline.isShown(section: section) else { return false }
    while let serial = answers.outline.item(at: nextPosition, ofSection: section) {
      nextPosition += 1
      guard answers.isExported(item: serial, ofSection: section) else { continue }
      item = serial
      itemCount += 1
      isInItem = true
      return true
    }
    return false
  }
}
