// The text of one bracketed paste.

/// The text between the brackets of a bracketed paste.
public struct Paste: Hashable, Sendable {
  /// The text, with CRLF and CR as LF, tabs kept, without other control characters.
  public var text: String
  /// The number of control characters and invalid bytes that were left out.
  public var leftOut: Int

  public init(text: String, leftOut: Int = 0) {
    self.text = text
    self.leftOut = leftOut
  }
}
