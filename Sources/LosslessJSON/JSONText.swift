// Edits JSON in place.
//
// For unchanged values everything is copied: unknown keys, order, spacing, the spelling of numbers,
// and escapes. If members or elements of a container change, the container is split into chunks,
// one for each member or element. So deleting, adding and reordering chunks keeps the layout of all
// other chunks. All other containers are copied as a whole.

/// A JSON document as an editable text.
package struct JSONText: DocumentText {
  package let format: DocumentFormat
  private let document: JSONDocument

  package init(_ document: JSONDocument) {
    self.document = document
    format = document.dialect.contains(.comments) ? .jsonc : .json
  }

  /// Creates a text for a record of JSON Lines, which must stay on one line; nil if the text has
  /// several lines.
  package init?(record document: JSONDocument) {
    let range = document.root.range
    guard document.root.count > 0,
      !document.bytes[range].contains(where: { $0 == 0x0A || $0 == 0x0D })
    else { return nil }
    self.document = document
    format = .jsonl
  }

  package var bytes: [UInt8] { document.bytes }

  package func span(of value: JSONValue) -> Range<Int>? { value.range }

  package func pieces(with changes: DocumentChanges) -> [DocumentPiece] {
    pieces(of: 0..<document.bytes.count, document.root, changes)
  }

  /// Returns the text of one value after changes.
  package func value(_ value: JSONValue, with changes: DocumentChanges) -> [UInt8] {
    pieces(of: value.range, value, changes).reduce(into: []) { bytes, piece in
      switch piece {
      case .copy(let range): bytes += document.bytes[range]
      case .text(let text): bytes += text
      }
    }
  }

  private func pieces(
    of range: Range<Int>, _ value: JSONValue, _ changes: DocumentChanges
  ) -> [DocumentPiece] {
    // A new value without comments replaces a strict text exactly as it was typed.
    let changes = document.isStrict ? changes : changes.refined(in: document)
    var editor = JSONTextEditor(document, changes)
    editor.edit(value)
    return editor.edits.pieces(of: range)
  }
}

/// Finds the edits of a JSON text.
private struct JSONTextEditor {
  private let style: JSONStyle
  private let changes: DocumentChanges
  private let places: DocumentChanges.Places
  private(set) var edits = DocumentEdits()

  init(_ document: JSONDocument, _ changes: DocumentChanges) {
    self.changes = changes
    places = changes.places
    style = JSONStyle(of: document)
  }

  mutating func edit(_ value: JSONValue) {
    guard places.include(anythingIn: value) else { return }
    if let new = changes.replacement(of: value) {
      // A new array gets the layout of the array that it replaces.
      let indent =
        value.kind == .array
        ? style.indent(in: value, like: JSONChunks(of: value)) : style.indent(of: value)
      return edits.replace(value.range, with: new.json(indent.layout.outer))
    }
    if let entries = changes.arrangement(of: value) { arrange(value, as: entries) }
    // An edit inside a deleted entry has no effect, because no part that is written contains the
    // entry.
    for (key, _) in value.members {
      if let new = changes.replacement(of: key) {
        edits.replace(key.range, with: new.json(.oneLine))
      }
    }
    for child in value.children { edit(child) }
  }

  private mutating func arrange(_ container: JSONValue, as entries: [DocumentChanges.Entry]) {
    let chunks = JSONChunks(of: container)
    let indent = style.indent(in: container, like: chunks)
    let newcomers = FlowEntries.Newcomers(
      lead: indent.lead, closing: indent.closing, lineEnd: style.lineEnd
    ) { name, value in
      var bytes: [UInt8] = []
      if let name {
        JSONWriter.appendString(name, to: &bytes)
        bytes += indent.layout.colon
      }
      return bytes + value.json(indent.layout)
    }
    edits.replace(
      container.range.lowerBound + 1..<container.range.upperBound - 1,
      with: chunks.flow.parts(for: entries, newcomers))
  }
}
