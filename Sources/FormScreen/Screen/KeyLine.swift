// The key line: the keys that are useful next. The most important key comes first.
//
// A test compares the keys with the table of keys, and checks that each line fits 79 columns.

import FormModel
import FormText

/// A key, with its effect in a few words.
struct KeyHint: Hashable, Sendable {
  let key: String
  let use: String

  init(_ key: String, _ use: String) { (self.key, self.use) = (key, use) }

  var columns: Int { CellReader.columns(of: key) + 1 + CellReader.columns(of: use) }

  /// The number of columns between two hints.
  static let gap = 3

  /// Whether the key lists all keys.
  var listsKeys: Bool { use == "all keys" }

  /// Whether the key goes to the next row.
  fileprivate var goesOn: Bool { ["next", "next row", "goes on"].contains(use) }
}

/// The keys after ^X that change items and work at the focus.
enum ItemKeys: Hashable, Sendable {
  case inItem
  /// Outside of items, where a key can still add one.
  case adding
  case none

  init(atFocusOf session: borrowing FormSession) {
    let canAdd = session.sectionToAddTo != nil
    self = session.focusedItem != nil ? .inItem : canAdd ? .adding : .none
  }

  /// The hints for these keys and for undo.
  var hints: [KeyHint] {
    switch self {
    case .inItem:
      [
        KeyHint("^X then ↑↓", "move"), KeyHint("+", "add"), KeyHint("-", "remove"),
        KeyHint("u", "undo"),
      ]
    case .adding: [KeyHint("^X then +", "add"), KeyHint("u", "undo")]
    case .none: [KeyHint("^X then u", "undo")]
    }
  }
}

/// The place of the focus, as far as it changes the meaning of keys.
enum KeyPlace: Hashable, Sendable {
  case inside
  /// The last row, where the keys that go on end the form.
  case last
  /// The only row.
  case only

  init(ofFocusOf session: borrowing FormSession) {
    self = !session.isFocusLastStop ? .inside : session.answers.rowCount == 1 ? .only : .last
  }
}

/// The states of the screen that have different key lines.
enum KeyLine: Hashable, Sendable {
  case row
  /// A row of an item. `noun` is the word for an item, such as `job`.
  case item(noun: String)
  /// A row of an item that is ticked when it is done.
  case ticked
  /// A row with a default or choice that typing replaces.
  case untouched
  /// A row with a problem. The key → replaces the text of the row by this correction.
  case correction(String)
  case boolean
  /// An empty row with choices.
  case choice
  /// The open list of a row that allows only its candidates. Enter takes the candidate with the
  /// label `takes`. `hasMore` is whether some candidates are not in view.
  case strictList(takes: String?, hasMore: Bool)
  /// The open list of a row that also allows other text, while no candidate is chosen. Enter keeps
  /// the typed text `keeps`; → takes the candidate with the label `takes`.
  case freeList(keeps: String, takes: String?)
  /// The open list of a row that also allows other text, while the candidate with the label `takes`
  /// is chosen.
  case chosenList(takes: String)
  /// A row of several choices.
  case several(hasTicks: Bool)
  /// The open list of a row of several choices, while nothing is typed.
  case severalList(hasTicks: Bool)
  /// The open list of a row of several choices, while the list is narrowed by a text. Enter ticks
  /// the candidate with the label `takes`.
  case severalTyped(takes: String?)
  /// A row that holds a list of texts. Each text has a line of its own.
  case entries
  /// An empty last entry of such a row, where Enter goes to the next row.
  case emptyEntry
  case paragraph
  /// A paragraph in which Enter goes to the next row, because it is empty or ends in two blank
  /// lines.
  case emptyParagraph
  case readOnly
  /// A calculated row. `from` contains the labels of the rows from which it is calculated.
  case calculated(from: String)
  case addLine(noun: String)
  case entryLine(noun: String)
  case find
  case filter(count: Int, of: Int)
  case palette
  case afterControlX(ItemKeys)
  /// Esc was pressed, and the next key means Alt and that key.
  case afterEscape
  /// The question whether to save. `hasChanges` is whether a list of changes is shown.
  case save(hasChanges: Bool)
  /// The question whether to save, while a change in the list is chosen.
  case saveOrChange
  /// The question whether to save to a file or to print the answers. `hasChanges` is whether a list
  /// of changes is shown.
  case print(hasChanges: Bool)
  /// The question whether to save to a file or to print, while a change in the list is chosen.
  case printOrChange
  /// The question whether to save, over the text that would be written. `prints` is whether a save
  /// prints the answers.
  case preview(prints: Bool)
  /// The prompt for the name of a file.
  case file
  /// The list of changes, without a question. `isChosen` is whether a change is chosen.
  case review(isChosen: Bool)
  /// The question whether to compare the form with its file, which another program changed.
  case compare
  /// A row with two conflicting answers.
  case conflict
  /// The question whether to go on with a draft.
  case resume
  /// Any other question. `leaves` is whether Esc leaves the form.
  case question(leaves: Bool)
  /// The save was refused because of problems.
  case refused
  case waiting(ScreenState.Wait)
  /// The command did not accept the answers. `hasMore` is whether its output has several lines.
  case notAccepted(panel: PanelView?)
  case panel
  /// A note that is shown in a panel.
  case note
  case work
  case viCommand

  /// The hints; the most important hint comes first.
  var hints: [KeyHint] {
    switch self {
    case .row:
      [
        KeyHint("Enter", "next"), KeyHint("↑↓", "rows"), KeyHint("^R", "find"),
        KeyHint("^S", "save"), KeyHint("^O", "all keys"), KeyHint("^C", "leave, draft kept"),
      ]
    case .item(let noun):
      [
        KeyHint("Enter", "next"), KeyHint("Alt-n", "next \(noun)"),
        KeyHint("^X", "add, remove, move"), KeyHint("^S", "save"), KeyHint("^O", "all keys"),
      ]
    case .ticked:
      [
        KeyHint("Alt-t", "done"), KeyHint("Enter", "next"), KeyHint("^X", "add, remove, move"),
        KeyHint("^S", "save"), KeyHint("^O", "all keys"),
      ]
    case .untouched:
      [
        KeyHint("Enter", "keeps it"), KeyHint("type", "to replace"), KeyHint("→", "edits it"),
        KeyHint("^S", "save"), KeyHint("^O", "all keys"),
      ]
    case .correction(let text):
      [
        KeyHint("→", "makes it \(text)"), KeyHint("Enter", "next"), KeyHint("^S", "save"),
        KeyHint("^O", "all keys"),
      ]
    case .boolean:
      [
        KeyHint("y", "yes"), KeyHint("n", "no"), KeyHint("Space", "changes"),
        KeyHint("Enter", "next"), KeyHint("^S", "save"), KeyHint("^O", "all keys"),
      ]
    case .choice:
      [
        KeyHint("type or Space", "to choose"), KeyHint("Enter", "next"), KeyHint("^S", "save"),
        KeyHint("^O", "all keys"),
      ]
    case .strictList(let text, let hasMore):
      [
        text.map { KeyHint("Enter", "takes \($0)") } ?? KeyHint("Enter", "next"),
        KeyHint("↑↓", "choose"),
      ] + (hasMore ? [KeyHint("PgDn", "more")] : [])
        + [KeyHint("Esc", "close"), KeyHint("^O", "all keys")]
    case .freeList(let typed, let text):
      [KeyHint("Enter", "keeps \(typed)")] + (text.map { [KeyHint("→", "takes \($0)")] } ?? [])
        + [KeyHint("↓", "choose"), KeyHint("Esc", "close"), KeyHint("^O", "all keys")]
    case .chosenList(let text):
      [
        KeyHint("Enter", "takes \(text)"), KeyHint("↑↓", "choose"), KeyHint("Esc", "close"),
        KeyHint("^O", "all keys"),
      ]
    case .several(let hasTicks):
      [KeyHint("type or Space", "to choose"), KeyHint("Enter", "next")]
        + (hasTicks ? [KeyHint("Backspace", "removes the last")] : [KeyHint("^S", "save")])
        + [KeyHint("^O", "all keys")]
    case .severalList(let hasTicks):
      [KeyHint("Space", "ticks"), KeyHint("↑↓", "choose"), KeyHint("Enter", "next")]
        + (hasTicks ? [KeyHint("Backspace", "removes the last")] : []) + [KeyHint("Esc", "close")]
    case .severalTyped(let text):
      (text.map { [KeyHint("Enter", "ticks \($0)"), KeyHint("↑↓", "choose")] } ?? [])
        + [KeyHint("Esc", "close"), KeyHint("^O", "all keys")]
    case .entries:
      [
        KeyHint("Enter", "next entry"), KeyHint("Tab", "next row"), KeyHint("↑↓", "entries"),
        KeyHint("^X^E", "editor"), KeyHint("^O", "all keys"),
      ]
    case .emptyEntry:
      [
        KeyHint("Enter", "next row"), KeyHint("type", "an entry"), KeyHint("^X^E", "editor"),
        KeyHint("^S", "save"), KeyHint("^O", "all keys"),
      ]
    case .paragraph:
      [
        KeyHint("Enter", "new line"), KeyHint("Tab", "next row"), KeyHint("↑↓", "lines"),
        KeyHint("^X^E", "editor"), KeyHint("^O", "all keys"),
      ]
    case .emptyParagraph:
      [
        KeyHint("Enter", "next row"), KeyHint("type", "lines of text"), KeyHint("^X^E", "editor"),
        KeyHint("^S", "save"), KeyHint("^O", "all keys"),
      ]
    case .readOnly:
      [
        KeyHint("↑↓", "rows"), KeyHint("Enter", "next"), KeyHint("^S", "save"),
        KeyHint("^O", "all keys"),
      ]
    case .calculated(let sources):
      [
        KeyHint("calculated", sources), KeyHint("↑↓", "rows"), KeyHint("Enter", "next"),
        KeyHint("^O", "all keys"),
      ]
    case .addLine(let noun):
      [
        KeyHint("Type", "to add \(noun)"), KeyHint("Enter", "goes on"),
        KeyHint("Space", "adds it empty"), KeyHint("^S", "save"), KeyHint("^O", "all keys"),
      ]
    case .entryLine(let noun):
      [
        KeyHint("Type", "\(noun), Enter adds it"), KeyHint("↑↓", "rows"), KeyHint("^S", "save"),
        KeyHint("^O", "all keys"),
      ]
    case .find:
      [
        KeyHint("Enter", "goes there"), KeyHint("↑↓", "choose"), KeyHint("Tab", "where"),
        KeyHint("Alt-Enter", "keep only these"), KeyHint("Esc", "back"),
      ]
    case .filter(let count, let total):
      [
        KeyHint(grouped(count), "of \(counted(total, "row"))"), KeyHint("Enter", "next"),
        KeyHint("Esc", "all rows"), KeyHint("^R", "find"), KeyHint("^S", "save"),
        KeyHint("^O", "all keys"),
      ]
    case .palette:
      [
        KeyHint("Enter", "runs it"), KeyHint("Tab", "completes"), KeyHint("↑↓", "choose"),
        KeyHint("Esc", "close"),
      ]
    case .afterControlX(let keys):
      keys.hints + [KeyHint("^E", "editor"), KeyHint("^X", "back"), KeyHint("Esc", "cancel")]
    case .afterEscape:
      [KeyHint("Esc-", "a key now means Alt and that key"), KeyHint("Esc", "cancel")]
    case .save(let hasChanges):
      [KeyHint("y", "save"), KeyHint("n", "go on filling")]
        + [
          hasChanges ? KeyHint("↑↓", "look at a change") : KeyHint("f", "save to a file"),
          KeyHint("v", "preview"),
        ]
    case .saveOrChange:
      [
        KeyHint("Enter", "goes to this row"), KeyHint("y", "save"), KeyHint("n", "go on filling"),
        KeyHint("↑↓", "changes"), KeyHint("v", "preview"),
      ]
    case .print(let hasChanges):
      [KeyHint("f", "save to a file"), KeyHint("y", "print here"), KeyHint("n", "go on filling")]
        + (hasChanges ? [KeyHint("↑↓", "changes")] : []) + [KeyHint("v", "preview")]
    case .printOrChange:
      [
        KeyHint("Enter", "goes to this row"), KeyHint("f", "save to a file"),
        KeyHint("y", "print here"), KeyHint("n", "go on filling"),
      ]
    case .preview(let prints):
      [
        prints ? KeyHint("f", "save to a file") : KeyHint("y", "save"),
        KeyHint("n", "go on filling"), KeyHint("↑↓", "scroll"), KeyHint("PgDn", "page"),
        KeyHint("Esc", "back"),
      ]
    case .file:
      [KeyHint("Enter", "saves there"), KeyHint("type", "another name"), KeyHint("Esc", "back")]
    case .review(let isChosen):
      (isChosen ? [KeyHint("Enter", "goes to this row")] : [])
        + [KeyHint("↑↓", "choose"), KeyHint("PgDn", "page"), KeyHint("Esc", "close")]
    case .compare:
      [
        KeyHint("y", "compare"), KeyHint("n", "go on filling"),
        KeyHint("f", "save to another file"), KeyHint("^C", "leave, draft kept"),
      ]
    case .conflict:
      [
        KeyHint("↑↓", "choose one"), KeyHint("Enter", "next"), KeyHint("Esc", "close"),
        KeyHint("^S", "save"), KeyHint("^O", "all keys"),
      ]
    case .resume:
      [
        KeyHint("Enter", "go on with it"), KeyHint("n", "start anew, it is set aside"),
        KeyHint("Esc", "leave, it stays"),
      ]
    case .question(let leaves):
      [
        KeyHint("y", "yes"), KeyHint("n", "no"),
        KeyHint("Esc", leaves ? "leaves, the draft stays" : "changes nothing"),
      ]
    case .refused:
      [
        KeyHint("^S", "next problem, or saves"), KeyHint("Enter", "next"),
        KeyHint("^O", "all keys"), KeyHint("^C", "leave, draft kept"),
      ]
    case .waiting(.sending): [KeyHint("^C", "stops sending; the answers are kept")]
    case .waiting(.comparing): [KeyHint("^C", "stops comparing")]
    case .notAccepted(let panel):
      [KeyHint("^S", "sends again")]
        + (panel == .cut ? [KeyHint("PgDn", "rest of the message")] : [])
        + (panel == nil
          ? [KeyHint("Enter", "next"), KeyHint("^O", "all keys")] : [KeyHint("Esc", "close")])
        + [KeyHint("^C", "leave, answers kept")]
    case .panel:
      [
        KeyHint("Enter", "close"), KeyHint("↑↓", "scroll"), KeyHint("PgDn", "page"),
        KeyHint("Esc", "close"),
      ]
    case .note:
      [
        KeyHint("↑↓", "scroll, then go on"), KeyHint("PgDn", "page"), KeyHint("Enter", "close"),
        KeyHint("Esc", "close"),
      ]
    case .work: [KeyHint("Esc", "stops it"), KeyHint("^C", "stops it")]
    case .viCommand:
      [
        KeyHint("i", "insert"), KeyHint("j k", "rows"), KeyHint("/", "find"),
        KeyHint(":", "commands"), KeyHint("u", "undo"), KeyHint("ZZ", "save"),
        KeyHint("^O", "all keys"),
      ]
    }
  }

  /// Returns the hints, adapted to the place of the focus, to a form without a draft, and to a form
  /// in a program that uses the library.
  func hints(in state: ScreenState, at place: KeyPlace) -> [KeyHint] {
    let isInProgram = state.appearance.isInProgram
    let keepsDraft = state.storage.keepsDraft
    guard !state.appearance.takesFile || place != .inside || !keepsDraft else { return hints }
    let hints = hints
    let endsForm = place != .inside && hints.contains { $0.goesOn }
    return hints.compactMap { hint in
      if endsForm, hint.goesOn { return KeyHint(hint.key, isInProgram ? "done" : "save") }
      switch hint.use {
      case "save" where endsForm && hint.key == "^S": return nil
      case "rows" where place == .only, "find" where place == .only: return nil
      case "leave, draft kept" where !keepsDraft:
        let asks = isInProgram || state.storage != .none
        return KeyHint(hint.key, asks ? "leave" : "leave, nothing kept")
      case "save to a file" where !state.appearance.takesFile: return nil
      default: return hint
      }
    }
  }

  /// The maximum width, in columns, of the list of rows from which a row is calculated.
  static let columnsOfSources = 30

  /// Returns a text for a hint, shortened to a number of columns.
  static func cut(_ text: String, to columns: Int = 24, ellipsis: String) -> String {
    guard CellReader.columns(of: text) > columns else { return text }
    var (kept, width) = ("", 0)
    CellReader.forEachCharacter(of: text) { character, columnsOfIt in
      guard width + columnsOfIt <= columns - ellipsis.count else { return false }
      kept.append(character)
      width += columnsOfIt
      return true
    }
    return kept + ellipsis
  }
}
