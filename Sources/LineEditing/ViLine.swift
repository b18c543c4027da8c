// A text as vi's motions read it: as characters with their classes, such as letters or space, and
// not as scalars.
//
// Invariants: pure. Positions are character indices, and `count` is the position after the last
// character. A motion never leaves 0...count. An operator spans a range of whole characters.

/// A text that is read by characters.
struct ViLine {
  /// The result of a motion.
  struct Motion: Equatable {
    var target: Int
    /// Whether an operator includes the character at the far end of the motion.
    var isInclusive = false
  }

  /// A find command, which `;` and `,` repeat.
  struct Find: Equatable {
    var character: Character
    var isForward: Bool
    /// Whether the cursor stops one character before the found character.
    var isShort: Bool
  }

  private enum Class { case space, word, other, lineBreak }

  let characters: [Character]
  /// The scalar offset of each character, then the offset of the text's end.
  private let offsets: [Int]

  init(_ scalars: UnsafeBufferPointer<UInt32>) {
    characters = Array(String(scalars))
    var offsets = [0]
    offsets.reserveCapacity(characters.count + 1)
    var offset = 0
    for character in characters {
      offset += character.unicodeScalars.count
      offsets.append(offset)
    }
    self.offsets = offsets
  }

  /// The number of characters.
  var count: Int {
    characters.count
  }

  /// The scalar offset of a character.
  func offset(of index: Int) -> Int { offsets[index] }

  /// The scalar range of a range of characters.
  func offsets(of range: Range<Int>) -> Range<Int> {
    offsets[range.lowerBound]..<offsets[range.upperBound]
  }

  /// The index of the character that contains the scalar at an offset.
  func index(at offset: Int) -> Int {
    var low = 0
    var high = offsets.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if offsets[middle] <= offset { low = middle } else { high = middle }
    }
    return low
  }

  // MARK: - Lines

  /// The start of the line around a character.
  func lineStart(at index: Int) -> Int {
    characters[..<index].lastIndex(of: "\n").map { $0 + 1 } ?? 0
  }

  /// The end of the line around a character, before its line break.
  func lineEnd(at index: Int) -> Int { characters[index...].firstIndex(of: "\n") ?? count }

  /// The range of a number of lines, the first of which is the line around a character. Excludes
  /// the line break after the last line.
  func lines(_ times: Int, from index: Int) -> Range<Int> {
    var end = lineEnd(at: index)
    for _ in 1..<max(times, 1) where end < count { end = lineEnd(at: end + 1) }
    return lineStart(at: index)..<end
  }

  // MARK: - Motions

  /// The result of a motion from a character; nil if the motion fails.
  func motion(_ instruction: ViInstruction, from index: Int, find: inout Find?) -> Motion? {
    let times = instruction.count
    switch instruction.key {
    case "h":
      let start = lineStart(at: index)
      return index > start ? Motion(target: max(start, index - times)) : nil
    case "l", " ":
      let end = lineEnd(at: index)
      return index < end ? Motion(target: min(end, index + times)) : nil
    case "0": return Motion(target: lineStart(at: index))
    case "^":
      let line = lineStart(at: index)..<lineEnd(at: index)
      return Motion(target: characters[line].firstIndex { !$0.isWhitespace } ?? line.lowerBound)
    case "$": return Motion(target: lineEnd(at: index))
    case "|": return Motion(target: min(lineStart(at: index) + times - 1, lineEnd(at: index)))
    case "w", "W": return wordStart(after: index, times, isBig: instruction.key == "W")
    case "b", "B": return wordStart(before: index, times, isBig: instruction.key == "B")
    case "e", "E": return wordEnd(after: index, times, isBig: instruction.key == "E")
    case "%": return bracket(from: index)
    case "f", "F", "t", "T":
      guard let character = instruction.argument else { return nil }
      let new = Find(
        character: character, isForward: instruction.key == "f" || instruction.key == "t",
        isShort: instruction.key == "t" || instruction.key == "T")
      find = new
      return self.find(new, from: index, times, isRepeated: false)
    case ";", ",":
      guard var last = find else { return nil }
      if instruction.key == "," { last.isForward.toggle() }
      return self.find(last, from: index, times, isRepeated: true)
    default: return nil
    }
  }

  /// The result of a motion that does not search for a character.
  func motion(_ instruction: ViInstruction, from index: Int) -> Motion? {
    var find: Find?
    return motion(instruction, from: index, find: &find)
  }

  /// The characters that an operator and its motion span; nil if the motion fails.
  func range(_ instruction: ViInstruction, from index: Int, find: inout Find?) -> Range<Int>? {
    if let `operator` = instruction.operator, instruction.key == `operator`.rawValue {
      return lines(instruction.count, from: index)
    }
    if instruction.key == "i" || instruction.key == "a" { return word(instruction, at: index) }
    // Changing a word keeps the space after the word. If the cursor is at the end of a word, only
    // that word changes.
    if instruction.operator == .change, instruction.key == "w" || instruction.key == "W",
      index < count, !characters[index].isWhitespace
    {
      let isBig = instruction.key == "W"
      var end = self.end(ofRunAt: index, isBig: isBig)
      if instruction.count > 1,
        let far = wordEnd(after: end - 1, instruction.count - 1, isBig: isBig)
      {
        end = min(far.target + 1, count)
      }
      return index..<end
    }
    guard let motion = motion(instruction, from: index, find: &find) else { return nil }
    let low = min(index, motion.target)
    var high = max(index, motion.target)
    // The word motion includes the space after the word, but not the line break.
    if instruction.key == "w" || instruction.key == "W" {
      let last = characters[low..<high].lastIndex { !$0.isWhitespace } ?? low
      high = min(high, lineEnd(at: last))
    }
    return low..<min(count, motion.isInclusive ? high + 1 : high)
  }

  // MARK: - Words

  private func kind(at index: Int, isBig: Bool) -> Class {
    let character = characters[index]
    if character == "\n" { return .lineBreak }
    if character.isWhitespace { return .space }
    if isBig || character.isLetter || character.isNumber || character == "_" { return .word }
    return .other
  }

  private func end(ofRunAt index: Int, isBig: Bool) -> Int {
    let first = kind(at: index, isBig: isBig)
    var index = index
    while index < count, kind(at: index, isBig: isBig) == first { index += 1 }
    return index
  }

  private func start(ofRunAt index: Int, isBig: Bool) -> Int {
    let last = kind(at: index, isBig: isBig)
    var index = index
    while index > 0, kind(at: index - 1, isBig: isBig) == last { index -= 1 }
    return index
  }

  private func skipSpace(from index: Int) -> Int {
    var index = index
    while index < count, characters[index].isWhitespace { index += 1 }
    return index
  }

  private func wordStart(after index: Int, _ times: Int, isBig: Bool) -> Motion? {
    guard index < count else { return nil }
    var index = index
    for _ in 0..<times where index < count {
      index = skipSpace(from: end(ofRunAt: index, isBig: isBig))
    }
    return Motion(target: index)
  }

  private func wordStart(before index: Int, _ times: Int, isBig: Bool) -> Motion? {
    guard index > 0 else { return nil }
    var index = index
    for _ in 0..<times {
      while index > 0, characters[index - 1].isWhitespace { index -= 1 }
      if index == 0 { break }
      index = start(ofRunAt: index - 1, isBig: isBig)
    }
    return Motion(target: index)
  }

  private func wordEnd(after index: Int, _ times: Int, isBig: Bool) -> Motion? {
    guard index < count else { return nil }
    var index = index
    for _ in 0..<times {
      let next = skipSpace(from: index + 1)
      if next >= count {
        index = count - 1
        break
      }
      index = end(ofRunAt: next, isBig: isBig) - 1
    }
    return Motion(target: index, isInclusive: true)
  }

  /// The range of the text objects `iw aw iW aW`.
  private func word(_ instruction: ViInstruction, at index: Int) -> Range<Int>? {
    guard index < count, instruction.argument == "w" || instruction.argument == "W" else {
      return nil
    }
    let isBig = instruction.argument == "W"
    let start = start(ofRunAt: index, isBig: isBig)
    let end = end(ofRunAt: index, isBig: isBig)
    if instruction.key == "i" { return start..<end }
    if characters[index].isWhitespace {
      return start..<(end < count ? self.end(ofRunAt: end, isBig: isBig) : end)
    }
    let after = min(skipSpace(from: end), lineEnd(at: index))
    if after > end || start == 0 || !characters[start - 1].isWhitespace { return start..<after }
    return self.start(ofRunAt: start - 1, isBig: isBig)..<end
  }

  // MARK: - Characters

  /// Searches the line for a character.
  private func find(_ find: Find, from index: Int, _ times: Int, isRepeated: Bool) -> Motion? {
    let line = lineStart(at: index)..<lineEnd(at: index)
    let step = find.isForward ? 1 : -1
    // A repeated find that stops short (`t`, `T`) begins one character further, so that it does not
    // find the same character again.
    var found = isRepeated && find.isShort && times == 1 ? index + step : index
    for _ in 0..<times {
      repeat { found += step } while line.contains(found) && characters[found] != find.character
      guard line.contains(found) else { return nil }
    }
    return Motion(target: find.isShort ? found - step : found, isInclusive: find.isForward)
  }

  private static let brackets: [Character: (partner: Character, step: Int)] = [
    "(": (")", 1), "[": ("]", 1), "{": ("}", 1), ")": ("(", -1), "]": ("[", -1), "}": ("{", -1),
  ]

  /// The motion to the partner of the first bracket at or after a character.
  private func bracket(from index: Int) -> Motion? {
    guard index < count,
      let first = characters[index...].firstIndex(where: { Self.brackets[$0] != nil }),
      let bracket = Self.brackets[characters[first]]
    else { return nil }
    var depth = 0
    var index = first
    while characters.indices.contains(index) {
      if characters[index] == characters[first] { depth += 1 }
      if characters[index] == bracket.partner { depth -= 1 }
      if depth == 0 { return Motion(target: index, isInclusive: true) }
      index += bracket.step
    }
    return nil
  }
}
