// A bracketed paste: text from the clipboard, which the terminal sends between two escape sequences
// (the brackets).
//
// Invariants: the work is linear in the number of bytes, however the bytes are split into pieces.
// The closing bracket is found even if it is split between pieces. Nothing is truncated; only
// control characters and invalid UTF-8 are left out.

import FormText

/// The text between the brackets of a bracketed paste.
public struct Paste: Hashable, Sendable {
  /// The text. CRLF and CR became LF, tabs are kept, and other control characters were left out.
  public var text: String
  /// The number of control characters and invalid bytes that were left out.
  public var leftOut: Int

  /// Creates a paste.
  public init(text: String, leftOut: Int = 0) { (self.text, self.leftOut) = (text, leftOut) }
}

/// Collects one paste.
struct PasteCollector {
  /// The opening bracket: ESC [ 2 0 0 ~
  static let opening: [UInt8] = [0x1b, 0x5b, 0x32, 0x30, 0x30, 0x7e]
  /// The closing bracket: ESC [ 2 0 1 ~
  private static let bracket: [UInt8] = [0x1b, 0x5b, 0x32, 0x30, 0x31, 0x7e]

  private var raw: [UInt8] = []
  /// The number of bytes of the closing bracket that have come so far. They are not in `raw`.
  private var matched = 0

  /// Whether the closing bracket has come.
  var hasEnded: Bool {
    matched == Self.bracket.count
  }

  /// Adds bytes up to the closing bracket, and returns their number.
  mutating func append(_ bytes: ArraySlice<UInt8>) -> Int {
    var index = bytes.startIndex
    while index < bytes.endIndex, !hasEnded {
      if matched == 0 {
        let escape = bytes[index...].firstIndex(of: 0x1b) ?? bytes.endIndex
        raw.append(contentsOf: bytes[index..<escape])
        index = escape
        if index == bytes.endIndex { break }
      }
      if bytes[index] == Self.bracket[matched] {
        matched += 1
        index += 1
      } else {
        // Only the first byte of the bracket is an Esc, so a failed match cannot contain the start
        // of another match.
        raw.append(contentsOf: Self.bracket[..<matched])
        matched = 0
      }
    }
    return index - bytes.startIndex
  }

  /// Returns the paste so far, and empties the collector.
  mutating func finish() -> Paste {
    if !hasEnded { raw.append(contentsOf: Self.bracket[..<matched]) }
    var bytes: [UInt8] = []
    swap(&bytes, &raw)
    self = PasteCollector()
    return Paste(cleaning: bytes)
  }
}

extension Paste {
  /// Creates a paste from raw bytes: CRLF and CR become LF; control characters other than tab and
  /// invalid UTF-8 are left out.
  init(cleaning bytes: consuming [UInt8]) {
    // Changes the bytes in place, so that a large paste is not in memory twice.
    var raw = bytes
    var (index, end, leftOut) = (0, 0, 0)
    while index < raw.count {
      let byte = raw[index]
      switch byte {
      case 0x20...0x7e, 0x09, 0x0a:
        raw[end] = byte
        end += 1
        index += 1
      case 0x0d:
        raw[end] = 0x0a
        end += 1
        index += index + 1 < raw.count && raw[index + 1] == 0x0a ? 2 : 1
      case 0x00...0x1f, 0x7f:
        leftOut += 1
        index += 1
      default:
        switch UTF8Scanner.scan(raw[index...]) {
        case .scalar(let scalar, let length):
          if scalar.isControl {
            leftOut += 1
          } else {
            for place in index..<index + length {
              raw[end] = raw[place]
              end += 1
            }
          }
          index += length
        case .invalid(let length):
          leftOut += length
          index += length
        case .incomplete:
          leftOut += raw.count - index
          index = raw.count
        }
      }
    }
    self.init(text: String(decoding: raw[..<end], as: UTF8.self), leftOut: leftOut)
  }
}
