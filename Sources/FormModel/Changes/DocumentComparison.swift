// The differences between two documents of a form, found in slices between key presses (law 15).
//
// Both documents were opened with the same template. Each item of a document has a serial, its
// number among all items of its section. ItemMatcher decides which items of the two documents are
// the same, list by list, outer lists first. Answers to hidden rows are compared too.

import LosslessJSON

/// A comparison of two documents.
public struct DocumentComparison: Sendable {
  private enum Step {
    /// The rows of a section that does not repeat, starting at a row.
    case rows(next: Int, number: Int)
    /// The lists of a section's items, starting with the list inside the outer item with this
    /// serial; 0 for a section outside of items.
    case lists(next: Int)
    /// The items of one list. `parent` is the serial, in the new document, of the item that
    /// contains the list.
    case matching(ItemMatcher, parent: Int)
    /// The section's items in the new document, starting at a serial.
    case items(next: Int)
  }

  /// The serials of a section's matched items, indexed by the serial of the same item on the other
  /// side; 0 if there is no match.
  private struct Matches: Sendable {
    var newOfOld: [Int32]
    var oldOfNew: [Int32]
  }

  /// The old and the new document.
  public let sides: ComparedAnswers
  private var section = -1
  private var step = Step.lists(next: 0)
  /// The rows that are compared in each item of the section. Their identities have 0 as the item,
  /// which is replaced by the serial of each compared item.
  private var rows: [FormRow.ID] = []
  private var list = DifferenceList()
  /// The matched items of the sections compared so far.
  private var matches: [Int: Matches] = [:]
  /// Whether all differences have been found.
  public private(set) var isComplete = false

  /// The number of rows in a slice.
  private static let slice = 2_000

  /// Begins to compare the documents that two forms were opened with.
  public init(_ old: Answers, _ new: Answers) {
    sides = ComparedAnswers(old, new)
    beginSection()
  }

  /// The differences in the order of the form. The order is final once the comparison is complete.
  public var differences: [Difference] { list.differences }

  /// The progress through the sections, in percent.
  public var percent: Int {
    isComplete ? 100 : max(section, 0) * 100 / max(sides.old.template.sections.count, 1)
  }

  /// Returns the complete comparison at once, for scripts and tests.
  public static func all(_ old: Answers, _ new: Answers) -> DocumentComparison {
    var comparison = DocumentComparison(old, new)
    while !comparison.isComplete { comparison.advance() }
    return comparison
  }

  /// The serial, in the new document, of an item of the old document; nil if the item was removed.
  func new(of item: Difference.Item) -> Int? {
    serial(of: item, in: matches[item.section]?.newOfOld)
  }

  /// The serial, in the old document, of an item of the new document; nil if the item was added.
  func old(of item: Difference.Item) -> Int? {
    serial(of: item, in: matches[item.section]?.oldOfNew)
  }

  private func serial(of item: Difference.Item, in serials: [Int32]?) -> Int? {
    guard let serials, serials.indices.contains(item.serial), serials[item.serial] != 0 else {
      return nil
    }
    return Int(serials[item.serial])
  }

  /// Compares the next slice.
  public mutating func advance() {
    var effort = DocumentComparison.slice
    while effort > 0, !isComplete {
      switch step {
      case .rows(let next, let number): compareRows(from: next, number, effort: &effort)
      case .lists(let next): beginList(inItem: next, effort: &effort)
      case .matching(var matcher, let parent):
        // Take the matcher out of `step` before it changes, because a change would otherwise copy
        // the matcher.
        step = .items(next: 1)
        if matcher.advance(of: sides.old, sides.new, effort: &effort) {
          step = .matching(matcher, parent: parent)
        } else {
          noteItems(matcher.matches)
          step = .lists(next: parent + 1)
        }
      case .items(let next): compareItem(next, effort: &effort)
      }
    }
  }

  private mutating func beginSection() {
    section += 1
    guard sides.old.template.sections.indices.contains(section) else {
      isComplete = true
      return list.sort()
    }
    let contents = sides.old.template.sections[section]
    guard contents.repetition != nil else {
      step = .rows(next: 0, number: 0)
      return
    }
    rows = contents.rows.indices.filter { contents.rows[$0].isExported }.flatMap { row in
      contents.rows[row].numbers.map {
        FormRow.ID(section: section, item: 0, row: row, number: $0)
      }
    }
    let counts = (
      sides.old.documentItemCount(ofSection: section),
      sides.new.documentItemCount(ofSection: section)
    )
    matches[section] = Matches(
      newOfOld: Array(repeating: 0, count: counts.0 + 1),
      oldOfNew: Array(repeating: 0, count: counts.1 + 1))
    step = .lists(next: contents.parent == nil ? 0 : 1)
  }

  // MARK: - Items

  /// Begins to compare the lists inside an item that both documents have.
  ///
  /// - Parameter serial: the serial of the item in the new document.
  private mutating func beginList(inItem serial: Int, effort: inout Int) {
    effort -= 1
    let parent = sides.old.template.sections[section].parent
    let last = parent.map(sides.new.documentItemCount(ofSection:)) ?? 0
    guard serial <= last else {
      step = .items(next: 1)
      return
    }
    var oldSerial: Int? = 0
    if let parent { oldSerial = old(of: Difference.Item(section: parent, serial: serial)) }
    guard let oldSerial else {
      step = .lists(next: serial + 1)
      return
    }
    let matcher = ItemMatcher(
      ItemList(section: section, parent: oldSerial), ItemList(section: section, parent: serial),
      of: sides.old, sides.new)
    step = .matching(matcher, parent: serial)
  }

  private mutating func noteItems(_ found: ItemMatches) {
    let items = found.newItems
    for (old, new) in items {
      guard let old else {
        let item = Difference.Item(section: section, serial: new)
        list.append(added: item, positions: sides.new.positions(of: item))
        continue
      }
      matches[section]?.newOfOld[old] = Int32(clamping: new)
      matches[section]?.oldOfNew[new] = Int32(clamping: old)
    }
    for serial in found.removedItems {
      let item = Difference.Item(section: section, serial: serial)
      list.append(removed: item, positions: sides.old.positions(of: item))
    }
    for run in found.runs.moved {
      for (old, new) in items[run.new..<run.new + run.count] {
        guard let old else { continue }
        let item = Difference.Item(section: section, serial: new)
        list.append(
          moved: Difference.Item(section: section, serial: old), to: item, up: run.isUp,
          positions: sides.new.positions(of: item))
      }
    }
  }

  private mutating func compareItem(_ serial: Int, effort: inout Int) {
    guard serial <= sides.new.documentItemCount(ofSection: section) else { return beginSection() }
    effort -= 1
    step = .items(next: serial + 1)
    let item = Difference.Item(section: section, serial: serial)
    guard let other = old(of: item) else { return }
    effort -= rows.count
    for row in rows {
      var (oldRow, newRow) = (row, row)
      (oldRow.item, newRow.item) = (other, serial)
      compare(oldRow, newRow)
    }
  }

  // MARK: - Rows

  private mutating func compareRows(from row: Int, _ number: Int, effort: inout Int) {
    let contents = sides.old.template.sections[section]
    guard row < contents.rows.count else { return beginSection() }
    let numbers = contents.rows[row].numbers
    guard contents.rows[row].isExported, number <= numbers.upperBound else {
      step = .rows(next: row + 1, number: 0)
      return
    }
    let first = max(number, numbers.lowerBound)
    let last = min(numbers.upperBound, first + effort - 1)
    effort -= last - first + 1
    for number in first...last {
      let id = FormRow.ID(section: section, item: 0, row: row, number: number)
      compare(id, id)
    }
    step = .rows(next: row, number: last + 1)
  }

  private mutating func compare(_ oldRow: FormRow.ID, _ newRow: FormRow.ID) {
    let values = (sides.old.loaded?.value(of: oldRow), sides.new.loaded?.value(of: newRow))
    if values.0 == nil, values.1 == nil { return }
    if let before = values.0, let after = values.1, before.hasSameBytes(as: after) { return }
    guard
      sides.old.documentAnswer(of: oldRow) != sides.new.documentAnswer(of: newRow)
        || sides.old.hasMisfit(oldRow) != sides.new.hasMisfit(newRow)
    else { return }
    // If rows share a key, the value of the key counts as the answer of every row that accepts the
    // value. Of these rows, only those that one of the documents shows are listed.
    if !sides.old.template.plan.sharers(of: AnswerPlan.RowReference(newRow)).isEmpty,
      !sides.old.outline.isShown(oldRow), !sides.new.outline.isShown(newRow)
    {
      return
    }
    list.append(
      row: .row(old: oldRow, new: newRow), new: newRow,
      positions: sides.new.positions(around: newRow))
  }
}

extension Answers {
  /// Whether the document has a value of another type for a row.
  func hasMisfit(_ row: FormRow.ID) -> Bool { loaded?.misfits.rows.contains(row) == true }
}

extension JSONValue {
  /// Whether the two values have the same JSON text.
  fileprivate func hasSameBytes(as other: JSONValue) -> Bool {
    range.count == other.range.count
      && document.bytes[range].elementsEqual(other.document.bytes[other.range])
  }
}
