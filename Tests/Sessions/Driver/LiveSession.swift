// The program on a terminal, and models of its possible states, which receive the same keys.
//
// After a kill, more than one state can match the draft. Each of these states gets a timeline
// (Timeline.swift), and it is enough if one timeline matches the later screens. The screen is never
// read in the middle of a paint.

import Glibc
import TerminalTesting

/// A running session.
final class LiveSession {
  let process: TerminalProcess
  private(set) var timelines: [Timeline]
  /// The actions so far, for the report of a failure.
  private(set) var log: [String] = []
  /// The number of operations that changed the items of a list, and the number of those that hid or
  /// showed rows.
  private(set) var itemChanges = 0
  private(set) var decisions = 0
  /// The number of page moves.
  private(set) var pages = 0
  private var settles = 0

  init(_ process: TerminalProcess, _ models: [FormModel]) {
    self.process = process
    timelines = models.map { Timeline($0) }
  }

  var models: [FormModel] { timelines.map(\.last) }

  /// Whether the program is, or soon may be, at a prompt other than that of a row.
  var mayBeAtPrompt: Bool { timelines.contains { $0.mayBeAtPrompt } }

  func note(_ event: String) { log.append(event) }

  // MARK: - Looking

  /// Compares the timelines with the current screen. If some match, drops those that do not.
  func look() {
    let screen = process.screen
    guard !screen.modes.contains(2026) else { return }
    let promptLine = PromptLine(screen)
    let now = ContinuousClock.now
    let fits = timelines.indices.map { timelines[$0].match(promptLine, at: now) }
    if fits.contains(true) { timelines = zip(timelines, fits).filter(\.1).map(\.0) }
  }

  /// Reads output for some time.
  func watch(for duration: Duration) { process.watch(for: duration) { _ in look() } }

  /// Waits until the screen shows that every key was handled.
  func sync() throws {
    try process.wait("the prompt \(expectation)") { screen in
      look()
      let promptLine = PromptLine(screen)
      return !screen.modes.contains(2026) && models.contains { promptLine.fits($0) }
    }
  }

  /// Waits for the first paint, and keeps the models that match it.
  ///
  /// - Parameter other: an additional state that the program may be in.
  func begin(or other: FormModel? = nil) throws {
    if let other { timelines.append(Timeline(other)) }
    try sync()
    let promptLine = PromptLine(process.screen)
    timelines.removeAll { !promptLine.fits($0.last) }
  }

  private var expectation: String {
    models.map { model in
      if model.prompt != .row { return "\(model.prompt)" }
      let (before, after) = (model.line[..<model.cursor], model.line[model.cursor...])
      return "\"\(model.labels[0]) ▸ \(String(before))█\(String(after))\""
    }.joined(separator: " or ")
  }

  // MARK: - Acting

  /// Applies operations to the models.
  ///
  /// - Returns: the bytes to send for them.
  func expect(_ operations: [Operation]) -> [UInt8] {
    operations.flatMap { operation in
      let before = timelines[0].last
      let bytes = operation.bytes(in: before)
      if operation == .pageUp || operation == .pageDown { pages += 1 }
      for index in timelines.indices { timelines[index].append(operation) }
      let after = timelines[0].last
      if after.items != before.items {
        itemChanges += 1
      } else if after.layout.order != before.layout.order {
        decisions += 1
      }
      note(String("\(operation)".prefix(400)))
      return bytes
    }
  }

  /// Sends operations at once, without waiting for their effects.
  func perform(_ operations: [Operation]) throws {
    try process.send(expect(operations))
    look()
  }

  /// Waits until the program is idle: types a word at the command prompt, waits until the word is
  /// shown, and closes the prompt.
  func settle() throws {
    settles += 1
    try perform([.palette("zq\(settles)")])
    try sync()
    try perform([.closePalette])
    try sync()
  }

  /// Makes the program ask whether to save, and answers no.
  ///
  /// - Returns: whether the form had no problem.
  @discardableResult
  func ask(byEnter: Bool) throws -> Bool {
    if byEnter { try perform([.last]) }
    let ask = Operation.ask(byEnter: byEnter)
    guard models.allSatisfy({ ask.isAllowed(in: $0) }) else { return false }
    try perform([ask])
    try sync()
    try perform([.decline])
    // With the question, the program may have opened a panel that lists texts without a row.
    if models.contains(where: { !$0.orphans.isEmpty }) {
      note("^G")
      try process.press(.cancel)
    }
    try settle()
    return true
  }

  /// Closes a panel: the list of texts without a row, or the reason a save failed.
  func closePanel(_ text: String) throws {
    note("^G")
    try process.press(.cancel)
    try process.wait(forAbsenceOf: text)
    try settle()
  }

  /// Changes the size of the terminal while no key waits.
  func resize(rows: Int, columns: Int) throws {
    try settle()
    note("resize \(rows) x \(columns)")
    try process.resize(rows: rows, columns: columns)
    for index in timelines.indices { timelines[index].resize(rows: rows) }
    try settle()
  }

  /// Ends the program and reads its remaining output.
  ///
  /// - Returns: the time of the signal.
  @discardableResult
  func end(with signal: Int32 = SIGKILL) throws -> ContinuousClock.Instant {
    watch(for: .zero)
    let now = ContinuousClock.now
    process.signal(signal)
    note("signal \(signal)")
    try process.waitForExit()
    return now
  }
}

/// Waits for a precise time without reading output.
///
/// The end of the time is the moment of a kill, which may be any moment. This is not a wait for a
/// condition: the checks after the kill hold at any moment.
func pass(microseconds: Int) {
  let end = ContinuousClock.now + .microseconds(microseconds)
  if microseconds > 2_000 { usleep(UInt32(microseconds - 1_000)) }
  while ContinuousClock.now < end {}
}
