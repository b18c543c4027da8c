// Finding rows by words and by their state, and the viewport that shows only the found rows.

import FormFixtures
import FormModel
import FormScreen
import FormText
import TerminalTesting
import Testing

@Suite("Find")
struct FindTests {
  private static let menu = """
    {"longform": 1, "id": "menu", "sections": [
      {"id": "breakfast", "title": "Breakfast", "rows": [
        {"id": "a", "label": "Apple juice"}, {"id": "b", "label": "Crème brûlée", "help": "with an app"},
        {"id": "c", "label": "Toast", "required": true}]},
      {"id": "jobs", "title": "Jobs", "repeat": {"key": "jobs", "initial": 2, "label": "Job {n}"},
       "rows": [{"id": "name", "label": "Name"}, {"id": "key", "type": "secret"}]},
      {"id": "snack", "title": "Snack", "rows": [
        {"id": "d", "label": "Green-apple slices"}, {"id": "e", "label": "か"},
        {"id": "size", "type": "choice", "choices": [{"value": 1, "label": "Large"}]}]}]}
    """

  private func session(_ source: String = menu) throws -> FormSession {
    FormSession(try .reading(source), height: 6)
  }

  /// Returns the rows that the screen shows during a find, with a mark on the focused row.
  private func found(_ session: inout FormSession, _ text: String, _ scope: FindScope = .all)
    -> [String]
  {
    session.applyToEnd(.findEdited(Find(text: Text(text), scope: scope)))
    return inView(session)
  }

  private func inView(_ session: FormSession) -> [String] {
    var session = session
    let frame = session.frame(
      size: ScreenSize(rows: 14, columns: 80),
      state: ScreenState(height: .viewport(9), hasUTF8: true))
    return frame.lines.dropFirst().dropLast(2).map { $0.text }
      .filter { $0.contains { $0.isNumber } }
      .map {
        let words = $0.split(separator: " ").drop { $0 == "*" || $0 == "!" }
        return words.prefix { $0 != "•" }.joined(separator: " ")
      }
  }

  @Test(
    "Words match beginnings of words, ignoring case and accents; the first match at or after the focus is chosen"
  )
  func words() throws {
    var session = try session()
    #expect(
      found(&session, "APP") == ["▌ 1 Apple juice", "2 Crème brûlée", "8 Green-apple slices"])
    #expect(found(&session, "bru") == ["▌ 2 Crème brûlée"])
    #expect(found(&session, "slices gr") == ["▌ 8 Green-apple slices"])
    #expect(found(&session, "pple") == [])
    #expect(found(&session, "か") == ["▌ 9 か"])
    #expect(found(&session, "が") == [])
    #expect(found(&session, "job 2") == ["▌ 6 Job 2 Name", "7 Job 2 key"])
    session.applyToEnd(.findStopped)
    #expect(session.focusLabel == "Apple juice")
  }

  @Test("A row whose label has the words is chosen before rows whose answer or help has them")
  func labelsFirst() throws {
    let form = """
      {"longform": 1, "id": "cv", "sections": [{"id": "s", "rows": [
        {"id": "a", "label": "Name", "default": "Phone Smith"},
        {"id": "b", "label": "Mail", "help": "or a phone"}, {"id": "c", "label": "Phone"},
        {"id": "d", "label": "Note", "default": "a mail by phone"}]}]}
      """
    var session = try session(form)
    #expect(found(&session, "pho").map { $0.hasPrefix("▌") } == [false, false, true, false])
    #expect(found(&session, "mail").map { $0.hasPrefix("▌") } == [true, false])
    #expect(found(&session, "smith").map { $0.hasPrefix("▌") } == [true])
    session.applyToEnd(.findStopped)
    session.applyToEnd(.moved(.last))
    // A label before the focus comes before an answer after it.
    #expect(found(&session, "phone").map { $0.hasPrefix("▌") } == [false, false, true, false])
    #expect(found(&session, "phone", .value).map { $0.hasPrefix("▌") } == [false, true])
  }

  @Test("The line that adds an item is found only if no row of its section is")
  func addLines() throws {
    for insert in ["", #", "insert": "first""#] {
      var session = try session(
        """
        {"longform": 1, "id": "cv", "sections": [
          {"id": "languages", "title": "Languages",
           "repeat": {"key": "languages", "initial": 1, "label": "Language {n}"\(insert)},
           "rows": [{"id": "language", "label": "Language"}, {"id": "level", "label": "Level"}]},
          {"id": "work", "title": "Work", "repeat": {"key": "work", "initial": 0, "label": "Job {n}"},
           "rows": [{"id": "name", "label": "Company"}]},
          {"id": "last", "title": "Last", "rows": [{"id": "z", "label": "Remarks 2"}]}]}
        """)
      let addLine = try #require(
        session.answers.outline.id(at: insert.isEmpty ? 2 : 0))
      #expect(session.isAddLine(addLine))
      session.applyToEnd(.moved(.last))
      // The search begins after the last match.
      for text in ["l", "lan", "Language", "languages", "language l"] {
        session.applyToEnd(.findEdited(Find(text: Text(text), scope: .all)))
        let matches = try #require(session.matches)
        #expect(!matches.isEmpty && !matches.contains(addLine), "\(text)")
        #expect(session.focus.map { session.isAddLine($0) } == false, "\(text)")
      }
      // The lines of empty sections are found by the title of the section.
      session.applyToEnd(.findEdited(Find(text: "work", scope: .all)))
      #expect(session.focus.map { session.answers.label(of: $0) } == "Work")
      // The number of the next item means the add line, also while it is typed.
      for text in ["language", "language ", "language 2"] {
        session.applyToEnd(.findEdited(Find(text: Text(text), scope: .all)))
      }
      #expect(session.matches == [addLine] && session.focus == addLine)
      session.applyToEnd(.findStopped)
      // A row is chosen rather than an add line, even if the add line comes first.
      session.applyToEnd(.moved(.first))
      session.applyToEnd(.findEdited(Find(text: "2 2", scope: .all)))
      #expect(session.matches?.count == 2 && session.matches?.contains(addLine) == true)
      #expect(session.focusLabel == "Remarks 2")
    }
  }

  @Test("A longer word finds what a search from the beginning finds")
  func longerWord() throws {
    var session = try session(
      """
      {"longform": 1, "id": "a", "sections": [{"id": "s", "title": "Parts",
        "repeat": {"key": "s", "initial": 11, "label": "a{n}"}, "rows": [{"id": "x"}]}]}
      """)
    for text in ["a", "a1", "a12"] {
      session.applyToEnd(.findEdited(Find(text: Text(text), scope: .all)))
    }
    let found = try #require(session.matches)
    #expect(found.count == 1 && session.isAddLine(found[0]))
  }

  @Test("A scope limits the search to a part of each row, or to rows in a certain state")
  func scopes() throws {
    var session = try session()
    #expect(found(&session, "app", .label) == ["▌ 1 Apple juice", "8 Green-apple slices"])
    #expect(found(&session, "app", .help) == ["▌ 2 Crème brûlée"])
    #expect(found(&session, "app", .section(2)) == ["▌ 8 Green-apple slices"])
    #expect(found(&session, "", .section(2)).count == 3)
    session.applyToEnd(.findStopped)
    session.type("with ice")
    session.applyToEnd(.answered(try #require(session.row(named: "size")), "1"))
    session.applyToEnd(
      .answered(try #require(session.answers.row(atPath: "jobs[0].key")), "ice cream"))
    #expect(found(&session, "ice", .value) == ["▌ 1 Apple juice with ice"])
    #expect(found(&session, "large", .value) == ["▌ 10 size 1"])
    #expect(found(&session, "", .filled).count == 3)
    #expect(found(&session, "", .empty).count == 7)
    #expect(found(&session, "job", .changed) == ["▌ 5 Job 1 key •••••••••"])
    #expect(found(&session, "", .invalid) == ["▌* 3 Toast"])
    #expect(found(&session, "", .all).count > 3, "without words all rows are found")
  }

  @Test("Enter goes to the chosen row; Esc returns to the previous row and viewport")
  func ends() throws {
    var session = try session()
    session.applyToEnd(.moved(.last))
    let before = inView(session)
    _ = found(&session, "app")
    session.applyToEnd(.matchChosen(by: 1))
    session.applyToEnd(.findStopped)
    #expect(inView(session) == before)
    _ = found(&session, "app")
    #expect(session.focusLabel == "Green-apple slices", "no later match: the last earlier one")
    session.applyToEnd(.matchChosen(by: 1))
    #expect(session.focusLabel == "Apple juice", "the search wraps around the end")
    session.applyToEnd(.findEnded)
    #expect(session.focusLabel == "Apple juice" && inView(session).count > 3)
    session.applyToEnd(.moved(.back))
    #expect(session.focusLabel == "size")
    _ = found(&session, "nothing like it")
    #expect(session.applyToEnd(.findEnded).sentences == ["No row matches"])
    #expect(session.focusLabel == "size")
  }

  @Test(
    "Found rows can be edited, and the set of found rows stays the same until the next find")
  func filter() throws {
    var session = try session()
    _ = found(&session, "", .empty)
    session.applyToEnd(.filtered)
    #expect(session.currentFilter?.scope == .empty)
    let rows = inView(session).count
    session.type("filled now")
    session.applyToEnd(.entered)
    #expect(session.focusLabel == "Crème brûlée")
    #expect(inView(session).count == rows)
    session.applyToEnd(.moved(.last))
    #expect(session.focusLabel == "size")
    #expect(
      session.applyToEnd(.entered).sentences
        == ["Last of 10 rows   Esc shows all"])
    session.applyToEnd(.findStopped)
    #expect(session.currentFilter == nil && session.focusLabel == "size")
    #expect(session.exported(.json).contains("filled now"))
  }

  @Test(
    "A jump to a row outside the filter, or a new item, ends the filter; undo of text does not"
  )
  func filterEnds() throws {
    var session = try session()
    for action in [
      Action.moved(.to(try #require(session.row(named: "Toast")))), .itemAdded(section: 1),
    ] {
      _ = found(&session, "app")
      session.applyToEnd(.filtered)
      session.type("x")
      session.applyToEnd(.undone)
      #expect(session.currentFilter != nil)
      session.applyToEnd(action)
      #expect(session.currentFilter == nil)
    }
    _ = found(&session, "job")
    session.applyToEnd(.filtered)
    session.applyToEnd(.itemRemoved(section: 1, item: 1))
    #expect(session.currentFilter != nil && inView(session).allSatisfy { $0.contains("Job") })
  }

  @Test("If a query gets longer, only the found rows are searched; other queries search all rows")
  func narrowing() throws {
    var session = FormSession(try .reading(Forms.counted(10_000)), height: 8)
    session.applyToEnd(.findEdited(Find(text: "row 77", scope: .all)))
    #expect(session.findProgress?.count == 111)
    let before = session.answers.rowsTouched
    session.applyToEnd(.findEdited(Find(text: "row 777", scope: .all)))
    #expect(session.findProgress?.count == 11)
    #expect(session.answers.rowsTouched - before <= 111 + 24)
    session.applyToEnd(.findEdited(Find(text: "row 7", scope: .all)))
    #expect(session.findProgress?.count == 1_111)
  }

  @Test("Many rows are searched in slices; matches appear at once, and ^G stops the search")
  func slices() throws {
    var session = FormSession(
      try .reading(Forms.counted(TestScale.size(1_000_000, short: 60_000))), height: 8)
    var before = session.answers.rowsTouched
    var effects = session.apply(.findEdited(Find(text: "500", scope: .label)))
    var slices = 0
    while effects.contains(.workRemains) {
      #expect(session.answers.rowsTouched - before <= 1_000 + 24)
      slices += 1
      if slices == 20 {
        #expect(session.findProgress?.count == 11)
        #expect(session.findProgress?.isComplete == false)
        #expect(session.focusLabel == "Row 500")
        break
      }
      before = session.answers.rowsTouched
      effects = session.apply(.workContinued)
    }
    #expect(slices == 20)
    #expect(session.apply(.workStopped).sentences == ["Stopped"])
    #expect(session.findProgress?.isComplete == true && session.focusLabel == "Row 500")
    // The search ended early. The search for a longer text must therefore include the rows that were
    // not reached.
    session.applyToEnd(.findEdited(Find(text: "50012", scope: .label)))
    #expect(session.findProgress?.count == TestScale.size(11, short: 1))
    session.applyToEnd(.findEnded)
    #expect(session.focusLabel == "Row 50012")
    session.applyToEnd(.moved(.to(try #require(session.row(named: "Row 500")))))
    before = session.answers.rowsTouched
    effects = session.apply(.foundAgain(forward: false))
    #expect(session.answers.rowsTouched - before <= 2_000 + 24)
  }

  @Test("Going to the next or previous match wraps around the ends of the form")
  func again() throws {
    var session = try session()
    _ = found(&session, "app", .label)
    session.applyToEnd(.findEnded)
    session.applyToEnd(.foundAgain(forward: true))
    #expect(session.focusLabel == "Green-apple slices")
    session.applyToEnd(.foundAgain(forward: true))
    #expect(session.focusLabel == "Apple juice")
    session.applyToEnd(.foundAgain(forward: false))
    #expect(session.focusLabel == "Green-apple slices")
    #expect(session.lastFind == Find(text: "app", scope: .label))
  }

  @Test("After finds and filters, a form has the same texts as a form without them")
  func property() throws {
    let subjects = try Forms.forWalks()
    let words = ["j", "note", "n", "1", "é", "job 2", "more", "", "x"]
    for seed in TestScale.turns(30) {
      let subject = subjects[seed % subjects.count]
      var generator = SeededGenerator(seed: seed)
      var (session, plain) = (
        FormSession(subject.template, height: 5), FormSession(subject.template)
      )
      let scopes = FindScope.all(in: subject.template)
      for _ in 0..<40 {
        let actions: [Action] = [
          .findEdited(
            Find(
              text: Text(words.randomElement(using: &generator) ?? ""),
              scope: scopes.randomElement(using: &generator) ?? .all)),
          .matchChosen(by: Int.random(in: -2...2, using: &generator)), .findEnded, .filtered,
          .findStopped, .moved(.next), .moved(.pageDown), .moved(.last), .moved(.previous),
          .resized(height: Int.random(in: 1...7, using: &generator), showsHeaders: true),
          .foundAgain(forward: true), .panelOpened(lines: 2), .panelOpened(lines: 0),
        ]
        if Int.random(in: 0..<3, using: &generator) > 0 {
          if let action = actions.randomElement(using: &generator) { session.applyToEnd(action) }
        } else if let focus = session.focus, session.currentFind == nil {
          // The same text is typed into the same row of a form without a find.
          let text = TrickyText.random(using: &generator)
          session.applyToEnd(.edited(text, cursor: text.scalarCount, kind: .other))
          session.applyToEnd(.moved(.to(focus)))
          plain.applyToEnd(.answered(focus, text))
        }
        try #require(session.liveRowCount <= session.viewportHeight, "walk \(seed)")
        if session.currentFind == nil, let focus = session.focus, let row = session.row(focus) {
          try #require(session.rowsInView?.contains(row.index) == true, "walk \(seed)")
        }
      }
      session.applyToEnd(.findStopped)
      session.applyToEnd(.findStopped)
      #expect(session.exported(.text) == plain.exported(.text), "walk \(seed)")
      #expect(session.answers.filledCount == plain.answers.filledCount, "walk \(seed)")
    }
  }

  @Test("A find focuses the first match after the row where it began, until another one is chosen")
  func nearest() throws {
    var session = try session(Forms.counted(5_000))
    for name in ["11", "3500", "4500"] {
      session.applyToEnd(.answered(try #require(session.row(named: name)), "ada"))
    }
    session.applyToEnd(.moved(.to(try #require(session.row(named: "3000")))))
    let find = Find(text: "ada", scope: .value)
    session.applyToEnd(.findEdited(find))
    #expect(session.focusLabel == "Row 3500")
    session.applyToEnd(.findStopped)
    _ = session.apply(.findEdited(find))
    #expect(session.focusLabel == "Row 11", "no later match is found yet")
    session.applyToEnd(.matchChosen(by: 1))
    session.applyToEnd(.workContinued)
    #expect(session.focusLabel == "Row 11")
    #expect(session.findProgress?.count == 3)
  }

  @Test(
    "A row that appears during a find is found, and a row that disappears is no longer found",
    arguments: [true, false])
  func conditionsWait(getsShown: Bool) throws {
    let (before, after) = getsShown ? ("no", "yes") : ("yes", "no")
    var session = try session(
      """
      {"longform": 1, "id": "f", "sections": [
        {"id": "a", "rows": [{"id": "flag", "type": "boolean", "default": "\(before)"}]},
        {"id": "b", "repeat": {"key": "b", "initial": 1500, "label": "B {n}"}, "rows": [
          {"id": "x", "label": "Name", "when": {"any": [
            {"row": "y", "filled": true}, {"row": "flag", "is": true}]}},
          {"id": "y", "label": "Why"}]}]}
      """)
    session.type(after)
    let find = Find(text: getsShown ? "name" : "why", scope: .label)
    session.applyToEnd(.findEdited(find))
    #expect(session.findProgress?.count == 1_500)
    #expect(session.findProgress?.isComplete == true)
    session.applyToEnd(.findEnded)
    #expect(session.focusLabel == (getsShown ? "B 1 Name" : "B 1 Why"))
  }

  @Test("After undo and redo, a find in progress searches again")
  func structure() throws {
    var session = try session()
    session.applyToEnd(.itemAdded(section: 1))
    session.applyToEnd(.findEdited(Find(text: "name", scope: .label)))
    #expect(session.findProgress?.count == 3)
    session.applyToEnd(.undone)
    #expect(session.findProgress?.count == 2)
    session.applyToEnd(.redone)
    #expect(session.findProgress?.count == 3)
  }

  @Test("A jump to a row that does not match ends the find, and the row can be edited")
  func jump() throws {
    var session = try session()
    session.applyToEnd(.findEdited(Find(text: "apple", scope: .label)))
    session.applyToEnd(.moved(.to(try #require(session.row(named: "Toast")))))
    #expect(session.currentFind == nil)
    session.type("two")
    #expect(session.focusText == "two")
  }

  @Test("A stored form continues at the row where a find ended")
  func kept() throws {
    var session = try session()
    session.applyToEnd(.findEdited(Find(text: "toast", scope: .label)))
    _ = session.takeJournal()
    session.applyToEnd(.findEnded)
    #expect(session.hasMovedSinceJournal == true)
    #expect(session.takeJournal().focus == "breakfast/0/c")
  }

  private static let names = [
    ("volumes", "service 1 Volumes"), ("from", "service 1 Volumes from"), ("ports", "Port 1"),
    ("service 3", "service 3 Image"), ("volumes from", "service 1 Volumes from"),
    ("image", "service 1 Image"), ("service 2", "service 2 Image"),
  ]

  @Test("A row, section or next item that the words name exactly comes first", arguments: names)
  func exactNames(text: String, row: String) throws {
    let form = """
      {"longform": 1, "id": "compose", "sections": [
        {"id": "top", "rows": [{"id": "note", "help": "Ports of service 3"}]},
        {"id": "services", "title": "Services", "repeat": {"initial": 2, "label": "service {n}"},
         "rows": [
          {"id": "image", "label": "Image"},
          {"id": "volumes_from", "label": "Volumes from", "help": "service 3"},
          {"id": "volumes", "label": "Volumes"}]},
        {"id": "mapped", "title": "Ports published", "rows": [{"id": "p", "label": "Protocol"}]},
        {"id": "ports", "title": "Ports", "repeat": {"initial": 0, "label": "Port {n}"},
         "rows": [{"id": "port", "label": "Port"}]}]}
      """
    var session = FormSession(try TemplateReader.template(from: Array(form.utf8)))
    session.applyToEnd(.findEdited(Find(text: Text(text), scope: .all)))
    #expect(session.focusLabel == row)
    session.applyToEnd(.findEnded)
    #expect(session.focusLabel == row)
  }

  @Test("A find of an item goes to its first row, also from below it")
  func itemFromBelow() throws {
    let form = """
      {"longform": 1, "id": "jobs", "sections": [
        {"id": "jobs", "title": "Jobs", "repeat": {"initial": 3, "label": "Job {n}"},
         "rows": [{"id": "company", "label": "Company"}, {"id": "until", "label": "Until"}]},
        {"id": "end", "rows": [{"id": "note", "label": "Note"}]}]}
      """
    var session = FormSession(try TemplateReader.template(from: Array(form.utf8)))
    session.applyToEnd(.moved(.last))
    #expect(session.focusLabel == "Note")
    session.applyToEnd(.findEdited(Find(text: "job 2", scope: .all)))
    #expect(session.focusLabel == "Job 2 Company")
  }
}
