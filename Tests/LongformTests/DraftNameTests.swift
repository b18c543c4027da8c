// The names of drafts, which people type in commands and find in the list and in messages.

import TerminalTesting
import Testing

@Suite("Drafts by name", .waits)
struct DraftNameTests {
  private let classmates = Longform.form("classmates")

  /// Returns a home folder in which the form was saved once for each of these answers to its first
  /// row.
  private func home(saving names: String...) throws -> DraftHome {
    let drafts = try DraftHome()
    for name in names {
      let saved = try drafts.run([classmates, "--draft", "main"], input: "\(name)\n")
      #expect(saved.status == .exited(0))
    }
    return drafts
  }

  @Test("A form's name means its draft or, without one, its newest save; @2 is the save before")
  func newest() throws {
    let drafts = try home(saving: "Ada", "Bob")
    func shown(_ name: String) throws -> String {
      try drafts.run(["drafts", "show", name]).outputText
    }
    #expect(try shown("classmates").contains("Bob") && shown("classmates@1").contains("Bob"))
    #expect(try shown("classmates@2").contains("Ada"))
    #expect(try shown("classmates").contains("(classmates@1)\n"))
    let left = try drafts.run([classmates, "--draft", "main"], input: "Cy\n:quit\n")
    #expect(left.status == .exited(1))
    #expect(try shown("classmates").contains("Cy") && shown("classmates@1").contains("Bob"))
    // The file name of a draft, or its beginning, also refers to the draft.
    let file = try #require(drafts.files(".draft").first)
    for name in [file, "classmates-m"] {
      let text = try shown(name)
      #expect(text.contains("Cy") && text.contains("(classmates)\n"), "\(name)")
    }
  }

  @Test("restore FORM brings back the newest save, and reports the draft that it replaces")
  func restore() throws {
    let drafts = try home(saving: "Ada", "Bob")
    let older = try drafts.run(["drafts", "restore", "classmates@2"])
    #expect(older.outputText.hasPrefix("Restored as classmates\nResume it from "))
    let newest = try drafts.run(["drafts", "restore", "classmates"])
    #expect(
      newest.outputText.hasPrefix(
        "Restored as classmates\nThe draft before is kept as classmates@1\n"))
    let exported = try drafts.run(["drafts", "export", "classmates", "--format", "text"])
    #expect(exported.outputText.contains("Bob"))
    _ = try drafts.run(["drafts", "remove", "classmates@1", "--yes"])
    let nothing = try drafts.run(["drafts", "restore", "classmates"])
    #expect(nothing.status == .exited(66))
    #expect(
      nothing.errorText == "longform: classmates is unfinished; opening the form continues it\n")
  }

  @Test("remove refuses an ambiguous name, and lists the drafts to which it may refer")
  func ambiguous() throws {
    let drafts = try home(saving: "Ada", "Bob")
    let files = drafts.files("")
    let refused = try drafts.run(["drafts", "remove", "classmates", "--yes"])
    #expect(refused.status == .exited(64))
    #expect(refused.errorText.contains("“classmates” means 2 drafts; name one of them, like "))
    #expect(
      refused.errorText.contains("(classmates@1)") && refused.errorText.contains("(classmates@2)"))
    #expect(drafts.files("") == files)
    let removed = try drafts.run(["drafts", "remove", "classmates@2", "--yes"])
    #expect(removed.errorText == "Removed classmates@2\n")
    #expect(try drafts.run(["drafts", "remove", "classmates", "--yes"]).status == .exited(0))
    #expect(drafts.files("").isEmpty)
    let none = try drafts.run(["drafts", "show", "classmate"])
    #expect(none.status == .exited(66))
    #expect(none.errorText == "longform: no draft “classmate”; longform drafts lists them\n")
  }

  @Test("If the name of a draft is wrong, the error suggests the right name")
  func misspelt() throws {
    let drafts = try home(saving: "Ada")
    let wrong = try drafts.run(["drafts", "show", "clasmates@1"])
    #expect(
      wrong.errorText
        == "longform: no draft “clasmates@1”; did you mean classmates@1? longform drafts lists them\n"
    )
  }

  @Test("If a draft is open elsewhere, remove reports that instead of asking, and removes nothing")
  func openElsewhere() throws {
    let drafts = try home(saving: "Ada")
    let holder = try drafts.start([classmates])
    try holder.press("Bob\r")
    try holder.waitUntilKept()
    let asks = try TerminalProcess.start(
      Longform.executable, ["drafts", "remove", "classmates@1", "classmates"], home: drafts.home)
    #expect(try asks.waitForExit() == .exited(75))
    #expect(
      asks.screen.text.contains(
        "nothing was removed: classmates is open in process \(holder.processIdentifier)"))
    #expect(!asks.screen.text.contains("(y/n)"))
    #expect(drafts.files(".finished-").count == 1)
  }

  @Test(
    "At a terminal the list of drafts is a table of up to 80 columns; in a pipe it has file names")
  func table() throws {
    let drafts = try home(saving: "Ada")
    let long = String(repeating: "long ", count: 9) + "name"
    for name in ["june", long] {
      let left = try drafts.run([classmates, "--draft", name], input: "Ada\nBob\n:quit\n")
      #expect(left.status == .exited(1))
    }
    let output = "\(String(repeating: "a", count: 60)).json"
    let left = try drafts.run(
      [Longform.form("city"), "--draft", "main", "--output", output], input: ":quit!\n")
    #expect(left.status == .exited(1))
    let holder = try drafts.start([classmates])
    try holder.press("Bob\r")
    try holder.waitUntilKept()
    let process = try TerminalProcess.start(
      Longform.executable, ["drafts"], columns: 200, home: drafts.home)
    #expect(try process.waitForExit() == .exited(0))
    let lines = process.screen.text.split(separator: "\n").map(String.init)
    #expect(lines.allSatisfy { $0.count < 80 }, "\(lines)")
    #expect(lines.first?.split(separator: " ") == ["draft", "filled", "changed", "state"])
    #expect(lines.contains { $0.contains("classmates/june") && $0.contains(" 2 of 20 ") })
    #expect(lines.contains { $0.hasPrefix("classmates/\(long)") })
    #expect(lines.contains { $0.hasPrefix("classmates ") && $0.contains("  open in process ") })
    let piped = try drafts.run(["drafts"]).outputText
    #expect(piped.contains("Classmates, june: 2 of 20 filled, "))
    #expect(drafts.files(".draft").filter { $0.hasSuffix(".draft") }.allSatisfy(piped.contains))
    let saved = try TerminalProcess.start(
      Longform.executable, ["drafts", "--finished"], home: drafts.home)
    _ = try saved.waitForExit()
    #expect(saved.screen.text.contains("classmates@1") && saved.screen.text.contains("  saved"))
    #expect(saved.screen.text.contains("longform drafts restore classmates@1 makes a saved draft"))
    #expect(process.screen.text.contains("--finished lists 1 saved draft"))
  }
}
