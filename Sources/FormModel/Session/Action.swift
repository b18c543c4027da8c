// Actions and effects: the input and output of a form session.

public import FormText

/// An event of a form, named for what happened, not for its consequences.
public enum Action: Hashable, Sendable {
  /// The focused row was edited: its text is now `text`, with the cursor at `cursor` scalars.
  case edited(Text, cursor: Int, kind: EditKind)
  /// A text was pasted at the cursor; its lines are separated by line feeds.
  case pasted(Text)
  /// The remaining lines of the last paste are pasted.
  case pastedRest
  /// The person goes to another row.
  case moved(Move)
  /// Enter, or Tab: goes to the next row that can be answered, or add line. Makes the text on an
  /// entry line an item, and changes nothing else (law 19).
  case entered
  /// Enter while `focusEnterGoesOn`: drops the blank lines at the end of the text, and goes to the
  /// next row.
  case textEnded
  /// The text of a row was set by name, anywhere in the form.
  case answered(FormRow.ID, Text)
  /// A text was appended to the focused one.
  case appended(Text)
  /// Another text replaced the focused one.
  case replaced(Text)
  /// The focused text was removed.
  case cleared
  /// The focused text was reset to the template's default.
  case resetToDefault
  /// A candidate was picked for the focused row; in a choices row, added or removed.
  case picked(CandidateOffer)
  /// The focused boolean row was toggled: yes, no, yes.
  case toggled
  case undone
  case redone
  /// An item was requested: before the first or after the last, as the template says. In a section
  /// inside items, `parent` is the item around it.
  case itemAdded(section: Int, parent: Int = 0)
  /// Backspace at the start of a row: removes an empty item if this is its first row.
  case itemUnmade
  /// A copy of an item was requested, right after it.
  case itemDuplicated(section: Int, item: Int)
  case itemRemoved(section: Int, item: Int)
  case itemMoved(section: Int, item: Int, to: Int)
  /// The person wants to finish, in a format if one was named; with `anyway` in spite of problems.
  case saveRequested(as: ExportFormat? = nil, anyway: Bool)
  /// The person wants to save: goes to the next problem after the focus, or asks.
  case saveProposed
  /// The receiver of the answers rejected some of them.
  case rejected([Rejection])
  /// The person wants to see the problems.
  case checkRequested
  /// The query of a find changed; sent for each key of its text.
  case findEdited(Find)
  /// The next row that matches the last find is wanted.
  case foundAgain(forward: Bool)
  /// Another of the rows found is chosen, a number of rows forward or back.
  case matchChosen(by: Int)
  /// The find ends at the chosen row.
  case findEnded
  /// The find ends, and the viewport keeps its results for editing in place.
  case filtered
  /// The find is cancelled, or the viewport shows all rows again.
  case findStopped
  /// The screen sets the height of the viewport, with or without lines for headers.
  case resized(height: Int, showsHeaders: Bool)
  /// The screen sets the number of lines of each note, by section and row.
  case notesWrapped([[Int]])
  /// A panel takes this many lines at the bottom of the viewport; 0 returns them.
  case panelOpened(lines: Int)
  /// There is time for the next slice of the remaining work.
  case workContinued
  /// The remaining work is cancelled.
  case workStopped
}

/// The line of the focused row in the line editor.
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
  /// Whether it is typing in the focused row.
  var isTyping: Bool { if case .edited = self { true } else { false } }

  /// Whether conditions that depend on the focused row are applied before it, because the person
  /// has left it.
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

  /// Whether its change is applied to conditions at once, rather than when the row is left.
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

/// The target of a move.
public enum Move: Hashable, Sendable {
  /// The row after or before, even a read-only one.
  case next, previous
  case pageDown, pageUp
  /// The first or last stop: a row that can be answered, or an add line.
  case first, last
  /// The stop before.
  case previousStop
  /// The first stop of the next or previous item; after the last item of a section its add line;
  /// from outside of items the next or previous section.
  case nextItem, previousItem
  /// The row that had the focus before the last jump.
  case back
  /// The next row without an answer, or with a problem, wrapping around.
  case nextEmpty, nextProblem
  case to(FormRow.ID)
}

/// A task for the shell.
public enum Effect: Hashable, Sendable {
  /// Load the focused text into the line editor, which holds another one.
  case lineReplaced
  /// Show the message.
  case message(FormMessage)
  /// Send `workContinued` when no key waits.
  case workRemains
  /// Provide the candidates of all missing files before the remaining work.
  case candidatesNeeded
  /// Ask whether to save and finish.
  case saveOffered
  /// Write the answers, in the format if one was named; `problems` is the number of rows with a
  /// problem.
  case save(as: ExportFormat? = nil, problems: Int)
  /// Show the rows with problems.
  case problemsListed
}
