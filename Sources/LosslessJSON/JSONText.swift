// Editing JSON in place.
//
// Unknown keys, order, spacing, number text and escapes of what was not changed are copied. A
// container whose members or elements have changed is taken apart into chunks, so that dropping, adding
// and reordering leaves all others as their author laid them out; all other containers are copied whole.

/// A JSON document as a text that can be edited.
package struct JSONText: DocumentText {
  private let document: JSONDocument

  package init(_ document: JSONDocument) { self.document = document }

  package var bytes: [UInt8] { document.bytes }

  package func span(of value: JSONValue) -> Range<Int>? { value.range }

  package func pieces(with changes: DocumentChanges) -> [DocumentPiece] {
    var editor = JSONTextEditor(document, changes)
    return editor.pieces()
  }
}

/// Writes a JSON document with changes.
private struct JSONTextEditor {
  private let document: JSONDocument
  private let style: JSONStyle
  private let changes: DocumentChanges
  private let places: DocumentChanges.Places
  private var output = DocumentPieces()

  init(_ document: JSONDocument, _ changes: DocumentChanges) {
    (self.document, self.changes) = (document, changes)
    places = changes.places
    style = JSONStyle(of: document)
  }

  mutating func pieces() -> [DocumentPiece] {
    let root = document.root
    output.copy(0..<root.range.lowerBound)
    write(root)
    output.copy(root.range.upperBound..<document.bytes.count)
    return output.pieces
  }

  private mutating func write(_ value: JSONValue) {
    guard places.include(anythingIn: value) else { return output.copy(value.range) }
    if let new = changes.replacement(of: value) {
      // An array that replaces one is laid out like it.
      let indent =
        value.kind == .array
        ? style.indent(in: value, like: JSONChunks(of: value)) : style.indent(of: value)
      return output.append(new.json(indent.layout.outer))
    }
    if let entries = changes.arrangement(of: value) { return write(entries, of: value) }
    var offset = value.range.lowerBound
    for child in value.children where places.include(anythingIn: child) {
      output.copy(offset..<child.range.lowerBound)
      write(child)
      offset = child.range.upperBound
    }
    output.copy(offset..<value.range.upperBound)
  }

  private mutating func write(_ entries: [DocumentChanges.Entry], of container: JSONValue) {
    let chunks = JSONChunks(of: container)
    let children = Array(container.children)
    let (start, end) = (container.range.lowerBound, container.range.upperBound)
    /// The chunk of the document that was written last, if it was the last thing written.
    var lastChunk: Int?
    output.copy(start..<start + 1)
    for (place, entry) in entries.enumerated() {
      switch entry {
      case .kept(let index):
        let (chunk, value) = (chunks.ranges[index], children[index])
        if place > 0 {
          if lastChunk == index - 1 {
            output.copy(chunk.lowerBound - 1..<chunk.lowerBound)
          } else {
            output.append([0x2C])
          }
        }
        output.copy(chunk.lowerBound..<value.range.lowerBound)
        write(value)
        output.copy(value.range.upperBound..<chunk.upperBound)
        lastChunk = index
      case .new(let name, let value):
        let indent = style.indent(in: container, like: chunks)
        var bytes = (place > 0 ? [0x2C] : []) + indent.lead
        if let name {
          JSONWriter.appendString(name, to: &bytes)
          bytes += indent.layout.colon
        }
        output.append(bytes + value.json(indent.layout))
        lastChunk = nil
      }
    }
    if !entries.isEmpty, chunks.ranges.isEmpty {
      output.append(style.indent(of: container).closing)
    } else if !entries.isEmpty || chunks.ranges.isEmpty {
      output.copy(chunks.tail)
    }
    output.copy(end - 1..<end)
  }
}
