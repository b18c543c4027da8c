// vi's two modes: the keys that belong to each mode, and the effect of vi's commands on the text.
//
// Invariants: in command mode no key inserts itself, and the cursor is on a character, not after
// the last one. Every change affects whole characters. A count never makes the text longer than the
// limit. The mode is kept here and not in libedit, so that it stays when another text is loaded.

import CLibEdit
import Keys

/// The state of vi between two keys.
struct ViState {
  var isInCommandMode = false
  var parser = ViParser()
  /// The find command that `;` and `,` repeat.
  var find: ViLine.Find?
  /// The instruction that `OwnFunction.vi` runs.
  var instruction: ViInstruction?
  /// The position where `p` or `P` begins to insert the kill buffer.
  var putStart = 0

  /// The keys that `.` repeats.
  private(set) var lastChange: [Key] = []
  /// The keys of a change that is not finished, because the person is typing in insert mode.
  private var recording: [Key]?

  /// Records the keys of a command that changes the text.
  mutating func begin(_ keys: [Unicode.Scalar], isInserting: Bool) {
    let keys = keys.map { Key.character($0) }
    if isInserting { recording = keys } else { lastChange = keys }
  }

  /// Records a key typed in insert mode.
  mutating func record(_ press: KeyPress) {
    guard press.origin != .repeated, let count = recording?.count else { return }
    if count < LineEditor.scalarLimit { recording?.append(press.key) } else { recording = nil }
  }

  /// Ends the recording when insert mode ends: `.` can now repeat the typed text.
  mutating func finishRecording() {
    if let keys = recording { lastChange = keys + [.escape] }
    recording = nil
  }

  /// Drops an unfinished command, because the program handled a key itself or loaded a text.
  mutating func interrupt() {
    parser = ViParser()
    finishRecording()
  }
}

extension LineEngine {
  // MARK: - Modes

  /// Switches command mode on or off when the application requests it.
  func setCommandMode(_ isOn: Bool) {
    guard usesViKeys else { return }
    vi.interrupt()
    vi.isInCommandMode = isOn
    settle()
  }

  /// With vi keys, moves a cursor inside a character to the start of that character. In command
  /// mode, also moves a cursor at the end of the line onto the last character. Does nothing while
  /// the person types: the next scalar may be a combining mark, which must be inserted after the
  /// existing marks.
  func settle(isTyping: Bool = false) {
    guard usesViKeys, !isTyping || vi.isInCommandMode else { return }
    let position = text.cursor
    var target = position
    if position == text.lineEnd(at: position) {
      // In command mode the cursor may be after the last character only on an empty line.
      guard vi.isInCommandMode, position > text.lineStart(at: position) else { return }
      target = text.graphemes { $0.start(before: position) }
    } else if position > 0 {
      target = text.graphemes { line in
        let start = line.start(before: position)
        return line.end(after: start) > position ? start : position
      }
    }
    if target != position { text.setCursor(target) }
  }

  // MARK: - Keys

  /// Whether a key belongs to the editor, even if the program normally handles it.
  func owns(_ press: KeyPress) -> Bool {
    if press.origin == .repeated { return true }
    guard usesViKeys else { return false }
    switch press.key {
    case .escape: return vi.parser.isWaiting
    case .character(let scalar):
      return vi.parser.isWaiting
        || vi.isInCommandMode && ViParser.prefixes.contains(scalar) && !isBound(press)
    default: return false
    }
  }

  /// The count before a key that the program handles; nil for other keys, and if there is no count.
  func count(before press: KeyPress) -> Int? {
    guard usesViKeys, press.origin != .repeated, !isBound(press) else { return nil }
    switch press.key {
    case .character("j"), .character("k"), .character("+"), .character("{"), .character("}"),
      .enter, .up, .down:
      return vi.parser.countAlone
    default: return nil
    }
  }

  private func isBound(_ press: KeyPress) -> Bool {
    press.origin == .typed && bindings.command[press.key] != nil
  }

  /// The response to a key if it belongs to vi's modes and commands; otherwise nil.
  func viStep(for press: KeyPress) -> Step? {
    if vi.parser.isWaiting {
      if case .character(let scalar) = press.key { return read(scalar, press) }
      vi.parser = ViParser()
      return press.key == .escape ? .nothing : nil
    }
    if press.key == .escape {
      guard !vi.isInCommandMode else { return .nothing }
      vi.finishRecording()
      vi.isInCommandMode = true
      vi.instruction = ViInstruction(key: "h")
      return .run(.moved, .vi)
    }
    guard vi.isInCommandMode, case .character(let scalar) = press.key, !isBound(press) else {
      return nil
    }
    return read(scalar, press)
  }

  /// Adds a key to the unfinished instruction.
  private func read(_ scalar: Unicode.Scalar, _ press: KeyPress) -> Step {
    var character = String(Character(scalar))
    character.unicodeScalars.append(contentsOf: press.rest)
    switch vi.parser.read(scalar, text: vi.parser.awaitsText ? character.first : nil) {
    case .waiting, .nothing: return .nothing
    case .chord(let first, let second):
      return .follow([KeyPress(.sequence(first, second), from: press.origin)])
    case .instruction(let instruction):
      return step(for: instruction, keys: vi.parser.lastKeys, from: press.origin)
    }
  }

  /// The response in command mode to a key that is not a character. A key that would insert text
  /// has no effect.
  func motion(of press: KeyPress) -> Step {
    func step(_ key: Unicode.Scalar, isChange: Bool = false) -> Step {
      self.step(for: ViInstruction(key: key), keys: isChange ? [key] : [], from: press.origin)
    }
    switch press.key {
    case .left, .backspace: return step("h")
    case .right: return step("l")
    case .wordLeft: return step("b")
    case .wordRight: return step("w")
    case .home, .control("a"): return step("0")
    case .end, .control("e"): return step("$")
    case .delete: return step("x", isChange: true)
    case .control("k"): return step("D", isChange: true)
    case .insert: return step("i", isChange: true)
    case .meta, .metaControl, .controlX: return .refused(.unknownChord)
    default: return .nothing
    }
  }

  private func step(
    for instruction: ViInstruction, keys: [Unicode.Scalar], from origin: KeyPress.Origin
  ) -> Step {
    if instruction.key == ".", instruction.operator == nil { return repetition(instruction.count) }
    if origin != .repeated, instruction.isChange {
      vi.begin(keys, isInserting: instruction.startsInserting)
    }
    if instruction.operator == nil, instruction.key == "p" || instruction.key == "P" {
      return put(instruction)
    }
    vi.instruction = instruction
    return .run(instruction.kind, .vi)
  }

  /// The response to `.`: repeats the keys of the last change as often as the count says, but not
  /// beyond the limit of the text.
  private func repetition(_ times: Int) -> Step {
    let change = vi.lastChange.map { KeyPress($0, from: .repeated) }
    guard !change.isEmpty else { return .nothing }
    let most = max(1, min(times, LineEditor.scalarLimit / change.count))
    return .follow(Array(repeatElement(change, count: most).joined()))
  }

  // MARK: - Commands

  /// Applies the current instruction to the text.
  func runVi() {
    guard let instruction = vi.instruction else { return }
    vi.instruction = nil
    let line = text.withScalars { ViLine($0) }
    let index = line.index(at: text.cursor)
    if let `operator` = instruction.operator {
      if instruction.key == `operator`.rawValue, `operator` != .change {
        apply(`operator`, toLines: line.lines(instruction.count, from: index), of: line)
      } else if let range = line.range(instruction, from: index, find: &vi.find) {
        apply(`operator`, to: range, of: line)
      } else if `operator` == .change, line.lines(1, from: index).isEmpty {
        vi.isInCommandMode = false
      }
      return
    }
    let (start, end) = (line.lineStart(at: index), line.lineEnd(at: index))
    let following = index..<min(end, index + instruction.count)
    switch instruction.key {
    case "x": cut(following, of: line)
    case "X": cut(max(start, index - instruction.count)..<index, of: line)
    case "s": apply(.change, to: following, of: line)
    case "D": cut(index..<end, of: line)
    case "C": apply(.change, to: index..<end, of: line)
    case "S": apply(.change, to: line.lines(instruction.count, from: index), of: line)
    case "Y": apply(.yank, toLines: line.lines(instruction.count, from: index), of: line)
    case "r": replace(index, instruction, in: line)
    case "~": switchCase(following, of: line)
    case "i": startInserting(at: index, of: line)
    case "a": startInserting(at: min(end, index + 1), of: line)
    case "I":
      let first = line.motion(ViInstruction(key: "^"), from: index)?.target
      startInserting(at: first ?? start, of: line)
    case "A": startInserting(at: end, of: line)
    case "o", "O":
      openLine(at: instruction.key == "o" ? end : start, isAbove: instruction.key == "O", of: line)
    case "J": text.joinLines(max(instruction.count, 2) - 1, from: index, of: line)
    default:
      if let motion = line.motion(instruction, from: index, find: &vi.find) {
        text.setCursor(line.offset(of: motion.target))
      }
    }
  }

  private func apply(_ operation: ViInstruction.Operator, to range: Range<Int>, of line: ViLine) {
    switch operation {
    case .delete: cut(range, of: line)
    case .change:
      cut(range, of: line)
      startInserting(at: range.lowerBound, of: line)
    case .yank:
      text.copy(line.offsets(of: range), areLines: false)
      text.setCursor(line.offset(of: range.lowerBound))
    }
  }

  func startInserting(at index: Int, of line: ViLine) {
    text.setCursor(line.offset(of: index))
    vi.isInCommandMode = false
  }

  /// Deletes a range into the kill buffer.
  private func cut(_ range: Range<Int>, of line: ViLine) { text.kill(line.offsets(of: range)) }

  /// Replaces as many characters as the count says. Does nothing if the line has fewer characters.
  private func replace(_ index: Int, _ instruction: ViInstruction, in line: ViLine) {
    guard let character = instruction.argument, index + instruction.count <= line.lineEnd(at: index)
    else { return }
    let removed = line.offsets(of: index..<index + instruction.count)
    let one = character.unicodeScalars.map(\.value)
    guard text.count - removed.count + one.count * instruction.count <= LineEditor.scalarLimit
    else {
      refusal = .tooLong
      return
    }
    let new = Array(repeatElement(one, count: instruction.count).joined())
    text.delete(removed)
    text.insert(new)
    text.setCursor(removed.lowerBound + new.count - one.count)
  }

  /// Swaps upper and lower case. A scalar whose counterpart has several scalars stays unchanged.
  private func switchCase(_ range: Range<Int>, of line: ViLine) {
    text.changeCase(line.offsets(of: range)) { scalar in
      let properties = scalar.properties
      return properties.isLowercase ? properties.uppercaseMapping : properties.lowercaseMapping
    }
  }

  // MARK: - Lines

  /// Applies a doubled operator, such as `dd`, to whole lines, including one line break.
  private func apply(
    _ operation: ViInstruction.Operator, toLines range: Range<Int>, of line: ViLine
  ) {
    let killed = line.offsets(of: range)
    guard operation == .delete else { return text.copy(killed, areLines: true) }
    text.kill(killed, areLines: true)
    let lineBreak = killed.lowerBound < text.count ? killed.lowerBound : killed.lowerBound - 1
    guard lineBreak >= 0 else { return }
    text.delete(lineBreak..<lineBreak + 1)
    text.setCursor(text.lineStart(at: text.cursor))
  }

  /// Opens an empty line above or below the line around the cursor, and starts insert mode there.
  private func openLine(at index: Int, isAbove: Bool, of line: ViLine) {
    guard text.holdsLines else { return }
    guard text.count < LineEditor.scalarLimit else {
      refusal = .tooLong
      return
    }
    startInserting(at: index, of: line)
    let start = text.cursor
    text.insert([LineText.lineBreak])
    if isAbove { text.setCursor(start) }
  }

  // MARK: - Putting

  /// Puts the kill buffer before or after the character at the cursor, or before or after the
  /// cursor's line if whole lines were killed. libedit yanks the text once; `finishPut` copies it
  /// for a count.
  private func put(_ instruction: ViInstruction) -> Step {
    let once = text.killedCount + (text.killsLines ? 1 : 0)
    guard text.killedCount > 0 else { return .run(.other, .insert) }  // inserts nothing
    guard text.count + once * instruction.count <= LineEditor.scalarLimit else {
      return .refused(.tooLong)
    }
    vi.instruction = instruction
    return .run(
      .yanked, codes: [OwnFunction.viPut.rawValue, OwnFunction.yank, OwnFunction.viPlace.rawValue])
  }

  private var putsLines: Bool { text.killsLines && text.holdsLines }

  func placeForPut() {
    let position = text.cursor
    let isAfter = vi.instruction?.key == "p"
    if putsLines {
      text.setCursor(isAfter ? text.lineEnd(at: position) : text.lineStart(at: position))
      if isAfter { text.insert([LineText.lineBreak]) }
    } else if isAfter, position < text.lineEnd(at: position) {
      text.setCursor(text.graphemes { $0.end(after: position) })
    }
    vi.putStart = text.cursor
  }

  func finishPut() {
    guard let instruction = vi.instruction else { return }
    vi.instruction = nil
    let (start, end) = (vi.putStart, text.cursor)
    guard end > start else { return }
    let once = text.withScalars { Array($0[start..<end]) }
    var more = repeatElement(once, count: instruction.count - 1).reduce(into: [UInt32]()) {
      if putsLines { $0.append(LineText.lineBreak) }
      $0 += $1
    }
    if putsLines, instruction.key == "P" { more.append(LineText.lineBreak) }
    text.insert(more)
    text.removeLineBreaks()
    text.setCursor(putsLines ? start : text.cursor - 1)
  }
}

extension ViInstruction {
  /// Whether `.` repeats this instruction.
  fileprivate var isChange: Bool {
    `operator`.map { $0 != .yank } ?? "xXDCSsrpP~iaIAoOJ".unicodeScalars.contains(key)
  }

  /// Whether the instruction switches to insert mode.
  fileprivate var startsInserting: Bool {
    `operator`.map { $0 == .change } ?? "CSsiaIAoO".unicodeScalars.contains(key)
  }

  /// The kind of the edit, for grouping undo steps.
  fileprivate var kind: EditKind {
    switch (`operator`, key) {
    case (.delete, _), (.change, _), (nil, "D"), (nil, "C"), (nil, "S"): .killed
    case (nil, "x"), (nil, "X"), (nil, "s"): .deleted
    case (nil, "r"), (nil, "~"), (nil, "o"), (nil, "O"), (nil, "J"): .other
    default: .moved
    }
  }
}
