// Add lines. An add line is the line after the items of a repeating section: typing on it creates
// the next item.

import Candidates
import FormFixtures
import FormModel
import FormText
import Testing

@Suite("Add lines")
struct AddLineTests {
  private static let form = """
    {"longform": 1, "id": "f", "sections": [
      {"id": "basics", "title": "Basics", "rows": [{"id": "name", "label": "Name"}]},
      {"id": "work", "title": "Work", "repeat": {"key": "work", "initial": 0, "label": "Job {n}"},
       "rows": [{"id": "company", "label": "Company", "required": true},
                {"id": "position", "label": "Position", "default": "clerk"},
                {"id": "summary", "label": "Summary", "type": "paragraph"}]},
      {"id": "posts", "title": "Volunteering",
       "repeat": {"key": "posts", "initial": 0, "max": 2, "insert": "first", "label": "Post {n}"},
       "rows": [{"id": "number", "label": "Number", "readOnly": true, "default": "1"},
                {"id": "place", "label": "Place"}, {"id": "until", "label": "Until"}]},
      {"id": "end", "title": "End", "rows": [{"id": "last", "label": "Last"}]}]}
    """

  private func session(height: Int = 20) throws -> FormSession {
    FormSession(try .reading(AddLineTests.form), height: height)
  }

  /// Returns a session with the focus on the add line of section 1 (Work) or 2 (Volunteering).
  private func sessionOnAddLine(of section: Int = 1) throws -> FormSession {
    var session = try session()
    for _ in 0..<section { session.applyToEnd(.entered) }
    #expect(session.isFocusAddLine)
    return session
  }

  private func type(_ text: String, in session: inout FormSession) -> [Effect] {
    var effects: [Effect] = []
    for character in text {
      let typed = Text(session.focusText.string + String(character))
      effects += session.applyToEnd(.edited(typed, cursor: typed.scalarCount, kind: .typed))
    }
    return effects
  }

  @Test("Enter stops at the add line of each section and does not create an item")
  func stops() throws {
    var session = try session()
    var labels: [String] = []
    while !session.applyToEnd(.entered).contains(.saveOffered) { labels.append(session.focusLabel) }
    #expect(labels == ["Job 1 Company", "Post 1 Place", "Last"])
    #expect(session.answers.rowCount == 2 && !session.hasChanges)
  }

  @Test("Typing creates the item and puts the text and the cursor into the item's first row")
  func typing() throws {
    var session = try sessionOnAddLine()
    let effects = session.applyToEnd(.edited("Acme", cursor: 2, kind: .typed))
    #expect(effects.contains(.lineReplaced))
    #expect(session.focusLabel == "Job 1 Company" && !session.isFocusAddLine)
    #expect(session.focusText == "Acme" && session.cursor == 2)
  }

  @Test("Creating an item and typing more text are one step; undo returns to the add line")
  func oneStep() throws {
    var session = try sessionOnAddLine()
    _ = type("Acme", in: &session)
    #expect(session.focusText == "Acme")
    #expect(
      session.applyToEnd(.undone).sentences == ["Undone: addition of Job 1: Acme   Alt-_ redoes"])
    #expect(session.isFocusAddLine && session.answers.rowCount == 2 && !session.hasChanges)
    session.applyToEnd(.redone)
    #expect(session.focusLabel == "Job 1 Company" && session.focusText == "Acme")
    _ = type(" & sons", in: &session)
    session.applyToEnd(.undone)
    #expect(session.focusText == "Acme & ")
  }

  @Test("The message about an undone removal has the calculated label of the item")
  func undoneRemoval() throws {
    var session = FormSession(
      try .reading(
        """
        { "longform": 1, "id": "f", "sections": [
          { "id": "legs", "repeat": { "label": "Leg {n}: ${from} to ${to}", "initial": 1 }, "rows": [
            { "id": "from", "label": "From" }, { "id": "to", "label": "To" } ] } ] }
        """))
    session.applyToEnd(.edited("Oslo", cursor: 4, kind: .typed))
    session.applyToEnd(.moved(.next))
    session.applyToEnd(.edited("Rome", cursor: 4, kind: .typed))
    let item = try #require(session.focus?.item)
    session.applyToEnd(.itemRemoved(section: 0, item: item))
    let message = try #require(session.applyToEnd(.undone).sentences.first)
    #expect(message.hasPrefix("Undone: removal of Leg 1: Oslo to Rome"))
  }

  @Test("Undo and redo have the same effect after the draft is reopened")
  func oneStepKept() throws {
    var session = try sessionOnAddLine()
    _ = type("Acme", in: &session)
    var noted = NotedForm()
    noted.write(session.takeJournal())
    var resumed = try self.session()
    #expect(resumed.restore(noted.kept).isEmpty)
    #expect(resumed.focusText == "Acme")
    resumed.applyToEnd(.undone)
    #expect(resumed.isFocusAddLine && resumed.focus?.section == 1)
    resumed.applyToEnd(.redone)
    #expect(resumed.focusText == "Acme")
  }

  @Test("The rows of a removed item have no problems after the draft is reopened")
  func removedItemKept() throws {
    let form = """
      { "longform": 1, "id": "f", "sections": [
        { "id": "jobs", "repeat": {}, "rows": [ { "id": "n", "type": "integer" } ] } ] }
      """
    var session = FormSession(try .reading(form))
    session.applyToEnd(.itemAdded(section: 0))
    session.applyToEnd(.edited("x", cursor: 1, kind: .other))
    session.applyToEnd(.moved(.next))
    #expect(session.problems.count == 1)
    let item = try #require(session.answers.outline.items(ofSection: 0).first)
    session.applyToEnd(.itemRemoved(section: 0, item: item))
    #expect(session.problems.isEmpty)
    var noted = NotedForm()
    noted.write(session.takeJournal())
    var resumed = FormSession(try .reading(form))
    #expect(resumed.restore(noted.kept).isEmpty)
    #expect(resumed.problems.isEmpty)
    resumed.applyToEnd(.undone)
    #expect(resumed.answers.rowCount == 1)
  }

  @Test("A draft that was left on an add line opens with the focus on that line")
  func keptFocus() throws {
    var session = try sessionOnAddLine(of: 2)
    session.applyToEnd(.answered(try #require(session.row(named: "name")), "Ada"))
    var noted = NotedForm()
    noted.write(session.takeJournal())
    var resumed = try self.session()
    #expect(resumed.restore(noted.kept).isEmpty)
    #expect(resumed.isFocusAddLine && resumed.focus?.section == 2)
  }

  @Test("Space creates an empty item, and Backspace in the item's first row removes it")
  func unmaking() throws {
    var session = try sessionOnAddLine()
    session.applyToEnd(.itemAdded(section: 1))
    #expect(session.focusLabel == "Job 1 Company" && session.answers.rowCount == 5)
    session.applyToEnd(.moved(.next))
    #expect(session.applyToEnd(.itemUnmade) == [], "this is not the first row of the item")
    session.applyToEnd(.moved(.previous))
    #expect(session.applyToEnd(.itemUnmade) == [.lineReplaced])
    #expect(session.isFocusAddLine && session.answers.rowCount == 2)
    session.applyToEnd(.undone)
    #expect(session.focusLabel == "Job 1 Company")
    session.applyToEnd(.redone)
    #expect(session.isFocusAddLine && session.focus?.section == 1)
  }

  @Test("Backspace does not remove an item whose default was changed, or anything outside items")
  func notUnmade() throws {
    var session = try sessionOnAddLine()
    _ = type("A", in: &session)
    session.type("")
    session.applyToEnd(.moved(.next))
    session.type("")
    session.applyToEnd(.moved(.previous))
    #expect(session.applyToEnd(.itemUnmade) == [], "the default was removed")
    session.applyToEnd(.moved(.first))
    #expect(session.applyToEnd(.itemUnmade) == [], "this row is in no item")
  }

  @Test("An empty item is neither checked nor exported, but its rows count in the progress")
  func emptyItem() throws {
    var session = try sessionOnAddLine()
    session.applyToEnd(.itemAdded(section: 1))
    #expect(session.progress.total == 5, "rows of an empty item count too")
    #expect(session.applyToEnd(.saveRequested(anyway: false)).contains(.save(problems: 0)))
    #expect(!session.exported(.json).contains("position"))
    session.applyToEnd(.moved(.next))
    session.type("smith")
    #expect(
      session.applyToEnd(.saveRequested(anyway: false)).sentences
        == ["Job 1 Company is required   :save! saves all the same"])
  }

  @Test("Pasted lines become items in one step, and cells become rows; undo leads to the add line")
  func pasting() throws {
    var session = try sessionOnAddLine()
    session.applyToEnd(.pasted("Acme\tsmith\nBits\n"))
    #expect(session.isFocusAddLine && session.focusLabel == "Job 3 Company")
    #expect(session.exported(.json).contains("\"position\": \"smith\""))
    session.applyToEnd(.undone)
    #expect(session.isFocusAddLine && session.answers.rowCount == 2)
    session.applyToEnd(.pasted("Acme and sons"))
    #expect(session.focusLabel == "Job 1 Company" && session.focusText == "Acme and sons")
  }

  @Test("A paste that fills a section ends at its last item, and the rest of the paste is kept")
  func pastingTooMuch() throws {
    var session = try sessionOnAddLine(of: 2)
    session.applyToEnd(.pasted("a\nb\nc\n"))
    #expect(!session.isFocusAddLine && session.pasteRest == ["c"])
    #expect(session.answers.itemLabel(of: try #require(session.focus)) == "Post 2")
  }

  @Test("Picking a candidate creates the item and fills in the item's other rows")
  func picking() throws {
    let form = """
      {"longform": 1, "id": "f", "sections": [{"id": "stops",
       "repeat": {"key": "stops", "label": "Stop {n}", "initial": 0},
       "rows": [{"id": "country", "type": "choice", "choices": {"file": "c.tsv"},
                 "fills": {"capital": "capital"}}, {"id": "capital"}]}]}
      """
    var session = FormSession(try .reading(form))
    let table = "value\tlabel\tcapital\nGB\tUnited Kingdom\tLondon\n"
    session.provideCandidates(
      try CandidateIndex(reading: Array(table.utf8), format: .columns), for: "c.tsv")
    let offer = try #require(session.candidateOffers(in: 0..<1).first)
    session.applyToEnd(.picked(offer))
    #expect(session.focusLabel == "Stop 1 country" && session.focusText == "United Kingdom")
    #expect(session.exported(.json).contains("London"))
    session.applyToEnd(.undone)
    #expect(session.isFocusAddLine && session.answers.rowCount == 0)
  }

  @Test("If new items come first, Enter at the end of a new item returns to the add line once")
  func insertFirst() throws {
    var session = try sessionOnAddLine(of: 2)
    _ = type("Soup", in: &session)
    #expect(session.focusLabel == "Post 1 Place")
    session.applyToEnd(.entered)
    #expect(session.focusLabel == "Post 1 Until")
    session.applyToEnd(.entered)
    #expect(session.isFocusAddLine && session.focusLabel == "Post 2 Place")
    for _ in 0..<2 { session.applyToEnd(.entered) }
    #expect(session.focusLabel == "Post 1 Until")
    session.applyToEnd(.entered)
    #expect(session.focusLabel == "Last")
  }

  @Test("A full section has no add line until an item is removed")
  func full() throws {
    var session = try sessionOnAddLine(of: 2)
    for text in ["a", "b"] {
      _ = type(text, in: &session)
      session.applyToEnd(.moved(.previousItem))
    }
    #expect(!session.answers.outline.hasAddLine(ItemList(section: 2, parent: 0)))
    session.applyToEnd(.itemRemoved(section: 2, item: 1))
    #expect(session.answers.outline.hasAddLine(ItemList(section: 2, parent: 0)))
  }

  @Test("Shift-Tab skips read-only rows and puts the cursor at the end of paragraphs")
  func previousStop() throws {
    var session = try sessionOnAddLine()
    _ = type("Acme", in: &session)
    for _ in 0..<2 { session.applyToEnd(.entered) }
    session.applyToEnd(.edited("one\ntwo", cursor: 1, kind: .typed))
    session.applyToEnd(.entered)
    #expect(session.isFocusAddLine)
    session.applyToEnd(.moved(.previousStop))
    #expect(session.focusText == "one\ntwo" && session.cursor == 7)
    session.applyToEnd(.moved(.first))
    #expect(session.applyToEnd(.moved(.previousStop)).sentences == ["This is the first row"])
  }

  @Test("Alt-n and Alt-p go to items and add lines, and from outside of items to sections")
  func items() throws {
    var session = try sessionOnAddLine()
    for text in ["a", "b"] {
      _ = type(text, in: &session)
      session.applyToEnd(.moved(.nextItem))
      #expect(session.isFocusAddLine)
    }
    session.applyToEnd(.moved(.first))
    var labels: [String] = []
    while session.applyToEnd(.moved(.nextItem)).contains(.lineReplaced) {
      labels.append(session.focusLabel)
    }
    let there = ["Job 1 Company", "Job 2 Company", "Job 3 Company", "Post 1 Place", "Last"]
    #expect(labels == there)
    labels = []
    while session.applyToEnd(.moved(.previousItem)).contains(.lineReplaced) {
      labels.append(session.focusLabel)
    }
    #expect(labels == ["Post 1 Place", "Job 1 Company", "Name"])
    for _ in 0..<2 { session.applyToEnd(.moved(.nextItem)) }
    #expect(session.focusLabel == "Job 2 Company")
    session.applyToEnd(.moved(.previousItem))
    #expect(session.focusLabel == "Job 1 Company")
  }

  @Test("A secret typed on an add line is not in the history")
  func secret() throws {
    let form = """
      {"longform": 1, "id": "f", "sections": [{"id": "keys", "repeat": {"key": "keys", "initial": 0,
       "label": "Key {n}"}, "rows": [{"id": "pin", "type": "secret"}, {"id": "use"}]}]}
      """
    var session = FormSession(try .reading(form))
    _ = type("1234", in: &session)
    #expect(session.focusText == "1234")
    let entry = session.takeJournal()
    #expect(entry.rows.isEmpty)
    #expect(
      !entry.history.added.contains { String(decoding: $0.bytes, as: UTF8.self).contains("1234") })
  }

  @Test("An add line shows what to type and which rows the item will have")
  func words() throws {
    let session = try sessionOnAddLine()
    let row = try #require(session.focusedRow)
    #expect(row.label == "Work" && row.placeholder == "type the company to add a job")
    #expect(row.help == "A job: Company, Position and Summary")
  }

  @Test(
    "The hint on an add line names the row that is typed, unless its label is a question",
    arguments: [
      ("What", "type here to add an expense"),
      ("How much?", "type here to add an expense"),
      ("Wheel size", "type the wheel size to add an expense"),
    ])
  func questions(label: String, hint: String) throws {
    let session = FormSession(
      try .reading(
        """
        {"longform": 1, "id": "e", "sections": [{"id": "e", "title": "Expenses",
          "repeat": {"key": "expenses", "initial": 0, "label": "Expense {n}"},
          "rows": [{"id": "what", "label": "\(label)"}, {"id": "price"}]}]}
        """), height: 20)
    #expect(try #require(session.focusedRow).placeholder == hint)
  }
}
