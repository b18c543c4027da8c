// Reads answers in YAML. It turns libyaml's events into a JSON document that knows the position of
// each value in the YAML text.
//
// Scalars have the types of the core schema of YAML 1.2, so `no` and `2020-01-01` are strings. A
// number keeps its digits. No function is recursive, and aliases unfold to a limited number of
// values, so a small text cannot cause much work.

package import FormModel
import FormText
package import LosslessJSON

/// Reads a YAML document.
package struct YAMLReader {
  /// An open container.
  private struct Frame {
    var isMapping: Bool
    /// Whether a key comes next.
    var expectsKey: Bool
    /// The index of the container in `spans`.
    var node: Int
    var isFlow = false
    /// The column of the container's entries; inside brackets, the column of the entry that
    /// contains the brackets.
    var column: Int
    /// Whether the container has an anchor.
    var hasAnchor = false
    var hasMergeKey = false
  }

  private var document = DocumentBuilder(notesPositions: false)
  private var spans: [YAMLSpan] = []
  private var frames: [Frame] = []
  private var aliases = YAMLAliases()
  private var nodesWithoutJSON: [Int] = []
  private var mergeKeys: [Int] = []
  /// The keys of the open containers; empty unless `comparesKeys`.
  private var keys: [Set<[UInt8]>] = []
  private var documents = 0
  /// The end of the last scalar or bracket.
  private var contentEnd = 0
  /// Whether this reader looks for duplicate keys. The reader of JSON finds them faster, but does
  /// not know their position in the YAML text.
  private let comparesKeys: Bool

  private init(comparesKeys: Bool) { self.comparesKeys = comparesKeys }

  /// Reads a text.
  ///
  /// - Throws: the first error.
  /// - Complexity: O(*n*) in the number of bytes
  package static func document(from bytes: [UInt8]) throws(AnswersErrors) -> JSONDocument {
    var reader = YAMLReader(comparesKeys: false)
    do throws(AnswersError) {
      try reader.readAll(bytes)
      let text = try reader.text(of: bytes)
      if !text.mergeKeys.isEmpty { return try YAMLMergedText.document(of: text) }
      return text.tree.made(of: text)
    } catch {
      throw AnswersErrors(errors: [error])
    }
  }

  /// The text that was read, with its tree.
  private func text(of bytes: [UInt8]) throws(AnswersError) -> YAMLText {
    do throws(JSONError) {
      return YAMLText(
        bytes, tree: try JSONDocument(document), spans: spans, anchors: aliases.anchors,
        nodesWithoutJSON: nodesWithoutJSON, mergeKeys: mergeKeys)
    } catch {
      var reader = YAMLReader(comparesKeys: true)
      try reader.readAll(bytes)
      throw AnswersError(position: error.position, path: .root, sentence: error.description)
    }
  }

  private mutating func readAll(_ bytes: [UInt8]) throws(AnswersError) {
    document.reserveCapacity(bytes.count)
    // A document of short texts has approximately this many values. Reserved memory that stays
    // unused costs nothing.
    spans.reserveCapacity(bytes.count / 10)
    try bytes.withUnsafeBufferPointer { bytes throws(AnswersError) in
      var check = YAMLCheck(bytes)
      var parser = try YAMLParser(bytes)
      while let event = try parser.next() { try take(event, &check) }
      _ = try check.gap(upTo: bytes.count, margin: nil, isStart: documents == 0)
    }
    // An empty text is an empty document.
    if documents == 0 {
      spans.append(YAMLSpan(bytes.count..<bytes.count))
      document.word("null", at: TextPosition(line: 1, column: 1))
    }
  }

  private mutating func take(_ event: YAMLEvent, _ check: inout YAMLCheck) throws(AnswersError) {
    let isInFlow = frames.last?.isFlow ?? false
    switch event.kind {
    case .other, .endOfDocument: return
    case .document:
      documents += 1
      if documents > 1 {
        throw error(
          "this is a second document; the answers to a form are one document", at: event.position)
      }
    case .alias:
      let lead = try lead(of: event, &check)
      try check.alias(event, isInFlow: isInFlow)
      contentEnd = check.cursor
      try unfold(event, YAMLSpan(event.range.lowerBound..<check.cursor, lead: lead))
    case .scalar(let style):
      let before = check.cursor
      let lead = try lead(of: event, &check)
      try check.properties(of: event, isInFlow: isInFlow)
      let range = try check.scalar(
        style, event, parent: frames.last?.column ?? -1, isInFlow: isInFlow)
      let hasProperties = event.hasProperties
      var start = hasProperties ? event.range.lowerBound : range.lowerBound
      var end = max(range.upperBound, start)
      if range.isEmpty, !hasProperties {
        // An empty node is directly after its indicator, or after the text before it.
        start = lead.map { $0 + 1 } ?? before
        end = start
      }
      contentEnd = end
      let span = YAMLSpan(start..<end, lead: lead)
      aliases.record(
        .scalar(Array(event.text), isPlain: style == .plain, tag: event.tag), of: event,
        node: spans.count)
      try scalar(event.text, isPlain: style == .plain, tag: event.tag, span, at: event.position)
    case .beginSequence(let isFlow), .beginMapping(let isFlow):
      try checkContainer(event)
      let lead = try lead(of: event, &check)
      try check.properties(of: event, isInFlow: isInFlow)
      let isMapping = event.kind == .beginMapping(isFlow: isFlow)
      let isBracketed = isFlow && begins(with: isMapping ? "{" : "[", check)
      if isBracketed { check.cursor += 1 }
      check.followsJSON = false
      aliases.begin(isMapping ? .beginMapping : .beginSequence, of: event)
      try begin(
        isMapping: isMapping, YAMLSpan(event.range.lowerBound..<event.range.lowerBound, lead: lead),
        at: event.position)
      let last = frames.count - 1
      frames[last].isFlow = isFlow
      frames[last].hasAnchor = event.anchorName != nil
      if isFlow { frames[last].column = last > 0 ? frames[last - 1].column : -1 }
    case .end:
      guard let frame = frames.last else { return }
      try end(frame, event, &check)
    }
  }

  private func begins(with bracket: String, _ check: YAMLCheck) -> Bool {
    check.cursor < check.bytes.count && bracket.utf8.first == check.bytes[check.cursor]
  }

  /// The offset of the indicator `-`, `?` or `:` before a node; nil if there is none. Checks
  /// everything between the node and the previous node.
  private mutating func lead(
    of event: YAMLEvent, _ check: inout YAMLCheck
  ) throws(AnswersError) -> Int? {
    let frame = frames.last
    let margin = frame.map { $0.isFlow ? $0.column + 1 : nil } ?? nil
    let indicators = try check.gap(
      upTo: event.range.lowerBound, margin: margin, isStart: frame == nil)
    guard let frame else { return nil }
    let entry = frame.isMapping ? indicators.question : indicators.dash
    if !frame.isFlow, frame.column < 0 {
      // The first entry determines the column of all entries.
      frames[frames.count - 1].column = YAMLText.column(
        of: entry ?? event.range.lowerBound, in: check.bytes)
    }
    return frame.isMapping && !frame.expectsKey ? indicators.colon : entry
  }

  private mutating func end(_ frame: Frame, _ event: YAMLEvent, _ check: inout YAMLCheck)
    throws(AnswersError)
  {
    aliases.end(hasAnchor: frame.hasAnchor, node: frame.node)
    let isBracketed =
      frame.isFlow && event.range.count == 1 && (check.bytes[event.range.lowerBound] | 0x20) == 0x7D
    if isBracketed {
      _ = try check.gap(
        upTo: event.range.lowerBound, margin: frame.column + 1, isClosing: true)
      contentEnd = event.range.upperBound
      check.cursor = contentEnd
      check.followsJSON = true
    }
    spans[frame.node].end(at: contentEnd)
    endContainer()
  }

  // MARK: - Into the document

  private mutating func scalar(
    _ text: UnsafeBufferPointer<UInt8>, isPlain: Bool, tag: String?, _ span: YAMLSpan,
    at position: TextPosition
  ) throws(AnswersError) {
    if frames.last?.expectsKey == true {
      return try key(text, isPlain: isPlain, tag: tag, span, at: position)
    }
    beginValue(span)
    switch YAMLScalarMeaning.value(of: text, isPlain: isPlain, tag: tag) {
    case .string: document.string(utf8: text, at: position)
    case .word(let word): document.word(word, at: position)
    case .notInJSON:
      nodesWithoutJSON.append(spans.count - 1)
      document.string(utf8: text, at: position)
    case .refused(let sentence): throw error(sentence, at: position)
    }
  }

  private mutating func key(
    _ key: UnsafeBufferPointer<UInt8>, isPlain: Bool, tag: String?, _ span: YAMLSpan,
    at position: TextPosition
  ) throws(AnswersError) {
    let last = frames.count - 1
    if YAMLMerges.isMergeKey(key, isPlain: isPlain, tag: tag) {
      if frames[last].hasMergeKey {
        throw error("the mapping already has a merge key; join both: <<: [*a, *b]", at: position)
      }
      frames[last].hasMergeKey = true
      mergeKeys.append(spans.count)
    }
    if comparesKeys, !keys[last].insert(Array(key)).inserted {
      throw error("the mapping already has this key; remove or rename one", at: position)
    }
    frames[last].expectsKey = false
    spans.append(span)
    document.name(utf8: key, at: position)
  }

  private mutating func beginValue(_ span: YAMLSpan) {
    if frames.last?.isMapping == true { frames[frames.count - 1].expectsKey = true }
    spans.append(span)
  }

  private mutating func begin(
    isMapping: Bool, _ span: YAMLSpan, at position: TextPosition
  ) throws(AnswersError) {
    if frames.last?.expectsKey == true {
      throw error("a key must be a scalar, not a list or mapping", at: position)
    }
    guard frames.count < JSONDocument.maximumDepth else {
      throw error(
        "the document is nested more than \(JSONDocument.maximumDepth) levels deep", at: position)
    }
    let node = spans.count
    beginValue(span)
    frames.append(Frame(isMapping: isMapping, expectsKey: isMapping, node: node, column: -1))
    if comparesKeys { keys.append([]) }
    if isMapping { document.beginObject(at: position) } else { document.beginArray(at: position) }
  }

  private mutating func endContainer() {
    frames.removeLast()
    if comparesKeys { keys.removeLast() }
    document.end()
  }

  private func checkContainer(_ event: YAMLEvent) throws(AnswersError) {
    guard let tag = event.tag, tag != "!" else { return }
    var core = YAMLTag.sequence
    if case .beginMapping = event.kind { core = YAMLTag.map }
    if tag != core { throw error(YAMLTag.refusal(of: tag), at: event.position) }
  }

  // MARK: - Aliases

  private mutating func unfold(_ event: YAMLEvent, _ span: YAMLSpan) throws(AnswersError) {
    let (name, position) = (event.anchor ?? "", event.position)
    let isKey = frames.last?.expectsKey ?? false
    guard let range = aliases.use(name, node: spans.count, isKey: isKey) else {
      let shown = name.prefix(40)
      throw error(
        aliases.isOpen(name)
          ? "the alias *\(shown) is inside the value that it repeats"
          : "no value before the alias *\(shown) has the anchor &\(shown)", at: position)
    }
    var span = span
    for index in range {
      guard let event = aliases.repeated(index) else {
        throw error(
          "the aliases of this document unfold to more than 100,000 values or 16 MiB", at: position)
      }
      switch event {
      case .scalar(let text, let isPlain, let tag):
        try text.withUnsafeBufferPointer { text throws(AnswersError) in
          try scalar(text, isPlain: isPlain, tag: tag, span, at: position)
        }
      case .beginSequence: try begin(isMapping: false, span, at: position)
      case .beginMapping: try begin(isMapping: true, span, at: position)
      case .end: endContainer()
      }
      // A value inside an alias has no position of its own.
      span = .none
    }
  }

  private func error(_ sentence: String, at position: TextPosition) -> AnswersError {
    AnswersError(position: position, path: .root, sentence: sentence)
  }
}
