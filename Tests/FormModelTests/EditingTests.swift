// Editing in the form model: undo steps, pasting, paging, and the order of items.

import FormFixtures
import FormText
import TerminalTesting
import Testing

@testable import FormModel

@Suite("Undo")
struct UndoTests {
  private func session() throws -> FormSession { FormSession(try .reading(Forms.everything)) }

  /// Types a string scalar by scalar, as a person does at a keyboard.
  private func type(_ string: String, into session: inout FormSession) {
    for scalar in string.unicodeScalars {
      var scalars = session.focusText.string.unicodeScalars
      let place = scalars.index(scalars.startIndex, offsetBy: session.cursor)
      let cursor = session.cursor + 1
      scalars.insert(scalar, at: place)
      session.applyToEnd(.edited(Text(String(scalars)), cursor: cursor, kind: .typed))
    }
  }

  private func backspace(_ session: inout FormSession) {
    var text = session.focusText.string
    text.removeLast()
    session.applyToEnd(.edited(Text(text), cursor: Text(text).scalarCount, kind: .deleted))
  }

  @Test("Typed characters are one undo step for each word")
  func words() throws {
    var session = try session()
    type("one two  three", into: &session)
    for left in ["one two  ", "one ", ""] {
      session.applyToEnd(.undone)
      #expect(session.focusText.string == left)
    }
    #expect(session.applyToEnd(.undone).sentences == ["Nothing to undo"])
    for right in ["one ", "one two  ", "one two  three"] {
      session.applyToEnd(.redone)
      #expect(session.focusText.string == right)
    }
  }

  @Test("A run of deletions is one step, and undo restores the cursor, even between equal letters")
  func deletions() throws {
    var session = try session()
    type("hello", into: &session)
    session.applyToEnd(.edited("hello", cursor: 3, kind: .other))
    type("lll", into: &session)
    #expect(session.focusText.string == "helllllo")
    #expect(
      session.applyToEnd(.undone).sentences == ["Undone in 1 Name: “hello” is back   Alt-_ redoes"])
    #expect(session.focusText.string == "hello")
    #expect(session.cursor == 3)
    session.applyToEnd(.edited("hello", cursor: 5, kind: .other))
    backspace(&session)
    backspace(&session)
    #expect(
      session.applyToEnd(.undone).sentences == ["Undone in 1 Name: “hello” is back   Alt-_ redoes"])
    #expect(session.focusText.string == "hello")
  }

  @Test("Leaving a row ends the undo step; undo returns to the row and reports the change")
  func goesToTheRow() throws {
    var session = try session()
    type("ab", into: &session)
    session.applyToEnd(.moved(.last))
    session.applyToEnd(.moved(.first))
    type("c", into: &session)
    session.applyToEnd(.moved(.last))
    #expect(
      session.applyToEnd(.undone).sentences == ["Undone in 1 Name: “ab” is back   Alt-_ redoes"])
    #expect((session.focusLabel, session.focusText.string) == ("Name", "ab"))
    session.applyToEnd(.undone)
    #expect(session.focusText.isEmpty)
  }

  @Test("A new change makes the undone steps unavailable")
  func dropsRedo() throws {
    var session = try session()
    type("a", into: &session)
    session.applyToEnd(.undone)
    type("b", into: &session)
    #expect(session.applyToEnd(.redone).sentences == ["Nothing to redo"])
  }

  @Test("Undoing all steps of a random walk restores its start, and redoing restores its end")
  func walks() throws {
    let templates = try Forms.forWalks()
    for seed in TestScale.turns(45) {
      var oracle = try FormOracle(templates[seed % templates.count], seed: seed)
      let start = oracle.session.exported(.text)
      for _ in 0..<25 { oracle.step() }
      var session = oracle.session
      while !session.applyToEnd(.redone).sentences.contains("Nothing to redo") {}
      let end = session.exported(.text)
      while !session.applyToEnd(.undone).sentences.contains("Nothing to undo") {}
      #expect(session.exported(.text) == start)
      while !session.applyToEnd(.redone).sentences.contains("Nothing to redo") {}
      #expect(session.exported(.text) == end)
    }
  }
}

@Suite("Pasting several lines")
struct PasteTests {
  @Test("Secret and yes-or-no rows take only one pasted line", arguments: ["secret", "boolean"])
  func firstLine(type: String) throws {
    let row = #"{"id": "a{n}", "count": 2, "type": "\#(type)"}"#
    for section in [
      #"{"id": "s", "rows": [\#(row), {"id": "b"}]}"#,
      #"{"id": "s", "repeat": {"initial": 2}, "rows": [{"id": "x", "type": "secret"}, {"id": "y"}]}"#,
      #"{"id": "s", "rows": [{"id": "x", "type": "\#(type)"}, {"id": "y"}, {"id": "z"}]}"#,
    ] {
      var session = FormSession(
        try .reading(#"{"longform": 1, "id": "f", "sections": [\#(section)]}"#))
      session.applyToEnd(.pasted("yes\nno\n"))
      #expect(session.focusText == "yes")
      #expect(session.row(at: 1)?.text == "" && session.row(at: 2)?.text == "")
      #expect(session.pasteRest.isEmpty)
    }
  }

  @Test("Pasted lines fill the counted rows up to a filled row; the rest can be pasted later")
  func fillsRows() throws {
    var session = FormSession(try .reading(Forms.classmates))
    session.applyToEnd(.moved(.to(try #require(session.row(named: "9")))))
    session.type("Zoe")
    session.applyToEnd(.moved(.to(try #require(session.row(named: "5")))))
    let lines = (1...8).map { "name \($0)" }.joined(separator: "\n")
    let effects = session.applyToEnd(.pasted(Text(lines + "\n")))
    #expect(
      effects.sentences == [
        "Pasted 4 of 8 lines; Classmate 9 has an answer   ^Y pastes the other 4"
      ])
    #expect(session.focusLabel == "Classmate 8")
    session.applyToEnd(.moved(.to(try #require(session.row(named: "10")))))
    #expect(
      session.applyToEnd(.pastedRest).sentences == [
        "Pasted 4 lines into 4 rows   ^X u takes them back"
      ])
    #expect(session.row(at: 12)?.text == "name 8")
    #expect(session.pasteRest.isEmpty)
    #expect(session.applyToEnd(.undone).sentences == ["Undone: 4 rows   Alt-_ redoes"])
    #expect(session.answers.filledCount == 5)
  }

  @Test("The rest of a paste begins in the next empty row if the focused row has an answer")
  func restAfterAnswer() throws {
    var session = FormSession(try .reading(Forms.classmates))
    session.applyToEnd(.moved(.to(try #require(session.row(named: "3")))))
    session.type("Zoe")
    session.applyToEnd(.moved(.first))
    session.applyToEnd(.pasted("a\nb\nc\nd"))
    #expect(session.focusLabel == "Classmate 2" && session.pasteRest == ["c", "d"])
    #expect(
      session.applyToEnd(.pastedRest).sentences == [
        "Pasted 2 lines into 2 rows   ^X u takes them back"
      ])
    #expect(session.row(at: 1)?.text == "b" && session.row(at: 2)?.text == "Zoe")
    #expect(session.row(at: 3)?.text == "c" && session.row(at: 4)?.text == "d")
    #expect(session.focusLabel == "Classmate 5")
  }

  @Test("In a filled row, and in a row that is not counted, a pasted line break becomes one space")
  func becomesSpaces() throws {
    var session = FormSession(try .reading(Forms.classmates))
    session.type("Ada")
    session.applyToEnd(.edited("Ada", cursor: 1, kind: .other))
    session.applyToEnd(.pasted("x\ny\tz\n"))
    #expect(session.focusText == "Ax y zda")
    #expect(session.cursor == 6)
    #expect(session.answers.filledCount == 1)
  }

  @Test("A blank line leaves its row empty, so that the following lines go into the right rows")
  func blankLines() throws {
    var session = FormSession(try .reading(Forms.classmates))
    session.applyToEnd(.pasted("a\n\nc"))
    #expect((0..<3).compactMap { session.row(at: $0)?.text.string } == ["a", "", "c"])
  }

  @Test("A paste that is too long for the line editor is kept whole")
  func longPaste() throws {
    var session = FormSession(try .reading(Forms.classmates))
    let text = String(repeating: "0123456789", count: 100_000)
    session.applyToEnd(.pasted(Text(text)))
    session.applyToEnd(.moved(.last))
    #expect(session.row(at: 0)?.text.string == text)
    session.applyToEnd(.moved(.first))
    session.applyToEnd(.cleared)
    #expect(session.answers.filledCount == 0)
    session.applyToEnd(.undone)
    #expect(session.focusText.string == text)
  }
}

@Suite("Moving")
struct MovingTests {
  private func rows(_ session: FormSession) -> [Int] {
    session.rowsInView.map { [$0.lowerBound.value + 1, $0.upperBound.value + 1] } ?? []
  }

  @Test("Paging moves the row after the last shown row to the top; the focus keeps its screen line")
  func pages() throws {
    var session = FormSession(try .reading(Forms.classmates), height: 8)
    session.applyToEnd(.moved(.to(try #require(session.row(named: "3")))))
    var seen: [[Int]] = []
    for move in [Move.pageDown, .pageDown, .pageDown, .pageUp, .pageUp, .pageUp] {
      session.applyToEnd(.moved(move))
      seen.append(rows(session) + [(session.focusedRow?.index.value ?? -1) + 1])
    }
    #expect(
      seen == [
        [9, 16, 11], [17, 20, 19], [17, 20, 20], [9, 16, 12], [1, 8, 4], [1, 8, 1],
      ])
  }

  @Test("A viewport that grows shows more lines below, or more lines above at the end of the form")
  func grows() throws {
    var session = FormSession(try .reading(Forms.classmates), height: 4)
    var seen: [[Int]] = []
    for (move, height) in [(Move.last, 10), (.first, 4), (.pageDown, 10)] {
      session.applyToEnd(.moved(move))
      session.applyToEnd(.resized(height: height, showsHeaders: true))
      seen.append(rows(session))
    }
    #expect(seen == [[11, 20], [1, 4], [5, 14]])
  }

  @Test("If a viewport at the end of the form stops showing headers, it is filled with rows")
  func losesHeaders() throws {
    var session = FormSession(try .reading(Forms.everything), height: 8)
    session.applyToEnd(.moved(.last))
    session.applyToEnd(.resized(height: 6, showsHeaders: false))
    #expect(session.rowsInView?.count == 6)
    #expect(session.rowsInView?.last == session.focusedRow?.index)
  }

  @Test("A viewport of one line moves row by row past titles and headers")
  func oneLine() throws {
    var session = FormSession(try .reading(Forms.everything), height: 1)
    var labels: [String] = []
    for _ in 0..<session.answers.indexCount {
      labels.append(session.focusLabel)
      session.applyToEnd(.moved(.pageDown))
    }
    #expect(Set(labels).count == session.answers.indexCount)
  }

  @Test("Back goes to the row before the last jump, and a second Back returns")
  func back() throws {
    var session = FormSession(try .reading(Forms.classmates))
    session.applyToEnd(.moved(.to(try #require(session.row(named: "Classmate 15")))))
    session.applyToEnd(.moved(.back))
    #expect(session.focusLabel == "Classmate 1")
    session.applyToEnd(.moved(.back))
    #expect(session.focusLabel == "Classmate 15")
  }

  @Test("The search for the next empty row wraps around the end")
  func nextEmpty() throws {
    var session = FormSession(try .reading(Forms.counted(30)))
    for index in 5..<30 {
      session.applyToEnd(.moved(.to(try #require(session.row(at: FormRow.Index(index))).id)))
      session.type("x")
    }
    session.applyToEnd(.moved(.nextEmpty))
    #expect(session.focusLabel == "Row 1")
  }
}

@Suite("The order of items")
struct ItemForestTests {
  @Test(
    "Inserting and removing items has the same result as in plain arrays, one for each list"
  )
  func agreesWithArrays() {
    for seed in TestScale.turns(40) {
      var generator = SeededGenerator(seed: seed)
      var forest = ItemForest(
        [
          KeptItems.List(parent: 0, runs: [1...3]),
          KeptItems.List(parent: 2, runs: [5...5, 4...4]),
        ], last: 5)
      var arrays: [Int: [Int]] = [0: [1, 2, 3], 2: [5, 4]]
      for _ in 0..<60 {
        let owner = Int.random(in: 0..<4, using: &generator)
        var array = arrays[owner] ?? []
        switch Int.random(in: 0..<3, using: &generator) {
        case 0:
          let serial = forest.create(in: owner)
          let place = Int.random(in: 0...array.count, using: &generator)
          forest.insert(serial, at: place)
          array.insert(serial, at: place)
        case 1:
          guard let serial = array.randomElement(using: &generator) else { continue }
          #expect(forest.remove(serial) == array.firstIndex(of: serial))
          array.removeAll { $0 == serial }
          #expect(forest.owner(of: serial) == owner)
        default:
          #expect(forest.remove(999) == nil)
        }
        arrays[owner] = array
        for (owner, array) in arrays {
          #expect(forest.count(in: owner) == array.count)
          #expect(forest.runs(in: owner).flatMap(Array.init) == array)
          for (position, serial) in array.enumerated() {
            #expect(forest.serial(at: position, in: owner) == serial)
            #expect(forest.position(of: serial) == position)
          }
          #expect(forest.serial(at: array.count, in: owner) == nil)
        }
      }
    }
  }

  @Test(
    "Items of a section that are decoded from bytes are encoded as the same bytes",
    arguments: ["5:1-3,5", "0:", "7:1=1-3,5;2=6~4,7", "3:9=~1-3", "2:1=2;4=1"])
  func bytes(text: String) throws {
    let items = try #require(KeptItems(encoded: Array(text.utf8)))
    #expect(String(decoding: items.encoded, as: UTF8.self) == text)
  }

  @Test(
    "Invalid bytes decode to no items",
    arguments: [
      "", "5", "5:6", "5:1,1", "5:3-1", "x:1", "3:1=1;2=1", "3:0=1", "3:1=1=2", "3:1~2~3",
    ])
  func noItems(text: String) { #expect(KeptItems(encoded: Array(text.utf8)) == nil) }
}

@Suite("Work that ends after the person continued")
struct LateWorkTests {
  /// A form with many rows, of which only the last is required and empty.
  private static let form = """
    {"longform": 1, "id": "late", "sections": [{"rows": [
      {"id": "a{n}", "count": 9000, "default": "x"}, {"id": "b", "required": true}]}]}
    """

  private func finish(_ session: inout FormSession, _ first: [Effect]) -> [Effect] {
    var effects = first
    while effects.contains(.workRemains) {
      effects = session.apply(.workContinued)
    }
    return effects
  }

  @Test(
    "If the person types while the form is checked, the focus does not move",
    arguments: [
      Action.moved(.nextEmpty), .moved(.nextProblem), .checkRequested,
      .saveRequested(anyway: false),
    ])
  func keepsTheFocus(action: Action) throws {
    var session = FormSession(try .reading(LateWorkTests.form))
    let effects = session.apply(action)
    session.applyToEnd(.edited("hel", cursor: 3, kind: .typed))
    let last = finish(&session, effects)
    #expect(session.focusLabel == "a1")
    #expect(session.focusText == "hel")
    #expect(!last.contains(.lineReplaced))
  }

  @Test("If the person waits for a check, the focus moves to the first problem")
  func jumps() throws {
    var session = FormSession(try .reading(LateWorkTests.form))
    let effects = session.apply(.checkRequested)
    _ = finish(&session, effects)
    #expect(session.focusLabel == "b")
    #expect(session.listedProblems.count == 1)
  }

  @Test(
    "A name that is a number is valid only if a row has that number",
    arguments: ["0", "-1", "3", "9223372036854775807"])
  func numbersOfNoRow(name: String) throws {
    // Add lines, which create items, are between the rows, but have no number.
    let session = FormSession(
      try .reading(
        """
        {"longform": 1, "id": "f", "sections": [
          {"id": "a", "repeat": {"key": "a", "initial": 1, "entry": true}, "rows": [{"id": "x"}]},
          {"id": "b", "repeat": {"key": "b", "initial": 1, "entry": true}, "rows": [{"id": "x"}]}]}
        """))
    #expect(session.row(named: name) == nil)
    #expect(session.row(named: "2") == session.answers.row(atPath: "b[0].x"))
  }
}
