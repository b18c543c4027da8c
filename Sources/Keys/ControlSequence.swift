// The control sequences that ESC introduces. After ESC come `[` (CSI) or `O` (SS3), parameters, and
// a final byte.
//
// Sources: ECMA-48 section 5.4 for the grammar; xterm's ctlseqs for modifiers, mouse, focus and
// reports; the terminfo entries of linux, rxvt-unicode, vt220 and putty for the keys.
//
// Invariants: pure. A well-formed sequence is a key, a report or unknown. Its length includes all
// of its bytes, so none of them becomes text.

import FormText

/// A parser of one control sequence.
enum ControlSequence {
  /// The meaning of the first bytes. Lengths are counted from the introducer (`[` or `O`).
  enum Result: Equatable {
    case key(Key, length: Int)
    /// A report from the terminal, not a key: focus, mouse, position, attributes.
    case report(TerminalReport? = nil, length: Int)
    case pasteStart(length: Int)
    /// A well-formed sequence that is not a known key.
    case unknown(length: Int)
    /// A sequence with a byte that is not allowed at its position; the length excludes that byte.
    case broken(length: Int)
    case incomplete
  }

  /// The maximum length in bytes of a meaningful sequence.
  static let longest = 64

  /// Parses the sequence whose introducer (`[` or `O`) is the first byte.
  static func parse(_ bytes: ArraySlice<UInt8>) -> Result {
    bytes.first == 0x4f ? parseSS3(bytes) : parseCSI(bytes)
  }

  // MARK: - SS3

  private static func parseSS3(_ bytes: ArraySlice<UInt8>) -> Result {
    guard bytes.count > 1 else { return .incomplete }
    let byte = bytes[bytes.startIndex + 1]
    guard (0x20...0x7e).contains(byte) else { return .broken(length: 1) }
    // Old xterms put the modifier before the final byte: ESC O 5 P.
    if (0x32...0x38).contains(byte) {
      guard bytes.count > 2 else { return .incomplete }
      let final = bytes[bytes.startIndex + 2]
      guard (0x20...0x7e).contains(final) else { return .broken(length: 2) }
      guard let key = letterKey(final) else { return .unknown(length: 3) }
      return .key(key.with(modifiers(Int(byte - 0x30))), length: 3)
    }
    guard let key = letterKey(byte) ?? keypadKey(byte) else { return .unknown(length: 2) }
    return .key(key, length: 2)
  }

  /// The keys of the keypad in application mode.
  private static func keypadKey(_ byte: UInt8) -> Key? {
    switch byte {
    case 0x4d: .enter
    case 0x58: .character("=")
    case 0x6a...0x79: .character(Unicode.Scalar(byte - 0x40))
    // rxvt: Control with an arrow.
    case 0x61, 0x62, 0x63, 0x64: letterKey(byte - 0x20)?.with(.control)
    default: nil
    }
  }

  // MARK: - CSI

  private static func parseCSI(_ bytes: ArraySlice<UInt8>) -> Result {
    var index = bytes.startIndex + 1
    while index < bytes.endIndex, (0x30...0x3f).contains(bytes[index]) { index += 1 }
    let parameters = bytes[(bytes.startIndex + 1)..<index]
    let isPlain = parameters.allSatisfy { (0x30...0x39).contains($0) }
    if index < bytes.endIndex, bytes[index] == 0x24, isPlain, !parameters.isEmpty {
      // rxvt: Shift with a key of the block above the arrows is a sequence that ends in a dollar
      // sign.
      let length = index + 1 - bytes.startIndex
      guard let key = tildeKey(number(parameters)) else { return .unknown(length: length) }
      return .key(key.with(.shift), length: length)
    }
    let afterParameters = index
    while index < bytes.endIndex, (0x20...0x2f).contains(bytes[index]) { index += 1 }
    guard index < bytes.endIndex else { return .incomplete }
    let final = bytes[index]
    guard (0x40...0x7e).contains(final) else { return .broken(length: index - bytes.startIndex) }
    let length = index + 1 - bytes.startIndex

    if length > longest { return .unknown(length: length) }
    if index > afterParameters { return .report(length: length) }
    if parameters.isEmpty {
      switch final {
      case 0x4d:
        // X10 mouse: three bytes of any value follow.
        return bytes.count >= length + 3 ? .report(length: length + 3) : .incomplete
      case 0x5b:
        // Linux console: F1 to F5 are ESC [ [ A to E.
        guard index + 1 < bytes.endIndex else { return .incomplete }
        let letter = bytes[index + 1]
        guard (0x20...0x7e).contains(letter) else { return .broken(length: length) }
        guard (0x41...0x45).contains(letter) else { return .unknown(length: length + 1) }
        return .key(.function(Int(letter - 0x40)), length: length + 1)
      default: break
      }
    }
    // Private parameters (< = > ?) are never keys.
    if let first = parameters.first, first >= 0x3c {
      let report = report(final, by: first, parameters: split(parameters.dropFirst()))
      return .report(report, length: length)
    }
    return meaning(of: final, parameters: split(parameters), length: length)
  }

  private static func meaning(of final: UInt8, parameters: [Int], length: Int) -> Result {
    let first = parameters.first ?? 0
    let held = modifiers(parameters.count > 1 ? parameters[1] : 1)
    let key: Key?
    switch final {
    case 0x49 where parameters.isEmpty,  // focus
      0x4f where parameters.isEmpty:
      return .report(length: length)
    case 0x7e where first == 200: return .pasteStart(length: length)
    case 0x7e where first == 201: return .report(length: length)
    case 0x7e where first == 27: key = parameters.count > 2 ? coded(parameters[2], held) : nil
    case 0x7e: key = tildeKey(first)?.with(held)
    case 0x5e: key = tildeKey(first)?.with(.control)  // rxvt
    case 0x40: key = tildeKey(first)?.with([.control, .shift])  // rxvt
    case 0x75: key = coded(first, held)
    case 0x5a: key = .backTab
    case 0x52 where parameters.count == 2 && (first > 1 || !(2...16).contains(parameters[1])):
      return .report(position(parameters), length: length)
    case 0x63, 0x6e, 0x74, 0x78: return .report(length: length)  // attributes, status, window
    case 0x61...0x64: key = letterKey(final - 0x20)?.with(.shift)  // rxvt
    case 0x41...0x44 where parameters.count == 1,  // xterm, modifyCursorKeys 0
      0x46 where parameters.count == 1, 0x48 where parameters.count == 1:
      key = letterKey(final)?.with(modifiers(first))
    default: key = letterKey(final)?.with(held)
    }
    guard let key else { return .unknown(length: length) }
    return .key(key, length: length)
  }

  // MARK: - Reports

  /// The report of a sequence with a private parameter (`marker`); nil if longform does not use the
  /// report.
  private static func report(
    _ final: UInt8, by marker: UInt8, parameters: [Int]
  ) -> TerminalReport? {
    switch (marker, final) {
    case (0x3c, 0x4d): MouseEvent(sgr: parameters, isRelease: false).map(TerminalReport.mouse)
    case (0x3c, 0x6d): MouseEvent(sgr: parameters, isRelease: true).map(TerminalReport.mouse)
    case (0x3f, 0x52): position(parameters)
    default: nil
    }
  }

  private static func position(_ parameters: [Int]) -> TerminalReport? {
    guard parameters.count >= 2, parameters[0] > 0, parameters[1] > 0 else { return nil }
    return .cursor(CursorPosition(line: parameters[0], column: parameters[1]))
  }

  // MARK: - Keys

  /// The keys whose sequences end in a letter, both in CSI and in SS3.
  private static func letterKey(_ byte: UInt8) -> Key? {
    switch byte {
    case 0x41: .up
    case 0x42: .down
    case 0x43: .right
    case 0x44: .left
    case 0x46: .end
    case 0x48: .home
    case 0x50...0x53: .function(Int(byte - 0x4f))
    default: nil
    }
  }

  /// The keys whose sequences are a number and a tilde.
  private static func tildeKey(_ number: Int) -> Key? {
    switch number {
    case 1, 7: .home
    case 2: .insert
    case 3: .delete
    case 4, 8: .end
    case 5: .pageUp
    case 6: .pageDown
    case 11...15: .function(number - 10)
    case 17...21: .function(number - 11)
    case 23...26: .function(number - 12)
    case 28, 29: .function(number - 13)
    case 31...34: .function(number - 14)
    default: nil
    }
  }

  /// The key for a code point in xterm's modifyOtherKeys or in kitty's protocol.
  private static func coded(_ code: Int, _ modifiers: Key.Modifiers) -> Key? {
    switch code {
    case 9: return Key.tab.with(modifiers)
    case 13: return Key.enter.with(modifiers)
    case 27: return .escape
    case 8, 127: return Key.backspace.with(modifiers)
    default:
      guard let scalar = Unicode.Scalar(UInt32(clamping: code)), !scalar.isControl,
        !(0xe000...0xf8ff).contains(code)
      else { return nil }
      let key = Key.character(scalar).with(modifiers)
      return key == .control("@") ? nil : key
    }
  }

  /// The modifiers in xterm's modifier parameter. The parameter minus 1 is a sum: 1 for Shift, 2
  /// for Alt, 4 for Control, 8 for Meta.
  private static func modifiers(_ parameter: Int) -> Key.Modifiers {
    guard (2...16).contains(parameter) else { return [] }
    var held = Key.Modifiers(rawValue: UInt8(parameter - 1) & 7)
    if (parameter - 1) & 8 != 0 { held.insert(.alt) }
    return held
  }

  // MARK: - Numbers

  /// The value of decimal digits, limited so that it cannot overflow.
  private static func number(_ digits: ArraySlice<UInt8>) -> Int {
    digits.reduce(0) { min($0 * 10 + Int($1) - 0x30, 0x11_0000) }
  }

  /// The parameters, which semicolons separate. If a parameter has subparameters, which colons
  /// separate, only the first subparameter is used.
  private static func split(_ parameters: ArraySlice<UInt8>) -> [Int] {
    if parameters.isEmpty { return [] }
    return parameters.split(separator: 0x3b, omittingEmptySubsequences: false).map { field in
      number(field.prefix { (0x30...0x39).contains($0) })
    }
  }
}
