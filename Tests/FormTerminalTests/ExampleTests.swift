// The example programs. Each is a useful tool, and a test fills its form on a terminal.

import Glibc
import TerminalTesting
import Testing

@Suite("The example programs")
struct ExampleTests {
  private static let root = #filePath.split(separator: "/").dropLast(3).reduce("") { "\($0)/\($1)" }

  private func start(
    _ name: String, _ arguments: String..., directory: String, home: TemporaryFolder? = nil
  ) throws -> TerminalProcess {
    try TerminalProcess.start(
      try builtProduct(named: "example-\(name)"), arguments, rows: 24, columns: 80,
      output: .captured, directory: directory, home: home)
  }

  private func text(_ path: String) -> String {
    readFile(path).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  @Test("No example program has more than 100 lines", arguments: ["scaffold", "release", "commit"])
  func length(name: String) {
    let source = text("\(ExampleTests.root)/Tests/Examples/\(name)/main.swift")
    #expect((1...100).contains(source.count { $0 == "\n" }))
  }

  @Test("scaffold creates a package; the name of an existing folder is a problem")
  func scaffold() throws {
    let folder = try TemporaryFolder()
    mkdir("\(folder.path)/taken", 0o755)
    let process = try start("scaffold", directory: folder.path)
    try process.wait(for: "Package name ▸")
    try process.press("taken", .enter)
    try process.wait(for: "there is a folder of this name already")
    try process.press(.up, .control("u"), "probe", .enter, "tool", .enter, .enter, .enter)
    try process.wait(for: "Copyright holder ▸")
    try process.press("Ada", .enter, "https://example.org/log", .enter, "1.5.0", .enter, .save)
    try process.wait(for: "Save ")
    try process.press("y")
    #expect(try process.waitForExit() == .exited(0))
    let manifest = text("\(folder.path)/probe/Package.swift")
    #expect(manifest.contains("executableTarget(name: \"probe\")"))
    #expect(manifest.contains(".package(url: \"https://example.org/log\", from: \"1.5.0\")"))
    #expect(text("\(folder.path)/probe/LICENSE") == "MIT, Copyright Ada\n")
    #expect(text("\(folder.path)/probe/Sources/probe/main.swift") == "print(\"Hello\")\n")
  }

  @Test("release keeps its checklist until every item is true, and then writes the record")
  func release() throws {
    let folder = try TemporaryFolder()
    let process = try start("release", "1.4.0", directory: folder.path)
    try process.wait(for: "Version ▸ 1.4.0")
    try process.press(.enter, .enter, "y", .enter)
    try process.wait(for: "The tests are green")
    try process.press("n", .enter, "y", .enter, .save)
    try process.wait(for: "Not saved")
    try process.waitUntilKept()
    try process.press(.interrupt)
    #expect(try process.waitForExit() == .exited(130))
    let second = try start("release", "1.4.0", directory: folder.path, home: process.home)
    try second.wait(for: "Back at The tests are green on every platform")
    try second.press("y", .save)
    try second.wait(for: "Save ")
    try second.press("y")
    #expect(try second.waitForExit() == .exited(0))
    #expect(second.capturedText.hasPrefix("# 1.4.0\n"))
    #expect(second.capturedText.contains("- [x] tests\n- [x] changes"))
  }

  @Test("commit creates a commit from the answers, and suggests the scopes of earlier commits")
  func commit() throws {
    guard access("/usr/bin/git", X_OK) == 0 else { return }
    let folder = try TemporaryFolder()
    func git(_ arguments: String...) throws -> String {
      try Program.run(
        "/usr/bin/git",
        ["-c", "user.name=Ada", "-c", "user.email=ada@example.org"] + arguments,
        output: .captured, directory: folder.path
      ).outputText
    }
    _ = try git("init", "-q")
    _ = try git("config", "user.name", "Ada")
    _ = try git("config", "user.email", "ada@example.org")
    _ = try git("commit", "-q", "--allow-empty", "-m", "feat(engine): begin")
    _ = try folder.write("note\n", to: "note.txt")
    _ = try git("add", "note.txt")
    let process = try start("commit", directory: folder.path)
    try process.wait(for: "Kind ▸")
    try process.press("fi", .enter)
    try process.wait(for: "Scope ▸")
    try process.press("eng")
    try process.wait(for: "engine")
    try process.press(.right, .enter, "stop it in time.", .enter)
    try process.wait(for: "ends with a full stop")
    try process.press(.up, .backspace, .enter, .tab, "y", .enter, "the crank", .save)
    try process.wait(for: "Save ")
    try process.press("y")
    #expect(try process.waitForExit() == .exited(0))
    #expect(
      try git("log", "-1", "--format=%B")
        == "fix(engine)!: stop it in time\n\nBREAKING CHANGE: the crank\n\n")
  }
}
