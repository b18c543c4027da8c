// When a row or a section is shown: what `when` says, and in which order conditions are looked at.

/// A row that a condition looks at.
struct ConditionReference: Hashable, Sendable {
  var section: Int
  var row: Int
  /// The number of a row made by `count`, 0 for all others.
  var number: Int
  /// Whether it is a row of the same item.
  var isOfItem: Bool

  /// The row template that makes it.
  var template: AnswerPlan.RowReference { AnswerPlan.RowReference(section: section, row: row) }

  /// The row in an item.
  func id(inItem item: Int) -> FormRow.ID {
    FormRow.ID(section: section, item: isOfItem ? item : 0, row: row, number: number)
  }
}

/// What must hold for a row or a section to be shown (section 8 of the design).
indirect enum Condition: Sendable {
  /// What is asked of a row's value.
  enum Test: Sendable {
    case isFilled
    case isOneOf([RowValue])
  }

  case row(ConditionReference, Test)
  /// An expression, with the rows that it reads.
  case expression(Expression, [ConditionReference])
  /// A condition on calculated rows, with all that these are made from.
  case calculated(Condition, from: [ConditionReference], sections: Set<Int>)
  case all([Condition])
  case any([Condition])
  case not(Condition)

  /// Whether it holds.
  ///
  /// - Parameters:
  ///   - value: the value of a row, nil for no answer.
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

  /// The rows it looks at.
  var references: [ConditionReference] {
    switch self {
    case .row(let reference, _): [reference]
    case .expression(_, let references): references
    case .calculated(let condition, let sources, _): condition.references + sources
    case .all(let conditions), .any(let conditions): conditions.flatMap(\.references)
    case .not(let condition): condition.references
    }
  }

  /// The sections whose items it goes through; only expressions do.
  var sections: Set<Int> {
    switch self {
    case .expression(let expression, _): expression.sections
    case .calculated(let condition, _, let sections): condition.sections.union(sections)
    case .row, .all, .any, .not: []
    }
  }

  /// Whether it looks at a row of the same item.
  var looksAtItem: Bool { references.contains(where: \.isOfItem) }
}

extension RowValue {
  /// Whether a value is this one, or a list that has it.
  fileprivate func isHeld(in value: RowValue) -> Bool {
    if case .list(let elements) = value { return elements.contains { isHeld(in: $0) } }
    return self == value
  }
}

/// Whose condition it is.
enum ConditionOwner: Hashable, Sendable {
  case section(Int)
  case row(section: Int, row: Int)

  /// The section it is, or is in.
  var section: Int {
    switch self {
    case .section(let section), .row(let section, _): section
    }
  }
}

/// All conditions of a template, each behind those that decide what it looks at.
package struct ConditionPlan: Sendable {
  /// One of them.
  struct Entry: Sendable {
    let owner: ConditionOwner
    let condition: Condition
    /// Whether it is looked at for each item.
    let isOfItem: Bool
  }

  let entries: [Entry]
  /// The entries that look at a row template, in order.
  private let dependents: [AnswerPlan.RowReference: [Int]]
  /// The entries that look at a row of a section, in order.
  private let sectionDependents: [Int: [Int]]
  /// The entries of a section that are looked at for each item, in order.
  private let itemEntries: [Int: [Int]]
  /// The entries that go through the items of a section, in order.
  private let gatherers: [Int: [Int]]

  static let none = ConditionPlan(entries: [])

  /// - Parameter entries: in an order in which none decides what an earlier one looks at.
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
    itemEntries = Dictionary(
      grouping: entries.indices.filter { entries[$0].isOfItem }, by: { entries[$0].owner.section })
  }

  package var isEmpty: Bool { entries.isEmpty }

  /// The entries that look at a row.
  func dependents(of row: FormRow.ID) -> [Int] { dependents[AnswerPlan.RowReference(row)] ?? [] }

  /// The entries that look at what an entry hides or shows; all come behind it.
  func dependents(of entry: Entry) -> [Int] {
    switch entry.owner {
    case .section(let section): sectionDependents[section] ?? []
    case .row(let section, let row):
      dependents[AnswerPlan.RowReference(section: section, row: row)] ?? []
    }
  }

  /// The entries that go through the items of a section.
  func gatherers(ofSection section: Int) -> [Int] { gatherers[section] ?? [] }

  /// The entries of a section that are looked at for each item.
  func itemEntries(ofSection section: Int) -> [Int] { itemEntries[section] ?? [] }
}
