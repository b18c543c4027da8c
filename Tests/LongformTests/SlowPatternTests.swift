// Patterns of rows whose check would take minutes. At a terminal, every key and every signal still
// works at once.

import Glibc
import TerminalTesting
import Testing

@Suite("Slow patterns at a terminal", .waits)
struct SlowPatternTests {
  /// Writes a form with a slow pattern in its first row, and returns its path.
  private func form(_ pattern: String, in drafts: DraftHome, type: String = "text") throws
    -> String
  {
    try drafts.home.write(
      """
      {"longform": 1, "id": "slow", "title": "Slow", "sections": [{"rows": [
        {"id": "a", "label": "First", "type": "\(type)", "pattern": "\(pattern)"},
        {"id": "b", "label": "Second"}]}]}
      """, to: "slow.json")
  }

  private static let cases = [
    ("(a+)+$", String(repeating: "a", count: 30) + "!"),
    ("(.*)*x", String(repeating: "ax", count: 30) + "!"),
  ]

  @Test("Enter goes to the next row at once, and ^C leaves and keeps the draft", arguments: cases)
  func interrupt(pattern: String, text: String) throws {
    let drafts = try DraftHome()
    let path = try form(pattern, in: drafts)
    let process = try drafts.start([path], waitingFor: "First ▸")
    try process.send("\(text)\rnext")
    try process.wait(for: "Second ▸ next")
    try process.press(.interrupt)
    #expect(try process.waitForExit() == .exited(130))
    let result = try drafts.run(["drafts", "export", "slow"])
    #expect(result.outputText.contains("\"a\": \"\(text)\""))
    #expect(result.outputText.contains("\"b\": \"next\""))
  }

  @Test("A row with a slow pattern reports that its text cannot be checked", arguments: cases)
  func sentence(pattern: String, text: String) throws {
    let drafts = try DraftHome()
    let process = try drafts.start([try form(pattern, in: drafts)], waitingFor: "First ▸")
    try process.press("\(text)\r", .up)
    try process.wait(for: "cannot be checked")
  }

  @Test("^C, SIGTERM and a hang-up work right after Enter", arguments: [SIGINT, SIGTERM, SIGHUP])
  func signals(signal: Int32) throws {
    for (pattern, text) in SlowPatternTests.cases {
      let drafts = try DraftHome()
      let process = try drafts.start([try form(pattern, in: drafts)], waitingFor: "First ▸")
      try process.send(text)
      try process.waitUntilKept()
      // The check is running when the signal arrives.
      try process.send("\r")
      if signal == SIGHUP { process.hangUp() } else { process.signal(signal) }
      #expect(try process.waitForExit() == .leaving(by: signal))
      let result = try drafts.run(["drafts", "export", "slow"])
      #expect(result.outputText.contains("\"a\": \"\(text)\""))
    }
  }

  @Test("An answer of 60,000 characters does not delay the next keys, and ^C leaves")
  func longAnswer() throws {
    let drafts = try DraftHome()
    let path = try form(".*foo.*bar", in: drafts, type: "paragraph")
    let text = String(repeating: "foo ", count: 15_000)
    let answers = try drafts.home.write("{\"a\": \"\(text)\"}", to: "answers.json")
    let process = try drafts.start([path, "--answers", answers], waitingFor: "First ▸")
    try process.press(.lastRow)
    try process.wait(for: "Second ▸")
    try process.send("last")
    try process.wait(for: "Second ▸ last")
    try process.press(.up)
    try process.wait(for: "cannot be checked")
    try process.press(.interrupt)
    #expect(try process.waitForExit() == .exited(130))
    let result = try drafts.run(["drafts", "export", "slow"])
    #expect(result.outputText.contains("\"b\": \"last\""))
  }

  @Test("Plain mode and pipes refuse an answer whose check takes too long, and signals work")
  func plain() throws {
    let drafts = try DraftHome()
    let (pattern, text) = SlowPatternTests.cases[0]
    let path = try form(pattern, in: drafts)
    let result = try drafts.run([path], input: "\(text)\nnext\n")
    #expect(result.errorText.contains("cannot be checked: its pattern takes too long"))
    let plain = try drafts.start(["fill", path, "--plain"], waitingFor: "First")
    try plain.send("\(text)\r")
    try plain.wait(for: "cannot be checked")
    plain.signal(SIGTERM)
    #expect(try plain.waitForExit() == .signaled(SIGTERM))
  }
}
