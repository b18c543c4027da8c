// Edits of a text. An edit replaces a range by new text and by other parts of the same text. These
// parts may contain further edits.

/// Replacements in a text.
package struct DocumentEdits {
  /// A part of a replacement.
  package enum Part {
    /// A part of the text, with the edits inside it.
    case source(Range<Int>)
    case text([UInt8])
  }

  private struct Edit {
    var range: Range<Int>
    var parts: [Part]
  }

  private var edits: [Edit] = []

  package init() {}

  /// Replaces a range. The ranges of two edits must not overlap, unless one is inside a part of the
  /// other.
  package mutating func replace(_ range: Range<Int>, with parts: [Part]) {
    edits.append(Edit(range: range, parts: parts))
  }

  /// Replaces a range by new text.
  package mutating func replace(_ range: Range<Int>, with text: [UInt8]) {
    replace(range, with: [.text(text)])
  }

  /// The pieces of a part of the text after all edits.
  ///
  /// - Complexity: O(*n* log *n*) in the number of edits
  package func pieces(of range: Range<Int>) -> [DocumentPiece] {
    // Outer edits come before the edits inside them. If two edits have the same range, the earlier
    // edit comes first.
    let sorted = edits.indices.sorted { one, other in
      let (a, b) = (edits[one].range, edits[other].range)
      if a.lowerBound != b.lowerBound { return a.lowerBound < b.lowerBound }
      return a.upperBound == b.upperBound ? one < other : a.upperBound > b.upperBound
    }
    var writer = EditWriter(edits: sorted.map { edits[$0] })
    writer.write(range, after: -1)
    return writer.output.pieces
  }

  /// Writes a text with its edits applied.
  private struct EditWriter {
    let edits: [Edit]
    var output = DocumentPieces()
    private var isWritten: [Bool]

    init(edits: [Edit]) {
      self.edits = edits
      isWritten = Array(repeating: false, count: edits.count)
    }

    /// Writes a range with the edits inside it applied.
    ///
    /// - Parameter outer: the index of the edit around the range; only edits after this index are
    ///   inside the range.
    mutating func write(_ range: Range<Int>, after outer: Int) {
      var offset = range.lowerBound
      var index = firstEdit(at: offset, after: outer)
      while index < edits.count, edits[index].range.lowerBound <= range.upperBound {
        let edit = edits[index]
        defer { index += 1 }
        guard !isWritten[index], edit.range.lowerBound >= offset,
          edit.range.upperBound <= range.upperBound
        else { continue }
        isWritten[index] = true
        output.copy(offset..<edit.range.lowerBound)
        for part in edit.parts {
          switch part {
          case .text(let text): output.append(text)
          case .source(let range): write(range, after: index)
          }
        }
        offset = edit.range.upperBound
      }
      output.copy(offset..<range.upperBound)
    }

    private func firstEdit(at offset: Int, after outer: Int) -> Int {
      var (low, high) = (outer + 1, edits.count)
      while low < high {
        let middle = (low + high) / 2
        if edits[middle].range.lowerBound < offset { low = middle + 1 } else { high = middle }
      }
      return low
    }
  }
}
