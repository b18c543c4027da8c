// libyaml's parser. Only this file uses its pointers.
//
// The parser contains pointers to itself and to the text, so it must stay at one address, and must
// not outlive the text. Callers read events, and keep the open containers on a stack in the heap.
// Reading libyaml's trees would need recursion. The parser reads at most one token and 1,024
// characters ahead of an event. libyaml 0.2.5 does not limit the depth; YAMLReader does.
//
// libyaml counts characters; offsets in this file are bytes.

import CYAML
import FormModel
import LosslessJSON

/// An event of a YAML text. It is valid until the next event is read.
struct YAMLEvent {
  /// The kind of event.
  enum Kind: Equatable {
    case document, endOfDocument, end, alias, other
    case beginSequence(isFlow: Bool)
    case beginMapping(isFlow: Bool)
    case scalar(YAMLScalarStyle)
  }

  var kind: Kind
  /// The name of the anchor or alias, ending with a zero byte; nil if there is none.
  fileprivate(set) var anchorName: UnsafePointer<UInt8>?
  fileprivate(set) var tagName: UnsafePointer<UInt8>?
  /// The text of a scalar.
  var text: UnsafeBufferPointer<UInt8>
  /// The range of the event, including anchor and tag. For an event that has no text of its own,
  /// the range is arbitrary.
  var range: Range<Int>
  var position: TextPosition

  var hasProperties: Bool { anchorName != nil || tagName != nil }
  var anchor: String? { anchorName.map { String(cString: $0) } }
  var tag: String? { tagName.map { String(cString: $0) } }
}

/// The style of a scalar.
enum YAMLScalarStyle: Equatable {
  case plain, single, double, literal, folded

  var isBlock: Bool { self == .literal || self == .folded }
}

/// Reads the events of a text. It is noncopyable because it owns libyaml's parser.
struct YAMLParser: ~Copyable {
  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private let bytes: UnsafeBufferPointer<UInt8>
  private var event = yaml_event_t()
  private var isAtEnd = false
  /// The length of the byte order mark before the text. libyaml does not get the mark, because
  /// libyaml would count the mark as a column.
  private let markLength: Int
  /// Whether every character is one byte long.
  private let isASCII: Bool
  /// The index of a character and the offset of its first byte, from which other characters are
  /// counted.
  private var (index, offset) = (0, 0)

  /// The maximum number of %TAG directives in a text. libyaml compares each directive with all
  /// directives before it, and each tag with all directives: 40,000 directives took two seconds,
  /// and twice as many took four times as long.
  private static let mostTagDirectives = 100

  /// - Parameter bytes: the whole text in UTF-8, which must outlive the parser.
  /// - Throws: an error if there is not enough memory, or if the text has too many directives.
  init(_ bytes: UnsafeBufferPointer<UInt8>) throws(AnswersError) {
    self.bytes = bytes
    let hasMark = bytes.starts(with: JSONDocument.byteOrderMark)
    markLength = hasMark ? JSONDocument.byteOrderMark.count : 0
    offset = markLength
    let text = UnsafeBufferPointer(rebasing: bytes[markLength...])
    isASCII = text.allSatisfy { $0 < 0x80 }
    parser = .allocate(capacity: 1)
    parser.initialize(to: yaml_parser_t())
    guard yaml_parser_initialize(parser) == 1 else { throw error }
    try YAMLParser.checkTagDirectives(of: bytes)
    yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    yaml_parser_set_input_string(parser, text.baseAddress, text.count)
  }

  deinit {
    var event = event
    yaml_event_delete(&event)
    yaml_parser_delete(parser)
    parser.deallocate()
  }

  /// Returns the next event; nil after the last event.
  mutating func next() throws(AnswersError) -> YAMLEvent? {
    if isAtEnd { return nil }
    yaml_event_delete(&event)
    guard yaml_parser_parse(parser, &event) == 1 else {
      isAtEnd = true
      throw error
    }
    let start = offset(of: event.start_mark)
    var result = YAMLEvent(
      kind: .other, text: UnsafeBufferPointer(start: nil, count: 0),
      range: start..<max(start, offset(of: event.end_mark)),
      position: YAMLParser.position(event.start_mark))
    switch event.type {
    case YAML_STREAM_END_EVENT: isAtEnd = true
    case YAML_DOCUMENT_START_EVENT: result.kind = .document
    case YAML_DOCUMENT_END_EVENT: result.kind = .endOfDocument
    case YAML_ALIAS_EVENT:
      result.kind = .alias
      result.anchorName = UnsafePointer(event.data.alias.anchor)
    case YAML_SCALAR_EVENT:
      let scalar = event.data.scalar
      result.kind = .scalar(YAMLParser.style(scalar.style))
      result.text = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
      result.anchorName = UnsafePointer(scalar.anchor)
      result.tagName = UnsafePointer(scalar.tag)
    case YAML_SEQUENCE_START_EVENT:
      let isFlow = event.data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE
      result.kind = .beginSequence(isFlow: isFlow)
      result.anchorName = UnsafePointer(event.data.sequence_start.anchor)
      result.tagName = UnsafePointer(event.data.sequence_start.tag)
    case YAML_MAPPING_START_EVENT:
      let isFlow = event.data.mapping_start.style == YAML_FLOW_MAPPING_STYLE
      result.kind = .beginMapping(isFlow: isFlow)
      result.anchorName = UnsafePointer(event.data.mapping_start.anchor)
      result.tagName = UnsafePointer(event.data.mapping_start.tag)
    case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: result.kind = .end
    default: break
    }
    return result
  }

  private static func style(_ style: yaml_scalar_style_t) -> YAMLScalarStyle {
    switch style {
    case YAML_SINGLE_QUOTED_SCALAR_STYLE: .single
    case YAML_DOUBLE_QUOTED_SCALAR_STYLE: .double
    case YAML_LITERAL_SCALAR_STYLE: .literal
    case YAML_FOLDED_SCALAR_STYLE: .folded
    default: .plain
    }
  }

  /// The byte offset of a character. Counting starts at the previous result, because the positions
  /// are nearly in order.
  private mutating func offset(of mark: yaml_mark_t) -> Int {
    let target = Int(mark.index)
    if isASCII { return min(target + markLength, bytes.count) }
    while index < target, offset < bytes.count {
      offset += 1
      while offset < bytes.count, UTF8.isContinuation(bytes[offset]) { offset += 1 }
      index += 1
    }
    while index > target, offset > markLength {
      offset -= 1
      while offset > markLength, UTF8.isContinuation(bytes[offset]) { offset -= 1 }
      index -= 1
    }
    return offset
  }

  /// Throws an error if too many lines begin with `%TAG`.
  private static func checkTagDirectives(of bytes: UnsafeBufferPointer<UInt8>)
    throws(AnswersError)
  {
    var count = 0
    var offset = 0
    while offset < bytes.count {
      defer { offset += 1 }
      guard bytes[offset] == UInt8(ascii: "%"), bytes[offset...].starts(with: "%TAG".utf8) else {
        continue
      }
      switch offset > 0 ? bytes[offset - 1] : 0x0A {
      case 0x0A, 0x0D: break
      // A line also begins after a byte order mark, and after the line breaks U+0085, U+2028 and
      // U+2029. The case lists the last bytes of these four characters.
      case 0xBF, 0x85, 0xA8, 0xA9: break
      default: continue
      }
      count += 1
      guard count <= mostTagDirectives else {
        throw AnswersError(
          position: TextPosition(of: offset, in: bytes), path: .root,
          sentence: "the document has more than \(mostTagDirectives) %TAG directives; remove those "
            + "that no tag uses")
      }
    }
  }

  // MARK: - Errors

  private var error: AnswersError {
    let problem = parser.pointee.problem.map { String(cString: $0) } ?? "out of memory"
    let context = parser.pointee.context.map { String(cString: $0) + ", " } ?? ""
    let position: TextPosition
    if parser.pointee.error == YAML_READER_ERROR {
      let offset = Int(parser.pointee.problem_offset) + markLength
      position = TextPosition(of: min(offset, bytes.count), in: bytes)
    } else {
      position = YAMLParser.position(parser.pointee.problem_mark)
    }
    return AnswersError(
      position: position, path: .root, sentence: "not YAML: \(context)\(problem)")
  }

  private static func position(_ mark: yaml_mark_t) -> TextPosition {
    TextPosition(line: Int(mark.line) + 1, column: Int(mark.column) + 1)
  }
}
