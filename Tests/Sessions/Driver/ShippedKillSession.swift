// The kill test for the forms that ship, at the screen and in plain mode: rows of every type,
// candidates, paragraphs, repeats. The model is a dictionary of rows.
//
// Requirements: an export of the draft has the first few answers of the run, in order, including
// every answer that the program visibly accepted. At the screen it may also include a part of the
// next answer. In plain mode an answer is accepted when the program has reported it. The program
// resumes the draft, and finally saves all of it.

import Glibc
import TerminalTesting

/// One run: some rounds of answering and killing, then a save.
struct ShippedKillSession {
  /// An answer that replaces the text of a row.
  private struct Answer {
    /// The row's number, from 0.
    var row: Int
    var text: Line
  }

  private let subject: Subject
  private let home: TemporaryFolder
  private let form: String
  private let isPlain: Bool
  private var dice: SeededGenerator
  /// The possible states of the form: more than one only right after a kill.
  private var held: [[Int: Line]]
  private var rowCount = 0
  private var answered = 0
  private var log: [String] = []

  init(_ subject: Subject) throws {
    self.subject = subject
    dice = SeededGenerator(seed: subject.seed, subject.number, 77)
    home = try TemporaryFolder()
    // These forms have no boolean rows, in which a typed space is not text. Two other shipped forms
    // need a model of items and conditions, as other sessions have it: `tasks` begins without rows,
    // and in `handover` any answer may show other rows.
    let names = ["alphabetimals", "city", "classmates", "inventory", "menu"]
    let name = dice.one(of: names + ["players", "resume"])
    form = "\(subject.forms)/\(name).json"
    isPlain = dice.chance(50)
    held = [[:]]
  }

  /// Executes the run. If the run fails, its folder stays.
  mutating func run(_ tally: inout Tally) throws {
    do {
      var empty = try initialAnswers()
      if empty?.labels.isEmpty ?? true {
        try addItems()
        empty = try draftedAnswers()
      }
      rowCount = empty?.labels.count ?? 0
      held = [empty?.answers ?? [:]]
      guard rowCount > 0 else { throw Misbehaviour(description: "the form has no rows") }
      for _ in 1...dice.number(in: 1...4) { try killRound(&tally) }
      try save()
      tally.count(isPlain ? "plain runs of shipped forms" : "screen runs of shipped forms")
    } catch {
      throw Misbehaviour(
        description: "\(form) \(isPlain ? "plain" : "at the screen"): \(error)\n"
          + "done: \(log.joined(separator: "; "))\nfolder: \(home.keep())")
    }
  }

  /// Returns the answers of a new form, saved although required answers are missing.
  private func initialAnswers() throws -> TextExport? {
    let result = try Program.run(
      subject.executable, ["fill", form, "--format", "text"], input: .text(":save!\n"), home: home)
    return TextExport(result.outputText)
  }

  /// Adds items to a form that begins without any, at the screen.
  private func addItems() throws {
    let process = try TerminalProcess.start(
      subject.executable, ["fill", form], output: .captured, home: home)
    try process.wait(for: " ▸")
    for _ in 1...5 { try process.press(.command, "add\r") }
    try process.wait(for: "Item 5")
    process.signal(SIGTERM)
    try process.waitForExit()
  }

  // MARK: - Rounds

  private func start() throws -> TerminalProcess {
    let process = try TerminalProcess.start(
      subject.executable, ["fill", form] + (isPlain ? ["--plain"] : []), output: .captured,
      home: home)
    if isPlain {
      // The program also counts rows that no export contains.
      try process.wait("the first row") { _ in
        output(of: process).contains(#/ [0-9,]+ of [0-9,]+\.\n/#)
      }
    } else {
      try process.wait(for: " ▸")
    }
    return process
  }

  /// Returns the number of times that a text occurs in the program's output.
  private func reported(_ text: String, by process: TerminalProcess) -> Int {
    output(of: process).ranges(of: text).count
  }

  private func output(of process: TerminalProcess) -> String {
    String(decoding: process.rawOutput, as: UTF8.self).replacing("\r\n", with: "\n")
  }

  private mutating func killRound(_ tally: inout Tally) throws {
    let process = try start()
    let answers = (0..<dice.magnitude(in: 1...40)).map { _ in answer() }
    var seen = 0
    for (number, answer) in answers.enumerated() {
      try process.send(keys(for: answer))
      if dice.chance(25) {
        seen = number + 1
        try process.wait("the answer \(String(answer.text))") { screen in
          taken(answers, by: process, screen) >= seen
        }
      }
    }
    if dice.chance(50) {
      process.watch(for: .microseconds(dice.magnitude(in: 100...60_000))) { screen in
        seen = max(seen, taken(answers, by: process, screen))
      }
    } else {
      pass(microseconds: dice.magnitude(in: 10...60_000))
    }
    process.signal(SIGKILL)
    try process.waitForExit()
    seen = max(seen, taken(answers, by: process, process.screen))
    log.append("\(seen) of \(answers.count) answers seen, killed")
    try judge(answers, seen: seen)
    tally.count("kills in shipped forms")
    tally.count("answers", answers.count)
  }

  private mutating func answer() -> Answer {
    answered += 1
    let end = dice.one(of: ["", "é", "e\u{301}", "👍🏽", "你", "-7", " b"])
    return Answer(
      row: dice.number(below: rowCount), text: Line("zq\(answered)w\(end)".unicodeScalars))
  }

  /// Returns the keys that go to the row and answer it. At the screen, the next keys leave the row.
  private func keys(for answer: Answer) -> String {
    let (number, text) = (answer.row + 1, String(answer.text))
    return isPlain
      ? ":set \(number) \(text)\n:where\n"
      : "\(Keystroke.command)goto \(number)\r\(Keystroke.clearLine)\(text)"
  }

  /// Returns the number of answers that the program visibly accepted.
  private func taken(_ answers: [Answer], by process: TerminalProcess, _ screen: VirtualTerminal)
    -> Int
  {
    if isPlain { return reported(": row ", by: process) }
    guard !screen.modes.contains(2026) else { return 0 }
    let line = screen.lines[screen.cursor.row]
    return (answers.lastIndex { line.hasSuffix("▸ " + String($0.text)) } ?? -1) + 1
  }

  // MARK: - Checks

  private mutating func judge(_ answers: [Answer], seen: Int) throws {
    let found = try storedAnswers()
    // The text at the prompt may be missing in the draft, but the text of a row that was left may
    // not.
    let least = isPlain ? seen : max(seen - 1, 0)
    var fits: [[Int: Line]] = []
    for before in held {
      for count in least...answers.count where !fits.contains(found) {
        var state = before
        for answer in answers[..<count] { state[answer.row] = answer.text }
        if state == found {
          fits.append(found)
        } else if !isPlain, count < answers.count {
          // The draft may contain a part of the next answer.
          let next = answers[count]
          for length in 0...next.text.count {
            let part = FormModel.trimmed(Line(next.text[..<length]))
            state[next.row] = part.isEmpty ? nil : part
            if state == found, !fits.contains(found) { fits.append(found) }
          }
        }
      }
    }
    guard !fits.isEmpty else {
      throw Misbehaviour(
        description:
          "the draft was never so: \(found.map { "\($0 + 1): \(String($1))" }.sorted())\n"
          + "\(seen) seen of \(answers.map { "\($0.row + 1): \(String($0.text))" })\n"
          + "before: \(held.map { $0.map { "\($0 + 1): \(String($1))" }.sorted() })")
    }
    held = fits
  }

  /// Returns the answers of the draft, or the initial answers if there is no draft.
  private func storedAnswers() throws -> [Int: Line] {
    let drafts = home.entries(of: ".local/state/longform/drafts")
    for state in [".damaged", ".aside"] where drafts.contains(where: { $0.contains(state) }) {
      throw Misbehaviour(description: "a draft is \(state)")
    }
    guard drafts.contains(where: { $0.hasSuffix(".draft") }) else { return held[0] }
    return try draftedAnswers()?.answers ?? held[0]
  }

  /// Returns the export of the draft; nil if there is no draft.
  private func draftedAnswers() throws -> TextExport? {
    let drafts = home.entries(of: ".local/state/longform/drafts")
    guard let draft = drafts.first(where: { $0.hasSuffix(".draft") }) else { return nil }
    return try export(["drafts", "export", draft, "--format", "text"])
  }

  /// Returns the answers that a command writes; nil if it finds no draft with contents.
  private func export(_ arguments: [String]) throws -> TextExport? {
    let result = try Program.run(subject.executable, arguments, home: home)
    switch result.status {
    case .exited(0), .exited(2):
      guard let answers = TextExport(result.outputText) else {
        throw Misbehaviour(description: "it wrote\n\(result.outputText)")
      }
      return answers
    case .exited(66): return nil
    case let status: throw Misbehaviour(description: "\(status): \(quoted(result.errors))")
    }
  }

  // MARK: - Saving

  private mutating func save() throws {
    let process = try start()
    try process.send(isPlain ? ":save! text\n" : "\(Keystroke.command)save! text\r")
    let end = try process.waitForExit()
    guard end == .exited(0) || end == .exited(2) else {
      throw Misbehaviour(description: "the save ended with \(end)")
    }
    let written = process.capturedText
    guard let answers = TextExport(written)?.answers, held.contains(answers) else {
      throw Misbehaviour(description: "it saved\n\(written)")
    }
  }
}
