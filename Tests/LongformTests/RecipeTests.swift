// The recipes of Forms/README.md, run unchanged and filled at a terminal. Tests/Formats/run runs
// the recipes for databases.

import Glibc
import TerminalTesting
import Testing

@Suite("The recipes", .waits)
struct RecipeTests {
  private let home: TemporaryFolder

  init() throws {
    home = try temporaryFolder()
    try makeFolder(home.path("bin"))
    #expect(symlink(try Longform.executable, home.path("bin/longform")) == 0)
  }

  /// Returns the lines of a recipe.
  private func recipe(_ name: String) throws -> String {
    try MarkdownDocument("Forms/README.md").block("recipe \(name)").text
  }

  private var environment: [String: String?] {
    [
      "PATH": home.path("bin") + ":/usr/local/bin:/usr/bin:/bin", "LONGFORM_PATH": Longform.forms,
      "GIT_CONFIG_NOSYSTEM": "1", "GIT_PAGER": "cat", "EDITOR": "sed -i s/empty/tiny/",
    ]
  }

  /// Starts a command on a terminal, and waits for a text.
  private func start(
    _ arguments: [String], in directory: String? = nil, waitingFor text: String
  ) throws -> TerminalProcess {
    let process = try TerminalProcess.start(
      "/usr/bin/env", arguments, environment: environment, directory: directory, home: home)
    try process.wait(for: text)
    return process
  }

  /// Runs a command that must succeed, and returns its output.
  @discardableResult
  private func run(_ arguments: String..., in directory: String? = nil) throws -> String {
    let result = try Program.run(
      "/usr/bin/env", arguments, environment: environment, directory: directory, home: home)
    #expect(result.status == .exited(0), "\(arguments): \(result.errorText)")
    return result.outputText
  }

  /// Creates a Git repository with one commit in the home folder, and returns its path.
  private func makeRepository() throws -> String {
    let folder = home.path("work tree")
    try run("git", "init", "-q", folder)
    try run("git", "config", "--global", "user.name", "Ada")
    try run("git", "config", "--global", "user.email", "ada@example.org")
    try run("git", "commit", "-q", "--allow-empty", "-m", "Begin", in: folder)
    return folder
  }

  @Test(
    "Git opens the form for a commit message, and the editor set before for any other message",
    .enabled(if: Tool.git, "needs git"))
  func commit() throws {
    let script = try home.write(recipe("commit"), to: "bin/git-message")
    #expect(chmod(script, 0o755) == 0)
    let folder = try makeRepository()
    try run("git", "config", "--global", "core.editor", "git-message")
    let commit = ["git", "commit", "-q", "--allow-empty"]
    func message() throws -> String { try run("git", "log", "-1", "--format=%B", in: folder) }

    var process = try start(commit, in: folder, waitingFor: "Type ▸")
    try process.send("fix")
    try process.wait(for: "Enter takes fix, a mistake mended")
    try process.send("\rparser\r")
    try process.wait(for: "Summary ▸")
    try process.send("accept an empty file\rOnly ")
    try process.wait(for: "Why ▸ Only")
    try process.press(.interrupt)
    #expect(try process.waitForExit() == .signaled(2))
    #expect(try message() == "Begin\n\n")

    process = try start(commit, in: folder, waitingFor: "Why ▸ Only")
    try process.wait(for: "Back at")
    try process.send(
      "tools that are stopped leave a file of no bytes, which was refused with an error.\r"
        + "#11 tells more.\t#12\rABC-7\t")
    try process.wait(for: "Breaking? ▸ no")
    try process.send(" \r")
    try process.wait(for: "What breaks ▸")
    try process.send("ask with --strict to have it refused\r")
    try process.wait(for: "n go on filling")
    try process.send("y")
    #expect(try process.waitForExit() == .exited(0))
    #expect(
      try message() == """
        fix(parser)!: accept an empty file

        Only tools that are stopped leave a file of no bytes, which was
        refused with an error.
         #11 tells more.

        BREAKING-CHANGE: ask with --strict to have it refused
        Refs: #12
        Refs: ABC-7


        """)
    #expect(
      try run("sh", "-c", "git log -1 --format=%B | git interpret-trailers --parse", in: folder)
        == "BREAKING-CHANGE: ask with --strict to have it refused\nRefs: #12\nRefs: ABC-7\n")

    // For any other message Git opens the editor that was set before the recipe.
    try run("git", "commit", "-q", "--amend", "--allow-empty", in: folder)
    #expect(try message().hasPrefix("fix(parser)!: accept an tiny file\n"))

    // In the second commit the form offers the scope of the first, and most rows can stay empty.
    process = try start(commit, in: folder, waitingFor: "Type ▸")
    try process.send("docs\rpa")
    try process.wait(for: "→ takes parser")
    try process.press(.right, .enter)
    try process.wait(for: "Summary ▸")
    try process.press("say what a file of no bytes is, in rather many words indeed", .save)
    try process.wait(for: "a summary has 1 to 50 characters")
    try process.save(typing: "\(Keystroke.clearLine)say what it is")
    #expect(try message() == "docs(parser): say what it is\n\n")

    process = try start(commit, in: folder, waitingFor: "Type ▸")
    try process.press(.command, "quit\r")
    #expect(try process.waitForExit() == .exited(1))
    #expect(try message() == "docs(parser): say what it is\n\n")
  }

  @Test(
    "After a hook refused a message, the next commit starts with its answers; later commits do not",
    .enabled(if: Tool.git, "needs git"))
  func refusedCommit() throws {
    let script = try home.write(recipe("commit"), to: "bin/git-message")
    #expect(chmod(script, 0o755) == 0)
    let folder = try makeRepository()
    for (name, text) in [
      ("post-commit", try recipe("post-commit")),
      ("commit-msg", "#!/bin/sh\n! [ -e \"$0.refuses\" ]\n"),
    ] {
      #expect(chmod(try home.write(text, to: "work tree/.git/hooks/\(name)"), 0o755) == 0)
    }
    try home.write("", to: "work tree/.git/hooks/commit-msg.refuses")
    try run("git", "config", "--global", "core.editor", "git-message")
    let commit = ["git", "commit", "-q", "--allow-empty"]
    var process = try start(commit, in: folder, waitingFor: "Type ▸")
    try process.send("fix")
    try process.wait(for: "Enter takes fix, a mistake mended")
    try process.send("\rparser\r")
    try process.wait(for: "Summary ▸")
    try process.askToSave(typing: "accept an empty file")
    try process.send("y")
    #expect(try process.waitForExit() == .exited(1))
    #expect(try run("git", "log", "-1", "--format=%s", in: folder) == "Begin\n")

    // If the form is left before the save, the next commit resumes the draft, not the last save.
    process = try start(commit, in: folder, waitingFor: "Began with the answers of the last save")
    try process.wait(for: "accept an empty file")
    try process.press(.command, "goto Why\r")
    try process.wait(for: "Why ▸")
    try process.send("Because\r")
    try process.waitUntilKept()
    try process.press(.interrupt)
    #expect(try process.waitForExit() == .signaled(2))
    unlink(home.path("work tree/.git/hooks/commit-msg.refuses"))
    process = try start(commit, in: folder, waitingFor: "Back at")
    try process.wait(for: "accept an empty file")
    try process.wait(for: "Because")
    try process.save()
    #expect(
      try run("git", "log", "-1", "--format=%s", in: folder)
        == "fix(parser): accept an empty file\n")
    process = try start(commit, in: folder, waitingFor: "Type ▸")
    #expect(!process.screen.text.contains("accept an empty file"))
  }

  @Test("A shared folder gets the answers once, however often they are sent")
  func folder() throws {
    try makeFolder(home.path("in"))
    let line = try recipe("folder")
    // The first attempt writes the answers, but exits with an error as if it had failed.
    let process = try start(
      ["sh", "-c", line.replacing("]'", with: "] && [ -e again ]'")], waitingFor: "Classmate 1 ▸")
    try process.askToSave(typing: "Ada")
    try process.send("y")
    try process.wait(for: "did not accept it (exit 1)")
    try process.press(.command, "quit\r")
    #expect(try process.waitForExit() == .exited(69))
    try home.write("", to: "again")
    try run("longform", "deliver")
    let names = home.entries(of: "in").filter { !$0.hasPrefix(".") || $0.count > 2 }
    #expect(names.count == 1 && names[0].hasSuffix(".1.json"))
    #expect(home.read("in/\(names[0])")?.contains("\"Ada\"") == true)
  }

  @Test("A handover is begun, left with ^C, resumed, and appended after the earlier handovers")
  func handover() throws {
    let before = "# On-call handover\n\nAn earlier one.\n\n"
    try home.write(before, to: "on-call.md")
    let line = ["sh", "-c", try recipe("handover")]
    var process = try start(line, waitingFor: "From ▸")
    func answer(_ answers: (text: String, next: String)...) throws {
      for (text, next) in answers {
        try process.send(text)
        try process.wait(for: next)
      }
    }
    try answer(
      ("Ada\r", "To ▸"), ("Grace\r", "Began on ▸"), ("2026-03-06\r", "Began at ▸"),
      ("9:00\r", "↑ then → makes it 09:00"), ("\(Keystroke.up)", "Began at ▸ 9:00 → 09:00"),
      ("\(Keystroke.right)", "Began at ▸ 09:00"), ("\r", "Ended on ▸"),
      ("2026-03-13\r", "Ended at ▸"), ("09:00\r", "Incident 1 What ▸"),
      ("Search is slow\r", "Severity ▸"), ("sev2", "Enter takes SEV 2, down for some"),
      ("\r", "Who knows ▸"), ("Support", "▸ Support"))
    try process.press(.interrupt)
    #expect(try process.waitForExit() == .exited(130))
    #expect(home.read("on-call.md") == before)

    process = try start(line, waitingFor: "Who knows ▸ Support")
    try answer(
      ("\r", "Status ▸"), ("mit", "Enter takes Mitigated"), ("\r", "Next step ▸"),
      ("Ask Bob | Eve\r", "Link ▸"), ("https://tickets.example.org/7\r", "Notes ▸"),
      ("Tried a restart.\rNo change.", "│ No change."), ("\t", "Incident 2 What ▸"),
      ("Disk full\r", "Severity ▸"), ("4", "Enter takes SEV 4, a nuisance"),
      ("\r", "Status ▸"), ("reso", "Enter takes Resolved"), ("\r", "Link ▸"),
      ("\t\t", "Incident 3 What ▸"), ("\t", "Times paged ▸"), ("2\r", "Paged at night ▸"),
      ("1\r", "Alerts to mend ▸"), ("Disk at 80 %\t", "Keep an eye on ▸"),
      ("The release\rThe certificate\t", "Reach me ▸"), ("until 18:00\r", "n go on filling"))
    try process.send("y")
    #expect(try process.waitForExit() == .exited(0))
    #expect(
      home.read("on-call.md") == before + """
        # On-call handover

        ## Shift

        | Question | Answer |
        | --- | --- |
        | From | Ada |
        | To | Grace |
        | Began on | 2026-03-06 |
        | Began at | 09:00 |
        | Ended on | 2026-03-13 |
        | Ended at | 09:00 |

        ## Open incidents

        |  | What | Severity | Who knows | Status | Next step | Link | Notes |
        | --- | --- | --- | --- | --- | --- | --- | --- |
        | Incident 1 | Search is slow | SEV 2, down for some | Support | Mitigated | Ask Bob \\| Eve \
        | https://tickets.example.org/7 | Tried a restart.<br>No change. |
        | Incident 2 | Disk full | SEV 4, a nuisance |  | Resolved |  |  |  |

        ## For the next shift

        | Question | Answer |
        | --- | --- |
        | Times paged | 2 |
        | Paged at night | 1 |
        | Alerts to mend | Disk at 80 % |
        | Keep an eye on | The release<br>The certificate |
        | Reach me | until 18:00 |


        """)
  }

  @Test(
    "A resume is filled, stored in Git, and edited by a person and a script: the diff is two lines",
    .enabled(if: Tool.git, "needs git"))
  func resume() throws {
    let folder = try makeRepository()
    let process = try start(
      ["sh", "-ec", try recipe("resume")], in: folder, waitingFor: "0 of 20")
    try process.send("Ada Lovelace\rAnalyst\rada@example.org\r+44 1\r")
    try process.wait(for: "Website ▸")
    try process.askToSave()
    try process.send("y")
    try process.wait(for: "longform: saved 4 of 20 answers")
    try process.wait(for: "  4 of 20")
    try process.press(.command, "goto Headline\r")
    try process.wait(for: "Headline ▸ Analyst")
    try process.save(typing: "\(Keystroke.clearLine)Programmer")
    #expect(process.screen.text.contains("1 file changed, 2 insertions(+), 2 deletions(-)"))
    let diff = try run("git", "diff", "-U0", "resume.json", in: folder)
    #expect(
      diff.split(separator: "\n").filter { "+-".contains($0.prefix(1)) }.dropFirst(2) == [
        #"-    "label": "Analyst","#, #"+    "label": "Programmer","#,
        #"-    "phone": "+44 1""#, #"+    "phone": "+44 20 7946 0000""#,
      ])
    #expect(home.read("work tree/resume.md")?.contains("| Headline | Programmer |\n") == true)
  }

  @Test("A shell loop over a file fills a form for each line, and asks at the terminal")
  func loop() throws {
    try home.write("Ada\nGrace\n", to: "names.txt")
    let process = try start(["sh", "-ec", try recipe("loop")], waitingFor: "Classmate 1 ▸ Ada")
    try process.askToSave(typing: "\rBob")
    try process.send("y")
    try process.wait(for: "Classmate 1 ▸ Grace")
    try process.save()
    #expect(home.read("Ada.json") == "{\n  \"classmates\": [\n    \"Ada\",\n    \"Bob\"\n  ]\n}\n")
    #expect(home.read("Grace.json") == "{\n  \"classmates\": [\n    \"Grace\"\n  ]\n}\n")
  }
}
