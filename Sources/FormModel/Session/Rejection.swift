// Rows whose answers were rejected by the program that received them.
//
// Invariant: a rejection applies only to the rejected text, not to a later text of the row.

import FormText
import LosslessJSON

/// A rejected answer, and the reason.
public struct Rejection: Hashable, Sendable {
  /// The row.
  public var row: FormRow.ID
  /// The reason, without the label of the row.
  public var message: String

  /// Creates a rejection.
  public init(row: FormRow.ID, message: String) { (self.row, self.message) = (row, message) }
}

/// A rejected text.
struct RejectedText: Sendable {
  var text: Text
  var message: String
  /// Whether a check function of the host program, which uses this package as a library, rejected
  /// the text. The function may accept it later.
  var isByCheck = false
  /// Whether that function checked the whole form rather than the row.
  var isByForm = false
  /// The faults of the document that the row shows; nil if something else rejected the text.
  var shownFaults: ShownFaults?
}

extension Answers {
  /// The problem of a row that still has its rejected text.
  func rejection(of id: FormRow.ID) -> Problem? {
    guard let rejected = texts.rejected[id], rejected.text == text(of: id) else { return nil }
    return .rejected(rejected.message)
  }

  /// The row whose exported answer is at a JSON Pointer (RFC 6901), or contains the value at the
  /// pointer; nil if there is none. O(items) in a repeating section, because empty items are not
  /// exported.
  public func row(atPointer pointer: String) -> FormRow.ID? {
    var parts = DocumentPath.names(inPointer: pointer)
    while !parts.isEmpty {
      if let row = row(atExportedPath: Answers.path(of: parts)) { return row }
      parts.removeLast()
    }
    return nil
  }

  /// The row at a path like `work[0].name`. The numbers in the path count only exported items.
  private func row(atExportedPath path: String) -> FormRow.ID? {
    for (section, contents) in template.sections.enumerated() {
      guard contents.repetition != nil else {
        if let row = row(inListAt: path, section: section, item: 0) { return row }
        continue
      }
      for reading in KeyPathReading.readings(of: path, in: template, section: section) {
        let item = zip(contents.chain, reading.items).reduce(0 as Int?) { item, step in
          item.flatMap { exportedItem(step.1, of: ItemList(section: step.0, parent: $0)) }
        }
        guard let item else { continue }
        let rest = String(reading.rest)
        if let row = row(at: rest, section: section, item: item)
          ?? row(inListAt: rest, section: section, item: item)
        {
          return row
        }
      }
    }
    return row(atPath: path).flatMap { $0.item == 0 ? $0 : nil }
  }

  /// The row at a path like `names[3]`, if its answers are appended to a list (`names[]`). Every
  /// row with a `count` has a fixed position in the list.
  private func row(inListAt path: String, section: Int, item: Int) -> FormRow.ID? {
    guard path.hasSuffix("]"), let start = path.lastIndex(of: "["),
      var left = Int(path[start...].dropFirst().dropLast())
    else { return nil }
    let source = path[..<start] + "[]"
    for (index, row) in template.sections[section].rows.enumerated()
    where row.path.appends && row.path.source == source && row.type.takesAnswer {
      if left < row.numbers.count {
        return FormRow.ID(
          section: section, item: item, row: index, number: row.numbers.lowerBound + left)
      }
      left -= row.numbers.count
    }
    return nil
  }

  /// The shown row at a path inside an item or, if none is shown, the first row with the path. The
  /// name of an item counts as an answer at the empty path.
  private func row(at path: String, section: Int, item: Int) -> FormRow.ID? {
    let contents = template.sections[section]
    let rows = contents.rows.enumerated().compactMap { index, row in
      row.number(atPath: path).map {
        FormRow.ID(section: section, item: item, row: index, number: $0)
      }
    }
    let named = path.isEmpty ? contents.repetition?.keyRow : nil
    return rows.first { outline.isShown($0) } ?? rows.first
      ?? named.map { FormRow.ID(section: section, item: item, row: $0, number: 0) }
  }

  /// The item that a part of a path refers to. An index, from 0, counts only exported items.
  func exportedItem(_ part: DocumentPath.Part, of list: ItemList) -> Int? {
    guard case .index(let number) = part else { return item(part, of: list) }
    var left = number
    return outline.items(of: list).first { item in
      guard isExported(item: item, ofSection: list.section) else { return false }
      left -= 1
      return left < 0
    }
  }

  private static func path(of parts: [String]) -> String {
    parts.reduce(into: "") { path, part in
      let isNumber = !part.isEmpty && part.utf8.allSatisfy { (0x30...0x39).contains($0) }
      path += isNumber ? "[\(part)]" : path.isEmpty ? part : ".\(part)"
    }
  }
}

extension FormSession {
  /// Marks rows as rejected and moves the focus to the first rejected row in the form.
  mutating func reject(_ rejections: [Rejection]) -> [Effect] {
    for rejection in rejections {
      answers.texts.rejected[rejection.row] = RejectedText(
        text: answers.text(of: rejection.row), message: rejection.message)
      sweep.problems[rejection.row] = .rejected(rejection.message)
    }
    sweep.hasRefused = true
    let found = problemsInOrder
    sweep.listedProblems = found.map(\.row)
    let rejected = Set(rejections.map(\.row))
    guard let place = found.firstIndex(where: { rejected.contains($0.row) }),
      let index = answers.indexToCorrect(found[place].row)
    else { return [] }
    return refuse(
      found[place].problem, of: found[place].row, at: index, number: place + 1, count: found.count)
  }

  /// Moves the focus to a problem that prevents the save, and reports it.
  ///
  /// - Parameters:
  ///   - number: the position of the problem among all problems, from 1.
  ///   - count: the number of all problems.
  mutating func refuse(
    _ problem: Problem, of row: FormRow.ID, at index: FormRow.Index, number: Int, count: Int
  ) -> [Effect] {
    let label = answers.problemLabel(of: row)
    let (sentence, brief) = (problem.sentence(naming: label), problem.brief(naming: label))
    let hadFilter = place.filter != nil
    let effects = jump(toIndex: index)
    var effect: FormMessage.SaveAnyway?
    if case .rejected = problem, let rejected = answers.texts.rejected[row] {
      effect = !rejected.isByCheck && rejected.shownFaults == nil ? .sends : nil
    } else if answers.changes.disagreements[row] != nil {
      effect = .replaces
    }
    let message = FormMessage.notSaved(
      problem: sentence, place: number, count: count,
      endsFilter: hadFilter && place.filter == nil, brief: brief == sentence ? nil : brief,
      anyway: effect)
    return effects + [.message(message)]
  }
}
