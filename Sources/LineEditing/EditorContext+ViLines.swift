// What vi does with whole lines, and what it puts back.
//
// Invariants: the kill buffer holds lines without the line break behind the last; a text that holds
// no lines never gets a line break, whatever the kill buffer holds.

import CLibEdit

extension EditorContext {
  // MARK: - Lines

  /// Does what a doubled operator does: the line break goes with the lines.
  func apply(_ what: ViInstruction.Operator, toLines range: Range<Int>, of line: ViLine) {
    guard what == .delete else { return copy(range, of: line, areLines: true) }
    let killed = line.offsets(of: range)
    kill(killed, areLines: true)
    if killed.lowerBound < lineCount {
      le_delete(el, killed.lowerBound, 1)
    } else if killed.lowerBound > 0 {
      le_delete(el, killed.lowerBound - 1, 1)
    } else {
      return
    }
    generation += 1
    le_set_cursor(el, lineStart(at: cursor))
  }

  /// Makes an empty line beside the one around the cursor, to type into.
  func openLine(at index: Int, isAbove: Bool, of line: ViLine) {
    guard holdsLines else { return }
    guard lineCount < LineEditor.scalarLimit else {
      outcome = .refused(.tooLong)
      return
    }
    startInserting(at: index, of: line)
    let start = cursor
    _ = le_insert(el, [EditorContext.lineBreak], 1)
    if isAbove { le_set_cursor(el, start) }
    generation += 1
  }

  /// Puts a space in the place of line breaks and the white space behind them.
  func joinLines(_ times: Int, from index: Int, of line: ViLine) {
    var (end, joints) = (line.lineEnd(at: index), [(start: Int, end: Int)]())
    while joints.count < times, end < line.count {
      var next = end + 1
      while next < line.count, line.characters[next] != "\n", line.characters[next].isWhitespace {
        next += 1
      }
      joints.append((line.offset(of: end), line.offset(of: next)))
      end = line.lineEnd(at: next)
    }
    for joint in joints.reversed() {
      le_delete(el, joint.start, joint.end - joint.start)
      _ = le_insert(el, [0x20], 1)
      generation += 1
    }
    if let last = joints.last {
      let removed = joints.dropLast().reduce(0) { $0 + $1.end - $1.start - 1 }
      le_set_cursor(el, last.start - removed)
    }
  }

  /// Makes spaces of line breaks that a yank brought into a text that holds none.
  func removeLineBreaks() {
    guard !holdsLines else { return }
    let breaks = withLine { line in line.indices.filter { line[$0] == EditorContext.lineBreak } }
    for position in breaks { le_overwrite(el, position, [0x20], 1) }
    if !breaks.isEmpty { generation += 1 }
  }

  // MARK: - Putting

  /// Puts the kill buffer before or behind the character at the cursor, or the line: libedit yanks
  /// it once, the other times are copies of what it yanked.
  func put(_ instruction: ViInstruction) {
    let once = killedCount + (vi.killsLines ? 1 : 0)
    if killedCount == 0 {
      vi.instruction = nil
      codes = [OwnFunction.insert.rawValue]  // inserts nothing
      kind = .other
    } else if lineCount + once * instruction.count > LineEditor.scalarLimit {
      vi.instruction = nil
      outcome = .refused(.tooLong)
    } else {
      codes = [OwnFunction.viPut.rawValue, OwnFunction.yank, OwnFunction.viPlace.rawValue]
      kind = .yanked
    }
  }

  private var putsLines: Bool { vi.killsLines && holdsLines }

  func placeForPut() {
    let position = cursor
    let isBehind = vi.instruction?.key == "p"
    if putsLines {
      le_set_cursor(el, isBehind ? lineEnd(at: position) : lineStart(at: position))
      if isBehind { _ = le_insert(el, [EditorContext.lineBreak], 1) }
    } else if isBehind, position < lineEnd(at: position) {
      le_set_cursor(el, graphemes { $0.end(after: position) })
    }
    vi.putStart = cursor
  }

  func finishPut() {
    guard let instruction = vi.instruction else { return }
    vi.instruction = nil
    let start = vi.putStart
    let end = cursor
    guard end > start else { return }
    let once = withLine { Array($0[start..<end]) }
    var more = repeatElement(once, count: instruction.count - 1).reduce(into: [UInt32]()) {
      if putsLines { $0.append(EditorContext.lineBreak) }
      $0 += $1
    }
    if putsLines, instruction.key == "P" { more.append(EditorContext.lineBreak) }
    if !more.isEmpty { _ = le_insert(el, more, more.count) }
    generation += 1
    removeLineBreaks()
    le_set_cursor(el, putsLines ? start : cursor - 1)
  }
}
