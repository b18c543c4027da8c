// The possible contents of a draft after several steps, some of which threw an error.
//
// Invariant: a step that returned is in the draft. A step that threw does not change the open
// draft. But its bytes may have reached the log before the sync failed, and then the next opening
// may find the whole step. The changes of a failed commit are pending, and the next commit includes
// them.

import Drafts

/// The oracle for a session on a failing disk. It knows all contents that the session's draft may
/// have.
struct Doubt {
  /// The outcome of a step.
  enum Outcome {
    case returned
    case threw
    /// The draft cannot be used until it is opened again.
    case broke
    /// The draft was opened again and matched these candidates.
    case found([Int])
  }

  private var script: Script
  /// The number of the last step.
  private(set) var number = 0
  /// The contents according to the steps that returned.
  private(set) var certain = Holdings()
  /// Contents that the draft may have because of steps that threw. `batches` is the number of
  /// pending batches that these contents include.
  private var possible: [(holdings: Holdings, batches: Int)] = []
  private var waiting: [DraftBatch] = []
  private var mustReopen = true

  init(seed: Int, index: Int) { script = Script(seed: seed, index: index) }

  /// The contents that the next opening may find.
  var candidates: [Holdings] { [certain] + possible.map(\.holdings) }

  /// The pending changes as one batch.
  var batch: DraftBatch { waiting.reduce(into: DraftBatch()) { $0.merge($1) } }

  /// Returns the next step. A commit includes all pending changes.
  mutating func next() -> Step {
    number += 1
    if mustReopen { return .reopen }
    var intended = certain
    if !waiting.isEmpty { intended.commit(batch, now: Script.time(number)) }
    switch script.next(intended.open) {
    case .commit(let batch, let durability):
      waiting.append(batch)
      return .commit(self.batch, durability)
    // A program finishes a draft only after it has committed everything.
    case .finish where !waiting.isEmpty, .setAside where !waiting.isEmpty:
      return .commit(batch, .disk)
    case let step: return step
    }
  }

  /// Updates the oracle with the outcome of a step.
  mutating func note(_ outcome: Outcome, of step: Step) {
    var after = certain
    after.play(step, now: Script.time(number))
    switch (step, outcome) {
    case (.reopen, .found(let indices)):
      let all = [(holdings: certain, batches: 0)] + possible
      let found = indices.map { all[$0] }
      guard let first = found.first else { return }
      certain = first.holdings
      waiting.removeFirst(first.batches)
      possible = Array(found.dropFirst())
      mustReopen = false
    case (.sync, .returned), (.reopen, _): break
    case (.sync, _): mustReopen = outcome.isBreak
    case (_, .returned):
      certain = after
      possible = []
      waiting = []
      if case .commit = step { return }
      mustReopen = true
    default:
      possible.append((after, waiting.count))
      mustReopen = outcome.isBreak
    }
  }
}

extension Doubt.Outcome {
  fileprivate var isBreak: Bool { if case .broke = self { true } else { false } }

  /// The outcome as a line. A session, which is a child process, prints it, and the driver reads
  /// it.
  var line: String {
    switch self {
    case .returned: "returned"
    case .threw: "threw"
    case .broke: "broke"
    case .found(let indices): (["found"] + indices.map(String.init)).joined(separator: " ")
    }
  }

  init?(line: Substring) {
    let words = line.split(separator: " ")
    switch words.first {
    case "returned": self = .returned
    case "threw": self = .threw
    case "broke": self = .broke
    case "found": self = .found(words.dropFirst().compactMap { Int($0) })
    default: return nil
    }
  }
}
