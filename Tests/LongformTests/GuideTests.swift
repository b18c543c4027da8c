// Tests/README.md, the page about tests: its example runs, its commands exist, its table is
// complete.

import Glibc
import TerminalTesting
import Testing

@Suite("The page about tests", .waits)
struct GuideTests {
  private let page: MarkdownDocument

  init() throws {
    page = try MarkdownDocument("Tests/README.md")
  }

  @Test("Undo reverts the last step, even in another row")
  func undo() throws {
    let process = try Longform.start([Longform.form("classmates")])
    try process.send("Ada\rGrace")
    try process.wait(for: "Classmate 2 ▸ Grace")
    try process.press(.undo)
    try process.wait(for: "Classmate 2 ▸")
    let answers = try process.save()
    #expect(answers == "{\n  \"classmates\": [\n    \"Ada\"\n  ]\n}\n")
  }

  @Test("The example on the page equals the code of the test `undo`")
  func shown() throws {
    for block in page.blocks where block.language == "swift" {
      let file = try #require(block.mark("from"))
      let source = try #require(readFile("\(MarkdownDocument.root)/\(file)"))
      #expect(String(decoding: source, as: UTF8.self).contains(block.text))
    }
  }

  @Test("Every command on the page is a script with the shown options, and CI runs each script")
  func commands() throws {
    let ci = String(
      decoding: try #require(readFile("\(MarkdownDocument.root)/.ci/run")), as: UTF8.self)
    var count = 0
    for line in page.blocks.filter({ $0.language == "sh" }).flatMap(\.lines) {
      let words = line.split(separator: " ").prefix { $0 != "#" }.map(String.init)
      let first = try #require(words.first)
      guard first.hasPrefix("Tests/") else {
        #expect(["swift", ".ci/run", "RECORD_SCREENS=1"].contains(first), "\(line)")
        if let filter = words.last, filter.contains("Tests"), first != ".ci/run" {
          for suite in filter.replacing("'", with: "").split(separator: "|") {
            let found = try Program.run(
              "/usr/bin/grep", ["-rql", "struct \(suite) ", "\(MarkdownDocument.root)/Tests"])
            #expect(found.status == .exited(0), "\(suite)")
          }
        }
        continue
      }
      #expect(access("\(MarkdownDocument.root)/\(first)", X_OK) == 0, "\(first)")
      #expect(ci.contains("\(first)") || first == "Tests/Candidates/run", "\(first)")
      let folder = first.split(separator: "/").dropLast().joined(separator: "/")
      for option in words where option.hasPrefix("--") {
        let found = try Program.run(
          "/usr/bin/grep", ["-rqF", "--", option, "\(MarkdownDocument.root)/\(folder)"])
        #expect(found.status == .exited(0), "\(line): \(option)")
      }
      count += 1
    }
    #expect(count > 8)
  }

  @Test("The table on the page has exactly the folders of Tests")
  func folders() throws {
    let begin = try #require(page.lines.firstIndex(of: "| folder | subject |"))
    let rows = page.lines[begin...].dropFirst(2).prefix { $0.hasPrefix("|") }
    let named = rows.flatMap { row in
      (row.split(separator: "|").first ?? "").split(separator: ",").compactMap {
        $0.split(separator: "`").dropFirst($0.hasPrefix("`") ? 0 : 1).first.map(String.init)
      }
    }
    let found = try Program.run(
      "/usr/bin/find",
      [
        "\(MarkdownDocument.root)/Tests", "-mindepth", "1", "-maxdepth", "1", "-type", "d",
        "-printf", "%f\n",
      ]
    )
    #expect(
      Set(named).subtracting(["LongformTests/Golden"])
        == Set(found.outputText.split(separator: "\n").map(String.init)))
  }
}
