// The steps of a script, and the expected contents after each step.

import Drafts

/// The steps of a script, and the contents that they must lead to.
struct Plot {
  /// The steps; the nth is `steps[n - 1]`.
  private(set) var steps: [Step] = []
  /// The contents after n steps are `states[n]`.
  private(set) var states = [Holdings()]

  init(seed: Int, index: Int, count: Int) {
    var script = Script(seed: seed, index: index)
    var holdings = Holdings()
    for number in 1...max(count, 1) {
      let step = script.next(holdings.open)
      holdings.play(step, now: Script.time(number))
      steps.append(step)
      states.append(holdings)
    }
  }
}

extension Holdings {
  /// Applies a step that succeeds.
  mutating func play(_ step: Step, now: Int64) {
    switch step {
    case .commit(let batch, _): commit(batch, now: now)
    case .finish: leave(as: .finished, now: now)
    case .setAside: leave(as: .aside, now: now)
    case .sync, .reopen: break
    }
  }
}
