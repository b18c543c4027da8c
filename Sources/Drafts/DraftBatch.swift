// Changes that are stored together or not at all.
//
// Invariants: a batch has new values rather than differences, and counts the steps of the undo
// history from the newest one. So dropping the oldest steps never changes the meaning of a batch.
// Committing two batches one after the other has the same result as committing them merged.

/// A change to the value stored under a key.
///
/// The values need not be `Equatable`. If they had to be, the runtime would search the whole
/// program for the conformance at the first edit.
public enum DraftChange<Value> {
  case set(Value)
  case removed
}

extension DraftChange: Equatable where Value: Equatable {}
extension DraftChange: Sendable where Value: Sendable {}

/// Changes to a draft that one transaction commits.
public struct DraftBatch: Equatable, Sendable {
  /// The largest number of history steps that are kept.
  public static let historyLimit = 1_000

  /// The form, options and loaded answers of the session. The first batch of a draft must contain
  /// an origin.
  public var origin: DraftOrigin?
  /// Changed rows, by the identity of the row.
  public var rows: [String: DraftChange<DraftRow>] = [:]
  /// Changed structure, such as the order of items, by section.
  public var structure: [String: DraftChange<[UInt8]>] = [:]
  /// Changed values that the program stores for its own use.
  public var values: [String: DraftChange<[UInt8]>] = [:]
  /// The focused row.
  public var focus: DraftChange<String>?
  /// The number of rows with an answer.
  public var filled: Int?
  /// The number of rows in the form.
  public var total: Int?

  /// The number of stored steps to drop, newest first, before adding `appendedSteps`.
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

  /// Drops the newest steps, either because they can no longer be redone, or because the last step
  /// will be replaced.
  public mutating func dropSteps(_ count: Int) {
    let ownSteps = min(count, appendedSteps.count)
    appendedSteps.removeLast(ownSteps)
    // Dropping `historyLimit` steps already drops the whole history. The limit also prevents an
    // overflow.
    droppedSteps = min(droppedSteps + count - ownSteps, Self.historyLimit)
  }

  /// Adds a step after the newest step.
  public mutating func appendStep(_ step: DraftStep) { appendedSteps.append(step) }

  // MARK: - Merging

  /// Adds newer changes to these changes, for example after a commit failed.
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
