// A tree from which JSON text is created.

/// A value to write as JSON. Members are written in the given order.
package indirect enum JSONTree: Sendable {
  case object([(key: String, value: JSONTree)])
  case array([JSONTree])
  case string(String)
  case integer(Int)
  case boolean(Bool)

  package static func strings(_ texts: [String]) -> JSONTree { .array(texts.map(JSONTree.string)) }

  /// The width in columns of a line. A value that fits into it is written on one line.
  private static let width = 100

  /// The value as the text of a document: indented by two spaces, with short values on one line.
  package var document: [UInt8] {
    var bytes: [UInt8] = []
    append(to: &bytes, depth: 0, column: 0)
    return bytes + [0x0A]
  }

  private func append(to bytes: inout [UInt8], depth: Int, column: Int) {
    let flat = flat
    if column + flat.count <= JSONTree.width {
      bytes += flat
      return
    }
    let indent = Array("\n".utf8) + Array(repeating: 0x20, count: depth * 2)
    switch self {
    case .object(let members):
      bytes += Array("{".utf8)
      for (index, member) in members.enumerated() {
        bytes += Array((index == 0 ? "" : ",").utf8) + indent + Array("  ".utf8)
        JSONWriter.appendString(member.key, to: &bytes)
        bytes += Array(": ".utf8)
        let column = depth * 2 + member.key.utf8.count + 7
        member.value.append(to: &bytes, depth: depth + 1, column: column)
      }
      bytes += indent + Array("}".utf8)
    case .array(let elements):
      bytes += Array("[".utf8)
      for (index, element) in elements.enumerated() {
        bytes += Array((index == 0 ? "" : ",").utf8) + indent + Array("  ".utf8)
        element.append(to: &bytes, depth: depth + 1, column: depth * 2 + 3)
      }
      bytes += indent + Array("]".utf8)
    default: bytes += flat
    }
  }

  /// The value on one line.
  private var flat: [UInt8] {
    var bytes: [UInt8] = []
    switch self {
    case .object(let members):
      bytes += Array("{".utf8)
      for (index, member) in members.enumerated() {
        bytes += Array((index == 0 ? " " : ", ").utf8)
        JSONWriter.appendString(member.key, to: &bytes)
        bytes += Array(": ".utf8) + member.value.flat
      }
      bytes += Array((members.isEmpty ? "}" : " }").utf8)
    case .array(let elements):
      bytes += Array("[".utf8)
      for (index, element) in elements.enumerated() {
        bytes += Array((index == 0 ? "" : ", ").utf8) + element.flat
      }
      bytes += Array("]".utf8)
    case .string(let text): JSONWriter.appendString(text, to: &bytes)
    case .integer(let number): bytes += Array(String(number).utf8)
    case .boolean(let value): bytes += Array(String(value).utf8)
    }
    return bytes
  }
}

extension JSONTree: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral,
  ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral
{
  package init(dictionaryLiteral elements: (String, JSONTree)...) {
    self = .object(elements.map { (key: $0, value: $1) })
  }

  package init(arrayLiteral elements: JSONTree...) { self = .array(elements) }
  package init(stringLiteral value: String) { self = .string(value) }
  package init(integerLiteral value: Int) { self = .integer(value) }
  package init(booleanLiteral value: Bool) { self = .boolean(value) }
}
