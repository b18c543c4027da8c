// The scroll bar in the last column of the form.

/// The scroll bar: a thumb without a track.
enum Scrollbar {
  /// Returns the lines of the thumb in a view of `height` lines that begins at line `top` of
  /// `count` lines; empty if all lines are in view.
  static func thumb(of top: Int, height: Int, of count: Int) -> Range<Int> {
    guard height > 0, count > height else { return 0..<0 }
    let size = max((height * height + count / 2) / count, 1)
    let room = height - size
    let last = count - height
    let start = (min(top, last) * room + last / 2) / last
    return start..<start + size
  }
}
