// `^X^E` (Ctrl-X, then Ctrl-E) opens a row in the person's own editor. Here editors are shell
// scripts.

import Glibc
import TerminalTesting
import Testing

@Suite("A person's own editor", .waits)
struct ExternalEditorTests {
  private static let form = """
    {"longform": 1, "id": "about", "sections": [{"rows": [
      {"id": "name", "label": "Name", "default": "Ada"},
      {"id": "summary", "label": "Summary", "type": "paragraph"},
      {"id": "word", "label": "Password", "type": "secret"},
      {"id": "fixed", "label": "Fixed", "readOnly": true, "default": "as it is"},
      {"id": "more{n}", "label": "More {n}", "count": 8}]}]}
    """

  private let folder: TemporaryFolder
  private let form: String

  init() throws {
    folder = try temporaryFolder()
    form = try folder.write(ExternalEditorTests.form, to: "about.json")
    // The folder in which longform creates the files for editors.
    mkdir(folder.path("run"), 0o700)
  }

  /// The files that remain in the folder for editors.
  private var left: [String] { folder.entries(of: "run") }

  /// Starts the program with a script as the editor; also returns the terminal's modes before the
  /// start. In the script `$1` is the edited file, and `$OUT` is a folder for notes to the test.
  private func start(
    editor script: String, command: String = "sh $OUT/editor",
    _ arguments: [String] = ["--no-draft"]
  ) throws -> (process: TerminalProcess, modes: TerminalModes) {
    try folder.write(script, to: "editor")
    let process = try TerminalProcess.start(
      "/bin/sh",
      ["-c", "read line; exec \"$@\"", "sh", Longform.executable, form] + arguments,
      environment: [
        "VISUAL": command, "OUT": folder.path, "XDG_RUNTIME_DIR": folder.path("run"),
      ],
      output: .captured)
    let modes = try process.termios()
    try process.send("go\n")
    try process.wait(for: "Name ▸")
    return (process, modes)
  }

  private func expectEnd(_ process: TerminalProcess, modes: TerminalModes) throws {
    try leave(process)
    #expect(try process.termios() == modes)
    #expect(process.screen.modes == [7, 25])
    #expect(process.screen.unknownSequences.isEmpty)
    #expect(left.isEmpty)
  }

  /// Leaves the form with Ctrl-C, twice if the form asks.
  private func leave(_ process: TerminalProcess) throws {
    try process.press(.interrupt)
    try process.sync()
    if process.exitStatus == nil { try process.press(.interrupt) }
    try process.waitForExit()
  }

  @Test("A paragraph from the editor keeps its lines, is one undo step, and leaves no file")
  func editing() throws {
    let (process, modes) = try start(editor: "printf 'two\\n  three\\n' >> \"$1\"\n")
    try process.press(.down, "one\r")
    try process.wait(for: "Summary ▸ one\n        │")
    try process.press(.editor)
    try process.wait(for: "Summary, edited in sh")
    try process.wait(for: "Summary ▸ one\n        │ two\n        │   three\n        │")
    try process.press(.undo)
    try process.wait(forAbsenceOf: "│ two")
    #expect(process.screen.text.contains("Summary ▸ one\n        │\n"))
    try process.press(.redo)
    try process.wait(for: "│   three")
    #expect(
      try process.save()
        .contains("\"summary\": \"one\\ntwo\\n  three\""), "blank lines at the end are not exported"
    )
    #expect(try process.termios() == modes)
    #expect(left.isEmpty)
  }

  @Test("A text of several lines in a row of one line keeps its lines in the editor")
  func linesInOneLine() throws {
    let answers = try folder.write(#"{"name": "one\ntwo\n"}"#, to: "answers.json")
    let (process, _) = try start(
      editor: "grep -q five \"$1\" || sed -i \"$(cat $OUT/change)\" \"$1\"\n",
      ["--no-draft", "--answers", answers, "--format", "jsonl"])
    try folder.write("s/none/x/", to: "change")
    try process.press(.editor)
    try process.wait(for: "sh changed nothing")
    try folder.write("s/two/five/", to: "change")
    try process.press(.editor)
    try process.wait(for: "Name, edited in sh")
    #expect(try process.save().contains(#""name":"one\nfive\n""#))
  }

  @Test("The edited file is private; the editor gets the terminal with its original modes")
  func surroundings() throws {
    let script = """
      { stat -c %a "$1" "$(dirname "$1")"; basename "$1"; } > $OUT/file
      stty -g > $OUT/modes
      [ -t 0 ] && [ -t 1 ] && [ -t 2 ] && echo terminal >> $OUT/file
      ps -o pgid= -o tpgid= -p $$ | { read own foreground; [ $own = $foreground ] && echo first; } \
      >> $OUT/file
      cp "$1" $OUT/text

      """
    let (process, modes) = try start(editor: script)
    let found = try Program.run("/bin/sh", ["-c", "command -v ps || true"]).outputText
    try process.press(.down, "one\r\rtwo")
    try process.wait(for: "Summary ▸ one\n        │\n        │ two\n")
    try process.press(.editor)
    try process.wait(for: "sh changed nothing")
    let lines = try #require(folder.read("file")).split(separator: "\n")
    #expect(
      lines == ["600", "700", "summary.md", "terminal"] + (found.isEmpty ? [] : ["first"]))
    #expect(folder.read("text") == "one\n\ntwo", "no line break is added")
    // The modes of a terminal on which longform never ran, in the notation of stty.
    let untouched = try TerminalProcess.start(
      "/bin/sh", ["-c", "stty -g > $OUT/untouched"], environment: ["OUT": folder.path])
    try untouched.waitForExit()
    #expect(folder.read("modes") == folder.read("untouched"))
    try expectEnd(process, modes: modes)
  }

  @Test("In a row of one line, a line break from the editor becomes a space")
  func oneLine() throws {
    let (process, modes) = try start(editor: "printf 'Ada\\nKing\\n' > \"$1\"\n")
    try process.press(.command, "edit\r")
    try process.wait(for: "Name ▸ Ada King")
    try process.wait(for: "Name, edited in sh")
    try expectEnd(process, modes: modes)
  }

  @Test(
    "An editor that fails changes nothing, and its failure is reported",
    arguments: [
      ("exit 3", "sh ended with 3; Summary is as it was"),
      ("kill -9 $$", "sh was ended by signal 9; Summary is as it was"),
      ("rm \"$1\"", "The file is gone; Summary is as it was"),
      ("rm -r \"$(dirname \"$1\")\"", "The file is gone; Summary is as it was"),
      ("nosuchprogram", "sh was not found; Summary is as it was"),
    ])
  func failing(script: String, sentence: String) throws {
    let (process, modes) = try start(editor: "stty -echo; \(script)\n")
    try process.press(.down, "one\rtwo")
    try process.wait(for: "Summary ▸ one\n        │ two\n")
    try process.press(.editor)
    try process.wait(for: sentence)
    try process.send("!")
    try process.wait(for: "│ two!")
    try expectEnd(process, modes: modes)
  }

  @Test(
    "A text that a row cannot take stays in its file, and the path is reported",
    arguments: [
      ("printf 'new\\n\\377\\n' > \"$1\"", "Line 2 is not UTF-8; Summary is as it was"),
      ("printf 'new' > \"$1\"; exit 1", "sh ended with 1; Summary is as it was"),
      (
        "head -c 17000000 /dev/zero > \"$1\"",
        "The file is larger than 16 MiB; Summary is as it was"
      ),
    ])
  func keptAside(script: String, sentence: String) throws {
    let (process, _) = try start(editor: script + "\n")
    try process.press(.down, "one", .editor)
    try process.wait(for: sentence)
    let name = try #require(left.first)
    #expect(left.count == 1 && folder.entries(of: "run/\(name)") == ["summary.md"])
    try process.wait(for: "Your text is kept in")
    try process.wait(for: "\(name)/summary.md")
    try process.press(.cancel)
    try process.wait(for: "Summary ▸ one")
  }

  @Test("Secret and read-only rows are never passed to an editor")
  func refused() throws {
    let (process, modes) = try start(editor: "touch $OUT/was-here\n")
    try process.press("\t\tx", .editor)
    try process.wait(for: "Password is secret and goes to no other program")
    try process.press(.down, .editor)
    try process.wait(for: "Fixed is read only")
    #expect(folder.read("was-here") == nil)
    try expectEnd(process, modes: modes)
  }

  @Test("Keys go to the editor while it runs, and ^C interrupts only the editor")
  func keys() throws {
    let script = """
      trap 'echo interrupted > "$1"; exit 0' INT
      echo 'type please'; read line; echo "$line" > "$1"
      echo 'again please'; while :; do read line; done

      """
    let (process, modes) = try start(editor: script)
    try process.press(.down, .editor)
    try process.wait(for: "type please")
    #expect(!process.screen.text.contains("Summary ▸"), "the form has left the screen")
    try process.send("hello\n")
    try process.wait(for: "again please")
    try process.press(.interrupt)
    try process.wait(for: "Summary ▸ interrupted")
    try expectEnd(process, modes: modes)
  }

  @Test("If the window is resized during editing, the form has the new size afterwards")
  func resized() throws {
    let (process, modes) = try start(editor: "echo ready; read line; echo wide > \"$1\"\n")
    try process.press(.down, .editor)
    try process.wait(for: "ready")
    try process.resize(rows: 10, columns: 40)
    try process.send("\n")
    try process.wait(for: "Summary ▸ wide")
    try process.wait("the whole form") { screen in
      screen.lines.contains { $0.hasPrefix("   1  Name") }
    }
    try expectEnd(process, modes: modes)
  }

  @Test("A text of over 4,000 characters can be changed in the editor")
  func longText() throws {
    let (process, modes) = try start(editor: "sed -i 's/^x.*x$/short/' \"$1\"\n")
    try process.press(.down, .paste(String(repeating: "x", count: 6_000)))
    try process.wait(for: "(6,000 bytes)")
    try process.send("x")
    try process.wait(for: "too long to edit here, ^X^E opens your editor")
    try process.press(.editor)
    try process.wait(for: "Summary ▸ short")
    try process.send("er")
    try process.wait(for: "Summary ▸ shorter")
    try expectEnd(process, modes: modes)
  }

  @Test(
    "A signal that ends the program also ends the editor, whose text is then in the draft",
    arguments: [SIGTERM, SIGHUP])
  func signals(number: Int32) throws {
    let script = "echo written > \"$1\"; echo ready; while :; do read line; done\n"
    let (process, modes) = try start(editor: script, [])
    try process.press(.down, .editor)
    try process.wait(for: "ready")
    process.signal(number)
    #expect(try process.waitForExit() == .signaled(number))
    #expect(try process.termios() == modes)
    #expect(left.isEmpty)
    let next = try TerminalProcess.start(
      Longform.executable, [form], output: .captured, home: process.home)
    try next.wait(for: "Summary ▸ written")
  }

  @Test("Typed text is in the draft before the editor starts")
  func kept() throws {
    let (process, _) = try start(editor: "echo ready; while :; do read line; done\n", [])
    try process.press(.down, "one\rtwo", .editor)
    try process.wait(for: "ready")
    process.signal(SIGKILL)
    try process.waitForExit()
    let next = try TerminalProcess.start(
      Longform.executable, [form], output: .captured, home: process.home)
    try next.wait(for: "Summary ▸ one\n        │ two\n")
  }

  @Test("^Z stops both the editor and the program, and fg continues both")
  func stopping() throws {
    try folder.write(
      "echo $$ > \"$OUT/number\"; echo ready; read line; echo \"$line\" > \"$1\"\n", to: "editor")
    let process = try TerminalProcess.start(
      "/bin/bash", ["--norc", "-i"],
      environment: [
        "VISUAL": "sh $OUT/editor", "OUT": folder.path, "PS1": "shell> ",
        "XDG_RUNTIME_DIR": folder.path("run"),
      ])
    try process.wait(for: "shell>")
    try process.send("\(try Longform.executable) \(form) --no-draft\n")
    try process.wait(for: "Name ▸")
    try process.press(.editor)
    try process.wait(for: "ready")
    try process.press(.suspend)
    try process.wait(for: "Stopped")
    // On a busy machine the editor may stop later than longform, and until then it could read a
    // letter that is meant for the shell.
    let editor = try #require(folder.read("number")).split(separator: "\n")[0]
    try process.wait("the editor to stop") { _ in
      try Program.run("/bin/cat", ["/proc/\(editor)/stat"]).outputText.contains(") T ")
    }
    try process.wait("the prompt of the shell") {
      $0.text.split(separator: "shell>", omittingEmptySubsequences: false).count > 2
    }
    try process.send("echo in the $((1+1))nd shell\n")
    try process.wait(for: "in the 2nd shell")
    try process.send("fg\n")
    try process.sync()
    try process.send("Grace\n")
    try process.wait(for: "Name ▸ Grace")
    try process.press(.interrupt)
    try process.wait(for: "Leave without saving?")
    try process.press(.interrupt)
    try process.wait(for: "went with it")
    try process.send("exit\n")
    try process.waitForExit()
    #expect(left.isEmpty)
  }

  @Test("The default editor is vi; if vi is missing, the form reports that")
  func missing() throws {
    for (path, sentence) in [
      (folder.path("empty"), "There is no vi here: set VISUAL or EDITOR to your editor"),
      (folder.path("bin"), "Name, edited in vi"),
    ] {
      let vi = try folder.write("#!/bin/sh\necho Grace > \"$1\"\n", to: "bin/vi")
      chmod(vi, 0o755)
      let process = try Longform.start(
        [form, "--no-draft"], environment: ["PATH": path, "TMPDIR": folder.path("run")])
      try process.press(.editor)
      try process.wait(for: sentence)
      #expect(left.isEmpty)
    }
  }
}
