// Pasting several lines into an entry line on which a text was typed. An entry line is the line on
// which people type new items of a repeating section.

import Candidates
import FormFixtures
import FormModel
import FormText
import TerminalTesting
import Testing

@Suite("Lines pasted into an entry line with text")
struct EntryPasteTests {
  private func form(_ repetition: String = "") -> String {
    """
    {"longform": 1, "id": "f", "sections": [{"id": "tasks",
     "repeat": {"key": "tasks", "label": "Task {n}", "initial": 0, "entry": true\(repetition)},
     "rows": [{"id": "what", "label": "What"}, {"id": "who", "label": "Who"},
              {"id": "done", "label": "Done", "type": "boolean"}]}]}
    """
  }

  /// Returns a session with a text on the entry line. The cursor is in the text, or at its end.
  private func session(
    typing text: Text, cursor: Int? = nil, _ repetition: String = ""
  ) throws -> FormSession {
    var session = FormSession(try .reading(form(repetition)))
    session.applyToEnd(.edited(text, cursor: cursor ?? text.scalarCount, kind: .typed))
    return session
  }

  /// Returns the texts of the items, with `/` between the first two rows.
  private func items(_ session: FormSession) -> [String] {
    (0..<session.answers.outline.itemCount(of: ItemList(section: 0, parent: 0))).compactMap {
      guard
        let item = session.answers.outline.item(at: $0, of: ItemList(section: 0, parent: 0))
      else { return nil }
      return (0..<2).map { row in
        session.answers.text(of: .init(section: 0, item: item, row: row, number: 0)).string
      }.joined(separator: "/")
    }
  }

  @Test("The first pasted line continues the text at the cursor; each other line is an item")
  func lines() throws {
    var session = try session(typing: "Buy  today", cursor: 4)
    let effects = session.applyToEnd(.pasted("milk\n\nCall Bob\nSweep\n"))
    #expect(items(session) == ["Buy milk today/", "Call Bob/", "Sweep/"])
    #expect(session.isFocusEntry && session.focusText.isEmpty)
    #expect(
      effects.sentences == ["Pasted 3 lines into 3 rows   ^X u takes them back"])
  }

  @Test("The paste is one undo step, and undo puts the text back on the entry line")
  func undo() throws {
    var session = try session(typing: "Buy ")
    session.applyToEnd(.pasted("milk\nCall Bob"))
    session.applyToEnd(.undone)
    #expect(items(session).isEmpty)
    #expect(session.isFocusEntry && session.focusText == "Buy ")
    session.applyToEnd(.redone)
    #expect(items(session) == ["Buy milk/", "Call Bob/"])
    #expect(session.isFocusEntry && session.focusText.isEmpty)
  }

  @Test("If the first pasted line is blank, the typed text becomes an item unchanged")
  func blankFirst() throws {
    var session = try session(typing: "Buy milk", cursor: 3)
    session.applyToEnd(.pasted("\nCall Bob\n"))
    #expect(items(session) == ["Buy milk/", "Call Bob/"])
  }

  @Test("Tabs in a pasted line separate the answers of its item, even in the first line")
  func cells() throws {
    var session = try session(typing: "Buy ")
    session.applyToEnd(.pasted("milk\tAda\nCall Bob\tGrace\n"))
    #expect(items(session) == ["Buy milk/Ada", "Call Bob/Grace"])
    session.applyToEnd(.undone)
    #expect(items(session).isEmpty && session.focusText == "Buy ")
  }

  @Test("A single pasted line goes into the text of the entry line, with spaces for tabs")
  func single() throws {
    var session = try session(typing: "Buy ")
    session.applyToEnd(.pasted("milk\tand bread\n"))
    #expect(items(session).isEmpty && session.focusText == "Buy milk and bread")
  }

  @Test("Without room for an item the typed text stays, and all lines can be pasted later")
  func noRoom() throws {
    var session = try session(typing: "Sweep", ", \"max\": 1")
    session.applyToEnd(.entered)
    session.type("Buy ")
    let effects = session.applyToEnd(.pasted("milk\nCall Bob"))
    #expect(items(session) == ["Sweep/"] && session.focusText == "Buy ")
    #expect(
      effects.sentences == ["Pasted 0 of 2 lines; there is room for 0   ^Y pastes the other 2"])
    #expect(session.pasteRest == ["milk", "Call Bob"])
  }

  @Test("With room for one item, the lines after the first can be pasted later")
  func someRoom() throws {
    var session = try session(typing: "Buy ", ", \"max\": 1")
    session.applyToEnd(.pasted("milk\nCall Bob"))
    #expect(items(session) == ["Buy milk/"] && session.focusText.isEmpty)
    #expect(session.pasteRest == ["Call Bob"])
  }

  @Test("If new items come first, pasted items are above the others, in pasted order")
  func first() throws {
    var session = try session(typing: "Sweep", ", \"insert\": \"first\"")
    session.applyToEnd(.entered)
    session.type("Buy ")
    session.applyToEnd(.pasted("milk\nCall Bob"))
    #expect(items(session) == ["Buy milk/", "Call Bob/", "Sweep/"])
  }

  @Test("A form that is restored from its draft has the pasted items")
  func draft() throws {
    var session = try session(typing: "Buy ")
    session.applyToEnd(.pasted("milk\nCall Bob"))
    var noted = NotedForm()
    noted.write(session.takeJournal())
    var resumed = FormSession(try .reading(form()))
    #expect(resumed.restore(noted.kept).isEmpty)
    #expect(items(resumed) == ["Buy milk/", "Call Bob/"])
    resumed.applyToEnd(.undone)
    #expect(items(resumed).isEmpty && resumed.focusText == "Buy ")
  }

  @Test("A candidate's label on the entry line fills in the rows that get no pasted cell")
  func candidates() throws {
    let form = """
      {"longform": 1, "id": "f", "sections": [{"id": "stops",
       "repeat": {"key": "stops", "label": "Stop {n}", "initial": 0, "entry": true},
       "rows": [{"id": "country", "type": "choice", "choices": {"file": "countries.tsv"},
                 "fills": {"capital": "capital"}}, {"id": "capital"}]}]}
      """
    var session = FormSession(try .reading(form))
    session.provideCandidates(
      try CandidateIndex(
        reading: Array("value\tlabel\tcapital\nFR\tFrance\tParis\n".utf8), format: .columns),
      for: "countries.tsv")
    session.type("Fra")
    session.applyToEnd(.pasted("nce\nSpain\n"))
    #expect(items(session) == ["France/Paris", "Spain/"])
    session.type("Fra")
    session.applyToEnd(.pasted("nce\tLyon\nSpain\n"))
    #expect(items(session).suffix(2) == ["France/Lyon", "Spain/"])
  }

  @Test(
    "At any cursor, the items are the nonblank lines of the text with the paste inserted")
  func anyText() throws {
    var generator = SeededGenerator(seed: 12)
    for _ in TestScale.turns(300) {
      let typed = (0..<Int.random(in: 1...6, using: &generator)).map { _ in
        "abé 🎉".randomElement(using: &generator).map(String.init) ?? ""
      }.joined()
      guard typed.contains(where: { $0 != " " }) else { continue }
      let cursor = Int.random(in: 0...typed.unicodeScalars.count, using: &generator)
      let lines = (0..<Int.random(in: 2...5, using: &generator)).map { _ in
        ["", "x", "yz", "ü 1"].randomElement(using: &generator) ?? ""
      }
      let (before, after) = (
        String(String.UnicodeScalarView(typed.unicodeScalars.prefix(cursor))),
        String(String.UnicodeScalarView(typed.unicodeScalars.dropFirst(cursor)))
      )
      let expected = [before + lines[0] + after] + lines.dropFirst().filter { !$0.isEmpty }
      var session = try session(typing: Text(typed), cursor: cursor)
      session.applyToEnd(.pasted(Text(lines.joined(separator: "\n") + "\n")))
      #expect(items(session) == expected.map { $0 + "/" }, "\(typed) at \(cursor): \(lines)")
      session.applyToEnd(.undone)
      #expect(items(session).isEmpty && session.focusText.string == typed)
    }
  }
}
