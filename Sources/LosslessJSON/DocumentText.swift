// The text from which a tree of values was read. `DocumentText` is the common interface for editing
// documents of any format in place.

/// A format of documents that are edited in place.
package enum DocumentFormat: String, Sendable {
  case json, jsonc, jsonl, csv, tsv, yaml
}

/// A text, with the range of each value of its tree.
package protocol DocumentText: Sendable {
  var format: DocumentFormat { get }

  /// The text, exactly as given.
  var bytes: [UInt8] { get }

  /// The range of a value or key in the text; nil if the value or key has no bytes in the text.
  func span(of value: JSONValue) -> Range<Int>?

  /// The tree positions of values that JSON cannot express, in ascending order. In the tree these
  /// values are strings.
  var nodesWithoutJSON: [Int] { get }

  /// The text after changes to its values. All other bytes are copied.
  func pieces(with changes: DocumentChanges) -> [DocumentPiece]
}

extension DocumentText {
  package var nodesWithoutJSON: [Int] { [] }

  /// The whole text after changes to its values.
  package func bytes(with changes: DocumentChanges) -> [UInt8] {
    pieces(with: changes).reduce(into: []) { result, piece in
      switch piece {
      case .copy(let range): result += bytes[range]
      case .text(let text): result += text
      }
    }
  }
}

/// A part of an edited text.
package enum DocumentPiece: Equatable, Sendable {
  /// Bytes of the original text.
  case copy(Range<Int>)
  case text([UInt8])
}

/// Pieces of an edited text. Adjacent copies are merged.
struct DocumentPieces {
  private(set) var pieces: [DocumentPiece] = []

  mutating func copy(_ range: Range<Int>) {
    guard !range.isEmpty else { return }
    if case .copy(let last)? = pieces.last, last.upperBound == range.lowerBound {
      pieces[pieces.count - 1] = .copy(last.lowerBound..<range.upperBound)
    } else {
      pieces.append(.copy(range))
    }
  }

  mutating func append(_ text: [UInt8]) {
    if !text.isEmpty { pieces.append(.text(text)) }
  }
}
