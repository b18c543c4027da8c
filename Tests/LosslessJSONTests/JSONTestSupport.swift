// Helpers for the JSON tests: a plain tree to compare with documents, and a random generator with a
// seed.
//
// The tree compares strings as UTF-8 bytes. String's == would consider "é" as one scalar equal to
// "é" as two scalars.

import LosslessJSON
import TerminalTesting
import Testing

/// A JSON value. Numbers are kept as written, and strings as UTF-8.
enum JSONTree: Equatable {
  struct Member: Equatable {
    var key: [UInt8]
    var value: JSONTree
  }

  case null
  case bool(Bool)
  case number(String)
  case string([UInt8])
  case array([JSONTree])
  case object([Member])

  static func text(_ string: String) -> JSONTree { .string(Array(string.utf8)) }

  static func members(_ pairs: KeyValuePairs<String, JSONTree>) -> JSONTree {
    .object(pairs.map { Member(key: Array($0.key.utf8), value: $0.value) })
  }

  /// The tree of a value; nil if an accessor contradicts the value's kind.
  init?(_ value: JSONValue) {
    switch value.kind {
    case .null:
      self = .null
    case .boolean:
      guard let bool = value.bool else { return nil }
      self = .bool(bool)
    case .number:
      guard let text = value.numberText else { return nil }
      self = .number(text)
    case .string:
      guard let string = value.string else { return nil }
      self = .text(string)
    case .array:
      let elements = value.elements.compactMap(JSONTree.init)
      guard elements.count == value.count else { return nil }
      self = .array(elements)
    case .object:
      let members = value.members.compactMap { key, value -> Member? in
        guard let string = key.string, let tree = JSONTree(value) else { return nil }
        return Member(key: Array(string.utf8), value: tree)
      }
      guard members.count == value.count else { return nil }
      self = .object(members)
    }
  }
}

/// Random parts of documents.
extension SeededGenerator {
  /// Returns true once in `count` calls on average.
  mutating func once(in count: Int) -> Bool {
    number(below: count) == 0
  }

  mutating func pick<Element>(_ choices: [Element], or fallback: Element) -> Element {
    choices.randomElement(using: &self) ?? fallback
  }
}

// MARK: - Random documents

extension SeededGenerator {
  /// A string of up to 20 scalars of all UTF-8 lengths. Many of them need escapes.
  mutating func string() -> String {
    var scalars = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0...20, using: &self) {
      let value: UInt32 =
        switch Int.random(in: 0..<8, using: &self) {
        case 0: .random(in: 0..<0x20, using: &self)
        case 1: pick([0x22, 0x5C, 0x2F, 0x7F, 0x85, 0x2028, 0xFEFF, 0x301], or: 0)
        case 2: .random(in: 0x80..<0x800, using: &self)
        case 3: .random(in: 0x800..<0xD800, using: &self)
        case 4: .random(in: 0xE000...0xFFFF, using: &self)
        case 5: .random(in: 0x1_0000...0x10_FFFF, using: &self)
        default: .random(in: 0x20..<0x7F, using: &self)
        }
      if let scalar = Unicode.Scalar(value) { scalars.append(scalar) }
    }
    return String(scalars)
  }

  /// A tree of values that is at most `depth` levels deep. No object has the same key twice.
  mutating func tree(depth: Int) -> JSONTree {
    switch Int.random(in: 0..<(depth > 0 ? 8 : 5), using: &self) {
    case 0: return .null
    case 1: return .bool(.random(using: &self))
    case 2: return .number(number())
    case 3, 4: return .text(string())
    case 5, 6: return .array((0..<childCount()).map { _ in tree(depth: depth - 1) })
    default:
      var seen: Set<[UInt8]> = []
      var members: [JSONTree.Member] = []
      for _ in 0..<childCount() {
        let key = Array(string().utf8)
        guard seen.insert(key).inserted else { continue }
        members.append(JSONTree.Member(key: key, value: tree(depth: depth - 1)))
      }
      return .object(members)
    }
  }

  /// A number of children. It is usually small, but sometimes so large that the reader no longer
  /// compares keys one by one.
  private mutating func childCount() -> Int {
    .random(in: 0...(once(in: 12) ? 60 : 4), using: &self)
  }

  private mutating func number() -> String {
    var text = once(in: 2) ? "-" : ""
    text += once(in: 3) ? "0" : "\(Int.random(in: 1...9, using: &self))" + digits(0...30)
    if once(in: 2) { text += "." + digits(1...20) }
    if once(in: 3) {
      text += pick(["e", "E"], or: "e") + pick(["", "+", "-"], or: "") + digits(1...4)
    }
    return text
  }

  private mutating func digits(_ count: ClosedRange<Int>) -> String {
    (0..<Int.random(in: count, using: &self))
      .map { _ in "\(Int.random(in: 0...9, using: &self))" }.joined()
  }

  /// The text of a tree, with random white space and random escapes.
  mutating func print(_ tree: JSONTree) -> [UInt8] {
    var output = space()
    switch tree {
    case .null: output += Array("null".utf8)
    case .bool(let bool): output += Array("\(bool)".utf8)
    case .number(let text): output += Array(text.utf8)
    case .string(let bytes): output += quoted(bytes)
    case .array(let elements):
      output += Array("[".utf8) + space()
      for (index, element) in elements.enumerated() {
        if index > 0 { output.append(UInt8(ascii: ",")) }
        output += print(element)
      }
      output.append(UInt8(ascii: "]"))
    case .object(let members):
      output += Array("{".utf8) + space()
      for (index, member) in members.enumerated() {
        if index > 0 { output += Array(",".utf8) + space() }
        output += quoted(member.key) + space() + Array(":".utf8) + print(member.value)
      }
      output.append(UInt8(ascii: "}"))
    }
    return output + space()
  }

  private mutating func space() -> [UInt8] {
    Array(pick(["", "", "", " ", "\n", "\r\n", "\t", "\r", " \n  "], or: "").utf8)
  }

  /// A string as JSONWriter writes it, or with random escapes.
  private mutating func quoted(_ bytes: [UInt8]) -> [UInt8] {
    var output: [UInt8] = []
    guard once(in: 2) else {
      JSONWriter.appendString(utf8: bytes, to: &output)
      return output
    }
    output.append(UInt8(ascii: "\""))
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      if scalar == "/", once(in: 2) {
        output += Array("\\/".utf8)
      } else if scalar.value < 0x20 || scalar == "\"" || scalar == "\\" || once(in: 3) {
        for unit in UTF16.encode(scalar).map(Array.init) ?? [] {
          let digits = String(unit, radix: 16, uppercase: once(in: 2))
          output += Array(("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).utf8)
        }
      } else {
        output += Array(String(scalar).utf8)
      }
    }
    output.append(UInt8(ascii: "\""))
    return output
  }
}
