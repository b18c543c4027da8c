// Items inside items. They are compared with a tree of plain Swift values.

import FormFixtures
import FormText
import LosslessJSON
import TerminalTesting
import Testing

@testable import FormModel

/// A random form with up to three levels of sections, and the expected tree of items.
private struct NestedForm {
  /// An item of a list: the text of each of its rows, and the lists inside the item.
  struct Item: Equatable {
    var texts: [String]
    var lists: [[Item]]
  }

  /// A section of the form.
  struct Section {
    let id: String
    let rows: [String]
    let initial: Int
    let insertsFirst: Bool
    let maximum: Int?
    /// Whether this section is hidden in items whose first row has the text “hide”.
    let hides: Bool
    /// Whether the items are written as members of an object. The answer to an item's first row is
    /// then the name of its member.
    let isMap: Bool
    /// Whether the last row's answer is written as the whole item.
    var isWhole = false
    let children: [Section]

    var json: String {
      let insert = insertsFirst ? #", "insert": "first""# : ""
      let most = maximum.map { #", "max": \#($0)"# } ?? ""
      let map = isMap ? #", "as": "object", "keyRow": "\#(rows[0])""# : ""
      let whole = isWhole ? #", "key": []"# : ""
      let rows = rows.map { #"{"id": "\#($0)"\#($0 == self.rows.last ? whole : "")}"# }
        .joined(separator: ", ")
      let when = hides ? #", "when": {"not": {"row": "\#(parentRow)", "is": "hide"}}"# : ""
      let sections =
        children.isEmpty
        ? "" : #", "sections": [\#(children.map(\.json).joined(separator: ", "))]"#
      return #"{"id": "\#(id)", "title": "The \#(id)"\#(when), "repeat": {"initial": \#(initial)"#
        + #"\#(insert)\#(most)\#(map)}, "rows": [\#(rows)]\#(sections)}"#
    }

    let parentRow: String
  }

  let sections: [Section]
  /// The sections by their index in the template.
  private(set) var places: [Section] = []

  init(using generator: inout SeededGenerator) {
    var count = 0
    func section(depth: Int, parentRow: String) -> Section {
      count += 1
      let number = count
      let rows = (0..<generator.number(in: 1...3)).map { "s\(number)r\($0)" }
      let most = depth == 3 ? 0 : generator.number(in: depth == 1 ? 1...2 : 0...2)
      let children = (0..<most).map { _ in section(depth: depth + 1, parentRow: rows[0]) }
      let isMap = generator.chance(40)
      return Section(
        id: "s\(number)", rows: rows, initial: generator.number(below: 3),
        insertsFirst: generator.chance(25), maximum: generator.chance(20) ? 3 : nil,
        hides: depth > 1 && generator.chance(30), isMap: isMap,
        isWhole: children.isEmpty && rows.count == (isMap ? 2 : 1) && generator.chance(60),
        children: children, parentRow: parentRow)
    }
    sections = (0..<generator.number(in: 1...2)).map { _ in section(depth: 1, parentRow: "") }
    func note(_ section: Section) {
      places.append(section)
      section.children.forEach(note)
    }
    sections.forEach(note)
  }

  var json: String {
    #"{"longform": 1, "id": "nested", "output": {"empty": "omit"}, "sections": ["#
      + sections.map(\.json).joined(separator: ", ") + "]}"
  }

  func newItem(of section: Section) -> Item {
    Item(
      texts: section.rows.map { _ in "" },
      lists: section.children.map { child in
        (0..<child.initial).map { _ in newItem(of: child) }
      })
  }

  var newLists: [[Item]] {
    sections.map { section in (0..<section.initial).map { _ in newItem(of: section) } }
  }

  /// Returns the expected lines of a list: rows with their texts, titles, headers, and `+` for an
  /// add line, on which people type the next item.
  func lines(of list: [Item], _ section: Section) -> [String] {
    let hasRoom = list.count < section.maximum ?? .max
    let hasHeaders = section.rows.count > 1 || !section.children.isEmpty
    var lines: [String] = []
    if !list.isEmpty, !hasHeaders { lines.append("title \(section.id)") }
    if hasRoom, section.insertsFirst { lines.append("+ \(section.id)") }
    for item in list {
      if hasHeaders { lines.append("header \(section.id)") }
      lines += zip(section.rows, item.texts).map { "\($0)=\($1)" }
      for (child, list) in zip(section.children, item.lists) where !isHidden(child, in: item) {
        lines += self.lines(of: list, child)
      }
    }
    if hasRoom, !section.insertsFirst { lines.append("+ \(section.id)") }
    return lines
  }

  func isHidden(_ section: Section, in item: Item) -> Bool {
    section.hides && item.texts[0] == "hide"
  }

  func isEmpty(_ item: Item, _ section: Section) -> Bool {
    item.texts.allSatisfy(\.isEmpty)
      && zip(section.children, item.lists).allSatisfy { child, list in
        isHidden(child, in: item) || list.allSatisfy { isEmpty($0, child) }
      }
  }

  func json(of list: [Item], _ section: Section) -> String {
    let items = list.filter { !isEmpty($0, section) }.map { item -> String in
      let name = section.isMap ? #""\#(item.texts[0])":"# : ""
      if section.isWhole {
        let text = item.texts[section.rows.count - 1]
        return name + (text.isEmpty ? "null" : #""\#(text)""#)
      }
      let rows = zip(section.rows, item.texts).dropFirst(section.isMap ? 1 : 0)
        .filter { !$1.isEmpty }.map { #""\#($0)":"\#($1)""# }
      let lists = zip(section.children, item.lists).filter { child, list in
        !isHidden(child, in: item) && list.contains { !isEmpty($0, child) }
      }.map { json(of: $1, $0) }
      return name + "{" + (rows + lists).joined(separator: ",") + "}"
    }
    let all = items.joined(separator: ",")
    return #""\#(section.id)":"# + (section.isMap ? "{\(all)}" : "[\(all)]")
  }

  /// Whether all items that become members of an object have different names, in a list and in all
  /// lists inside its items.
  func hasNames(_ list: [Item], _ section: Section) -> Bool {
    let names = list.filter { !isEmpty($0, section) }.map { $0.texts[0] }
    if section.isMap, Set(names).count < names.count || names.contains("") { return false }
    return list.allSatisfy { zip(section.children, $0.lists).allSatisfy { hasNames($1, $0) } }
  }

  func hasNames(_ lists: [[Item]]) -> Bool {
    zip(sections, lists).allSatisfy { hasNames($1, $0) }
  }

  func json(of lists: [[Item]]) -> String {
    let members = zip(sections, lists).filter { section, list in
      list.contains { !isEmpty($0, section) }
    }
    return "{" + members.map { json(of: $1, $0) }.joined(separator: ",") + "}\n"
  }

  func filled(_ list: [Item], _ section: Section) -> Int {
    list.reduce(0) { sum, item in
      sum + item.texts.count { !$0.isEmpty }
        + zip(section.children, item.lists).reduce(0) {
          isHidden($1.0, in: item) ? $0 : $0 + filled($1.1, $1.0)
        }
    }
  }
}

@Suite("Items inside items")
struct NestedItemTests {
  /// Returns the lines of a session, in the same notation as `NestedForm.lines`.
  private func lines(of session: FormSession) throws -> [String] {
    let outline = session.answers.outline
    var lines: [String] = []
    var rows = 0
    let count = outline.lineCount(withHeaders: true)
    for start in 0..<count {
      let range = ViewLine(start)..<ViewLine(start) + 8
      #expect(
        outline.lines(at: range, withHeaders: true)
          == range.map { outline.line(at: $0, withHeaders: true) })
    }
    for number in 0..<count {
      let line = outline.line(at: ViewLine(number), withHeaders: true)
      switch try #require(line) {
      case .listTitle(let list): lines.append("title \(session.template.sections[list.section].id)")
      case .itemHeader(let section, _, _):
        lines.append("header \(session.template.sections[section].id)")
      case .row(let id, let index):
        #expect(outline.id(at: index) == id)
        #expect(outline.index(of: id) == index)
        #expect(outline.line(ofRowAt: index, withHeaders: true) == ViewLine(number))
        if id.isAddLine(in: session.template.sections) {
          #expect(outline.number(at: index) == nil)
          lines.append("+ \(session.template.sections[id.section].id)")
        } else {
          rows += 1
          #expect(outline.number(at: index) == FormRow.Number(rows))
          #expect(outline.index(ofNumber: FormRow.Number(rows)) == index)
          let row = session.template[id].id.source
          lines.append("\(row)=\(session.answers.text(of: id).string)")
        }
      case .note: Issue.record("there are no notes")
      }
    }
    #expect(outline.rowCount == rows)
    return lines
  }

  /// Returns the path of a random list of the tree, and the section of that list.
  private func randomList(
    _ form: NestedForm, _ lists: [[NestedForm.Item]], using generator: inout SeededGenerator
  ) -> (path: [Int], section: NestedForm.Section) {
    var path = [generator.number(below: form.sections.count)]
    var (section, list) = (form.sections[path[0]], lists[path[0]])
    while !section.children.isEmpty, !list.isEmpty, generator.chance(60) {
      let (item, child) = (
        generator.number(below: list.count), generator.number(below: section.children.count)
      )
      if form.isHidden(section.children[child], in: list[item]) { break }
      path += [item, child]
      (section, list) = (section.children[child], list[item].lists[child])
    }
    return (path, section)
  }

  private func change(
    _ lists: inout [[NestedForm.Item]], at path: ArraySlice<Int>,
    _ body: (inout [NestedForm.Item]) -> Void
  ) {
    guard let child = path.first else { return }
    guard path.count > 1 else { return body(&lists[child]) }
    let item = path[path.startIndex + 1]
    change(&lists[child][item].lists, at: path.dropFirst(2), body)
  }

  private func itemList(_ path: [Int], _ form: NestedForm, _ session: FormSession) -> ItemList? {
    var section = session.template.sectionIndex(id: form.sections[path[0]].id) ?? 0
    var list = ItemList(section: section, parent: 0)
    for step in stride(from: 1, to: path.count, by: 2) {
      guard let item = session.answers.outline.item(at: path[step], of: list) else { return nil }
      section = session.template.sections[section].children[path[step + 1]]
      list = ItemList(section: section, parent: item)
    }
    return list
  }

  @Test(
    "After any random action, rows, lines, numbers, counts and answers are those of a plain tree")
  func walk() throws {
    for seed in TestScale.turns(8) {
      var generator = SeededGenerator(seed: seed)
      let form = NestedForm(using: &generator)
      var session = FormSession(try .reading(form.json))
      var lists = form.newLists
      var (done, undone): ([[[NestedForm.Item]]], [[[NestedForm.Item]]]) = ([], [])
      var noted = NotedForm()
      for step in 0..<24 {
        let (path, section) = randomList(form, lists, using: &generator)
        let list = try #require(itemList(path, form, session))
        let count = session.answers.outline.itemCount(of: list)
        let position = generator.number(below: max(count, 1))
        let item = session.answers.outline.item(at: position, of: list)
        let before = lists
        var isStep = true
        switch generator.number(below: 10) {
        case 0, 1:
          session.applyToEnd(.itemAdded(section: list.section, parent: list.parent))
          isStep = count < section.maximum ?? .max
          if isStep {
            change(&lists, at: path[...]) {
              $0.insert(form.newItem(of: section), at: section.insertsFirst ? 0 : $0.count)
            }
          }
        case 2:
          guard let item else { continue }
          session.applyToEnd(.itemRemoved(section: list.section, item: item))
          change(&lists, at: path[...]) { $0.remove(at: position) }
        case 3:
          guard let item else { continue }
          let target = generator.number(below: count)
          isStep = target != position
          session.applyToEnd(.itemMoved(section: list.section, item: item, to: target))
          change(&lists, at: path[...]) { $0.insert($0.remove(at: position), at: target) }
        case 4:
          guard let item else { continue }
          session.applyToEnd(.itemDuplicated(section: list.section, item: item))
          isStep = count < section.maximum ?? .max
          if isStep {
            change(&lists, at: path[...]) { $0.insert($0[position], at: position + 1) }
          }
        case 5:
          session.applyToEnd(.undone)
          isStep = false
          if let last = done.popLast() {
            undone.append(lists)
            lists = last
          }
        case 6:
          session.applyToEnd(.redone)
          isStep = false
          if let next = undone.popLast() {
            done.append(lists)
            lists = next
          }
        default:
          guard let item else { continue }
          let row = generator.number(below: section.rows.count)
          let texts = ["hide", "", "x\(step)", section.isMap && row == 0 ? "n\(step)" : "y"]
          let text = texts[generator.number(below: 4)]
          session.applyToEnd(
            .answered(
              FormRow.ID(section: list.section, item: item, row: row, number: 0), Text(text)))
          change(&lists, at: path[...]) { $0[position].texts[row] = text }
          isStep = lists != before
        }
        if isStep {
          done.append(before)
          undone.removeAll()
        }
        // This action changes nothing, but every action applies the conditions.
        session.applyToEnd(.itemRemoved(section: 0, item: 0))
        let wanted = zip(form.sections, lists).flatMap { form.lines(of: $1, $0) }
        #expect(try lines(of: session) == wanted, "seed \(seed), step \(step)")
        #expect(
          session.exported(.jsonl) == form.json(of: lists), "seed \(seed), step \(step)")
        let filled = zip(form.sections, lists).reduce(0) { $0 + form.filled($1.1, $1.0) }
        #expect(session.answers.filledCount == filled, "seed \(seed), step \(step)")
        noted.write(session.takeJournal())
        if step % 8 == 7 {
          var restored = FormSession(session.template)
          _ = restored.restore(noted.kept)
          #expect(try lines(of: restored) == wanted, "seed \(seed), step \(step), restored")
          #expect(restored.answers.filledCount == filled, "seed \(seed), step \(step), restored")
          #expect(restored.exported(.jsonl) == form.json(of: lists))
        }
      }
      // The export is loaded, and must then be exported unchanged. Forms in which two members have
      // the same name are skipped, because a document cannot contain both members.
      guard form.hasNames(lists) else { continue }
      let json = session.exported(.json)
      var loaded = try FormSession(
        session.template, answers: try JSONDocument(parsing: Array(json.utf8)))
      #expect(loaded.exported(.json) == json, "seed \(seed)")
      loaded.applyToEnd(.itemRemoved(section: 0, item: 0))
      #expect(loaded.exported(.json) == json, "seed \(seed)")
    }
  }

  private static let career = """
    {"longform": 1, "id": "career", "sections": [
      {"id": "work", "title": "Work", "repeat": {"label": "Job {n}"},
       "rows": [{"id": "company", "label": "Company"},
                {"id": "cost", "type": "decimal", "value": "sum(${price})"},
                {"id": "kind"}],
       "sections": [
        {"id": "projects", "title": "Projects", "repeat": {"label": "Project {n}"},
         "rows": [{"id": "title", "label": "Title"},
                  {"id": "role", "label": "Role", "when": "${kind} = 'big'"},
                  {"id": "price", "type": "decimal"},
                  {"id": "mark", "value": "concat(${company}, position(..))"}]}]},
      {"id": "end", "rows": [{"id": "all", "type": "decimal", "value": "sum(${price})"},
                             {"id": "most", "type": "decimal", "value": "max(${price})"}]}]}
    """

  private func career(_ answers: String? = nil) throws -> FormSession {
    let template = try Template.reading(Self.career)
    guard let answers else { return FormSession(template) }
    return try FormSession(template, answers: JSONDocument(parsing: Array(answers.utf8)))
  }

  private static let answers = """
    {"work": [
      {"company": "Engines", "projects": [{"title": "Mill", "price": 1}, {"title": "Store", "price": 2}]},
      {"company": "Barclays", "kind": "big", "projects": [{"title": "Ledger", "price": 40}]}]}
    """

  @Test("Expressions read the rows of the outer items, and sums read the items inside")
  func expressions() throws {
    var session = try career(Self.answers)
    func text(_ path: String) throws -> String {
      session.answers.text(of: try #require(session.answers.row(atPath: path))).string
    }
    #expect(try text("work[0].cost") == "3")
    #expect(try text("work[1].cost") == "40")
    #expect(try text("all") == "43")
    #expect(try text("most") == "40")
    #expect(try text("work[0].projects[1].mark") == "Engines2")
    let price = try #require(session.answers.row(atPath: "work[0].projects[0].price"))
    session.applyToEnd(.answered(price, "60"))
    #expect(try text("work[0].cost") == "62")
    #expect(try text("all") == "102")
    #expect(try text("most") == "60")
    session.applyToEnd(.itemRemoved(section: 0, item: 1))
    #expect(try text("all") == "40")
    #expect(try text("work[0].projects[0].mark") == "Barclays1")
    session.applyToEnd(.undone)
    #expect(try text("all") == "102")
    #expect(try text("work[0].projects[1].title") == "Store")
  }

  @Test("A condition in an item reads the outer items, and is evaluated again when they change")
  func conditions() throws {
    var session = try career(Self.answers)
    func isShown(_ path: String) throws -> Bool {
      session.answers.outline.isShown(try #require(session.answers.row(atPath: path)))
    }
    #expect(try !isShown("work[0].projects[1].role"))
    #expect(try isShown("work[1].projects[0].role"))
    session.applyToEnd(.answered(try #require(session.answers.row(atPath: "work[0].kind")), "big"))
    session.applyToEnd(.moved(.first))
    #expect(try isShown("work[0].projects[1].role"))
    session.applyToEnd(.undone)
    #expect(try !isShown("work[0].projects[1].role"))
  }

  @Test("The name of a row includes all of its outer items")
  func names() throws {
    let session = try career(Self.answers)
    let row = try #require(session.answers.row(atPath: "work[1].projects[0].title"))
    #expect(session.answers.fullLabel(of: row) == "Job 2 Project 1 Title")
    #expect(session.answers.name(of: row) == "work[1].projects[0].title")
    let path = try #require(session.answers.path(of: row))
    #expect(path.text == "Work › Job 2: Barclays › Project 1: Ledger")
    #expect(path.text(columns: 42) == path.text)
    #expect(path.text(columns: 40) == "Job 2: Barclays › Project 1: Ledger")
    #expect(path.text(columns: 30) == "… › Project 1: Ledger")
    #expect(
      session.answers.missingItem(atPath: "work[1].projects[1].title")
        == .next(ItemList(section: 1, parent: 2)))
    #expect(
      session.answers.missingItem(atPath: "work[2].projects[0].title")
        == .next(ItemList(section: 0, parent: 0)))
  }

  @Test("Every format exports each inner item with the outer item that contains it")
  func formats() throws {
    let session = try career(Self.answers)
    #expect(
      session.exported(.csv).hasPrefix(
        "work[0].company,work[0].cost,work[0].kind,work[0].projects[0].title,"))
    #expect(session.exported(.env).contains("WORK_1_PROJECTS_0_TITLE='Ledger'"))
    #expect(session.exported(.text).contains("(Job 1, Project 2, Title): Store"))
    #expect(session.exported(.markdown).contains("| Job 1, Project 2 | Store |"))
    #expect(
      session.exported(.html).contains(
        "</table>\n<h3>Job 2</h3>\n<table>"))
    #expect(session.exported(.html).contains("<h4>Projects</h4>\n<h5>Project 1</h5>"))
  }

  @Test(
    "Enter moves one level at a time, and Alt-n goes to the next item of the innermost section")
  func stops() throws {
    var session = try career()
    func label() -> String { session.focusLabel }
    #expect(label() == "Job 1 Company")
    session.applyToEnd(.edited("Barclays", cursor: 8, kind: .typed))
    session.applyToEnd(.entered)
    #expect(label() == "Job 1 kind")
    session.applyToEnd(.entered)
    #expect(label() == "Job 1 Project 1 Title")
    #expect(session.isFocusAddLine)
    session.applyToEnd(.edited("Ledger", cursor: 6, kind: .typed))
    #expect(session.focusedItem?.section == 1)
    session.applyToEnd(.moved(.nextItem))
    #expect(label() == "Job 1 Project 2 Title")
    session.applyToEnd(.entered)
    #expect(label() == "Job 2 Company")
    session.applyToEnd(.moved(.previousItem))
    #expect(label() == "Job 1 Company")
    session.applyToEnd(.undone)
    session.applyToEnd(.undone)
    #expect(session.answers.outline.rowCount == 2)
  }

  @Test(
    "The texts on entry lines inside items are added before a save, in the order of the form")
  func entries() throws {
    var session = FormSession(
      try Template.reading(
        """
        {"longform": 1, "id": "lists", "output": {"empty": "omit"}, "sections": [
          {"id": "lists", "repeat": {"initial": 2, "entry": true, "label": "List {n}"},
           "rows": [{"id": "name"}],
           "sections": [{"id": "tasks", "repeat": {"entry": true, "label": "Task {n}"},
                         "rows": [{"id": "what"}]}]}]}
        """))
    let entries = [2, 1].map { ItemList(section: 1, parent: $0) } + [.init(section: 0, parent: 0)]
    for list in entries {
      session.applyToEnd(.answered(session.answers.addLine(of: list), Text("of \(list.parent)")))
    }
    session.applyToEnd(.moved(.first))
    #expect(session.answers.unaddedEntries.map(\.item) == [-1, -2, 0])
    session.applyToEnd(.saveProposed)
    #expect(session.focus == session.answers.addLine(of: entries[1]))
    session.applyToEnd(.saveRequested(as: nil, anyway: false))
    #expect(
      session.exported(.jsonl) == """
        {"lists":[{"tasks":[{"what":"of 1"}]},{"tasks":[{"what":"of 2"}]},{"name":"of 0"}]}

        """)
  }

  @Test("Under another number of initial items, an item has the same items inside it as before")
  func changedInitial() throws {
    func template(initial: Int) throws -> Template {
      try .reading(
        """
        {"longform": 1, "id": "career", "sections": [
          {"id": "work", "repeat": {"initial": \(initial)}, "rows": [{"id": "company"}],
           "sections": [
            {"id": "notes", "repeat": {"initial": 1}, "rows": [{"id": "note"}]},
            {"id": "projects", "repeat": {"initial": 1}, "rows": [{"id": "title"}],
             "sections": [
              {"id": "tasks", "repeat": {"initial": 2}, "rows": [{"id": "task"}]}]}]}]}
        """)
    }
    for (before, after) in [(1, 3), (3, 1)] {
      var session = FormSession(try template(initial: before))
      // The draft then has the items of the work and its notes, but not those of its projects.
      session.applyToEnd(.itemAdded(section: 1, parent: 1))
      var noted = NotedForm()
      noted.write(session.takeJournal())
      var restored = FormSession(try template(initial: after))
      _ = restored.restore(noted.kept)
      #expect(try lines(of: restored) == lines(of: session), "\(before) to \(after)")
      session.applyToEnd(.itemAdded(section: 0))
      restored.applyToEnd(.itemAdded(section: 0))
      #expect(try lines(of: restored) == lines(of: session), "\(before) to \(after), added")
    }
  }
}
