// The syntax of UUIDs (RFC 9562, section 4).

/// Checks UUIDs.
package enum UUIDSyntax {
  /// The numbers of hexadecimal digits between the hyphens.
  package static let groupLengths = [8, 4, 4, 4, 12]

  /// Whether a text is a UUID, in either case.
  package static func isUUID(_ text: Substring.UTF8View) -> Bool {
    let groups = text.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    return groups.map(\.count) == groupLengths
      && groups.allSatisfy { $0.allSatisfy(\.isHexDigit) }
  }
}
