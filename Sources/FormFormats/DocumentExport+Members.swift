// The members of an object that the document has and the form knows, those of shared keys among them.

import FormModel
import LosslessJSON

extension DocumentExport {
  /// The fate of the value of a member.
  private enum Outcome {
    /// It is written as the value of a node.
    case value(of: Int)
    /// The answers of a node take its place.
    case replaced(by: Int)
    case kept, dropped
  }

  /// Writes a member, unless it goes.
  mutating func writeMember(
    _ index: Int, _ member: JSONValue, as target: AnswerPlan.Target, to output: inout Output,
    item: Int, of answers: Answers
  ) {
    let chunk = output.chunks.ranges[index]
    switch outcome(of: member, as: target.node, item: item, answers) {
    case .value(let node):
      if case .answer(let reference) = template.plan.nodes[node] {
        let row = reference.id(item: item, number: target.number ?? 0)
        if isDropped(row, of: answers) { return }
        beginChunk(index, of: &output, upTo: member.range.lowerBound)
        writeAnswer(of: row, over: member, of: answers)
      } else {
        if isDropped(node, member, item: item, of: answers) { return }
        beginChunk(index, of: &output, upTo: member.range.lowerBound)
        write(member, as: node, item: item, of: answers)
      }
      copy(member.range.upperBound..<chunk.upperBound)
    case .replaced(let node):
      beginChunk(index, of: &output, upTo: member.range.lowerBound)
      if case .answer(let reference) = template.plan.nodes[node] {
        writeAnswer(of: reference.id(item: item, number: 0), over: member, of: answers)
      } else {
        let layout = style.indent(of: member).layout.outer
        pieces.append(.text(fresh(node, item: item, layout, isWhole: false, of: answers)))
      }
      copy(member.range.upperBound..<chunk.upperBound)
    case .kept: beginChunk(index, of: &output, upTo: chunk.upperBound)
    case .dropped: break
    }
  }

  /// The value of a shared key belongs to the row that is shown, if that took it at loading. Another row that
  /// is shown replaces it by its answer, and drops it without one.
  private func outcome(
    of value: JSONValue, as node: Int, item: Int, _ answers: Answers
  ) -> Outcome {
    guard case .shared(let sharers) = template.plan.nodes[node] else { return .value(of: node) }
    let shown = answers.present(node, item: item)
    if took(value, shown, item: item, answers) { return .value(of: shown) }
    guard answers.isShown(shown, item: item) else {
      let owner = sharers.first { took(value, $0, item: item, answers) }
      return .value(of: owner ?? shown)
    }
    if changed.contains(Place(node: shown, item: item)),
      JSONExport.holdsAnswer(shown, item: item, onlyChanged: true, of: answers)
    {
      return .replaced(by: shown)
    }
    return wereHidden(sharers.filter { $0 != shown }, item: item, answers) ? .kept : .dropped
  }

  /// Whether a node took a value as the document was loaded.
  private func took(_ value: JSONValue, _ node: Int, item: Int, _ answers: Answers) -> Bool {
    switch template.plan.nodes[node] {
    case .answer(let reference):
      answers.loaded?.value(of: reference.id(item: item, number: 0))?.index == value.index
    case .items: value.kind == .array
    case .object, .list, .id, .shared: false
    }
  }

  /// Whether all of some nodes were hidden as the document was loaded.
  private func wereHidden(_ nodes: [Int], item: Int, _ answers: Answers) -> Bool {
    nodes.allSatisfy { node in
      switch template.plan.nodes[node] {
      case .answer(let reference):
        answers.isHiddenAsLoaded(reference.id(item: item, number: 0))
      case .items(let section, _): answers.wasHiddenAsLoaded(section: section)
      case .object, .list, .id, .shared: true
      }
    }
  }
}
