// The order of conditions: each condition comes after the conditions that show or hide the rows it
// reads.

/// Sorts conditions by a depth-first search. The owner of a condition is the row or section that it
/// shows or hides. A stack replaces recursion, because conditions can depend on each other to any
/// depth.
struct ConditionOrder {
  /// The sorted entries.
  private(set) var entries: [ConditionPlan.Entry] = []
  private let conditions: [ConditionOwner: Condition]
  private let sections: [FormSection]
  private var states: [ConditionOwner: State] = [:]

  private enum State { case open, finished }

  /// An owner on the present path of the search, and the owners that affect its condition and have
  /// not been visited. The last owner in `deciding` is visited next.
  private struct Step {
    let owner: ConditionOwner
    var deciding: [ConditionOwner]
  }

  init(conditions: [ConditionOwner: Condition], of sections: [FormSection]) {
    (self.conditions, self.sections) = (conditions, sections)
  }

  /// Adds an owner's condition after all conditions that affect it; returns false if the condition
  /// affects itself.
  mutating func visit(_ owner: ConditionOwner) -> Bool {
    var path: [Step] = []
    guard enter(owner, path: &path) else { return false }
    while !path.isEmpty {
      if let next = path[path.count - 1].deciding.popLast() {
        guard enter(next, path: &path) else { return false }
      } else {
        let owner = path.removeLast().owner
        states[owner] = .finished
        guard let condition = conditions[owner] else { continue }
        entries.append(
          ConditionPlan.Entry(
            owner: owner, condition: condition,
            itemSection: condition.readsItem ? owner.sectionAround(in: sections) : nil))
      }
    }
    return true
  }

  /// Begins to visit an owner; returns false if it is already on the path.
  private mutating func enter(_ owner: ConditionOwner, path: inout [Step]) -> Bool {
    switch states[owner] {
    case .open: return false
    case .finished: return true
    case nil:
      states[owner] = .open
      path.append(Step(owner: owner, deciding: deciding(owner).reversed()))
      return true
    }
  }

  /// The owners whose conditions decide whether the rows that a condition reads are shown.
  private func deciding(_ owner: ConditionOwner) -> [ConditionOwner] {
    // A row without a condition is shown if its section is shown. A section without a condition is
    // shown if the section around it is shown.
    guard let condition = conditions[owner] else {
      switch owner {
      case .row(let section, _): return [.section(section)]
      case .section(let section): return sections[section].parent.map { [.section($0)] } ?? []
      }
    }
    return condition.references.flatMap { reference -> [ConditionOwner] in
      [.row(section: reference.section, row: reference.row), .section(reference.section)]
    }
  }
}

extension ConditionOwner {
  /// The repeating section whose items contain the row or section; nil outside of items.
  func sectionAround(in sections: [FormSection]) -> Int? {
    switch self {
    case .row(let section, _): sections[section].chain.last
    case .section(let section): sections[section].parent
    }
  }
}
