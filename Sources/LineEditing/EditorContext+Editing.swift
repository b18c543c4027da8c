// Keys into codes, codes into changes of the line.
//
// Invariants: every key either runs one function, is handed to the application, is refused, or does
// nothing; no change makes the line longer than the limit; Backspace, Delete, motion and
// transposition never come to stand inside a character.

import CLibEdit
import Keys

extension EditorContext {
  // MARK: - Keys

  /// The next code for libedit; nil when the step is to end.
  func nextCode() -> UInt32? {
    hasAskedForInput = true
    while true {
      if let code = codes.popLast() { return code }
      guard let token = awaitToken() else { return nil }
      switch token {
      case .paste(let paste):
        vi.interrupt()
        outcome = .pasted(paste)
      case .key(let key): follow(key)
      }
      if outcome != nil { return nil }
    }
  }

  /// Does what a key is for.
  private func follow(_ key: Key) {
    if usesViKeys, followVi(key) { return }
    if isApplicationKey(key) {
      outcome = .key(key)
    } else if origin == .typed,
      let binding = vi.isInCommandMode ? bindings.command[key] : bindings.main[key]
    {
      follow(binding)
    } else if vi.isInCommandMode {
      move(key)
    } else {
      vi.record(key, from: origin)
      translate(key)
    }
  }

  /// Asks whether a key is the application's; one that `.` repeats is not.
  func isApplicationKey(_ key: Key) -> Bool {
    guard origin != .repeated, handlers?.isApplicationKey(key) ?? false else { return false }
    vi.interrupt()
    return true
  }

  /// Does what a person has bound.
  private func follow(_ binding: KeyBinding) {
    switch binding {
    case .keys(let keys):
      replay += keys.reversed().map { Input(token: .key($0), origin: .bound) }
    case .function(let name, let kind):
      if 2 * lineCount > LineEditor.scalarLimit {
        outcome = .refused(.tooLong)
      } else {
        _ = le_bind(el, OwnFunction.personal, name)
        run(kind, OwnFunction.personal)
      }
    case .own(let function, let kind): run(kind, function.rawValue)
    }
  }

  /// Puts down the codes a key stands for, if any.
  private func translate(_ key: Key) {
    switch key {
    case .character(let scalar): type(scalar)
    case .left, .control("b"): run(.moved, OwnFunction.left.rawValue)
    case .right, .control("f"): run(.moved, OwnFunction.right.rawValue)
    case .wordLeft, .meta("b"), .meta("B"): run(.moved, OwnFunction.wordLeft.rawValue)
    case .wordRight, .meta("f"), .meta("F"): run(.moved, OwnFunction.wordRight.rawValue)
    case .home, .control("a"): run(.moved, OwnFunction.lineStart.rawValue)
    case .end, .control("e"): run(.moved, OwnFunction.lineEnd.rawValue)
    case .enter where holdsLines, .metaEnter where holdsLines: typeLineBreak()
    case .controlX(.control("j")) where holdsLines: typeLineBreak()
    case .backspace: run(.deleted, OwnFunction.backspace.rawValue)
    case .delete: run(.deleted, OwnFunction.delete.rawValue)
    case .control("d"):
      if lineCount == 0 {
        outcome = .refused(.emptyDelete)
      } else {
        run(.deleted, OwnFunction.delete.rawValue)
      }
    case .control("t"): run(.other, OwnFunction.transpose.rawValue)
    case .meta("u"), .meta("U"): run(.other, OwnFunction.upperCase.rawValue)
    case .meta("l"), .meta("L"): run(.other, OwnFunction.lowerCase.rawValue)
    case .meta("c"), .meta("C"): run(.other, OwnFunction.capitalize.rawValue)
    case .control("y"): yank()
    default: kill(key)
    }
  }

  /// Kills, unless there is nothing to: an empty kill would empty the kill buffer.
  private func kill(_ key: Key) {
    let position = cursor
    let count = lineCount
    switch key {
    case .control("k"): run(.killed, OwnFunction.killToLineEnd.rawValue)
    case .control("u") where usesViKeys: run(.killed, OwnFunction.killToLineStart.rawValue)
    case .control("u"): run(.killed, OwnFunction.killLine.rawValue)
    case .control("w") where position > 0: killTo(.bigWordLeft)
    case .metaBackspace where position > 0: killTo(.wordLeft)
    case .meta("d") where position < count: killTo(.wordRight)
    case .meta("D") where position < count: killTo(.wordRight)
    case .modified(.delete, _) where position < count: killTo(.wordRight)
    case .control("w"), .metaBackspace, .meta("d"), .meta("D"), .modified(.delete, _):
      run(.killed, OwnFunction.insert.rawValue)  // inserts nothing
    default: break  // an unbound key does nothing
    }
  }

  private func killTo(_ motion: OwnFunction) {
    codes = [OwnFunction.killRegion, motion.rawValue, OwnFunction.setMark]
    kind = .killed
    vi.killsLines = false
    isKillOfLibedit = true
  }

  private func yank() {
    if lineCount + killedCount > LineEditor.scalarLimit {
      outcome = .refused(.tooLong)
    } else {
      codes = [OwnFunction.removeLineBreaks.rawValue, OwnFunction.yank]
      kind = .yanked
    }
  }

  func run(_ kind: EditKind, _ code: UInt32) {
    codes = [code]
    self.kind = kind
  }

  // MARK: - Typing

  private func typeLineBreak() {
    if lineCount < LineEditor.scalarLimit {
      insertion = [EditorContext.lineBreak]
      run(.typed, OwnFunction.insert.rawValue)
    } else {
      outcome = .refused(.tooLong)
    }
  }

  /// ASCII goes to libedit as it is; other scalars are collected, because libedit would take those
  /// below U+0100 for keys, and inserted together.
  private func type(_ first: Unicode.Scalar) {
    guard lineCount < LineEditor.scalarLimit else {
      outcome = .refused(.tooLong)
      while nextCharacter(where: { _ in true }) != nil {}
      return
    }
    if first.isASCII {
      generation += 1
      run(.typed, first.value)
      return
    }
    insertion = [first.value]
    while lineCount + insertion.count < LineEditor.scalarLimit,
      let scalar = nextCharacter(where: { !$0.isASCII })
    {
      insertion.append(scalar.value)
    }
    run(.typed, OwnFunction.insert.rawValue)
  }

  /// The next scalar if it has been typed already, is text and fulfils a condition.
  ///
  /// - Parameter isAwaited: Whether it belongs to an instruction, so that the application is not asked.
  func nextCharacter(
    isAwaited: Bool = false, where matches: (Unicode.Scalar) -> Bool
  ) -> Unicode.Scalar? {
    guard let input = takeInput() else { return nil }
    if case .key(let key) = input.token, case .character(let scalar) = key, matches(scalar),
      isAwaited || input.origin == .repeated || !(handlers?.isApplicationKey(key) ?? false)
    {
      if !isAwaited { vi.record(key, from: input.origin) }
      return scalar
    }
    pushedBack = input
    return nil
  }

  // MARK: - Commands

  /// Does what a function of ours says to the line.
  func run(_ function: OwnFunction) {
    let position = cursor
    switch function {
    case .insert:
      guard !insertion.isEmpty else { return }
      _ = le_insert(el, insertion, insertion.count)
      insertion.removeAll()
      generation += 1
    case .left: le_set_cursor(el, graphemes { $0.start(before: position) })
    case .right: le_set_cursor(el, graphemes { $0.end(after: position) })
    case .wordLeft: le_set_cursor(el, graphemes { $0.wordStart(before: position) })
    case .wordRight: le_set_cursor(el, graphemes { $0.wordEnd(after: position) })
    case .bigWordLeft: le_set_cursor(el, graphemes { $0.bigWordStart(before: position) })
    case .lineStart: le_set_cursor(el, lineStart(at: position))
    case .lineEnd: le_set_cursor(el, lineEnd(at: position))
    case .killToLineEnd, .killToLineStart, .killLine: killInLine(function, at: position)
    case .backspace:
      let start = graphemes { $0.start(before: position) }
      delete(start..<position)
    case .delete:
      let end = graphemes { $0.end(after: position) }
      delete(position..<end)
    case .removeLineBreaks: removeLineBreaks()
    case .vi: runVi()
    case .viPlace: placeForPut()
    case .viPut: finishPut()
    case .transpose: transpose(at: position)
    case .upperCase: changeCase(at: position) { scalar, _ in scalar.properties.uppercaseMapping }
    case .lowerCase: changeCase(at: position) { scalar, _ in scalar.properties.lowercaseMapping }
    case .capitalize:
      changeCase(at: position) { scalar, isFirst in
        isFirst ? scalar.properties.titlecaseMapping : scalar.properties.lowercaseMapping
      }
    }
  }

  private func delete(_ range: Range<Int>) {
    guard !range.isEmpty else { return }
    le_delete(el, range.lowerBound, range.count)
    generation += 1
  }

  /// Exchanges the characters around the cursor, or the last two at the end, as Emacs does.
  private func transpose(at position: Int) {
    let isAtEnd = position == lineEnd(at: position)
    let end = graphemes { isAtEnd ? position : $0.end(after: position) }
    let middle = graphemes { $0.start(before: end) }
    guard middle > lineStart(at: position) else { return }
    let start = graphemes { $0.start(before: middle) }
    let exchanged = withLine { Array($0[middle..<end]) + Array($0[start..<middle]) }
    le_overwrite(el, start, exchanged, exchanged.count)
    le_set_cursor(el, end)
    generation += 1
  }

  /// Changes the case up to the end of the word.
  private func changeCase(
    at position: Int, _ mapping: (_ scalar: Unicode.Scalar, _ isFirst: Bool) -> String
  ) {
    var isFirst = true
    changeCase(position..<graphemes { $0.wordEnd(after: position) }) { scalar in
      let mapped = mapping(scalar, isFirst)
      if scalar.properties.isAlphabetic { isFirst = false }
      return mapped
    }
  }

  /// Changes the case scalar by scalar, where the mapping is one scalar, so that no other character
  /// of the line moves; the cursor goes behind.
  func changeCase(_ range: Range<Int>, _ mapping: (Unicode.Scalar) -> String) {
    let before = withLine { Array($0[range]) }
    let after = before.map { value in
      let mapped = Unicode.Scalar(value).map { mapping($0).unicodeScalars }
      guard let mapped, let only = mapped.first, mapped.count == 1 else { return value }
      return only.value
    }
    if after != before {
      le_overwrite(el, range.lowerBound, after, after.count)
      generation += 1
    }
    le_set_cursor(el, range.upperBound)
  }

  // MARK: - The line

  /// Where the cursor is, in scalars.
  var cursor: Int {
    le_cursor(el)
  }

  /// How many scalars the line has.
  var lineCount: Int {
    le_line_count(el)
  }

  /// Lends the line's scalars.
  func withLine<Result>(_ body: (UnsafeBufferPointer<UInt32>) -> Result) -> Result {
    body(UnsafeBufferPointer(start: le_line(el), count: le_line_count(el)))
  }

  func graphemes(_ body: (Graphemes) -> Int) -> Int {
    withLine { body(Graphemes($0)) }
  }

  /// Puts a text into the emptied line; false, and the line stays empty, when it is too long.
  func load(_ text: String, cursor: Int, holdsLines: Bool) -> Bool {
    generation += 1
    self.holdsLines = holdsLines
    vi.interrupt()
    le_reset(el)
    let scalars = text.unicodeScalars.map(\.value)
    let fits = scalars.count <= LineEditor.scalarLimit
    if fits {
      _ = le_insert(el, scalars, scalars.count)
      le_set_cursor(el, max(0, cursor))
    }
    settle()
    le_redraw(el)
    return fits
  }

  /// Inserts a text at the cursor; false, and nothing has changed, when the line would be too long.
  func insert(_ text: String) -> Bool {
    let scalars = text.unicodeScalars.map(\.value)
    guard lineCount + scalars.count <= LineEditor.scalarLimit else { return false }
    if scalars.isEmpty { return true }
    generation += 1
    let isInserted = le_insert(el, scalars, scalars.count)
    settle()
    le_redraw(el)
    return isInserted
  }
}
