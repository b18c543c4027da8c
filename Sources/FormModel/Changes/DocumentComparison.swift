// The differences between two documents of a form, found in slices between keys (law 15).
//
// Both documents were opened with the same template. Items are matched by ItemMatcher; what is compared are the
// answers that the documents have, whatever the form shows of them.

import LosslessJSON

/// A comparison of two documents.
public struct DocumentComparison: Sendable {
  private enum Step {
    /// The rows of a section that does not repeat, from a row on.
    case rows(next: Int, number: Int)
    case matching(ItemMatcher)
    /// The items of the new document, from a serial on.
    case items(next: Int)
  }

  /// Both sides, as words need them.
  public let sides: ComparedAnswers
  private var section = -1
  private var step = Step.rows(next: 0, number: 0)
  /// The rows of an item of the section.
  private var rows: [FormRow.ID] = []
  private var list = DifferenceList()
  /// The matched items of the sections that were compared.
  private(set) var matchers: [Int: ItemMatcher] = [:]
  public private(set) var isComplete = false

  /// The rows of a slice.
  private static let slice = 2_000

  /// Begins to compare the documents that two forms were opened with.
  public init(_ old: Answers, _ new: Answers) {
    sides = ComparedAnswers(old, new)
    beginSection()
  }

  /// The differences in the order of the form, once all are found.
  public var differences: [Difference] { list.differences }

  /// How many sections were compared, in percent.
  public var percent: Int {
    isComplete ? 100 : max(section, 0) * 100 / max(sides.old.template.sections.count, 1)
  }

  /// All differences at once, for scripts and tests.
  public static func all(_ old: Answers, _ new: Answers) -> DocumentComparison {
    var comparison = DocumentComparison(old, new)
    while !comparison.isComplete { comparison.advance() }
    return comparison
  }

  /// The serial that an item of the old document has in the new one; nil if it is not there.
  func new(of item: Difference.Item) -> Int? { matchers[item.section]?.new(of: item.serial) }

  /// The serial that an item of the new document has in the old one; nil if it was not there.
  func old(of item: Difference.Item) -> Int? { matchers[item.section]?.old(of: item.serial) }

  /// Looks at the next rows.
  public mutating func advance() {
    var effort = DocumentComparison.slice
    while effort > 0, !isComplete {
      switch step {
      case .rows(let next, let number):
        let contents = sides.old.template.sections[section]
        guard next < contents.rows.count else {
          beginSection()
          continue
        }
        let numbers = contents.rows[next].numbers
        guard contents.rows[next].isExported, number <= numbers.upperBound else {
          step = .rows(next: next + 1, number: 0)
          continue
        }
        let first = max(number, numbers.lowerBound)
        let last = min(numbers.upperBound, first + effort - 1)
        effort -= last - first + 1
        for number in first...last {
          let row = FormRow.ID(section: section, item: 0, row: next, number: number)
          compare(row, row, position: 0)
        }
        step = .rows(next: next, number: last + 1)
      case .matching(var matcher):
        // The matcher is not copied while it works.
        step = .items(next: 1)
        if matcher.advance(of: sides.old, sides.new, effort: &effort) {
          step = .matching(matcher)
        } else {
          matchers[section] = matcher
          noteItems(matcher)
          step = .items(next: 1)
        }
      case .items(let next):
        guard let matcher = matchers[section], next <= matcher.counts.new else {
          beginSection()
          continue
        }
        effort -= 1
        if let other = matcher.old(of: next) {
          effort -= rows.count
          compareItem(other, next)
        }
        step = .items(next: next + 1)
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
    step = .matching(ItemMatcher(section: section, of: sides.old, sides.new))
  }

  private mutating func compareItem(_ oldItem: Int, _ newItem: Int) {
    for row in rows {
      var (oldRow, newRow) = (row, row)
      (oldRow.item, newRow.item) = (oldItem, newItem)
      compare(oldRow, newRow, position: newItem - 1)
    }
  }

  private mutating func compare(_ oldRow: FormRow.ID, _ newRow: FormRow.ID, position: Int) {
    let values = (sides.old.loaded?.value(of: oldRow), sides.new.loaded?.value(of: newRow))
    if values.0 == nil, values.1 == nil { return }
    if let before = values.0, let after = values.1, before.hasSameBytes(as: after) { return }
    guard
      sides.old.documentAnswer(of: oldRow) != sides.new.documentAnswer(of: newRow)
        || sides.old.hasMisfit(oldRow) != sides.new.hasMisfit(newRow)
    else { return }
    // A value of a shared key is that of each row it fits.
    if !sides.old.template.plan.sharers(of: AnswerPlan.RowReference(newRow)).isEmpty,
      !sides.old.outline.isShown(oldRow), !sides.new.outline.isShown(newRow)
    {
      return
    }
    list.append(row: .row(old: oldRow, new: newRow), new: newRow, position: position)
  }

  private mutating func noteItems(_ matcher: ItemMatcher) {
    for run in matcher.runs.moved {
      for offset in 0..<run.count {
        list.append(
          moved: Difference.Item(section: section, serial: run.old + offset + 1),
          to: Difference.Item(section: section, serial: run.new + offset + 1),
          position: run.new + offset)
      }
    }
    for serial in 1..<matcher.counts.new + 1 where matcher.old(of: serial) == nil {
      let item = Difference.Item(section: section, serial: serial)
      list.append(added: item, position: serial - 1)
    }
    for serial in 1..<matcher.counts.old + 1 where matcher.new(of: serial) == nil {
      list.append(removed: Difference.Item(section: section, serial: serial))
    }
  }
}

extension Answers {
  /// Whether the document has a value of another type for a row.
  func hasMisfit(_ row: FormRow.ID) -> Bool { loaded?.misfits.contains(row) == true }
}

extension JSONValue {
  /// Whether two values are written alike.
  fileprivate func hasSameBytes(as other: JSONValue) -> Bool {
    range.count == other.range.count
      && document.bytes[range].elementsEqual(other.document.bytes[other.range])
  }
}
