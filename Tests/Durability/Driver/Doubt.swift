// What a draft may hold after steps some of which threw.
//
// Invariant: a step that returned is there. One that threw is not, as long as the draft is open; but
// its bytes may have reached the log before the sync failed, so the next opening may find it, wholly.
// What was to be committed waits, and is committed with what comes later.

import Drafts

/// The oracle of a session on a disk that fails.
struct Doubt {
  /// How a step ended.
  enum Outcome {
    case returned
    case threw
    /// The draft is of no use before it is opened again.
    case broke
    /// It was opened again, and one of these candidates was found.
    case found([Int])
  }

  private var script: Script
  /// The number of the step that was taken last.
  private(set) var number = 0
  /// What is there as far as was reported.
  private(set) var certain = Holdings()
  /// What steps that threw would have left, with how many of the waiting batches are in it.
  private var possible: [(holdings: Holdings, batches: Int)] = []
  private var waiting: [DraftBatch] = []
  private var mustReopen = true

  init(seed: Int, index: Int) { script = Script(seed: seed, index: index) }

  /// All that the next opening may find.
  var candidates: [Holdings] { [certain] + possible.map(\.holdings) }

  /// What waits to be committed, as one batch.
  var batch: DraftBatch { waiting.reduce(into: DraftBatch()) { $0.merge($1) } }

  /// The next step; a commit is one of everything that waits.
  mutating func next() -> Step {
    number += 1
    if mustReopen { return .reopen }
    var intended = certain
    if !waiting.isEmpty { intended.commit(batch, now: Script.time(number)) }
    switch script.next(intended.open) {
    case .commit(let batch, let durability):
      waiting.append(batch)
      return .commit(self.batch, durability)
    // A form is saved only when everything of it was committed.
    case .finish where !waiting.isEmpty, .setAside where !waiting.isEmpty:
      return .commit(batch, .disk)
    case let step: return step
    }
  }

  /// Draws the conclusions from how a step ended.
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

  /// As a line, which a session writes and its parent reads.
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
