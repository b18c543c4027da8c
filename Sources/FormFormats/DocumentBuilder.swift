// Builds a JSON document from answers in another format.
//
// Every value is on a line of its own, after its name if it has one. So the number of the line
// identifies the value. For each line, the builder records the value's position in the other
// format, and messages use that position.

import FormModel
import FormText
public import LosslessJSON

/// A JSON document under construction.
public struct DocumentBuilder: Sendable {
  private struct Container {
    var isObject: Bool
    var isEmpty = true
    var position: TextPosition
  }

  /// The document so far.
  public private(set) var bytes: [UInt8] = []
  /// The position in the source for each line of the document.
  private(set) var positions: [TextPosition] = []
  private var stack: [Container] = []
  /// Whether a name was written, so that its value comes next on the same line.
  private var hasName = false

  /// Whether positions are recorded.
  private let notesPositions: Bool

  /// Creates an empty builder that records positions.
  public init() { notesPositions = true }

  /// - Parameter notesPositions: false if positions come from the source text, which is connected
  ///   to the document later.
  init(notesPositions: Bool) { self.notesPositions = notesPositions }

  /// Reserves memory for a source text of `count` bytes.
  mutating func reserveCapacity(_ count: Int) {
    bytes.reserveCapacity(count + count / 4)
  }

  /// The number of open containers.
  public var depth: Int { stack.count }

  /// Begins an object.
  public mutating func beginObject(at position: TextPosition) {
    begin(isObject: true, at: position)
  }

  /// Begins an array.
  public mutating func beginArray(at position: TextPosition) {
    begin(isObject: false, at: position)
  }

  /// Ends the innermost object or array.
  public mutating func end() {
    guard let container = stack.popLast() else { return }
    if !container.isEmpty { beginLine(from: container.position) }
    bytes.append(UInt8(ascii: container.isObject ? "}" : "]"))
    if stack.isEmpty { bytes.append(0x0A) }
  }

  /// Begins a member with a name. Its value must come next.
  public mutating func name(_ name: String, at position: TextPosition) {
    beginEntry(from: position)
    JSONWriter.appendString(name, to: &bytes)
    bytes.append(contentsOf: ": ".utf8)
    hasName = true
  }

  /// Appends a string.
  public mutating func string(_ string: String, at position: TextPosition) {
    beginValue(at: position)
    JSONWriter.appendString(string, to: &bytes)
    endValue()
  }

  /// Begins a member whose name is given as UTF-8.
  mutating func name(utf8 name: UnsafeBufferPointer<UInt8>, at position: TextPosition) {
    beginEntry(from: position)
    JSONWriter.appendString(utf8: name, to: &bytes)
    bytes.append(UInt8(ascii: ":"))
    bytes.append(UInt8(ascii: " "))
    hasName = true
  }

  /// Appends a string that is given as UTF-8.
  mutating func string(utf8 string: UnsafeBufferPointer<UInt8>, at position: TextPosition) {
    beginValue(at: position)
    JSONWriter.appendString(utf8: string, to: &bytes)
    endValue()
  }

  /// Appends `true`, `false`, `null`, or a number in the notation of RFC 8259, unchanged.
  public mutating func word(_ word: String, at position: TextPosition) {
    beginValue(at: position)
    bytes.append(contentsOf: word.utf8)
    endValue()
  }

  /// Appends the value of an answer.
  mutating func value(_ value: RowValue, at position: TextPosition) {
    switch value {
    case .string(let text): string(text.string, at: position)
    case .number(let digits): word(digits.string, at: position)
    case .boolean(let answer): word(answer ? "true" : "false", at: position)
    case .json(let text):
      guard let document = try? JSONDocument(parsing: Array(text.string.utf8)) else {
        return string(text.string, at: position)
      }
      copy(document.root, at: position)
    case .list(let elements):
      beginArray(at: position)
      for element in elements { self.value(element, at: position) }
      end()
    }
  }

  /// Copies a document into the standard layout. Numbers and strings keep their spelling.
  public static func laidOut(_ document: JSONDocument) -> DocumentBuilder {
    var builder = DocumentBuilder()
    builder.copy(document.root)
    return builder
  }

  /// Copies a value. The recursion is bounded, because documents are not nested deeper than
  /// ``JSONDocument/maximumDepth``.
  ///
  /// - Parameter place: the position to record for the value; nil for the value's own position.
  private mutating func copy(_ value: JSONValue, at place: TextPosition? = nil) {
    let position = place ?? value.position
    switch value.kind {
    case .object:
      beginObject(at: position)
      for (key, member) in value.members {
        copy(name: key, at: position)
        copy(member, at: place)
      }
      end()
    case .array:
      beginArray(at: position)
      for element in value.elements { copy(element, at: place) }
      end()
    default: copy(scalar: value, at: position)
    }
  }

  /// Begins a member with the name of a member of another document.
  mutating func copy(name key: JSONValue, at position: TextPosition) {
    beginEntry(from: position)
    bytes.append(contentsOf: key.document.bytes[key.range])
    bytes.append(contentsOf: ": ".utf8)
    hasName = true
  }

  /// Appends a scalar of another document, and keeps its spelling.
  mutating func copy(scalar value: JSONValue, at position: TextPosition) {
    beginValue(at: position)
    bytes.append(contentsOf: value.document.bytes[value.range])
    endValue()
  }

  // MARK: - Lines

  private mutating func begin(isObject: Bool, at position: TextPosition) {
    beginValue(at: position)
    bytes.append(UInt8(ascii: isObject ? "{" : "["))
    stack.append(Container(isObject: isObject, position: position))
  }

  private mutating func beginValue(at position: TextPosition) {
    if hasName {
      hasName = false
      if notesPositions { positions[positions.count - 1] = position }
    } else {
      beginEntry(from: position)
    }
  }

  private mutating func beginEntry(from position: TextPosition) {
    guard !stack.isEmpty else {
      if notesPositions { positions.append(position) }
      return
    }
    if !stack[stack.count - 1].isEmpty { bytes.append(UInt8(ascii: ",")) }
    stack[stack.count - 1].isEmpty = false
    beginLine(from: position)
  }

  private mutating func beginLine(from position: TextPosition) {
    // This indentation must be the same as in `JSONLayout.standard`.
    bytes.append(0x0A)
    for _ in 0..<2 * stack.count { bytes.append(0x20) }
    if notesPositions { positions.append(position) }
  }

  private mutating func endValue() {
    if stack.isEmpty { bytes.append(0x0A) }
  }
}

extension DocumentBuilder {
  /// Whether a text is a number in the notation of RFC 8259.
  public static func isNumber(_ text: String) -> Bool { DecimalNumber(text) != nil }
}

extension JSONDocument {
  /// Parses a document that was built. Its positions are those of the source.
  ///
  /// - Throws: ``JSONError`` if the document is nested too deeply or is too large.
  public init(_ builder: consuming DocumentBuilder) throws(JSONError) {
    try self.init(
      parsing: builder.bytes, maximumByteCount: Self.maximumByteCount,
      sourcePositions: builder.positions)
  }
}
