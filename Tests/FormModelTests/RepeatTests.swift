// Repeating sections: entry lines, ticks, limits, pasted cells, headers, and undo. An entry line is
// the line on which people type the next item; its text becomes an item with Enter. A tick is a
// yes-or-no row that is shown as a box before its item.

import FormFixtures
import FormModel
import FormScreen
import FormText
import LosslessJSON
import TerminalTesting
import Testing

@Suite("Repeating sections")
struct RepeatTests {
  /// A form of tasks. New tasks are inserted on top, and each has a tick.
  private static let tasks = """
    {"longform": 1, "id": "tasks", "sections": [
      {"id": "top", "title": "Priority", "repeat": {
        "key": "top", "initial": 0, "insert": "first", "entry": true, "tick": "done", "max": 4,
        "label": "Task {n}"},
       "rows": [{"id": "done", "type": "boolean", "default": "no"},
                {"id": "what", "label": "Task {n}", "required": true}]},
      {"id": "bonus", "title": "Bonus", "repeat": {
        "key": "bonus", "initial": 0, "entry": true, "tick": "done", "label": "Bonus {n}"},
       "rows": [{"id": "done", "type": "boolean"}, {"id": "what", "label": "What"},
                {"id": "why", "label": "Why"}]}],
     "output": {"empty": "omit"}}
    """

  /// A form of jobs. It needs at least two jobs and allows at most three.
  private static let jobs = """
    {"longform": 1, "id": "jobs", "sections": [
      {"id": "jobs", "title": "Jobs", "repeat": {
        "key": "jobs", "initial": 1, "min": 2, "max": 3, "label": "Job {n}"},
       "rows": [{"id": "company", "label": "Company", "required": true},
                {"id": "fixed", "readOnly": true, "default": "f"},
                {"id": "key", "type": "secret"},
                {"id": "from", "type": "date"}]},
      {"id": "end", "rows": [{"id": "end"}]}]}
    """

  private func session(_ source: String) throws -> FormSession {
    FormSession(try .reading(source), height: 20)
  }

  /// Returns the lines of the form, as a screen shows them.
  private func lines(_ session: FormSession) -> [String] {
    var session = session
    let frame = session.frame(
      size: ScreenSize(rows: 24, columns: 60),
      state: ScreenState(height: .viewport(20), hasUTF8: true))
    return frame.lines.dropFirst().dropLast(2).map {
      $0.text.split(separator: " ").joined(separator: " ")
    }
  }

  private func progress(_ session: FormSession) -> String { Progress(of: session).sentence }

  // MARK: - Items typed on an add line

  @Test("Enter turns the typed text into an item on top, and empties the entry line")
  func entry() throws {
    var session = try session(RepeatTests.tasks)
    #expect(session.answers.rowCount == 0 && session.isFocusEntry)
    session.type("milk")
    #expect(session.applyToEnd(.entered).sentences == ["Added Task 1: milk"])
    session.type("bread")
    session.applyToEnd(.entered)
    #expect(session.isFocusEntry && session.focusText.isEmpty)
    #expect(
      lines(session) == [
        "Priority", "▌ + Task ‹type a task to add it›", "1 [ ] Task 1 bread", "2 [ ] Task 2 milk",
        "+ Bonus",
      ])
    #expect(
      session.exported(.json)
        == """
        {
          "top": [
            {
              "done": false,
              "what": "bread"
            },
            {
              "done": false,
              "what": "milk"
            }
          ]
        }

        """)
  }

  @Test("Blank input creates no task; if there is no room for a task, Enter and :add report that")
  func entryRefused() throws {
    for action in [Action.entered, .itemAdded(section: 0)] {
      var session = try session(RepeatTests.tasks)
      for text in ["", "  "] {
        session.type(text)
        let sentences = session.applyToEnd(action).sentences
        if action == .entered {
          #expect(sentences == [] && session.focusLabel == "Bonus What")
          session.applyToEnd(.moved(.previous))
        } else {
          #expect(sentences == ["Task: nothing typed yet   Enter adds what you type"])
        }
      }
      #expect(session.answers.rowCount == 0)
      for task in ["a", "b", "c", "d"] {
        session.type(task)
        session.applyToEnd(action)
      }
      session.type("e")
      #expect(session.applyToEnd(action).sentences == ["There is room for 4"])
      if action == .entered { session.applyToEnd(.moved(.first)) }
      #expect(session.focusText == "e" && session.answers.rowCount == 4)
      session.applyToEnd(.undone)
      session.applyToEnd(.undone)
      #expect(session.focusText == "d" && session.answers.rowCount == 3 && session.isFocusEntry)
    }
  }

  @Test("In a row that is not an entry line, :add goes to the entry line")
  func addFromAnyRow() throws {
    var session = try session(RepeatTests.tasks)
    session.type("milk")
    session.applyToEnd(.entered)
    session.applyToEnd(.moved(.next))
    #expect(session.focusLabel == "Task 1")
    session.applyToEnd(.itemAdded(section: 1))
    #expect(session.isFocusEntry && session.focusLabel == "Bonus What")
  }

  @Test("Text on the entry line is stored with the form, and a save turns it into an item")
  func entryIsKept() throws {
    var session = try session(RepeatTests.tasks)
    session.type("half a task")
    session.applyToEnd(.moved(.next))
    session.type("a bonus")
    var noted = NotedForm()
    noted.write(session.takeJournal())
    var resumed = FormSession(try .reading(RepeatTests.tasks))
    #expect(resumed.restore(noted.kept).isEmpty)
    #expect(
      resumed.isFocusEntry && resumed.focusText == "a bonus" && resumed.answers.filledCount == 0)
    // Before the question to save, these texts are reported one after another, and no item is
    // added.
    #expect(
      resumed.applyToEnd(.saveProposed).sentences
        == ["Task: “half a task” is not added yet   Enter adds it"])
    #expect(resumed.isFocusEntry && resumed.focusText == "half a task")
    #expect(
      resumed.applyToEnd(.saveProposed).sentences
        == ["Bonus What: “a bonus” is not added yet   Enter adds it"])
    #expect(resumed.answers.filledCount == 0)
    let effects = resumed.applyToEnd(.saveRequested(anyway: false))
    #expect(effects.sentences == ["Added Task 1: half a task", "Added Bonus 1: a bonus"])
    #expect(effects.contains(.save(problems: 0)))
    #expect(
      resumed.exported(.text) == """
        Value for row 1 (Task 1): [ ] half a task
        Value for row 2 (Bonus 1, What): [?] a bonus
        Value for row 3 (Bonus 1, Why): Empty

        """)
  }

  @Test("A tick can be toggled in any row of its item, and the progress counts the ticks")
  func ticks() throws {
    var session = try session(RepeatTests.tasks)
    #expect(progress(session) == "empty")
    session.applyToEnd(.pasted("a\nb\nc\n"))
    #expect(progress(session) == "0 of 3 done")
    session.applyToEnd(.toggled)
    #expect(progress(session) == "0 of 3 done", "the entry line has no tick")
    session.applyToEnd(.moved(.next))
    session.applyToEnd(.toggled)
    #expect(progress(session) == "1 of 3 done")
    #expect(lines(session)[2] == "▌ 1 [x] Task 1 a")
    session.applyToEnd(.itemRemoved(section: 0, item: 1))
    #expect(progress(session) == "0 of 2 done")
    session.applyToEnd(.undone)
    #expect(progress(session) == "1 of 3 done")
    for row in 1...2 {
      session.applyToEnd(.moved(.to(try #require(session.row(at: FormRow.Index(row + 1))).id)))
      session.applyToEnd(.toggled)
    }
    #expect(progress(session) == "3 of 3 done")
    #expect(session.exported(.json).ranges(of: "\"done\": true").count == 3)
  }

  @Test("After the last item is removed, the focus is in the item before, not in another section")
  func removingTheLast() throws {
    let template = """
      {"longform": 1, "id": "f", "sections": [
        {"id": "job", "repeat": {"initial": 3, "label": "Job {n}"}, "rows": [{"id": "a"}, {"id": "b"}]},
        {"id": "end", "rows": [{"id": "c"}]}]}
      """
    var session = FormSession(try .reading(template), height: 8)
    func place() -> String { session.focus.map { "\($0.section) \($0.item) \($0.row)" } ?? "none" }
    session.applyToEnd(.moved(.to(try #require(session.answers.row(atPath: "job[2].b")))))
    session.applyToEnd(.itemRemoved(section: 0, item: 3))
    #expect(place() == "0 2 0")
    session.applyToEnd(.itemRemoved(section: 0, item: 1))
    #expect(place() == "0 2 0", "another item is removed: the focus stays")
    session.applyToEnd(.itemRemoved(section: 0, item: 2))
    #expect(place() == "0 0 0", "only the add line of the section remains")
    session.applyToEnd(.undone)
    #expect(place() == "0 2 0")
  }

  // MARK: - Limits

  @Test(
    "Too few filled items prevent saving; the message goes away when the missing item is filled")
  func minimum() throws {
    var session = try session(RepeatTests.jobs)
    session.applyToEnd(.moved(.last))
    var effects = session.applyToEnd(.saveRequested(anyway: false))
    #expect(
      effects.sentences
        == ["Jobs needs at least 2; none has an answer   :save! saves all the same"])
    #expect(session.focusLabel == "Job 1 Company", "the first empty item has the focus")
    session.type("Acme")
    session.applyToEnd(.moved(.next))
    #expect(progress(session) == "2 of 5")
    #expect(session.problems.count == 1)
    session.applyToEnd(.itemAdded(section: 0))
    session.type("Bits")
    session.applyToEnd(.moved(.next))
    #expect(session.problems.isEmpty)
    effects = session.applyToEnd(.saveRequested(anyway: false))
    #expect(effects.contains(.save(problems: 0)))
    session.applyToEnd(.itemAdded(section: 0))
    #expect(session.applyToEnd(.itemAdded(section: 0)).sentences == ["There is room for 3"])
    #expect(!lines(session).contains("+ Job 4"))
  }

  @Test("An empty item is neither checked nor exported; an item with any answer is both")
  func emptyItems() throws {
    var session = try session(RepeatTests.jobs)
    for text in ["Acme", "Bits"] {
      session.applyToEnd(.itemAdded(section: 0))
      session.type(text)
    }
    #expect(
      session.applyToEnd(.saveRequested(anyway: false)).contains(.save(problems: 0)),
      "the first item is empty")
    #expect(session.exported(.json).ranges(of: "company").count == 2)
    session.applyToEnd(.answered(try #require(session.answers.row(atPath: "jobs[0].from")), "2019"))
    #expect(
      session.applyToEnd(.saveRequested(anyway: false)).sentences
        == ["Job 1 Company is required   :save! saves all the same"])
    session.applyToEnd(.undone)
    #expect(session.exported(.json).ranges(of: "company").count == 2)
  }

  @Test("Empty items of a document count towards the minimum, because a save keeps them")
  func loadedEmptyItems() throws {
    let form = """
      {"longform": 1, "id": "f", "sections": [
        {"id": "people", "repeat": {"key": "people", "min": 2}, "rows": [{"id": "name"}]}]}
      """
    var session = try FormSession(
      Template.reading(form), answers: JSONDocument(parsing: Array(#"{"people": [{}]}"#.utf8)))
    session.applyToEnd(.checkRequested)
    #expect(session.problemsInOrder.map(\.problem) == [.tooFewItems(minimum: 2, filled: 1)])
    session.applyToEnd(.itemAdded(section: 0))
    session.applyToEnd(.checkRequested)
    #expect(session.problems.count == 1)
    session.applyToEnd(.answered(try #require(session.answers.row(atPath: "people[1].name")), "A"))
    session.applyToEnd(.checkRequested)
    #expect(session.problems.isEmpty)
  }

  // MARK: - Pasting

  @Test("A document with more items than the section can have is a problem until one is removed")
  func tooManyItems() throws {
    let jobs = (1...4).map { #"{"company": "C\#($0)"}"# }.joined(separator: ", ")
    let named = (1...4).map { #""n\#($0)": {"company": "C"}"# }.joined(separator: ", ")
    for (form, document) in [
      (RepeatTests.jobs, #"{"jobs": [\#(jobs)]}"#),
      (RepeatTests.nested, #"{"teams": [{"jobs": [\#(jobs)]}]}"#),
      (RepeatTests.named, #"{"jobs": {\#(named)}}"#),
    ] {
      var session = try FormSession(
        Template.reading(form), answers: JSONDocument(parsing: Array(document.utf8)))
      session.applyToEnd(.checkRequested)
      let problems = session.problemsInOrder
      #expect(problems.map(\.problem) == [.tooManyItems(maximum: 3)])
      let row = try #require(problems.first?.row)
      #expect(
        problems.first?.problem.sentence(label: "Jobs") == "Jobs can have at most 3; remove some")
      let item = try #require(session.answers.outline.items(ofSection: row.section).last)
      session.applyToEnd(.itemRemoved(section: row.section, item: item))
      #expect(session.problems.isEmpty)
    }
  }

  private static let named = """
    {"longform": 1, "id": "jobs", "sections": [
      {"id": "jobs", "repeat": {"as": "object", "keyRow": "name", "max": 3},
       "rows": [{"id": "name"}, {"id": "company"}]}]}
    """

  private static let nested = """
    {"longform": 1, "id": "teams", "sections": [
      {"id": "teams", "repeat": {"key": "teams"}, "rows": [{"id": "name"}], "sections": [
        {"id": "jobs", "repeat": {"key": "jobs", "max": 3}, "rows": [{"id": "company"}]}]}]}
    """

  @Test("Pasted lines fill empty items and then new items, and their cells fill the rows")
  func cells() throws {
    var session = try session(RepeatTests.jobs)
    let effects = session.applyToEnd(
      .pasted("Acme\tsesame\t2019\nBits\t\t2020-01\nCogs\nDots\t.\nEggs\n"))
    #expect(
      effects.sentences == ["Pasted 3 of 5 lines; there is room for 3   ^Y pastes the other 2"])
    #expect(
      lines(session).prefix(6) == [
        "Jobs › Job 1: Acme", "1 Company Acme", "2 fixed f", "3 key ••••••", "4 from 2019",
        "Jobs › Job 2: Bits",
      ])
    #expect(session.focusLabel == "Job 3 Company" && session.answers.rowCount == 13)
    session.applyToEnd(.undone)
    #expect(session.answers.rowCount == 5)
    session.applyToEnd(.redone)
    #expect(session.exported(.json).contains("\"from\": \"2020-01\""))
  }

  /// Returns a session in which a paste of two lines stopped before the second job, and the
  /// sentences about it.
  private func stoppedPaste() throws -> (session: FormSession, sentences: [String]) {
    var session = try session(RepeatTests.jobs)
    session.applyToEnd(.itemAdded(section: 0))
    session.type("Bits")
    session.applyToEnd(.moved(.first))
    let sentences = session.applyToEnd(.pasted("Acme\nCogs\n")).sentences
    return (session, sentences)
  }

  @Test("A paste stops before an item with contents, and the rest can be pasted later")
  func pasteStops() throws {
    let (stopped, sentences) = try stoppedPaste()
    var session = stopped
    #expect(
      sentences == ["Pasted 1 of 2 lines; Job 2 has an answer   ^Y pastes the other 1"])
    session.applyToEnd(.itemAdded(section: 0))
    #expect(
      session.applyToEnd(.pastedRest).sentences == [
        "Pasted 1 line into 1 row   ^X u takes them back"
      ])
    #expect(session.exported(.json).contains("Cogs"))
  }

  @Test("In an item with contents, the rest of a paste becomes items at the end of the list")
  func pasteRestAtEnd() throws {
    var session = try stoppedPaste().session
    #expect(session.focusText == "Acme")
    session.applyToEnd(.pastedRest)
    #expect(session.focusText == "Cogs" && session.pasteRest.isEmpty)
    #expect(session.answers.outline.itemCount(of: ItemList(section: 0, parent: 0)) == 3)
  }

  @Test("In an item with contents, pasted line breaks and tabs become spaces")
  func pasteIntoFilled() throws {
    var session = try session(RepeatTests.jobs)
    session.type("Acme ")
    session.applyToEnd(.pasted("and\tsons\n& co\n"))
    #expect(session.focusText == "Acme and sons & co")
  }

  @Test("If a pasted line has more cells than the item has rows, the last row gets the rest")
  func tooManyCells() throws {
    var session = try session(RepeatTests.jobs)
    session.applyToEnd(.pasted("Acme\tk\t2019\tmore\tand more"))
    #expect(session.exported(.json).contains("\"from\": \"2019 more and more\""))
  }

  // MARK: - Undo

  @Test("Undoing step by step restores the start, and redoing the end, even after a resume")
  func undoEverything() throws {
    let sources = [
      RepeatTests.tasks, RepeatTests.jobs, Forms.conditional(), Forms.everything, Forms.everyType,
    ]
    for seed in TestScale.turns(40) {
      let template = try Template.reading(sources[seed % sources.count])
      var generator = SeededGenerator(seed: seed)
      var session = FormSession(template, height: 6)
      let start = state(of: session)
      var noted = NotedForm()
      for _ in 0..<30 { step(&session, using: &generator) }
      leave(&session)
      redoAll(&session)
      let end = state(of: session)
      noted.write(session.takeJournal())
      let steps = undoAll(&session)
      #expect(state(of: session) == start, "walk \(seed), \(steps) steps")
      redoAll(&session)
      #expect(state(of: session) == end, "walk \(seed)")
      var resumed = FormSession(template, height: 3)
      #expect(resumed.restore(noted.kept).isEmpty)
      #expect(state(of: resumed) == end, "walk \(seed)")
      #expect(undoAll(&resumed) == steps)
      #expect(state(of: resumed) == start, "walk \(seed)")
      redoAll(&resumed)
      #expect(state(of: resumed) == end, "walk \(seed)")
    }
  }

  /// Returns everything that an undo must restore. Secrets are not part of the history.
  private func state(of session: FormSession) -> [String] {
    (0..<session.answers.indexCount).compactMap { session.row(at: FormRow.Index($0)) }.map {
      "\(session.answers.fullLabel(of: $0.id)) \($0.type == .secret ? "" : $0.text.string)"
    } + ["\(session.answers.filledCount - secrets(in: session))", "\(session.progress.total)"]
  }

  private func secrets(in session: FormSession) -> Int {
    (0..<session.answers.indexCount).compactMap { session.row(at: FormRow.Index($0)) }.count {
      $0.type == .secret && $0.isFilled
    }
  }

  /// Leaves the focused row, so that its conditions are applied.
  private func leave(_ session: inout FormSession) {
    if let focus = session.focus { session.applyToEnd(.moved(.to(focus))) }
  }

  @discardableResult
  private func undoAll(_ session: inout FormSession) -> Int {
    var steps = 0
    while !session.applyToEnd(.undone).sentences.contains("Nothing to undo") { steps += 1 }
    return steps
  }

  private func redoAll(_ session: inout FormSession) {
    while !session.applyToEnd(.redone).sentences.contains("Nothing to redo") {}
  }

  private func step(_ session: inout FormSession, using generator: inout SeededGenerator) {
    let section = session.repeatingSectionAroundFocus ?? 0
    let item = session.focusedItem
    let index = Int.random(in: 0..<max(session.answers.indexCount, 1), using: &generator)
    let actions: [Action] = [
      .edited(TrickyText.random(using: &generator), cursor: 0, kind: .other), .entered, .entered,
      .edited("more", cursor: 4, kind: .typed), .moved(.next), .moved(.pageDown), .toggled,
      .pasted("one\ttwo\nthree\n"), .pastedRest, .itemAdded(section: section), .cleared, .undone,
      .itemRemoved(section: item?.section ?? 0, item: item?.item ?? 1), .redone,
      .itemDuplicated(section: item?.section ?? 0, item: item?.item ?? 1),
      .itemMoved(section: item?.section ?? 0, item: item?.item ?? 1, to: index % 3),
      .saveRequested(anyway: true), .resetToDefault,
    ]
    if let row = session.row(at: FormRow.Index(index)), Bool.random(using: &generator) {
      session.applyToEnd(.moved(.to(row.id)))
    } else if let action = actions.randomElement(using: &generator) {
      session.applyToEnd(action)
    }
  }

  // MARK: - Cost

  @Test("Law 15: an action costs no more with 100,000 items than with 20")
  func cost() throws {
    func source(_ items: Int) -> String {
      """
      {"longform": 1, "id": "f", "sections": [
        {"id": "b", "repeat": {"key": "b", "initial": \(items), "label": "B {n}"}, "rows": [
          {"id": "x", "default": "1"}, {"id": "y", "when": {"row": "x", "is": "1"}}]}]}
      """
    }
    var small = FormSession(try .reading(source(20)), height: 8)
    var large = FormSession(try .reading(source(100_000)), height: 8)
    let actions: [(String, Action)] = [
      ("edit", .edited("2", cursor: 1, kind: .typed)), ("next", .moved(.next)),
      ("page", .moved(.pageDown)), ("last", .moved(.last)), ("first", .moved(.first)),
      ("add", .itemAdded(section: 0)), ("undo", .undone), ("redo", .redone),
      ("duplicate", .itemDuplicated(section: 0, item: 5)),
      ("remove", .itemRemoved(section: 0, item: 4)),
      ("move", .itemMoved(section: 0, item: 6, to: 15)), ("paste", .pasted("a\tb\nc\n")),
    ]
    for (name, action) in actions {
      let before = (small.answers.rowsTouched, large.answers.rowsTouched)
      _ = small.apply(action)
      _ = large.apply(action)
      let cost = (small.answers.rowsTouched - before.0, large.answers.rowsTouched - before.1)
      #expect(cost.1 <= cost.0 + 8, "\(name) touches \(cost.0) of 20 items, \(cost.1) of 100,000")
      #expect(cost.1 <= 48, "\(name) touches \(cost.1) rows")
    }
    let bytes = large.takeJournal().structure.values.reduce(0) { $0 + $1.count }
    #expect(bytes < 200, "the order of the items is written down as \(bytes) bytes")
  }

  @Test("The name of several rows means the one in the item around the focus, or else the first")
  func names() throws {
    var session = FormSession(
      try .reading(
        """
        {"longform": 1, "id": "f", "sections": [
          {"id": "me", "rows": [{"id": "site", "label": "Website"}]},
          {"id": "jobs", "repeat": {"key": "jobs", "initial": 2}, "rows": [
            {"id": "firm"}, {"id": "url", "label": "Website"}], "sections": [
            {"id": "notes", "repeat": {"key": "notes", "initial": 1}, "rows": [{"id": "note"}]}]}]}
        """))
    #expect(session.row(named: "website") == session.row(named: "site"))
    let url = try #require(session.answers.row(atPath: "jobs[1].url"))
    for path in ["jobs[1].firm", "jobs[1].notes[0].note"] {
      let row = try #require(session.answers.row(atPath: path))
      session.applyToEnd(.moved(.to(row)))
      #expect(session.row(named: "Website") == url, "\(path)")
    }
    session.applyToEnd(.moved(.first))
    #expect(session.row(named: "Website") == session.row(named: "site"))
  }
}
