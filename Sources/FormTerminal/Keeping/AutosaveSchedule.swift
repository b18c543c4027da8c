// Decides when changes of a session are written and synced, and when a failed write is repeated.
//
// All times and waits are in milliseconds of the monotonic clock. A wait of 0 or less is over.

import System

/// The times of one session's writes to its draft.
struct AutosaveSchedule {
  /// The delays before a write: after typing, and after a move of the focus.
  private static let typingDelay = 250
  private static let movingDelay = 1_000
  /// The time without typing that counts as a pause in the typing.
  private static let pause = 250
  /// The interval between two syncs of a slow disk.
  private static let batchDelay = 1_000
  /// The shortest and the longest wait before a failed write is repeated.
  private static let retryDelays = 500...10_000
  /// The longest wait before a failed write is repeated, in seconds.
  static var longestRetry: Int { retryDelays.upperBound / 1_000 }

  /// Whether a completed change, such as the text of a row that was left, is not synced yet.
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

  /// Returns the wait until the next sync. A slow disk is synced at intervals. Any other disk is
  /// synced after a completed change and when typing pauses.
  func waitToSync(_ now: Int, isSlow: Bool) -> Int {
    let batched = syncedAt + AutosaveSchedule.batchDelay
    let paused = min(batched, writtenAt + AutosaveSchedule.pause)
    return (isSlow ? batched : wantsSync ? now : paused) - now
  }

  /// Returns whether a change has waited for more than a second.
  func isLate(_ now: Int) -> Bool { changedAt.map { now - $0 > 1_000 } ?? false }

  // MARK: - Events

  /// Records that the changes were taken from the session for writing.
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
