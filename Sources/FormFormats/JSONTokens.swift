// The tokens of a JSON text that arrives in pieces, for formats that are converted from the JSON
// export.
//
// The text is an export of this program, or a document that was checked when it was read, so it is
// not checked again. Only the current token is kept in memory.

import FormModel
import LosslessJSON

/// A token of a JSON text.
enum JSONToken {
  case beginObject, endObject, beginArray, endArray
  /// A string with decoded escapes. It is a key if a colon follows.
  case string([UInt8])
  case colon
  /// A number, `true`, `false` or `null`, unchanged.
  case word([UInt8])
}

/// Reads the tokens of the JSON text that a writer produces.
struct JSONTokens: Sendable {
  private var source: any ExportWriter
  private var bytes: [UInt8] = []
  private var offset = 0
  private var isAtEnd = false

  init(_ source: any ExportWriter) {
    self.source = source
  }

  /// Returns the next token; nil after the last token.
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

  /// Appends the next piece to the unread rest of the last piece; returns false at the end of the
  /// text.
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
    // The length is counted from the opening quote, because `fill` moves the text to the front of
    // the buffer.
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
