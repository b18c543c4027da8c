// The states a form goes through while keys are sent, and which of them the program was seen in.
//
// The program takes keys in order, so it is always in one of the states, and never goes back. A
// draft is always one of the states as a whole: that is what a kill is judged by.

/// A form's states, the first when the program started.
struct Timeline {
  private(set) var states: [FormModel]
  /// The last state before or at each that must outlive the process once it was seen.
  private var committed: [Int] = [0]
  /// The program is in this state or a later one.
  private(set) var seen = 0
  /// What was seen when.
  private var sightings: [(time: ContinuousClock.Instant, state: Int)] = []

  init(_ model: FormModel) {
    states = [model]
  }

  /// The state the form is in when every key has been taken.
  var last: FormModel { states[states.count - 1] }

  /// Whether the form is, or may soon be, at another prompt than that of a row.
  var mayBeAtPrompt: Bool { states[seen...].contains { $0.prompt != .row } }

  /// Adds what an operation does.
  mutating func append(_ operation: Operation) {
    for state in operation.states(of: last) {
      states.append(state)
      committed.append(state.isCommitted ? states.count - 1 : committed[committed.count - 1])
    }
  }

  /// Notes another size of the terminal, which no key goes before.
  mutating func resize(rows: Int) {
    states[states.count - 1].resize(rows: rows)
  }

  /// Takes note of what the screen shows.
  ///
  /// - Returns: whether it is one of the states to come.
  mutating func see(_ sight: Sight, at time: ContinuousClock.Instant) -> Bool {
    guard let state = (seen..<states.count).first(where: { sight.fits(states[$0]) }) else {
      return false
    }
    if state > seen || sightings.isEmpty { sightings.append((time, state)) }
    seen = state
    return true
  }

  /// The first state that a draft may be in after a kill: a row that was seen to be left is kept,
  /// and what was typed is once it was seen `typingTime` ago.
  func demanded(at time: ContinuousClock.Instant, typingTime: Duration) -> Int {
    let typed = sightings.last { time - $0.time > typingTime }?.state ?? 0
    return max(committed[seen], typed)
  }
}
