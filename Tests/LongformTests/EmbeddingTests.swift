// The example program that embeds the form model and the line editor: its length, which README
// states, and its behavior at a terminal.

import TerminalTesting
import Testing

@testable import FormFormats
@testable import FormScreen

@Suite("Embedding", .waits)
struct EmbeddingTests {
  private static let root = #filePath.split(separator: "/").dropLast(3).reduce("") { "\($0)/\($1)" }

  private func start() throws -> TerminalProcess {
    let process = try TerminalProcess.start(
      try builtProduct(named: "embedding-example"), rows: 8, columns: 60, output: .captured)
    try process.wait(for: "Your name ▸")
    return process
  }

  @Test("The embedding example has at most the 65 lines that README promises")
  func length() throws {
    func text(_ name: String) throws -> String {
      String(decoding: try #require(readFile("\(EmbeddingTests.root)/\(name)")), as: UTF8.self)
    }
    let program = try text("Tests/Embedding/main.swift")
    #expect(program.split(separator: "\n", omittingEmptySubsequences: false).count <= 65)
    #expect(try text("README.md").contains("[65 lines](Tests/Embedding/main.swift)"))
  }

  @Test("The form of the embedding example is filled, corrected and exported")
  func fills() throws {
    let process = try start()
    try process.press("Ada \u{1F469}\u{200D}\u{1F52C}", .down, "x")
    try process.wait(for: "Cups ▸ 1x")
    try process.send("\r")
    try process.wait(for: "With milk ▸")
    try expectScreen(
      process.screen,
      matches: """
        Tea  ━━━━━━━━━━─────  2 of 3                      1 problem
           1  Your name  Ada 👩‍🔬
         ! 2  Cups       1x  not a whole number
        ▌  3  With milk  [?]

        With milk ▸
        """)
    try process.press("y", .save)
    try process.wait(for: "“1x” is not a whole number")
    try process.wait(for: "Cups ▸ 1x")
    try process.press(.backspace, .backspace, "2", .save)
    #expect(try process.waitForExit() == .exited(0))
    #expect(
      process.capturedOutput
        == Array("{\n  \"guest\": \"Ada 👩‍🔬\",\n  \"cups\": 2,\n  \"milk\": true\n}\n".utf8))
  }

  @Test("^C exits and writes nothing to standard output")
  func leaves() throws {
    let process = try start()
    try process.press("Ada", .interrupt)
    #expect(try process.waitForExit() == .exited(0))
    #expect(process.capturedOutput == [])
  }
}
