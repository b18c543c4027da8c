// Environments without a terminal, a home folder or standard streams: cron, containers, ssh -T,
// loops.

import Glibc
import TerminalTesting
import Testing

@Suite("Surroundings", .waits)
struct SurroundingsTests {
  private let classmates = Longform.form("classmates")
  private static let ada = "{\n  \"classmates\": [\n    \"Ada\"\n  ]\n}\n"

  private static let everything = [
    "TERM", "LC_ALL", "LANG", "TZ", "PATH", "SHELL", "USER", "HOME", "TMPDIR", "XDG_CONFIG_HOME",
    "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR",
  ]

  /// Returns an environment with only these variables.
  private static func only(_ variables: [String: String]) -> [String: String?] {
    var environment = Dictionary(uniqueKeysWithValues: everything.map { ($0, String?.none) })
    for (name, value) in variables { environment[name] = value }
    return environment
  }

  @Test("A relative path in XDG_DATA_HOME is ignored, as the Base Directory Specification requires")
  func relativeFolder() throws {
    let folder = try temporaryFolder()
    try folder.write("{}", to: "share/longform/forms/mine.json")
    let forms = { (data: String) in
      try Program.run(
        Longform.executable, ["forms"], environment: ["XDG_DATA_HOME": data], directory: folder.path
      ).outputText
    }
    #expect(try forms(folder.path("share")).contains("mine"))
    #expect(try !forms("share").contains("mine"))
  }

  @Test(
    "Without a terminal or a home folder, answers are read from a pipe; missing parts are reported",
    arguments: [
      [:], ["PATH": "/usr/bin:/bin"], ["HOME": "/nonexistent", "PATH": "/usr/bin:/bin"],
      // A folder that even root cannot write.
      ["HOME": "/proc/self", "PATH": "/usr/bin:/bin", "SHELL": "/bin/sh"], ["HOME": "relative"],
      ["HOME": "/", "USER": "root"],
    ])
  func cron(variables: [String: String]) throws {
    let environment = SurroundingsTests.only(variables)
    let run = { (arguments: [String], input: ProgramInput) in
      try Program.run(
        Longform.executable, arguments, environment: environment, input: input, directory: "/")
    }
    let filled = try run([classmates], .text("Ada\n"))
    #expect((filled.status, filled.outputText) == (.exited(0), SurroundingsTests.ada))
    #expect(filled.errors.isEmpty)
    let nothing = try run([classmates], .file("/dev/null"))
    #expect(nothing.status == .exited(1))
    #expect(
      nothing.errorText
        == "longform: standard input is empty; pipe in a line for each row, or use --no-input\n")
    let set = try run([classmates, "--no-input", "--set", "classmate1=Ada"], .file("/dev/null"))
    #expect((set.status, set.outputText) == (.exited(0), SurroundingsTests.ada))
    let drawn = try run([classmates, "--tty"], .file("/dev/null"))
    #expect(drawn.status == .exited(66))
    #expect(
      drawn.errorText
        == "longform: there is no terminal; pipe in a line for each row, or use --no-input\n"
    )
    #expect(try run(["check", classmates], .file("/dev/null")).status == .exited(0))
    if variables["HOME"] != "/" {
      // Answers are written even if no draft can be stored.
      let named = try run([classmates, "--draft", "d"], .text("Ada\n"))
      #expect((named.status, named.outputText) == (.exited(0), SurroundingsTests.ada))
      let left = try run([classmates, "--draft", "d"], .text("Ada\n:quit\n"))
      #expect(left.status == .exited(1))
      #expect(left.errorText.contains("longform: the draft cannot be kept: "))
    }
    if variables["HOME"]?.hasPrefix("/") != true {
      let drafts = try run(["drafts"], .file("/dev/null"))
      #expect(drafts.status == .exited(66))
      #expect(
        drafts.errorText
          == "longform: HOME names no directory; set HOME, or XDG_STATE_HOME\n")
    }
    let forms = try run(["forms"], .file("/dev/null"))
    #expect(forms.status == .exited(0))
    #expect(forms.errorText.contains("longform: no forms in ./Forms, "))
  }

  @Test("In a container without TERM and without a writable home folder, a form can be filled")
  func container() throws {
    let process = try TerminalProcess.start(
      Longform.executable, [classmates],
      environment: SurroundingsTests.only(["HOME": "/proc/self", "LC_ALL": "C.UTF-8"]),
      output: .captured, directory: "/")
    try process.wait(for: " ▸")
    try process.send("Ada\r")
    try process.wait(for: "NOT KEPT")
    try process.save()
    #expect(process.capturedOutput == Array(SurroundingsTests.ada.utf8))
    #expect(process.screen.unknownSequences.isEmpty)
  }

  @Test(
    "A form can be filled if its streams are sockets, as under ssh -T", .enabled(if: Tool.python))
  func sockets() throws {
    let program = """
      import socket, subprocess, sys
      ours, theirs = zip(*(socket.socketpair() for _ in range(3)))
      child = subprocess.Popen(sys.argv[1:], stdin=theirs[0], stdout=theirs[1], stderr=theirs[2],
                               start_new_session=True)
      for end in theirs: end.close()
      try: ours[0].sendall(sys.stdin.buffer.read()); ours[0].shutdown(socket.SHUT_WR)
      except OSError: pass  # The program may already have ended.
      for end in ours[1:]:
        while data := end.recv(65536): sys.stdout.buffer.write(data)
      sys.stdout.flush(); print(child.wait())
      """
    let output = { (arguments: [String], input: String) in
      String(
        decoding: try Tool.python(
          program, Array(input.utf8), [try Longform.executable] + arguments), as: UTF8.self)
    }
    #expect(try output([classmates], "Ada\n") == SurroundingsTests.ada + "0\n")
    #expect(
      try output([classmates], ":nope\n").hasPrefix("stdin:1: no command :nope"))
    #expect(
      try output([classmates, "--tty"], "").hasSuffix("or use --no-input\n66\n"))
  }

  @Test(
    "If standard streams are closed, no file gets their descriptor numbers or their output",
    arguments: 0..<8)
  func closedStreams(closed: Int) throws {
    let place = try temporaryFolder()
    let home = try TemporaryFolder()
    let (noInput, noOutput, noErrors) = (closed & 1 != 0, closed & 2 != 0, closed & 4 != 0)
    let run = { (arguments: [String]) in
      try Program.run(
        Longform.executable, arguments, environment: ["LONGFORM_PATH": Longform.forms],
        input: noInput ? .closed : .text("Ada\n"), output: noOutput ? .closed : .captured,
        errors: noErrors ? .closed : .captured, directory: place.path, home: home)
    }
    // The output file and the draft are opened later. Without a precaution they would get the
    // descriptor numbers of closed streams.
    let out = place.path("out.json")
    let left = try Program.run(
      Longform.executable, [classmates, "--draft", "d", "--output", out],
      input: .text("Ada\n:quit\n"), home: home)
    #expect(left.errorText.contains("the draft d is kept"))
    let saved = try run([
      classmates, "--no-input", "--draft", "d", "--quiet", "--output", out,
    ])
    #expect((saved.status, saved.output, saved.errors) == (.exited(0), [], []))
    #expect(place.read("out.json") == SurroundingsTests.ada)
    let forms = try TemporaryFolder()
    let named = try Longform.formRequiringName(in: forms)
    let bad = try run([named, "--no-input", "--draft", "e", "--output", place.path("bad.json")])
    #expect(bad.status == .exited(1))
    #expect(place.entries() == ["out.json"])
    let drafts = try Program.run(
      Longform.executable, ["drafts", "list", "--finished"], home: home)
    #expect(drafts.outputText.contains("Classmates, d, for \(out): 1 of 20 filled"))

    let filled = try run(["classmates"])
    #expect(filled.status == .exited(noOutput ? 73 : noInput ? 66 : 0))
    #expect(filled.outputText == (noOutput || noInput ? "" : SurroundingsTests.ada))
    if noInput, !noOutput, !noErrors {
      #expect(
        filled.errorText
          == "longform: standard input is closed; pipe in a line for each row, or use --no-input\n"
      )
    }
    for command in [["forms"], ["show", "menu"], ["schema"], ["manual"], ["--help"]] {
      let listed = try run(command)
      #expect(listed.status == .exited(noOutput ? 74 : 0), "\(command)")
      #expect(listed.output.isEmpty == noOutput, "\(command)")
    }
  }

  @Test("On a terminal, closed standard streams become /dev/null, and the form is painted")
  func closedAtTerminal() throws {
    let place = try temporaryFolder()
    let out = place.path("out.json")
    let process = try TerminalProcess.start(
      Longform.executable, [classmates, "--tty", "--output", out], input: .closed,
      output: .closed, errors: .closed)
    try process.wait(for: " ▸")
    try process.send("Ada\r")
    try process.waitUntilKept()
    let numbers = (0...2).map { "/proc/\(process.processIdentifier)/fd/\($0)" }
    let links = try Program.run("/bin/readlink", numbers)
    #expect(links.outputText == "/dev/null\n/dev/null\n/dev/null\n")
    try process.save()
    #expect(readFile(out) == Array(SurroundingsTests.ada.utf8))
  }

  @Test("^C acts on the form only: the reader of its answers and the calling script live on")
  func interruptInPipeline() throws {
    let script = """
      "$0" fill "$1" --no-draft | cat
      "$0" fill "$1" --no-draft; echo "status $?"
      answers=$("$0" fill "$1" --no-draft); echo "status $?"
      """
    let process = try TerminalProcess.start(
      "/bin/bash", ["-c", script, Longform.executable, classmates], output: .captured)
    try process.wait(for: "Classmate 1 ▸")
    try process.press("Ada", .find)
    try process.wait(for: "Enter goes there")
    try process.press(.interrupt)
    try process.wait(for: "Classmate 1 ▸ Ada")
    try process.press(.save)
    try process.wait(for: "Save 1 answer")
    try process.press("y")
    try process.wait(for: "saved 1 of 20 answers")
    for end in ["status 130\n", "status 130\nstatus 130\n"] {
      try process.wait(for: "Classmate 1 ▸")
      try process.press(.interrupt)
      try process.wait("the status") { _ in
        process.capturedText == SurroundingsTests.ada + end
      }
    }
    #expect(try process.waitForExit() == .exited(0))
  }

  @Test("In a while-read loop, --tty asks at the terminal and leaves the input to the loop")
  func loop() throws {
    let script = """
      printf 'one\\ntwo\\nthree\\n' | while read -r name; do
        "$0" "$1" --tty --no-draft --set "classmate1=$name" --output "$name.json"
      done; echo "loop done"
      """
    let process = try TerminalProcess.start(
      "/bin/sh", ["-c", script, Longform.executable, classmates])
    for name in ["one", "two", "three"] {
      try process.wait(for: "Classmate 1 ▸ \(name)")
      try process.askToSave(typing: "!\r")
      try process.send("y")
      try process.wait(for: "to \(name).json")
    }
    try process.wait(for: "loop done")
    for name in ["one", "two", "three"] {
      #expect(process.home.read("\(name).json")?.contains("\"\(name)!\"") == true)
    }
  }
}
