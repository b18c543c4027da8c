// Files that an external editor leaves when it or longform ends by a signal, such as `*.save` of
// nano and swap files of vim. longform does not remove them, and the next start offers their text
// or names them.

import Glibc
import TerminalTesting
import Testing

@Suite("Text that an external editor leaves", .waits)
struct EditorLeavingsTests {
  private static let form = """
    {"longform": 1, "id": "about", "sections": [{"rows": [
      {"id": "name", "label": "Name"},
      {"id": "summary", "label": "Summary", "type": "paragraph"}]}]}
    """
  /// A folder with the editors, which are shell scripts, and with files that they write for the
  /// tests.
  private let folder: TemporaryFolder
  private let drafts: DraftHome

  init() throws {
    folder = try temporaryFolder()
    drafts = try DraftHome()
    try drafts.home.write(Self.form, to: "about.json")
    mkdir(folder.path("run"), 0o700)
  }

  private var environment: [String: String?] {
    ["OUT": folder.path, "XDG_RUNTIME_DIR": folder.path("run")]
  }

  /// Starts the program on a terminal, with one of these editors.
  private func start(
    _ arguments: [String] = [], editor: String = "sh $OUT/editor",
    errors: ProgramOutput = .terminal,
    waitingFor text: String
  ) throws -> TerminalProcess {
    var environment = environment
    environment["VISUAL"] = editor
    // The terminal is wide, so that the paths of temporary folders fit on a line.
    return try drafts.start(
      ["./about.json"] + arguments, columns: 130, errors: errors, environment: environment,
      waitingFor: text)
  }

  /// Starts the program, types `one` into the second row, and opens the editor there.
  private func edit(
    with script: String, _ arguments: [String] = [], errors: ProgramOutput = .terminal
  ) throws -> TerminalProcess {
    try folder.write(script, to: "editor")
    let process = try start(arguments, errors: errors, waitingFor: "Name ▸")
    try process.press(.down, "one", .editor)
    try process.wait(for: "ready")
    return process
  }

  /// The folders with files for editors.
  private var folders: [String] { drafts.files("editor-") }

  /// Returns the answers in the draft.
  private func exported() throws -> String {
    try drafts.run(["drafts", "export", "about"]).outputText
  }

  private func expectNoQuestion() throws {
    let process = try start(waitingFor: "Back at")
    try process.press(.interrupt)
    try process.waitForExit()
  }

  // MARK: - Common editors

  /// Ends the program by a signal; SIGHUP is sent by hanging up its terminal.
  private func end(_ process: TerminalProcess, by signal: Int32) throws {
    if signal == SIGHUP { process.hangUp() } else { process.signal(signal) }
    #expect(try process.waitForExit() == .signaled(signal))
  }

  /// Waits until every program that uses an editor's folder has ended.
  private func waitForEditors() throws {
    for name in folders {
      let path = drafts.home.path("\(DraftHome.folder)/\(name)")
      let result = try Program.run("/usr/bin/env", ["flock", "-w", "10", path, "true"])
      #expect(result.status == .exited(0))
    }
  }

  @Test(
    "Unwritten text in nano is offered at the next start",
    .enabled(if: Tool.works("nano", ["--version"])), arguments: [SIGHUP, SIGTERM, SIGKILL])
  func nano(signal: Int32) throws {
    let process = try start(editor: "nano --ignorercfiles", waitingFor: "Name ▸")
    try process.press(.down, "one", .editor)
    try process.wait(for: "summary.md")
    try process.send("typed in nano ")
    try process.wait(for: "typed in nano one")
    try end(process, by: signal)
    try waitForEditors()
    let next = try start(waitingFor: "Take the text into Summary? (y/n)")
    try next.wait(for: "nano did not exit normally")
    try next.wait(for: "summary.md.save: the text that can be taken")
    try next.send("y")
    try next.wait(for: "Summary, as nano left it")
    #expect(try next.save().contains(#""summary": "typed in nano one""#))
    #expect(folders.isEmpty)
  }

  @Test(
    "Unwritten text in vim is in a swap file, whose name the next start shows",
    .enabled(if: Tool.works("vim", ["--version"])), arguments: [SIGHUP, SIGTERM, SIGKILL])
  func vim(signal: Int32) throws {
    let process = try start(editor: "vim -u NONE -N", waitingFor: "Name ▸")
    try process.press(.down, "one", .editor)
    try process.wait(for: "summary.md")
    try process.press("Owritten", .escape, ":w\r")
    try process.wait(for: "written")
    try process.wait("the file to be written") { _ in
      folders.contains {
        drafts.home.read("\(DraftHome.folder)/\($0)/summary.md") == "written\none\n"
      }
    }
    try process.send("Onot written")
    try process.wait(for: "not written")
    try end(process, by: signal)
    try waitForEditors()
    let next = try start(waitingFor: "vim -r")
    try next.wait(for: ".summary.md.swp: a swap file")
    // Unless longform was killed, it has already taken the text that vim had written.
    if signal == SIGKILL {
      try next.wait(for: "Take the text into Summary? (y/n)")
      try next.send("y")
      try next.wait(for: "are still in")
    }
    try next.press(.cancel)
    try next.wait(for: "│ one")
    try next.press(.interrupt)
    try next.waitForExit()
    let name = try #require(folders.first)
    // Recover the text with the command that the panel shows.
    let vim = try TerminalProcess.start(
      "/usr/bin/env",
      [
        "vim", "-u", "NONE", "-N", "-r", drafts.home.path("\(DraftHome.folder)/\(name)/summary.md"),
      ],
      home: drafts.home)
    try vim.wait(for: "Press ENTER")
    try vim.send("\r:wq\r")
    try vim.waitForExit()
    // Then the text that vim recovered is offered.
    let last = try start(waitingFor: "Take the text into Summary? (y/n)")
    try last.send("y")
    try last.wait(for: "Summary, as vim left it")
    try last.press(.cancel, .interrupt)
    try last.waitForExit()
    #expect(try exported().contains("not written\\nwritten\\none"))
  }

  // MARK: - Editors that outlive the program

  private static let stubborn = """
    trap '' HUP TERM INT
    echo one more > "$1"; echo ready
    while [ ! -e $OUT/go ]; do sleep 0.05; done
    echo late > "$1"; echo rescued > "$(dirname "$1")/#$(basename "$1")#"; touch $OUT/gone

    """

  @Test(
    "Text that an editor writes after the program ended is found at the next start",
    arguments: [SIGHUP, SIGTERM, SIGKILL])
  func outlives(signal: Int32) throws {
    let process = try edit(with: Self.stubborn)
    try end(process, by: signal)
    #expect(folders.count == 1)
    // The editor still runs: its text is offered, and its folder stays, whatever the answer.
    let second = try start(waitingFor: "Take the text into Summary? (y/n)")
    try second.wait(for: "sh still runs and may write more")
    try second.send("y")
    try second.wait(for: "Summary, as sh left it")
    try second.wait(for: "are still in")
    try second.press(.cancel, .interrupt)
    try second.waitForExit()
    #expect(try exported().contains(#""summary": "one more""#))
    #expect(folders.count == 1)
    // Now the editor writes more, and ends.
    try folder.write("", to: "go")
    try waitForEditors()
    #expect(folder.read("gone") != nil)
    let third = try start(waitingFor: "Take the text into Summary? (y/n)")
    try third.wait(for: "#summary.md#: the text that can be taken")
    try third.send("n")
    try third.wait(for: "Summary is as it was")
    try third.wait(for: "are still in")
    try third.press(.cancel, .interrupt)
    try third.waitForExit()
    // The question was answered and is not repeated; `drafts show` still names the file.
    try expectNoQuestion()
    let show = try drafts.run(["drafts", "show", "about"]).outputText
    #expect(
      show.contains("sh did not exit normally; for Summary, in ") && show.contains("#summary.md#"))
    let removed = try drafts.run(["drafts", "remove", "--yes", "about"])
    #expect(removed.errorText.contains("#summary.md#"))
    #expect(folders.count == 1)
  }

  @Test("If an editor continues in the background, its folder stays and is reported")
  func background() throws {
    let process = try edit(
      with: """
        (trap '' HUP; while [ ! -e $OUT/go ]; do sleep 0.05; done; echo late > "$1") >/dev/null 2>&1 &
        echo ready
        """)
    try process.wait(for: "sh still runs; Summary is as it was")
    try process.wait(for: "Its text is kept in")
    try process.press(.cancel, .interrupt)
    try process.waitForExit()
    try folder.write("", to: "go")
    try waitForEditors()
    let next = try start(waitingFor: "Take the text into Summary? (y/n)")
    try next.send("y")
    try next.wait(for: "Summary, as sh left it")
    #expect(try next.save().contains(#""summary": "late""#))
    #expect(folders.isEmpty)
  }

  // MARK: - Questions

  private static let rescue = """
    trap 'echo rescued > "$1.save"; exit 1' HUP TERM; echo ready; while :; do read line; done

    """

  @Test("Plain mode asks about the text too; after the answer n, all files stay")
  func plain() throws {
    try end(try edit(with: Self.rescue), by: SIGTERM)
    try waitForEditors()
    let process = try start(["--plain"], waitingFor: "Take the text into Summary? y or n")
    try process.wait(for: "summary.md.save: the text that can be taken")
    try process.send("maybe\n")
    try process.wait(for: "Answer y or n")
    try process.send("n\n")
    try process.wait(for: "Summary is as it was")
    try process.send(":quit\n")
    try process.waitForExit()
    #expect(try exported().contains(#""summary": "one""#))
    #expect(folders.count == 1)
  }

  @Test("A script reports the path of the text on standard error, and continues without the text")
  func script() throws {
    try end(try edit(with: Self.rescue), by: SIGTERM)
    try waitForEditors()
    let result = try drafts.run(["./about.json", "--draft", "main"], input: ":set name Ada\n")
    #expect(result.status == .exited(0))
    #expect(result.outputText.contains(#""summary": "one""#))
    #expect(
      result.errorText.contains(
        "longform: sh did not exit normally; it left files for Summary in"))
    #expect(result.errorText.contains("summary.md.save"))
    #expect(folders.count == 1)
  }

  @Test("If longform ends by a signal, its last message names the files", arguments: [true, false])
  func leaving(hasDraft: Bool) throws {
    let process = try edit(
      with: Self.rescue, hasDraft ? [] : ["--no-draft"], errors: .captured)
    process.signal(SIGTERM)
    #expect(try process.waitForExit() == .signaled(SIGTERM))
    let errors = String(decoding: process.capturedErrors, as: UTF8.self)
    #expect(errors.contains("sh did not exit normally; it left files for Summary in"))
    #expect(errors.contains("summary.md.save"))
    #expect(folders.count == (hasDraft ? 1 : 0))
    #expect(folder.entries(of: "run").count == (hasDraft ? 0 : 1))
  }

  @Test("If a signal ends an editor, its rescue file is named, and offered at the next start")
  func killedEditor() throws {
    let process = try edit(with: "echo rescued > \"$1.save\"; echo ready; kill -9 $$\n")
    try process.wait(for: "sh was ended by signal 9; Summary is as it was")
    try process.wait(for: "summary.md.save")
    try process.press(.cancel, .interrupt)
    try process.waitForExit()
    let next = try start(waitingFor: "Take the text into Summary? (y/n)")
    try next.send("y")
    try next.wait(for: "Summary, as sh left it")
    try next.wait(forAbsenceOf: "the text that can be taken")
    #expect(try next.save().contains(#""summary": "rescued""#))
    #expect(folders.isEmpty)
  }

  @Test(
    "A signal or ^C at the question about the text changes neither the draft nor the folder",
    arguments: [[], ["--plain"]], [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGKILL, 0])
  func question(mode: [String], signal: Int32) throws {
    try end(try edit(with: Self.rescue), by: SIGTERM)
    try waitForEditors()
    let asked = try start(mode, waitingFor: "Take the text into Summary?")
    if signal == 0 { try asked.press(.interrupt) } else { asked.signal(signal) }
    #expect(
      try asked.waitForExit() == .leaving(by: signal == 0 ? SIGINT : signal, isPlain: !mode.isEmpty)
    )
    #expect(try exported().contains(#""summary": "one""#))
    let again = try start(mode, waitingFor: "Take the text into Summary?")
    try again.wait(for: "summary.md.save: the text that can be taken")
  }

  @Test("If the row no longer exists, the files are named and no question is asked")
  func rowIsGone() throws {
    try end(try edit(with: Self.rescue), by: SIGTERM)
    try waitForEditors()
    try drafts.home.write(
      Self.form.split(separator: "\"summary\"").joined(separator: "\"other\""), to: "about.json")
    let next = try start(waitingFor: "summary.md.save: a copy that nano saved")
    try next.wait(for: "1 text without a row")
    #expect(!next.screen.text.contains("Take the text"))
  }

  // MARK: - Nothing left

  @Test("If an editor changed nothing in an untouched form, neither a draft nor a folder remains")
  func nothingTyped() throws {
    try folder.write(":\n", to: "editor")
    let process = try start(waitingFor: "Name ▸")
    try process.press(.editor)
    try process.wait(for: "sh changed nothing")
    #expect(folders.isEmpty && drafts.files(".draft").isEmpty)
    try process.press(.interrupt)
    #expect(try process.waitForExit() == .exited(130))
    #expect(drafts.files("").isEmpty)
  }

  @Test("The draft records the folder before the editor starts; folder and file are private")
  func record() throws {
    let process = try edit(
      with: """
        stat -c %a "$1" "$(dirname "$1")" > $OUT/modes; ls "$(dirname "$(dirname "$1")")" > $OUT/files
        grep -c summary.md "$(dirname "$1")"/../*.draft* | grep -c ':[1-9]' > $OUT/recorded
        grep '^Sig[IB]' /proc/self/status > $OUT/signals
        echo two > "$1"; echo ready
        """)
    try process.wait(for: "Summary, edited in sh")
    #expect(folder.read("modes") == "600\n700\n")
    #expect(try #require(folder.read("files")).contains("editor-"))
    #expect(folder.read("recorded") != "0\n")
    // No signal is blocked for the editor, and SIGPIPE and SIGXFSZ are not ignored.
    let signals = try #require(folder.read("signals")).split(separator: "\n").map {
      $0.split(separator: "\t").last.flatMap { UInt64($0, radix: 16) }
    }
    let ours: UInt64 = 1 << (13 - 1) | 1 << (25 - 1)
    #expect(signals.count == 2 && signals[0] == 0 && signals[1].map { $0 & ours } == 0)
    #expect(folders.isEmpty)
    try process.press(.interrupt)
    try process.waitForExit()
    #expect(try exported().contains(#""summary": "two""#))
  }

  // MARK: - Ends at any moment

  /// Returns an editor that writes one number after another into its file and a copy. Each file is
  /// replaced as a whole, and then the number is recorded. In every second round the editor ignores
  /// SIGHUP and SIGTERM.
  private static func writer(_ round: Int) -> String {
    """
    \(round.isMultiple(of: 2) ? "trap '' HUP TERM" : ":")
    number=0; echo ready
    while [ $number -lt 60 ]; do
      number=$((number + 1))
      if [ $((number % 3)) = 0 ]; then kind=copy; file=$1.save; else kind=text; file=$1; fi
      echo "$kind \(round) $number end" > "$file.new"; mv "$file.new" "$file"
      echo $number > $OUT/$kind
    done
    echo > $OUT/done

    """
  }

  @Test("Whenever the program ends, the next start finds the text that the editor had written")
  func anyMoment() throws {
    let rounds = getenv("LONGFORM_EDITOR_ROUNDS").flatMap { Int(String(cString: $0)) } ?? 6
    var dice = SeededGenerator(seed: 16)
    for round in 1...rounds {
      for name in ["copy", "text", "done"] { unlink(folder.path(name)) }
      try folder.write(Self.writer(round), to: "editor")
      let process = try start(["--fresh"], waitingFor: "Name ▸")
      try process.press(.down, "one", .editor)
      process.watch(for: .microseconds(Int.random(in: 0...250_000, using: &dice))) { _ in }
      let signal = [SIGHUP, SIGTERM, SIGKILL][Int.random(in: 0..<3, using: &dice)]
      if signal == SIGHUP { process.hangUp() } else { process.signal(signal) }
      try process.waitForExit()
      try waitForEditors()
      let next = try start(waitingFor: " ▸")
      try next.sync()
      let screen = next.screen.text
      try next.kill()
      let row = drafts.files(".draft").isEmpty ? "" : try exported()
      for (kind, file) in [("text", "summary.md"), ("copy", "summary.md.save")] {
        // The last number that the editor has certainly written. The editor may already have
        // written the next number.
        guard let noted = folder.read(kind).flatMap({ Int($0.dropLast()) }) else { continue }
        let isFound = { (text: String) in
          (noted...60).contains { text.contains("\(kind) \(round) \($0) end") }
        }
        let isNamed = folders.contains { name in
          screen.contains(name) && screen.contains("\(file):")
            && drafts.home.read("\(DraftHome.folder)/\(name)/\(file)").map(isFound) == true
        }
        // If the editor had already ended normally, its copy is gone: longform takes the text of
        // the file, and then removes the files next to it.
        let hasEnded =
          kind == "copy" && folder.read("done") != nil && row.contains("text \(round) 59 end")
        #expect(
          isFound(row) || isNamed || hasEnded,
          "round \(round), signal \(signal): \(kind) \(noted)\n\(row)\n\(screen)")
      }
    }
  }
}
