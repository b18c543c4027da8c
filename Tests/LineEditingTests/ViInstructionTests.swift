// The parser of vi commands: keys in, commands out, without a line or a terminal.

import Testing

@testable import LineEditing

@Suite("Reading vi commands")
struct ViInstructionTests {
  /// Returns the result of each key.
  private func results(_ keys: String) -> [ViParser.Result] {
    var parser = ViParser()
    return keys.unicodeScalars.map { parser.read($0) }
  }

  /// Returns the result of the last key; nil unless the parser waits after each key before it.
  private func result(_ keys: String) -> ViParser.Result? {
    let results = results(keys)
    return results.dropLast().allSatisfy { $0 == .waiting } ? results.last : nil
  }

  @Test("A motion is complete after one key")
  func motions() {
    for key in "hl wbeWBE0^$|%;,".unicodeScalars {
      #expect(result(String(key)) == .instruction(ViInstruction(key: key)))
    }
  }

  @Test("Counts are multiplied, up to the largest number of scalars in a line")
  func counts() {
    #expect(result("12w") == .instruction(ViInstruction(count: 12, hasCount: true, key: "w")))
    #expect(result("10l") == .instruction(ViInstruction(count: 10, hasCount: true, key: "l")))
    #expect(
      result("2d3w")
        == .instruction(ViInstruction(count: 6, hasCount: true, operator: .delete, key: "w")))
    for digits in ["4001", "99999999999999999999999999", String(repeating: "9", count: 5000)] {
      #expect(
        result(digits + "p") == .instruction(ViInstruction(count: 4000, hasCount: true, key: "p")))
      #expect(
        result(digits + "d" + digits + "w")
          == .instruction(ViInstruction(count: 4000, hasCount: true, operator: .delete, key: "w")))
    }
  }

  @Test("After an operator the parser waits for a motion, the operator itself, or a text object")
  func operators() {
    #expect(result("dw") == .instruction(ViInstruction(operator: .delete, key: "w")))
    #expect(result("cc") == .instruction(ViInstruction(operator: .change, key: "c")))
    #expect(result("y$") == .instruction(ViInstruction(operator: .yank, key: "$")))
    #expect(
      result("ciw") == .instruction(ViInstruction(operator: .change, key: "i", argument: "w")))
    #expect(
      result("dtx") == .instruction(ViInstruction(operator: .delete, key: "t", argument: "x")))
    for keys in ["dj", "dx", "cd", "yp", "d:", "d.", "dg", "d'", "d\"", "5j", "5:"] {
      #expect(result(keys) == .nothing, "\(keys)")
    }
  }

  @Test("A key that completes a command is never a command of its own")
  func arguments() {
    for key in ":/njkgGu'Zdf\"5é".unicodeScalars {
      for command in "fFtTr".unicodeScalars {
        #expect(
          result("\(command)\(key)")
            == .instruction(ViInstruction(key: command, argument: Character(key))))
      }
    }
    #expect(result("\"ap") == .instruction(ViInstruction(key: "p")))
    #expect(result("\":x") == .instruction(ViInstruction(key: "x")))
  }

  @Test("g ' and Z wait for a second key, and do nothing if they have a count")
  func chords() {
    #expect(result("gg") == .chord("g", "g"))
    #expect(result("''") == .chord("'", "'"))
    #expect(result("ZZ") == .chord("Z", "Z"))
    #expect(result("gx") == .chord("g", "x"))
    #expect(result("5gg") == .nothing)
    #expect(results("gxw") == [.waiting, .chord("g", "x"), .instruction(ViInstruction(key: "w"))])
  }

  @Test("Keys without a meaning are dropped")
  func unknown() {
    for key in ":/?nNjkG+-RuU@#_v=\\*&!mMHL<>QzéЖ`~".unicodeScalars where key != "~" {
      #expect(results("\(key)w") == [.nothing, .instruction(ViInstruction(key: "w"))])
    }
  }

  @Test(". repeats the keys of the last command, however many digits its count had")
  func lastKeys() {
    var parser = ViParser()
    for key in "\"a2d3w".unicodeScalars { _ = parser.read(key) }
    #expect(String(String.UnicodeScalarView(parser.lastKeys)) == "2d3w")
    for key in (String(repeating: "1", count: 9999) + "x").unicodeScalars { _ = parser.read(key) }
    #expect(parser.lastKeys.count <= 65)
    #expect(parser.isWaiting == false)
  }
}
