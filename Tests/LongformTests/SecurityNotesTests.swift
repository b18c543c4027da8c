// The security notes, SECURITY.md, name tests as evidence. These tests must exist.

import Glibc
import TerminalTesting
import Testing

@Suite("The security notes", .waits)
struct SecurityNotesTests {
  private static let root = #filePath.split(separator: "/").dropLast(3).reduce("") { "\($0)/\($1)" }

  /// Returns the titles of all tests, by the title of their suite.
  private static func titles() throws -> [String: Set<String>] {
    let files = try Program.run("/usr/bin/find", [root + "/Tests", "-name", "*.swift"])
    var titles: [String: Set<String>] = [:]
    for path in files.outputText.split(separator: "\n") {
      let text = String(decoding: readFile(String(path)) ?? [], as: UTF8.self)
      var suite: String?
      // The title is quoted after the parenthesis, on the same line or on the next.
      for match in text.matches(of: #/@(Suite|Test)\(\s*"((?:[^"\\]|\\.)*)"/#) {
        let title = String(match.2).replacing("\\\"", with: "\"").replacing("\\\\", with: "\\")
        if match.1 == "Suite" {
          suite = title
        } else if let suite {
          titles[suite, default: []].insert(title)
        }
      }
    }
    return titles
  }

  @Test("Every test that the security notes name exists")
  func named() throws {
    let bytes = try #require(readFile(SecurityNotesTests.root + "/.github/SECURITY.md"))
    let titles = try SecurityNotesTests.titles()
    let notes = String(decoding: bytes, as: UTF8.self)
    var count = 0
    for match in notes.matches(of: #/`([^`\n]+) › ([^`\n]+)`/#) where match.1 != "Suite" {
      let known = titles[String(match.1)] ?? []
      #expect(known.contains(String(match.2)), "no test \(match.1) › \(match.2)")
      count += 1
    }
    #expect(count > 40)
  }
}
