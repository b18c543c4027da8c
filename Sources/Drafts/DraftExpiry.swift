// The expiry of finished drafts: after 30 days, except the newest hundred of each form. The order of
// the saves decides which are the newest, not the clock.
//
// Clocks are sometimes wrong: a machine without one starts in 1970, others jump. So a draft counts as
// old only if other saves agree:
//  - The newest hundred are never removed. That needs no clock.
//  - A save is no older than one before it: its time is the latest that it or an earlier save has. Times
//    before 2020 (no clock was set) and after now (the clock was ahead) are ignored. Saves before the
//    first usable time count as being as young as that one.
//  - A save that comes over a year after the one before it may be that of a clock that jumped ahead: it
//    ages nothing. If the clock was right, the next save removes the expired drafts.

/// The rule for how long finished drafts are kept.
enum DraftExpiry {
  /// The number of saves of a form that are never removed.
  static let newest = 100
  /// The age after which other saves are removed, in seconds.
  static let age: Int64 = 30 * 24 * 60 * 60
  /// The longest time between two saves that is believed, in seconds.
  private static let longestPause: Int64 = 365 * 24 * 60 * 60
  /// 2020-01-01: there was no longform before.
  private static let earliest: Int64 = 1_577_836_800

  /// The saves of one form that are to be removed, the oldest first. O(n log n).
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
