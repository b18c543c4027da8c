// Rules for all documents: the targets of their links exist, and so do the commands in them.

import Glibc
import TerminalTesting
import Testing

@testable import Candidates
@testable import FormFormats
@testable import FormTerminal
@testable import longform

@Suite("The documents", .waits)
struct DocumentTests {
  static let names = [
    "README.md", "Forms/README.md", "Tests/README.md", "Tests/Benchmark/RESULTS.md",
    ".github/CONTRIBUTING.md", ".github/SECURITY.md", ".github/CHANGELOG.md",
  ]

  @Test("Links lead to files and headings that exist", arguments: names)
  func links(name: String) throws {
    let document = try MarkdownDocument(name)
    let folder = name.split(separator: "/").dropLast().map { "\($0)/" }.joined()
    for match in document.lines.joined(separator: "\n").matches(of: #/\]\(([^)\s]+)\)/#) {
      let target = String(match.1)
      if target.hasPrefix("https://") { continue }
      let parts = target.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
      let file = parts[0].isEmpty ? name : DocumentTests.path(folder + parts[0])
      #expect(access("\(MarkdownDocument.root)/\(file)", F_OK) == 0, "\(name): \(target)")
      if parts.count > 1 {
        let anchors = try DocumentTests.anchors(of: MarkdownDocument(file))
        #expect(anchors.contains(String(parts[1])), "\(name): \(target)")
      }
    }
  }

  /// Returns the path with each `..` resolved.
  private static func path(_ path: String) -> String {
    var parts: [Substring] = []
    for part in path.split(separator: "/") {
      if part == ".." { parts.removeLast() } else { parts.append(part) }
    }
    return parts.joined(separator: "/")
  }

  /// Returns the anchors of headings, as GitHub generates them.
  private static func anchors(of document: MarkdownDocument) -> Set<String> {
    Set(
      document.lines.filter { $0.hasPrefix("#") }.map { line in
        String(line.drop { $0 == "#" }.dropFirst()).lowercased().replacing(" ", with: "-")
          .filter { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
      })
  }

  @Test("Command lines contain only commands, options and forms that exist", arguments: names)
  func commandLines(name: String) throws {
    let document = try MarkdownDocument(name)
    let program = SubcommandDescription.program
    // FORM and TOPIC are placeholders for names. tea and fills are names that the examples use.
    var known: Set = ["FORM", "TOPIC", "tea", "fills"]
    known.formUnion(program.subcommands.map(\.name))
    known.formUnion(FormFinder.names(in: Longform.forms))
    func options(of command: SubcommandDescription) -> [String] {
      command.options.flatMap(\.names) + command.subcommands.flatMap(options(of:))
    }
    let allOptions = Set(options(of: program))
    for match in document.lines.joined(separator: "\n").matches(
      of: #/(?:\$ |`|\| |do |release/|\$\(|^)longform ([A-Za-z-]+)([^`\n]*)/#
        .anchorsMatchLineEndings())
    {
      let word = String(match.1)
      #expect(word.hasPrefix("-") || known.contains(word), "\(name): \(match.0)")
      for option in match.2.split(separator: " ")
      where option.hasPrefix("--") && option != "-->" {
        let name = String(option.prefix { $0.isLetter || $0 == "-" })
        #expect(allOptions.contains(name), "\(match.0)")
      }
    }
  }
}
