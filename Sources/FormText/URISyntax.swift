// The syntax of URIs (RFC 3986) and of the addresses in them.

/// Checks texts by the grammar of RFC 3986.
package enum URISyntax {
  /// Whether a text is `scheme ":" hier-part [ "?" query ] [ "#" fragment ]`.
  package static func isURI(_ text: String) -> Bool {
    let rest = text.utf8[...]
    let scheme = rest.prefix { $0 != UInt8(ascii: ":") }
    guard let first = scheme.first, first.isASCIILetter,
      scheme.allSatisfy({ $0.isASCIIAlphanumeric || "+-.".utf8.contains($0) }),
      scheme.count < rest.count
    else { return false }
    return isRest(rest.dropFirst(scheme.count + 1))
  }

  /// Whether a text is a URI, or a relative reference: `//host/path`, `/path`, `path`, `?a` or `#a`.
  package static func isReference(_ text: String) -> Bool {
    if isURI(text) { return true }
    let segment = text.utf8.prefix { !"/?#".utf8.contains($0) }
    return !segment.contains(UInt8(ascii: ":")) && isRest(text.utf8[...])
  }

  /// Whether a text is `hier-part [ "?" query ] [ "#" fragment ]`.
  private static func isRest(_ text: Substring.UTF8View) -> Bool {
    var rest = text
    if let hash = rest.firstIndex(of: UInt8(ascii: "#")) {
      guard consists(rest[hash...].dropFirst(), of: ":@/?") else { return false }
      rest = rest[..<hash]
    }
    if let mark = rest.firstIndex(of: UInt8(ascii: "?")) {
      guard consists(rest[mark...].dropFirst(), of: ":@/?") else { return false }
      rest = rest[..<mark]
    }
    if rest.starts(with: "//".utf8) {
      let authority = rest.dropFirst(2).prefix { $0 != UInt8(ascii: "/") }
      guard isAuthority(authority) else { return false }
      rest = rest.dropFirst(2 + authority.count)
    }
    return consists(rest, of: ":@/")
  }

  /// Whether a text is `[ userinfo "@" ] host [ ":" port ]`.
  private static func isAuthority(_ text: Substring.UTF8View) -> Bool {
    var rest = text
    if let at = rest.firstIndex(of: UInt8(ascii: "@")) {
      guard consists(rest[..<at], of: ":") else { return false }
      rest = rest[at...].dropFirst()
    }
    if rest.first == UInt8(ascii: "[") {
      guard let end = rest.firstIndex(of: UInt8(ascii: "]")), isLiteral(rest[..<end].dropFirst())
      else { return false }
      rest = rest[end...].dropFirst()
      return rest.isEmpty || rest.first == UInt8(ascii: ":") && isPort(rest.dropFirst())
    }
    guard let colon = rest.firstIndex(of: UInt8(ascii: ":")) else { return consists(rest, of: "") }
    return consists(rest[..<colon], of: "") && isPort(rest[colon...].dropFirst())
  }

  private static func isPort(_ text: Substring.UTF8View) -> Bool { text.allSatisfy(\.isASCIIDigit) }

  /// Whether the text in brackets is an IPv6 address, or a future version that begins with `v`.
  private static func isLiteral(_ text: Substring.UTF8View) -> Bool {
    if text.first == UInt8(ascii: "v") || text.first == UInt8(ascii: "V") {
      let parts = text.dropFirst().split(
        separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
      return parts.count == 2 && !parts[0].isEmpty && parts[0].allSatisfy(\.isHexDigit)
        && !parts[1].isEmpty && !parts[1].contains(UInt8(ascii: "%")) && consists(parts[1], of: ":")
    }
    return isIPv6(String(decoding: text, as: UTF8.self))
  }

  /// Whether a text is eight groups of hexadecimal digits. An IPv4 address may replace the last two
  /// groups, and one `::` may replace any number of groups of zeros.
  package static func isIPv6(_ text: String) -> Bool {
    let halves = text.parts(around: "::")
    guard halves.count <= 2 else { return false }
    var groups = 0
    for (index, half) in halves.enumerated() where !half.isEmpty {
      let parts = half.split(separator: ":", omittingEmptySubsequences: false)
      for (place, part) in parts.enumerated() {
        let isLast = index == halves.count - 1 && place == parts.count - 1
        if isLast, isIPv4(part) {
          groups += 2
        } else if (1...4).contains(part.utf8.count), part.utf8.allSatisfy(\.isHexDigit) {
          groups += 1
        } else {
          return false
        }
      }
    }
    return halves.count == 2 ? groups <= 7 : groups == 8
  }

  package static func isIPv4(_ text: Substring) -> Bool {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4
      && parts.allSatisfy { part in
        (1...3).contains(part.utf8.count) && part.utf8.allSatisfy(\.isASCIIDigit)
          && (part.utf8.count == 1 || part.utf8.first != UInt8(ascii: "0"))
          && (Int(part) ?? 256) < 256
      }
  }

  /// Whether a text has only unreserved characters, sub-delims, %-escapes and the characters in
  /// `others`.
  private static func consists(_ text: Substring.UTF8View, of others: String) -> Bool {
    var rest = text
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%") {
        guard rest.count >= 2, rest.prefix(2).allSatisfy(\.isHexDigit) else { return false }
        rest = rest.dropFirst(2)
      } else if !byte.isASCIIAlphanumeric, !"-._~!$&'()*+,;=".utf8.contains(byte),
        !others.utf8.contains(byte)
      {
        return false
      }
    }
    return true
  }
}
