// The parts of a JSON text that comes in pieces, for formats that are made of the nested answers.
//
// The text is one of our own exports or a document that was checked when it was read, so nothing is
// checked again. Of the text only the token at hand is kept.

import FormModel
import LosslessJSON

/// A part of a JSON text.
enum JSONToken {
  case beginObject, endObject, beginArray, endArray
  /// A string with its escapes decoded; a key, when it is followed by a colon.
  case string([UInt8])
  case colon
  /// A number, `true`, `false` or `null` as it is written.
  case word([UInt8])
}

/// Reads the tokens of a JSON text that a writer makes.
struct JSONTokens: Sendable {
  private var source: any ExportWriter
  private var bytes: [UInt8] = []
  private var offset = 0
  private var isAtEnd = false

  init(_ source: any ExportWriter) {
    self.source = source
  }

  /// The next token, nil behind the last.
  mutating func next(of answers: Answers) -> JSONToken? {
    while true {
      guard offset < bytes.count || fill(of: answers) else { return nil }
      let byte = bytes[offset]
      switch byte {
      case 0...0x20, UInt8(ascii: ","): offset += 1
      case UInt8(ascii: "{"): return take(.beginObject)
      case UInt8(ascii: "}"): return take(.endObject)
      case UInt8(ascii: "["): return take(.beginArray)
      case UInt8(ascii: "]"): return take(.endArray)
      case UInt8(ascii: ":"): return take(.colon)
      case UInt8(ascii: "\""): return .string(string(of: answers))
      default: return .word(word(of: answers))
      }
    }
  }

  private mutating func take(_ token: JSONToken) -> JSONToken {
    offset += 1
    return token
  }

  /// Gets the next piece behind what is left of the last; false at the end of the text.
  private mutating func fill(of answers: Answers) -> Bool {
    if offset > 0 {
      bytes.removeSubrange(..<offset)
      offset = 0
    }
    let count = bytes.count
    while !isAtEnd, bytes.count == count {
      isAtEnd = !source.step(of: answers, into: &bytes)
    }
    return bytes.count > count
  }

  private mutating func word(of answers: Answers) -> [UInt8] {
    var length = 1
    while true {
      if offset + length == bytes.count, !fill(of: answers) { break }
      switch bytes[offset + length] {
      case 0...0x20, UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"): break
      default:
        length += 1
        continue
      }
      break
    }
    defer { offset += length }
    return Array(bytes[offset..<offset + length])
  }

  private mutating func string(of answers: Answers) -> [UInt8] {
    // Counted from the quote, as filling moves everything to the front.
    var length = 1
    var isEscaped = false
    while true {
      if offset + length == bytes.count, !fill(of: answers) { break }
      let byte = bytes[offset + length]
      if byte == UInt8(ascii: "\"") { break }
      if byte == UInt8(ascii: "\\") {
        isEscaped = true
        length += 1
        if offset + length == bytes.count, !fill(of: answers) { break }
      }
      length += 1
    }
    let content = bytes[(offset + 1)..<(offset + length)]
    offset = min(offset + length + 1, bytes.count)
    guard isEscaped else { return Array(content) }
    return content.withUnsafeBufferPointer { Array(JSONDecodedBytes($0)) }
  }
}
