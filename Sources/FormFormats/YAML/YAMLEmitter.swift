// Writes values into an existing YAML text, in the style of its author.

import LosslessJSON

/// Writes values as parts of a YAML text.
struct YAMLEmitter {
  /// The position of a value in the structure of a text.
  struct Place {
    enum Kind { case root, key, dash }

    var kind: Kind
    /// The column of the entry that contains the value; -1 for the outermost value.
    var column: Int
    /// Whether the value is inside brackets.
    var isInFlow = false
  }

  /// The text of a value: `head` comes on the line of the `:` or `-` before the value, and `tail`
  /// consists of the lines after that line.
  struct Output {
    var head: [UInt8] = []
    var tail: [UInt8] = []
    /// The column in which the head must begin, because the lines below it begin in that column;
    /// nil for any column.
    var column: Int?
  }

  /// The style in which to write a text, if the text can be written in that style.
  enum Style {
    case plain(replacing: [UInt8])
    case single, double
    /// The number of columns before each line.
    case literal(indent: Int)
    /// The number of columns before each line, and the maximum length of a line.
    case folded(indent: Int, width: Int)

    /// Whether the text is a block scalar.
    var isBlock: Bool {
      switch self {
      case .literal, .folded: true
      case .plain, .single, .double: false
      }
    }
  }

  /// The bytes that end a line.
  let lineEnd: [UInt8]
  /// The indentation of the members of a mapping, and of the elements of a list in a mapping.
  let (mappingIndent, listIndent): (Int, Int)
  /// The stand-ins: JSON values for merge keys, and for numbers that JSON cannot express.
  let standIns: YAMLStandIns

  /// The maximum length, in bytes, of a key that is written without a `?` before it. YAML allows
  /// 1,024 characters; half of that is safe for all readers.
  static let longestKey = 512

  // MARK: - Values

  /// Writes a value.
  ///
  /// - Parameters:
  ///   - style: the style of texts; nil to write each text as plainly as possible.
  ///   - isFlow: whether containers are written in brackets.
  func output(
    of value: JSONValue, at place: Place, style: Style? = nil, isFlow: Bool = false
  ) -> Output {
    switch value.kind {
    case .object, .array:
      guard value.count > 0, !isFlow, !place.isInFlow else {
        return Output(head: flow(value, style))
      }
      let isList = value.kind == .array
      let column =
        switch place.kind {
        case .root: 0
        case .dash: place.column + 2
        case .key: place.column + (isList ? listIndent : mappingIndent)
        }
      var text: [UInt8] = []
      for (index, entry) in entries(of: value).enumerated() {
        if index > 0 { text += newLine(column) }
        text += self.entry(entry.name, entry.value, column: column, style: style)
      }
      guard place.kind != .key else { return Output(tail: newLine(column) + text) }
      let firstLine = text.prefix { $0 != 0x0A && $0 != 0x0D }
      return Output(
        head: Array(firstLine), tail: Array(text[firstLine.endIndex...]), column: column)
    case .string: return output(ofText: value.text, at: place, style)
    default: return Output(head: word(value))
    }
  }

  /// Writes an entry of a container in block style, without the indentation of its first line.
  func entry(
    _ name: String?, _ value: JSONValue, column: Int, style: Style? = nil, isFlow: Bool = false,
    gap: Int = 1
  ) -> [UInt8] {
    var place = Place(kind: name == nil ? .dash : .key, column: column)
    // All entries of a container begin in the column of its first entry, which follows the dash.
    if name == nil { place.column += gap - 1 }
    let output = output(of: value, at: place, style: style, isFlow: isFlow)
    var text: [UInt8] = []
    if let name {
      let key = self.key(name, isInFlow: false)
      text = key.count > YAMLEmitter.longestKey ? Array("? ".utf8) + key + newLine(column) : key
      text.append(UInt8(ascii: ":"))
    } else {
      text = [UInt8(ascii: "-")]
    }
    if !output.head.isEmpty {
      text += Array(repeating: 0x20, count: name == nil ? gap : 1) + output.head
    }
    return text + output.tail
  }

  /// Writes a member or element inside brackets.
  func flowEntry(_ name: String?, _ value: JSONValue, style: Style? = nil) -> [UInt8] {
    guard let name else { return flow(value, style) }
    let key = self.key(name, isInFlow: true)
    return (key.count > YAMLEmitter.longestKey ? Array("? ".utf8) : []) + key
      + Array(": ".utf8) + flow(value, style)
  }

  /// Writes a value inside brackets.
  private func flow(_ value: JSONValue, _ style: Style?) -> [UInt8] {
    guard value.kind == .object || value.kind == .array else {
      guard value.kind == .string else { return word(value) }
      return output(ofText: value.text, at: Place(kind: .key, column: 0, isInFlow: true), style)
        .head
    }
    var text: [UInt8] = [UInt8(ascii: value.kind == .object ? "{" : "[")]
    for (index, entry) in entries(of: value).enumerated() {
      if index > 0 { text += Array(", ".utf8) }
      text += flowEntry(entry.name, entry.value, style: style)
    }
    return text + [UInt8(ascii: value.kind == .object ? "}" : "]")]
  }

  private func entries(of value: JSONValue) -> [(name: String?, value: JSONValue)] {
    value.kind == .object
      ? value.members.map { ($0.key.string, $0.value) } : value.elements.map { (nil, $0) }
  }

  private func word(_ value: JSONValue) -> [UInt8] {
    let word = Array(value.document.bytes[value.range])
    if let number = standIns.number(for: word) { return number }
    var text: [UInt8] = []
    YAMLScalar.append(word: word, to: &text)
    return text
  }

  /// Writes a key on one line.
  func key(_ name: String, isInFlow: Bool) -> [UInt8] {
    if standIns.isMergeKey(name) { return Array("<<".utf8) }
    let bytes = Array(name.utf8)
    return YAMLPlainText.isPlain(bytes, isInFlow: isInFlow) ? bytes : quoted(bytes)
  }

  // MARK: - Texts

  private func output(ofText text: [UInt8], at place: Place, _ style: Style?) -> Output {
    let look = text.withUnsafeBufferPointer(YAMLScalar.look)
    let takesBlocks = !place.isInFlow && place.kind != .root
    let isBlock =
      takesBlocks && !look.needsEscapes && !text.isEmpty && YAMLScalar.canBeBlock(text, look)
    switch style {
    case .literal(let indent)
    where takesBlocks && !look.needsEscapes && YAMLEmitter.canStayLiteral(text):
      return literal(text, indent: indent)
    case .folded(let indent, let width) where isBlock && YAMLEmitter.canFold(text):
      return folded(text, indent: indent, width: width)
    case .single where !look.needsEscapes && !look.hasLineFeeds && !text.contains(0x09):
      return Output(head: singleQuoted(text))
    case .plain(let old)
    where YAMLPlainText.isPlain(text, isInFlow: place.isInFlow, replacing: old):
      return Output(head: text)
    case nil where YAMLPlainText.isPlain(text, isInFlow: place.isInFlow):
      return Output(head: text)
    case nil where isBlock && look.hasLineFeeds:
      return literal(text, indent: place.column + (place.kind == .dash ? 2 : mappingIndent))
    default: return Output(head: quoted(text))
    }
  }

  private func singleQuoted(_ text: [UInt8]) -> [UInt8] {
    let quote = UInt8(ascii: "'")
    return [quote] + text.flatMap { $0 == quote ? [quote, quote] : [$0] } + [quote]
  }

  private func quoted(_ text: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    YAMLScalar.appendQuoted(text, to: &bytes)
    return bytes
  }

  private func literal(_ text: [UInt8], indent: Int) -> Output {
    let endsLine = text.last == 0x0A
    let lines = (endsLine ? text.dropLast() : text[...]).split(
      separator: 0x0A, omittingEmptySubsequences: false)
    return Output(
      head: Array((endsLine ? "|" : "|-").utf8),
      tail: lines.flatMap { $0.isEmpty ? lineEnd : newLine(indent) + $0 })
  }

  /// Whether a literal block preserves a text. White space at the ends of lines is no obstacle, but
  /// the first line shows the indentation, and blank lines at the end need another indicator.
  private static func canStayLiteral(_ text: [UInt8]) -> Bool {
    guard let first = text.first, first > 0x20, !text.suffix(2).elementsEqual([0x0A, 0x0A]) else {
      return false
    }
    return text.split(separator: 0x0A).allSatisfy { $0.contains { $0 != 0x20 && $0 != 0x09 } }
  }

  /// Whether a text can be read back unchanged after folding: no line begins with white space.
  private static func canFold(_ text: [UInt8]) -> Bool {
    !text.split(separator: 0x0A).contains { $0.first == 0x20 || $0.first == 0x09 }
  }

  private func folded(_ text: [UInt8], indent: Int, width: Int) -> Output {
    let endsLine = text.last == 0x0A
    let lines = (endsLine ? text.dropLast() : text[...]).split(
      separator: 0x0A, omittingEmptySubsequences: false)
    var tail: [UInt8] = []
    for (index, line) in lines.enumerated() {
      // A line break of the text is written as an empty line.
      if index > 0, !line.isEmpty { tail += lineEnd }
      guard !line.isEmpty else {
        tail += lineEnd
        continue
      }
      tail += newLine(indent)
      var column = 0
      for (place, word) in YAMLEmitter.words(of: line).enumerated() {
        if place > 0 {
          let breaks = column + 1 + word.count > width
          tail += breaks ? newLine(indent) : [0x20]
          column = breaks ? 0 : column + 1
        }
        tail += word
        column += word.count
      }
    }
    return Output(head: Array((endsLine ? ">" : ">-").utf8), tail: tail)
  }

  /// The parts of a line between single spaces. A line break can replace each of these spaces.
  private static func words(of line: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    var words: [ArraySlice<UInt8>] = []
    var start = line.startIndex
    for offset in line.indices where line[offset] == 0x20 {
      let isAlone =
        offset > start && line[offset - 1] > 0x20 && offset + 1 < line.endIndex
        && line[offset + 1] > 0x20
      guard isAlone else { continue }
      words.append(line[start..<offset])
      start = offset + 1
    }
    return words + [line[start...]]
  }

  func newLine(_ column: Int) -> [UInt8] { lineEnd + Array(repeating: 0x20, count: column) }
}

extension JSONValue {
  /// The text of a string as UTF-8.
  fileprivate var text: [UInt8] { Array((string ?? "").utf8) }
}
