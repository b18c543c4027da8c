// Edits YAML in place. A new value is written at the position of the old one. An entry is a member
// of a mapping or an element of a list. In a block container, which is a container without
// brackets, entries are inserted and deleted as whole lines.
//
// An entry of a block container owns the comments directly above it that are not indented more, the
// comment on its last line, and the comments below it that are indented more. Blank lines and all
// other comments belong to no entry and stay.

import LosslessJSON

/// Finds the edits of a YAML text.
struct YAMLEditor {
  let text: YAMLText
  let changes: DocumentChanges
  let places: DocumentChanges.Places
  let emitter: YAMLEmitter
  var edits = DocumentEdits()
  /// The children of the containers that contain aliases, by the index of the container.
  var childrenOfLists: [Int: [JSONValue]] = [:]

  init(_ text: YAMLText, _ changes: DocumentChanges) {
    self.text = text
    self.changes = changes
    places = changes.places
    emitter = text.emitter()
  }

  mutating func pieces() -> [DocumentPiece] {
    edit(text.tree.root, at: YAMLEmitter.Place(kind: .root, column: -1))
    keepAliases()
    return edits.pieces(of: 0..<text.bytes.count)
  }

  // MARK: - The walk

  private mutating func edit(_ value: JSONValue, at place: YAMLEmitter.Place) {
    guard places.include(anythingIn: value), let span = text.span(ofNode: value.index) else {
      return
    }
    if text.isAlias(span) { return replace(value, by: changed(value), at: place) }
    if let new = changes.replacement(of: value).map(parsed) {
      return replace(value, by: new, at: place)
    }
    let inner = innerPlace(of: value, at: place)
    guard let entries = changes.arrangement(of: value) else {
      rename(Array(value.members.map(\.key)), isInFlow: inner.isInFlow)
      for child in value.children { edit(child, at: inner) }
      return
    }
    guard arrange(value, as: entries, at: place) else { return }
    let kept = Set(entries.compactMap { if case .kept(let index) = $0 { index } else { nil } })
    rename(
      value.members.map(\.key).enumerated().filter { kept.contains($0.offset) }.map(\.element),
      isInFlow: inner.isInFlow)
    for (index, child) in value.children.enumerated() where kept.contains(index) {
      edit(child, at: inner)
    }
  }

  /// Replaces the names of keys. Also removes the anchors and tags of the old names.
  private mutating func rename(_ keys: [JSONValue], isInFlow: Bool) {
    for key in keys {
      guard let new = changes.replacement(of: key).map(parsed)?.string,
        let span = text.span(ofNode: key.index)
      else { continue }
      let name = emitter.key(new, isInFlow: isInFlow)
      let isLong = name.count > YAMLEmitter.longestKey && span.lead == nil
      edits.replace(span.range, with: (isLong ? Array("? ".utf8) : []) + name)
    }
  }

  /// The place of the values inside a container.
  func innerPlace(of container: JSONValue, at place: YAMLEmitter.Place) -> YAMLEmitter.Place {
    let isObject = container.kind == .object
    guard let span = text.span(ofNode: container.index), container.count > 0 else { return place }
    if place.isInFlow || isBracketed(span) {
      return YAMLEmitter.Place(kind: .key, column: place.column, isInFlow: true)
    }
    let first = text.span(ofNode: container.index + 1)
    let column = text.column(of: first?.lead ?? first?.range.lowerBound ?? span.range.lowerBound)
    return YAMLEmitter.Place(kind: isObject ? .key : .dash, column: column)
  }

  func isBracketed(_ span: YAMLSpan) -> Bool {
    let start = text.content(of: span)
    return start < span.range.upperBound
      && (text.bytes[start] == UInt8(ascii: "{") || text.bytes[start] == UInt8(ascii: "["))
  }

  /// The value that results from all changes inside a value.
  func changed(_ value: JSONValue) -> JSONValue { self.value(value, with: changes) }

  /// The value that results from changes inside a value. Stand-ins (see YAMLStandIns) replace merge
  /// keys, and numbers that JSON cannot express; the emitter writes the originals again.
  func value(_ value: JSONValue, with changes: DocumentChanges) -> JSONValue {
    YAMLEditor.root(
      of: JSONText(text.tree).value(value, with: emitter.standIns.added(to: changes, in: value)))
  }

  func parsed(_ new: DocumentChanges.NewValue) -> JSONValue {
    YAMLEditor.root(of: new.json(.oneLine))
  }

  private static func root(of bytes: [UInt8]) -> JSONValue {
    ((try? JSONDocument(parsing: bytes)) ?? .null).root
  }

  // MARK: - Values

  /// Replaces a value together with its anchor and tag.
  mutating func replace(
    _ value: JSONValue, by new: JSONValue, at place: YAMLEmitter.Place, anchor: String? = nil
  ) {
    guard let span = text.span(ofNode: value.index) else { return }
    let content = text.content(of: span)
    let isContainer = value.kind == .object || value.kind == .array
    let isBlockContainer = isContainer && !text.isAlias(span) && !isBracketed(span)
    // Comments below the container are replaced too if they are indented more than the container;
    // the last line break stays. The outermost value has the column -1. Here it counts as 0, so
    // that no entry of the value includes the comments after the value.
    let end =
      isBlockContainer
      ? text.endOfLine(
        before: text.endOfLines(of: span.range.upperBound, column: max(place.column, 0)))
      : span.range.upperBound
    var output = output(of: new, inPlaceOf: value, span, at: place, end: end)
    if let anchor {
      let name = Array("&\(anchor)".utf8)
      output.head = output.head.isEmpty ? name : name + [0x20] + output.head
    }
    if place.isInFlow { return replaceInline(value, span, by: output, at: place) }
    if isBlockContainer {
      return replaceBlock(span, content: content, end: end, by: output)
    }
    let sign = content < span.range.upperBound ? text.bytes[content] : 0
    guard !isContainer, sign == UInt8(ascii: "|") || sign == UInt8(ascii: ">") else {
      return replaceInline(value, span, by: output, at: place)
    }
    let block = text.block(at: content, parent: place.column)
    let headEnd = block.header.upperBound
    if output.column == nil, !output.head.isEmpty, !isOnLineOfIndicator(span),
      text.column(of: span.range.lowerBound) <= place.column
    {
      // Only a block scalar may begin in the column of the entry that contains it, so the new value
      // is indented more.
      output.column = place.column + emitter.mappingIndent
    }
    replaceHead(of: span, upTo: headEnd, by: output)
    let lineEnd = text.lineEnd(from: headEnd)
    edits.replace(lineEnd..<max(lineEnd, block.end), with: output.tail)
  }

  /// Writes a value in place of another. A text keeps its kind of quotes. A value that replaces an
  /// alias stays on the line of the alias.
  ///
  /// - Parameter end: the end of the replaced value.
  private func output(
    of new: JSONValue, inPlaceOf value: JSONValue, _ span: YAMLSpan, at place: YAMLEmitter.Place,
    end: Int
  ) -> YAMLEmitter.Output {
    let style = text.style(of: value, span, at: place)
    // A new block scalar must not include the lines after the value. If the old value is a block
    // scalar too, those lines are already outside a block scalar, so no check is needed.
    guard style?.isBlock != true, endsInLines(new),
      text.blockIncludesLines(after: text.lineEnd(from: end), column: place.column)
    else {
      return emitter.output(
        of: new, at: place, style: new.kind == .string ? style : nil, isFlow: text.isAlias(span))
    }
    return emitter.output(of: new, at: place, style: .double, isFlow: true)
  }

  /// Whether the last text of a value has several lines. Such a text may be written as a block
  /// scalar.
  func endsInLines(_ value: JSONValue) -> Bool {
    if let string = value.string { return string.utf8.contains(0x0A) }
    var last: JSONValue?
    for child in value.children { last = child }
    return last.map(endsInLines) ?? false
  }

  /// Replaces a value after which other text may follow on its last line: inside brackets, any
  /// value; outside brackets, any value except block scalars and containers in block style.
  private mutating func replaceInline(
    _ value: JSONValue, _ span: YAMLSpan, by output: YAMLEmitter.Output, at place: YAMLEmitter.Place
  ) {
    let end = span.range.upperBound
    guard span.lead == nil || !span.range.isEmpty else {
      edits.replace(end..<end, with: output.head.isEmpty ? [] : [0x20] + output.head)
      let lineEnd = text.lineEnd(from: end)
      if !output.tail.isEmpty { edits.replace(lineEnd..<lineEnd, with: output.tail) }
      return
    }
    if span.lead == nil, span.range.isEmpty {
      if place.kind == .root {
        // The value is written after the whole text, on a line of its own.
        let end = text.endOfEmptyDocument(from: end)
        let isAtLineStart = text.lineStart(of: end) == end
        return edits.replace(
          end..<end,
          with: (isAtLineStart ? [] : emitter.lineEnd) + output.head + output.tail + emitter.lineEnd
        )
      }
      // The key does not have a `:` yet.
      let sign = Array(": ".utf8)
      if place.isInFlow, let key = text.span(ofNode: value.index - 1), key.lead == nil,
        key.range.count > YAMLEmitter.longestKey || text.hasLineBreak(in: key.range)
      {
        // Readers find the `:` of a long key, or of a key on several lines, only if a `?` precedes
        // the key.
        edits.replace(key.range.lowerBound..<key.range.lowerBound, with: Array("? ".utf8))
      }
      // A space is needed before the `:`, because otherwise the `:` could become part of a tag or a
      // text.
      let before = (place.isInFlow ? [0x20] : emitter.newLine(place.column)) + sign
      let at = place.isInFlow ? end : text.lineEnd(from: end)
      return edits.replace(at..<at, with: before + output.head + output.tail)
    }
    replaceHead(of: span, upTo: end, by: output)
    guard !output.tail.isEmpty else { return }
    let lineEnd = text.lineEnd(from: end)
    edits.replace(lineEnd..<lineEnd, with: output.tail)
  }

  /// Replaces the part of a value that is on its first line.
  private mutating func replaceHead(
    of span: YAMLSpan, upTo end: Int, by output: YAMLEmitter.Output
  ) {
    if let column = output.column, span.lead != nil, !isOnLineOfIndicator(span) {
      return edits.replace(
        startOfLine(of: span)..<end, with: emitter.newLine(column) + output.head)
    }
    if let column = output.column, span.lead == nil {
      // The outermost value may be indented or follow `---`, but the entries of a container in
      // block style may not.
      let lineStart = text.lineStart(of: span.range.lowerBound)
      guard !text.isBlank(lineStart..<span.range.lowerBound) else {
        return edits.replace(lineStart..<end, with: output.head)
      }
      return edits.replace(
        span.range.lowerBound..<end, with: emitter.newLine(column) + output.head)
    }
    let start = start(of: span)
    if !output.head.isEmpty, output.column == nil, start < span.range.lowerBound {
      // The blanks before the value stay, because they may align it with other values.
      return edits.replace(span.range.lowerBound..<end, with: output.head)
    }
    edits.replace(
      output.head.isEmpty ? startOfLine(of: span)..<end : start..<end,
      with: afterSign(output.head, span))
  }

  /// Replaces a container in block style up to `end`.
  private mutating func replaceBlock(
    _ span: YAMLSpan, content: Int, end: Int, by output: YAMLEmitter.Output
  ) {
    guard let lead = span.lead else {
      return edits.replace(span.range.lowerBound..<end, with: output.head + output.tail)
    }
    let head = output.head.isEmpty ? [] : [0x20] + output.head
    let line = text.lineEnd(from: lead)
    guard content > line else {
      // The value begins on the line of its indicator, the `-`, `?` or `:` before it.
      return edits.replace(lead + 1..<end, with: head + output.tail)
    }
    // The anchor and the tag are on the line of the indicator.
    var propertiesEnd = lead + 1
    if span.range.lowerBound < line {
      propertiesEnd =
        text.bytes[span.range.lowerBound..<line].firstIndex(of: UInt8(ascii: "#")) ?? line
      while text.isBlank(text.bytes[propertiesEnd - 1]) { propertiesEnd -= 1 }
    }
    edits.replace(
      lead + 1..<end, with: [.text(head), .source(propertiesEnd..<line), .text(output.tail)])
  }

  /// Whether a value is on the line of its indicator, with only blanks between the two.
  private func isOnLineOfIndicator(_ span: YAMLSpan) -> Bool {
    guard let lead = span.lead else { return false }
    // The rest of the line may be long, so it is not read.
    return !text.bytes[lead..<max(lead, span.range.lowerBound)].contains {
      YAMLBlockScalar.isLineEnd($0)
    }
  }

  /// The start of the range that the first line of a new value replaces. The range includes the
  /// blanks between the indicator and the old value if they are on the same line.
  private func start(of span: YAMLSpan) -> Int {
    guard let lead = span.lead, isOnLineOfIndicator(span) else { return span.range.lowerBound }
    return lead + 1
  }

  /// The same as `start(of:)`, but if the value begins a line below its indicator, the range also
  /// includes the indentation of the value and the line break before it.
  private func startOfLine(of span: YAMLSpan) -> Int {
    guard span.lead != nil, !isOnLineOfIndicator(span) else { return start(of: span) }
    var start = text.lineStart(of: span.range.lowerBound)
    guard text.isBlank(start..<span.range.lowerBound) else { return span.range.lowerBound }
    start -= 1
    return start > 0 && text.bytes[start] == 0x0A && text.bytes[start - 1] == 0x0D
      ? start - 1 : start
  }

  private func afterSign(_ head: [UInt8], _ span: YAMLSpan) -> [UInt8] {
    !head.isEmpty && isOnLineOfIndicator(span) ? [0x20] + head : head
  }
}
