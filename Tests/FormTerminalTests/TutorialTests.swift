// The article about forms in Swift. Each code block is built as a program, and does what the
// article says.

import Glibc
import TerminalTesting
import Testing

@Suite("The article about forms in Swift")
struct TutorialTests {
  private static let root = #filePath.split(separator: "/").dropLast(3).reduce("") { "\($0)/\($1)" }
  private static let article = "Sources/FormTerminal/FormTerminal.docc/AskingForAnswers.md"

  private func lines(_ path: String) throws -> [String] {
    let bytes = try #require(readFile("\(TutorialTests.root)/\(path)"))
    return String(decoding: bytes, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false).map { line in
        String(line.drop { $0 == " " })
      }
  }

  /// The blocks of Swift code in a document, without their imports.
  private func blocks(of path: String) throws -> [[String]] {
    var blocks: [[String]] = []
    var isOpen = false
    for line in try lines(path) {
      if line.hasPrefix("```") {
        isOpen = line == "```swift"
        if isOpen { blocks.append([]) }
      } else if isOpen, !line.hasPrefix("import ") {
        blocks[blocks.count - 1].append(line)
      }
    }
    return blocks.map { block in Array(block.drop { $0.isEmpty }) }
  }

  private func start(_ number: Int) throws -> TerminalProcess {
    try TerminalProcess.start(
      try builtProduct(named: "library-driver"), ["tutorial", "\(number)"], rows: 20, columns: 80,
      output: .captured)
  }

  @Test("Each block of the article is one of the programs of the tests")
  func blocks() throws {
    let source = try lines("Tests/Library/Tutorial.swift")
    let blocks = try blocks(of: TutorialTests.article)
    #expect(blocks.count == 15)
    let overview = try self.blocks(of: "Sources/FormTerminal/FormTerminal.docc/FormTerminal.md")
    for block in blocks + overview {
      let isFound = source.indices.contains { source[$0...].starts(with: block) }
      #expect(isFound, "\(block.joined(separator: "\n"))")
    }
  }

  @Test("A form with its import takes at most 12 lines of code, and a question takes 3")
  func length() throws {
    let overview = try lines("Sources/FormTerminal/FormTerminal.docc/FormTerminal.md")
    let block = overview.drop { $0 != "```swift" }.dropFirst().prefix { $0 != "```" }
    #expect(block.count { !$0.isEmpty } <= 12)
    #expect(try blocks(of: TutorialTests.article)[0].count <= 2)
  }

  @Test("Questions and rows return the typed answers")
  func questions() throws {
    let first = try start(0)
    try first.wait(for: "Your name ▸")
    try first.press("Ada", .enter)
    #expect(try first.waitForExit() == .exited(0))
    #expect(first.capturedText == "Hello, Ada\n")

    let second = try start(1)
    try second.wait(for: "Port ▸ 8080")
    try second.press(.enter)
    try second.wait(for: "City ▸")
    try second.press("ly", .enter)
    try second.wait(for: "Deploy to Lyon, port 8080? ▸")
    try second.press("y", .enter)
    #expect(try second.waitForExit() == .exited(0))
    #expect(second.capturedText == "deploying\n")

    let third = try start(2)
    try third.wait(for: "Password ▸")
    try third.press("secret", .enter)
    try third.wait(for: "Not saved")
    try third.press("agent", .enter)
    try third.wait(for: "Nickname ▸")
    #expect(!third.screen.text.contains("secret"))
    try third.press(.enter)
    #expect(try third.waitForExit() == .exited(0))
    #expect(third.capturedText == "11 no nickname\n")
  }

  @Test("An error that a program catches ends it with a sentence and a status")
  func leaving() throws {
    let process = try start(12)
    try process.wait(for: "Your name ▸")
    try process.press(.interrupt)
    #expect(try process.waitForExit() == .exited(130))
    #expect(process.screen.text.contains("library-driver: left"))

    let result = try Program.run(
      try builtProduct(named: "library-driver"), ["tutorial", "12"], output: .captured)
    #expect(result.status == .exited(1))
    #expect(
      result.errorText == "library-driver: standard input is not a terminal, and has no lines\n")
  }

  @Test("One do catches the error of the form and the error of a property that fits no answer")
  func errors() throws {
    let process = try start(14)
    try process.wait(for: "Your name ▸")
    try process.press("Ada", .save)
    try process.wait(for: "Save ")
    try process.press("y")
    #expect(try process.waitForExit() == .exited(0))
    #expect(
      process.capturedText
        == "mistake in this program: cups: a number is expected, but there is no answer\n")
    let left = try start(14)
    try left.wait(for: "Your name ▸")
    try left.press(.interrupt)
    #expect(try left.waitForExit() == .exited(130))
  }

  @Test("A JSON Schema is a form")
  func schema() throws {
    let result = try Program.run(
      try builtProduct(named: "library-driver"), ["tutorial", "15"], input: .text("Ada\n36\n"),
      output: .captured)
    #expect(result.outputText == "Ada 36\n")
  }

  @Test("The cases of an enumeration are choices")
  func channel() throws {
    let process = try start(13)
    try process.wait(for: "Channel ▸ beta")
    try process.press("st", .enter)
    #expect(try process.waitForExit() == .exited(0))
    #expect(process.capturedText == "stable\n")
  }

  @Test("Forms return answers as Swift values")
  func forms() throws {
    for (number, keys, text) in [
      (3, "Ada\t3\ty", "Ada 3 true\n"), (4, "2\ty", "2 true\n"), (5, "3\ty\t2", "2\n"),
      (6, "Ada\t36\tGrace\t85", "Ada 36\nGrace 85\n"),
      (7, "Ada\tsoup\tcake", "Ada [\"soup\", \"cake\"]\n"),
    ] {
      let process = try start(number)
      try process.wait(for: " ▸")
      try process.press(Keystroke(stringLiteral: keys), .save)
      try process.wait(for: "Save ")
      try process.press("y")
      #expect(try process.waitForExit() == .exited(0))
      #expect(process.capturedText == text)
    }
  }

  @Test("Suggestions come from a list or a closure, and other texts are accepted too")
  func suggestions() throws {
    let process = try start(8)
    try process.wait(for: "First fruit ▸")
    try process.press("ba")
    try process.wait(for: "Banana")
    try process.press(.right, .enter)
    try process.wait(for: "Second fruit ▸")
    try process.press("Apr")
    try process.wait(for: "Apricot")
    try process.press(.down, .enter, .save)
    try process.wait(for: "Save 2 answers?")
    try process.press("y")
    #expect(try process.waitForExit() == .exited(0))
    #expect(process.capturedText == "Banana Apricot\n")

    let other = try start(8)
    try other.wait(for: "First fruit ▸")
    try other.press("Quince", .save)
    try other.wait(for: "Save 1 answer?")
    try other.press("y")
    #expect(try other.waitForExit() == .exited(0))
    #expect(other.capturedText == "Quince -\n")
  }

  @Test("The wizard resumes at the row where it was left, and ends with Enter")
  func wizard() throws {
    let process = try start(9)
    try process.wait(for: "Project ▸")
    try process.press("engine", .enter)
    try process.waitUntilKept()
    try process.press(.interrupt)
    #expect(try process.waitForExit() == .exited(0))
    #expect(process.capturedText == "left; start again to go on\n")
    let second = try TerminalProcess.start(
      try builtProduct(named: "library-driver"), ["tutorial", "9"], rows: 20, columns: 80,
      output: .captured, home: process.home)
    try second.wait(for: "engine")
    try second.wait(for: "License ▸ MIT")
    try second.press(.enter)
    #expect(try second.waitForExit() == .exited(0))
    #expect(second.capturedText == "engine MIT\n")
  }

  @Test("A test fills a form without a terminal")
  func test() throws {
    let result = try Program.run(
      try builtProduct(named: "library-driver"), ["tutorial", "10"], output: .captured)
    #expect(result.outputText == "[\"Cups: “13” is more than 12\"]\nsaved\n")
  }

  @Test("The table of six tasks shows the correct numbers of lines, and its programs run")
  func sixTasks() throws {
    let page = "Sources/FormTerminal/FormTerminal.docc/BesideOthers.md"
    let source = try lines("Tests/Library/Tutorial.swift")
    let blocks = try blocks(of: page)
    for block in blocks {
      let isThere = source.indices.contains { source[$0...].starts(with: block) }
      #expect(isThere, "\(block.joined(separator: "\n"))")
    }
    let counts = try lines(page).drop { !$0.hasPrefix("| task ") }.dropFirst(2).prefix(6)
      .compactMap { $0.split(separator: "|").dropFirst().first.map { $0.filter(\.isNumber) } }
    #expect(counts == blocks.map { "\($0.count)" })

    let process = try start(11)
    try process.wait(for: "Your name ▸")
    try process.press("Ada", .enter)
    try process.wait(for: "Port ▸ 8080")
    try process.press(.enter)
    try process.wait(for: "Deploy? ▸")
    try process.press("y", .enter)
    try process.wait(for: "City ▸")
    try process.press("ly", .enter)
    try process.wait(for: "Tea ")
    try process.press("Grace", .tab, "3", .save)
    try process.wait(for: "Save 2 answers?")
    try process.press("y")
    try process.wait(for: "Party ")
    try process.press("Ann", .tab, "Bob", .save)
    try process.wait(for: "Save 2 answers?")
    try process.press("y")
    #expect(try process.waitForExit() == .exited(0))
    #expect(process.capturedText == "Ada 8080 true Lyon Grace 3\n[\"Ann\", \"Bob\"]\n")
  }
}
