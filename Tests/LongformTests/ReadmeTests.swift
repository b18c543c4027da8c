// README is a short front page, with screens of the program and examples that run.

import Glibc
import TerminalTesting
import Testing

@testable import Candidates
@testable import FormFormats
@testable import FormScreen
@testable import FormTerminal
@testable import LosslessJSON
@testable import longform

@Suite("The README", .waits, .serialized)
struct ReadmeTests {
  private let readme: MarkdownDocument

  init() throws {
    readme = try MarkdownDocument("README.md")
  }

  @Test("README has at most 250 lines, and its table of contents links to every heading")
  func length() {
    #expect(readme.lines.count <= 250)
    for heading in readme.lines where heading.hasPrefix("## ") {
      let title = heading.dropFirst(3)
      let anchor = title.lowercased().replacing(" ", with: "-")
      #expect(readme.lines.contains { $0.contains("[\(title)](#\(anchor))") }, "\(title)")
    }
  }

  /// A screen of the program, and the keys that lead to it.
  struct Picture: CustomTestStringConvertible, Sendable {
    /// The text of the comment `<!-- … -->` before the screen in README.
    let mark: String
    let form: String
    var options: [String] = []
    /// The keys, each with the text to wait for after it.
    let keys: [(typed: String, shown: String)]
    /// Whether the program ends after the last key.
    var isOver = false

    var testDescription: String { mark }
  }

  static let pictures = [
    Picture(
      mark: "picture", form: "classmates", options: ["--height", "7"],
      keys: [("Ada Lovelace\rGrace Hopper\rKath", "Classmate 3 ▸ Kath")]),
    Picture(
      mark: "picture leave", form: "classmates",
      keys: [
        ("Ada Lovelace\rGrace Ho", "Classmate 2 ▸ Grace Ho"),
        ("\(Keystroke.interrupt)", "goes on"),
      ],
      isOver: true),
    Picture(
      mark: "picture choose", form: "city", options: ["--height", "4"],
      keys: [("tok", "Enter takes Tokyo")]),
    Picture(
      mark: "picture find", form: "resume", options: ["--height", "1"],
      keys: [("\(Keystroke.find)pho", "4  Phone")]),
    Picture(
      mark: "picture items", form: "tasks", options: ["--height", "4"],
      keys: [
        ("Buy milk\r", "Buy milk"), ("Call Ada\r", "2  [ ] Task 2"),
        ("\(Keystroke.down)", "Task 1 ▸ Call Ada"), ("\(Keystroke.toggle)", "1 of 2 done"),
      ]),
  ]

  @Test(
    "README's screens equal those of the program (RECORD_SCREENS=1 writes them)",
    arguments: pictures)
  func picture(picture: Picture) throws {
    // Run the installed program, because messages contain the path of the program.
    let place = try ExampleFolder()
    let process = try TerminalProcess.start(
      "/usr/bin/env", ["longform", "fill", picture.form] + picture.options,
      environment: [
        "PATH": place.home.path("bin") + ":/usr/bin:/bin", "LONGFORM_PATH": Longform.forms,
      ], output: .captured, home: place.home)
    // In a debug build, building the first index of all cities takes time.
    try process.wait(for: " ▸")
    for (typed, shown) in picture.keys {
      try process.send(typed)
      try process.wait(for: shown)
    }
    var lines: [String]
    if picture.isOver {
      #expect(try process.waitForExit() == .exited(130))
      lines = process.screen.lines.map { $0 }.filter { !$0.isEmpty }
    } else {
      try process.wait("everything kept") { screen in
        screen.lines[0].hasSuffix("  kept") || screen.text.contains("Find ▸ pho")
      }
      // The key line below the prompt is part of the screen.
      lines = Array(process.screen.lines.prefix(process.screen.cursor.row + 2))
      lines[process.screen.cursor.row] += "█"
    }
    try readme.compare(lines.map { "    " + $0 }, between: picture.mark)
  }

  @Test(
    "README's examples have the output shown (RECORD_SCREENS=1 writes it); its forms have no errors"
  )
  func examples() throws {
    let folder = try ExampleFolder()
    try folder.run(readme)
    let marks = readme.blocks.filter { $0.language == "sh" }.map(\.marks)
    #expect(marks == [["fill"], ["test"], ["install"]], ".ci/run runs these")
  }

  @Test("In command lines of several lines in README, every line but the last ends in a backslash")
  func continued() throws {
    for mark in ["fill", "test", "install"] {
      let lines = try readme.block(mark).lines
      #expect(lines.dropLast().allSatisfy { $0.hasSuffix(" \\") }, "\(mark)")
      #expect(lines.last?.hasSuffix("\\") == false)
      #expect(lines.allSatisfy { $0.count <= 100 })
    }
    func packages(_ mark: String) throws -> Set<Substring> {
      let text = try readme.block(mark).text.replacing("\\\n", with: " ")
      let list = try #require(text.split(separator: "-qq ").last { $0.contains("libedit-dev") })
      return Set(list.prefix { $0 != "&" }.split(separator: " "))
    }
    #expect(try packages("fill").isSubset(of: packages("test")))
  }

  @Test("The six keys in README exist, and three of them have the described commands")
  func keys() {
    let rows = readme.lines.drop { $0 != "| key | does |" }.dropFirst(2).prefix {
      $0.hasPrefix("|")
    }
    #expect(rows.count == 6)
    // The tables of keys call the arrow keys by their names.
    let known =
      CommandTable.entries.flatMap { $0.keys.map(\.name) }
      + KeyTable.groups.flatMap(\.entries).flatMap { $0.name.split { ", ".contains($0) } }
      .map(String.init)
    for row in rows {
      let name = row.split(separator: "|").first?.replacing("`", with: "") ?? ""
      for key in name.split(separator: " ") {
        #expect(known.contains(["↑": "Up", "↓": "Down"][key] ?? String(key)), "\(key)")
      }
    }
    for command in [":find": ["^R", "Alt-g"], ":undo": ["^_"], ":save": ["^S"]] {
      let entry = CommandTable.entries.first { ":\($0.name.rawValue)" == command.key }
      #expect(entry?.keys.map(\.name) == command.value)
    }
  }

  @Test("In the table of commands, every key has one command, and every command occurs once")
  func tableIsSound() {
    let keys = CommandTable.entries.flatMap { $0.keys.map(\.key) }
    #expect(Set(keys).count == keys.count)
    let names = CommandTable.entries.flatMap { [$0.name.rawValue] + $0.aliases }
    #expect(Set(names).count == names.count)
    #expect(Set(CommandTable.entries.map(\.name)) == Set(CommandName.allCases))
  }
}
