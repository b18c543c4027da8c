// The changes that an author may make to a template between two sessions.

import TerminalTesting

extension FormShape {
  /// A change of a template. Some changes keep all ids.
  enum TemplateChange: CaseIterable {
    case renameRow, renameSection, reorderRows, moveRow, initial, count, toRepeat, toPlain
  }

  /// The form after a change; nil if the change is not possible.
  func changed(_ change: TemplateChange, number: Int, _ dice: inout SeededGenerator) -> FormShape? {
    let section = dice.number(below: sections.count)
    var changed = sections
    let isDone =
      switch change {
      case .renameRow: rename(in: &changed[section], number, &dice)
      case .renameSection: renameSection(&changed[section], number)
      case .reorderRows: reorder(&changed, section, &dice)
      case .moveRow: move(&changed, section, &dice)
      case .initial: setInitial(&changed[section], &dice)
      case .count: setCount(&changed[section], &dice)
      case .toRepeat: makeRepeating(&changed[section], section, &dice)
      case .toPlain: makePlain(&changed[section], section)
      }
    return isDone && FormShape.alwaysHasRow(changed) ? FormShape(changed, height: height) : nil
  }

  /// Whether there is a row, or a line for creating items, that is shown whatever the answers are.
  private static func alwaysHasRow(_ sections: [Section]) -> Bool {
    sections.contains { section in
      guard section.condition == nil, section.parent == nil else { return false }
      guard let repetition = section.repetition else {
        return section.rows.contains { $0.condition == nil }
      }
      return repetition.hasEntry
    }
  }

  private func rename(in section: inout Section, _ number: Int, _ dice: inout SeededGenerator)
    -> Bool
  {
    let row = dice.number(below: section.rows.count)
    section.rows[row].name += "x\(number)"
    section.rows[row].id =
      section.rows[row].count == nil ? section.rows[row].name : "x\(number)" + section.rows[row].id
    return true
  }

  private func renameSection(_ section: inout Section, _ number: Int) -> Bool {
    section.id += "x\(number)"
    return true
  }

  private func reorder(_ sections: inout [Section], _ section: Int, _ dice: inout SeededGenerator)
    -> Bool
  {
    let count = sections[section].rows.count
    guard count > 1 else { return false }
    let first = dice.number(below: count)
    var order = Array(0..<count)
    order.append(order.remove(at: first))
    // The text that is typed to create an item goes into the first row with a line.
    let lines = order.filter { sections[section].isLine($0) }
    guard let line = lines.first, !sections[section].rows[line].isBoolean else { return false }
    FormShape.put(order.map { (section, $0) }, into: section, of: &sections)
    return true
  }

  private func move(_ sections: inout [Section], _ section: Int, _ dice: inout SeededGenerator)
    -> Bool
  {
    let target = dice.number(below: sections.count)
    let row = dice.number(below: sections[section].rows.count)
    let moved = sections[section].rows[row]
    guard target != section, sections[section].isLine(row), moved.condition == nil,
      !deciders.contains(where: { $0 == (section, row) }),
      sections[section].rows.indices.count(where: { sections[section].isLine($0) }) > 1,
      moved.count == nil || sections[target].repetition == nil,
      !sections[target].rows.contains(where: { $0.name == moved.name || $0.id == moved.id })
    else { return false }
    let rest = sections[section].rows.indices.filter { $0 != row }
    let first = rest.first { sections[section].isLine($0) }
    guard first.map({ !sections[section].rows[$0].isBoolean }) ?? false else { return false }
    let before = sections
    FormShape.put(
      sections[target].rows.indices.map { (target, $0) } + [(section, row)], into: target,
      of: &sections)
    sections[section].rows = before[section].rows
    FormShape.put(rest.map { (section, $0) }, into: section, of: &sections)
    return true
  }

  /// Puts rows into a section, and adapts the conditions and ticks that refer to them.
  private static func put(
    _ rows: [(section: Int, row: Int)], into section: Int, of sections: inout [Section]
  ) {
    let before = sections
    func place(_ row: Int) -> Int? { rows.firstIndex { $0 == (section, row) } }
    sections[section].rows = rows.map { before[$0.section].rows[$0.row] }
    if let tick = before[section].repetition?.tick {
      sections[section].repetition?.tick = place(tick)
    }
    func led(_ condition: Condition?) -> Condition? {
      guard var condition, condition.section == section, let row = place(condition.row) else {
        return condition
      }
      condition.row = row
      return condition
    }
    for number in sections.indices {
      sections[number].condition = led(sections[number].condition)
      for row in sections[number].rows.indices {
        sections[number].rows[row].condition = led(sections[number].rows[row].condition)
      }
    }
  }

  private func setInitial(_ section: inout Section, _ dice: inout SeededGenerator) -> Bool {
    guard let repetition = section.repetition else { return false }
    section.repetition?.initial = min(dice.number(in: 0...4), repetition.maximum ?? .max)
    return section.repetition?.initial != repetition.initial
  }

  private func setCount(_ section: inout Section, _ dice: inout SeededGenerator) -> Bool {
    guard section.repetition == nil else { return false }
    let row = dice.number(below: section.rows.count)
    guard !section.rows[row].isBoolean, section.rows[row].condition == nil,
      section.rows[row].base.isEmpty
    else { return false }
    if section.rows[row].count == nil {
      section.rows[row].count = dice.one(of: [1, 3, 12])
      section.rows[row].id += "{n}"
      section.rows[row].label += " {n}"
    } else if dice.chance(50) {
      section.rows[row].count = dice.one(of: [1, 2, 5, 30])
    } else {
      section.rows[row].count = nil
      section.rows[row].id = section.rows[row].id.replacing("{n}", with: "")
      section.rows[row].label = section.rows[row].label.replacing(" {n}", with: "")
    }
    return true
  }

  private func makeRepeating(
    _ section: inout Section, _ number: Int, _ dice: inout SeededGenerator
  ) -> Bool {
    guard section.repetition == nil, !section.rows.contains(where: { $0.count != nil }),
      // Conditions on a row of a repeat are only allowed in the same item.
      !sections.enumerated().contains(where: { place, other in
        other.condition?.section == number
          || (place != number && other.rows.contains { $0.condition?.section == number })
      }), !section.rows[0].isBoolean
    else { return false }
    if section.member == nil { section.member = section.id }
    section.repetition = Repetition(
      initial: dice.number(in: 0...3), insertsFirst: dice.chance(40), label: "Part {n}",
      hasEntry: dice.chance(40))
    return true
  }

  private func makePlain(_ section: inout Section, _ number: Int) -> Bool {
    guard section.repetition != nil, section.parent == nil, section.children.isEmpty else {
      return false
    }
    section.repetition = nil
    for row in section.rows.indices {
      section.rows[row].label = section.rows[row].label.replacing(" {n}", with: "")
    }
    return true
  }
}
