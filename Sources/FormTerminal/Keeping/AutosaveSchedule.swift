// When the changes of a session are written and synced, and when a failed write is tried again.
//
// Invariants: times and waits are in milliseconds of the monotonic clock; a wait that is not above 0 is over.

import System

/// The deadlines of a session that is kept in a draft.
struct AutosaveSchedule {
  /// The time between typing and writing, and between a move and writing.
  private static let typingDelay = 250
  private static let movingDelay = 1_000
  /// The time without a write after which the typing has paused.
  private static let pause = 250
  /// The time between the syncs of a slow disk.
  private static let batchDelay = 1_000
  /// The first and the last wait before a failed write is tried again.
  private static let retryDelays = 500...10_000
  /// The last wait in seconds.
  static var longestRetry: Int { retryDelays.upperBound / 1_000 }

  /// Whether a row was left whose text is not synced.
  var wantsSync = false
  var movedAt: Int?
  private var changedAt: Int?
  /// The time of the last write.
  private var writtenAt = 0
  private var syncedAt = 0
  private var retryAt = 0
  private var retryDelay = 0

  // MARK: - Waits

  func waitToRetry(_ now: Int) -> Int { retryAt - now }

  mutating func waitToWrite(_ now: Int) -> Int {
    let firstChange = changedAt ?? now
    changedAt = firstChange
    return firstChange + AutosaveSchedule.typingDelay - now
  }

  mutating func waitToWriteMove(_ now: Int) -> Int {
    let firstMove = movedAt ?? now
    movedAt = firstMove
    return firstMove + AutosaveSchedule.movingDelay - now
  }

  /// A disk that is not slow is synced at once after a row was left, and when the typing pauses.
  func waitToSync(_ now: Int, isSlow: Bool) -> Int {
    let batched = syncedAt + AutosaveSchedule.batchDelay
    let paused = min(batched, writtenAt + AutosaveSchedule.pause)
    return (isSlow ? batched : wantsSync ? now : paused) - now
  }

  /// Whether a change waits longer than a second to be written.
  func isLate(_ now: Int) -> Bool { changedAt.map { now - $0 > 1_000 } ?? false }

  // MARK: - Events

  /// The changes were taken out of the session.
  mutating func noteTaking() { (changedAt, movedAt) = (nil, nil) }

  mutating func noteWrite(isSynced: Bool) {
    writtenAt = Monotonic.milliseconds
    if isSynced { (syncedAt, wantsSync) = (writtenAt, false) }
  }

  mutating func noteSync() { (syncedAt, wantsSync) = (Monotonic.milliseconds, false) }

  mutating func noteFailure() {
    let delays = AutosaveSchedule.retryDelays
    retryDelay = min(max(retryDelay * 2, delays.lowerBound), delays.upperBound)
    retryAt = Monotonic.milliseconds + retryDelay
  }

  mutating func noteRecovery() { retryDelay = 0 }
}
