// The expiry of finished drafts: after 30 days, except the newest hundred of each form. The order
// of the saves, not the clock, decides which are the newest.
//
// Clocks are sometimes wrong: a machine without one starts in 1970, others jump. So a draft counts
// as old only if other saves agree:
//  - The newest hundred are never removed. That needs no clock.
//  - A save is never considered older than an earlier save: its time is the latest time of itself
//    and all saves before it. Times before 2020 (the clock was not set) and after now (the clock
//    was ahead) are ignored. Saves before the first usable time count as being as young as that
//    one.
//  - A save more than a year after the one before may come from a clock that jumped ahead: it makes
//    no save older. If the clock was right, the next save removes the expired drafts.

/// The rule for the age at which finished drafts are removed.
enum DraftExpiry {
  /// The number of newest saves of a form that are never removed.
  static let newest = 100
  /// The age in seconds after which other saves are removed.
  static let age: Int64 = 30 * 24 * 60 * 60
  /// The longest credible time between two saves, in seconds.
  private static let longestPause: Int64 = 365 * 24 * 60 * 60
  /// 2020-01-01, before the first version of longform.
  private static let earliest: Int64 = 1_577_836_800

  /// The expired saves of one form, the oldest first. O(n log n).
  static func expired(of saves: [DraftFileName], now: Int64) -> [DraftFileName] {
    guard saves.count > newest else { return [] }
    let saves = saves.sorted { $0.order < $1.order }
    let times = saves.map { save in
      save.time.flatMap { (earliest...max(now, earliest)).contains($0) ? $0 : nil }
    }
    guard var latest = times.lazy.compactMap(\.self).first else { return [] }
    let known = times.map { time in
      latest = max(latest, time ?? latest)
      return latest
    }
    let before = known[saves.count - 2]
    let today = now - before > longestPause ? before : now
    return zip(saves, known).prefix(saves.count - newest).filter { today - $0.1 > age }.map(\.0)
  }
}
