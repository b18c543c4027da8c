// Decides which finished drafts have expired: those older than 30 days, except the newest hundred
// of each form. The order of the saves, not the clock, determines which drafts are newest.
//
// Clocks are sometimes wrong: some start in 1970, others jump. So a draft counts as old only if
// other saves confirm it:
//  - The newest hundred are never removed. This rule needs no clock.
//  - A save is never considered older than an earlier save. Its time is the latest of its own
//    time and the times of all earlier saves. Times before 2020 (the clock was not set) and after
//    now (the clock was ahead) are ignored. Saves before the first usable time get that time.
//  - A save more than a year after the previous save may come from a clock that jumped ahead. Until
//    the next save, the ages of all saves are then counted up to that previous save, not up to
//    now. If the clock was right, the next save removes the expired drafts.

/// The rule that determines when finished drafts are removed.
enum DraftExpiry {
  /// The number of saves of a form that are never removed, counted from the newest.
  static let newest = 100
  /// The age, in seconds, after which other saves are removed.
  static let age: Int64 = 30 * 24 * 60 * 60
  /// The longest plausible time between two saves, in seconds.
  private static let longestPause: Int64 = 365 * 24 * 60 * 60
  /// January 1, 2020, which is before the first version of longform.
  private static let earliest: Int64 = 1_577_836_800

  /// The expired saves of one form, oldest first. O(n log n).
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
