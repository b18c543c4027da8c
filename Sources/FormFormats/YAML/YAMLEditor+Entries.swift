// Inserts, deletes and moves entries: members of mappings and elements of lists.

import LosslessJSON

extension YAMLEditor {
  /// An entry of a block container, as whole lines.
  private struct Unit {
    var range: Range<Int>
    /// Whether the entry begins on the line of the `-`, `?` or `:` before its container.
    var isInline: Bool
    /// The chomping of the block scalar with which the entry ends, which says whether blank lines
    /// after the scalar belong to its text; nil if the entry ends with another value.
    var block: YAMLBlockScalar.Chomping?
  }

  /// Changes the entries of a container.
  ///
  /// - Returns: true if the remaining entries are still in the text and can be edited; false if the
  ///   whole container was written again, including all changes inside it.
  mutating func arrange(
    _ container: JSONValue, as entries: [DocumentChanges.Entry], at place: YAMLEmitter.Place
  ) -> Bool {
    guard let span = text.span(ofNode: container.index) else { return false }
    let isBracketed = isBracketed(span)
    // A mapping may be a single pair in a list, without brackets of its own, as in `[a: b]`.
    guard container.count > 0, isBracketed || !place.isInFlow && !entries.isEmpty else {
      replace(container, by: changed(container), at: place)
      return false
    }
    if isBracketed {
      arrangeFlow(container, span, as: entries)
    } else {
      arrangeBlock(container, as: entries, column: innerPlace(of: container, at: place).column)
    }
    return true
  }

  // MARK: - Between brackets

  private mutating func arrangeFlow(
    _ container: JSONValue, _ span: YAMLSpan, as entries: [DocumentChanges.Entry]
  ) {
    let range = text.content(of: span)..<span.range.upperBound
    let flow = FlowEntries(
      in: text.bytes, range, items: items(of: container), comments: .numberSign)
    var lead = flow.lead
    if flow.entries.count == 1, !lead.contains(0x0A) { lead = [0x20] }
    let (editor, style) = (self, neighbourStyle(in: container))
    edits.replace(
      range.lowerBound + 1..<range.upperBound - 1,
      with: flow.parts(
        for: entries,
        FlowEntries.Newcomers(lead: lead, closing: [], lineEnd: emitter.lineEnd) { name, value in
          editor.emitter.flowEntry(name, editor.parsed(value), style: style)
        }))
  }

  /// The ranges of a container's entries.
  private func items(of container: JSONValue) -> [Range<Int>] {
    var items: [Range<Int>] = []
    func add(_ key: JSONValue?, _ value: JSONValue) {
      let spans = [key, value].compactMap { $0.flatMap { text.span(ofNode: $0.index) } }
      guard let first = spans.first, let last = spans.last else { return }
      let start = first.lead ?? first.range.lowerBound
      let end = max(first.range.upperBound, last.range.upperBound, last.lead.map { $0 + 1 } ?? 0)
      items.append(start..<max(start, end))
    }
    for (key, value) in container.members { add(key, value) }
    for element in container.elements { add(nil, element) }
    return items
  }

  // MARK: - Lines

  private mutating func arrangeBlock(
    _ container: JSONValue, as entries: [DocumentChanges.Entry], column: Int
  ) {
    let units = units(of: container, column: column)
    guard units.count == container.count, let first = units.first, let last = units.last else {
      return
    }
    let kept = entries.compactMap { if case .kept(let index) = $0 { index } else { nil } }.sorted()
    let writer = BlockWriter(
      text: text, emitter: emitter, units: units, kept: Set(kept), column: column)
    var output = BlockOutput(writer: writer)
    let (style, isFlow, gap) = neighbours(in: container)
    var slots = kept.makeIterator()
    for entry in entries {
      switch entry {
      case .kept(let index):
        output.writeGaps(upTo: slots.next() ?? index)
        output.write(index)
      case .new(let name, let value):
        let new = parsed(value)
        output.write(
          emitter.entry(
            name, new, column: column, style: style,
            isFlow: isFlow && (new.kind == .object || new.kind == .array), gap: gap),
          mayEndInBlock: endsInLines(new))
      }
    }
    output.writeGaps(upTo: units.count - 1)
    edits.replace(first.range.lowerBound..<last.range.upperBound, with: output.parts)
    guard let block = output.openBlock, output.lastUnit != units.count - 1 else { return }
    // The blank lines after the container now follow a block scalar, and must not become part of
    // its text.
    let lines = text.blankLines(in: last.range.upperBound..<text.bytes.count, after: block)
    edits.replace(last.range.upperBound..<lines.end, with: lines.kept.map { .source($0) })
  }

  private func units(of container: JSONValue, column: Int) -> [Unit] {
    var units: [Unit] = []
    let values = Array(container.children)
    for (index, item) in items(of: container).enumerated() {
      let lineStart = text.lineStart(of: item.lowerBound)
      let isInline = !text.isBlank(lineStart..<item.lowerBound)
      var start = isInline ? item.lowerBound : lineStart
      let before = units.last?.range.upperBound ?? 0
      if !isInline {
        let above = text.ownComments(above: lineStart, downTo: before, column: column)
        // A comment at the beginning of the file is about the whole file, not about the first
        // entry.
        if index > 0 || above > text.start { start = above }
      }
      let end = text.endOfLines(of: item.upperBound, column: column)
      units.append(
        Unit(
          range: start..<max(start, end), isInline: isInline, block: lastBlock(of: values[index])))
    }
    return units
  }

  /// The chomping of the block scalar with which a value ends after all changes; nil if it ends
  /// with another value. A new value counts as a block scalar, because it may be one.
  private func lastBlock(of value: JSONValue) -> YAMLBlockScalar.Chomping? {
    var last = value
    while changes.replacement(of: last) == nil {
      let children = Array(last.children)
      var index = children.count - 1
      if let entry = changes.arrangement(of: last)?.last {
        guard case .kept(let kept) = entry else { return .clip }
        index = kept
      }
      guard children.indices.contains(index) else { return block(last) }
      last = children[index]
    }
    return .clip
  }

  /// The chomping of a block scalar; nil for any other value.
  private func block(_ value: JSONValue) -> YAMLBlockScalar.Chomping? {
    guard value.kind == .string, let span = text.span(ofNode: value.index) else { return nil }
    let content = text.content(of: span)
    guard content < span.range.upperBound,
      text.bytes[content] == UInt8(ascii: "|") || text.bytes[content] == UInt8(ascii: ">")
    else { return nil }
    let header = text.bytes[content..<text.lineEnd(from: content)].prefix { $0 != 0x20 }
    return header.contains(UInt8(ascii: "+")) ? .keep : .clip
  }

  /// The style of the last entries of a container, which new entries imitate: the quotes of texts,
  /// whether the last entry is in brackets, and the number of spaces after its dash.
  private func neighbours(in container: JSONValue) -> (YAMLEmitter.Style?, isFlow: Bool, gap: Int) {
    let last = Array(container.children).last
    guard let last, let span = text.span(ofNode: last.index) else { return (nil, false, 1) }
    let isContainer = last.kind == .array || last.kind == .object
    var gap = 1
    if container.kind == .array, let lead = span.lead, !span.range.isEmpty {
      let spaces = text.bytes[(lead + 1)...].prefix { $0 == 0x20 }.count
      let isOnLine = lead + 1 + spaces == span.range.lowerBound
      if isOnLine, spaces > 0 { gap = spaces }
    }
    return (neighbourStyle(in: container), isContainer && isBracketed(span), gap)
  }

  /// The quotes of the texts in a container; nil if one of the texts has no quotes.
  private func neighbourStyle(in container: JSONValue) -> YAMLEmitter.Style? {
    func style(_ value: JSONValue, depth: Int) -> YAMLEmitter.Style? {
      if value.kind == .string, let span = text.span(ofNode: value.index), !span.range.isEmpty {
        switch text.bytes[text.content(of: span)] {
        case UInt8(ascii: "\""): return .double
        case UInt8(ascii: "'"): return .single
        default: return nil
        }
      }
      guard depth < 2 else { return nil }
      let children = Array(value.children.suffix(20))
      let texts = children.filter { $0.kind == .string }
      let styles = texts.map { style($0, depth: depth + 1) }
      if !styles.isEmpty { return styles.contains { $0 == nil } ? nil : styles.last ?? nil }
      return children.last.flatMap { style($0, depth: depth + 1) }
    }
    return style(container, depth: 0)
  }

  /// The values that are needed to write the units of a block container.
  private struct BlockWriter {
    let text: YAMLText
    let emitter: YAMLEmitter
    let units: [Unit]
    let kept: Set<Int>
    let column: Int

    /// The range between a unit and the next one.
    func gap(after index: Int) -> Range<Int> {
      units[index].range.upperBound..<units[index + 1].range.lowerBound
    }

    /// Whether all gaps consist of blank lines, so that a new entry gets a blank line too.
    var hasBlankLines: Bool {
      units.count > 1
        && (0..<units.count - 1).allSatisfy {
          !gap(after: $0).isEmpty && text.isBlank(gap(after: $0))
        }
    }

    /// Whether a gap is deleted together with the entry next to it.
    func isDropped(_ index: Int) -> Bool {
      text.isBlank(gap(after: index))
        && (!kept.contains(index + 1) || (0...index).allSatisfy { !kept.contains($0) })
    }
  }

  /// The parts of a block container that were written so far.
  private struct BlockOutput {
    let writer: BlockWriter
    private(set) var parts: [DocumentEdits.Part] = []
    private var nextGap = 0
    /// The last written unit; nil if a new entry was written last.
    private(set) var lastUnit: Int?
    /// The chomping of the block scalar that was written last; nil if something else was written
    /// last.
    private(set) var openBlock: YAMLBlockScalar.Chomping?
    private var endsLine = true

    init(writer: BlockWriter) { self.writer = writer }

    mutating func writeGaps(upTo slot: Int) {
      while nextGap < slot {
        defer { nextGap += 1 }
        let gap = writer.gap(after: nextGap)
        if gap.isEmpty || writer.isDropped(nextGap) { continue }
        endLine()
        var start = gap.lowerBound
        if let openBlock, lastUnit != nextGap {
          let lines = writer.text.blankLines(in: gap, after: openBlock)
          for line in lines.kept { append(line) }
          start = lines.end
        }
        append(start..<gap.upperBound)
        if !writer.text.isBlank(gap) { openBlock = nil }
      }
    }

    mutating func write(_ index: Int) {
      let unit = writer.units[index]
      endLine()
      let beginsInline = parts.isEmpty && writer.units[0].isInline
      var range = unit.range
      if beginsInline {
        let blanks = writer.text.bytes[range].prefix { $0 == 0x20 }.count
        range = range.lowerBound + blanks..<range.upperBound
      } else if unit.isInline {
        parts.append(.text(Array(repeating: 0x20, count: writer.column)))
      }
      append(range)
      (lastUnit, openBlock) = (index, unit.block)
    }

    /// Writes a new entry.
    ///
    /// - Parameter mayEndInBlock: whether the entry may end with a block scalar.
    mutating func write(_ entry: [UInt8], mayEndInBlock: Bool) {
      endLine()
      let lineEnd = writer.emitter.lineEnd
      let isFirst = parts.isEmpty
      let margin =
        isFirst && writer.units[0].isInline
        ? [] : Array(repeating: UInt8(0x20), count: writer.column)
      let getsBlankLine = writer.hasBlankLines && openBlock != .keep
      parts.append(
        .text(
          (getsBlankLine && !isFirst ? lineEnd : []) + margin + entry + lineEnd
            + (getsBlankLine && isFirst ? lineEnd : [])))
      endsLine = true
      lastUnit = nil
      openBlock = mayEndInBlock ? .clip : nil
    }

    private mutating func append(_ range: Range<Int>) {
      parts.append(.source(range))
      endsLine = range.isEmpty || YAMLBlockScalar.isLineEnd(writer.text.bytes[range.upperBound - 1])
    }

    private mutating func endLine() {
      if !endsLine { parts.append(.text(writer.emitter.lineEnd)) }
      endsLine = true
    }
  }
}
