// The changes since a form was opened, and the differences between two documents.

import FormFixtures
import FormText
import LosslessJSON
import TerminalTesting
import Testing

@testable import FormModel

@Suite("Changes")
struct ChangesTests {
  /// The list of the jobs, which are items of section 1.
  private static let work = ItemList(section: 1, parent: 0)
  private static let form = """
    {"longform": 1, "id": "resume", "output": {"empty": "omit"}, "sections": [
      {"id": "basics", "title": "Basics", "rows": [
        {"id": "phone", "label": "Phone"}, {"id": "url", "label": "Website"},
        {"id": "cups", "label": "Cups", "type": "integer", "default": "1"},
        {"id": "pin", "label": "PIN", "type": "secret"},
        {"id": "more", "label": "More", "type": "boolean"},
        {"id": "extra", "label": "Extra", "when": {"row": "more", "is": true}}]},
      {"id": "work", "title": "Work", "repeat": {"key": "work", "label": "Job {n}"}, "rows": [
        {"id": "name", "label": "Company"}, {"id": "position", "label": "Position"},
        {"id": "from", "label": "From", "type": "date"}]},
      {"id": "things", "title": "Things", "repeat": {"key": "things", "label": "Thing {n}"}, "rows": [
        {"id": "serial", "label": "Serial", "unique": true}, {"id": "note", "label": "Note"}]}]}
    """
  private static let document = """
    {"phone": "1", "pin": "s3cret", "extra": "x", "more": true, "work": [
      {"name": "Acme", "position": "Clerk", "from": "2001"},
      {"name": "Barclays", "position": "Analyst", "from": "2019-03"},
      {"name": "Crown", "position": "Spy"}], "unknown": [1]}
    """

  private func session(_ document: String = ChangesTests.document) throws -> FormSession {
    try FormSession(form: Self.form, document: document)
  }

  private func lines(_ session: FormSession) -> [String] {
    let sides = ComparedAnswers(since: session.answers)
    return SessionChanges.all(of: session.answers).map {
      sides.words(for: $0).sentenceWithPlace
    }
  }

  private func lines(_ old: String, _ new: String) throws -> [String] {
    let comparison = DocumentComparison.all(try session(old).answers, try session(new).answers)
    return comparison.differences.map { comparison.sides.words(for: $0).sentenceWithPlace }
  }

  // MARK: - Since the form was opened

  @Test("Only changed rows are listed, in the order of the form, with their old and new answers")
  func rows() throws {
    var session = try session()
    #expect(lines(session) == [])
    try session.answer("work[1].position", "")
    try session.answer("url", "https://ada.example.org")
    try session.answer("phone", "2")
    #expect(
      lines(session) == [
        "Basics › Phone: 1 → 2", "Basics › Website: (empty) → https://ada.example.org",
        "Work › Job 2 › Position: Analyst → (empty)",
      ])
    try session.answer("phone", "1")
    #expect(lines(session).count == 2)
  }

  @Test("A confirmed default and an answer that becomes hidden are changes of the document")
  func defaultsAndHidden() throws {
    var session = try session()
    try session.answer("cups", "1")
    try session.answer("more", "no")
    #expect(
      lines(session) == [
        "Basics › Cups: (empty) → 1", "Basics › More: yes → no", "Basics › Extra: x → (empty)",
      ])
  }

  @Test("Secrets are shown as dots, both before and after")
  func secrets() throws {
    var session = try session()
    try session.answer("pin", "another")
    #expect(lines(session) == ["Basics › PIN: •••••• → ••••••"])
    #expect(
      try lines(Self.document, #"{"phone": "1", "more": true, "extra": "x"}"#).first
        == "Basics › PIN: •••••• → (empty)")
  }

  @Test("Items that were added, removed or moved are recognized by their identities")
  func items() throws {
    var session = try session()
    session.applyToEnd(.itemMoved(section: 1, item: 2, to: 0))
    #expect(lines(session) == ["Work › Job 1: moved up, was Job 2: Barclays, Analyst, 2019-03"])
    session.applyToEnd(.undone)
    session.applyToEnd(.itemRemoved(section: 1, item: 1))
    #expect(lines(session) == ["Work › Job 1: removed: Acme, Clerk, 2001"])
    session.applyToEnd(.itemAdded(section: 1))
    #expect(lines(session).count == 1, "an empty item is not saved")
    try session.answer("work[2].name", "Dove")
    try session.answer("work[2].from", "2020")
    try session.answer("work[0].name", "Barclay")
    #expect(
      lines(session) == [
        "Work › Job 3: added: Dove, 2020", "Work › Job 1: removed: Acme, Clerk, 2001",
        "Work › Job 1 › Company: Barclays → Barclay",
      ])
  }

  @Test("The list has as few moves as possible, and agrees with a plain comparison of all rows")
  func property() throws {
    var generator = SeededGenerator(seed: 26)
    for _ in 0..<60 {
      var session = try session()
      for _ in 0..<Int.random(in: 1...12, using: &generator) {
        let items = (0..<session.answers.outline.itemCount(of: Self.work)).compactMap {
          session.answers.outline.item(at: $0, of: Self.work)
        }
        switch Int.random(in: 0..<6, using: &generator) {
        case 0: session.applyToEnd(.itemAdded(section: 1))
        case 1:
          if let item = items.randomElement(using: &generator) {
            session.applyToEnd(.itemRemoved(section: 1, item: item))
          }
        case 2:
          if let item = items.randomElement(using: &generator) {
            let place = Int.random(in: 0..<items.count, using: &generator)
            session.applyToEnd(.itemMoved(section: 1, item: item, to: place))
          }
        case 3: session.applyToEnd(.undone)
        default:
          if let item = items.randomElement(using: &generator) {
            let row = FormRow.ID(
              section: 1, item: item, row: Int.random(in: 0...1, using: &generator), number: 0)
            let texts: [Text] = ["", "Acme", "Clerk", "New"]
            session.applyToEnd(.answered(row, texts.randomElement(using: &generator) ?? ""))
          }
        }
      }
      let now = (0..<session.answers.outline.itemCount(of: Self.work)).compactMap {
        session.answers.outline.item(at: $0, of: Self.work)
      }
      let kept = now.filter { $0 <= 3 }
      var (rows, added, removed, moved) = (0, 0, 0, 0)
      for difference in SessionChanges.all(of: session.answers) {
        switch difference {
        case .row: rows += 1
        case .added: added += 1
        case .removed: removed += 1
        case .moved: moved += 1
        }
      }
      let old = [["Acme", "Clerk"], ["Barclays", "Analyst"], ["Crown", "Spy"]]
      let changed = kept.flatMap { item in
        (0...1).filter { row in
          let id = FormRow.ID(section: 1, item: item, row: row, number: 0)
          return session.answers.text(of: id).string != old[item - 1][row]
        }
      }
      #expect(rows == changed.count)
      #expect(removed == 3 - kept.count)
      #expect(
        added
          == now.filter { $0 > 3 && !session.answers.isEmpty(item: $0, ofSection: 1) }.count)
      #expect(moved == kept.count - Self.longestRise(kept))
    }
  }

  /// Returns the length of the longest increasing sequence, found by trying all subsets.
  private static func longestRise(_ items: [Int]) -> Int {
    (0..<1 << items.count).map { set in
      let chosen = items.indices.filter { set & 1 << $0 != 0 }.map { items[$0] }
      return zip(chosen, chosen.dropFirst()).allSatisfy { $0 < $1 } ? chosen.count : 0
    }.max() ?? 0
  }

  @Test("As few items as possible count as moved")
  func movedRuns() {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<200 {
      let items = Array(0..<Int.random(in: 1...8, using: &generator)).shuffled(using: &generator)
      var runs: [ItemRun] = []
      for (new, old) in items.enumerated() { runs.append(old: old, new: new) }
      #expect(runs.reduce(0) { $0 + $1.count } == items.count)
      let moved = runs.moved.reduce(0) { $0 + $1.count }
      #expect(moved == items.count - Self.longestRise(items))
      let stays = Set(runs.moved.flatMap { $0.old..<$0.old + $0.count })
      let rest = items.filter { !stays.contains($0) }
      #expect(rest == rest.sorted())
    }
  }

  @Test("Five changes among a million rows are found without reading the rows")
  func millionRows() throws {
    let template = try Template.reading(
      """
      {"longform": 1, "id": "big", "sections": [{"rows": [
        {"id": "row{n}", "count": 1000000, "label": "Row {n}", "key": "rows[]"}]}]}
      """)
    var session = try FormSession(
      template, answers: JSONDocument(parsing: Array(#"{"rows": ["a"]}"#.utf8)))
    for number in [1, 77, 500_000, 999_999, 1_000_000] {
      let row = FormRow.ID(section: 0, item: 0, row: 0, number: number)
      session.applyToEnd(.answered(row, "new"))
    }
    let touched = session.answers.rowsTouched
    var changes = SessionChanges(of: session.answers)
    changes.advance(in: session.answers)
    #expect(changes.isComplete)
    #expect(changes.differences.count == 5)
    #expect(session.answers.rowsTouched == touched)
  }

  @Test("If many rows were touched, the whole form is searched in order and in slices")
  func manyTouched() throws {
    let template = try Template.reading(
      """
      {"longform": 1, "id": "big", "sections": [{"rows": [
        {"id": "row{n}", "count": 30000, "label": "Row {n}", "key": "rows[]"}]}]}
      """)
    var session = try FormSession(
      template, answers: JSONDocument(parsing: Array(#"{"rows": ["a"]}"#.utf8)))
    let lines = Array(repeating: "new", count: 12_000).joined(separator: "\n")
    session.applyToEnd(.cleared)
    session.applyToEnd(.pasted(Text(lines)))
    var changes = SessionChanges(of: session.answers)
    var slices = 0
    while !changes.isComplete {
      let before = changes.differences.count
      changes.advance(in: session.answers)
      #expect(changes.differences.count - before <= 2_000)
      slices += 1
    }
    #expect(slices == 15)
    #expect(changes.differences.count == 12_000)
    let rows = changes.differences.compactMap { difference -> Int? in
      if case .row(_, let row) = difference { row.number } else { nil }
    }
    #expect(rows == rows.sorted())
  }

  // MARK: - Two documents

  @Test("Layout, order of keys, unknown members and nulls are not differences between documents")
  func equalDocuments() throws {
    #expect(
      try lines(
        #"{"phone": "1", "url": null, "cups": 2, "work": []}"#,
        #"{ "cups": 2, "phone": "\u0031", "unknown": 5}"#) == [])
    #expect(
      try lines(#"{"cups": 2}"#, #"{"cups": "2"}"#) == ["Basics › Cups: 2 → 2"],
      "another type is another answer")
  }

  /// Returns a document with jobs, given as `Company/Position`, or with things, given as
  /// `Serial/Note`.
  private static func document(work: [String] = [], things: [String] = []) -> String {
    func items(_ items: [String], _ names: (String, String)) -> String {
      items.map { item in
        let parts = item.split(separator: "/", omittingEmptySubsequences: false)
        let first = parts[0].isEmpty ? [] : ["\"\(names.0)\": \"\(parts[0])\""]
        let second = parts.count < 2 ? [] : ["\"\(names.1)\": \"\(parts[1])\""]
        return "{\((first + second).joined(separator: ", "))}"
      }.joined(separator: ", ")
    }
    return "{\"work\": [\(items(work, ("name", "position")))], "
      + "\"things\": [\(items(things, ("serial", "note")))]}"
  }

  private func lines(work old: [String], _ new: [String]) throws -> [String] {
    try lines(Self.document(work: old), Self.document(work: new))
  }

  private func lines(things old: [String], _ new: [String]) throws -> [String] {
    try lines(Self.document(things: old), Self.document(things: new))
  }

  @Test("Items with a unique answer are matched by that answer, at any position")
  func unique() throws {
    #expect(
      try lines(things: ["A/x", "B", "C"], ["C", "A/y", "D"]) == [
        "Things › Thing 3: added: D", "Things › Thing 2: removed: B",
        "Things › Thing 1: moved up, was Thing 3: C", "Things › Thing 2 › Note: x → y",
      ])
    #expect(
      try lines(things: ["A/x"], ["B/x"]) == [
        "Things › Thing 1: added: B, x", "Things › Thing 1: removed: A, x",
      ], "different unique answers mean different items")
    #expect(try lines(things: ["/x"], ["A/x"]) == ["Things › Thing 1 › Serial: (empty) → A"])
  }

  @Test("Items without a unique answer are matched if equal, then by shared answers, then by order")
  func equality() throws {
    let old = ["A/1", "B/2", "C"]
    #expect(
      try lines(work: old, ["C", "A/1", "B/2"]) == ["Work › Job 1: moved up, was Job 3: C"])
    #expect(
      try lines(work: old, ["B/9", "C"]) == [
        "Work › Job 1: removed: A, 1", "Work › Job 1 › Position: 2 → 9",
      ])
    #expect(
      try lines(work: old, ["A/1", "X/7", "C"]) == [
        "Work › Job 2 › Company: B → X", "Work › Job 2 › Position: 2 → 7",
      ])
    #expect(try lines(work: old, ["N"] + old) == ["Work › Job 1: added: N"])
    #expect(try lines(work: ["A", "A"], ["A"]) == ["Work › Job 2: removed: A"])
  }

  @Test("Documents are compared in slices")
  func slices() throws {
    let items = (1...3_000).map { #"{"name": "N\#($0)", "position": "P"}"# }
    let old = "{\"work\": [\(items.joined(separator: ","))]}"
    let new = "{\"work\": [\((items.dropFirst() + items.prefix(1)).joined(separator: ","))]}"
    var comparison = DocumentComparison(try session(old).answers, try session(new).answers)
    var slices = 0
    while !comparison.isComplete {
      comparison.advance()
      slices += 1
    }
    #expect(slices > 10)
    #expect(
      comparison.differences.map { comparison.sides.words(for: $0).sentenceWithPlace }
        == ["Work › Job 3000: moved down, was Job 1: N1, P"])
  }

  // MARK: - Items inside items

  private static let nested = """
    {"longform": 1, "id": "career", "output": {"empty": "omit"}, "sections": [
      {"id": "work", "title": "Work", "repeat": {"key": "work", "label": "Job {n}"}, "rows": [
        {"id": "name", "label": "Company"}], "sections": [
        {"id": "projects", "title": "Projects", "repeat": {"key": "projects", "label": "Project {n}"},
          "rows": [{"id": "title", "label": "Title"}, {"id": "role", "label": "Role"}]}]}]}
    """

  private func career(_ document: String) throws -> FormSession {
    try FormSession(
      Template.reading(Self.nested), answers: JSONDocument(parsing: Array(document.utf8)))
  }

  private static let career = """
    {"work": [
      {"name": "A", "projects": [{"title": "a1", "role": "x"}, {"title": "a2", "role": "y"}]},
      {"name": "B", "projects": [{"title": "b1", "role": "x"}, {"title": "b2", "role": "y"}]}]}
    """

  @Test("Rows and items inside items are listed with a path of all items around them")
  func nestedSession() throws {
    var session = try career(Self.career)
    session.applyToEnd(
      .answered(try #require(session.answers.row(atPath: "work[1].projects[0].role")), "z"))
    session.applyToEnd(.itemMoved(section: 1, item: 2, to: 0))
    session.applyToEnd(.itemRemoved(section: 1, item: 4))
    #expect(
      lines(session) == [
        "Work › Job 2 › Project 2: removed: b2, y",
        "Work › Job 1 › Project 1: moved up, was Project 2: a2, y",
        "Work › Job 2 › Project 1 › Role: x → z",
      ])
    session.applyToEnd(.itemRemoved(section: 0, item: 1))
    #expect(
      lines(session) == [
        "Work › Job 1: removed: A", "Work › Job 2 › Project 2: removed: b2, y",
        "Work › Job 1 › Project 1 › Role: x → z",
      ])
  }

  @Test("Documents with items inside items are compared list by list")
  func nestedDocuments() throws {
    let new = """
      {"work": [
        {"name": "N", "projects": [{"title": "n1"}]},
        {"name": "B", "projects": [{"title": "b2", "role": "y"}, {"title": "b1", "role": "z"}]},
        {"name": "A", "projects": [{"title": "a1", "role": "x"}]}]}
      """
    let comparison = DocumentComparison.all(
      try career(Self.career).answers, try career(new).answers)
    let words = comparison.differences.map { comparison.sides.words(for: $0).sentenceWithPlace }
    #expect(
      words == [
        "Work › Job 1: added: N", "Work › Job 2: moved up, was Job 2: B",
        "Work › Job 1 › Project 2: removed: a2, y",
        "Work › Job 2 › Project 1: moved up, was Project 2: b2, y",
        "Work › Job 2 › Project 2 › Role: x → z",
      ])
  }
}
