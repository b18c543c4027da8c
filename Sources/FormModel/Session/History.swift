// The undo history of a form, step by step.
//
// A step is one of three things: typed text up to the beginning of the next word, a run of
// deletions, or one change of any other kind. Leaving a row ends its step. A new change drops the
// undone steps.

import FormText

/// The kind of edit of a row's text.
public enum EditKind: Hashable, Sendable {
  /// Characters were typed.
  case typed
  /// Characters were deleted one after another.
  case deleted
  /// Any other edit; it is always a separate step.
  case other
}

/// The difference between two texts of a row.
struct TextChange: Hashable, Sendable {
  var row: FormRow.ID
  /// The offset of the difference from the start of the text, in UTF-8 bytes.
  var offset: Int
  var removed: String
  var inserted: String
  /// The cursor before and after the change, in scalars.
  var cursorBefore: Int
  var cursorAfter: Int
  /// The candidates picked for the text before and after the change.
  var picksBefore: [Pick] = []
  var picksAfter: [Pick] = []

  /// Whether an offset is in the middle of a scalar.
  fileprivate static func isInScalar(_ bytes: Span<UInt8>, _ index: Int) -> Bool {
    index < bytes.count && UTF8.isContinuation(bytes[index])
  }

  /// The text before the change, computed from the text after it.
  func undone(in text: Text) -> Text { replacing(inserted, with: removed, in: text) }

  /// The text after the change, computed from the text before it.
  func redone(in text: Text) -> Text { replacing(removed, with: inserted, in: text) }

  /// Whether a text can be the text before the change.
  func fits(_ text: Text) -> Bool {
    let bytes = text.string.utf8
    return offset <= bytes.count && bytes.dropFirst(offset).starts(with: removed.utf8)
  }

  private func replacing(_ old: String, with new: String, in text: Text) -> Text {
    let bytes = Array(text.string.utf8)
    let start = min(offset, bytes.count)
    let end = min(start + old.utf8.count, bytes.count)
    return Text(String(decoding: bytes[..<start] + Array(new.utf8) + bytes[end...], as: UTF8.self))
  }
}

/// One change of a form.
enum Change: Hashable, Sendable {
  case text(TextChange)
  case itemInserted(section: Int, item: Int, position: Int)
  case itemRemoved(section: Int, item: Int, position: Int)
  case itemMoved(section: Int, item: Int, from: Int, to: Int)

  /// The row whose text the change affects; nil for a change to the order of items.
  var row: FormRow.ID? { if case .text(let change) = self { change.row } else { nil } }

  /// The inverse change.
  var reversed: Change {
    switch self {
    case .text(var change):
      (change.removed, change.inserted) = (change.inserted, change.removed)
      (change.cursorBefore, change.cursorAfter) = (change.cursorAfter, change.cursorBefore)
      (change.picksBefore, change.picksAfter) = (change.picksAfter, change.picksBefore)
      return .text(change)
    case .itemInserted(let section, let item, let position):
      return .itemRemoved(section: section, item: item, position: position)
    case .itemRemoved(let section, let item, let position):
      return .itemInserted(section: section, item: item, position: position)
    case .itemMoved(let section, let item, let from, let to):
      return .itemMoved(section: section, item: item, from: to, to: from)
    }
  }
}

extension TextChange {
  /// Computes the difference between two texts; nil if they are equal. If the difference could be
  /// at several positions, the cursors decide: typed text ends at the cursor. `inserting` is the
  /// expected insertion; if it is right, its storage is shared instead of copied.
  init?(
    row: FormRow.ID, from before: Text, cursor cursorBefore: Int, to after: Text, cursor: Int,
    kind: EditKind = .other, inserting: String? = nil,
    picks: (before: [Pick], after: [Pick]) = ([], [])
  ) {
    guard before != after || picks.before != picks.after else { return nil }
    let (old, new) = (before.string.utf8.span, after.string.utf8.span)
    let shorter = min(old.count, new.count)
    var start = 0
    var scalars = min(cursorBefore, cursor)
    while start < shorter, old[start] == new[start] {
      if !UTF8.isContinuation(new[start]) {
        if scalars == 0 { break }
        scalars -= 1
      }
      start += 1
    }
    while start > 0, TextChange.isInScalar(old, start) || TextChange.isInScalar(new, start) {
      start -= 1
    }
    var tail = 0
    let mostTail = kind == .typed && cursor == after.scalarCount ? 0 : shorter - start
    while tail < mostTail, old[old.count - 1 - tail] == new[new.count - 1 - tail] {
      tail += 1
    }
    while tail > 0, TextChange.isInScalar(old, old.count - tail) { tail -= 1 }
    let part = start..<new.count - tail
    let expected = inserting.flatMap {
      $0.utf8.count == part.count && after.string.utf8.dropFirst(start).starts(with: $0.utf8)
        ? $0 : nil
    }
    self.init(
      row: row, offset: start, removed: before.string.part(ofBytes: start..<old.count - tail),
      inserted: expected ?? after.string.part(ofBytes: part), cursorBefore: cursorBefore,
      cursorAfter: cursor, picksBefore: picks.before, picksAfter: picks.after)
  }

  /// Whether the change picks a candidate, or removes a line that was picked.
  var isPick: Bool {
    picksBefore != picksAfter && (picksAfter.contains { !picksBefore.contains($0) } || removedLine)
  }

  private var removedLine: Bool { inserted.isEmpty && removed.utf8.contains(0x0A) }
}

extension Change {
  /// The row for which the change picks a candidate; nil if it picks none.
  var pickedRow: FormRow.ID? {
    guard case .text(let change) = self, change.isPick else { return nil }
    return change.row
  }
}

/// The steps that can be undone and redone.
struct History: Sendable {
  /// Changes that are undone and redone together.
  struct Step: Hashable, Sendable {
    var changes: [Change]
    var kind: EditKind

    /// The number of rows whose texts the step changes.
    var rowCount: Int {
      changes.count == 1 ? (changes[0].row == nil ? 0 : 1) : Set(changes.compactMap(\.row)).count
    }
  }

  private var done: [Step]
  /// The undone steps; the last element was undone last.
  private var undone: [Step]
  private var isOpen = false

  /// Creates a history.
  ///
  /// - Parameters:
  ///   - done: the steps that can be undone, oldest first.
  ///   - undone: the steps that can be redone; the first is redone first.
  init(done: [Step] = [], undone: [Step] = []) {
    self.done = done
    self.undone = undone.reversed()
  }

  /// The number of steps, including the undone steps.
  var count: Int { done.count + undone.count }

  /// The number of steps that are not undone.
  var position: Int { done.count }

  /// Returns the steps from an index on: first those that can be undone, then those that can be
  /// redone, in the order of redoing.
  func steps(from first: Int) -> [Step] {
    if first > done.count { return Array(undone.dropLast(first - done.count).reversed()) }
    return Array(done[max(first, 0)...]) + undone.reversed()
  }

  /// Whether any step can be undone.
  var canUndo: Bool { !done.isEmpty }

  /// Records a change to the text of one row. If the change continues the typing or deleting of the
  /// last step, it extends that step.
  mutating func record(_ change: TextChange, kind: EditKind) {
    undone.removeAll()
    if isOpen, kind != .other, done.last?.kind == kind, let joined = joined(change) {
      let last = done[done.count - 1].changes.count - 1
      done[done.count - 1].changes[last] = .text(joined)
    } else {
      done.append(Step(changes: [.text(change)], kind: kind))
    }
    isOpen = kind != .other
  }

  /// Records several changes as one step.
  ///
  /// - Parameters:
  ///   - kind: `typed` for an item created by typing on an add line (the line on which people
  ///     create items); `deleted` for an empty item removed with Backspace.
  ///   - isOpen: whether further typing belongs to the step.
  mutating func record(_ changes: [Change], kind: EditKind = .other, isOpen: Bool = false) {
    guard !changes.isEmpty else { return }
    undone.removeAll()
    done.append(Step(changes: changes, kind: kind))
    self.isOpen = isOpen
  }

  /// Ends the last step, so the next change begins a separate step.
  mutating func close() { isOpen = false }

  /// Undoes the last step, and returns it.
  mutating func undo() -> Step? {
    isOpen = false
    guard let step = done.popLast() else { return nil }
    undone.append(step)
    return step
  }

  /// Redoes the step that was undone last, and returns it.
  mutating func redo() -> Step? {
    isOpen = false
    guard let step = undone.popLast() else { return nil }
    done.append(step)
    return step
  }

  /// Joins a change with the last change of the last step; nil if the new change begins a step.
  private func joined(_ change: TextChange) -> TextChange? {
    guard case .text(var last)? = done.last?.changes.last, last.row == change.row,
      last.cursorAfter == change.cursorBefore
    else { return nil }
    // Typing after a default was replaced belongs to the same step as the replacement.
    if change.removed.isEmpty, change.offset == last.offset + last.inserted.utf8.count,
      !change.inserted.isEmpty
    {
      let endsWord = last.inserted.unicodeScalars.last?.isWhitespace ?? false
      let beginsWord = !(change.inserted.unicodeScalars.first?.isWhitespace ?? true)
      if endsWord && beginsWord { return nil }
      last.inserted += change.inserted
    } else if change.inserted.isEmpty, last.inserted.isEmpty,
      change.offset + change.removed.utf8.count == last.offset
    {
      last.removed = change.removed + last.removed
      last.offset = change.offset
    } else if change.inserted.isEmpty, last.inserted.isEmpty, change.offset == last.offset {
      last.removed += change.removed
    } else {
      return nil
    }
    last.cursorAfter = change.cursorAfter
    last.picksAfter = change.picksAfter
    return last
  }
}

extension History.Step {
  /// Whether the step removes an item.
  var removesItem: Bool { if case .itemRemoved? = changes.first { true } else { false } }

  /// The list whose add line had the focus before the step created an item.
  func addLineBefore(in outline: Outline) -> ItemList? {
    guard kind == .typed || changes.count == 1 else { return nil }
    for case .itemInserted(let section, let item, _) in changes {
      return outline.list(ofItem: item, inSection: section)
    }
    return nil
  }

  /// The list whose add line had the focus after the step removed an item.
  func addLineAfter(in outline: Outline) -> ItemList? {
    guard kind == .deleted, case .itemRemoved(let section, let item, _)? = changes.first else {
      return nil
    }
    return outline.list(ofItem: item, inSection: section)
  }

  /// The summary of a step that changed the text of one row; nil for other steps. The step may also
  /// have changed other rows, if a candidate was picked for the row and filled them in. Call this
  /// after the step was undone or redone.
  func textSummary(in answers: Answers) -> FormMessage.StepSummary? {
    guard case .text(let change) = changes.first,
      changes.count == 1 || changes.first?.pickedRow != nil
    else { return nil }
    let row = change.row
    let text = answers.isSecret(row) ? nil : answers.template[row].lineInView(answers.text(of: row))
    var label = answers.fullLabel(of: row)
    if let index = answers.outline.index(of: row), let number = answers.outline.number(at: index) {
      label = "\(number) \(label)"
    }
    return .text(text?.string, row: label, others: rowCount - 1)
  }

  /// The summary of a step for which `textSummary` is nil.
  func summary(in answers: Answers) -> FormMessage.StepSummary {
    switch changes.first {
    case .itemInserted(let section, let item, let position):
      let header = answers.itemHeader(section: section, item: item, position: position)
      let made = changes.count { $0.row == nil }
      if made > 1 { return .rows(rowCount) }
      let isMade = kind == .typed || answers.template.sections[section].hasEntry
      let isCopy = changes.count > 1 && !isMade
      return .item(isCopy ? .copy : .addition, header: header)
    case .text(let change)
    where change.row.isAddLine(in: answers.template.sections) && changes.count > 1:
      let header = answers.itemLabel(around: change.row, position: 0)
      return .item(.addition, header: "\(header): \(change.removed.quoted)")
    case .itemRemoved(let section, let item, let position):
      return .item(
        .removal, header: answers.itemHeader(section: section, item: item, position: position))
    case .itemMoved(let section, let item, let position, _):
      return .item(
        .move, header: answers.itemHeader(section: section, item: item, position: position))
    case .text, nil: return .rows(rowCount)
    }
  }
}

extension String {
  /// The text in a range of its bytes. Both bounds must be at the start of a scalar.
  fileprivate func part(ofBytes range: Range<Int>) -> String {
    if range.isEmpty { return "" }
    let start = utf8.index(utf8.startIndex, offsetBy: range.lowerBound)
    return String(self[start..<utf8.index(start, offsetBy: range.count)])
  }
}
