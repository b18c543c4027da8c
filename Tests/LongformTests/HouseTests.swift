// The style rules of CONTRIBUTING for comments, messages and names of tests.

import Glibc
import TerminalTesting
import Testing

@Suite("House style", .waits)
struct HouseTests {
  /// A habit to avoid, found by a Perl pattern that matches a line.
  struct Habit: CustomTestStringConvertible, Sendable {
    /// The remedy, which the failed test prints.
    let remedy: String
    let pattern: String
    var testDescription: String { remedy }
  }

  /// Habits in comments. In a pattern, `COMMENT` stands for the text of a line up to some place in
  /// its comment.
  private static let habits = [
    Habit(
      remedy: "A summary begins with a noun, a verb or “Whether”",
      pattern: #"^\s*///\s*(?:- \w+: )?(?:What|How|Where|Whose|Which|Who|So many|Nobody)\b"#),
    Habit(
      remedy: "Name the person, the process or the caller",
      pattern: #"COMMENT\b(?:[Ww]hoever|[Nn]obody|[Ss]omebody)\b"#),
    Habit(
      remedy: "Write “after”, “the number of”, “forward” or “is”",
      pattern: #"COMMENT\b(?:behind|so many|stands?(?! for\b|-)|stood)\b"#),
    Habit(
      remedy: "Write “reports”, “returns”, “says” or “knows”",
      pattern:
        #"COMMENT\b(?:(?:is|are|was|were|be) (?:told(?! apart)|said|had)|gives? back|takes? back)\b"#
    ),
    Habit(
      remedy: "Name the thing: “the text”, not “what is typed”",
      pattern: #"COMMENT\bwhat (?:is|was|were) (?:typed|there|looked|left|meant|asked)\b"#),
  ]

  /// Habits in messages and names of tests. In a pattern, `TEXT` stands for the text of a line up
  /// to some place in a string.
  private static let habitsInTexts = [
    Habit(
      remedy: "Name the person, the thing or the number",
      pattern: #"TEXT\b(?:whoever|somebody|so many)\b.* "#),
    Habit(
      remedy: "Write “after” or “is”",
      pattern: #"TEXT\b(?:behind|stands?(?! for\b|-))\b.* "#),
  ]

  @Test("Comments are plain English", arguments: habits)
  func comments(habit: Habit) throws {
    let lines = try HouseTests.lines(matching: habit.pattern, in: ["Sources", "Tests"])
    #expect(lines.isEmpty, "\(habit.remedy)\n\(lines.joined(separator: "\n"))")
  }

  @Test("Messages are plain English", arguments: HouseTests.habitsInTexts)
  func messages(habit: Habit) throws {
    let lines = try HouseTests.lines(matching: habit.pattern, in: ["Sources"])
    #expect(lines.isEmpty, "\(habit.remedy)\n\(lines.joined(separator: "\n"))")
  }

  @Test("Names of tests are plain English", arguments: HouseTests.habitsInTexts)
  func names(habit: Habit) throws {
    let lines = try HouseTests.lines(matching: habit.pattern, in: ["Tests"])
      .filter { $0.contains("@Test(") || $0.contains("@Suite(") }
    #expect(lines.isEmpty, "\(habit.remedy)\n\(lines.joined(separator: "\n"))")
  }

  /// Returns the lines of Swift files that match, each with its path and number.
  private static func lines(matching pattern: String, in folders: [String]) throws -> [Substring] {
    let code = #"^(?:[^"/]|"(?:[^"\\]|\\.)*"|/(?!/))*"#
    let pattern = pattern.replacing("COMMENT", with: "\(code)//.*")
      .replacing("TEXT", with: "\(code)\"(?:[^\"\\\\]|\\\\.)*")
    let result = try Program.run(
      "/bin/grep", ["-rnP", "--include=*.swift", pattern] + folders, directory: root)
    return result.outputText.split(separator: "\n")
  }

  private static let root = #filePath.split(separator: "/").dropLast(3).reduce("") { "\($0)/\($1)" }
}
