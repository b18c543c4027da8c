// Tests drafts that other versions wrote. They are in Fixtures/Drafts:
// - 0.1.0.draft was written by version 0.1.0, from the form and the answers in the same folder, by
//   `cat trip.json | longform fill - --answers answers.json --set days=3` and some typing.
// - undelivered.draft was written by the first version with deliveries. The answers came from a
//   pipe, and the command to which they were delivered did not accept them.
// - long.draft was written by the first version with long texts, from the form trip.json. The
//   answer to the row of notes is `Before. ` and a paste of 2,000 lines.
// - given.draft was written by the first version in which defaults can be expressions, from a form
//   on standard input.
// - nested.draft was written by a version in which the items of a section were always elements of
//   an array in the answers, and not yet members of an object. It has a job with two projects.
//
// The programs that wrote long.draft, given.draft and nested.draft were killed.

import Drafts
import Glibc
import TerminalTesting
import Testing

@Suite("Drafts of other versions", .waits)
struct OlderDraftTests {
  private static let fixtures = "\(Longform.forms)/../Tests/Fixtures/Drafts"
  private static let stem = "trip-main-5cd7506aceeb-7673e9425aee"

  /// Returns a home folder with a draft of 0.1.0.
  private func home() throws -> DraftHome {
    let drafts = try DraftHome()
    for (name, place) in [
      ("0.1.0.draft", "\(DraftHome.folder)/\(Self.stem).draft"), ("trip.json", "trip.json"),
      ("answers.json", "answers.json"),
    ] {
      try drafts.home.write(try #require(readFile("\(Self.fixtures)/\(name)")), to: place)
    }
    return drafts
  }

  /// Starts the program with the form from standard input, and waits for a text.
  private func start(
    _ drafts: DraftHome, _ arguments: String = "", waitingFor text: String
  ) throws -> TerminalProcess {
    let process = try TerminalProcess.start(
      "/bin/sh", ["-c", "cat trip.json | \"$0\" fill - \(arguments)", Longform.executable],
      output: .captured, home: drafts.home)
    try process.wait(for: text)
    return process
  }

  @Test("A draft of 0.1.0 opens with its texts, picked values, items, document, history and focus")
  func opens() throws {
    let drafts = try home()
    // Make the draft old, because a draft younger than half a day is resumed without a question.
    try drafts.alter("UPDATE progress SET updated = 1")
    let process = try start(drafts, waitingFor: "Go on with this draft?")
    try process.wait(for: "11 of 12 filled")
    try process.send("\r")
    try process.wait(for: "Stops › Stop 3: Braga (north)")
    try process.wait(for: "▌ 12  Nights")
    try process.wait(for: "type again: Passw")
    // The draft has one undone step, which can be redone. Then nineteen steps can be undone.
    try process.press(.redo)
    try process.wait(for: "▌ 12  Nights    7")
    try process.send(String(repeating: "\(Keystroke.undo)", count: 19))
    try process.wait(for: "  5 of 10  ")
    try process.press(.undo)
    try process.wait(for: "Nothing to undo")
    try process.send(String(repeating: "\(Keystroke.redo)", count: 18))
    try process.wait(for: "  10 of 12  ")
    let answers = try process.save()
    for part in [
      #""name": "Ada Lovelace""#, #""notes": "first line\n  second 👩‍👩‍👧‍👦 line""#,
      #""kind": "r""#, #""pace": "fast""#, #""days": 3"#, #"{ "city": "Lisbon", "nights": 2 }"#,
      #""city": "Porto""#, #""nights": 3"#, #""city": "Braga (north)""#,
      #""unknown": [1, 2.50]"#,
    ] { #expect(answers.contains(part), "\(part) in \(answers)") }
    // Version 0.1.0 did not number its saves. This save gets the number 1.
    #expect(drafts.files(".finished-").allSatisfy { $0.hasSuffix("-n1") })
  }

  @Test("If a draft of 0.1.0 lacks its form, export does not read the form from standard input")
  func noTemplate() throws {
    let drafts = try home()
    let export = try drafts.run(["drafts", "export", "trip"], input: "{")
    #expect(export.status == .exited(66))
    #expect(export.errorText.contains("the form came by standard input and is not in the draft"))
    let show = try drafts.run(["drafts", "show", "trip"], input: "{").outputText
    #expect(show.contains("Resume it from /srv/trips, with the form on standard input, by:"))
    #expect(show.contains("stops/3/city: Braga (north)"))
  }

  @Test("--last can start with a save of 0.1.0, and the list of drafts shows this save")
  func saved() throws {
    let drafts = try home()
    let old = "\(DraftHome.folder)/\(Self.stem)"
    #expect(
      rename(drafts.home.path("\(old).draft"), drafts.home.path("\(old).finished-9999999999")) == 0)
    #expect(
      try drafts.run(["drafts", "list", "--finished"]).outputText.contains("finished-9999999999"))
    let process = try start(drafts, "--last", waitingFor: "Began with the answers of the last save")
    try process.wait(for: "Braga (north)")
    try process.press(.firstRow)
    try process.wait(for: "Name ▸ Ada Lovelace")
    try process.save(typing: " King")
    // The file name of the old save has a time in the far future, but the new save counts as newer.
    _ = try start(drafts, "--last", waitingFor: "Ada Lovelace King")
  }

  @Test("A draft of a newer longform is refused, and no byte of its file changes")
  func newer() throws {
    let drafts = try home()
    let path = drafts.home.path("\(DraftHome.folder)/\(Self.stem).draft")
    var database = try Database(path: path, isReadOnly: false, wait: 0)
    try database.execute(
      "INSERT INTO grdb_migrations VALUES ('99'); UPDATE value SET bytes = x'00'")
    database.close()
    let bytes = readFile(path)
    let process = try start(drafts, waitingFor: "NOT KEPT")
    try process.press("Grace\r", .interrupt)
    try process.wait(for: "Leave without saving?")
    try process.press(.interrupt)
    try process.waitForExit()
    for command in ["show", "export", "restore"] {
      let result = try drafts.run(["drafts", command, "trip"])
      #expect(result.status != .exited(0) && result.errorText.contains("trip"))
    }
    #expect(readFile(path) == bytes)
    #expect(drafts.files("").filter { $0.hasSuffix(".draft") } == ["\(Self.stem).draft"])
  }

  @Test("Undelivered answers from an older version are sent with the same id and the same bytes")
  func undelivered() throws {
    let drafts = try DraftHome()
    let name = "parcel-script_625943aa-0892d86a4c65-95d3ff4ec6ba.undelivered-1795432334-n1"
    try drafts.home.write(
      try #require(readFile("\(Self.fixtures)/undelivered.draft")),
      to: "\(DraftHome.folder)/\(name)")
    try drafts.home.write("0", to: "exit")
    try drafts.home.write("", to: "says")
    let shown = try drafts.run(["drafts", "show", name]).outputText
    #expect(shown.contains(": exit 2: connection refused"))
    let result = try drafts.run(["deliver"])
    #expect(result.status == .exited(0))
    #expect(result.errorText.contains(" cannot be entered; the command runs here instead\n"))
    #expect(
      drafts.home.read("got")
        == "01a2081b-467c-7ceb-8aac-fcbc44ac803b 1 jsonl\n{\"name\":\"Ada\",\"count\":3}\n")
    #expect(drafts.files(".undelivered-").isEmpty && drafts.files(".finished-").count == 1)
  }

  @Test("A long text in an older draft is complete, and its paste can still be undone")
  func longText() throws {
    let drafts = try home()
    try drafts.home.write(
      try #require(readFile("\(Self.fixtures)/long.draft")),
      to: "\(DraftHome.folder)/\(Self.stem).draft")
    try drafts.alter("UPDATE progress SET updated = 1")
    let lines = (1...2_000).map { "Line \($0) of the paste, which is long." }
    let process = try start(drafts, waitingFor: "Go on with this draft?")
    try process.send("\r")
    try process.wait(for: "(76,900 bytes)")
    try process.press(.undo)
    try process.wait(for: "Notes ▸ Before.")
    try process.press(.redo)
    try process.wait(for: "(76,900 bytes)")
    let answers = try process.save()
    #expect(answers.contains("Before. " + lines.joined(separator: #"\n"#) + "\""))
  }

  @Test("Items inside items of an older draft stay inside their items")
  func nested() throws {
    let drafts = try DraftHome()
    try drafts.home.write(
      try #require(readFile("\(Self.fixtures)/nested.draft")),
      to: "\(DraftHome.folder)/career-main-ad1341c32614-7673e9425aee.draft")
    let result = try drafts.run(["drafts", "export", "career", "--format", "jsonl"])
    #expect(
      result.outputText == #"{"work":[{"company":"Barclays","projects":["#
        + #"{"name":"Ledger","role":"lead"},{"name":"Mill","role":null}]}]}"# + "\n")
  }

  @Test("Calculated defaults, such as today's date, keep the values that the draft stored")
  func given() throws {
    let drafts = try DraftHome()
    try drafts.home.write(
      try #require(readFile("\(Self.fixtures)/given.draft")),
      to: "\(DraftHome.folder)/hours-main-23f743bbfaba-7673e9425aee.draft")
    let result = try drafts.run(["drafts", "export", "hours", "--format", "csv"])
    #expect(
      result.outputText.replacing("\r\n", with: "\n") == """
        opened,hours[0].task,hours[0].until,hours[0].number,hours[1].task,hours[1].until,hours[1].number
        2026-11-23,Write,09:00,10,Write,10:00,20

        """)
  }
}
