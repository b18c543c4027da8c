// The program under test and its forms.

import Glibc
import TerminalTesting
import Testing

/// The program under test.
enum Longform {
  /// The path of the executable that was built with the tests.
  static var executable: String {
    get throws { try builtProduct(named: "longform") }
  }

  /// The folder of the forms that ship.
  static let forms =
    #filePath.split(separator: "/").dropLast(3).reduce("") { "\($0)/\($1)" } + "/Forms"

  /// The path of a form that ships.
  static func form(_ name: String) -> String { "\(forms)/\(name).json" }

  /// Writes a form that requires a name and has optional rows, and returns its path.
  static func formRequiringName(in folder: TemporaryFolder) throws -> String {
    try folder.write(
      """
      {"longform": 1, "id": "named", "output": {"empty": "omit"}, "sections": [{"rows": [
        {"id": "name", "label": "Name", "key": "basics.name", "required": true},
        {"id": "label", "label": "Headline"}, {"id": "email", "label": "Email", "type": "email"},
        {"id": "phone", "label": "Phone", "key": "basics.phone"}]}]}
      """, to: "named.json")
  }

  /// Starts the program on a terminal, and waits until the screen shows a text.
  static func start(
    _ arguments: [String], rows: Int = 24, columns: Int = 80, output: ProgramOutput = .captured,
    environment: [String: String?] = [:], waitingFor text: String = " ▸"
  ) throws -> TerminalProcess {
    let process = try TerminalProcess.start(
      executable, arguments, environment: environment, rows: rows, columns: columns, output: output)
    try process.wait(for: text)
    return process
  }

  /// Runs the program with its input from a pipe.
  static func pipe(
    _ input: String, _ arguments: [String], output: ProgramOutput = .captured
  ) throws -> Program.Result {
    try Program.run(executable, arguments, input: .text(input), output: output)
  }
}

extension TerminalProcess {
  /// Types keys and Ctrl-S, and waits for the save question. Keys that are typed before the
  /// question do not answer it.
  func askToSave(typing keys: String = "") throws {
    try send(keys + "\(Keystroke.save)")
    try wait("the save question") { screen in
      screen.text.split(separator: "\n").contains { $0.hasPrefix("Save ") && $0.contains("?") }
    }
  }

  /// Types keys and Ctrl-S, answers the save question with yes, and expects exit status 0. Returns
  /// the standard output of the program.
  @discardableResult
  func save(typing keys: String = "", sourceLocation: SourceLocation = #_sourceLocation) throws
    -> String
  {
    try askToSave(typing: keys)
    try send("y")
    #expect(try waitForExit() == .exited(0), sourceLocation: sourceLocation)
    return capturedText
  }
}

extension ProcessEnd {
  /// The end of a form after a signal. On the screen SIGINT has the meaning of ^C, which is a key.
  static func leaving(by signal: Int32, isPlain: Bool = false) -> ProcessEnd {
    signal == SIGINT && !isPlain ? .exited(130) : .signaled(signal)
  }
}
