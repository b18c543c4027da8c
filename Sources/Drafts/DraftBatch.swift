// Changes that reach the disk together, or not at all.
//
// Invariants: a batch holds new values, not differences, and counts history from its newest end. So
// dropping the oldest steps never changes the meaning of a batch, and committing two batches one
// after the other leaves the same draft as committing them merged.

/// A change of the value stored under a key.
///
/// Not constrained to `Equatable` values: with that constraint, the first dictionary of changes
/// would search the whole program for the conformance, at the first edit.
public enum DraftChange<Value> {
  case set(Value)
  case removed
}

extension DraftChange: Equatable where Value: Equatable {}
extension DraftChange: Sendable where Value: Sendable {}

/// Changes of a draft, committed in one transaction.
public struct DraftBatch: Equatable, Sendable {
  /// The most steps of history that are kept.
  public static let historyLimit = 1_000

  /// The form, options and answers of the session; needed in the first batch of a draft.
  public var origin: DraftOrigin?
  /// Rows by identity.
  public var rows: [String: DraftChange<DraftRow>] = [:]
  /// Structure by section.
  public var structure: [String: DraftChange<[UInt8]>] = [:]
  /// Any other values of the shell.
  public var values: [String: DraftChange<[UInt8]>] = [:]
  /// The row with the focus.
  public var focus: DraftChange<String>?
  /// The number of rows with an answer.
  public var filled: Int?
  /// The number of rows in the form.
  public var total: Int?

  /// The number of newest stored steps to drop before adding `appendedSteps`.
  public private(set) var droppedSteps = 0
  /// Steps to add, oldest first.
  public private(set) var appendedSteps: [DraftStep] = []
  /// The number of newest steps that are undone after this batch.
  public var undone: Int?

  public init() {}

  /// Whether there is nothing to commit.
  public var isEmpty: Bool {
    self == DraftBatch()
  }

  // MARK: - History

  /// Drops the newest steps: those that can no longer be redone, or one that is about to be
  /// replaced.
  public mutating func dropSteps(_ count: Int) {
    let ownSteps = min(count, appendedSteps.count)
    appendedSteps.removeLast(ownSteps)
    // The limit already drops the whole history; it also keeps the sum from overflowing.
    droppedSteps = min(droppedSteps + count - ownSteps, Self.historyLimit)
  }

  /// Adds a step after the newest.
  public mutating func appendStep(_ step: DraftStep) { appendedSteps.append(step) }

  // MARK: - Merging

  /// Adds newer changes to these, for example after a commit failed.
  public mutating func merge(_ newer: DraftBatch) {
    if let origin = newer.origin { self.origin = origin }
    rows.merge(newer.rows) { $1 }
    structure.merge(newer.structure) { $1 }
    values.merge(newer.values) { $1 }
    if let focus = newer.focus { self.focus = focus }
    if let filled = newer.filled { self.filled = filled }
    if let total = newer.total { self.total = total }
    dropSteps(newer.droppedSteps)
    appendedSteps += newer.appendedSteps
    if let undone = newer.undone { self.undone = undone }
  }
}
