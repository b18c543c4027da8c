// The dependency rules of CONTRIBUTING: the targets that each target may import.

import Glibc
import TerminalTesting
import Testing

@Suite("The architecture", .waits)
struct ArchitectureTests {
  private static let root = #filePath.split(separator: "/").dropLast(3).reduce("") { "\($0)/\($1)" }

  /// The direct dependencies of each folder of Sources, as arrows from target to target. A target
  /// may import every target that it reaches by one or more arrows.
  private static let arrows: [String: Set<String>] = [
    "CUnicode": [], "CLibEdit": [], "CPCRE2": [], "CSQLite": [], "CYAML": [],
    "FormText": ["CUnicode"],
    "LosslessJSON": ["FormText"],
    "Candidates": ["FormText"],
    "Patterns": ["CPCRE2", "FormText"],
    "JSONSchema": ["LosslessJSON", "Patterns"],
    "FormModel": ["Candidates", "LosslessJSON", "Patterns"],
    "FormFormats": ["CYAML", "FormModel", "JSONSchema"],
    "FormSchema": ["FormModel", "JSONSchema"],
    "FormScreen": ["FormModel", "Keys"],
    "Keys": ["FormText"],
    "LineEditing": ["CLibEdit", "Keys", "System"],
    "Drafts": ["CSQLite", "System"],
    "System": [],
    "FormTerminal": ["FormScreen", "FormFormats", "LineEditing", "Drafts"],
    "FormTasks": ["FormTerminal"],
    "FormTesting": ["FormTerminal"],
    "Arguments": ["FormText"],
    "longform": ["Arguments", "FormTerminal", "FormSchema"],
  ]

  /// The modules outside this package that some targets import. Synchronization is a part of the
  /// standard library.
  private static let libraries: [String: Set<String>] = [
    "LosslessJSON": ["Synchronization"],
    "LineEditing": ["Glibc"], "System": ["Glibc"],
    "Drafts": ["Glibc"],
    "FormTerminal": ["Glibc", "Synchronization"],
    "longform": ["Glibc"],
  ]

  /// Returns all targets that can be reached by arrows from a target.
  private static func reach(_ target: String) -> Set<String> {
    (arrows[target] ?? []).reduce(into: []) {
      $0.formUnion([$1])
      $0.formUnion(reach($1))
    }
  }

  @Test("A target imports only the targets that its arrows reach")
  func imports() throws {
    var seen = Set<String>()
    for (file, line) in try lines(matching: "^[a-z@_ ]*import +[A-Za-z]") {
      let target = try #require(file.split(separator: "/").dropFirst().first.map(String.init))
      let module = try #require(line.split(separator: " ").last.map(String.init))
      try #require(ArchitectureTests.arrows[target] != nil, "\(target) is not in the design")
      let isAllowed =
        ArchitectureTests.reach(target).contains(module)
        || ArchitectureTests.libraries[target]?.contains(module) ?? false
      #expect(isAllowed, "\(file) imports \(module)")
      seen.insert(target)
    }
    #expect(
      seen == Set(ArchitectureTests.arrows.keys.filter { !$0.hasPrefix("C") || $0 == "Candidates" })
    )
  }

  @Test("Sources have no forced try, no trap on input, and no unchecked concurrency")
  func forbiddenWords() throws {
    for word in [
      "try!", "as!", "fatalError(", "nonisolated(unsafe)", "@unchecked", "TODO", "FIXME",
    ] {
      #expect(try lines(containing: word).isEmpty, "\(word)")
    }
  }

  @Test("No Swift file of Sources is longer than 400 lines")
  func length() throws {
    let result = try Program.run(
      "/bin/sh", ["-c", "find Sources -name '*.swift' | xargs wc -l"],
      directory: ArchitectureTests.root)
    for line in result.outputText.split(separator: "\n") where !line.hasSuffix("total") {
      let count = line.split(separator: " ").first.flatMap { Int($0) } ?? 0
      #expect(count > 0 && count <= 400, "\(line)")
    }
  }

  @Test("CONTRIBUTING gives the lines of each target, to a tenth")
  func linesOfTargets() throws {
    let mark = "Lines of code by target, to a tenth: "
    let page = try #require(readFile(ArchitectureTests.root + "/.github/CONTRIBUTING.md"))
    let text = String(decoding: page, as: UTF8.self).replacing("\n", with: " ")
    let list = try #require(
      text.firstRange(of: mark).map { text[$0.upperBound...].prefix { $0 != "." } })
    var given: [String: Int] = [:]
    for entry in list.split(separator: ";") {
      let words = entry.split(separator: " ")
      given[String(words[0])] = Int(words[1].replacing(",", with: ""))
    }
    #expect(Set(given.keys) == Set(ArchitectureTests.arrows.keys))
    for (target, lines) in given {
      let result = try Program.run(
        "/bin/sh",
        ["-c", "find Sources/\(target) -name '*.swift' -o -name '*.[ch]' | xargs cat | wc -l"],
        directory: ArchitectureTests.root)
      let counted = try #require(Int(result.outputText.prefix { $0.isNumber }))
      #expect(abs(lines - counted) <= max(counted / 10, 20), "\(target) has \(counted) lines")
    }
  }

  private func lines(matching expression: String) throws -> [(file: String, line: String)] {
    try grep(["-rE", expression])
  }

  private func lines(containing text: String) throws -> [(file: String, line: String)] {
    try grep(["-rF", text])
  }

  private func grep(_ arguments: [String]) throws -> [(file: String, line: String)] {
    let result = try Program.run(
      "/bin/grep", arguments + ["--include=*.swift", "Sources"], directory: ArchitectureTests.root)
    return result.outputText.split(separator: "\n").compactMap { hit in
      let parts = hit.split(separator: ":", maxSplits: 1)
      return parts.count == 2 ? (String(parts[0]), String(parts[1])) : nil
    }
  }
}
