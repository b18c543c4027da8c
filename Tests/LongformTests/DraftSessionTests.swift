// Drafts at a terminal: after a kill, after leaving, after a hang-up, taken over by another
// process, and set aside.

import Drafts
import Glibc
import TerminalTesting
import Testing

/// The base of the tests of drafts: a home folder in which programs run one after another.
struct DraftHome {
  let home: TemporaryFolder
  static let folder = ".local/state/longform/drafts"

  init() throws {
    home = try TemporaryFolder()
  }

  /// Starts the program on a terminal, and waits until the screen shows a text.
  func start(
    _ arguments: [String], rows: Int = 24, columns: Int = 80, output: ProgramOutput = .captured,
    errors: ProgramOutput = .terminal, environment: [String: String?] = [:],
    waitingFor text: String = " ▸"
  ) throws -> TerminalProcess {
    let process = try TerminalProcess.start(
      Longform.executable, arguments, environment: environment, rows: rows, columns: columns,
      output: output, errors: errors, home: home)
    try process.wait(for: text)
    return process
  }

  func run(_ arguments: [String], input: String = "") throws -> Program.Result {
    try Program.run(Longform.executable, arguments, input: .text(input), home: home)
  }

  /// Returns the draft files whose names contain a text, such as an ending.
  func files(_ ending: String) -> [String] {
    home.entries(of: DraftHome.folder).filter { $0.contains(ending) && !$0.contains("-shm") }
  }

  /// Returns the command that resumes a draft, found in the line that leaving a form prints.
  static func commandToResume(in line: String) -> String? {
    guard let start = line.firstRange(of: "); "), let end = line.firstRange(of: " goes on") else {
      return nil
    }
    return String(line[start.upperBound..<end.lowerBound])
  }

  /// Runs SQL on the database of the only draft, even while the program runs.
  func alter(_ sql: String) throws {
    let name = try #require(files(".draft").first { $0.hasSuffix(".draft") })
    let database = try Database(
      path: home.path("\(DraftHome.folder)/\(name)"), isReadOnly: false, wait: 5_000)
    try database.execute(sql)
  }
}

extension TerminalProcess {
  /// Kills the program, as a power cut would, and waits for its end.
  func kill() throws {
    signal(SIGKILL)
    _ = try waitForExit()
  }
}

@Suite("Drafts at a terminal", .waits)
struct DraftSessionTests {
  private let classmates = Longform.form("classmates")
  private let resume = Longform.form("resume")

  @Test("Pasted lines without a row survive edits, kills and leaving; the last message counts them")
  func pasteRest() throws {
    let drafts = try DraftHome()
    let first = try drafts.start([classmates])
    let lines = (1...30).map { "name \($0)" }.joined(separator: "\n")
    try first.press(.paste(lines))
    try first.wait(for: "Pasted 20 of 30 lines; there is room for 20   ^Y pastes the other 10")
    try first.send("!\r")
    try first.waitUntilKept()
    try first.sync()
    try first.kill()

    let second = try drafts.start(
      [classmates], errors: .captured,
      waitingFor: "^Y pastes the other 10")
    #expect(second.screen.text.contains("Back at Classmate 20, 20 of 20 filled, "))
    try second.press(.firstRow, .clearLine)
    try second.wait(for: "19 of 20")
    try second.press(.yank)
    try second.wait(for: "Pasted 1 of 10 lines; Classmate 2 has an answer   ^Y pastes the other 9")
    try second.wait(for: "Classmate 1 ▸ name 21")
    try second.waitUntilKept()
    // In a row that already has text, Ctrl-Y inserts the text that was deleted last, and not the
    // pasted lines that wait.
    try second.press(.yank)
    try second.wait(for: "Classmate 1 ▸ name 21name 1")
    try second.press(.interrupt)
    _ = try second.waitForExit()
    #expect(
      second.capturedErrorText.contains(
        "draft kept (20 of 20 filled, 9 pasted lines in no row yet); "))

    let shown = try drafts.run(["drafts", "show", "classmates"])
    #expect(shown.outputText.contains("Pasted lines that are in no row:\n    name 22\n"))
    let third = try drafts.start(
      [classmates], errors: .captured, waitingFor: "^Y pastes the other 9")
    #expect(try third.save().contains("name 21name 1"))
    #expect(third.capturedErrorText.contains("longform: 9 pasted lines in no row, not saved; "))
    #expect(drafts.files(".finished-").count == 1)
  }

  /// Waits until another process finds a text in the draft.
  private func waitUntilKept(_ text: String, in drafts: DraftHome, by process: TerminalProcess)
    throws
  {
    try process.wait("“\(text)” in the draft") { _ in
      try drafts.run(["drafts", "show", "classmates"]).outputText.contains(": \(text)\n")
    }
  }

  @Test("After a kill, typed text is restored together with focus, cursor and undo")
  func kill() throws {
    let drafts = try DraftHome()
    let first = try drafts.start([classmates])
    try first.press("Ada Lovelace\rGrace Hopper\rKathrine", .left, .left)
    try first.wait(for: "▸ Kathrine")
    try waitUntilKept("Kathrine", in: drafts, by: first)
    try first.sync()
    try first.kill()

    let second = try drafts.start([classmates], waitingFor: "Back at")
    try second.wait(for: "3 of 20 filled")
    #expect(second.screen.text.contains("   1  Classmate 1   Ada Lovelace"))
    #expect(second.screen.text.contains("▌  3  Classmate 3   Kathrine"))
    try second.send("X")
    try second.wait(for: "Classmate 3 ▸ KathriXne")
    try second.press(.undo, .undo, .undo)
    try second.wait(for: "Undone in 2 Classmate 2")
    #expect(try second.save().contains("\"Grace\"\n"))
    #expect(drafts.files(".finished-").count == 1)
    #expect(drafts.files(".draft").isEmpty)
  }

  @Test("The text of a row that was left is in the draft, however soon the program is killed")
  func rowLeft() throws {
    let drafts = try DraftHome()
    for round in 1...8 {
      let process = try drafts.start([classmates])
      try process.send("name \(round)\r")
      try process.wait(for: "Classmate \(round + 1) ▸")
      try process.kill()
    }
    let result = try drafts.run(["drafts", "export", "classmates", "--format", "text"])
    for round in 1...8 { #expect(result.outputText.contains("name \(round)\n")) }
  }

  @Test("The title line shows the word kept, but only after something was typed")
  func status() throws {
    let process = try DraftHome().start([classmates])
    let bar = "─────"
    #expect(process.screen.lines[0].hasPrefix("Classmates  \(bar)"))
    #expect(process.screen.lines[0].hasSuffix("  0 of 20"))
    try process.press(.down, .up)
    try process.sync()
    #expect(process.screen.lines[0].hasSuffix("  0 of 20"))
    let mark = process.mark()
    try process.send("a")
    try process.waitUntilKept()
    // The word `kept` is painted once and stays. If the next change is stored within a second, the
    // title line does not change.
    try process.send("b")
    try process.wait(for: "Classmate 1 ▸ ab")
    #expect(process.screen.lines[0].hasSuffix("  kept"))
    let shown = String(decoding: process.bytes(since: mark), as: UTF8.self)
    #expect(shown.ranges(of: "kept").count == 1 && !shown.contains("keeping"))
    try process.press(.command, "kept\r")
    try process.wait(for: "All is kept")
  }

  @Test("A form in which nothing was typed leaves no files")
  func nothingTyped() throws {
    let drafts = try DraftHome()
    let process = try drafts.start([classmates])
    try process.press(.pageDown, .pageDown, .firstRow, .interrupt)
    #expect(try process.waitForExit() == .exited(130))
    #expect(drafts.home.entries(of: DraftHome.folder).isEmpty)
    #expect(!process.screen.text.contains("longform:"))
  }

  @Test(
    "Every way to leave keeps the draft, and prints the complete quoted command that resumes it",
    arguments: [
      ([.enter, .interrupt], 0, .exited(130)), (["\r:quit\r"], 0, .exited(1)),
      ([], SIGTERM, .signaled(SIGTERM)), ([], SIGHUP, .signaled(SIGHUP)),
      ([], SIGQUIT, .signaled(SIGQUIT)),
    ] as [([Keystroke], Int32, ProcessEnd)])
  func leaving(keys: [Keystroke], signal: Int32, end: ProcessEnd) throws {
    let drafts = try DraftHome()
    let output = "it's here.json"
    let process = try drafts.start(
      [classmates, "--fresh", "--output", output, "--set", "classmate5=five"], errors: .captured)
    try process.send("Ada\rGra")
    try process.wait(for: "▸ Gra")
    if keys.isEmpty { process.signal(signal) } else { try process.press(keys) }
    #expect(try process.waitForExit() == end)
    let line = String(decoding: process.capturedErrors, as: UTF8.self)
    let command = try #require(DraftHome.commandToResume(in: line))
    #expect(command.contains("--output 'it'\\''s here.json'"))
    #expect(!command.contains("--fresh"))
    let again = try TerminalProcess.start(
      "/bin/sh", ["-c", command], output: .captured, home: drafts.home)
    try again.wait(for: "Back at")
    try again.wait(for: "3 of 20 filled")
    try again.save()
    #expect(drafts.home.read(output)?.contains("\"Gra\"") == true)
    #expect(drafts.home.read(output)?.contains("\"five\"") == true)
  }

  @Test("If the terminal disappears in the middle of a sentence, nothing is lost")
  func vanishes() throws {
    let drafts = try DraftHome()
    let process = try drafts.start([classmates])
    try process.send("Ada\rIn the middle of a sen")
    try process.wait(for: "▸ In the middle of a sen")
    process.hangUp()
    #expect(try process.waitForExit() == .signaled(SIGHUP))
    _ = try drafts.start([classmates], waitingFor: "Classmate 2 ▸ In the middle of a sen")
  }

  @Test("If the output of a restored draft exists, a note after the command says so")
  func restoredWithOutput() throws {
    let drafts = try DraftHome()
    let arguments = [Longform.form("classmates"), "--output", "out.json"]
    let process = try drafts.start(arguments, waitingFor: "Classmate 1")
    _ = try process.save(typing: "Ada\r")
    let restored = try drafts.run(["drafts", "restore", "classmates@1"])
    #expect(
      restored.outputText.hasSuffix(" --output out.json\nout.json exists; --force replaces it\n"))
    let again = try drafts.start(arguments + ["--force"], waitingFor: "Back at")
    try again.wait(for: "Ada")
    _ = try again.save(typing: "Grace\r")
    #expect(drafts.home.read("out.json")?.contains("Grace") == true)
    // The form may replace the file that it began with.
    let edit = arguments + ["--answers", "out.json", "--draft", "edit"]
    let edited = try drafts.start(edit, waitingFor: "Classmate 1")
    try edited.send("x")
    try edited.waitUntilKept()
    try edited.press(.interrupt)
    _ = try edited.waitForExit()
    let shown = try drafts.run(["drafts", "show", "classmates/edit"]).outputText
    #expect(shown.contains("--answers out.json") && !shown.contains("--force"))
  }

  @Test(":quit! sets the draft aside, and restore brings it back")
  func setAside() throws {
    let drafts = try DraftHome()
    let process = try drafts.start([classmates], errors: .captured)
    try process.send("Ada\r:quit!\r")
    #expect(try process.waitForExit() == .exited(1))
    let line = String(decoding: process.capturedErrors, as: UTF8.self)
    let name = try #require(line.split(separator: " ").last).dropLast()
    #expect(name == "classmates@1")
    #expect(drafts.files("").count == 1)
    #expect(try drafts.run(["drafts", "restore", String(name)]).status == .exited(0))
    _ = try drafts.start([classmates], waitingFor: "Back at")
  }

  @Test(":fresh and --fresh start a new draft and set the old one aside")
  func fresh() throws {
    let drafts = try DraftHome()
    let process = try drafts.start([classmates])
    try process.send("Ada\r:fresh\r")
    try process.wait(for: "  0 of 20")
    try process.wait(for: "Started anew; longform drafts lists the old draft")
    #expect(drafts.files(".aside-").count == 1)
    try process.send("Grace\r:q\r")
    _ = try process.waitForExit()
    let fresh = try drafts.start([classmates, "--fresh"])
    try fresh.wait(for: "  0 of 20")
    #expect(drafts.files(".aside-").count == 2)
  }

  @Test("On a small screen, a form started with :fresh keeps the height that was set before")
  func freshOnSmallScreen() throws {
    let drafts = try DraftHome()
    let rows = #"{"id": "a{n}", "label": "Row {n}", "count": 20}"#
    try drafts.home.write(
      #"{"longform": 1, "id": "f", "sections": [{"id": "s", "title": "Sec", "rows": [\#(rows)]}]}"#,
      to: "f.json")
    let process = try drafts.start(["./f.json"], rows: 9)
    // Test a height above the number of lines of the form, then one below: both are kept.
    for (height, last) in [(12, 4), (3, 2)] {
      try process.press(.command, "height \(height)\r")
      try process.wait(forAbsenceOf: "\(last + 1)  Row \(last + 1)")
      let lines = process.screen.lines.filter { $0.contains("Row") || $0.contains("Sec") }
      #expect(lines.contains { $0.hasPrefix("   \(last)  Row \(last)") })
      try process.press("x\r", .command, "fresh\r")
      try process.wait(for: "Started anew")
      try process.wait("the same lines") { screen in
        screen.lines.filter { $0.contains("Row") || $0.contains("Sec") } == lines
      }
      try process.press(.command, "goto 1\r")
    }
  }

  @Test("--last starts with the answers of the last save")
  func last() throws {
    let drafts = try DraftHome()
    let none = try drafts.start([classmates, "--last"], waitingFor: "never saved before")
    try none.save(typing: "Ada\r")
    let process = try drafts.start([classmates, "--last"])
    try process.wait(for: "Began with the answers of the last save")
    #expect(!String(decoding: process.rawOutput, as: UTF8.self).contains("Back at"))
    try process.wait(for: "Classmate 1   Ada")
    try process.save(typing: "Grace\r")
    #expect(drafts.files(".finished-").count == 2)
  }

  @Test("--last begins with a save to another file if there is none to this one, and says so")
  func lastElsewhere() throws {
    let drafts = try DraftHome()
    let first = try drafts.start([classmates])
    try first.save(typing: "Ada\r")
    let path = drafts.home.path("names.json")
    let process = try drafts.start([classmates, "--last", "--output", path])
    try process.wait(for: "the last save was to standard output")
    try process.wait(for: "Classmate 1   Ada")
    try process.press(.interrupt)
    #expect(try process.waitForExit() == .exited(130))
    let write = { (name: String, text: String) in
      let saved = try drafts.run(
        ["fill", classmates, "--output", name, "--draft", "d"], input: "\(text)\n")
      #expect(saved.status == .exited(0), "\(saved.errorText)")
    }
    try write("b.json", "Berta")
    try write("a.json", "Anna")
    let last = [classmates, "--draft", "d", "--last", "--output", "c.json"]
    let next = try drafts.start(last)
    try next.wait(for: "Classmate 1   Anna")
    try next.press(.interrupt)
    try next.waitForExit()
  }

  @Test("--last takes no save that began with a document, for another destination")
  func lastOfDocument() throws {
    let drafts = try DraftHome()
    try drafts.home.write("{\"classmate1\": \"Ada\", \"secret\": 1}", to: "a.json")
    let edited = try drafts.start(["edit", "a.json", "--form", classmates])
    try edited.save(typing: " B.\r")
    #expect(drafts.files(".finished-").count == 1)
    let process = try drafts.start([classmates, "--last", "--output", "b.json"])
    try process.wait(for: "never saved before")
  }

  @Test("The program asks about an old draft: Enter resumes it, n starts a new one and keeps both")
  func old() throws {
    for (answer, waits) in [("\r", "Back at"), ("n", "The old draft is kept")] {
      let drafts = try DraftHome()
      let first = try drafts.start([classmates])
      try first.send("Ada\r:q\r")
      _ = try first.waitForExit()
      try drafts.alter("UPDATE progress SET updated = updated - 2 * 86400 - 5")
      let second = try drafts.start([classmates], waitingFor: "Go on with this draft?")
      try second.wait(for: "A draft of 2 days ago, 1 of 20 filled")
      try second.send("x" + answer)
      try second.wait(for: waits)
      try second.wait(for: "▸")
      #expect(drafts.files(".aside-").count == (answer == "n" ? 1 : 0))
    }
  }

  @Test("^C at the question about an old draft changes nothing")
  func interruptedQuestion() throws {
    let drafts = try DraftHome()
    let first = try drafts.start([classmates])
    try first.send("Ada\r:q\r")
    _ = try first.waitForExit()
    try drafts.alter("UPDATE progress SET updated = 1")
    let files = drafts.files("")
    let second = try drafts.start([classmates], waitingFor: "Go on with this draft?")
    try second.press(.interrupt)
    #expect(try second.waitForExit() == .exited(130))
    #expect(second.screen.text.contains("left, draft kept (1 filled);"))
    #expect(drafts.files("") == files)
  }

  @Test("The draft of another target is offered; once resumed, it belongs to the new target")
  func otherTarget() throws {
    let drafts = try DraftHome()
    let first = try drafts.start([classmates, "--output", "a.json"])
    try first.send("Ada\r:q\r")
    _ = try first.waitForExit()
    let second = try drafts.start(
      [classmates, "--output", "b.json"], waitingFor: "Go on with this draft?")
    try second.wait(for: "/a.json")
    try second.send("\r")
    try second.wait(for: "Classmate 1   Ada")
    try second.waitUntilKept()
    try second.kill()
    #expect(drafts.files(".aside-").count == 1)
    _ = try drafts.start(
      [classmates, "--output", "b.json"], waitingFor: "Back at")
  }

  @Test("A process that has the draft open is named; n exits with 75, y sends SIGHUP to it")
  func takeOver() throws {
    let drafts = try DraftHome()
    let holder = try drafts.start([classmates])
    try holder.send("Ada\rGrace")
    try holder.wait(for: "▸ Grace")
    let refused = try drafts.start([classmates], errors: .captured, waitingFor: "Take it over?")
    try refused.wait(for: "open in process \(holder.processIdentifier) on /dev/pts/")
    try refused.send("n")
    #expect(try refused.waitForExit() == .exited(75))
    let line = String(decoding: refused.capturedErrors, as: UTF8.self)
    #expect(line.contains("open in process \(holder.processIdentifier)"))
    let listed = try drafts.run(["drafts"]).outputText
    #expect(listed.contains("open in process \(holder.processIdentifier)"))

    let taker = try drafts.start([classmates], waitingFor: "Take it over?")
    try taker.send("y")
    #expect(try holder.waitForExit() == .signaled(SIGHUP))
    try taker.wait(for: "Classmate 2 ▸ Grace")
    try taker.send(" Hopper")
    try taker.wait(for: "Classmate 2 ▸ Grace Hopper")
    let script = try drafts.start([classmates, "--take"], waitingFor: "Grace Hopper")
    #expect(try taker.waitForExit() == .signaled(SIGHUP))
    try script.wait(for: "Back at")
  }

  @Test("If the draft is open elsewhere, a script without --take exits with 75 and changes nothing")
  func heldForScripts() throws {
    let drafts = try DraftHome()
    let holder = try drafts.start([classmates])
    try holder.send("Ada\r")
    try holder.wait(for: "Classmate 2 ▸")
    let held = try drafts.run([classmates, "--draft", "main"], input: "x\n")
    #expect(held.status == .exited(75))
    #expect(held.errorText.contains("--take takes it over"))
    #expect(held.output.isEmpty)
    let taken = try drafts.run(
      [classmates, "--draft", "main", "--take", "--format", "text"], input: ":set classmate2 B\n")
    #expect(taken.status == .exited(0))
    #expect(taken.outputText.contains("(Classmate 1): Ada\n"))
    #expect(taken.outputText.contains("(Classmate 2): B\n"))
    #expect(try holder.waitForExit() == .signaled(SIGHUP))
  }

  @Test("If two processes open a new form, the second reports the first before anything is typed")
  func race() throws {
    let drafts = try DraftHome()
    let first = try drafts.start([classmates])
    try first.sync()
    let second = try drafts.start([classmates], waitingFor: "Take it over?")
    try second.press(.escape)
    #expect(try second.waitForExit() == .exited(75))
  }

  @Test("Pipes and --no-input use a draft only if --draft names one")
  func scripts() throws {
    let drafts = try DraftHome()
    #expect(try drafts.run([classmates], input: "Ada\n").status == .exited(0))
    #expect(drafts.home.entries(of: DraftHome.folder).isEmpty)
    let named = [classmates, "--draft", "friends", "--format", "text"]
    #expect(try drafts.run(named, input: "Ada\nGrace\n:quit\n").status == .exited(1))
    #expect(drafts.files(".draft").count == 1)
    let rest = try drafts.run(named, input: ":goto 3\nKatherine\n")
    #expect(rest.status == .exited(0))
    for name in ["Ada", "Grace", "Katherine"] { #expect(rest.outputText.contains(": \(name)\n")) }
    #expect(drafts.files(".draft").isEmpty)
  }

  @Test(
    "--fresh, --last and --take need a draft, and --last excludes --answers",
    arguments: [["--fresh"], ["--last"], ["--take"], ["--last", "--draft", "x", "--answers", "a"]])
  func refusedOptions(arguments: [String]) throws {
    let drafts = try DraftHome()
    try drafts.home.write("{}", to: "a")
    for mode in [[], ["--no-input"]] {
      let result = try drafts.run([classmates] + arguments + mode, input: "Ada\n")
      #expect(result.status == .exited(64))
      #expect(result.errorText.contains(arguments[0]) && result.output.isEmpty)
    }
  }

  @Test("With --no-draft the screen says that there is no draft, and no file is written")
  func noDraft() throws {
    let drafts = try DraftHome()
    let process = try drafts.start([classmates, "--no-draft"], waitingFor: "no draft")
    try process.send("Ada\r")
    try process.wait(for: "Classmate 2 ▸")
    try process.kill()
    #expect(drafts.home.entries(of: DraftHome.folder).isEmpty)
  }

  @Test(
    "After more undos than a draft stores, a restart has nothing to redo; new steps can be undone")
  func longHistory() throws {
    let drafts = try DraftHome()
    let first = try drafts.start([classmates])
    let commands = (1...1_200).map {
      "\(Keystroke.command)set classmate1 \(String($0, radix: 2))\r"
    }
    try first.send(commands.joined())
    try first.wait(for: "Classmate 1 ▸ \(String(1_200, radix: 2))")
    try first.send(String(repeating: "\(Keystroke.undo)", count: 1_100))
    try first.wait(for: "Classmate 1 ▸ 1100100")
    try first.waitUntilKept()
    try first.sync()
    try first.kill()
    let second = try drafts.start([classmates], waitingFor: "Classmate 1 ▸ 1100100")
    try second.press(.redo)
    try second.wait(for: "Nothing to redo")
    try second.send("\r2nd\r3rd")
    try second.wait(for: "▸ 3rd")
    try waitUntilKept("3rd", in: drafts, by: second)
    try second.kill()
    let third = try drafts.start([classmates], waitingFor: "Classmate 3 ▸ 3rd")
    try third.press(.undo, .undo, .redo)
    try third.wait(for: "Redone in 2 Classmate 2: ")
    #expect(third.screen.text.contains("Classmate 1   1100100"))
  }

  @Test("Drafts leave no file descriptor open, and started programs inherit none")
  func descriptors() throws {
    let process = try DraftHome().start([classmates])
    let count = { () throws -> Int in
      try Program.run("/bin/ls", ["/proc/\(process.processIdentifier)/fd"]).outputText
        .split(separator: "\n").count
    }
    var counts: [Int] = []
    for round in 1...4 {
      try process.press("Ada \(round)\r", .command, "drafts\r")
      try process.wait(for: "Classmates: 1 of 20 filled")
      try process.press(.cancel, .command, "kept\r")
      try process.wait(for: "All is kept")
      counts.append(try count())
      try process.press(.command, "fresh\r")
      try process.wait(for: "Started anew")
    }
    #expect(Set(counts.dropFirst()).count == 1, "\(counts)")
    // The octal digits 02000000 in the flags are O_CLOEXEC.
    let handedOn = try Program.run(
      "/bin/sh",
      ["-c", "cd /proc/\(process.processIdentifier)/fdinfo; grep -L '^flags:.*2[0-7]\\{6\\}$' *"]
    ).outputText
    #expect(handedOn == "0\n1\n2\n")
  }

  @Test("--timeout exits with 124 and keeps the draft; it also ends the wait for a silent pipe")
  func timeout() throws {
    let drafts = try DraftHome()
    let process = try drafts.start([classmates, "--timeout", "1"])
    try process.send("Ada")
    #expect(try process.waitForExit() == .exited(124))
    #expect(process.screen.text.contains("longform: left, draft kept (1 of 20 filled); "))
    #expect(drafts.files(".draft").count == 1)
    let shell = try Program.run(
      "/bin/sh",
      ["-c", "mkfifo pipe; \"$0\" \"$1\" --timeout 1 <>pipe", Longform.executable, classmates])
    #expect(shell.status == .exited(124))
    #expect(shell.errorText.contains("timed out after 1 s; nothing was saved"))
  }
}
