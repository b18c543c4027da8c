// Checks texts by their formats.

import FormText

extension SchemaFormat {
  /// Whether a text has the format.
  func accepts(_ text: String) -> Bool {
    switch self {
    case .jsonPointer: SchemaFormat.isPointer(text)
    default: true
    }
  }

  /// Whether a text is a JSON Pointer (RFC 6901, section 3).
  private static func isPointer(_ text: String) -> Bool {
    if !text.isEmpty, !text.hasPrefix("/") { return false }
    return text.utf8.split(separator: UInt8(ascii: "~"), omittingEmptySubsequences: false)
      .dropFirst().allSatisfy { $0.first == UInt8(ascii: "0") || $0.first == UInt8(ascii: "1") }
  }
}
