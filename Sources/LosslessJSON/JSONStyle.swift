// The layout of JSON texts. New values are written in the layout that the document's author used.

/// A layout for writing: line breaks, indentation, and the white space after a colon.
package struct JSONLayout: Sendable {
  /// The bytes that end a line; nil to write everything on one line.
  package var newline: [UInt8]?
  /// The bytes at the beginning of every line.
  var base: [UInt8] = []
  /// The indentation of one level.
  var unit: [UInt8]
  /// The colon, with the white space around it.
  package var colon: [UInt8]
  /// The white space after a comma on the same line.
  package var spacing: [UInt8] = []
  /// The white space inside the braces of an object on one line.
  package var padding: [UInt8] = []

  /// The layout of an export that does not begin with a document: two spaces, and one member or
  /// element on each line.
  package static let standard = JSONLayout(
    newline: [0x0A], unit: [0x20, 0x20], colon: [0x3A, 0x20])

  /// Everything on one line, with a space after each comma and colon.
  package static let oneLine = JSONLayout(
    newline: nil, unit: [], colon: [0x3A, 0x20], spacing: [0x20])

  /// Begins a line with the indentation of a number of levels. Does nothing if everything is on one
  /// line.
  package func beginLine(depth: Int, in buffer: inout [UInt8]) {
    guard let newline else { return }
    buffer.append(contentsOf: newline)
    buffer.append(contentsOf: base)
    for _ in 0..<depth { buffer.append(contentsOf: unit) }
  }

  /// The layout for the container around a value with this layout.
  package var outer: JSONLayout {
    var layout = self
    layout.base.removeLast(min(unit.count, base.count))
    return layout
  }
}

/// The members or elements of a container. Each has its own white space and comments.
struct JSONChunks {
  let flow: FlowEntries
  /// The bytes between the key and the value of the last member.
  private(set) var colon: Range<Int>?

  init(of container: JSONValue) {
    var items: [Range<Int>] = []
    items.reserveCapacity(container.count)
    for (key, value) in container.members {
      items.append(key.range.lowerBound..<value.range.upperBound)
      colon = key.range.upperBound..<value.range.lowerBound
    }
    for element in container.elements { items.append(element.range) }
    let hasComments = container.document.dialect.contains(.comments)
    flow = FlowEntries(
      in: container.document.bytes, container.range, items: items,
      comments: hasComments ? .slashes : .none)
    // A comment between key and value belongs only to that member, so it is not copied to others.
    if let range = colon, hasComments, container.document.bytes[range].contains(UInt8(ascii: "/")) {
      colon = nil
    }
  }
}

/// The layout that a document's author used, found by looking at the document.
package struct JSONStyle {
  /// The white space around a new member or element.
  package struct Indent {
    /// The white space before the new key or element.
    package var lead: [UInt8]
    /// The white space before the closing bracket, if the container was empty.
    package var closing: [UInt8]
    /// The layout of values inside the new member or element.
    package var layout: JSONLayout
  }

  private let bytes: [UInt8]
  private let standard: JSONLayout
  /// The bytes that end a line.
  let lineEnd: [UInt8]

  package init(of document: JSONDocument) {
    bytes = document.bytes
    lineEnd = JSONStyle.lineEnd(in: bytes)
    var layout = JSONLayout.standard
    let chunks = JSONChunks(of: document.root)
    if let colon = chunks.colon { layout.colon = Array(bytes[colon]) }
    if let first = chunks.flow.entries.first {
      let lead = chunks.flow.lead(of: first)
      if let lineEnd = lead.lastIndex(of: 0x0A) {
        layout.unit = Array(lead[(lineEnd + 1)...])
        layout.newline = lead.contains(0x0D) ? [0x0D, 0x0A] : [0x0A]
      } else {
        layout.newline = nil
        layout.spacing = JSONStyle.spacing(of: chunks, in: bytes)
      }
    } else {
      layout.newline = lineEnd
    }
    standard = layout
  }

  /// The bytes that end the first line.
  package static func lineEnd(in bytes: [UInt8]) -> [UInt8] {
    guard let end = bytes.firstIndex(of: 0x0A), end > 0, bytes[end - 1] == 0x0D else {
      return [0x0A]
    }
    return [0x0D, 0x0A]
  }

  /// The white space for a member or element next to other entries.
  func indent(in container: JSONValue, like chunks: JSONChunks) -> Indent {
    guard !chunks.flow.entries.isEmpty else { return indent(of: container) }
    var layout = standard
    if let colon = chunks.colon { layout.colon = Array(bytes[colon]) }
    let lead = chunks.flow.lead
    if let lineEnd = lead.lastIndex(of: 0x0A) {
      layout.base = Array(lead[(lineEnd + 1)...])
      if layout.newline == nil { layout.newline = lead.contains(0x0D) ? [0x0D, 0x0A] : [0x0A] }
      copyStyle(ofLastObjectIn: container, to: &layout)
      return Indent(lead: lead, closing: [], layout: layout)
    }
    layout.newline = nil
    layout.spacing = JSONStyle.spacing(of: chunks, in: bytes)
    var space = layout.spacing
    copyStyle(ofLastObjectIn: container, to: &layout)
    // The style of an array with one entry shows only in this entry.
    if container.count == 1, container.kind == .array { space = layout.spacing }
    return Indent(lead: space, closing: [], layout: layout)
  }

  /// Copies the white space of the last value in a container, if this is an object on one line.
  private func copyStyle(ofLastObjectIn container: JSONValue, to layout: inout JSONLayout) {
    var last: JSONValue?
    for child in container.children { last = child }
    guard let last, last.kind == .object, last.count > 0, !bytes[last.range].contains(0x0A) else {
      return
    }
    let chunks = JSONChunks(of: last)
    layout.newline = nil
    if let colon = chunks.colon { layout.colon = Array(bytes[colon]) }
    layout.spacing = JSONStyle.spacing(of: chunks, in: bytes)
    layout.padding = Array(bytes[last.range].dropFirst().prefix { $0 == 0x20 || $0 == 0x09 })
  }

  /// The white space for the first member or element of a container.
  package func indent(of container: JSONValue) -> Indent {
    guard let newline = standard.newline else {
      return Indent(lead: [], closing: [], layout: standard)
    }
    // The container begins a line or follows a key, so the indentation of its line is used.
    let before = bytes[..<container.range.lowerBound]
    let lineStart = before.lastIndex { $0 == 0x0A || $0 == 0x0D }.map { $0 + 1 } ?? 0
    let outer = Array(before[lineStart...].prefix { $0 == 0x20 || $0 == 0x09 })
    var layout = standard
    layout.base = outer + standard.unit
    return Indent(lead: newline + layout.base, closing: newline + outer, layout: layout)
  }

  private static func spacing(of chunks: JSONChunks, in bytes: [UInt8]) -> [UInt8] {
    if chunks.flow.entries.count > 1 { return chunks.flow.lead }
    // A container with one entry has no comma to examine. An author who puts spaces after commas
    // also writes a space after the colon.
    return chunks.colon.map { bytes[$0].last == 0x20 ? [0x20] : [] } ?? []
  }
}
