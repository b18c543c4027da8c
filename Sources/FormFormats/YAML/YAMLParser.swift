// libyaml's parser: the one place that touches its pointers.
//
// The parser points to itself and to the text, so it lives at one address and no longer than the text.
// Open containers are on a stack in the heap: events need no recursion, as libyaml's trees do. The
// parser reads at most a token and 1,024 characters ahead of an event. libyaml 0.2.5 has no limit of
// depth; YAMLReader has.
//
// libyaml counts characters; offsets here are bytes.

import CYAML
import FormModel
import LosslessJSON

/// An event of a YAML text, valid until the next one.
struct YAMLEvent {
  /// The kind of event.
  enum Kind: Equatable {
    case document, endOfDocument, end, alias, other
    case beginSequence(isFlow: Bool)
    case beginMapping(isFlow: Bool)
    case scalar(YAMLScalarStyle)
  }

  var kind: Kind
  /// The name of the anchor, or of the alias, which ends with a zero byte.
  fileprivate(set) var anchorName: UnsafePointer<UInt8>?
  fileprivate(set) var tagName: UnsafePointer<UInt8>?
  /// The text of a scalar.
  var text: UnsafeBufferPointer<UInt8>
  /// The range, with anchor and tag. For events without a text of their own it is arbitrary.
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

/// Reads the events of a text. It owns libyaml's parser, so it is noncopyable.
struct YAMLParser: ~Copyable {
  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private let bytes: UnsafeBufferPointer<UInt8>
  private var event = yaml_event_t()
  private var isAtEnd = false
  /// The number of bytes before the text: those of a byte order mark, which libyaml would count as
  /// a column.
  private let markLength: Int
  /// Whether every character is one byte.
  private let isASCII: Bool
  /// A character and its first byte; other characters are counted from it.
  private var (index, offset) = (0, 0)

  /// The most %TAG directives in a text. libyaml compares each with all before it, and each tag
  /// with all of them: 40,000 took two seconds, and twice as many took four times as long.
  private static let mostTagDirectives = 100

  /// - Parameter bytes: the whole text in UTF-8; it must outlive the parser.
  /// - Throws: if there is not enough memory, or if the text has too many directives.
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

  /// The next event; nil after the last.
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

  /// The byte offset of a character. Marks are nearly in order, so it is counted from the last one.
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

  /// Counts the lines that begin with `%TAG`.
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
      // The last bytes of a byte order mark, and of the line breaks U+0085, U+2028 and U+2029.
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
