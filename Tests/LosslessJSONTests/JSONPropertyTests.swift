// Properties that must hold for all texts. They are tested on random texts with fixed seeds.

import LosslessJSON
import TerminalTesting
import Testing

@Suite("JSON properties")
struct JSONPropertyTests {
  @Test("Any string that is written and read back is unchanged", arguments: 0..<8)
  func roundTrip(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<500 {
      let string = random.string()
      var bytes: [UInt8] = []
      JSONWriter.appendString(string, to: &bytes)
      let read = try #require(try JSONDocument(parsing: bytes).root.string)
      #expect(Array(read.utf8) == Array(string.utf8))
    }
  }

  @Test(
    "A random tree, printed with random white space and escapes, is unchanged when read back",
    arguments: 0..<8)
  func trees(seed: UInt64) throws {
    var random = SeededGenerator(seed: 100 + seed)
    for _ in 0..<150 {
      let tree = random.tree(depth: 5)
      let document = try JSONDocument(parsing: random.print(tree))
      #expect(JSONTree(document.root) == tree)
    }
  }

  @Test("The text in a value's range, parsed alone, is the same value", arguments: 0..<4)
  func ranges(seed: UInt64) throws {
    var random = SeededGenerator(seed: 200 + seed)
    for _ in 0..<30 {
      let document = try JSONDocument(parsing: random.print(random.tree(depth: 3)))
      var values = [document.root]
      while let value = values.popLast() {
        let alone = try JSONDocument(parsing: Array(document.bytes[value.range]))
        #expect(alone.root.range == 0..<value.range.count)
        #expect(JSONTree(alone.root) == JSONTree(value))
        values += value.elements
        for (key, value) in value.members { values += [key, value] }
      }
    }
  }

  @Test(
    "Documents with random changes never trap the reader, and each error is inside the text",
    arguments: 0..<8)
  func noise(seed: UInt64) throws {
    var random = SeededGenerator(seed: 300 + seed)
    let alphabet =
      Array("{}[]\",:\\/#-+.0eEuntfdD8b \n\r".utf8) + [0, 0x1F, 0x80, 0xC3, 0xED, 0xFF]
    for _ in 0..<150 {
      let bytes = random.print(random.tree(depth: 3))
      for _ in 0..<10 {
        var noisy = bytes
        for _ in 0..<Int.random(in: 1...4, using: &random) {
          let byte = random.pick(alphabet, or: 0)
          let place = Int.random(in: 0...noisy.count, using: &random)
          switch Int.random(in: 0..<4, using: &random) {
          case 0: noisy.insert(byte, at: place)
          case 1: noisy.removeSubrange(place...)
          case 2 where place < noisy.count: noisy.remove(at: place)
          case 3 where place < noisy.count: noisy[place] = byte
          default: noisy.append(.random(in: 0...255, using: &random))
          }
        }
        check(noisy)
      }
    }
  }

  @Test("A reading that pauses finds the same values, and the same errors", arguments: 0..<4)
  func pauses(seed: UInt64) throws {
    var random = SeededGenerator(seed: 500 + seed)
    for _ in 0..<200 {
      var bytes = random.print(random.tree(depth: 5))
      if random.chance(50) { bytes.removeSubrange(random.number(below: bytes.count)...) }
      var reading = JSONReading(bytes)
      var read: JSONDocument?
      var error: JSONError?
      do throws(JSONError) {
        while read == nil {
          var effort = 1
          read = try reading.advance(effort: &effort)
        }
      } catch let found {
        error = found
      }
      do throws(JSONError) {
        let whole = try JSONDocument(parsing: bytes)
        #expect(read.map { JSONTree($0.root) } == JSONTree(whole.root))
      } catch let found {
        #expect(error == found)
      }
    }
  }

  @Test("The paths of all values, found one after the other, lead to them", arguments: 0..<4)
  func paths(seed: UInt64) throws {
    var random = SeededGenerator(seed: 600 + seed)
    for _ in 0..<100 {
      let document = try JSONDocument(parsing: random.print(random.tree(depth: 5)))
      var finder = PathFinder(document)
      for index in 0..<document.nodeCount where random.chance(60) {
        let path = finder.path(at: index)
        var value = document.root
        for part in path.parts {
          switch part {
          case .name(let name): value = try #require(value[name])
          case .index(let place):
            value = try #require(value.elements.dropFirst(place).first { _ in true })
          }
        }
        let key = value.index > 0 ? value.index - 1 : 0
        #expect(value.index == index || key == index, "\(path)")
      }
    }
  }

  @Test("Random bytes do not trap the reader")
  func pureNoise() {
    var random = SeededGenerator(seed: 400)
    let alphabet = Array("{}[]\"\",,::\\\\u019dDcCtrue-.e \n".utf8) + [0xC3, 0xA9, 0xF0]
    for _ in 0..<20_000 {
      check((0..<Int.random(in: 0...24, using: &random)).map { _ in random.pick(alphabet, or: 0) })
    }
  }

  @Test("Every prefix of a document is either read, or refused with a suitable error")
  func beginnings() {
    let text = Array(#" {"aé\u00e9\ud83d\ude00":[-1.5e+3,true,null,{"b":"c\n"}],"d":""} "#.utf8)
    for count in 0...text.count {
      check(Array(text[..<count]))
    }
  }

  /// Reads a text and checks all results.
  private func check(_ bytes: [UInt8]) {
    do throws(JSONError) {
      let document = try JSONDocument(parsing: bytes)
      #expect(JSONTree(document.root) != nil)
    } catch {
      #expect(0...bytes.count ~= error.offset)
      #expect(error.position == Self.position(of: error.offset, in: bytes))
    }
  }

  /// The position of an offset, found by reading all bytes before it.
  private static func position(of offset: Int, in bytes: [UInt8]) -> TextPosition {
    var position = TextPosition(line: 1, column: 1)
    for index in 0..<offset {
      let byte = bytes[index]
      let isBreak =
        byte == 0x0A || byte == 0x0D && (index + 1 == bytes.count || bytes[index + 1] != 0x0A)
      if isBreak {
        position = TextPosition(line: position.line + 1, column: 1)
      } else if byte & 0xC0 != 0x80 {
        position.column += 1
      }
    }
    return position
  }
}
