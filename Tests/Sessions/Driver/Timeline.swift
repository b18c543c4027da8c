// The states that a form passes through while keys are sent, and those in which the program was
// seen.
//
// The program handles keys in order, so it is always in one of the states and never goes back. A
// draft is always one complete state; a kill is judged by that.

/// A form's states; the first is that at the start of the program.
struct Timeline {
  private(set) var states: [FormModel]
  /// For each state, the last one up to it that must survive the process after it was seen.
  private var committed: [Int] = [0]
  /// The program is in this state or a later one.
  private(set) var seen = 0
  /// The times of observations.
  private var observations: [(time: ContinuousClock.Instant, state: Int)] = []

  init(_ model: FormModel) {
    states = [model]
  }

  /// The state after all keys have been handled.
  var last: FormModel { states[states.count - 1] }

  /// Whether the form is, or may soon be, at a prompt other than a row's.
  var mayBeAtPrompt: Bool { states[seen...].contains { $0.prompt != .row } }

  /// Adds the states of an operation.
  mutating func append(_ operation: Operation) {
    for state in operation.states(of: last) {
      states.append(state)
      committed.append(state.isCommitted ? states.count - 1 : committed[committed.count - 1])
    }
  }

  /// Records another size of the terminal; no key may be pending.
  mutating func resize(rows: Int) {
    states[states.count - 1].resize(rows: rows)
  }

  /// Matches the screen with the states.
  ///
  /// - Returns: whether it is one of the states to come.
  mutating func match(_ promptLine: PromptLine, at time: ContinuousClock.Instant) -> Bool {
    guard let state = (seen..<states.count).first(where: { promptLine.fits(states[$0]) }) else {
      return false
    }
    if state > seen || observations.isEmpty { observations.append((time, state)) }
    seen = state
    return true
  }

  /// The first state that a draft may be in after a kill: a row that was seen to be left is kept,
  /// and so is typed text that was seen more than `typingTime` ago.
  func demanded(at time: ContinuousClock.Instant, typingTime: Duration) -> Int {
    let typed = observations.last { time - $0.time > typingTime }?.state ?? 0
    return max(committed[seen], typed)
  }
}
