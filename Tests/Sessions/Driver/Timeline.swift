// The states that a form passes through while keys are sent, and which of these states the screen
// has shown.
//
// The program handles keys in order. It is therefore always in one of the states, and never goes
// back to an earlier one. A draft is always one complete state. If that state is too early, the
// kill has lost something.

/// The states of a form; the first is the state at the start of the program.
struct Timeline {
  private(set) var states: [FormModel]
  /// For each state, the latest state that must be in the draft after the screen showed this state.
  private var committed: [Int] = [0]
  /// The latest state that was seen. The program is in this state or in a later one.
  private(set) var seen = 0
  /// The times of observations.
  private var observations: [(time: ContinuousClock.Instant, state: Int)] = []

  init(_ model: FormModel) {
    states = [model]
  }

  /// The state after all keys have been handled.
  var last: FormModel { states[states.count - 1] }

  /// Whether the form is, or soon may be, at a prompt other than that of a row.
  var mayBeAtPrompt: Bool { states[seen...].contains { $0.prompt != .row } }

  /// Adds the states of an operation.
  mutating func append(_ operation: Operation) {
    for state in operation.states(of: last) {
      states.append(state)
      committed.append(state.isCommitted ? states.count - 1 : committed[committed.count - 1])
    }
  }

  /// Records another size of the terminal. No key may be pending.
  mutating func resize(rows: Int) {
    states[states.count - 1].resize(rows: rows)
  }

  /// Matches the screen with the states.
  ///
  /// - Returns: whether the screen shows the current state or a later one.
  mutating func match(_ promptLine: PromptLine, at time: ContinuousClock.Instant) -> Bool {
    guard let state = (seen..<states.count).first(where: { promptLine.fits(states[$0]) }) else {
      return false
    }
    if state > seen || observations.isEmpty { observations.append((time, state)) }
    seen = state
    return true
  }

  /// Returns the index of the earliest state that a draft may have after a kill. This state
  /// contains every row that was seen to be left, and typed text that was seen more than
  /// `typingTime` ago.
  func demanded(at time: ContinuousClock.Instant, typingTime: Duration) -> Int {
    let typed = observations.last { time - $0.time > typingTime }?.state ?? 0
    return max(committed[seen], typed)
  }
}
