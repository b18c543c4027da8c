// The conditions of rows and sections (`when`), and the order of their evaluation.

/// A row that a condition reads.
struct ConditionReference: Hashable, Sendable {
  var section: Int
  var row: Int
  /// The number of the row, from 1, if its row template has a `count` and thus makes several
  /// numbered rows; 0 for all other rows.
  var number: Int
  /// The number of items around the row, if all of them are also around the condition; 0 for all
  /// other rows.
  var depth: Int

  /// Whether the row is in the same item as the condition, or in an item that contains that item.
  var isOfItem: Bool { depth > 0 }

  /// The row template.
  var template: AnswerPlan.RowReference { AnswerPlan.RowReference(section: section, row: row) }

  /// The row that the reference means inside the given items, outermost first.
  func id(in items: [Int]) -> FormRow.ID {
    let item = depth > 0 && depth <= items.count ? items[depth - 1] : 0
    return FormRow.ID(section: section, item: item, row: row, number: number)
  }
}

/// A requirement for showing a row or a section.
indirect enum Condition: Sendable {
  /// A test of a row's value.
  enum Test: Sendable {
    case isFilled
    case isOneOf([RowValue])
  }

  case row(ConditionReference, Test)
  /// An expression and the rows that it reads.
  case expression(Expression, [ConditionReference])
  /// A condition on calculated rows, with all rows and sections from which these are calculated.
  case calculated(Condition, from: [ConditionReference], sections: Set<Int>)
  case all([Condition])
  case any([Condition])
  case not(Condition)

  /// Whether the condition is true.
  ///
  /// - Parameters:
  ///   - value: returns the value of a row; nil if the row has no answer.
  ///   - isTrue: returns whether an expression is true.
  func holds(
    _ value: (ConditionReference) -> RowValue?, _ isTrue: (Expression) -> Bool
  ) -> Bool {
    switch self {
    case .row(let reference, let test):
      guard let value = value(reference) else { return false }
      switch test {
      case .isFilled: return true
      case .isOneOf(let others): return others.contains { $0.isHeld(in: value) }
      }
    case .expression(let expression, _): return isTrue(expression)
    case .calculated(let condition, _, _): return condition.holds(value, isTrue)
    case .all(let conditions): return conditions.allSatisfy { $0.holds(value, isTrue) }
    case .any(let conditions): return conditions.contains { $0.holds(value, isTrue) }
    case .not(let condition): return !condition.holds(value, isTrue)
    }
  }

  /// The rows that the condition reads.
  var references: [ConditionReference] {
    switch self {
    case .row(let reference, _): [reference]
    case .expression(_, let references): references
    case .calculated(let condition, let sources, _): condition.references + sources
    case .all(let conditions), .any(let conditions): conditions.flatMap(\.references)
    case .not(let condition): condition.references
    }
  }

  /// The sections whose items the condition reads. Only expressions read items.
  var sections: Set<Int> {
    switch self {
    case .expression(let expression, _): expression.sections
    case .calculated(let condition, _, let sections): condition.sections.union(sections)
    case .row, .all, .any, .not: []
    }
  }

  /// Whether the condition reads a row in its own item, in an item around that item, or in an item
  /// inside it.
  var readsItem: Bool {
    switch self {
    case .row(let reference, _): reference.isOfItem
    case .expression(let expression, let references):
      expression.isOfItem || references.contains(where: \.isOfItem)
    case .calculated(let condition, let sources, _):
      condition.readsItem || sources.contains(where: \.isOfItem)
    case .all(let conditions), .any(let conditions): conditions.contains(where: \.readsItem)
    case .not(let condition): condition.readsItem
    }
  }
}

extension RowValue {
  /// Whether a value equals this value, or is a list that contains this value.
  fileprivate func isHeld(in value: RowValue) -> Bool {
    if case .list(let elements) = value { return elements.contains { isHeld(in: $0) } }
    return self == value
  }
}

/// The row or section that a condition shows or hides.
enum ConditionOwner: Hashable, Sendable {
  case section(Int)
  case row(section: Int, row: Int)

  /// The section, or the section of the row.
  var section: Int {
    switch self {
    case .section(let section), .row(let section, _): section
    }
  }
}

/// All conditions of a template. Each comes after the conditions that show or hide the rows it
/// reads.
package struct ConditionPlan: Sendable {
  /// A condition and the row or section that it shows or hides.
  struct Entry: Sendable {
    let owner: ConditionOwner
    let condition: Condition
    /// The section in whose items the condition is evaluated; nil if it is evaluated only once.
    let itemSection: Int?
  }

  let entries: [Entry]
  /// For each row template, the indices of the entries whose conditions read it, in order.
  private let dependents: [AnswerPlan.RowReference: [Int]]
  /// For each section, the indices of the entries whose conditions read one of its rows, in order.
  private let sectionDependents: [Int: [Int]]
  /// For each section, the indices of the entries whose conditions are evaluated in each of its
  /// items, in order.
  private let itemEntries: [Int: [Int]]
  /// For each section, the sections inside its items whose conditions read its rows.
  private let innerSections: [Int: [Int]]
  /// For each section, the indices of the entries whose conditions read all of its items, in order.
  private let gatherers: [Int: [Int]]

  static let none = ConditionPlan(entries: [])

  /// - Parameter entries: the entries, each after all entries that show or hide the rows it reads.
  init(entries: [Entry]) {
    self.entries = entries
    var dependents: [AnswerPlan.RowReference: [Int]] = [:]
    var (sectionDependents, gatherers): ([Int: [Int]], [Int: [Int]]) = ([:], [:])
    for (index, entry) in entries.enumerated() {
      for reference in Set(entry.condition.references.map(\.template)) {
        dependents[reference, default: []].append(index)
      }
      for section in Set(entry.condition.references.map(\.section)) {
        sectionDependents[section, default: []].append(index)
      }
      for section in entry.condition.sections { gatherers[section, default: []].append(index) }
    }
    (self.dependents, self.sectionDependents) = (dependents, sectionDependents)
    self.gatherers = gatherers
    var (itemEntries, innerSections): ([Int: [Int]], [Int: [Int]]) = ([:], [:])
    for (index, entry) in entries.enumerated() {
      guard let section = entry.itemSection else { continue }
      itemEntries[section, default: []].append(index)
      for reference in entry.condition.references
      where reference.isOfItem && reference.section != section
        && innerSections[reference.section]?.contains(section) != true
      {
        innerSections[reference.section, default: []].append(section)
      }
    }
    (self.itemEntries, self.innerSections) = (itemEntries, innerSections)
  }

  package var isEmpty: Bool { entries.isEmpty }

  /// The entries that read a row.
  func dependents(of row: FormRow.ID) -> [Int] { dependents[AnswerPlan.RowReference(row)] ?? [] }

  /// The entries that read the rows shown or hidden by an entry. All of them come later.
  func dependents(of entry: Entry) -> [Int] {
    switch entry.owner {
    case .section(let section): sectionDependents[section] ?? []
    case .row(let section, let row):
      dependents[AnswerPlan.RowReference(section: section, row: row)] ?? []
    }
  }

  /// The entries that read all items of a section.
  func gatherers(ofSection section: Int) -> [Int] { gatherers[section] ?? [] }

  /// The entries that are evaluated in each item of a section.
  func itemEntries(ofSection section: Int) -> [Int] { itemEntries[section] ?? [] }

  /// The sections inside the items of a section whose conditions read the section's rows.
  func innerSections(ofSection section: Int) -> [Int] { innerSections[section] ?? [] }
}
