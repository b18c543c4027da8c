// The format `json`: the answers, nested by the key paths of the template.
//
// The export walks the answer plan, which is the tree of objects, lists and answers that the key
// paths make, with a stack of its own in place of recursion. Each step writes one member or
// element, so writing can pause at any point, even in the middle of a million rows.

import FormModel
import LosslessJSON

/// Writes the answers as JSON, indented by two spaces, with one member or element on each line and
/// a final newline.
struct JSONExport: ExportWriter {
  private enum Contents {
    case members([AnswerPlan.Member], of: Int)
    case rows([AnswerPlan.RowReference])
    case items(section: Int, root: Int)
  }

  /// An object or array that is open.
  private struct Frame {
    var contents: Contents
    /// The item whose answers are written, or the item around the list; 0 outside a repeating
    /// section.
    var item: Int
    /// The index of the next member, row template or item.
    var next = 0
    /// The number of the next row, counted from 0, if the template describes several rows by
    /// `count`.
    var nextNumber = 0
    /// The number of unanswered rows of a list since its last element.
    var unanswered = 0
    /// Whether the next row of the list has an answer, so that the nulls before it must be written.
    var fillsUp = false
    var isEmpty = true
    /// Whether unchanged answers are left out.
    var leavesOutUnchanged: Bool
  }

  private let plan: AnswerPlan
  private let root: Int
  private let item: Int
  private let layout: JSONLayout
  private let isPart: Bool
  private var stack: [Frame] = []
  private var isStarted = false

  private let leavesOutUnchanged: Bool

  /// Creates an export of all answers.
  init(_ plan: AnswerPlan) {
    self.plan = plan
    root = AnswerPlan.root
    item = 0
    layout = .standard
    isPart = false
    leavesOutUnchanged = false
  }

  /// Creates an export of one node as a part of another text. The node may be inside an item.
  ///
  /// - Parameter leavesOutUnchanged: whether to write only changed answers, because the node is
  ///   missing in a document. New items are always written completely.
  init(
    _ plan: AnswerPlan, part root: Int, item: Int, layout: JSONLayout, leavesOutUnchanged: Bool
  ) {
    self.plan = plan
    self.root = root
    self.item = item
    self.layout = layout
    isPart = true
    self.leavesOutUnchanged = leavesOutUnchanged
  }

  /// Appends one value, or the notation `empty` if there is no value.
  static func append(
    _ value: RowValue?, or empty: EmptyNotation, to buffer: inout [UInt8], layout: JSONLayout,
    depth: Int = 0
  ) {
    if let value {
      value.write(into: &buffer, layout: layout, depth: depth)
    } else {
      switch empty {
      case .null, .omit: buffer.append(contentsOf: "null".utf8)
      case .string: buffer.append(contentsOf: "\"\"".utf8)
      case .list: buffer.append(contentsOf: "[]".utf8)
      }
    }
  }

  /// Writes the next member or element; returns false when all are written.
  mutating func step(of answers: Answers, into buffer: inout [UInt8]) -> Bool {
    guard let frame = stack.last else {
      if isStarted { return false }
      isStarted = true
      if case .id = plan.nodes[root] {
        append(answers.id, to: &buffer)
      } else {
        begin(
          answers.present(root, item: item), item: item, leavesOutUnchanged, of: answers,
          into: &buffer)
      }
      return !stack.isEmpty
    }
    switch frame.contents {
    case .members(let members, let object):
      if frame.next < members.count {
        write(members[frame.next], of: answers, into: &buffer)
        return true
      }
      guard let others = plan.others(of: object) else { return end("}", into: &buffer) }
      stack[stack.count - 1].contents = .items(section: others.section, root: others.root)
      stack[stack.count - 1].next = 0
      return true
    case .rows(let rows):
      if frame.next < rows.count {
        writeElement(rows[frame.next], of: answers, into: &buffer)
        return true
      }
      return end("]", into: &buffer)
    case .items(let section, let root):
      let list = ItemList(section: section, parent: frame.item)
      let isMap = answers.template.sections[section].repetition?.isMap == true
      if let item = answers.outline.item(at: frame.next, of: list) {
        stack[stack.count - 1].next += 1
        if !answers.isEmpty(item: item, ofSection: section) {
          if isMap {
            writeName(answers.itemName(item, ofSection: section), into: &buffer)
          } else {
            beginEntry(into: &buffer)
          }
          begin(
            answers.present(root, item: item), item: item, false, of: answers, into: &buffer)
        }
        return true
      }
      return end(isMap ? "}" : "]", into: &buffer)
    }
  }

  /// The maximum number of nulls that one step writes before an answer of a list.
  private static let mostNulls = 1_000

  // MARK: - Members and elements

  private mutating func write(
    _ member: AnswerPlan.Member, of answers: Answers, into buffer: inout [UInt8]
  ) {
    let (item, leavesOutUnchanged) = (
      stack[stack.count - 1].item, stack[stack.count - 1].leavesOutUnchanged
    )
    if case .id = plan.nodes[member.node] {
      stack[stack.count - 1].next += 1
      guard let id = answers.id else { return }
      writeName(member.name.source, into: &buffer)
      return append(id, to: &buffer)
    }
    let node = answers.present(member.node, item: item)
    guard case .answer(let reference) = plan.nodes[node] else {
      stack[stack.count - 1].next += 1
      if answers.template.emptyAnswers == .omit || leavesOutUnchanged,
        !answers.template.present.contains(node),
        !JSONExport.holdsAnswer(
          node, item: item, onlyChanged: leavesOutUnchanged, of: answers)
      {
        return
      }
      if JSONExport.isHidden(node, item: item, of: answers) { return }
      writeName(member.name.source, into: &buffer)
      begin(node, item: item, leavesOutUnchanged, of: answers, into: &buffer)
      return
    }
    let row = nextRow(of: reference, in: answers)
    if leavesOutUnchanged, !answers.isChanged(row) { return }
    if answers.isHidden(row) || answers.isLeftOut(row) { return }
    let value = answers.value(of: row)
    let empty = answers.template.empty(row)
    if value == nil, empty == .omit { return }
    writeName(member.name.text(number: row.number), into: &buffer)
    append(value, or: empty, to: &buffer)
  }

  /// Writes the next element of a list. A null is written for each unanswered row before it, so
  /// that the answer keeps its position.
  private mutating func writeElement(
    _ reference: AnswerPlan.RowReference, of answers: Answers, into buffer: inout [UInt8]
  ) {
    let last = stack.count - 1
    if stack[last].fillsUp {
      let count = min(stack[last].unanswered, JSONExport.mostNulls)
      stack[last].unanswered -= count
      stack[last].fillsUp = stack[last].unanswered > 0
      for _ in 0..<count {
        beginEntry(into: &buffer)
        buffer.append(contentsOf: "null".utf8)
      }
      return
    }
    let row = row(of: reference, in: answers)
    let value = answers.value(of: row)
    guard value != nil || answers.lacksDefault(row) else {
      stack[last].unanswered += 1
      _ = nextRow(of: reference, in: answers)
      return
    }
    if stack[last].unanswered > 0 {
      stack[last].fillsUp = true
      return
    }
    beginEntry(into: &buffer)
    _ = nextRow(of: reference, in: answers)
    if let value {
      append(value, to: &buffer)
    } else {
      buffer.append(contentsOf: "null".utf8)
    }
  }

  private func append(
    _ value: RowValue?, or empty: EmptyNotation = .null, to buffer: inout [UInt8]
  ) {
    JSONExport.append(value, or: empty, to: &buffer, layout: layout, depth: stack.count)
  }

  /// Returns the next row of a row template.
  private func row(of reference: AnswerPlan.RowReference, in answers: Answers) -> FormRow.ID {
    let last = stack.count - 1
    let numbers = answers.template.numbers(of: reference)
    return reference.id(
      item: stack[last].item, number: numbers.lowerBound + stack[last].nextNumber)
  }

  /// Returns the next row of a row template, and advances the innermost frame.
  private mutating func nextRow(
    of reference: AnswerPlan.RowReference, in answers: Answers
  ) -> FormRow.ID {
    let row = row(of: reference, in: answers)
    let last = stack.count - 1
    let numbers = answers.template.numbers(of: reference)
    if row.number < numbers.upperBound {
      stack[last].nextNumber += 1
    } else {
      stack[last].nextNumber = 0
      stack[last].next += 1
    }
    return row
  }

  // MARK: - Brackets, names, lines

  private mutating func begin(
    _ node: Int, item: Int, _ leavesOutUnchanged: Bool, of answers: Answers,
    into buffer: inout [UInt8]
  ) {
    switch plan.nodes[node] {
    case .object(let members):
      buffer.append(0x7B)
      push(.members(members, of: node), item, leavesOutUnchanged)
    case .list(let rows):
      buffer.append(0x5B)
      push(.rows(rows), item, leavesOutUnchanged)
    case .items(let section, let root):
      let isMap = answers.template.sections[section].repetition?.isMap == true
      buffer.append(isMap ? 0x7B : 0x5B)
      push(.items(section: section, root: root), item, leavesOutUnchanged)
    case .answer(let reference):
      // The answer is the whole item.
      let row = reference.id(item: item, number: 0)
      append(answers.value(of: row), or: answers.template.empty(row), to: &buffer)
    case .id, .name, .shared: break
    }
  }

  private mutating func push(_ contents: Contents, _ item: Int, _ leavesOutUnchanged: Bool) {
    stack.append(
      Frame(contents: contents, item: item, leavesOutUnchanged: leavesOutUnchanged))
  }

  private mutating func end(_ bracket: String, into buffer: inout [UInt8]) -> Bool {
    let frame = stack.removeLast()
    if !frame.isEmpty {
      if layout.newline == nil, bracket == "}" { buffer.append(contentsOf: layout.padding) }
      newLine(into: &buffer)
    }
    buffer.append(contentsOf: bracket.utf8)
    if stack.isEmpty, !isPart { buffer.append(0x0A) }
    return !stack.isEmpty
  }

  private mutating func beginEntry(
    into buffer: inout [UInt8], padding: [UInt8] = []
  ) {
    let isFirst = stack[stack.count - 1].isEmpty
    if !isFirst { buffer.append(0x2C) }
    stack[stack.count - 1].isEmpty = false
    if layout.newline == nil { buffer.append(contentsOf: isFirst ? padding : layout.spacing) }
    newLine(into: &buffer)
  }

  private mutating func writeName(_ name: String, into buffer: inout [UInt8]) {
    beginEntry(into: &buffer, padding: layout.padding)
    JSONWriter.appendString(name, to: &buffer)
    buffer.append(contentsOf: layout.colon)
  }

  private func newLine(into buffer: inout [UInt8]) {
    layout.beginLine(depth: stack.count, in: &buffer)
  }

  // MARK: - Empty answers

  /// Whether a node contains only hidden rows.
  static func isHidden(_ node: Int, item: Int, of answers: Answers) -> Bool {
    guard !answers.template.conditions.isEmpty else { return false }
    switch answers.template.plan.nodes[node] {
    case .answer(let reference): return isHidden(reference, item: item, of: answers)
    case .list(let rows): return rows.allSatisfy { isHidden($0, item: item, of: answers) }
    case .object(let members):
      return members.allSatisfy { isHidden($0.node, item: item, of: answers) }
        && answers.template.plan.others(of: node).map {
          isHidden($0.items, item: item, of: answers)
        } ?? true
    case .items(let section, _):
      return !answers.outline.isShown(ItemList(section: section, parent: item))
    case .shared(let nodes): return nodes.allSatisfy { isHidden($0, item: item, of: answers) }
    case .id, .name: return false
    }
  }

  private static func isHidden(
    _ reference: AnswerPlan.RowReference, item: Int, of answers: Answers
  ) -> Bool {
    let row = answers.template[reference]
    return answers.isHidden(
      reference.id(item: item, number: row.numbers.lowerBound))
  }

  /// Whether a node is written without answers: it is a present container that is shown.
  static func isPresent(_ node: Int, item: Int, of answers: Answers) -> Bool {
    answers.template.present.contains(node) && !isHidden(node, item: item, of: answers)
  }

  /// Whether a node contains an answer, or a changed answer if `onlyChanged` is true.
  static func holdsAnswer(
    _ node: Int, item: Int, onlyChanged: Bool = false, of answers: Answers
  ) -> Bool {
    switch answers.template.plan.nodes[node] {
    case .answer(let reference):
      holdsAnswer(reference, item: item, onlyChanged: onlyChanged, of: answers)
    case .list(let rows):
      rows.contains { holdsAnswer($0, item: item, onlyChanged: onlyChanged, of: answers) }
    case .object(let members):
      members.contains {
        holdsAnswer($0.node, item: item, onlyChanged: onlyChanged, of: answers)
      }
        || answers.template.plan.others(of: node).map {
          holdsAnswer($0.items, item: item, onlyChanged: onlyChanged, of: answers)
        } ?? false
    case .id: answers.id != nil
    case .name: false
    case .shared:
      holdsAnswer(
        answers.present(node, item: item), item: item, onlyChanged: onlyChanged, of: answers)
    case .items(let section, _):
      answers.outline.items(of: ItemList(section: section, parent: item)).contains {
        !answers.isEmpty(item: $0, ofSection: section)
      }
    }
  }

  private static func holdsAnswer(
    _ reference: AnswerPlan.RowReference, item: Int, onlyChanged: Bool, of answers: Answers
  ) -> Bool {
    answers.template.numbers(of: reference).contains { number in
      let row = reference.id(item: item, number: number)
      return (!onlyChanged || answers.isChanged(row)) && answers.answer(of: row) != nil
        && !answers.isLeftOut(row)
    }
  }
}
