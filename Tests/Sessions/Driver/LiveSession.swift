// The program on a terminal, and the models of what it holds, moved together.
//
// After a kill more than one state can explain what was found; each has a timeline of its own, and
// one that explains what comes is enough. The screen is never read in the middle of a paint.

import Glibc
import TerminalTesting

/// A running session.
final class LiveSession {
  let process: TerminalProcess
  private(set) var timelines: [Timeline]
  /// What was done, for a failure.
  private(set) var log: [String] = []
  /// How many operations changed the items of a section, and how many hid or showed rows.
  private(set) var itemChanges = 0
  private(set) var decisions = 0

  init(_ process: TerminalProcess, _ models: [FormModel]) {
    self.process = process
    timelines = models.map { Timeline($0) }
  }

  var models: [FormModel] { timelines.map(\.last) }

  func note(_ event: String) { log.append(event) }

  // MARK: - Looking

  /// Takes note of what the screen shows now; a timeline that cannot explain it is dropped as long
  /// as another can.
  func look() {
    let screen = process.screen
    guard !screen.modes.contains(2026) else { return }
    let sight = Sight(screen)
    let now = ContinuousClock.now
    let fits = timelines.indices.map { timelines[$0].see(sight, at: now) }
    if fits.contains(true) { timelines = zip(timelines, fits).filter(\.1).map(\.0) }
  }

  /// Reads for some time.
  func watch(for duration: Duration) { process.watch(for: duration) { _ in look() } }

  /// Waits until the screen shows that every key was taken.
  func sync() throws {
    try process.wait("the prompt \(expectation)") { screen in
      look()
      let sight = Sight(screen)
      return !screen.modes.contains(2026) && models.contains { sight.fits($0) }
    }
  }

  /// Waits for the first paint and keeps the models that look like it.
  ///
  /// - Parameter other: what the program may hold besides.
  func begin(or other: FormModel? = nil) throws {
    if let other { timelines.append(Timeline(other)) }
    try sync()
    let sight = Sight(process.screen)
    timelines.removeAll { !sight.fits($0.last) }
  }

  private var expectation: String {
    models.map { model in
      let (before, after) = (model.line[..<model.cursor], model.line[model.cursor...])
      return "\"\(model.label) ▸ \(String(before))█\(String(after))\""
    }.joined(separator: " or ")
  }

  // MARK: - Acting

  /// Adds operations to the models.
  ///
  /// - Returns: the bytes to send for them.
  func expect(_ operations: [Operation]) -> [UInt8] {
    operations.flatMap { operation in
      let before = timelines[0].last
      let bytes = operation.bytes(in: before)
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

  /// Sends operations at once, without waiting for what they do.
  func perform(_ operations: [Operation]) throws {
    try process.send(expect(operations))
    look()
  }

  /// Waits until the program stands still: a character is typed and seen.
  func settle() throws {
    try perform([.type("7")])
    try sync()
  }

  /// Closes the panel that tells of texts without a row.
  func closePanel() throws {
    note("^G")
    try process.press(.cancel)
    try process.wait(forAbsenceOf: "The form was changed")
    try sync()
  }

  /// Changes the size of the terminal while no key waits.
  func resize(rows: Int, columns: Int) throws {
    try settle()
    note("resize \(rows) x \(columns)")
    try process.resize(rows: rows, columns: columns)
    for index in timelines.indices { timelines[index].resize(rows: rows) }
    try settle()
  }

  /// Ends the program and reads what it had painted.
  ///
  /// - Returns: when it was ended.
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

/// Lets some time pass without reading, to the microsecond.
///
/// It chooses the moment of a kill, which is to be any moment at all. Nothing is waited for with it:
/// what is checked holds whenever it ends.
func pass(microseconds: Int) {
  let end = ContinuousClock.now + .microseconds(microseconds)
  if microseconds > 2_000 { usleep(UInt32(microseconds - 1_000)) }
  while ContinuousClock.now < end {}
}
