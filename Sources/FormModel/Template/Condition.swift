// The conditions of rows and sections (`when`), and the order of their evaluation.

/// A row that a condition reads.
struct ConditionReference: Hashable, Sendable {
  var section: Int
  var row: Int
  /// The number of a row made by `count`; 0 for all others.
  var number: Int
  /// The number of items around the row that it shares with the condition; 0 for a row outside of
  /// them.
  var depth: Int

  /// Whether it is a row of the same item, or of an item around it.
  var isOfItem: Bool { depth > 0 }

  /// The row template.
  var template: AnswerPlan.RowReference { AnswerPlan.RowReference(section: section, row: row) }

  /// The row for a condition that is evaluated in these items, the outermost first.
  func id(in items: [Int]) -> FormRow.ID {
    let item = depth > 0 && depth <= items.count ? items[depth - 1] : 0
    return FormRow.ID(section: section, item: item, row: row, number: number)
  }
}

/// The requirement for a row or a section to be shown (section 8 of the design).
indirect enum Condition: Sendable {
  /// A test of a row's value.
  enum Test: Sendable {
    case isFilled
    case isOneOf([RowValue])
  }

  case row(ConditionReference, Test)
  /// An expression, with the rows that it reads.
  case expression(Expression, [ConditionReference])
  /// A condition on calculated rows, with all sources of these.
  case calculated(Condition, from: [ConditionReference], sections: Set<Int>)
  case all([Condition])
  case any([Condition])
  case not(Condition)

  /// Whether the condition holds.
  ///
  /// - Parameters:
  ///   - value: the value of a row; nil for no answer.
  ///   - isTrue: whether an expression is true.
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

  /// The sections whose items the condition reads; only expressions read items.
  var sections: Set<Int> {
    switch self {
    case .expression(let expression, _): expression.sections
    case .calculated(let condition, _, let sections): condition.sections.union(sections)
    case .row, .all, .any, .not: []
    }
  }

  /// Whether the condition reads a row of the same item, or of one around or inside it.
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
  /// Whether a value equals this one, or is a list that contains it.
  fileprivate func isHeld(in value: RowValue) -> Bool {
    if case .list(let elements) = value { return elements.contains { isHeld(in: $0) } }
    return self == value
  }
}

/// The row or section that a condition shows or hides.
enum ConditionOwner: Hashable, Sendable {
  case section(Int)
  case row(section: Int, row: Int)

  /// The section itself, or the section of the row.
  var section: Int {
    switch self {
    case .section(let section), .row(let section, _): section
    }
  }
}

/// All conditions of a template, each after those that show or hide the rows that it reads.
package struct ConditionPlan: Sendable {
  /// A condition with its owner.
  struct Entry: Sendable {
    let owner: ConditionOwner
    let condition: Condition
    /// The section whose items each evaluate the condition; nil if it is evaluated once.
    let itemSection: Int?
  }

  let entries: [Entry]
  /// For each row template, the entries that read it, in order.
  private let dependents: [AnswerPlan.RowReference: [Int]]
  /// For each section, the entries that read one of its rows, in order.
  private let sectionDependents: [Int: [Int]]
  /// For each section, the entries that are evaluated for each item, in order.
  private let itemEntries: [Int: [Int]]
  /// The sections inside a section's items whose conditions read its rows.
  private let innerSections: [Int: [Int]]
  /// For each section, the entries that read its items, in order.
  private let gatherers: [Int: [Int]]

  static let none = ConditionPlan(entries: [])

  /// - Parameter entries: the entries, each after all entries that affect the answers it reads.
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

  /// The entries that read rows which an entry hides or shows; all of them come later.
  func dependents(of entry: Entry) -> [Int] {
    switch entry.owner {
    case .section(let section): sectionDependents[section] ?? []
    case .row(let section, let row):
      dependents[AnswerPlan.RowReference(section: section, row: row)] ?? []
    }
  }

  /// The entries that read the items of a section.
  func gatherers(ofSection section: Int) -> [Int] { gatherers[section] ?? [] }

  /// The entries that are evaluated for each item of a section.
  func itemEntries(ofSection section: Int) -> [Int] { itemEntries[section] ?? [] }

  /// The sections inside a section's items whose conditions read its rows.
  func innerSections(ofSection section: Int) -> [Int] { innerSections[section] ?? [] }
}
