// The messages of a session to the person. Each becomes a sentence with a fact and a helpful key or
// command.

import FormText

/// A message to the person.
public enum FormMessage: Hashable, Sendable {
  /// The change that undoing or redoing a step made.
  public enum StepSummary: Hashable, Sendable {
    /// A row has this text again, and `others` rows that a candidate filled in have their texts
    /// again. The text is nil if it must not be shown.
    case text(String?, row: String, others: Int = 0)
    case rows(Int)
    case item(ItemStep, header: String)
  }

  /// A row and the text that shows other rows.
  public struct Choice: Hashable, Sendable {
    public var row: String
    public var text: String
  }

  /// A change to an item of a repeating section.
  public enum ItemStep: String, Sendable { case addition, copy, removal, move }

  /// The reason that a paste stopped before its last line.
  public enum PasteEnd: Hashable, Sendable {
    /// The next row or item already has an answer.
    case holdsSomething(String)
    /// There are no more rows, or the list has the maximum number of items. The value is the number
    /// of rows or items.
    case noMore(Int)
  }

  /// The effect of saving a form in spite of a problem.
  public enum SaveAnyway: String, Sendable {
    /// The command receives the answer that it rejected before.
    case sends = "sends it as it is"
    /// The document gets the calculated value instead of its own.
    case replaces = "writes the calculated value"
  }

  case isFirstRow
  case isLastRow
  case isLastMatch(count: Int)
  /// There is no further item or section in that direction.
  case noItem(isForward: Bool)
  case nothingFound
  /// No row in view matches, but a hidden row or section does. It appears if choices get these texts.
  case appears(row: String, ifChosen: [Choice])
  case rowIsGone
  case isHidden(row: String)
  /// A hidden row was set, so a choice got the text with which the row is shown.
  case alternativeChosen(row: String, text: String)
  case isReadOnly(row: String)
  case isCalculated(row: String, sources: [String])
  case nothingToToggle(row: String)
  case nothingToGoBackTo
  case nothingToUndo
  case nothingToRedo
  case undone(StepSummary)
  case redone(StepSummary)
  /// Some or all of the pasted lines were inserted. The values are the number of inserted lines,
  /// the number of pasted lines, the number of changed rows, and the reason that the paste stopped.
  case pasted(Int, of: Int, rows: Int, end: PasteEnd?)
  case nothingEmpty
  case noProblems
  case problems(first: String, count: Int, namesSaveAnyway: Bool)
  /// `endsFilter` says that a filter of the view had excluded the row with the problem. `brief` is
  /// a shorter sentence about the problem. `anyway` is the effect of `:save!`, if the message must
  /// name that command.
  case notSaved(
    problem: String, place: Int, count: Int, endsFilter: Bool = false, brief: String? = nil,
    anyway: SaveAnyway? = nil)
  case stopped
  case nothingRepeats
  case mostItems(Int)
  case nothingTyped(label: String)
  /// The form does not ask whether to save, because the text of an entry line (which becomes an
  /// item when the person presses Enter) is not an item yet.
  case notAdded(label: String, text: String)
  case itemAdded(header: String)
  case itemCopied(header: String)
  case itemRemoved(header: String, filled: Int)
  case itemMoved(header: String, position: Int, count: Int)
  /// An item is already at the requested position.
  case itemStays(label: String, noun: String, position: Int, count: Int)
}

extension FormMessage {
  /// Whether the message reports that a row refused its input.
  public var isRefusal: Bool {
    switch self {
    case .isReadOnly, .isCalculated, .nothingToToggle, .isHidden, .mostItems, .nothingTyped: true
    default: false
    }
  }

  /// The message as a sentence without a full stop, followed by a helpful key.
  public var sentence: String { remedy.map { "\(fact)   \($0.key)" } ?? fact }

  /// The sentence for the command mode of vi.
  public var viSentence: String {
    switch self {
    case .undone: "\(fact)   ^R redoes"
    case .redone: "\(fact)   u undoes"
    case .itemRemoved: "\(fact)   u brings it back"
    default: sentence
    }
  }

  /// A shorter message for narrow terminals; nil if there is none.
  public var brief: String? {
    guard
      case .notSaved(
        let problem, let place, let count, let endsFilter, let brief, let effect) =
        self, brief != nil || effect != nil
    else { return nil }
    return FormMessage.notSaved(
      problem: brief ?? problem, place: place, count: count, endsFilter: endsFilter
    ).fact
  }

  /// The sentence in plain mode, where people use commands rather than keys.
  public var plainSentence: String { remedy.map { "\(fact); \($0.command)" } ?? fact }

  /// The helpful key and command, with their effects.
  private var remedy: (key: String, command: String)? {
    switch self {
    case .isLastMatch: ("Esc shows all", ":filter shows all")
    case .undone: ("Alt-_ redoes", ":redo does it again")
    case .redone: ("^X u undoes", ":undo takes it back")
    case .pasted(let taken, let lines, _, _):
      taken < lines
        ? ("^Y pastes the other \(grouped(lines - taken))", ":undo takes them back")
        : ("^X u takes them back", ":undo takes them back")
    case .itemRemoved: ("^X u brings it back", ":undo brings it back")
    case .notAdded: ("Enter adds it", "an empty line adds it")
    case .nothingTyped: ("Enter adds what you type", "an empty line goes on")
    case .problems(_, _, namesSaveAnyway: true):
      (":save! saves all the same", ":save! saves all the same")
    case .notSaved(_, _, _, _, _, let effect?):
      ("^O save! \(effect.rawValue)", ":save! \(effect.rawValue)")
    default: nil
    }
  }

  /// The fact without a key, which is the whole message for a script.
  package var fact: String {
    switch self {
    case .isFirstRow: "This is the first row"
    case .isLastRow: "This is the last row"
    case .isLastMatch(let count): "Last of \(counted(count, "row"))"
    case .noItem(let isForward): isForward ? "No item after this one" : "No item before this one"
    case .nothingFound: "No row matches"
    case .appears(let row, let choices):
      "\(row) appears if "
        + choices.map { "\($0.row) is \($0.text.quoted)" }.list(joinedBy: "and")
    case .rowIsGone: "That row is no longer in the form"
    case .isHidden(let row): "\(row) is hidden: other answers decide whether it is asked"
    case .alternativeChosen(let row, let text): "\(row.quoted) is now \(text.quoted)"
    case .isReadOnly(let row): "\(row) is read only"
    case .isCalculated(let row, let sources):
      sources.isEmpty
        ? "\(row) is calculated" : "\(row) is calculated from \(sources.list(joinedBy: "and"))"
    case .nothingToToggle(let row): "\(row) is not a yes-or-no row"
    case .nothingToGoBackTo: "No jump to go back from"
    case .nothingToUndo: "Nothing to undo"
    case .nothingToRedo: "Nothing to redo"
    case .undone(let step): "Undone\(step.words)"
    case .redone(let step): "Redone\(step.words)"
    case .pasted(let taken, let lines, let rows, nil):
      "Pasted \(counted(min(taken, lines), "line")) into \(counted(rows, "row"))"
    case .pasted(let taken, let lines, _, let end?):
      "Pasted \(grouped(taken)) of \(counted(lines, "line")); \(end.words)"
    case .nothingEmpty: "No row is empty"
    case .noProblems: "No problems"
    case .problems(let first, let count, _):
      first + (count > 1 ? " (\(counted(count, "problem")))" : "")
    case .notSaved(let problem, let place, let count, let endsFilter, _, _):
      (count == 1 ? "Not saved" : "Not saved, \(grouped(place)) of \(counted(count, "problem"))")
        + (endsFilter ? ", all rows shown: " : ": ") + problem
    case .stopped: "Stopped"
    case .nothingRepeats: "Nothing repeats here"
    case .mostItems(let maximum): "There is room for \(maximum)"
    case .nothingTyped(let label): "\(label): nothing typed yet"
    case .notAdded(let label, let text): "\(label): \(text.quoted) is not added yet"
    case .itemAdded(let header): "Added \(header)"
    case .itemCopied(let header): "Added \(header), a copy"
    case .itemRemoved(let header, 0): "Removed \(header)"
    case .itemRemoved(let header, let filled):
      "Removed \(header), \(counted(filled, "answer"))"
    case .itemMoved(let header, let position, let count):
      "Moved \(header), now \(grouped(position + 1)) of \(grouped(count))"
    case .itemStays(let label, let noun, let position, let count):
      switch (position, count) {
      case (_, 1): "\(label) is the only \(noun)"
      case (0, _): "\(label) is the first \(noun) already"
      case (count - 1, _): "\(label) is the last \(noun) already"
      default: "\(label) is \(noun) \(grouped(position + 1)) already"
      }
    }
  }
}

extension FormMessage.PasteEnd {
  fileprivate var words: String {
    switch self {
    case .holdsSomething(let label): "\(label) has an answer"
    case .noMore(let most): "there is room for \(grouped(most))"
    }
  }
}

extension FormMessage.StepSummary {
  /// The words after `undone` or `redone`: ` in 4 Phone: “+44” is back`.
  fileprivate var words: String {
    switch self {
    case .text(let text, let row, let others):
      " in \(row)"
        + (text.map { $0.isEmpty ? ": it is empty again" : ": \($0.quoted) is back" } ?? "")
        + (others > 0 ? ", \(counted(others, "other row")) with it" : "")
    case .rows(let rows): ": \(counted(rows, "row"))"
    case .item(let step, let header): ": \(step.rawValue) of \(header)"
    }
  }
}
