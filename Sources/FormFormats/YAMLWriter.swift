// Writes the tokens of a JSON text as YAML in block style, indented by two spaces.
//
// Readers of YAML 1.1 (PyYAML) and 1.2 must find the same values: YAMLScalar quotes every string that
// either of them would misread.

/// Writes JSON tokens as YAML.
struct YAMLWriter {
  private enum Container {
    case mapping, sequence
  }

  /// The state of the current line.
  private enum Line {
    case isEmpty
    /// The line contains a key and its colon.
    case hasKey
    /// The line contains a dash. A scalar or the first entry of a container comes next.
    case hasDash
  }

  /// The open containers that have entries. The entries of the n-th container are indented by 2 ×
  /// (n − 1) spaces.
  private var stack: [Container] = []
  /// A container that has begun but has no entry yet. A container that ends without an entry is
  /// written `{}` or `[]`.
  private var opening: Container?
  private var line = Line.isEmpty

  /// The maximum length, in bytes, of a key that is written without the indicator `?` before it.
  /// YAML requires the indicator for keys of more than 1,024 characters, including quotes and
  /// escapes.
  private static let longestKey = 512

  /// Appends a token.
  mutating func append(_ token: JSONToken, to buffer: inout [UInt8]) {
    switch token {
    case .beginObject: begin(.mapping, into: &buffer)
    case .beginArray: begin(.sequence, into: &buffer)
    case .endObject: end("{}", into: &buffer)
    case .endArray: end("[]", into: &buffer)
    case .colon: break
    case .string(let bytes):
      if opening == .mapping || opening == nil && stack.last == .mapping && line != .hasKey {
        writeKey(bytes, into: &buffer)
      } else {
        beginValue(into: &buffer)
        YAMLScalar.append(bytes, blockIndent: stack.isEmpty ? nil : 2 * stack.count, to: &buffer)
        endLine(into: &buffer)
      }
    case .word(let word):
      beginValue(into: &buffer)
      YAMLScalar.append(word: word, to: &buffer)
      endLine(into: &buffer)
    }
  }

  // MARK: - Containers

  private mutating func begin(_ container: Container, into buffer: inout [UInt8]) {
    beginEntry(into: &buffer)
    opening = container
  }

  private mutating func end(_ empty: String, into buffer: inout [UInt8]) {
    guard opening != nil else {
      stack.removeLast()
      return
    }
    opening = nil
    if line == .hasKey { buffer.append(0x20) }
    buffer.append(contentsOf: empty.utf8)
    endLine(into: &buffer)
  }

  /// Opens the container that has begun, because its first entry comes now.
  private mutating func openIfNeeded(into buffer: inout [UInt8]) {
    guard let opening else { return }
    self.opening = nil
    stack.append(opening)
    // After a dash, the first entry of the container is on the same line.
    if line == .hasKey { endLine(into: &buffer) }
  }

  // MARK: - Entries

  private mutating func writeKey(_ key: [UInt8], into buffer: inout [UInt8]) {
    openIfNeeded(into: &buffer)
    indent(into: &buffer)
    if key.count > YAMLWriter.longestKey {
      buffer.append(contentsOf: "? ".utf8)
      YAMLScalar.append(key, blockIndent: nil, to: &buffer)
      endLine(into: &buffer)
      indent(into: &buffer)
    } else {
      YAMLScalar.append(key, blockIndent: nil, to: &buffer)
    }
    buffer.append(UInt8(ascii: ":"))
    line = .hasKey
  }

  private mutating func beginValue(into buffer: inout [UInt8]) {
    beginEntry(into: &buffer)
    if line == .hasKey { buffer.append(0x20) }
  }

  /// Writes the dash of an element. A member needs nothing, because its key is already written.
  private mutating func beginEntry(into buffer: inout [UInt8]) {
    openIfNeeded(into: &buffer)
    guard stack.last == .sequence else { return }
    indent(into: &buffer)
    buffer.append(contentsOf: "- ".utf8)
    line = .hasDash
  }

  private func indent(into buffer: inout [UInt8]) {
    guard line == .isEmpty else { return }
    for _ in 1..<max(stack.count, 1) { buffer.append(contentsOf: "  ".utf8) }
  }

  private mutating func endLine(into buffer: inout [UInt8]) {
    buffer.append(0x0A)
    line = .isEmpty
  }
}
