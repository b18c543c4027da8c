// Texts that can be written without quotes in YAML, because every reader takes them for strings.

import FormText

/// Checks whether a text can be written without quotes.
enum YAMLPlainText {
  /// The type that YAML 1.1 gives to a text that is a string in YAML 1.2.
  enum Kind: Equatable { case string, boolean, null, number, date, other }

  /// Whether a text without quotes has the same meaning for every reader.
  ///
  /// - Parameter old: the text without quotes that the new text replaces. The new text may then
  ///   have the type that the old text has for readers of YAML 1.1, such as a date.
  static func isPlain(_ bytes: [UInt8], isInFlow: Bool, replacing old: [UInt8]? = nil) -> Bool {
    let look = bytes.withUnsafeBufferPointer(YAMLScalar.look)
    guard let first = bytes.first, !look.needsEscapes, !look.hasIndicators, !look.hasLineFeeds,
      !look.hasRaggedLines, begins(first, bytes.dropFirst().first),
      !isInFlow || !bytes.contains(where: { ",[]{}:?".utf8.contains($0) }),
      !bytes.starts(with: "---".utf8), !bytes.starts(with: "...".utf8)
    else { return false }
    let isString = bytes.withUnsafeBufferPointer {
      if case .string = YAMLScalarMeaning.value(of: $0, isPlain: true, tag: nil) {
        true
      } else {
        false
      }
    }
    guard isString else { return false }
    let kind = kind(of: bytes)
    return kind == .string || kind != .other && old.map { self.kind(of: $0) } == kind
  }

  private static func begins(_ first: UInt8, _ second: UInt8?) -> Bool {
    switch first {
    case UInt8(ascii: "-"): return second.map { $0 > 0x2F && $0 != UInt8(ascii: "?") } ?? false
    case UInt8(ascii: "?"), UInt8(ascii: ":"), UInt8(ascii: ","), UInt8(ascii: "["),
      UInt8(ascii: "]"), UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "#"), UInt8(ascii: "&"),
      UInt8(ascii: "*"), UInt8(ascii: "!"), UInt8(ascii: "|"), UInt8(ascii: ">"), UInt8(ascii: "'"),
      UInt8(ascii: "\""), UInt8(ascii: "%"), UInt8(ascii: "@"), UInt8(ascii: "`"):
      return false
    default: return true
    }
  }

  /// The type of a text in YAML 1.1.
  static func kind(of bytes: [UInt8]) -> Kind {
    let folded = String(decoding: bytes.prefix(6).map { $0 | 0x20 }, as: UTF8.self)
    if bytes.count <= 5 {
      if ["y", "n", "yes", "no", "on", "off", "true", "false"].contains(folded) { return .boolean }
      if folded == "null" || bytes == [UInt8(ascii: "~")] { return .null }
      if bytes == Array("<<".utf8) || bytes == Array("=".utf8) { return .other }
    }
    var rest = bytes[...]
    if let sign = rest.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") {
      rest = rest.dropFirst()
    }
    let word = String(decoding: rest.prefix(5).map { $0 | 0x20 }, as: UTF8.self)
    if word == ".inf" || word == ".nan" { return .number }
    guard let first = rest.first, first.isASCIIDigit || first == UInt8(ascii: ".") else {
      return .string
    }
    if isDate(bytes) { return .date }
    // Digits, and other characters that may be part of a number in YAML 1.1 or 1.2.
    let isNumber = rest.allSatisfy { byte in
      byte.isASCIIDigit || "_:.+-".utf8.contains(byte)
        || ("abcdefox".utf8.contains(byte | 0x20) && byte > 0x40)
    }
    let points = rest.count { $0 == UInt8(ascii: ".") }
    let dashes = rest.count { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") }
    return isNumber && points < 2 && dashes < 2 ? .number : .string
  }

  /// Whether a text begins with a date like `2024-01-31`.
  private static func isDate(_ bytes: [UInt8]) -> Bool {
    let parts = bytes.prefix(10).split(
      separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].count == 4, parts[0].allSatisfy(\.isASCIIDigit),
      (1...2).contains(parts[1].count), parts[1].allSatisfy(\.isASCIIDigit),
      let digit = parts[2].first, digit.isASCIIDigit
    else { return false }
    return true
  }
}
