// The effects of control characters and sequences; one case for each sequence.
//
// Invariant: a sequence that is not listed changes nothing and is recorded in `unknownSequences`.

extension VirtualTerminal {
  /// Records an unknown sequence.
  mutating func note(_ sequence: String) {
    unknownSequences.append(sequence)
  }

  // MARK: - Control characters and escapes

  mutating func control(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "\u{07}":
      bellCount += 1
      return
    case "\u{08}":
      cursor.column = max(cursor.column - 1, 0)
    case "\t":
      cursor.column = min((cursor.column / 8 + 1) * 8, columns - 1)
      joinable = nil
      return
    case "\n", "\u{0B}", "\u{0C}":
      lineFeed()
    case "\r":
      cursor.column = 0
    case "\0":
      return
    default:
      note("^" + String(Unicode.Scalar(UInt8(scalar.value) ^ 0x40)))
      return
    }
    isWrapPending = false
    joinable = nil
  }

  mutating func escape(_ sequence: String) {
    joinable = nil
    switch sequence {
    case "7": saveCursor()
    case "8": restoreCursor()
    case "D": lineFeed()
    case "E":
      cursor.column = 0
      lineFeed()
    case "M": reverseLineFeed()
    case "c": reset()
    case "(0": usesLineDrawing = true
    case "(B": usesLineDrawing = false
    case ")B", ")0", "=", ">", "\\": break
    default: note("ESC" + sequence)
    }
  }

  private mutating func saveCursor() {
    saved = SavedCursor(
      cursor: cursor, style: style, isWrapPending: isWrapPending, usesLineDrawing: usesLineDrawing)
  }

  private mutating func restoreCursor() {
    move(row: saved.cursor.row, column: saved.cursor.column)
    style = saved.style
    usesLineDrawing = saved.usesLineDrawing
    isWrapPending = saved.isWrapPending && cursor.column == columns - 1
  }

  private mutating func reset() {
    if mainScreen != nil { showAlternateScreen(false) }
    grid = Array(repeating: Line(columns: columns), count: rows)
    (cursor, style, saved) = (Position(row: 0, column: 0), .plain, SavedCursor())
    (isWrapPending, isInserting, usesLineDrawing) = (false, false, false)
    modes = [7, 25]
    region = 0...(rows - 1)
  }

  // MARK: - Control sequences

  mutating func perform(_ sequence: ControlSequence) {
    switch (sequence.prefix, sequence.intermediates) {
    case ("", ""): performPlain(sequence)
    case ("?", ""): performPrivate(sequence)
    case (">", "") where sequence.final == "c": reply("\u{1B}[>41;0;0c")
    case ("?", "$") where sequence.final == "p":
      let state = modes.contains(sequence.selector()) ? 1 : 2
      reply("\u{1B}[?\(sequence.selector());\(state)$y")
    default: note(sequence.description)
    }
  }

  private mutating func performPlain(_ sequence: ControlSequence) {
    let count = sequence.count()
    switch sequence.final {
    case "m": return style.apply(sequence.parameters)
    case "A": moveUp(count)
    case "B", "e": moveDown(count)
    case "C", "a": move(row: cursor.row, column: cursor.column + count)
    case "D": move(row: cursor.row, column: cursor.column - count)
    case "E":
      moveDown(count)
      move(row: cursor.row, column: 0)
    case "F":
      moveUp(count)
      move(row: cursor.row, column: 0)
    case "G", "`": move(row: cursor.row, column: count - 1)
    case "H", "f": moveInRegion(row: count - 1, column: sequence.count(1) - 1)
    case "d": moveInRegion(row: count - 1, column: cursor.column)
    case "J" where sequence.selector() <= 3: eraseInDisplay(sequence.selector())
    case "K" where sequence.selector() <= 2: eraseInLine(sequence.selector())
    case "X": eraseCells(cursor.column..<cursor.column + count)
    case "@": insertCells(count)
    case "P": deleteCells(count)
    case "L": insertLines(count)
    case "M": deleteLines(count)
    case "S": scrollUp(count)
    case "T" where sequence.parameters.count <= 1: scrollDown(count)
    case "b": return repeatLastCharacter(count)
    case "r": setRegion(sequence)
    case "s" where sequence.parameters.isEmpty: saveCursor()
    case "u" where sequence.parameters.isEmpty: restoreCursor()
    case "h" where sequence.selector() == 4: isInserting = true
    case "l" where sequence.selector() == 4: isInserting = false
    case "n" where sequence.selector() == 6:
      reply("\u{1B}[\(cursor.row + 1);\(cursor.column + 1)R")
    case "n" where sequence.selector() == 5: reply("\u{1B}[0n")
    case "c": reply("\u{1B}[?62;c")
    case "t" where sequence.selector() == 22 || sequence.selector() == 23: break  // title stack
    default: note(sequence.description)
    }
    joinable = nil
  }

  private mutating func performPrivate(_ sequence: ControlSequence) {
    switch sequence.final {
    case "h", "l":
      for mode in sequence.parameters { setMode(mode, sequence.final == "h") }
    case "J", "K":
      performPlain(
        ControlSequence(parameterText: sequence.parameterText, final: sequence.final))
    default: note(sequence.description)
    }
    joinable = nil
  }

  private mutating func setMode(_ mode: Int, _ isSet: Bool) {
    modeChanges.append(ModeChange(mode: mode, isSet: isSet))
    if isSet { modes.insert(mode) } else { modes.remove(mode) }
    switch mode {
    case 6: moveInRegion(row: 0, column: 0)
    case 47, 1047: showAlternateScreen(isSet)
    case 1048: if isSet { saveCursor() } else { restoreCursor() }
    case 1049:
      if isSet { saveCursor() }
      showAlternateScreen(isSet)
      if !isSet { restoreCursor() }
    case 1, 7, 12, 25, 1000...1006, 1015, 2004, 2026: break
    default: note("ESC[?\(mode)" + (isSet ? "h" : "l"))
    }
  }

  private mutating func showAlternateScreen(_ isShown: Bool) {
    if isShown, mainScreen == nil {
      mainScreen = (grid, cursor)
      grid = Array(repeating: Line(columns: columns), count: rows)
    } else if !isShown, let main = mainScreen {
      grid = main.grid
      mainScreen = nil
    }
    region = 0...(rows - 1)
    isWrapPending = false
  }

  private mutating func reply(_ text: String) {
    replies += Array(text.utf8)
  }

  private mutating func repeatLastCharacter(_ count: Int) {
    let character = lastCharacter
    for _ in 0..<min(count, rows * columns) {
      for scalar in character.unicodeScalars { write(scalar) }
    }
  }

  private mutating func setRegion(_ sequence: ControlSequence) {
    let top = sequence.count() - 1
    let bottom = min(sequence.selector(1) == 0 ? rows : sequence.selector(1), rows) - 1
    guard top < bottom else { return }
    region = top...bottom
    moveInRegion(row: 0, column: 0)
  }
}
