// A template changes while it has an unfinished draft: texts follow their rows, texts without a row
// are listed and kept, and texts of rows that became secret are removed.

import Glibc
import TerminalTesting
import Testing

@Suite("Templates that change while they have a draft", .waits)
struct ChangedTemplateTests {
  private func form(_ sections: String, id: String = "f") -> String {
    #"{"longform": 1, "id": "\#(id)", "sections": [\#(sections)]}"#
  }

  /// Returns the JSON of rows with these ids.
  private func rows(_ ids: String...) -> String {
    let rows = ids.map { #"{"id": "\#($0)"}"# }.joined(separator: ", ")
    return #""rows": [\#(rows)]"#
  }

  private func repeating(_ id: String, initial: Int, _ rows: String) -> String {
    #"{"id": "\#(id)", "repeat": {"key": "\#(id)", "initial": \#(initial)}, \#(rows)}"#
  }

  /// Creates a home folder with a form, fills in the form by keys, and leaves the form.
  private func home(
    _ form: String, typing keys: String, arguments: [String] = ["./f.json"]
  ) throws -> DraftHome {
    let drafts = try DraftHome()
    try drafts.home.write(form, to: "f.json")
    let process = try drafts.start(arguments)
    try process.send(keys + "\(Keystroke.interrupt)")
    #expect(try process.waitForExit() == .exited(130))
    return drafts
  }

  /// Whether any file of the drafts contains a text.
  private func isKept(_ text: String, in drafts: DraftHome) throws -> Bool {
    let folder = drafts.home.path(DraftHome.folder)
    return try Program.run("/bin/grep", ["-r", "-q", "-a", "-F", text, folder]).status
      == .exited(0)
  }

  // MARK: - Items

  @Test("Items that `initial` created stay if `initial` is reduced", arguments: [false, true])
  func fewerInitialItems(isOldDraft: Bool) throws {
    let drafts = try home(
      form(repeating("work", initial: 5, rows("name"))), typing: "a\rb\rc\rd\r")
    // A draft of version 0.1.0 stores neither the items that the template created nor the ids of
    // the template's rows.
    if isOldDraft { try drafts.alter("DELETE FROM structure; DELETE FROM value") }
    try drafts.home.write(form(repeating("work", initial: 1, rows("name"))), to: "f.json")
    let process = try drafts.start(["./f.json"], waitingFor: "Back at")
    let saved = try process.save()
    for text in ["a", "b", "c", "d"] { #expect(saved.contains(#""name": "\#(text)""#)) }
  }

  @Test("If a section becomes repeating, its texts go to item 1, and undo still removes them")
  func becomesRepeat() throws {
    let plain = #"{"id": "work", \#(rows("company", "city"))}"#
    let drafts = try home(form(plain), typing: "Foo\rBerlin")
    for initial in [0, 2] {
      try drafts.home.write(
        form(repeating("work", initial: initial, rows("company", "city"))), to: "f.json")
      let process = try drafts.start(["./f.json"], waitingFor: "Back at")
      try process.wait(for: "2 of ")
      try process.press(.undo)
      try process.wait(for: "Undone in 2 work 1 city: it is empty again")
      try process.press(.redo)
      try process.wait(for: "Redone in 2 work 1 city: “Berlin” is back")
      try process.kill()
    }
    let saved = try drafts.start(["./f.json"], waitingFor: "Back at").save()
    #expect(saved.contains(#""company": "Foo""#) && saved.contains(#""city": "Berlin""#))
  }

  @Test("If a section stops repeating, item 1 stays, and the texts of the other items are listed")
  func becomesPlain() throws {
    let drafts = try home(
      form(repeating("work", initial: 2, rows("company", "city"))),
      typing: "Foo\rBerlin\rBar\rParis\(Keystroke.itemUp)")
    try drafts.home.write(form(#"{"id": "work", \#(rows("company", "city"))}"#), to: "f.json")
    let process = try drafts.start(
      ["./f.json"], errors: .captured, waitingFor: "The form was changed: 2 texts without a row")
    #expect(process.screen.text.contains("work › company: Foo"))
    // The last step moved an item. Without items that step cannot be undone, so undo changes no
    // text.
    try process.press(.cancel, .undo)
    try process.wait(for: "Nothing to undo")
    try process.press(.save)
    try process.wait(for: "Not saved because the form has no row for them; kept in the draft:")
    try process.wait(for: "work › city: Berlin")
    try process.press(.save)
    #expect(try process.waitForExit() == .exited(0))
    #expect(process.capturedText.contains(#""company": "Bar""#))
    #expect(!process.capturedText.contains("Berlin"))
    let errors = String(decoding: process.capturedErrors, as: UTF8.self)
    #expect(
      errors.contains("longform: 2 texts without a row were not saved; longform drafts show "))
    #expect(errors.contains("work › city: Berlin\n"))
    let name = try #require(drafts.files(".finished-").first)
    #expect(errors.contains("longform drafts show f@1 shows them\n"))
    #expect(try drafts.run(["drafts", "show", "f@1"]).outputText.contains("work › city: Berlin\n"))
    let shown = try drafts.run(["drafts", "show", name]).outputText
    #expect(shown.contains("work › company: Foo\n") && shown.contains("work › city: Berlin\n"))
  }

  @Test("A text without a row is listed with the label that its item has now")
  func labels() throws {
    let drafts = try home(
      form(repeating("work", initial: 3, rows("company", "city"))),
      typing: "Foo\rRome\rBar\rParis\(Keystroke.itemUp)")
    try drafts.home.write(
      form(repeating("work", initial: 3, rows("company", "town", "plot"))), to: "f.json")
    let process = try drafts.start(["./f.json"], waitingFor: "2 texts without a row")
    #expect(process.screen.text.contains("work 2 city: Rome"))
    #expect(process.screen.text.contains("work 1 city: Paris"))
  }

  @Test("If a section stops repeating and later repeats again, it has all its items again")
  func plainForAWhile() throws {
    let repeated = form(repeating("work", initial: 2, rows("company", "city")))
    let drafts = try home(repeated, typing: "Foo\rBerlin\rBar\rParis\(Keystroke.itemUp)")
    try drafts.home.write(form(#"{"id": "work", \#(rows("company", "city"))}"#), to: "f.json")
    let plain = try drafts.start(["./f.json"], waitingFor: "2 texts without a row")
    try plain.press(.cancel, .firstRow, "!\r")
    try plain.wait(for: "company  Bar!")
    try plain.press(.interrupt)
    _ = try plain.waitForExit()
    try drafts.home.write(repeated, to: "f.json")
    let again = try drafts.start(["./f.json"], waitingFor: "Back at")
    let saved = try again.save()
    let companies = saved.split(separator: "\n").filter { $0.contains("company") }
    #expect(
      companies.count == 2 && companies[0].contains("Bar!") && companies[1].contains("Foo"),
      "\(saved)")
  }

  @Test("If a section stops repeating, a text typed for its next item is listed and goes to no row")
  func entryLine() throws {
    let entry = #"{"id": "t", "repeat": {"key": "t", "entry": true}, \#(rows("what"))}"#
    let drafts = try home(form(entry), typing: "done\rwaiting")
    try drafts.home.write(form(#"{"id": "t", \#(rows("what"))}"#), to: "f.json")
    let process = try drafts.start(["./f.json"], waitingFor: "1 text without a row")
    try process.wait(for: ": waiting")
    #expect(try process.save(typing: "\(Keystroke.cancel)").contains(#""what": "done""#))
  }

  // MARK: - Rows

  @Test("A row that gets a count becomes row 1 of several; if the count is removed, text 1 stays")
  func count() throws {
    let one = form(#"{"id": "s", "rows": [{"id": "name"}, {"id": "seat"}]}"#)
    let many = form(#"{"id": "s", "rows": [{"id": "name"}, {"id": "seat{n}", "count": 3}]}"#)
    let drafts = try home(one, typing: "Ada\rfront")
    try drafts.home.write(many, to: "f.json")
    let process = try drafts.start(["./f.json"], waitingFor: "Back at")
    try process.wait(for: "seat1  front")
    try process.press(.command, "goto 4\rback\r")
    try process.wait(for: "seat3  back")
    try process.kill()
    try drafts.home.write(one, to: "f.json")
    let last = try drafts.start(
      ["./f.json"], errors: .captured, waitingFor: "1 text without a row")
    try last.wait(for: "s › seat3: back")
    #expect(try last.save(typing: "\(Keystroke.cancel)").contains(#""seat": "front""#))
    #expect(String(decoding: last.capturedErrors, as: UTF8.self).contains("s › seat3: back\n"))
  }

  @Test("A moved row keeps its text, unless its new section already had a row with the same id")
  func movedRow() throws {
    let before = form(#"{"id": "a", \#(rows("x", "city"))}, {"id": "b", \#(rows("y"))}"#)
    let drafts = try home(before, typing: "1\rBerlin\r2")
    try drafts.home.write(
      form(#"{"id": "a", \#(rows("x"))}, {"id": "b", \#(rows("city", "y"))}"#), to: "f.json")
    let moved = try drafts.start(["./f.json"], waitingFor: "Back at")
    try moved.wait(for: "city  Berlin")
    try moved.waitUntilKept()
    try moved.kill()

    let city = #"{"id": "b", "rows": [{"id": "city", "key": "b.city"}]}"#
    let twice = form(#"{"id": "a", \#(rows("x", "city"))}, \#(city)"#)
    let others = try home(twice, typing: "1\rBerlin\r")
    try others.home.write(
      form(#"{"id": "a", \#(rows("x"))}, \#(city)"#), to: "f.json")
    let process = try others.start(["./f.json"], waitingFor: "1 text without a row")
    try process.wait(for: "a › city: Berlin")
    #expect(!(try process.save(typing: "\(Keystroke.cancel)").contains("Berlin")))
  }

  @Test("Pipes and plain mode list texts without a row both before and after the save")
  func pipes() throws {
    let drafts = try home(form("{\(rows("a", "b"))}"), typing: "Ada\rBob")
    try drafts.home.write(form("{\(rows("a", "c"))}"), to: "f.json")
    let plain = try drafts.start(["./f.json", "--plain"], waitingFor: "1 text without a row")
    try plain.send(":save\n")
    try plain.wait(for: "Not saved because the form has no row for it; kept in the draft:")
    // Before the question is printed, a line with `n` would be the answer to a row.
    try plain.wait(for: "to standard output? y or n")
    try plain.send("n\n:quit\n")
    _ = try plain.waitForExit()
    let piped = try drafts.run(["./f.json", "--draft", "main"], input: ":save\n")
    #expect(piped.status == .exited(0) && !piped.outputText.contains("Bob"))
    let lines = piped.errorText.split(separator: "\n")
    #expect(lines.first?.contains("has no row for it; kept in the draft:") == true)
    #expect(lines.last == "longform:   b: Bob")
    let name = try #require(drafts.files(".finished-").first)
    #expect(
      piped.errorText.contains("1 text without a row was not saved; longform drafts show f@1 "))
    #expect(try drafts.run(["drafts", "show", name]).status == .exited(0))
  }

  // MARK: - Forms that moved

  @Test("The draft of a renamed template is offered, and is resumed under the new name")
  func renamedFile() throws {
    let drafts = try home(form("{\(rows("a", "b"))}"), typing: "Ada\r")
    #expect(rename(drafts.home.path("f.json"), drafts.home.path("g.json")) == 0)
    let process = try drafts.start(["./g.json"], waitingFor: "Go on with this draft?")
    try process.wait(for: "1 of 2 filled, from when this form was\n")
    try process.send("\r")
    try process.wait(for: "Back at")
    try process.wait(for: "a  Ada")
    try process.waitUntilKept()
    try process.kill()
    #expect(drafts.files(".aside-").count == 1)
    _ = try drafts.start(["./g.json"], waitingFor: "Back at")
  }

  @Test("If the id of a template changes, the old draft is offered; n starts a new one")
  func changedID() throws {
    let drafts = try home(form("{\(rows("a", "b"))}"), typing: "Ada\r")
    try drafts.home.write(form("{\(rows("a", "b"))}", id: "other"), to: "f.json")
    let first = try drafts.start(["./f.json"], waitingFor: "Go on with this draft?")
    try first.wait(for: "from when this form had the id “f”")
    try first.send("n")
    try first.wait(for: "a ▸")
    try first.press(.interrupt)
    _ = try first.waitForExit()
    let script = try drafts.run(["./f.json", "--draft", "main"], input: "new\n")
    #expect(script.outputText.contains("new") && !script.outputText.contains("Ada"))
    #expect(script.errorText.contains("had the id “f”, was not resumed; open the form at"))
    #expect(drafts.files(".draft").contains { $0.hasPrefix("f-main-") && $0.hasSuffix(".draft") })
    let second = try drafts.start(["./f.json"], waitingFor: "Go on with this draft?")
    try second.send("y")
    try second.wait(for: "a  Ada")
  }

  @Test("The draft of a template that still exists is not offered to another form with the same id")
  func sameID() throws {
    let drafts = try home(form("{\(rows("a", "b"))}"), typing: "Ada\r")
    try drafts.home.write(form("{\(rows("a", "b"))}"), to: "g.json")
    try drafts.home.write(form("{\(rows("a", "b"))}", id: "third"), to: "h.json")
    for other in ["./g.json", "./h.json"] {
      let process = try drafts.start([other])
      #expect(!process.screen.text.contains("Go on with this draft?"))
      try process.press(.interrupt)
      _ = try process.waitForExit()
    }
  }

  // MARK: - Secrets

  @Test("If a row becomes secret, the draft, its log and its undo steps lose only that row's text")
  func becomesSecret() throws {
    let marker = "xyzzy-4711"
    let drafts = try home(
      form("{\(rows("user", "word", "note"))}"), typing: "Ada\r\(marker)\rhello")
    #expect(try isKept(marker, in: drafts))
    try drafts.home.write(
      form(#"{"rows": [{"id": "user"}, {"id": "word", "type": "secret"}, {"id": "note"}]}"#),
      to: "f.json")
    let process = try drafts.start(["./f.json"], waitingFor: "type again: word")
    #expect(try !isKept(marker, in: drafts))
    for undone in ["Undone in 3 note: it is empty again", "Undone in 1 user: it is empty again"] {
      try process.press(.undo)
      try process.wait(for: undone)
    }
    try process.press(.undo)
    try process.wait(for: "Nothing to undo")
    try process.press(.redo, .redo)
    try process.wait(for: "Redone in 3 note: “hello” is back   ^X u undoes")
    #expect(try !process.save().contains(marker))
    #expect(try !isKept(marker, in: drafts))
  }

  @Test("If a row becomes secret, the draft's loaded answers and presets lose its text, too")
  func loadedSecret() throws {
    let (loaded, preset) = ("loaded-4711", "preset-4711")
    let drafts = try DraftHome()
    try drafts.home.write(form("{\(rows("user", "word", "code"))}"), to: "f.json")
    try drafts.home.write(#"{"user": "Ada", "word": "\#(loaded)"}"#, to: "a.json")
    let first = try drafts.start(["./f.json", "--answers", "a.json", "--set", "code=\(preset)"])
    try first.press("!\r", .interrupt)
    _ = try first.waitForExit()
    #expect(try isKept(loaded, in: drafts) && isKept(preset, in: drafts))
    try drafts.home.write(
      form(
        #"{"rows": [{"id": "user"}, {"id": "word", "type": "secret"}, {"id": "code", "type": "secret"}]}"#
      ), to: "f.json")
    let process = try drafts.start(["./f.json"], waitingFor: "Back at")
    try process.wait(for: "user  Ada!")
    #expect(try !isKept(loaded, in: drafts) && !isKept(preset, in: drafts))
  }

  @Test("A draft that is set aside for another draft contains no text of a row that became secret")
  func absorbedSecret() throws {
    let marker = "xyzzy-4711"
    let drafts = try home(form("{\(rows("user", "word"))}"), typing: "Ada\r\(marker)")
    try drafts.home.write(
      form(#"{"rows": [{"id": "user"}, {"id": "word", "type": "secret"}]}"#, id: "other"),
      to: "f.json")
    let process = try drafts.start(["./f.json"], waitingFor: "Go on with this draft?")
    try process.send("\r")
    try process.wait(for: "type again: word")
    try process.waitUntilKept()
    #expect(drafts.files(".aside-").count == 1)
    #expect(try !isKept(marker, in: drafts))
  }

  @Test("A draft that --fresh sets aside contains no text of a row that became secret")
  func freshSecret() throws {
    let marker = "xyzzy-4711"
    let drafts = try home(form("{\(rows("user", "word"))}"), typing: "Ada\r\(marker)")
    try drafts.home.write(
      form(#"{"rows": [{"id": "user"}, {"id": "word", "type": "secret"}]}"#), to: "f.json")
    let process = try drafts.start(["./f.json", "--fresh"])
    #expect(drafts.files(".aside-").count == 1)
    #expect(try !isKept(marker, in: drafts))
    try process.press(.interrupt)
    _ = try process.waitForExit()
  }
}
