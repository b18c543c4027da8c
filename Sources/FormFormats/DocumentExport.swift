// The format `json` of a form that was opened with a document: the document's own bytes with only
// the spans of changed answers replaced.
//
// Unknown keys, order, spacing, number text and escapes of what was not changed are copied. A
// container that holds a change is taken apart into chunks, so that dropping, adding and reordering
// leaves all others as their author laid them out; all other containers are copied whole.

import FormModel
import FormText
import LosslessJSON

/// Writes a document with the changed answers in it.
struct DocumentExport: ExportWriter {
  /// A part of the result.
  enum Piece {
    case copy(Range<Int>)
    case text([UInt8])
  }

  /// A node of the plan in an item.
  struct Place: Hashable {
    var node: Int
    var item: Int
  }

  private let document: JSONDocument
  let template: Template
  let style: JSONStyle
  /// Where something was changed, and all that is around it.
  private(set) var changed = Set<Place>()
  /// The numbers of the changed rows of each row template's node in an item, in order.
  private var changedNumbers: [FormRow.ID: [Int]] = [:]
  var pieces: [Piece] = []
  private var (next, offset) = (0, 0)

  init(_ loaded: LoadedAnswers, of answers: Answers) {
    document = loaded.document
    template = answers.template
    style = JSONStyle(of: document)
    for row in answers.changedRows { mark(row) }
    for row in answers.loadedRowsThatGotHidden { mark(row) }
    for key in changedNumbers.keys { changedNumbers[key]?.sort() }
    for section in answers.changes.sections.numbers {
      if let node = template.plan.items(ofSection: section) { mark(node, item: 0) }
    }
    if let id = template.plan.id, loaded.id == nil, answers.id != nil { mark(id.node, item: 0) }
    let root = document.root
    copy(0..<root.range.lowerBound)
    write(root, as: AnswerPlan.root, item: 0, of: answers)
    copy(root.range.upperBound..<document.bytes.count)
  }

  /// Appends the next piece, at most 64 KiB of a copy; false behind the last.
  mutating func step(of answers: Answers, into buffer: inout [UInt8]) -> Bool {
    guard next < pieces.count else { return false }
    switch pieces[next] {
    case .text(let bytes): buffer.append(contentsOf: bytes)
    case .copy(let range):
      let start = range.lowerBound + offset
      var end = min(start + 64 * 1_024, range.upperBound)
      // Not inside a character: who shows a piece on a terminal must find it whole.
      while end < range.upperBound, document.bytes[end] & 0xC0 == 0x80 { end -= 1 }
      buffer.append(contentsOf: document.bytes[start..<end])
      offset = end - range.lowerBound
      if end < range.upperBound { return true }
    }
    offset = 0
    next += 1
    return next < pieces.count
  }

  // MARK: - What was changed

  private mutating func mark(_ row: FormRow.ID) {
    var key = row
    key.number = 0
    changedNumbers[key, default: []].append(row.number)
    let reference = AnswerPlan.RowReference(row)
    if let leaf = template.plan.leaf(of: reference) { mark(leaf, item: row.item) }
  }

  private mutating func mark(_ node: Int, item: Int) {
    var place = Place(node: node, item: item)
    while changed.insert(place).inserted, let parent = template.plan.parent(of: place.node) {
      if case .items = template.plan.nodes[parent] { place.item = 0 }
      place.node = parent
    }
  }

  /// The changed rows of a row template in an item, in the order of their numbers.
  private func changedRows(of reference: AnswerPlan.RowReference, item: Int) -> [FormRow.ID] {
    let key = reference.id(item: item, number: 0)
    return (changedNumbers[key] ?? []).map {
      reference.id(item: item, number: $0)
    }
  }

  // MARK: - Values

  mutating func copy(_ range: Range<Int>) {
    guard !range.isEmpty else { return }
    if case .copy(let last)? = pieces.last, last.upperBound == range.lowerBound {
      pieces[pieces.count - 1] = .copy(last.lowerBound..<range.upperBound)
    } else {
      pieces.append(.copy(range))
    }
  }

  mutating func write(
    _ value: JSONValue, as node: Int, item: Int, of answers: Answers
  ) {
    guard changed.contains(Place(node: node, item: item)) else { return copy(value.range) }
    switch (template.plan.nodes[node], value.kind) {
    case (.object(let members), .object):
      writeObject(value, members: members, node: node, item: item, of: answers)
    case (.list(let rows), .array): writeList(value, rows: rows, item: item, of: answers)
    case (.items(let section, let root), .array):
      writeItems(value, section: section, root: root, of: answers)
    case (.items(let section, _), .null) where !answers.exportsItems(ofSection: section):
      copy(value.range)
    case (_, let kind) where kind != .null && !answers.isReplaced(node, item: item):
      // A value of another shape without a new answer in it.
      copy(value.range)
    default:
      // A null where a container belongs, or what answers in it replace.
      let layout = style.indent(of: value).layout.outer
      pieces.append(.text(fresh(node, item: item, layout, isWhole: false, of: answers)))
    }
  }

  mutating func writeAnswer(
    of row: FormRow.ID, over value: JSONValue, of answers: Answers
  ) {
    if !answers.isChanged(row) || answers.isHidden(row) { return copy(value.range) }
    // An array that replaces one is laid out like it.
    let indent =
      value.kind == .array
      ? style.indent(in: value, like: JSONChunks(of: value)) : style.indent(of: value)
    var bytes: [UInt8] = []
    JSONExport.append(
      answers.value(of: row), to: &bytes, in: template, layout: indent.layout.outer)
    pieces.append(.text(bytes))
  }

  /// The JSON of a part of the plan that the document has not: a new item whole, anything else with
  /// only what was changed.
  func fresh(
    _ node: Int, item: Int, _ layout: JSONLayout, isWhole: Bool, of answers: Answers
  ) -> [UInt8] {
    var export = JSONExport(
      template.plan, part: node, item: item, layout: layout, leavesOutUnchanged: !isWhole)
    var bytes: [UInt8] = []
    while export.step(of: answers, into: &bytes) {}
    return bytes
  }

  // MARK: - Objects

  /// A member that the document has not.
  private struct Addition {
    var name: String
    var node: Int
    /// The row whose answer it is, nil for a container.
    var row: FormRow.ID?
  }

  private mutating func writeObject(
    _ value: JSONValue, members: [AnswerPlan.Member], node: Int, item: Int, of answers: Answers
  ) {
    var output = Output(of: value)
    let (leading, following) = additions(
      to: members, of: value, item: item, in: answers)
    copy(value.range.lowerBound..<value.range.lowerBound + 1)
    for (index, (key, member)) in value.members.enumerated() {
      let name = key.string ?? ""
      if let target = template.plan.member(named: name, of: node) {
        writeMember(index, member, as: target, to: &output, item: item, of: answers)
      } else {
        beginChunk(index, of: &output, upTo: output.chunks.ranges[index].upperBound)
      }
      for addition in following[Text(name)] ?? [] {
        add(addition, to: &output, item: item, of: answers)
      }
    }
    for addition in leading { add(addition, to: &output, item: item, of: answers) }
    close(output)
  }

  /// The members to add: those that come behind a member the document has, and those that do not.
  private func additions(
    to members: [AnswerPlan.Member], of value: JSONValue, item: Int, in answers: Answers
  ) -> (leading: [Addition], following: [Text: [Addition]]) {
    let present = Set(value.members.map { Text($0.key.string ?? "") })
    var leading: [Addition] = []
    var following: [Text: [Addition]] = [:]
    var anchor: Text?
    func add(_ addition: Addition) {
      if let anchor {
        following[anchor, default: []].append(addition)
      } else {
        leading.append(addition)
      }
    }
    for member in members {
      let name = Text(member.name.source)
      let node = answers.present(member.node, item: item)
      if case .answer(let reference) = template.plan.nodes[node] {
        for row in changedRows(of: reference, item: item) {
          let name = Text(member.name.text(number: row.number))
          if !present.contains(name), answers.exportedAnswer(of: row) != nil {
            add(Addition(name: name.string, node: node, row: row))
          }
        }
      } else if !present.contains(name), changed.contains(Place(node: node, item: item)),
        JSONExport.holdsAnswer(node, item: item, onlyChanged: true, of: answers)
      {
        add(Addition(name: name.string, node: node, row: nil))
      }
      if present.contains(name) { anchor = name }
    }
    return (leading, following)
  }

  private mutating func add(
    _ addition: Addition, to output: inout Output, item: Int, of answers: Answers
  ) {
    let indent = style.indent(in: output.container, like: output.chunks)
    var bytes = newChunk(of: &output, indent)
    JSONWriter.appendString(addition.name, to: &bytes)
    bytes.append(contentsOf: indent.layout.colon)
    if let row = addition.row {
      JSONExport.append(answers.value(of: row), to: &bytes, in: template, layout: indent.layout)
    } else {
      bytes += fresh(addition.node, item: item, indent.layout, isWhole: false, of: answers)
    }
    pieces.append(.text(bytes))
  }

  // MARK: - Arrays

  /// Writes a list in which each row keeps its place: a row without an answer is a null if an answer
  /// or a kept element follows.
  private mutating func writeList(
    _ value: JSONValue, rows: [AnswerPlan.RowReference], item: Int, of answers: Answers
  ) {
    var output = Output(of: value)
    copy(value.range.lowerBound..<value.range.lowerBound + 1)
    let elements = Array(value.elements)
    let kept = keptElements(of: value, rows: rows, item: item, of: answers)
    var next = 0
    var unanswered = elements.count - kept
    for reference in rows {
      let numbers = template.numbers(of: reference)
      // Behind the document's elements only rows that were changed add one.
      let changed = changedRows(of: reference, item: item)
      let last = changed.last.map { $0.number } ?? numbers.lowerBound - 1
      for number in numbers {
        let row = reference.id(item: item, number: number)
        if next < elements.count {
          if next < kept {
            beginChunk(next, of: &output, upTo: elements[next].range.lowerBound)
            if isEmptied(row, of: answers) {
              pieces.append(.text(Array("null".utf8)))
            } else {
              writeAnswer(of: row, over: elements[next], of: answers)
            }
            copy(elements[next].range.upperBound..<output.chunks.ranges[next].upperBound)
          }
          next += 1
        } else if number > last {
          unanswered += numbers.upperBound - number + 1
          break
        } else if let value = answers.value(of: row) {
          for _ in 0..<unanswered { addElement(nil, to: &output) }
          unanswered = 0
          addElement(value, to: &output)
        } else {
          unanswered += 1
        }
      }
    }
    // Elements for which the form has no rows.
    while next < elements.count {
      beginChunk(next, of: &output, upTo: output.chunks.ranges[next].upperBound)
      next += 1
    }
    close(output)
  }

  /// Returns the number of elements that stay: all but the emptied ones at the end.
  private func keptElements(
    of value: JSONValue, rows: [AnswerPlan.RowReference], item: Int, of answers: Answers
  ) -> Int {
    var count = 0
    var kept = 0
    for reference in rows {
      for number in template.numbers(of: reference) {
        guard count < value.count else { return kept }
        count += 1
        let row = reference.id(item: item, number: number)
        if !isEmptied(row, of: answers) || answers.lacksDefault(row) { kept = count }
      }
    }
    return count < value.count ? value.count : kept
  }

  private mutating func addElement(_ value: RowValue?, to output: inout Output) {
    let indent = style.indent(in: output.container, like: output.chunks)
    var bytes = newChunk(of: &output, indent)
    if let value {
      JSONExport.append(value, to: &bytes, in: template, layout: indent.layout)
    } else {
      bytes.append(contentsOf: "null".utf8)
    }
    pieces.append(.text(bytes))
  }

  private mutating func writeItems(
    _ value: JSONValue, section: Int, root: Int, of answers: Answers
  ) {
    var output = Output(of: value)
    copy(value.range.lowerBound..<value.range.lowerBound + 1)
    let elements = Array(value.elements)
    for position in 0..<answers.outline.itemCount(ofSection: section) {
      guard let item = answers.outline.item(at: position, ofSection: section) else { continue }
      if item <= elements.count {
        let element = elements[item - 1].range
        beginChunk(item - 1, of: &output, upTo: element.lowerBound)
        write(elements[item - 1], as: root, item: item, of: answers)
        copy(element.upperBound..<output.chunks.ranges[item - 1].upperBound)
      } else if !answers.isEmpty(item: item, ofSection: section) {
        let indent = style.indent(in: value, like: output.chunks)
        let bytes = newChunk(of: &output, indent)
        pieces.append(
          .text(bytes + fresh(root, item: item, indent.layout, isWhole: true, of: answers)))
      }
    }
    close(output)
  }

  // MARK: - Chunks

  /// A container on its way out.
  struct Output {
    let container: JSONValue
    let chunks: JSONChunks
    /// How many members or elements were written.
    var count = 0
    /// The chunk of the document that was written last, if it was the last thing written.
    var lastChunk: Int?

    init(of container: JSONValue) {
      self.container = container
      chunks = JSONChunks(of: container)
    }
  }

  /// Begins a member or element that the document has, and copies it up to some place.
  mutating func beginChunk(_ index: Int, of output: inout Output, upTo end: Int) {
    let chunk = output.chunks.ranges[index]
    if output.count > 0 {
      if output.lastChunk == index - 1 {
        copy(chunk.lowerBound - 1..<chunk.lowerBound)
      } else {
        pieces.append(.text([0x2C]))
      }
    }
    copy(chunk.lowerBound..<end)
    output.count += 1
    output.lastChunk = index
  }

  /// What a new member or element begins with.
  private func newChunk(of output: inout Output, _ indent: JSONStyle.Indent) -> [UInt8] {
    let comma: [UInt8] = output.count > 0 ? [0x2C] : []
    output.count += 1
    output.lastChunk = nil
    return comma + indent.lead
  }

  private mutating func close(_ output: Output) {
    let end = output.container.range.upperBound
    if output.count > 0, output.chunks.ranges.isEmpty {
      pieces.append(.text(style.indent(of: output.container).closing))
    } else if output.count > 0 || output.chunks.ranges.isEmpty {
      copy(output.chunks.tail)
    }
    copy(end - 1..<end)
  }
}
