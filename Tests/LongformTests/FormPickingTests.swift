// `longform` without arguments: a list of forms at a terminal, or a short usage elsewhere.

import Glibc
import TerminalTesting
import Testing

@Suite("longform without arguments", .waits)
struct FormPickingTests {
  private static let environment: [String: String?] = ["LONGFORM_PATH": Longform.forms]
  /// The escape sequence of a text color.
  private static var color: Regex<Substring> { #/\x{1B}\[[0-9;]*3[0-7]m/# }

  private func start(
    _ arguments: [String] = [], rows: Int = 24, columns: Int = 80,
    environment: [String: String?] = FormPickingTests.environment,
    errors: ProgramOutput = .terminal, home: TemporaryFolder? = nil,
    waitingFor text: String = "Enter opens"
  ) throws -> TerminalProcess {
    let process = try TerminalProcess.start(
      Longform.executable, arguments, environment: environment, rows: rows, columns: columns,
      output: .captured, errors: errors, home: home)
    try process.wait(for: text)
    return process
  }

  @Test("The chosen form opens as with `longform fill`, and leaving prints that command")
  func opens() throws {
    let process = try start(errors: .terminal)
    try process.wait(for: "▌ alphabetimals")
    try process.press(.down, .down)
    try process.wait(for: "▌ classmates")
    try process.wait(for: "The names of twenty classmates.")
    try process.send("\r")
    try process.wait(for: "Classmate 1 ▸")
    #expect(!process.screen.text.contains("Which form?"))
    try process.send("Ada\r")
    try process.waitUntilKept()
    try process.press(.interrupt)
    #expect(try process.waitForExit() == .exited(130))
    #expect(process.screen.text.replacing("\n", with: "").contains("longform fill classmates"))
    #expect(process.capturedOutput.isEmpty)
  }

  @Test("Typing narrows the list, Enter opens a form, and standard output has only the answers")
  func narrows() throws {
    let process = try start()
    try process.send("invx")
    try process.wait(for: "No form matches “invx”")
    try process.press(.backspace)
    try process.wait(for: "▌ inventory")
    try process.wait(forAbsenceOf: "classmates")
    try process.send("\r")
    try process.wait(for: "Serial number ▸")
    #expect(process.capturedOutput.isEmpty)
    #expect(try process.save(typing: "A1\rlaptop\r").contains("\"A1\""))
  }

  @Test("Keys that are typed after the choice go to the form")
  func typedAhead() throws {
    let process = try start()
    try process.send("classm\rAda\rBob")
    try process.wait(for: "Classmate 2 ▸ Bob")
    try process.wait(for: "Ada")
  }

  @Test("The list shows the progress of each form's main draft, which the chosen form resumes")
  func drafts() throws {
    let drafts = try DraftHome()
    let left = try drafts.run(
      [Longform.form("classmates"), "--draft", "main"], input: "Ada\nBob\n:quit\n")
    #expect(left.status == .exited(1))
    _ = try drafts.run([Longform.form("city"), "--draft", "other"], input: "Tokyo, Japan\n:quit\n")
    let process = try start(home: drafts.home)
    try process.wait(for: "classmates      2 of 20, ")
    #expect(!process.screen.text.contains("of 13"), "another draft than the main one")
    try process.send("class\r")
    try process.wait(for: "Back at")
    try process.wait(for: "Classmate 2   Bob")
  }

  @Test(
    "Leaving the list erases it, restores the terminal and exits with 130 without output",
    arguments: ["escape", "interrupt", "SIGTERM", "SIGHUP"])
  func leaving(by way: String) throws {
    let process = try TerminalProcess.start(
      "/bin/sh", ["-c", "echo before; read line; exec \"$0\"", Longform.executable],
      environment: FormPickingTests.environment, output: .captured)
    let modes = try process.termios()
    try process.send("go\n")
    try process.wait(for: "Enter opens")
    #expect(try process.termios() != modes)
    switch way {
    case "escape": try process.press(.escape)
    case "interrupt": try process.press(.interrupt)
    case "SIGTERM": process.signal(SIGTERM)
    default: process.signal(SIGHUP)
    }
    let ends: [String: ProcessEnd] = [
      "escape": .exited(130), "interrupt": .exited(130), "SIGTERM": .signaled(SIGTERM),
      "SIGHUP": .signaled(SIGHUP),
    ]
    #expect(try process.waitForExit() == ends[way])
    #expect(try process.termios() == modes)
    #expect(!process.screen.text.contains("form"))
    #expect(process.capturedText == "before\n")
  }

  @Test("The list fits the terminal at every size, even after a resize")
  func sizes() throws {
    let process = try start(rows: 12, columns: 40)
    try process.press(.down)
    try process.wait(for: "▌ city")
    for (rows, columns) in [(24, 80), (6, 40), (3, 20), (12, 80)] {
      try process.resize(rows: rows, columns: columns)
      try process.wait(for: "▌ city")
      try process.send("ci")
      try process.wait(for: "form ▸ ci")
      try process.press(.backspace, .backspace)
      try process.wait("an empty query") { screen in
        !screen.text.contains("form ▸ c") && screen.text.contains("▌ city")
      }
    }
    try process.press(.down)
    try process.wait(for: "▌ classmates")
  }

  @Test("Options on the command line apply to the form that is chosen")
  func options() throws {
    let folder = try TemporaryFolder()
    for arguments in [
      ["--color", "never", "--output", "names.json"], ["fill", "--output", "b.json"],
    ] {
      let process = try start(arguments, home: folder)
      try process.send("classm")
      try process.wait(for: "▌ classmates")
      if arguments.contains("never") {
        let output = String(decoding: process.rawOutput, as: UTF8.self)
        #expect(output.contains("\u{1B}[7m") && !output.contains(FormPickingTests.color))
      }
      try process.send("\r")
      try process.wait(for: "Classmate 1 ▸")
      try process.save(typing: "Ada\r")
      #expect(folder.read(arguments.last ?? "")?.contains("Ada") == true)
    }
  }

  @Test("--timeout closes the list with exit status 124")
  func timeout() throws {
    let process = try start(["--timeout", "1"])
    #expect(try process.waitForExit() == .exited(124))
    #expect(process.screen.text.contains("longform: timed out after 1 s; nothing was saved"))
    #expect(!process.screen.text.contains("Which form?") && process.capturedOutput.isEmpty)
  }

  @Test("NO_COLOR removes the colors, but the chosen line of the list is still in reverse video")
  func color() throws {
    // Without NO_COLOR, a form with errors is shown in the color of problems.
    let folder = try temporaryFolder()
    try folder.write("{}", to: "bad.json")
    for value in ["1", nil] {
      let process = try start(
        environment: ["LONGFORM_PATH": folder.path, "NO_COLOR": value], waitingFor: "has errors:")
      let output = String(decoding: process.rawOutput, as: UTF8.self)
      #expect(output.contains("\u{1B}[7m▌"))
      #expect(output.contains(FormPickingTests.color) == (value == nil))
    }
  }

  @Test("If standard input or standard error is not a terminal, the program prints a short usage")
  func usage() throws {
    let piped = try Program.run(Longform.executable, [])
    #expect(piped.status == .exited(64) && piped.output.isEmpty)
    let lines = piped.errorText.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 13 && lines.allSatisfy { $0.count <= 80 })
    #expect(piped.errorText.contains("longform fill classmates --output names.json"))
    let silent = try TerminalProcess.start(
      Longform.executable, [], environment: FormPickingTests.environment, output: .captured,
      errors: .captured)
    #expect(try silent.waitForExit() == .exited(64))
    #expect(silent.capturedErrorText == piped.errorText && silent.rawOutput.isEmpty)
  }

  @Test("If there are no forms, the program reports where it searched, and suggests ask")
  func noForms() throws {
    let process = try TerminalProcess.start(
      Longform.executable, [], environment: ["LONGFORM_PATH": "/nowhere"], columns: 1_000,
      output: .captured)
    #expect(try process.waitForExit() == .exited(66))
    #expect(process.screen.text.contains("longform: no forms in ./Forms, /nowhere, "))
    #expect(process.screen.text.contains("longform ask 'Name*' 'Email:email'"))
  }

  @Test("A form with errors is marked in the list, and opening it reports the errors")
  func faulty() throws {
    let folder = try temporaryFolder()
    try folder.write("{}", to: "bad.json")
    let process = try start(environment: ["LONGFORM_PATH": folder.path], waitingFor: "has errors:")
    try process.send("\r")
    #expect(try process.waitForExit() == .exited(65))
    #expect(process.screen.text.contains("this is not a form"))
  }

  @Test("Without a screen, typing a number opens a form", arguments: ["dumb", "plain"])
  func sentences(kind: String) throws {
    var environment = FormPickingTests.environment
    if kind == "dumb" { environment["TERM"] = "dumb" } else { environment["LONGFORM_PLAIN"] = "1" }
    let process = try start(
      environment: environment, waitingFor: "Type a number or a name; an empty line leaves.")
    #expect(process.screen.text.contains("classmates: The names of twenty classmates."))
    #expect(!process.rawOutput.contains(0x1B))
    try process.send("xyzzy\r")
    try process.wait(for: "No form “xyzzy”.")
    try process.send("classm\r")
    try process.wait(for: "Classmate 1, empty. 1 of 20.")
    let left = try start(environment: environment, waitingFor: "an empty line leaves.")
    try left.send("\r")
    #expect(try left.waitForExit() == .exited(130))
    #expect(left.capturedOutput.isEmpty)
  }
}
