// From bytes to scalars, and from scalars to the actions of a terminal.
//
// Invariant: all state is kept between calls, so that input may be split at any byte. Each maximal
// part of an invalid UTF-8 sequence becomes U+FFFD, as Unicode recommends.

/// Decodes UTF-8 byte by byte.
struct UTF8Decoder: Sendable {
  private var pending: [UInt8] = []
  private var expected = 0

  /// Returns the scalars that a byte completes: none, one, or U+FFFD and one.
  mutating func decode(_ byte: UInt8) -> [Unicode.Scalar] {
    if pending.isEmpty { return begin(byte) }
    pending.append(byte)
    guard isPlausible else {
      pending = []
      return ["\u{FFFD}"] + begin(byte)
    }
    guard pending.count == expected else { return [] }
    let first = UInt32(pending[0]) & (0x7F >> UInt32(expected))
    let value = pending.dropFirst().reduce(first) { $0 << 6 | UInt32($1 & 0x3F) }
    pending = []
    return [Unicode.Scalar(value) ?? "\u{FFFD}"]
  }

  private mutating func begin(_ byte: UInt8) -> [Unicode.Scalar] {
    switch byte {
    case ..<0x80: return [Unicode.Scalar(byte)]
    case 0xC2...0xDF: expected = 2
    case 0xE0...0xEF: expected = 3
    case 0xF0...0xF4: expected = 4
    default: return ["\u{FFFD}"]
    }
    pending = [byte]
    return []
  }

  /// Whether the pending bytes can begin a scalar: not overlong, not a surrogate, and not too high.
  private var isPlausible: Bool {
    guard let last = pending.last, 0x80...0xBF ~= last else { return false }
    guard pending.count == 2 else { return true }
    switch pending[0] {
    case 0xE0: return last >= 0xA0
    case 0xED: return last <= 0x9F
    case 0xF0: return last >= 0x90
    case 0xF4: return last <= 0x8F
    default: return true
    }
  }
}

/// A control sequence: CSI, prefix, parameters, intermediate bytes, final byte.
struct ControlSequence: Sendable {
  var prefix = ""
  var parameterText = ""
  var intermediates = ""
  var final: Unicode.Scalar = "\0"

  /// The parameters. An omitted parameter is 0, and the largest value is 9,999.
  var parameters: [Int] {
    guard !parameterText.isEmpty else { return [] }
    return parameterText.split(omittingEmptySubsequences: false) { $0 == ";" || $0 == ":" }
      .map { $0.isEmpty ? 0 : min(Int($0) ?? 9_999, 9_999) }
  }

  /// Returns a parameter that is a count: 1 if it is omitted or 0.
  func count(_ index: Int = 0) -> Int {
    max(selector(index), 1)
  }

  /// Returns a parameter that selects a function: 0 if it is omitted.
  func selector(_ index: Int = 0) -> Int {
    let parameters = parameters
    return index < parameters.count ? parameters[index] : 0
  }

  /// The sequence in a quoted form.
  var description: String {
    "ESC[" + prefix + parameterText + intermediates + String(final)
  }
}

/// The state of the parser between two scalars.
struct Parser: Sendable {
  enum State: Sendable {
    case ground
    case escape(intermediates: String)
    case control(ControlSequence)
    case string(String, sawEscape: Bool)
  }

  var decoder = UTF8Decoder()
  var state = State.ground
}

/// The DEC special graphics that `ESC ( 0` selects.
enum LineDrawing {
  private static let drawn = Array("◆▒␉␌␍␊°±␤␋┘┐┌└┼⎺⎻─⎼⎽├┤┴┬│≤≥π≠£·".unicodeScalars)

  /// The line-drawing character of a letter.
  static func scalar(for letter: Unicode.Scalar) -> Unicode.Scalar {
    0x60...0x7E ~= letter.value ? drawn[Int(letter.value) - 0x60] : letter
  }
}

extension VirtualTerminal {
  /// Handles one scalar in the present state.
  mutating func receive(_ scalar: Unicode.Scalar) {
    switch (parser.state, scalar.value) {
    case (.string(let text, let sawEscape), _):
      receive(scalar, in: text, sawEscape: sawEscape)
    case (_, 0x18), (_, 0x1A):
      parser.state = .ground
    case (_, 0x1B):
      parser.state = .escape(intermediates: "")
    case (_, ..<0x20):
      control(scalar)
    case (.ground, 0x7F):
      break
    case (.ground, 0x80...0x9F):
      note("U+00" + String(scalar.value, radix: 16, uppercase: true))
    case (.ground, _):
      write(scalar)
    case (.escape(let intermediates), _):
      receive(scalar, afterEscape: intermediates)
    case (.control(var sequence), _):
      parser.state = .ground
      if sequence.take(scalar) { parser.state = .control(sequence) } else { perform(sequence) }
    }
  }

  private mutating func receive(
    _ scalar: Unicode.Scalar, in text: String, sawEscape: Bool
  ) {
    let limit = 1 << 20
    switch scalar {
    case "\u{07}", "\u{9C}",
      "\\" where sawEscape:
      controlStrings.append(text)
      parser.state = .ground
    case "\u{1B}":
      parser.state = .string(text, sawEscape: true)
    case "\u{18}", "\u{1A}":
      parser.state = .ground
    default:
      if sawEscape {
        controlStrings.append(text)
        parser.state = .escape(intermediates: "")
        receive(scalar)
      } else if text.utf8.count < limit {
        parser.state = .string(text + String(scalar), sawEscape: false)
      }
    }
  }

  private mutating func receive(_ scalar: Unicode.Scalar, afterEscape intermediates: String) {
    parser.state = .ground
    switch scalar {
    case "\u{20}"..."\u{2F}":
      parser.state = .escape(intermediates: intermediates + String(scalar))
    case "[" where intermediates.isEmpty:
      parser.state = .control(ControlSequence())
    case "]" where intermediates.isEmpty, "P" where intermediates.isEmpty,
      "_" where intermediates.isEmpty, "^" where intermediates.isEmpty,
      "X" where intermediates.isEmpty:
      parser.state = .string("", sawEscape: false)
    default:
      escape(intermediates + String(scalar))
    }
  }
}

extension ControlSequence {
  /// Adds a scalar; returns false when the sequence is complete.
  fileprivate mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "<"..."?": prefix.unicodeScalars.append(scalar)
    case "0"..."9", ";", ":": parameterText.unicodeScalars.append(scalar)
    case " "..."/": intermediates.unicodeScalars.append(scalar)
    case "\u{7F}": break
    default:
      final = scalar
      return false
    }
    return true
  }
}
