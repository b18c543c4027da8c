// What happened, and what is to be done about it: the two languages a form session speaks.

public import FormText

/// Something that happened to a form. Named for what happened, not for what it leads to.
public enum Action: Hashable, Sendable {
  /// The focus was edited: its text is now `text`, the cursor `cursor` scalars from its start.
  case edited(Text, cursor: Int, kind: EditKind)
  /// A text was pasted at the cursor of the focus; its lines are separated by line feeds.
  case pasted(Text)
  /// The lines that the last paste left over are pasted.
  case pastedRest
  /// The person goes to another row.
  case moved(Move)
  /// Enter, or Tab: the next row that can be answered or add line has its turn. Makes an item of a
  /// text on an entry line, and changes nothing else (law 19).
  case entered
  /// Enter where `focusEnterGoesOn`: the blank lines at the end of the text are dropped, and the next
  /// row has its turn.
  case textEnded
  /// A row's text was given by name, wherever it is.
  case answered(FormRow.ID, Text)
  /// A text was appended to the focus's.
  case appended(Text)
  /// Another text took the place of the focus's.
  case replaced(Text)
  /// The focus's text was taken out.
  case cleared
  /// The focus's text was set back to the template's default.
  case resetToDefault
  /// A candidate was picked for the focus; in a row of several, picked or given back.
  case picked(CandidateOffer)
  /// The boolean row with focus was turned over: yes, no, yes.
  case toggled
  case undone
  case redone
  /// An item was asked for: before the first or behind the last, as the template says. In a section inside of
  /// items `parent` is the item around it.
  case itemAdded(section: Int, parent: Int = 0)
  /// Backspace at the start of a row: unmakes an item that holds nothing if this is its first row.
  case itemUnmade
  /// A copy of an item was asked for, right behind it.
  case itemDuplicated(section: Int, item: Int)
  case itemRemoved(section: Int, item: Int)
  case itemMoved(section: Int, item: Int, to: Int)
  /// The person wants to finish, in a format if one was named; `anyway` although there are problems.
  case saveRequested(as: ExportFormat? = nil, anyway: Bool)
  /// The person wants to save: the next problem after the focus has its turn, or the question.
  case saveProposed
  /// Whoever got the answers rejected some of them.
  case rejected([Rejection])
  /// The person wants to know what is wrong.
  case checkRequested
  /// Something is looked for; each further key of its text comes here too.
  case findEdited(Find)
  /// The next row with what was looked for last is wanted.
  case foundAgain(forward: Bool)
  /// Another of the rows found is chosen, so many on or back.
  case matchChosen(by: Int)
  /// The find ends at the row chosen.
  case findEnded
  /// The find ends, and the viewport keeps what it found to edit it in place.
  case filtered
  /// The find is given up, or the viewport shows all rows again.
  case findStopped
  /// The screen gives the viewport another height, with or without lines for headers.
  case resized(height: Int, showsHeaders: Bool)
  /// The screen gives notes so many lines each, by section and row.
  case notesWrapped([[Int]])
  /// A panel takes this many lines at the bottom of the viewport; 0 gives them back.
  case panelOpened(lines: Int)
  /// There is time for the next slice of the work that remains.
  case workContinued
  /// The work that remains is not wanted any more.
  case workStopped
}

/// The line of the row with focus, as a line editor has it.
public struct EditedLine: Hashable, Sendable {
  public var text: Text
  /// Where the cursor is, in scalars from the start.
  public var cursor: Int
  /// What the last key did to it.
  public var kind: EditKind

  public init(_ text: Text, cursor: Int, kind: EditKind = .other) {
    self.text = text
    self.cursor = cursor
    self.kind = kind
  }
}

extension Action {
  /// Whether it is typing in the row with focus.
  var isTyping: Bool { if case .edited = self { true } else { false } }

  /// Whether what depends on the row with focus is decided before it: the person is done there.
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

  /// Whether what it changed decides at once, rather than when the row is left.
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

/// Where a person goes.
public enum Move: Hashable, Sendable {
  /// To the row after or before, also one that can only be looked at.
  case next, previous
  case pageDown, pageUp
  /// To the first or last stop: a row that can be answered, or an add line.
  case first, last
  /// To the stop before.
  case previousStop
  /// To the first stop of the next or previous item; after the last of a section to its add line, and
  /// from outside of items to the next or previous section.
  case nextItem, previousItem
  /// To the row that had focus before the last jump.
  case back
  /// To the next row without an answer, or with a problem, from here and around.
  case nextEmpty, nextProblem
  case to(FormRow.ID)
}

/// Something for the shell to do.
public enum Effect: Hashable, Sendable {
  /// The line editor holds another text than the focus: load it.
  case lineReplaced
  /// Tell the person.
  case message(FormMessage)
  /// Give `workContinued` when no key waits.
  case workRemains
  /// Provide the candidates of all files that are missing, before the work that remains.
  case candidatesNeeded
  /// Ask whether to save and finish.
  case saveOffered
  /// Write the answers, in the format if one was named; `problems` is the number of rows with
  /// a problem.
  case save(as: ExportFormat? = nil, problems: Int)
  /// Show the rows that have problems.
  case problemsListed
}
