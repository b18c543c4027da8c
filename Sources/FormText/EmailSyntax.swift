// The syntax of email addresses and of the names of hosts in them.

/// Checks email addresses and names of hosts.
package enum EmailSyntax {
  /// Whether a text is an address that HTML's input fields accept, with dots only where RFC 5321
  /// allows them.
  package static func isAddress(_ text: String) -> Bool {
    let parts = text.utf8.split(
      separator: UInt8(ascii: "@"), maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2,
      parts[0].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        .allSatisfy(isAtom)
    else { return false }
    return parts[1].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      .allSatisfy(isLabel)
  }

  /// Whether a part between dots before the @ is not empty and has only allowed characters.
  private static func isAtom(_ text: Substring.UTF8View) -> Bool {
    !text.isEmpty
      && text.allSatisfy { $0.isASCIIAlphanumeric || "!#$%&'*+/=?^_`{|}~-".utf8.contains($0) }
  }

  /// Whether a label of the domain has 1 to 63 letters, digits and inner hyphens.
  private static func isLabel(_ label: Substring.UTF8View) -> Bool {
    guard let first = label.first, let last = label.last, label.count <= 63 else { return false }
    return first.isASCIIAlphanumeric && last.isASCIIAlphanumeric
      && label.allSatisfy { $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "-") }
  }

  /// Whether a text is a mailbox of RFC 5321 (section 4.1.2). Its local part may be quoted, and its
  /// domain may be an IP address in brackets.
  package static func isMailbox(_ text: String) -> Bool {
    if isAddress(text) { return true }
    let bytes = text.utf8[...]
    guard let at = bytes.lastIndex(of: UInt8(ascii: "@")) else { return false }
    var domain = String(decoding: bytes[at...].dropFirst(), as: UTF8.self)
    if domain.hasPrefix("["), domain.hasSuffix("]") {
      domain = String(domain.dropFirst().dropLast())
      let isLiteral =
        domain.hasPrefix("IPv6:")
        ? URISyntax.isIPv6(String(domain.dropFirst(5))) : URISyntax.isIPv4(domain[...])
      guard isLiteral else { return false }
      domain = "a"
    }
    let local = bytes[..<at]
    return isAddress(
      (isQuoted(local) ? "a" : String(decoding: local, as: UTF8.self)) + "@" + domain)
  }

  /// Whether a text is in quotes, with a backslash before each quote and backslash inside.
  private static func isQuoted(_ text: Substring.UTF8View) -> Bool {
    guard text.count >= 2, text.first == UInt8(ascii: "\""), text.last == UInt8(ascii: "\"") else {
      return false
    }
    var rest = text.dropFirst().dropLast()
    while let byte = rest.popFirst() {
      guard (0x20..<0x7F).contains(byte), byte != UInt8(ascii: "\"") else { return false }
      if byte == UInt8(ascii: "\\"), rest.popFirst() == nil { return false }
    }
    return true
  }

  /// Whether a text is the name of a host (RFC 1123, section 2.1).
  package static func isHostName(_ text: String) -> Bool {
    text.utf8.count <= 253
      && text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        .allSatisfy(isLabel)
  }
}
