// How long ago something was, for people.

import FormText

/// Ages.
enum Age {
  /// `12 seconds ago`, `3 hours ago`; rounded down, in the greatest unit that is at least two.
  static func sentence(seconds: Int64) -> String {
    let units: [(Int64, String)] = [
      (86_400, "day"), (3_600, "hour"), (60, "minute"), (1, "second"),
    ]
    for (length, name) in units where seconds >= length * (length == 1 ? 1 : 2) {
      return counted(Int(seconds / length), name) + " ago"
    }
    return "just now"
  }
}
