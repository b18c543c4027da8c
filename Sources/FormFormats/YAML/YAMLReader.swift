// Reading answers in YAML: events of libyaml in, a JSON document out.
//
// Only the core schema of YAML 1.2 gives a scalar a meaning, and a number keeps its digits: `no` and
// `2020-01-01` are strings, so are `007` and `0x1F`, which JSON cannot write. Nothing recurses, and what
// aliases unfold to is bounded, so that no text costs more than its size.

package import FormModel
import FormText
import LosslessJSON

/// Reads a YAML document.
package struct YAMLReader {
  /// The answers.
  package private(set) var document = DocumentBuilder()
  /// Whether there is a comment.
  package private(set) var hasComments = false

  /// The most events that all aliases together may produce.
  private static let mostUnfolded = 100_000
  /// The most bytes of text that they may.
  private static let mostUnfoldedBytes = 16 << 20

  /// An event that aliases can repeat.
  private enum Event {
    case scalar(YAMLScalarEvent)
    case beginSequence, beginMapping, end
  }

  /// A container that is open.
  private struct Frame {
    var isMapping: Bool
    /// Whether a key comes next.
    var expectsKey: Bool
    var keys = Set<Text>()
    /// The name that aliases give it, and where its events begin among those recorded.
    var anchor: String?
    var recorded = 0
  }

  private var frames: [Frame] = []
  /// The events of everything that has an anchor.
  private var record: [Event] = []
  private var anchors: [String: Range<Int>] = [:]
  /// How many open containers have an anchor.
  private var recording = 0
  private var unfolded = 0
  private var unfoldedBytes = 0
  private var documents = 0

  /// Reads a text.
  ///
  /// - Throws: the first thing that is wrong.
  package static func read(_ bytes: [UInt8]) throws(AnswersErrors) -> YAMLReader {
    var reader = YAMLReader()
    do throws(AnswersError) {
      try reader.readAll(bytes)
    } catch {
      throw AnswersErrors(errors: [error])
    }
    return reader
  }

  private mutating func readAll(_ bytes: [UInt8]) throws(AnswersError) {
    try bytes.withUnsafeBufferPointer { bytes throws(AnswersError) in
      var comments = YAMLComments(bytes)
      var parser = try YAMLParser(bytes)
      while let event = try parser.next() {
        if let scalar = event.scalarExtent { comments.skip(scalar) }
        try take(event)
      }
      hasComments = comments.finish()
    }
    // An empty text is an empty document.
    if documents == 0 { document.word("null", at: TextPosition(line: 1, column: 1)) }
  }

  private mutating func take(_ event: YAMLEvent) throws(AnswersError) {
    switch event.kind {
    case .other: return
    case .document:
      documents += 1
      if documents > 1 {
        throw error(
          "this is a second document; the answers to a form are one document", at: event.position)
      }
    case .alias(let name): try unfold(name, at: event.position)
    case .scalar(let scalar):
      let start = record.count
      try take(.scalar(scalar), at: event.position, isAnchored: event.anchor != nil)
      if let anchor = event.anchor { anchors[anchor] = start..<record.count }
    case .beginSequence, .beginMapping:
      try checkContainer(event)
      if event.anchor != nil { recording += 1 }
      let start = record.count
      let isMapping = event.kind == .beginMapping
      try take(isMapping ? .beginMapping : .beginSequence, at: event.position)
      frames[frames.count - 1].anchor = event.anchor
      frames[frames.count - 1].recorded = start
    case .end:
      guard let frame = frames.last else { return }
      try take(.end, at: event.position)
      if let anchor = frame.anchor {
        anchors[anchor] = frame.recorded..<record.count
        recording -= 1
      }
    }
  }

  // MARK: - Into the document

  private mutating func take(
    _ event: Event, at position: TextPosition, isAnchored: Bool = false
  ) throws(AnswersError) {
    if recording > 0 || isAnchored { record.append(event) }
    if case .end = event {
      frames.removeLast()
      document.end()
      return
    }
    if frames.last?.expectsKey == true {
      guard case .scalar(let key) = event else {
        throw error("a key must be a scalar, not a list or mapping", at: position)
      }
      return try take(key: key, at: position)
    }
    if frames.last?.isMapping == true { frames[frames.count - 1].expectsKey = true }
    switch event {
    case .scalar(let scalar): try append(scalar, at: position)
    case .end: break
    case .beginSequence, .beginMapping:
      guard frames.count < JSONDocument.maximumDepth else {
        throw error(
          "the document is nested more than \(JSONDocument.maximumDepth) levels deep", at: position)
      }
      if case .beginMapping = event {
        document.beginObject(at: position)
        frames.append(Frame(isMapping: true, expectsKey: true))
      } else {
        document.beginArray(at: position)
        frames.append(Frame(isMapping: false, expectsKey: false))
      }
    }
  }

  private mutating func take(key: YAMLScalarEvent, at position: TextPosition)
    throws(AnswersError)
  {
    if key.isPlain, key.text == "<<" {
      throw error("longform reads no merge keys (<<); write the members out", at: position)
    }
    guard frames[frames.count - 1].keys.insert(Text(key.text)).inserted else {
      throw error("the mapping already has this key; remove or rename one", at: position)
    }
    frames[frames.count - 1].expectsKey = false
    document.name(key.text, at: position)
  }

  private mutating func append(_ scalar: YAMLScalarEvent, at position: TextPosition)
    throws(AnswersError)
  {
    switch scalar.value {
    case .string: document.string(scalar.text, at: position)
    case .word(let word): document.word(word, at: position)
    case .refused(let sentence): throw error(sentence, at: position)
    }
  }

  private func checkContainer(_ event: YAMLEvent) throws(AnswersError) {
    let core = event.kind == .beginMapping ? YAMLTag.map : YAMLTag.sequence
    if let tag = event.tag, tag != core, tag != "!" {
      throw error(YAMLTag.refusal(of: tag), at: event.position)
    }
  }

  // MARK: - Aliases

  private mutating func unfold(_ name: String, at position: TextPosition) throws(AnswersError) {
    guard let range = anchors[name] else {
      throw error("the alias *\(name.prefix(40)) has no complete anchor before it", at: position)
    }
    for index in range {
      let event = record[index]
      unfolded += 1
      if case .scalar(let scalar) = event { unfoldedBytes += scalar.text.utf8.count }
      guard unfolded <= YAMLReader.mostUnfolded,
        unfoldedBytes <= YAMLReader.mostUnfoldedBytes
      else {
        throw error(
          "the aliases of this document unfold to more than 100,000 values or 16 MiB",
          at: position)
      }
      try take(event, at: position)
    }
  }

  private func error(_ sentence: String, at position: TextPosition) -> AnswersError {
    AnswersError(position: position, path: .root, sentence: sentence)
  }
}
