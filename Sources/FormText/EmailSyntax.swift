// The syntax of email addresses and of the names of hosts in them.

/// Checks email addresses.
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
  package static func isLabel(_ label: Substring.UTF8View) -> Bool {
    guard let first = label.first, let last = label.last, label.count <= 63 else { return false }
    return first.isASCIIAlphanumeric && last.isASCIIAlphanumeric
      && label.allSatisfy { $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "-") }
  }
}
