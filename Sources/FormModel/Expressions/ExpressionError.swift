// The errors of expressions, with their places.

/// An error in an expression.
struct ExpressionError: Error, Hashable {
  /// The kind of mistake.
  enum Kind: String {
    case syntax, row, function, type, arguments
  }

  let kind: Kind
  /// The offset in the UTF-8 of the expression.
  let offset: Int
  /// The error and its remedy, without a full stop.
  let sentence: String

  init(_ kind: Kind, at offset: Int, _ sentence: String) {
    (self.kind, self.offset, self.sentence) = (kind, offset, sentence)
  }

  /// The line and the character in it, from 1.
  func position(in source: String) -> (line: Int, column: Int) {
    let before = source.utf8.prefix(offset)
    let lines = before.split(separator: 0x0A, omittingEmptySubsequences: false)
    let last = lines.last.map { String(decoding: $0, as: UTF8.self) } ?? ""
    return (max(lines.count, 1), last.count + 1)
  }
}
