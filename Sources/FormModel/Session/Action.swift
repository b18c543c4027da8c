// Actions, the input of a form session, and effects, its output.

public import FormText

/// An event in a form. The name of a case describes what happened, not the consequences.
public enum Action: Hashable, Sendable {
  /// The focused row was edited. Its text is now `text`, and the cursor is `cursor` scalars after
  /// the start.
  case edited(Text, cursor: Int, kind: EditKind)
  /// A text was pasted at the cursor; its lines are separated by line feeds.
  case pasted(Text)
  /// The person asked to paste the remaining lines of the last paste.
  case pastedRest
  /// The person moved to another row.
  case moved(Move)
  /// The person pressed Enter or Tab. The focus moves to the next add line or row that can be
  /// answered. If the focus was on an entry line (an add line that holds a text), the text first
  /// becomes an item. Nothing else changes an answer (law 19).
  case entered
  /// The person pressed Enter while `focusEnterGoesOn` was true. The blank lines at the end of the
  /// text are removed, and the focus moves to the next row.
  case textEnded
  /// The row with this identity was answered, wherever it is in the form.
  case answered(FormRow.ID, Text)
  /// A text was appended to the focused row's text.
  case appended(Text)
  /// A text replaced the focused row's text.
  case replaced(Text)
  /// The text of the focused row was cleared.
  case cleared
  /// The text of the focused row was reset to the template's default.
  case resetToDefault
  /// A candidate was picked for the focused row. In a choices row, the candidate is added or
  /// removed.
  case picked(CandidateOffer)
  /// The focused boolean row was toggled between yes and no.
  case toggled
  case undone
  case redone
  /// The person requested a new item. The template decides whether the new item comes before the
  /// first item or after the last. For a section inside items, `parent` is the item around the new
  /// item.
  case itemAdded(section: Int, parent: Int = 0)
  /// The person pressed Backspace at the start of a row. If the row is the first of an empty item,
  /// the item is removed.
  case itemUnmade
  /// The person requested a copy of an item, which is inserted right after the item.
  case itemDuplicated(section: Int, item: Int)
  case itemRemoved(section: Int, item: Int)
  case itemMoved(section: Int, item: Int, to: Int)
  /// The person asked to save and finish, possibly in a named format. If `anyway` is true, problems
  /// do not prevent saving.
  case saveRequested(as: ExportFormat? = nil, anyway: Bool)
  /// The person pressed the key for saving. The focus moves to the next problem; if there is none,
  /// the form asks whether to save.
  case saveProposed
  /// The receiver of the saved answers rejected some of them.
  case rejected([Rejection])
  /// The person asked to see the problems.
  case checkRequested
  /// The query of a search changed; sent for each key while the query is typed.
  case findEdited(Find)
  /// The person asked for the next row that matches the last query.
  case foundAgain(forward: Bool)
  /// The person moved the selection by this number of matches; a negative number moves it back.
  case matchChosen(by: Int)
  /// The person ended the search at the selected match.
  case findEnded
  /// The person ended the search. The viewport still shows only the matches, so that they can be
  /// edited in place.
  case filtered
  /// The person cancelled the search, or asked to show all rows again.
  case findStopped
  /// The screen set the height of the viewport, with or without lines for headers.
  case resized(height: Int, showsHeaders: Bool)
  /// The screen measured the number of lines of each note, a row that only shows text. The numbers
  /// are by section and row.
  case notesWrapped([[Int]])
  /// A panel, such as the list of candidates, covers this many lines at the bottom of the viewport;
  /// 0 if the panel was closed.
  case panelOpened(lines: Int)
  /// No key waits, so the next slice of the remaining work can run.
  case workContinued
  /// The person cancelled the remaining work.
  case workStopped
}

/// The contents of the line editor, which edits the focused row.
public struct EditedLine: Hashable, Sendable {
  /// The text.
  public var text: Text
  /// The cursor, in scalars from the start.
  public var cursor: Int
  /// The kind of the last edit.
  public var kind: EditKind

  /// Creates a line.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - cursor: the cursor, in scalars from the start.
  ///   - kind: the kind of the last edit.
  public init(_ text: Text, cursor: Int, kind: EditKind = .other) {
    self.text = text
    self.cursor = cursor
    self.kind = kind
  }
}

extension Action {
  /// Whether the action is typing in the focused row.
  var isTyping: Bool { if case .edited = self { true } else { false } }

  /// Whether the person leaves the focused row by this action, so that conditions that depend on
  /// the row are applied first.
  var leavesFocus: Bool {
    switch self {
    case .pasted(let text): text.hasSeveralLines
    case .edited, .appended, .replaced, .cleared, .resetToDefault, .resized, .notesWrapped,
      .panelOpened,
      .workContinued, .workStopped, .matchChosen, .findEnded, .filtered, .findStopped, .itemUnmade:
      false
    default: true
    }
  }

  /// Whether conditions are applied at once after this action, rather than when the person leaves
  /// the row.
  var decides: Bool {
    switch self {
    case .toggled, .picked, .answered, .undone, .redone, .itemAdded, .itemDuplicated, .itemRemoved,
      .itemMoved, .pastedRest:
      true
    case .pasted(let text): text.hasSeveralLines
    default: false
    }
  }
}

/// The destination of a move.
public enum Move: Hashable, Sendable {
  /// The row after or before the focused row, even if it is read-only.
  case next, previous
  case pageDown, pageUp
  /// The first or last stop. A stop is an add line or a row that can be answered.
  case first, last
  /// The stop before the focused row.
  case previousStop
  /// The first stop of the next or previous item. After the last item of a list comes its add line.
  /// Outside of items, the destination is the first stop of the next or previous section.
  case nextItem, previousItem
  /// The row that had the focus before the last jump.
  case back
  /// The next row without an answer, or with a problem. The search wraps around.
  case nextEmpty, nextProblem
  case to(FormRow.ID)
  /// A row, as if by several steps. Unlike with `to`, `back` does not return from there.
  case along(FormRow.ID)
}

/// A task that a session gives to the program around it.
public enum Effect: Hashable, Sendable {
  /// Load the focused row's text into the line editor, which has a different text.
  case lineReplaced
  /// Show the message.
  case message(FormMessage)
  /// Send `workContinued` when no key waits, because work remains.
  case workRemains
  /// Provide all missing candidate files before the remaining work continues.
  case candidatesNeeded
  /// Ask the person whether to save and finish.
  case saveOffered
  /// Write the answers, in the given format if it is not nil. `problems` is the number of rows with
  /// a problem.
  case save(as: ExportFormat? = nil, problems: Int)
  /// Show the rows with problems.
  case problemsListed
}
