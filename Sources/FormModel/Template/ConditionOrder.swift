// The order of conditions: each comes after those that decide what it looks at.

/// Puts conditions in order, depth first; the depth is the form author's, so it is no recursion.
struct ConditionOrder {
  /// Those that were put in order.
  private(set) var entries: [ConditionPlan.Entry] = []
  private let conditions: [ConditionOwner: Condition]
  private let sections: [FormSection]
  private var states: [ConditionOwner: State] = [:]

  private enum State { case open, finished }

  /// An owner on the way, with what decides about it and is not looked at yet, the next one last.
  private struct Step {
    let owner: ConditionOwner
    var deciding: [ConditionOwner]
  }

  init(conditions: [ConditionOwner: Condition], of sections: [FormSection]) {
    (self.conditions, self.sections) = (conditions, sections)
  }

  /// Puts an owner's condition behind all that decide about it; false when it decides about itself.
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
            itemSection: condition.looksAtItem ? owner.sectionAround(in: sections) : nil))
      }
    }
    return true
  }

  /// Takes up an owner; false when it is on the way already.
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

  /// What decides whether the rows that a condition looks at are shown.
  private func deciding(_ owner: ConditionOwner) -> [ConditionOwner] {
    // A row without a condition is shown when its section is, and that when the one around it is.
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
  /// The repeating section in whose items it is; nil outside of items.
  func sectionAround(in sections: [FormSection]) -> Int? {
    switch self {
    case .row(let section, _): sections[section].chain.last
    case .section(let section): sections[section].parent
    }
  }
}
