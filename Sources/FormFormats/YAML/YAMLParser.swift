// libyaml's parser: the one place that touches its pointers.
//
// The parser points to itself and to the text, so it lives at one address and no longer than the text.
// Open containers are on a stack in the heap: events need no recursion, as libyaml's trees do. The
// parser reads at most a token and 1,024 characters ahead of an event. libyaml 0.2.5 has no limit of
// depth; YAMLReader has.

import CYAML
import FormModel
import LosslessJSON

/// An event of a YAML text.
struct YAMLEvent {
  /// What happened.
  enum Kind: Equatable {
    case document, beginSequence, beginMapping, end, other
    case alias(String)
    case scalar(YAMLScalarEvent)
  }

  var kind: Kind
  var anchor: String?
  var tag: String?
  var position: TextPosition
  /// Where a scalar stands, nil for other events.
  var scalarExtent: YAMLScalarExtent?
}

/// Reads the events of a text. It owns libyaml's parser, hence noncopyable.
struct YAMLParser: ~Copyable {
  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private let bytes: UnsafeBufferPointer<UInt8>
  private var isAtEnd = false

  /// The most %TAG directives in a text. libyaml compares each with all before it, and each tag with
  /// all of them: 40,000 took two seconds, and four times as long for twice as many.
  private static let mostTagDirectives = 100

  /// - Parameter bytes: the whole text in UTF-8; it must outlive the parser.
  /// - Throws: if there is no memory for it, or if the text has too many directives.
  init(_ bytes: UnsafeBufferPointer<UInt8>) throws(AnswersError) {
    self.bytes = bytes
    parser = .allocate(capacity: 1)
    parser.initialize(to: yaml_parser_t())
    guard yaml_parser_initialize(parser) == 1 else { throw error }
    try YAMLParser.checkTagDirectives(of: bytes)
    yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    yaml_parser_set_input_string(parser, bytes.baseAddress, bytes.count)
  }

  deinit {
    yaml_parser_delete(parser)
    parser.deallocate()
  }

  /// The next event, nil behind the last.
  mutating func next() throws(AnswersError) -> YAMLEvent? {
    if isAtEnd { return nil }
    var event = yaml_event_t()
    guard yaml_parser_parse(parser, &event) == 1 else {
      isAtEnd = true
      throw error
    }
    defer { yaml_event_delete(&event) }
    var result = YAMLEvent(
      kind: .other, position: YAMLParser.position(event.start_mark))
    switch event.type {
    case YAML_STREAM_END_EVENT: isAtEnd = true
    case YAML_DOCUMENT_START_EVENT: result.kind = .document
    case YAML_ALIAS_EVENT:
      result.kind = .alias(YAMLParser.text(event.data.alias.anchor) ?? "")
    case YAML_SCALAR_EVENT:
      let scalar = event.data.scalar
      let isPlain = scalar.style == YAML_PLAIN_SCALAR_STYLE
      let tag = YAMLParser.text(scalar.tag)
      let text = String(
        decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self)
      result.kind = .scalar(YAMLScalarEvent(text: text, isPlain: isPlain, tag: tag))
      result.anchor = YAMLParser.text(scalar.anchor)
      let (start, end) = (Int(event.start_mark.index), Int(event.end_mark.index))
      result.scalarExtent = YAMLScalarExtent(
        range: start..<max(start, end),
        isBlock: scalar.style == YAML_LITERAL_SCALAR_STYLE
          || scalar.style == YAML_FOLDED_SCALAR_STYLE)
    case YAML_SEQUENCE_START_EVENT:
      result.kind = .beginSequence
      result.anchor = YAMLParser.text(event.data.sequence_start.anchor)
      result.tag = YAMLParser.text(event.data.sequence_start.tag)
    case YAML_MAPPING_START_EVENT:
      result.kind = .beginMapping
      result.anchor = YAMLParser.text(event.data.mapping_start.anchor)
      result.tag = YAMLParser.text(event.data.mapping_start.tag)
    case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: result.kind = .end
    default: break
    }
    return result
  }

  /// Counts the lines that begin with `%TAG`.
  private static func checkTagDirectives(of bytes: UnsafeBufferPointer<UInt8>)
    throws(AnswersError)
  {
    var count = 0
    var before: UInt8 = 0x0A
    for (offset, byte) in bytes.enumerated() {
      defer { before = byte }
      guard byte == UInt8(ascii: "%"), bytes[offset...].starts(with: "%TAG".utf8) else { continue }
      switch before {
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

  // MARK: - What is wrong

  private var error: AnswersError {
    let problem = parser.pointee.problem.map { String(cString: $0) } ?? "out of memory"
    let context = parser.pointee.context.map { String(cString: $0) + ", " } ?? ""
    let position: TextPosition
    if parser.pointee.error == YAML_READER_ERROR {
      position = TextPosition(of: min(Int(parser.pointee.problem_offset), bytes.count), in: bytes)
    } else {
      position = YAMLParser.position(parser.pointee.problem_mark)
    }
    return AnswersError(
      position: position, path: .root, sentence: "not YAML: \(context)\(problem)")
  }

  private static func position(_ mark: yaml_mark_t) -> TextPosition {
    TextPosition(line: Int(mark.line) + 1, column: Int(mark.column) + 1)
  }

  private static func text(_ pointer: UnsafePointer<UInt8>?) -> String? {
    pointer.map { String(cString: $0) }
  }
}
