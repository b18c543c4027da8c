// Changes that reach the disk together, or not at all.
//
// Invariants: a batch says what is so afterwards, and history is counted from its newest end, so
// the window that drops the oldest steps never shifts what a batch means. Committing two batches
// one after the other and committing them merged leave the same draft.

/// What becomes of something that is stored under a key.
///
/// Not of values that must be equatable: the first dictionary of changes would look for that
/// conformance among all that the program has, at the first change of a form.
public enum DraftChange<Value> {
  case set(Value)
  case removed
}

extension DraftChange: Equatable where Value: Equatable {}
extension DraftChange: Sendable where Value: Sendable {}

/// Changes of a draft, committed in one transaction.
public struct DraftBatch: Equatable, Sendable {
  /// How many steps of history are kept.
  public static let historyLimit = 1_000

  /// What the form was opened with; needed in the first batch of a draft.
  public var origin: DraftOrigin?
  /// Rows by identity.
  public var rows: [String: DraftChange<DraftRow>] = [:]
  /// Structure by section.
  public var structure: [String: DraftChange<[UInt8]>] = [:]
  /// Whatever else the shell keeps.
  public var values: [String: DraftChange<[UInt8]>] = [:]
  /// The row with the focus.
  public var focus: DraftChange<String>?
  /// How many rows are filled.
  public var filled: Int?
  /// How many rows there are to fill.
  public var total: Int?

  /// How many of the newest stored steps are dropped before `appendedSteps` are added.
  public private(set) var droppedSteps = 0
  /// Steps to add, oldest first.
  public private(set) var appendedSteps: [DraftStep] = []
  /// How many of the newest steps are undone, after this batch.
  public var undone: Int?

  public init() {}

  /// Whether there is nothing to commit.
  public var isEmpty: Bool {
    self == DraftBatch()
  }

  // MARK: - History

  /// Drops the newest steps: what can no longer be redone, or a step about to be replaced.
  public mutating func dropSteps(_ count: Int) {
    let ours = min(count, appendedSteps.count)
    appendedSteps.removeLast(ours)
    // More than the window holds is all of it; the bound keeps the sum from overflowing.
    droppedSteps = min(droppedSteps + count - ours, Self.historyLimit)
  }

  /// Adds a step behind the newest.
  public mutating func appendStep(_ step: DraftStep) { appendedSteps.append(step) }

  // MARK: - Merging

  /// Adds changes made after these, as after a commit that failed.
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
