// The allowed contents of a draft after a power cut, for each position in the recording.
//
// An acknowledgement is the report that a step and all earlier steps are on disk. Invariant: the
// allowed contents are the state that was acknowledged last, and the state after each later step
// that has begun.

import Drafts

/// The allowed states, from the marks of a recording.
struct PowerOracle {
  /// The positions at which the allowed states change, in order, each with the states that are
  /// allowed from there on.
  private var stretches: [(position: Int, states: [Holdings])] = [(0, [Holdings()])]

  /// Reads the marks of `PowerSession`.
  init(_ changes: [Recording.Change], of plot: Plot) {
    var (begun, durable) = (0, 0)
    for (position, words) in Self.marks(in: changes) {
      guard words.count == 2, let number = Int(words[1]) else { continue }
      if words[0] == "begun" { begun = number } else { durable = number }
      stretches.append((position, Array(plot.states[durable...max(begun, durable)])))
    }
  }

  /// Reads the marks of `StoreFaultsSession`.
  init(_ changes: [Recording.Change], of start: Doubt) {
    var doubt = start
    var states = [Holdings()]
    var step = Step.reopen
    for (position, words) in Self.marks(in: changes) {
      if words == ["begun"] {
        step = doubt.next()
        var after = doubt.certain
        after.play(step, now: Script.time(doubt.number))
        states.append(after)
      } else if let outcome = Doubt.Outcome(line: Substring(words.joined(separator: " "))) {
        doubt.note(outcome, of: step)
        if case .returned = outcome, step.isDurable { states = doubt.candidates }
      }
      stretches.append((position, states))
    }
  }

  /// Returns the marks, each with the position after it.
  private static func marks(in changes: [Recording.Change]) -> [(Int, [Substring])] {
    changes.enumerated().compactMap { position, change in
      if case .marked(let text) = change { (position + 1, text.split(separator: " ")) } else { nil }
    }
  }

  /// Throws unless these contents are allowed after a power cut at a point.
  func expect(_ holdings: Holdings, at point: Int) throws {
    let past = stretches.prefix { $0.position <= point }
    if past.last?.states.contains(holdings) == true { return }
    guard let last = past.last(where: { $0.states.contains(holdings) }) else {
      throw Misbehaviour("the draft is in a state that never existed, or in the middle of a step")
    }
    throw Misbehaviour(
      "the draft has the state acknowledged until call \(last.position); "
        + "more was acknowledged by call \(past.last?.position ?? 0)")
  }
}

extension Step {
  /// Whether a step that returned has put all commits on disk.
  var isDurable: Bool {
    switch self {
    case .commit(_, .process), .reopen: false
    case .commit(_, .disk), .sync, .finish, .setAside: true
    }
  }
}
