// Laws 8 to 10 and 13 to 15 in the form model, tested without random walks. Tests of the whole
// program cover law 12, and these laws on a real terminal.

import FormFixtures
import FormModel
import FormScreen
import FormText
import LosslessJSON
import TerminalTesting
import Testing

@Suite("The laws, one by one")
struct MoreLawTests {
  @Test("Law 8: panels, new sizes, checks and repaints neither lose a key nor move the cursor")
  func inputIsSeparateFromDisplay() throws {
    let everything = try Template.reading(Forms.everything)
    for seed in TestScale.turns(160) {
      var generator = SeededGenerator(seed: seed)
      let template =
        seed % 2 == 0 ? everything : try Template.reading(RandomForm(ofTexts: seed).json)
      var session = FormSession(template, height: 6)
      session.applyToEnd(
        .moved(
          .to(try #require(session.row(at: FormRow.Index(seed % session.answers.rowCount))).id)))
      let text = TrickyText.random(using: &generator)
      let cursor = Int.random(in: 0...text.scalarCount, using: &generator)
      session.applyToEnd(.edited(text, cursor: cursor, kind: .typed))
      let (focus, held) = (session.focus, session.focusText)
      for _ in 0..<10 {
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: session.applyToEnd(.panelOpened(lines: Int.random(in: 0...6, using: &generator)))
        case 1:
          let height = Int.random(in: 1...12, using: &generator)
          session.applyToEnd(.resized(height: height, showsHeaders: height > 3))
        case 2:
          let size = ScreenSize(rows: Int.random(in: 1...9, using: &generator), columns: 30)
          _ = session.frame(size: size)
        default: session.applyToEnd(.workContinued)
        }
        #expect(session.focus == focus)
        #expect(session.focusText == held)
        #expect(session.cursor == cursor)
      }
    }
  }

  @Test("Law 9: a panel never covers the focus; closing the panel restores height and position")
  func focusIsNeverCovered() throws {
    var session = FormSession(try .reading(Forms.counted(100)), height: 8)
    for (target, lines) in [(0, 4), (7, 4), (7, 7), (50, 20), (99, 3), (42, 0)] {
      session.applyToEnd(.moved(.to(try #require(session.row(at: FormRow.Index(target))).id)))
      let before = session.rowsInView
      session.applyToEnd(.panelOpened(lines: lines))
      #expect(session.rowsInView?.contains(FormRow.Index(target)) == true)
      #expect(session.viewportHeight == max(8 - lines, 1))
      session.applyToEnd(.panelOpened(lines: 0))
      #expect(session.rowsInView == before)
      #expect(session.viewportHeight == 8)
    }
  }

  @Test("After a panel, no line stays free at the end, even if the viewport grew meanwhile")
  func nothingFree() throws {
    var session = FormSession(try .reading(Forms.classmates), height: 6)
    session.applyToEnd(.moved(.last))
    let top = session.place.viewport.lines.lowerBound
    session.applyToEnd(.panelOpened(lines: 5))
    session.applyToEnd(.panelOpened(lines: 1))
    #expect(session.place.viewport.lines.lowerBound == top + 1, "the focus is the last line")
    session.applyToEnd(.moved(.previous))
    session.applyToEnd(.panelOpened(lines: 4))
    session.applyToEnd(.panelOpened(lines: 1))
    #expect(session.place.viewport.lines.lowerBound == top)
    session.applyToEnd(.resized(height: 12, showsHeaders: true))
    session.applyToEnd(.panelOpened(lines: 0))
    #expect(session.place.viewport.lines.lowerBound + 12 == ViewLine(session.lineCount))
  }

  @Test("Law 10: an invalid row reports its problem but can be left; only saving is refused")
  func errorsNeverBlockMoving() throws {
    var session = FormSession(try .reading(Forms.everything), height: 4)
    #expect(session.focusLabel == "Name")
    session.applyToEnd(.moved(.next))
    #expect(session.focusLabel == "Greeting")
    #expect(session.problems.isEmpty, "an empty required row is no problem before a save")
    session.applyToEnd(.moved(.last))
    #expect(session.focusLabel == "Note 6")
    let effects = session.applyToEnd(.entered)
    #expect(effects.sentences == ["Not saved: Name is required"])
    #expect(session.focusLabel == "Name")
    session.type("Ada")
    #expect(session.problems.isEmpty, "the message stays until the answer is right")
    let saved = session.applyToEnd(.saveRequested(anyway: false))
    #expect(saved.contains(.save(problems: 0)))
  }

  @Test("Law 10: in random forms, rows with problems can be left, and exactly they refuse the save")
  func problemsOfRandomForms() throws {
    var (saved, refused) = (0, 0)
    for seed in TestScale.turns(60) {
      var generator = SeededGenerator(seed: seed, 9)
      var session = FormSession(try .reading(RandomForm(using: &generator).json), height: 5)
      for step in 0..<30 {
        let text = generator.chance(50) ? TrickyText.random(using: &generator) : "x"
        session.applyToEnd(.edited(text, cursor: text.scalarCount, kind: .other))
        guard let before = session.focus else { break }  // a form of notes alone
        session.applyToEnd(.moved(.next))
        let row = session.row(before)
        #expect(
          session.focus != before || row?.index == FormRow.Index(session.answers.indexCount - 1),
          "form \(seed), step \(step)")
        if generator.chance(10) { session.applyToEnd(.moved(.first)) }
      }
      let effects = session.applyToEnd(.saveRequested(anyway: false))
      let isSaved = effects.contains { if case .save = $0 { true } else { false } }
      #expect(isSaved == session.problems.isEmpty, "form \(seed)")
      saved += isSaved ? 1 : 0
      refused += isSaved ? 0 : 1
    }
    #expect(saved > 5 * TestScale.factor && refused > 5 * TestScale.factor)
  }

  @Test("Law 13: text is kept scalar for scalar; only the answer of an edited row is trimmed")
  func textIsSacred() throws {
    var session = FormSession(try .reading(Forms.everything), height: 1)
    let tricky = "  e\u{301} é 👩‍👩‍👧‍👦 🇫🇷 👍🏽 عمر \u{202E}x\u{2028} "
    session.type(tricky)
    session.applyToEnd(.moved(.last))
    session.applyToEnd(.moved(.first))
    #expect(Array(session.focusText.string.unicodeScalars) == Array(tricky.unicodeScalars))
    let exported = session.exported(.json)
    #expect(exported.utf8.contains(0xCC), "the combining mark is kept")
    #expect(exported.contains("\"e\u{301} é 👩‍👩‍👧‍👦 🇫🇷 👍🏽 عمر \u{202E}x\""))
    #expect(exported.contains("\" hello \""), "an untouched default is not trimmed")
    session.type(" \u{3000}\t")
    #expect(session.focusedRow?.isFilled == false, "white space alone is not an answer")
  }

  @Test("Law 13: texts that are only canonically equivalent are different texts")
  func canonicalEquivalenceIsNotEquality() throws {
    var session = FormSession(try .reading(Forms.classmates), height: 3)
    session.type("\u{E9}")
    session.type("e\u{301}")
    session.applyToEnd(.moved(.next))
    session.applyToEnd(.moved(.previous))
    #expect(Array(session.focusText.string.unicodeScalars) == ["e", "\u{301}"])
    session.applyToEnd(.undone)
    #expect(Array(session.focusText.string.unicodeScalars) == ["\u{E9}"])
  }

  @Test("Law 14: no text from outside reaches the terminal unchanged")
  func nothingRaw() throws {
    let hostile =
      "a\u{1B}[2Jb\u{7}c\u{9B}d\u{202E}e\u{2066}f\u{200B}g\u{7F}h\u{2028}i\u{FEFF}j\r\nk\u{8}"
    var source = Array(Forms.classmates.utf8)
    source.replace(Array("Classmate {n}".utf8), with: Array("L\\u001b[31m\\u202e {n}".utf8))
    var session = FormSession(try TemplateReader.template(from: source), height: 8)
    session.type(hostile)
    for columns in [8, 20, 80, 200] {
      let frame = session.frame(size: ScreenSize(rows: 24, columns: columns))
      for scalar in frame.lines.flatMap(\.text.unicodeScalars) {
        #expect(!isHostile(scalar), "U+\(String(scalar.value, radix: 16)) at \(columns) columns")
      }
    }
    for scalar in VisibleText.painted(hostile).unicodeScalars where scalar != "\n" {
      #expect(!isHostile(scalar))
    }
  }

  @Test("Law 14: no text that is typed or loaded into a random form reaches the terminal unchanged")
  func nothingRawInRandomForms() throws {
    let hostile = "a\u{1B}[2Jb\u{9B}c\u{202E}d\u{2066}e\u{7F}f\u{FEFF}"
    for seed in TestScale.turns(12) {
      var generator = SeededGenerator(seed: seed, 10)
      let form = RandomForm(using: &generator).json.replacing("Part ", with: "P\\u001b[31m\\u202e")
      let template = try Template.reading(form)
      var session = FormSession(template, height: 8)
      for row in 0..<session.answers.indexCount {
        session.type("\(hostile)\(row)")
        session.applyToEnd(.moved(.next))
      }
      let document = try JSONDocument(parsing: Array(session.exported(.json).utf8))
      for var session in [session, try FormSession(template, height: 8, answers: document)] {
        for move in [Move.first, .pageDown, .pageDown, .last] {
          session.applyToEnd(.moved(move))
          let frame = session.frame(size: ScreenSize(rows: 24, columns: 60))
          for scalar in frame.lines.flatMap(\.text.unicodeScalars) {
            #expect(!isHostile(scalar), "form \(seed): U+\(String(scalar.value, radix: 16))")
          }
        }
      }
    }
  }

  private func isHostile(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x200B, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF:
      true
    default: false
    }
  }

  @Test("Law 15: the cost of a key, a page and a jump does not grow with the form")
  func costFollowsTheViewport() throws {
    let actions: [(String, Action)] = [
      ("edit", .edited("abc", cursor: 3, kind: .typed)), ("next", .moved(.next)),
      ("previous", .moved(.previous)), ("page", .moved(.pageDown)), ("page back", .moved(.pageUp)),
      ("last", .moved(.last)), ("first", .moved(.first)), ("undo", .undone), ("redo", .redone),
      ("resize", .resized(height: 12, showsHeaders: true)), ("panel", .panelOpened(lines: 3)),
    ]
    var small = FormSession(try .reading(Forms.counted(20)), height: 8)
    var large = FormSession(try .reading(Forms.counted(1_000_000)), height: 8)
    #expect(large.answers.rowsTouched == small.answers.rowsTouched)
    for (name, action) in actions {
      let before = (small.answers.rowsTouched, large.answers.rowsTouched)
      _ = small.apply(action)
      _ = large.apply(action)
      let cost = (small.answers.rowsTouched - before.0, large.answers.rowsTouched - before.1)
      #expect(cost.1 <= cost.0 + 8, "\(name) touches \(cost.0) rows of 20, \(cost.1) of 1,000,000")
      #expect(cost.1 <= 24, "\(name) touches \(cost.1) rows")
    }
    let row = try #require(large.row(named: "765432"))
    let before = large.answers.rowsTouched
    _ = large.apply(.moved(.to(row)))
    #expect(large.answers.rowsTouched - before <= 16)
    #expect(large.focusLabel == "Row 765432")
  }

  @Test("Law 15: work on the whole form runs in slices, shows its progress, and can be stopped")
  func slices() throws {
    var session = FormSession(try .reading(Forms.counted(10_000)), height: 8)
    var before = session.answers.rowsTouched
    var effects = session.apply(.saveRequested(anyway: false))
    #expect(session.workProgress?.done == 2_000)
    #expect(session.workProgress?.total == 10_000)
    session.type("typed while the form is looked through")
    var slices = 0
    while effects.contains(.workRemains) {
      before = session.answers.rowsTouched
      effects = session.apply(.workContinued)
      #expect(session.answers.rowsTouched - before <= 2_000)
      slices += 1
    }
    #expect(effects.contains { if case .save = $0 { true } else { false } })
    #expect(session.exported(.json).contains("typed while the form"))
    _ = session.apply(.checkRequested)
    #expect(session.apply(.workStopped).sentences == ["Stopped"])
    #expect(session.workProgress == nil)
  }
}
