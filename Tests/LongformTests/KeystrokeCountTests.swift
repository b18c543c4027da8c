// Whole forms are filled with only text, Enter and Tab. The tests limit how often these two keys
// are needed.

import TerminalTesting
import Testing

@Suite("Keys for a whole form", .waits)
struct KeystrokeCountTests {
  /// Keys that are typed without waiting, and the count of Enter and Tab among them.
  private struct Keys {
    var text = ""
    var count = 0

    /// Adds rows of one line, each ended by Enter.
    mutating func rows(_ texts: String...) {
      for row in texts { press(row, "\r") }
    }

    /// Adds a row of several lines, ended by Tab.
    mutating func lines(_ row: String) { press(row, "\t") }

    /// Adds an Enter for each skipped add line, on which a new item of a section can be begun.
    mutating func skip(_ sections: Int = 1) {
      for _ in 0..<sections { press("", "\r") }
    }

    private mutating func press(_ row: String, _ key: String) {
      text += row + key
      count += 1
    }
  }

  @Test("A resume of ten sections takes at most 112 presses of Enter and Tab to the save question")
  func resume() throws {
    var keys = Keys()
    keys.rows("Ada Lovelace", "Analyst", "ada@example.org", "+44 20 7946 0000")
    keys.rows("https://ada.example.org", "ada.jpg")
    keys.lines("She wrote the first program.")
    keys.lines("12 Harbour Row")
    keys.rows("BS1 4ND", "Bristol", "", "Avon")
    for network in ["Mastodon", "GitHub"] {
      keys.rows(network, "ada", "https://example.org/ada")
    }
    keys.skip()
    for company in ["Analytical Engines", "Barclays", "Mill"] {
      keys.rows(company, "Analyst", "London", "Computing", "https://example.org")
      keys.rows("1843", "1852")
      keys.lines("Programs.")
      keys.lines("Note G")
    }
    keys.skip(2)
    for school in ["Home", "University"] {
      keys.rows(school, "https://example.org", "Mathematics", "Private", "1830", "1835", "1.0")
      keys.lines("Calculus")
    }
    keys.skip(4)
    for skill in ["Logic", "Looms", "French", "Music", "Riding"] {
      keys.rows(skill, "High")
      keys.lines("Practice")
    }
    keys.skip()
    for language in ["English", "French"] { keys.rows(language, "Fluent") }
    keys.skip(2)
    keys.rows("Charles Babbage")
    keys.lines("The enchantress of numbers.")
    keys.skip(2)
    keys.rows("", "", "")
    #expect(keys.count <= 112, "\(keys.count) keys")
    let process = try Longform.start([Longform.form("resume"), "--no-draft"], waitingFor: "Name ▸")
    try process.send(keys.text)
    try process.wait(for: "to standard output? ▸", timeout: .seconds(120))
    try process.send("y")
    #expect(try process.waitForExit() == .exited(0))
    let saved = process.capturedText
    for name in ["Ada Lovelace", "Barclays", "Mill", "University", "Riding", "Charles Babbage"] {
      #expect(saved.contains("\"\(name)\""), "\(saved)")
    }
    for section in ["volunteer", "awards", "interests", "projects"] {
      #expect(!saved.contains("\"\(section)\": [\n"), "\(saved)")
    }
  }

  @Test("Fifty inventory records take 350 presses of Enter, and one more to the save question")
  func inventory() throws {
    var keys = Keys()
    for number in 1...50 {
      keys.rows("A\(number)", "lap", "Room \(number)", "2024-02-29", "999.00", "goo", "none")
    }
    #expect(keys.count == 350)
    let process = try Longform.start(
      [Longform.form("inventory"), "--no-draft"], waitingFor: "‹type the")
    try process.send(keys.text)
    try process.wait(for: "Item 51", timeout: .seconds(120))
    try process.send("\r")
    try process.wait(for: "to standard output? ▸")
    try process.send("y")
    #expect(try process.waitForExit() == .exited(0))
    #expect(process.capturedText.contains("\"A50\""))
    #expect(process.capturedText.split(separator: "\"Laptop\"").count == 51)
  }
}
