// vi's two modes: which keys belong to them, and what their instructions do to the line.
//
// Invariants: in command mode no key types anything, and the cursor stands on a character, not behind
// the last; every change is by characters; a count never makes the line longer than the limit. The
// mode is ours, not libedit's, so it stays when another line is loaded.

import CLibEdit
import Keys

/// What vi remembers from key to key.
struct ViState {
  var isInCommandMode = false
  var parser = ViParser()
  /// What `; ,` repeat.
  var find: ViLine.Find?
  /// What `OwnFunction.vi` runs.
  var instruction: ViInstruction?
  /// Where a put began.
  var putStart = 0
  /// Whether what was killed last are lines, which are put between lines.
  var killsLines = false

  /// The keys `.` repeats.
  private(set) var lastChange: [Key] = []
  /// The keys of a change that goes on in insert mode.
  private var recording: [Key]?

  /// Notes the keys of a change.
  mutating func begin(_ keys: [Unicode.Scalar], isInserting: Bool) {
    let keys = keys.map { Key.character($0) }
    if isInserting { recording = keys } else { lastChange = keys }
  }

  /// Notes a key of insert mode.
  mutating func record(_ key: Key, from origin: Input.Origin) {
    guard origin != .repeated, let count = recording?.count else { return }
    if count < LineEditor.scalarLimit { recording?.append(key) } else { recording = nil }
  }

  /// Insert mode ends: what was typed is repeatable.
  mutating func finishRecording() {
    if let keys = recording { lastChange = keys + [.escape] }
    recording = nil
  }

  /// Something that is no key of the editor came between.
  mutating func interrupt() {
    parser = ViParser()
    finishRecording()
  }
}

extension EditorContext {
  // MARK: - Modes

  /// Changes the mode from outside.
  func setCommandMode(_ isOn: Bool) {
    guard usesViKeys, !isClosed else { return }
    vi.interrupt()
    vi.isInCommandMode = isOn
    settle()
  }

  /// Keeps the cursor out of characters, and in command mode on one. Not while something is typed
  /// in between: a mark that is to come would land behind the one that is there.
  func settle(isTyping: Bool = false) {
    guard usesViKeys, !isTyping || vi.isInCommandMode else { return }
    let position = cursor
    var target = position
    if position == lineEnd(at: position) {
      // Behind the last character of a line is no place in command mode, but on an empty line.
      guard vi.isInCommandMode, position > lineStart(at: position) else { return }
      target = graphemes { $0.start(before: position) }
    } else if position > 0 {
      target = graphemes { line in
        let start = line.start(before: position)
        return line.end(after: start) > position ? start : position
      }
    }
    if target != position { le_set_cursor(el, target) }
  }

  // MARK: - Keys

  /// Does what a key is for if vi alone decides that; false if it is for anybody.
  func followVi(_ key: Key) -> Bool {
    if vi.parser.isWaiting {
      if case .character(let scalar) = key {
        read(scalar)
        return true
      }
      vi.parser = ViParser()
      return key == .escape
    }
    if key == .escape {
      escape()
      return true
    }
    guard vi.isInCommandMode, case .character(let scalar) = key else { return false }
    if origin == .typed, bindings.command[key] != nil { return false }
    if !ViParser.prefixes.contains(scalar), isApplicationKey(key) {
      outcome = .key(key)
    } else {
      read(scalar)
    }
    return true
  }

  /// Esc closes what is open, or ends insert mode.
  private func escape() {
    if origin != .repeated, handlers?.escapeMatters() ?? false, isApplicationKey(.escape) {
      outcome = .key(.escape)
    } else if !vi.isInCommandMode {
      vi.finishRecording()
      vi.isInCommandMode = true
      vi.instruction = ViInstruction(key: "h")
      run(.moved, OwnFunction.vi.rawValue)
    }
  }

  /// Gives a key to the instruction that is being read.
  private func read(_ scalar: Unicode.Scalar) {
    var text: Character?
    if vi.parser.awaitsText {
      var character = String(Character(scalar))
      while character.unicodeScalars.count < 32,
        let next = nextCharacter(
          isAwaited: true, where: { (character + String(Character($0))).count == 1 })
      {
        character.unicodeScalars.append(next)
      }
      text = character.first
    }
    switch vi.parser.read(scalar, text: text) {
    case .waiting, .nothing: break
    case .chord(let first, let second):
      let key = Key.sequence(first, second)
      if isApplicationKey(key) { outcome = .key(key) }
    case .instruction(let instruction): perform(instruction, keys: vi.parser.lastKeys)
    }
  }

  /// Keys that are no characters, in command mode; those that would type do nothing.
  func move(_ key: Key) {
    switch key {
    case .left, .backspace: perform(ViInstruction(key: "h"))
    case .right: perform(ViInstruction(key: "l"))
    case .wordLeft: perform(ViInstruction(key: "b"))
    case .wordRight: perform(ViInstruction(key: "w"))
    case .home, .control("a"): perform(ViInstruction(key: "0"))
    case .end, .control("e"): perform(ViInstruction(key: "$"))
    case .delete: perform(ViInstruction(key: "x"), keys: ["x"])
    case .control("k"): perform(ViInstruction(key: "D"), keys: ["D"])
    case .insert: perform(ViInstruction(key: "i"), keys: ["i"])
    default: break
    }
  }

  private func perform(_ instruction: ViInstruction, keys: [Unicode.Scalar] = []) {
    if instruction.key == ".", instruction.operator == nil {
      repeatChange(instruction.count)
      return
    }
    if origin != .repeated, instruction.isChange {
      vi.begin(keys, isInserting: instruction.startsInserting)
    }
    vi.instruction = instruction
    if instruction.operator == nil, instruction.key == "p" || instruction.key == "P" {
      put(instruction)
    } else {
      run(instruction.kind, OwnFunction.vi.rawValue)
    }
  }

  /// Follows the keys of the last change again, as often as asked and as a line could hold.
  private func repeatChange(_ times: Int) {
    let change = vi.lastChange.map { Input(token: .key($0), origin: .repeated) }
    guard !change.isEmpty else { return }
    for _ in 0..<max(1, min(times, LineEditor.scalarLimit / change.count)) {
      replay += change.reversed()
    }
  }

  // MARK: - Commands

  /// Does what the instruction says to the line.
  func runVi() {
    guard let instruction = vi.instruction else { return }
    vi.instruction = nil
    let line = withLine { ViLine($0) }
    let index = line.index(at: cursor)
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
    case "J": joinLines(max(instruction.count, 2) - 1, from: index, of: line)
    default:
      if let motion = line.motion(instruction, from: index, find: &vi.find) {
        le_set_cursor(el, line.offset(of: motion.target))
      }
    }
  }

  private func apply(_ what: ViInstruction.Operator, to range: Range<Int>, of line: ViLine) {
    switch what {
    case .delete: cut(range, of: line)
    case .change:
      cut(range, of: line)
      startInserting(at: range.lowerBound, of: line)
    case .yank:
      copy(range, of: line)
      le_set_cursor(el, line.offset(of: range.lowerBound))
    }
  }

  func startInserting(at index: Int, of line: ViLine) {
    le_set_cursor(el, line.offset(of: index))
    vi.isInCommandMode = false
  }

  /// Deletes into the kill buffer.
  private func cut(_ range: Range<Int>, of line: ViLine) {
    kill(line.offsets(of: range))
  }

  /// Copies into the kill buffer, whose only way in is deleting.
  func copy(_ range: Range<Int>, of line: ViLine, areLines: Bool = false) {
    let position = cursor
    let copied = line.offsets(of: range)
    guard !copied.isEmpty else { return }
    let scalars = withLine { Array($0[copied]) }
    le_kill(el, copied.lowerBound, copied.count)
    _ = le_insert(el, scalars, scalars.count)
    le_set_cursor(el, position)
    killedCount = copied.count
    vi.killsLines = areLines
  }

  /// Writes a character over as many as the count says, if there are so many.
  private func replace(_ index: Int, _ instruction: ViInstruction, in line: ViLine) {
    guard let character = instruction.argument, index + instruction.count <= line.lineEnd(at: index)
    else { return }
    let removed = line.offsets(of: index..<index + instruction.count)
    let one = character.unicodeScalars.map(\.value)
    guard lineCount - removed.count + one.count * instruction.count <= LineEditor.scalarLimit else {
      outcome = .refused(.tooLong)
      return
    }
    let new = Array(repeatElement(one, count: instruction.count).joined())
    le_delete(el, removed.lowerBound, removed.count)
    _ = le_insert(el, new, new.count)
    le_set_cursor(el, removed.lowerBound + new.count - one.count)
    generation += 1
  }

  /// Makes capitals of small letters and the other way round, where that is one scalar for one.
  private func switchCase(_ range: Range<Int>, of line: ViLine) {
    changeCase(line.offsets(of: range)) { scalar in
      let properties = scalar.properties
      return properties.isLowercase ? properties.uppercaseMapping : properties.lowercaseMapping
    }
  }
}

extension ViInstruction {
  /// Whether `.` repeats it.
  fileprivate var isChange: Bool {
    `operator`.map { $0 != .yank } ?? "xXDCSsrpP~iaIAoOJ".unicodeScalars.contains(key)
  }

  /// Whether insert mode follows.
  fileprivate var startsInserting: Bool {
    `operator`.map { $0 == .change } ?? "CSsiaIAoO".unicodeScalars.contains(key)
  }

  /// What it is to undo.
  fileprivate var kind: EditKind {
    switch (`operator`, key) {
    case (.delete, _), (.change, _), (nil, "D"), (nil, "C"), (nil, "S"): .killed
    case (nil, "x"), (nil, "X"), (nil, "s"): .deleted
    case (nil, "r"), (nil, "~"), (nil, "o"), (nil, "O"), (nil, "J"): .other
    default: .moved
    }
  }
}
