// What a session tells the person, and the sentences for it. All sentences are made here.

import FormText

/// A message to the person.
public enum FormMessage: Hashable, Sendable {
  /// What a step of the history was about.
  public enum StepSummary: Hashable, Sendable {
    case text(row: String, characters: Int)
    case toggle(row: String)
    case rows(Int)
    /// A candidate was picked or given back, and filled in so many other rows.
    case pick(row: String, label: String?, others: Int)
    case item(ItemStep, header: String)
  }

  /// What was done to an item of a repeating section.
  public enum ItemStep: String, Sendable { case addition, copy, removal, move }

  case isFirstRow
  case isLastRow
  case isLastMatch
  case nothingFound
  case rowIsGone
  case isHidden(row: String)
  case isReadOnly(row: String)
  case nothingToToggle(row: String)
  case nothingToGoBackTo
  case nothingToUndo
  case nothingToRedo
  case undone(StepSummary)
  case redone(StepSummary)
  case pasted(rows: Int, left: Int)
  case nothingEmpty
  case noProblems
  case problems(first: String, count: Int, namesSaveAnyway: Bool)
  case stopped
  case nothingRepeats
  case mostItems(Int)
  case nothingTyped(label: String)
  case itemAdded(header: String)
  case itemCopied(header: String)
  case itemRemoved(header: String, rows: Int, filled: Int)
  case itemMoved(header: String, position: Int, count: Int)
}

extension FormMessage {
  /// Whether it says that a row did not take what it was given.
  public var isRefusal: Bool {
    switch self {
    case .isReadOnly, .nothingToToggle, .isHidden, .mostItems, .nothingTyped: true
    default: false
    }
  }

  /// The message as a sentence without a full stop.
  public var sentence: String {
    switch self {
    case .isFirstRow: "This is the first row"
    case .isLastRow: "This is the last row"
    case .isLastMatch: "This is the last row that was found; Esc shows all rows"
    case .nothingFound: "No row matches"
    case .rowIsGone: "That row is no longer in the form"
    case .isHidden(let row): "\(row) is hidden: other answers decide whether it is asked"
    case .isReadOnly(let row): "\(row) is read only"
    case .nothingToToggle(let row): "\(row) is not a yes-or-no row"
    case .nothingToGoBackTo: "No jump to go back from"
    case .nothingToUndo: "Nothing to undo"
    case .nothingToRedo: "Nothing to redo"
    case .undone(let step): "Undone: \(step.sentence)"
    case .redone(let step): "Redone: \(step.sentence)"
    case .pasted(let rows, 0): "\(counted(rows, "row")) filled"
    case .pasted(let rows, let left):
      "\(counted(rows, "row")) filled, \(counted(left, "line")) left, ^Y pastes them"
    case .nothingEmpty: "No row is empty"
    case .noProblems: "No problems"
    case .problems(let first, let count, let namesSaveAnyway):
      first + (count > 1 ? " (\(counted(count, "problem")))" : "")
        + (namesSaveAnyway ? "; :save! saves all the same" : "")
    case .stopped: "Stopped"
    case .nothingRepeats: "Nothing repeats here"
    case .mostItems(let maximum): "There is room for \(maximum)"
    case .nothingTyped(let label): "\(label): nothing typed yet; Enter adds what you type"
    case .itemAdded(let header): "Added \(header)"
    case .itemCopied(let header): "Added \(header), a copy"
    case .itemRemoved(let header, let rows, let filled):
      "Removed \(header) (\(counted(rows, "row")), \(grouped(filled)) filled); ^_ brings it back"
    case .itemMoved(let header, let position, let count):
      "Moved \(header), now \(grouped(position + 1)) of \(grouped(count))"
    }
  }
}

extension FormMessage.StepSummary {
  fileprivate var sentence: String {
    switch self {
    case .text(let row, let characters): "\(row), \(counted(characters, "character"))"
    case .toggle(let row): row
    case .rows(let rows): counted(rows, "row")
    case .pick(let row, let label, let others):
      row + (label.map { ", \(Text($0).quoted)" } ?? "")
        + (others > 0 ? " and \(counted(others, "row")) it filled in" : "")
    case .item(let step, let header): "\(step.rawValue) of \(header)"
    }
  }
}
