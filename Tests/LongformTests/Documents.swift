// Reads the documents of this repository for tests, and runs their examples in a folder.
//
// A block of code may have marks on the lines before it, which are comments in HTML:
//
//     <!-- file NAME -->        writes the block to this file, and checks the file if it is a form
//     <!-- before COMMAND -->   runs a command before the block; readers do not see it
//     <!-- typed TEXT -->       gives the commands of the block this standard input
//     <!-- status N -->         is the exit status of the last command; without this mark it is 0
//     <!-- recipe NAME -->      leaves the block to a separate test, which runs it
//
// In a block of `console`, a line that begins with `$ ` is a command, and the following lines are
// its output.

import Glibc
import TerminalTesting
import Testing

@testable import Candidates
@testable import FormFormats
@testable import FormSchema
@testable import FormScreen
@testable import FormTerminal
@testable import longform

/// A document in Markdown.
struct MarkdownDocument {
  /// A block of code.
  struct Block {
    let language: String
    let lines: [String]
    /// The marks before the block, in the order of their lines.
    let marks: [String]
    /// The number of the first line inside the block.
    let line: Int

    /// Returns the argument of a mark; nil if the block does not have the mark.
    func mark(_ name: String) -> String? {
      marks.last { $0 == name || $0.hasPrefix("\(name) ") }.map {
        String($0.dropFirst(name.count + 1))
      }
    }

    var text: String { lines.map { $0 + "\n" }.joined() }
  }

  static let root = #filePath.split(separator: "/").dropLast(3).reduce("") { "\($0)/\($1)" }

  let name: String
  let lines: [String]
  let blocks: [Block]

  init(_ name: String) throws {
    self.name = name
    let bytes = try #require(readFile("\(MarkdownDocument.root)/\(name)"), "no \(name)")
    var lines = String(decoding: bytes, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last == "" { lines.removeLast() }
    self.lines = lines
    var blocks: [Block] = []
    var marks: [String] = []
    var begin: (language: String, index: Int)?
    for (index, line) in lines.enumerated() {
      if let open = begin {
        guard line == "```" else { continue }
        blocks.append(
          Block(
            language: open.language, lines: Array(lines[(open.index + 1)..<index]), marks: marks,
            line: open.index + 1))
        marks = []
        begin = nil
      } else if line.hasPrefix("```") {
        begin = (String(line.dropFirst(3)), index)
      } else if line.hasPrefix("<!-- "), line.hasSuffix(" -->") {
        marks.append(String(line.dropFirst(5).dropLast(4)))
      } else {
        marks = []
      }
    }
    self.blocks = blocks
  }

  /// Returns the block that has a mark.
  func block(_ mark: String) throws -> Block {
    try #require(blocks.first { $0.marks.contains(mark) }, "no \(mark) in \(name)")
  }

  /// Returns the range of lines between the comments `<!-- MARK -->` and `<!-- /MARK -->`.
  func lines(between mark: String) throws -> Range<Int> {
    let begin = try #require(lines.firstIndex(of: "<!-- \(mark) -->"), "no \(mark) in \(name)")
    let end = try #require(lines.firstIndex(of: "<!-- /\(mark) -->"), "no end of \(mark)")
    return (begin + 1)..<end
  }

  /// Compares the lines between two marks with the expected lines. With RECORD_SCREENS=1 also
  /// writes the expected lines into the document.
  func compare(_ expected: [String], between mark: String) throws {
    let range = try lines(between: mark)
    if environment("RECORD_SCREENS") == "1" {
      // Another test may have written other lines meanwhile.
      let now = try MarkdownDocument(name)
      try now.replace(now.lines(between: mark), with: expected)
    }
    #expect(Array(lines[range]) == expected, "\(name), \(mark)")
  }

  func replace(_ range: Range<Int>, with new: [String]) throws {
    var lines = lines
    lines.replaceSubrange(range, with: new)
    let text = lines.map { $0 + "\n" }.joined()
    try writeFile(Array(text.utf8), to: "\(MarkdownDocument.root)/\(name)")
  }
}

/// A folder for running the examples of a document, one after the other.
struct ExampleFolder {
  let home: TemporaryFolder
  let folder: TemporaryFolder

  init() throws {
    home = try temporaryFolder()
    folder = try temporaryFolder()
    try makeFolder(home.path("bin"))
    #expect(symlink(try Longform.executable, home.path("bin/longform")) == 0)
  }

  /// Runs a command of bash; the output includes standard error.
  func run(_ command: String, typing input: String = "") throws -> (text: String, end: ProcessEnd) {
    let result = try Program.run(
      "/usr/bin/env", ["bash", "-c", "exec 2>&1\n\(command)"],
      environment: [
        "PATH": home.path("bin") + ":/usr/local/bin:/usr/bin:/bin",
        "LONGFORM_PATH": Longform.forms, "PAGER": "cat", "MANPAGER": "cat",
      ],
      input: .text(input), directory: folder.path, home: home)
    return (result.outputText, result.status)
  }

  /// Runs the blocks of a document according to their languages and marks. With RECORD_SCREENS=1
  /// also writes the output of the commands into the document.
  func run(_ document: MarkdownDocument) throws {
    var recorded: [(block: MarkdownDocument.Block, lines: [String])] = []
    for block in document.blocks {
      let lines = try run(block, of: document)
      if lines != block.lines { recorded.append((block, lines)) }
    }
    guard environment("RECORD_SCREENS") == "1", !recorded.isEmpty else { return }
    var document = try MarkdownDocument(document.name)
    for (block, lines) in recorded.reversed() {
      let now = try #require(
        document.blocks.last { $0.lines == block.lines && $0.marks == block.marks })
      try document.replace(now.line..<(now.line + now.lines.count), with: lines)
      document = try MarkdownDocument(document.name)
    }
  }

  /// Runs a block. Returns its lines with the output that the commands really have.
  private func run(
    _ block: MarkdownDocument.Block, of document: MarkdownDocument
  ) throws -> [String] {
    let place = "\(document.name):\(block.line)"
    if let command = block.mark("before") {
      let (text, end) = try run(command)
      #expect(end == .exited(0), "\(place): \(text)")
    }
    if let name = block.mark("file") {
      try folder.write(block.text, to: name)
      if block.language == "json", block.text.contains("\"longform\"") {
        let (text, end) = try run("longform check \(name)")
        #expect(end == .exited(0), "\(place): \(text)")
      }
    }
    guard block.language == "console" else { return block.lines }
    var written: [String] = []
    let input = (block.mark("typed") ?? "").replacing("\\n", with: "\n")
    let status = block.mark("status").flatMap { Int32($0) } ?? 0
    var commands: [(command: String, output: [String])] = []
    for line in block.lines {
      if line.hasPrefix("$ ") {
        commands.append((String(line.dropFirst(2)), []))
      } else {
        commands[commands.count - 1].output.append(line)
      }
    }
    for (index, example) in commands.enumerated() {
      let (text, end) = try run(example.command, typing: input)
      var lines = text.replacing("\r\n", with: "\n").split(
        separator: "\n", omittingEmptySubsequences: false)
      if lines.last == "" { lines.removeLast() }
      #expect(lines.map(String.init) == example.output, "\(place): \(example.command)")
      written += ["$ \(example.command)"] + lines.map(String.init)
      let expected = index == commands.count - 1 ? status : 0
      #expect(end == .exited(expected), "\(place): \(example.command)")
    }
    return written
  }
}
