// The forms of the sessions: two that ship, and random ones, some with items inside items.

import TerminalTesting

extension FormShape {
  /// A form of any kind.
  ///
  /// - Parameter isMixed: as in `nested`.
  static func any(_ dice: inout SeededGenerator, isMixed: Bool) -> FormShape {
    switch dice.number(below: 100) {
    case 0..<15: .classmates()
    case 15..<25: .tasks()
    case 25..<65: .nested(&dice, isMixed: isMixed)
    default: .generated(&dice)
    }
  }

  /// Forms/classmates.json.
  static func classmates() -> FormShape {
    let row = Row(id: "classmate{n}", name: "classmates", label: "Classmate {n}", count: 20)
    return FormShape([Section(id: "names", rows: [row])], height: 8, name: "classmates")
  }

  /// Forms/tasks.json.
  static func tasks() -> FormShape {
    let rows = [
      Row(name: "done", label: "Done", isBoolean: true, base: Line("no".unicodeScalars)),
      Row(name: "what", label: "Task {n}", isRequired: true),
    ]
    let sections = [("priority", "Priority", true), ("bonus", "Bonus", false)].map {
      Section(
        id: $0, title: $1, member: $0, rows: rows,
        repetition: Repetition(
          initial: 0, insertsFirst: $2, label: "Task {n}", hasEntry: true, tick: 0))
    }
    return FormShape(sections, height: nil, name: "tasks")
  }

  /// A form with titled sections, placeholders, counted rows, and all kinds of repeats and
  /// conditions.
  static func generated(_ dice: inout SeededGenerator) -> FormShape {
    let decides = dice.chance(70)
    let member = Condition(section: 0, row: 1)
    var about = Section(
      id: "s0", title: "About", member: "s0",
      rows: [
        Row(name: "name", label: "Name", isRequired: true),
        Row(name: "member", label: "Member", isBoolean: true, base: base(&dice)),
        Row(name: "email", label: "Email", placeholder: "like email"),
        Row(name: "phone", label: "Phone", base: textBase(&dice)),
      ])
    if dice.chance(30) { about.rows[0].base = Line("=00".unicodeScalars) }
    if decides {
      about.rows[2].condition = dice.chance(50) ? member : nil
      about.rows[3].condition = dice.chance(30) ? negated(member) : nil
    }
    let work = repeating(1, "Work", label: "Item {n}", decidedBy: decides ? member : nil, &dice)
    var extra = repeating(2, "Stops", label: "Stop {n}", decidedBy: nil, &dice)
    if dice.chance(50) {
      extra = Section(
        id: "s2", title: "Papers", member: "s2",
        rows: [Row(name: "passport", label: "Passport"), Row(name: "visa", label: "Visa")])
    }
    if decides, dice.chance(70) { extra.condition = dice.chance(70) ? member : negated(member) }
    var list = Section(
      id: "s3", title: "List", member: "s3", rows: [Row(name: "note", label: "Note")])
    let counted = dice.one(of: [0, 12, 40, 1_000])
    if counted > 0 {
      list.rows.append(Row(id: "n{n}", name: "list", label: "Entry {n}", count: counted))
    }
    return FormShape(
      [about, work, extra, list], height: dice.chance(85) ? dice.number(in: 4...14) : nil)
  }

  /// A form with items inside items, on three levels, and two lists in each outermost item.
  ///
  /// - Parameter isMixed: whether lists may be objects, items may be texts, and lists may share their
  ///   key with a text row.
  static func nested(_ dice: inout SeededGenerator, isMixed: Bool) -> FormShape {
    let decides = dice.chance(70)
    let member = Condition(section: 0, row: 1)
    let about = Section(
      id: "s0", title: "About", member: "s0",
      rows: [
        Row(name: "name", label: "Name"),
        Row(name: "member", label: "Member", isBoolean: true, base: base(&dice)),
      ])
    var work = repeating(
      1, "Work", label: "Item {n}", decidedBy: decides ? member : nil, mostItems: 2, &dice)
    var projects = inner(2, "Projects", label: "Project {n}", inside: 1, &dice)
    var tasks = inner(3, "Tasks", label: "Task {n}", inside: 2, &dice)
    var notes = inner(4, "Notes", label: "Note {n}", inside: 1, &dice)
    // The conditions read a row of the surrounding item, a row of the item around that item, and a
    // row outside of items.
    if let past = work.rows.firstIndex(where: { $0.name == "past" }) {
      let own = Condition(section: 1, row: past, isNegated: dice.chance(30))
      if dice.chance(40) { projects.condition = own }
      let last = projects.rows.count - 1
      if dice.chance(40), projects.isLine(last) { projects.rows[last].condition = own }
    }
    if decides, dice.chance(50) { notes.condition = dice.chance(50) ? member : negated(member) }
    // One row always has a line, which gets the text that is typed for a new item.
    work.rows[0].condition = nil
    if isMixed {
      if dice.chance(30) { work.repetition?.isMap = true }
      // The row that names an item is always shown.
      if projects.rows[0].condition == nil, dice.chance(60) { projects.repetition?.isMap = true }
      if dice.chance(40) { tasks.repetition?.isMap = true }
      if dice.chance(60) {
        makeAlternatives(&notes, in: &work, &dice)
      } else if projects.repetition?.isMap != true, dice.chance(50) {
        notes.repetition?.isMap = true
        notes.repetition?.joinsObject = true
      }
      // At most one list of an item has the other members of the item.
      if work.repetition?.isMap == true { work.repetition?.joinsObject = dice.chance(50) }
      if projects.repetition?.isMap == true { projects.repetition?.joinsObject = dice.chance(40) }
      if tasks.repetition?.isMap == true { tasks.repetition?.joinsObject = dice.chance(50) }
      if dice.chance(40) { makeWhole(&tasks, 3) }
      if dice.chance(40) { makeWhole(&notes, 4) }
    }
    let list = Section(
      id: "s5", title: "List", member: "s5", rows: [Row(name: "last", label: "Last")])
    return FormShape(
      [about, work, projects, tasks, notes, list],
      height: dice.chance(85) ? dice.number(in: 4...14) : nil)
  }

  /// Gives a list inside items the same key as a text row, and adds a row that decides which of the
  /// two is shown.
  private static func makeAlternatives(
    _ list: inout Section, in section: inout Section, _ dice: inout SeededGenerator
  ) {
    var kind = Row(name: "kind", label: "Kind", isBoolean: true, base: base(&dice))
    kind.isExported = dice.chance(30)
    let showsList = Condition(section: 1, row: section.rows.count, isNegated: dice.chance(30))
    section.rows.append(kind)
    section.rows.append(
      Row(id: "plan", name: list.member ?? "", label: "Plan", condition: negated(showsList)))
    list.condition = showsList
  }

  /// Makes each item of a section a text, or an object with the rows that the section has. A row
  /// decides which of the two is shown.
  private static func makeWhole(_ section: inout Section, _ number: Int) {
    section.repetition?.tick = nil
    let name = section.repetition?.isMap == true ? section.rows.prefix(1) : []
    let isText = Condition(section: number, row: name.count + 1)
    var line = Row(name: "line\(number)", label: "Line", condition: isText)
    line.isWhole = true
    var kind = Row(name: "kind\(number)", label: "Is a text", isBoolean: true)
    (kind.base, kind.isExported) = (Line("yes".unicodeScalars), false)
    if section.rows.count == name.count {
      section.rows.append(Row(name: "b\(number)", label: "Note"))
    }
    let others = section.rows.dropFirst(name.count).map { row in
      var row = row
      row.condition = negated(isText)
      return row
    }
    section.rows = name + [line, kind] + others
  }

  /// A section inside the items of another. It has one row, or two of which the second may be
  /// boolean.
  private static func inner(
    _ number: Int, _ title: String, label: String, inside parent: Int,
    _ dice: inout SeededGenerator
  ) -> Section {
    var rows = [Row(name: "a\(number)", label: "Title", isRequired: dice.chance(30))]
    if dice.chance(60) {
      rows.append(
        Row(name: "b\(number)", label: "Done", isBoolean: dice.chance(50), base: base(&dice)))
    }
    var repetition = Repetition(
      initial: dice.number(in: 0...2), insertsFirst: dice.chance(30), label: label,
      hasEntry: dice.chance(40))
    repetition.maximum = dice.chance(40) ? max(repetition.initial, dice.number(in: 1...4)) : nil
    if rows.count == 2, rows[1].isBoolean, dice.chance(40) { repetition.tick = 1 }
    return Section(
      id: "s\(number)", title: dice.chance(70) ? title : nil, member: "s\(number)", rows: rows,
      repetition: repetition, parent: parent)
  }

  /// A repeating section, in one of many variants.
  private static func repeating(
    _ number: Int, _ title: String, label: String, decidedBy outside: Condition?,
    mostItems: Int = 3, _ dice: inout SeededGenerator
  ) -> Section {
    var rows = [
      Row(name: "company", label: "Company", isRequired: dice.chance(30)),
      Row(name: "since", label: "Since", placeholder: "like since", base: textBase(&dice)),
    ]
    var repetition = Repetition(
      initial: dice.number(in: 0...mostItems), insertsFirst: dice.chance(40), label: label,
      hasEntry: dice.chance(40))
    repetition.maximum = dice.chance(40) ? max(repetition.initial, dice.number(in: 2...6)) : nil
    if let outside, dice.chance(40) { rows[1].condition = outside }
    if dice.chance(50) {
      rows.append(Row(name: "past", label: "Past", isBoolean: true, base: base(&dice)))
      let own = Condition(section: number, row: 2, isNegated: dice.chance(30))
      rows.append(Row(name: "until", label: "Until", condition: own))
    }
    if dice.chance(repetition.hasEntry ? 70 : 20) {
      if dice.chance(30) { rows = [rows[0]] }
      repetition.tick = rows.count
      rows.append(Row(name: "done", label: "Done", isBoolean: true, base: base(&dice)))
      if rows.count > 2, rows[1].condition == nil, dice.chance(40) {
        rows[1].condition = Condition(section: number, row: rows.count - 1)
      }
    }
    return Section(
      id: "s\(number)", title: title, member: "s\(number)", rows: rows, repetition: repetition)
  }

  private static func base(_ dice: inout SeededGenerator) -> Line {
    Line(dice.one(of: ["", "", "no", "yes"]).unicodeScalars)
  }

  /// A default of a text row; typing replaces it.
  private static func textBase(_ dice: inout SeededGenerator) -> Line {
    Line(dice.one(of: ["", "", "=0"]).unicodeScalars)
  }

  private static func negated(_ condition: Condition) -> Condition {
    var condition = condition
    condition.isNegated.toggle()
    return condition
  }
}

// MARK: - Templates

extension FormShape {
  /// The template's text.
  var template: String {
    let outermost = sections.indices.filter { sections[$0].parent == nil }
    let texts = outermost.map { section($0) }.joined(separator: ",\n    ")
    let viewport = height.map { "\"viewport\": \($0), " } ?? ""
    return """
      { "longform": 1, "id": "generated", "title": "Generated", \(viewport)
        "output": { "empty": "omit" },
        "sections": [
          \(texts) ] }
      """
  }

  private func section(_ number: Int) -> String {
    let section = sections[number]
    var members = ["\"id\": \"\(section.id)\""]
    if let title = section.title { members.append("\"title\": \"\(title)\"") }
    if let condition = section.condition { members.append(self.condition(condition)) }
    if let repetition = section.repetition {
      members.append("\"repeat\": { \(describe(repetition, of: section)) }")
    }
    let rows = section.rows.map { "\n      { \(describe($0, of: section)) }" }
    members.append("\"rows\": [\(rows.joined(separator: ",")) ]")
    if !section.children.isEmpty {
      let inner = section.children.map { self.section($0) }.joined(separator: ",\n      ")
      members.append("\"sections\": [\n      \(inner) ]")
    }
    return "{ \(members.joined(separator: ", ")) }"
  }

  private func describe(_ repetition: Repetition, of section: Section) -> String {
    var members = [
      "\"key\": \(repetition.joinsObject ? "[]" : "\"\(section.member ?? section.id)\"")",
      "\"initial\": \(repetition.initial)",
      "\"label\": \"\(repetition.label)\"",
      "\"insert\": \"\(repetition.insertsFirst ? "first" : "last")\"",
      "\"entry\": \(repetition.hasEntry)",
    ]
    if let maximum = repetition.maximum { members.append("\"max\": \(maximum)") }
    if repetition.isMap {
      let kind = repetition.joinsObject ? "members" : "object"
      members.append("\"as\": \"\(kind)\", \"keyRow\": \"\(section.rows[0].id)\"")
    }
    if let tick = repetition.tick { members.append("\"tick\": \"\(section.rows[tick].id)\"") }
    return members.joined(separator: ", ")
  }

  private func describe(_ row: Row, of section: Section) -> String {
    let path = section.repetition == nil ? section.member.map { $0 + "." } ?? "" : ""
    var members = ["\"id\": \"\(row.id)\"", "\"label\": \"\(row.label)\""]
    if row.isWhole {
      members.append("\"key\": []")
    } else if section.repetition?.isMap != true || row.id != section.rows[0].id {
      members.append("\"key\": \"\(path)\(row.name)\(row.count == nil ? "" : "[]")\"")
    }
    if !row.isExported { members.append("\"export\": false") }
    if row.isBoolean { members.append("\"type\": \"boolean\"") }
    if row.isSecret { members.append("\"type\": \"secret\"") }
    if row.isRequired { members.append("\"required\": true") }
    if !row.base.isEmpty { members.append("\"default\": \"\(String(row.base))\"") }
    if !row.placeholder.isEmpty { members.append("\"placeholder\": \"\(row.placeholder)\"") }
    if let count = row.count { members.append("\"count\": \(count)") }
    if let condition = row.condition { members.append(self.condition(condition)) }
    return members.joined(separator: ", ")
  }

  private func condition(_ condition: Condition) -> String {
    let name = sections[condition.section].rows[condition.row].id
    let holds = "{ \"row\": \"\(name)\", \"is\": true }"
    return "\"when\": \(condition.isNegated ? "{ \"not\": \(holds) }" : holds)"
  }
}
