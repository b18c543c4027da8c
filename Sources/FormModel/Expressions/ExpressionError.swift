// Errors of expressions and their positions in the source text.

/// An error in an expression.
struct ExpressionError: Error, Hashable {
  /// The kind of mistake.
  enum Kind: String {
    case syntax, row, function, type, arguments
  }

  let kind: Kind
  /// The offset of the error in the UTF-8 of the expression.
  let offset: Int
  /// A description of the error and its remedy, without a full stop.
  let sentence: String

  init(_ kind: Kind, at offset: Int, _ sentence: String) {
    (self.kind, self.offset, self.sentence) = (kind, offset, sentence)
  }

  /// Returns the line of the error and the column in that line, both from 1.
  func position(in source: String) -> (line: Int, column: Int) {
    let before = source.utf8.prefix(offset)
    let lines = before.split(separator: 0x0A, omittingEmptySubsequences: false)
    let last = lines.last.map { String(decoding: $0, as: UTF8.self) } ?? ""
    return (max(lines.count, 1), last.count + 1)
  }
}
