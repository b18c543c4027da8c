// The text that a save would write, as the screen and plain mode show it.

import FormText

/// The beginning of a text that a save would write.
public struct PreviewText: Hashable, Sendable {
  /// The format and the destination, for the title of a panel.
  package let title: String
  /// The lines, without characters that must not reach a terminal.
  package let lines: [String]

  /// The largest number of lines. A longer text would make each repaint of the panel slow.
  package static let mostLines = 1_000

  /// Creates a preview.
  ///
  /// - Parameters:
  ///   - bytes: the text, or its beginning.
  ///   - isWhole: whether the text ends with these bytes.
  package init(_ bytes: [UInt8], isWhole: Bool, title: String) {
    self.title = title
    var lines = VisibleText.painted(String(decoding: bytes, as: UTF8.self))
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    // The last line feed ends the last line. The last line of a beginning may be cut.
    if lines.last?.isEmpty == true || !isWhole { lines.removeLast() }
    let isCut = !isWhole || lines.count > PreviewText.mostLines
    if isCut {
      lines = lines.prefix(PreviewText.mostLines) + ["The rest is not shown; :export writes all"]
    }
    self.lines = lines
  }
}
