// What README says comes from the program: its table of commands is the table of commands.

import Glibc
import TerminalTesting
import Testing

@testable import longform

@Suite("The README", .serialized)
struct ReadmeTests {
  private static let path =
    #filePath.split(separator: "/").dropLast(3).reduce("") { "\($0)/\($1)" } + "/README.md"

  @Test("Its table of commands is made of the table of commands (RECORD_SCREENS=1 writes it)")
  func commands() throws {
    try compare(
      CommandTable.markdownRows,
      behind: "<!-- commands -->\n| command | keys | vi | does |\n|---|---|---|---|\n",
      before: "<!-- /commands -->\n")
  }

  @Test("Its picture is the program's screen (RECORD_SCREENS=1 writes it)")
  func picture() throws {
    let process = try Longform.start([Longform.form("classmates")])
    try process.send("Ada Lovelace\rGrace Hopper\rKath")
    try process.wait("three classmates, kept") { screen in
      screen.text.contains("Classmate 3 ▸ Kath") && screen.text.contains("kept")
    }
    var lines = process.screen.lines.prefix(process.screen.cursor.row + 1).map { $0 }
    lines[process.screen.cursor.row] += "█"
    try compare(
      lines.map { "    " + $0 }, behind: "<!-- picture -->\n\n", before: "\n<!-- /picture -->\n")
  }

  /// Compares a table of README with what it is made of, or makes it.
  private func compare(_ lines: [String], behind head: String, before tail: String) throws {
    let readme = String(decoding: try Descriptor.contents(of: ReadmeTests.path), as: UTF8.self)
    let begin = try #require(readme.firstRange(of: head)).upperBound
    let end = try #require(readme.firstRange(of: tail)).lowerBound
    let rows = lines.map { $0 + "\n" }.joined()
    if environment("RECORD_SCREENS") == "1" {
      let file = open(ReadmeTests.path, O_WRONLY | O_TRUNC)
      _ = Descriptor.writeAll(Array((readme[..<begin] + rows + readme[end...]).utf8), to: file)
      close(file)
    }
    #expect(readme[begin..<end] == rows)
  }

  @Test(
    "Its tables of exit codes, variables and files are those of the manual",
    arguments: [
      ("exits", "| code | when |", Facts.exitCodes),
      ("variables", "| variable | what it says |", Facts.variables),
      ("files", "| file | what it is |", Facts.files),
    ])
  func facts(mark: String, head: String, facts: [Fact]) throws {
    let rows = facts.map { fact in
      let names = fact.name.split(separator: ", ").map { Int32($0) == nil ? "`\($0)`" : "\($0)" }
      return "| \(names.joined(separator: ", ")) | \(fact.sentence) |"
    }
    try compare(
      rows, behind: "<!-- \(mark) -->\n\(head)\n|---|---|\n", before: "<!-- /\(mark) -->\n")
  }

  @Test("Its options are those of fill, each once, and those of fill are there")
  func options() throws {
    let readme = String(decoding: try Descriptor.contents(of: ReadmeTests.path), as: UTF8.self)
    let program = try CommandDescription.program()
    let fill = try #require(program.defaultSubcommand)
    let known = fill.options.flatMap(\.names).filter {
      $0.hasPrefix("--") && $0 != "--help" && $0 != "--version"
    }
    let table = readme.split(separator: "\n").filter { $0.hasPrefix("| `--") }.compactMap {
      $0.split(separator: "`").dropFirst().first?.split(separator: " ").first.map(String.init)
    }
    #expect(table.sorted() == known.sorted())
  }

  @Test("Its command lines name commands that there are, or forms that ship")
  func commandLines() throws {
    let readme = String(decoding: try Descriptor.contents(of: ReadmeTests.path), as: UTF8.self)
    let program = try CommandDescription.program()
    // Forms that stand for those of the reader, and the beginning of one.
    var known: Set = ["survey", "roster", "FORM", "NAME", "cl"]
    known.formUnion(program.subcommands.map(\.name))
    known.formUnion(FormFinder.names(in: Longform.forms))
    var count = 0
    for match in readme.matches(
      of: #/(?:^ {4}|`|\| |do |release/|\$\()longform ([A-Za-z-]+)/#.anchorsMatchLineEndings())
    {
      let word = String(match.1)
      #expect(word.hasPrefix("-") || known.contains(word), "\(match.0)")
      count += 1
    }
    #expect(count > 30)
  }

  @Test("Every key means one command, and every command is in the table once")
  func tableIsSound() {
    let keys = CommandTable.entries.flatMap { $0.keys.map(\.key) }
    #expect(Set(keys).count == keys.count)
    let names = CommandTable.entries.flatMap { [$0.name.rawValue] + $0.aliases }
    #expect(Set(names).count == names.count)
    #expect(Set(CommandTable.entries.map(\.name)) == Set(CommandName.allCases))
  }
}
