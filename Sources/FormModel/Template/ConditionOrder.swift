// The order of conditions: each comes after those that show or hide the rows that it reads.

/// Sorts conditions, depth first. It is not recursive, because a form can nest them to any depth.
struct ConditionOrder {
  /// The sorted entries.
  private(set) var entries: [ConditionPlan.Entry] = []
  private let conditions: [ConditionOwner: Condition]
  private let sections: [FormSection]
  private var states: [ConditionOwner: State] = [:]

  private enum State { case open, finished }

  /// An owner on the path, with the owners that affect it and were not visited yet; the next is the
  /// last.
  private struct Step {
    let owner: ConditionOwner
    var deciding: [ConditionOwner]
  }

  init(conditions: [ConditionOwner: Condition], of sections: [FormSection]) {
    (self.conditions, self.sections) = (conditions, sections)
  }

  /// Adds an owner's condition after all that affect it; false if it affects itself.
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

  /// Begins with an owner; false if it is already on the path.
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

  /// The owners that show or hide the rows that a condition reads.
  private func deciding(_ owner: ConditionOwner) -> [ConditionOwner] {
    // A row without a condition is shown if its section is, and the section if the one around it
    // is.
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
  /// The repeating section whose items contain it; nil outside of items.
  func sectionAround(in sections: [FormSection]) -> Int? {
    switch self {
    case .row(let section, _): sections[section].chain.last
    case .section(let section): sections[section].parent
    }
  }
}
