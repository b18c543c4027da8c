// What a draft may hold when the power is cut, by where in the recording that is.
//
// Invariant: between an acknowledgement and the next these are the states since the first, in whole
// steps; nothing before what was acknowledged, nothing that was not begun.

import Drafts

/// The states that are allowed, as the marks of a recording tell them.
struct PowerOracle {
  /// The states from a position of the recording on, oldest first.
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

  /// The marks with the position behind each.
  private static func marks(in changes: [Recording.Change]) -> [(Int, [Substring])] {
    changes.enumerated().compactMap { position, change in
      if case .marked(let text) = change { (position + 1, text.split(separator: " ")) } else { nil }
    }
  }

  /// Throws unless this may be held when the power is cut at a point.
  func expect(_ holdings: Holdings, at point: Int) throws {
    let past = stretches.prefix { $0.position <= point }
    if past.last?.states.contains(holdings) == true { return }
    guard let last = past.last(where: { $0.states.contains(holdings) }) else {
      throw Misbehaviour("what is held was never held, or is half of a step")
    }
    throw Misbehaviour(
      "what is held is what was acknowledged until call \(last.position); "
        + "more was by call \(past.last?.position ?? 0)")
  }
}

extension Step {
  /// Whether all that was committed is on the disk when it returns.
  var isDurable: Bool {
    switch self {
    case .commit(_, .process), .reopen: false
    case .commit(_, .disk), .sync, .finish, .setAside: true
    }
  }
}
