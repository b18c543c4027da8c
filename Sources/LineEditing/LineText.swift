// The text inside libedit. It is read without copying, and changed by ranges of scalars.
//
// Invariants: the text is read and changed only by `le_` functions. No pointer to the text is kept
// across a call that could change it. Every change increments the generation. A line break is one
// line feed, which belongs to no line; a text without a line feed is a single line.

import CLibEdit

/// The edited text, its cursor and the kill buffer.
struct LineText {
  /// The scalar that separates lines.
  static let lineBreak: UInt32 = 0x0a

  let el: OpaquePointer
  /// Incremented by every change of the text.
  private(set) var generation = 0
  /// Whether Enter types a line break.
  private(set) var holdsLines = false
  /// The number of scalars in libedit's kill buffer.
  private(set) var killedCount = 0
  /// Whether the kill buffer holds whole lines, so that vi's `p` and `P` insert them as lines.
  private(set) var killsLines = false
  /// Whether the text changed after libedit last recorded its screen.
  private var recordIsOld = false

  init(_ el: OpaquePointer) { self.el = el }

  // MARK: - Reading

  /// The cursor's position in scalars.
  var cursor: Int { le_cursor(el) }

  /// The number of scalars.
  var count: Int { le_line_count(el) }

  /// Calls a closure with the scalars.
  func withScalars<Result>(_ body: (UnsafeBufferPointer<UInt32>) -> Result) -> Result {
    body(UnsafeBufferPointer(start: le_line(el), count: le_line_count(el)))
  }

  func graphemes(_ body: (Graphemes) -> Int) -> Int { withScalars { body(Graphemes($0)) } }

  /// The start of the line around a position. O(line).
  func lineStart(at position: Int) -> Int {
    withScalars { $0[..<position].lastIndex(of: LineText.lineBreak).map { $0 + 1 } ?? 0 }
  }

  /// The end of the line around a position, before its line break. O(line).
  func lineEnd(at position: Int) -> Int {
    withScalars { $0[position...].firstIndex(of: LineText.lineBreak) ?? $0.count }
  }

  // MARK: - Changing

  func setCursor(_ cursor: Int) { le_set_cursor(el, cursor) }

  /// Records that functions outside libedit changed the text or the cursor.
  mutating func noteOutsideChange() { recordIsOld = true }

  /// Updates libedit's record of its screen. Only libedit's functions read the record, so it is
  /// updated just before one of them runs: most loaded texts are replaced before a key edits them.
  mutating func updateRecord() {
    guard recordIsOld else { return }
    le_redraw(el)
    recordIsOld = false
  }

  /// Records that libedit changed the text.
  mutating func noteChange() { generation += 1 }

  /// Replaces the text; returns false and leaves the line empty if the new text is too long.
  mutating func load(_ text: String, cursor: Int, holdsLines: Bool) -> Bool {
    generation += 1
    self.holdsLines = holdsLines
    le_reset(el)
    let scalars = text.unicodeScalars.map(\.value)
    guard scalars.count <= LineEditor.scalarLimit else { return false }
    _ = le_insert(el, scalars, scalars.count)
    le_set_cursor(el, max(0, cursor))
    return true
  }

  /// Inserts scalars at the cursor; returns false if libedit has no room for them.
  @discardableResult mutating func insert(_ scalars: [UInt32]) -> Bool {
    if scalars.isEmpty { return true }
    generation += 1
    return le_insert(el, scalars, scalars.count)
  }

  mutating func delete(_ range: Range<Int>) {
    guard !range.isEmpty else { return }
    le_delete(el, range.lowerBound, range.count)
    generation += 1
  }

  mutating func overwrite(_ position: Int, _ scalars: [UInt32]) {
    guard !scalars.isEmpty else { return }
    le_overwrite(el, position, scalars, scalars.count)
    generation += 1
  }

  // MARK: - Killing

  /// Deletes a range into the kill buffer.
  ///
  /// - Parameter areLines: whether the range consists of whole lines, which vi's `p` inserts as
  ///   lines.
  mutating func kill(_ range: Range<Int>, areLines: Bool = false) {
    guard !range.isEmpty else { return }
    le_kill(el, range.lowerBound, range.count)
    noteKill(of: range.count, areLines: areLines)
    generation += 1
  }

  /// Copies a range into the kill buffer, by deleting the range and inserting it again.
  mutating func copy(_ range: Range<Int>, areLines: Bool) {
    guard !range.isEmpty else { return }
    let position = cursor
    let scalars = withScalars { Array($0[range]) }
    le_kill(el, range.lowerBound, range.count)
    _ = le_insert(el, scalars, scalars.count)
    le_set_cursor(el, position)
    noteKill(of: range.count, areLines: areLines)
  }

  /// Records the size and kind of the kill buffer's contents.
  mutating func noteKill(of count: Int, areLines: Bool = false) {
    (killedCount, killsLines) = (count, areLines)
  }

  /// Kills text within the line around the cursor. If there is no text to kill, kills the adjacent
  /// line break. If there is no line break either, does nothing: killing an empty range would empty
  /// the kill buffer.
  mutating func killInLine(_ function: OwnFunction) {
    let position = cursor
    let (start, end) = (lineStart(at: position), lineEnd(at: position))
    switch function {
    case .killToLineEnd: kill(position..<(position < end ? end : min(end + 1, count)))
    case .killToLineStart: kill((start < position ? start : max(start - 1, 0))..<position)
    default: kill((start < end ? start : max(start - 1, 0))..<end)
    }
  }

  // MARK: - Characters

  /// Swaps the characters before and at the cursor. At the end of the line swaps the last two
  /// characters, as Emacs does.
  mutating func transpose() {
    let position = cursor
    let isAtEnd = position == lineEnd(at: position)
    let end = graphemes { isAtEnd ? position : $0.end(after: position) }
    let middle = graphemes { $0.start(before: end) }
    guard middle > lineStart(at: position) else { return }
    let start = graphemes { $0.start(before: middle) }
    overwrite(start, withScalars { Array($0[middle..<end]) + Array($0[start..<middle]) })
    setCursor(end)
  }

  /// Changes the case of the text from the cursor to the end of the word.
  mutating func changeCase(_ mapping: (_ scalar: Unicode.Scalar, _ isFirst: Bool) -> String) {
    let position = cursor
    var isFirst = true
    changeCase(position..<graphemes { $0.wordEnd(after: position) }) { scalar in
      let mapped = mapping(scalar, isFirst)
      if scalar.properties.isAlphabetic { isFirst = false }
      return mapped
    }
  }

  /// Changes the case of the scalars in a range. A scalar whose mapping has several scalars stays
  /// unchanged, so that the rest of the text keeps its offsets. Moves the cursor to the end of the
  /// range.
  mutating func changeCase(_ range: Range<Int>, _ mapping: (Unicode.Scalar) -> String) {
    let before = withScalars { Array($0[range]) }
    let after = before.map { value in
      let mapped = Unicode.Scalar(value).map { mapping($0).unicodeScalars }
      guard let mapped, let only = mapped.first, mapped.count == 1 else { return value }
      return only.value
    }
    if after != before { overwrite(range.lowerBound, after) }
    setCursor(range.upperBound)
  }

  /// Replaces line breaks by spaces after a yank, if this text must not contain line breaks.
  mutating func removeLineBreaks() {
    guard !holdsLines else { return }
    let breaks = withScalars { line in line.indices.filter { line[$0] == LineText.lineBreak } }
    for position in breaks { overwrite(position, [0x20]) }
  }

  /// Joins lines: replaces each line break and the white space after it by a single space.
  mutating func joinLines(_ times: Int, from index: Int, of line: ViLine) {
    var (end, joints) = (line.lineEnd(at: index), [Range<Int>]())
    while joints.count < times, end < line.count {
      var next = end + 1
      while next < line.count, line.characters[next] != "\n", line.characters[next].isWhitespace {
        next += 1
      }
      joints.append(line.offsets(of: end..<next))
      end = line.lineEnd(at: next)
    }
    for joint in joints.reversed() {
      delete(joint)
      insert([0x20])
    }
    if let last = joints.last {
      let removed = joints.dropLast().reduce(0) { $0 + $1.count - 1 }
      setCursor(last.lowerBound - removed)
    }
  }
}
