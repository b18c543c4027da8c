// What README says comes from the program: its table of commands is the table of commands.

import Glibc
import Testing

@testable import longform

@Suite("The README")
struct ReadmeTests {
  private static let path =
    #filePath.split(separator: "/").dropLast(3).reduce("") { "\($0)/\($1)" } + "/README.md"

  @Test("Its table of commands is made of the table of commands (RECORD_SCREENS=1 writes it)")
  func commands() throws {
    let readme = String(decoding: try Descriptor.contents(of: ReadmeTests.path), as: UTF8.self)
    let head = "<!-- commands -->\n| command | keys | vi | does |\n|---|---|---|---|\n"
    let tail = "<!-- /commands -->\n"
    let begin = try #require(readme.firstRange(of: head)).upperBound
    let end = try #require(readme.firstRange(of: tail)).lowerBound
    let rows = CommandTable.markdownRows.map { $0 + "\n" }.joined()
    if environment("RECORD_SCREENS") == "1" {
      let file = open(ReadmeTests.path, O_WRONLY | O_TRUNC)
      _ = Descriptor.writeAll(Array((readme[..<begin] + rows + readme[end...]).utf8), to: file)
      close(file)
    }
    #expect(readme[begin..<end] == rows)
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
