// Rows that remember texts: a save stores the texts, the next form offers them, and `drafts forget`
// removes them.

import Glibc
import TerminalTesting
import Testing

@Suite("Rows that remember", .waits)
struct RememberTests {
  private static let form = """
    {"longform": 1, "id": "order", "title": "Order", "sections": [{"id": "s", "rows": [
      {"id": "wish", "label": "Wish", "remember": true},
      {"id": "dish", "label": "Dish", "type": "choice", "remember": true,
       "choices": ["Soup", "Salad", "Stew", "Sandwich"]},
      {"id": "drink", "label": "Drink", "type": "choice", "strict": false, "remember": true,
       "choices": ["Tea", "Water"]},
      {"id": "plain", "label": "Plain"}]}], "output": {"empty": "omit"}}
    """

  private let folder: TemporaryFolder
  private let home: TemporaryFolder
  private let form: String
  private static let store = ".local/state/longform/drafts/remembered.sqlite"

  init() throws {
    folder = try temporaryFolder()
    home = try temporaryFolder()
    form = try folder.write(RememberTests.form, to: "order.json")
  }

  private func start(_ arguments: [String] = []) throws -> TerminalProcess {
    let process = try TerminalProcess.start(
      Longform.executable, [form] + arguments, rows: 24, columns: 80, output: .captured,
      home: home)
    try process.wait(for: "Wish ▸")
    return process
  }

  private func fill(_ keys: String, _ arguments: [String] = []) throws {
    let process = try start(arguments)
    try process.save(typing: keys)
  }

  private func forget(_ arguments: [String] = []) throws -> String {
    let result = try Program.run(
      Longform.executable, ["drafts", "forget"] + arguments, home: home)
    #expect(result.status == .exited(0) && result.outputText.isEmpty)
    return result.errorText
  }

  @Test("Saved texts are offered the next time, the latest first, before the row's own candidates")
  func offered() throws {
    try fill("no nuts\rsala\rMilk\r")
    try fill("no onions\rstew\rMilk\r")
    var status = stat()
    #expect(stat(home.path(RememberTests.store), &status) == 0 && status.st_mode & 0o777 == 0o600)
    let process = try start()
    try process.send(" ")
    try process.expectScreen(
      matches: """
        Order  ────────────────────  0 of 4
        ▌  1  Wish
           2  Dish
           3  Drink
           4  Plain





        ── Wish ────────────────────────────────────────────────────────────────── 2 ──
            no onions  used before
            no nuts    used before

        Wish ▸ █
        Enter keeps it empty   ↓ choose   Esc close   ^O all keys
        """, cursor: "█")
    try process.press(.down, .down, .enter)
    try process.wait(for: "Dish ▸")
    try process.send("s")
    try process.wait(for: "▌   Stew      used before")
    try process.wait(for: "    Salad     used before")
    try process.wait(for: "Dish: matches for “s”")
    try process.wait(for: " 4 ──")
    try process.wait(for: "Enter takes Stew")
    try process.press(.down, .down, .down, .enter)
    try process.wait(for: "Drink ▸")
    try process.send("m")
    try process.wait(for: "Enter keeps “m”   → takes Milk")
    try process.press(.right)
    try process.wait(for: "Drink ▸ Milk")
    #expect(
      try process.save()
        == "{\n  \"wish\": \"no nuts\",\n  \"dish\": \"Sandwich\",\n  \"drink\": \"Milk\"\n}\n")
    #expect(try forget([form, "wish"]) == "Forgot 2 texts\n")
    #expect(try forget(["order"]) == "Forgot 4 texts\n")
    #expect(try forget() == "Nothing is remembered\n")
    let after = try start()
    try after.send(" x")
    try after.wait(for: "Wish ▸  x")
    try after.wait(forAbsenceOf: "used before")
    try after.press(.interrupt)
    #expect(try after.waitForExit() == .exited(130))
  }

  @Test("Texts are not remembered without a save, with --no-draft, or by a script without --draft")
  func notWritten() throws {
    try fill("a\r", ["--no-draft"])
    let left = try start()
    try left.press("b\r", .interrupt)
    #expect(try left.waitForExit() == .exited(130))
    let piped = try Program.run(
      Longform.executable, [form], input: .text("c\n"), home: home)
    #expect(piped.status == .exited(0))
    #expect(readFile(home.path(RememberTests.store)) == nil)
    #expect(try forget() == "Nothing is remembered\n")
    #expect(readFile(home.path(RememberTests.store)) == nil)
    let named = try Program.run(
      Longform.executable, [form, "--draft", "script"], input: .text("d\n"), home: home)
    #expect(named.status == .exited(0), "\(named.errorText)")
    #expect(try forget() == "Forgot 1 text\n")
    let headless = try Program.run(
      Longform.executable, [form, "--draft", "script", "--no-input", "--set", "wish=e"], home: home)
    #expect(headless.status == .exited(0), "\(headless.errorText)")
    #expect(try forget() == "Forgot 1 text\n")
  }

  @Test("Saved texts are offered even if the first key is typed before the form appears")
  func typedAhead() throws {
    try fill("no onions\r")
    let process = try TerminalProcess.start(
      Longform.executable, [form], output: .captured, home: home)
    try process.send("n")
    try process.wait(for: "→ takes no onions")
    try process.press(.interrupt)
    #expect(try process.waitForExit() == .exited(130))
  }

  @Test("A damaged store is set aside at the next save; a store that is a symbolic link is refused")
  func damaged() throws {
    try fill("a\r")
    try writeFile(Array(repeating: 0x2A, count: 9_000), to: home.path(RememberTests.store))
    try fill("b\r")
    #expect(readFile(home.path(RememberTests.store + ".damaged"))?.count == 9_000)
    #expect(try forget() == "Forgot 1 text\n")
    unlink(home.path(RememberTests.store))
    let target = try folder.write("mine", to: "mine")
    symlink(target, home.path(RememberTests.store))
    let process = try start()
    try process.save(typing: "c\r")
    #expect(folder.read("mine") == "mine")
  }

  @Test("The key remember is an error in secret rows and in rows of several lines")
  func errors() throws {
    for type in ["secret", "boolean", "note", "paragraph", "list"] {
      let path = try folder.write(
        """
        {"longform": 1, "id": "f", "sections": [{"rows": [
          {"id": "a", "type": "\(type)", "label": "A", "remember": true}]}]}
        """, to: "wrong.json")
      let result = try Program.run(Longform.executable, ["check", path])
      #expect(result.status == .exited(65))
      let subject = type == "note" ? "a note; remove it" : "a row of type \(type); it is for"
      #expect(
        result.errorText.contains("row a: \"remember\" has no meaning in \(subject)"),
        "\(result.errorText)")
    }
  }
}
