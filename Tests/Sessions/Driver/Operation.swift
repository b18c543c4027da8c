// The actions of a person: their bytes for the terminal, and their changes of the model.
//
// The line is edited with libedit's Emacs keys, by grapheme. Only keys with an exactly known effect
// are included. An operation that types a command or several scalars passes through several states,
// and the program may be killed in any of them.

import TerminalTesting

/// One action at the keyboard.
enum Operation: Hashable {
  case type(String)
  case left, right, lineStart, lineEnd, backspace, delete
  case killToEnd, killLine, killWord, yank
  case enter, up, down, tab, backTab, pageUp, pageDown, first, last
  case nextItem, previousItem
  case goto(Int)
  case set(Int, String)
  case clear
  case undo, redo
  case paste([String])
  /// `:add` with the name of a section, or the key that does the same.
  case add(Int)
  case addHere
  case duplicate, removeItem, itemUp, itemDown
  case moveItem(Int)
  case toggle
  /// Ctrl-S, which goes to the next problem, or asks whether to save.
  case propose
  case save
  /// Opens the command prompt and types a word. `closePalette` closes the prompt again.
  case palette(String)
  case closePalette
  /// Ctrl-S, or Enter after the last row, in a form in which this leads to the save question.
  /// `decline` answers the question with n.
  case ask(byEnter: Bool)
  case decline

  /// Whether the model can predict the effect of the operation in this form.
  func isAllowed(in model: FormModel) -> Bool {
    switch self {
    case .type(let text): model.canType(text)
    case .lineEnd: !model.mayHaveOffer
    // Keys typed before a question is seen are dropped.
    case .enter, .tab: !model.isAtEnd || model.goesOn { $0.enter() }
    case .propose: model.goesOn { $0.propose() }
    case .ask(byEnter: true): model.isAtEnd && model.asks { $0.enter() }
    case .ask(byEnter: false): model.asks { $0.propose() }
    case .pageUp, .pageDown: model.canPage
    // A text of many lines cannot be edited as a line.
    case .paste(let lines): lines.count <= 8 || model.takesRows
    // A command that is refused before it starts does not store the typed text.
    case .goto(let place), .set(let place, _): place < model.layout.numbered.count
    // In a row with text, the keystroke pastes the rest only while the message names it, and the
    // model has no messages.
    case .yank: model.pasteRest.isEmpty || model.yankPastesRest
    case .add(let section): model.listToAddTo(inSection: section) != nil
    case .addHere: model.listToAddTo != nil
    case .duplicate, .removeItem, .itemUp, .itemDown, .moveItem: model.focusedItem != nil
    case .undo: !model.done.isEmpty || !model.hasUnknownSteps
    case .redo: !model.undone.isEmpty || !model.hasUnknownSteps
    default: true
    }
  }

  // MARK: - Keys

  /// The bytes to send to the terminal.
  func bytes(in model: FormModel) -> [UInt8] { Array(keys(in: model).description.utf8) }

  private func keys(in model: FormModel) -> Keystroke {
    switch self {
    case .type(let text): "\(text)"
    case .left: .left
    case .right: .right
    case .lineStart: .lineStart
    case .lineEnd: .lineEnd
    case .backspace: .backspace
    case .delete: .delete
    case .killToEnd: .killToEnd
    case .killLine: .clearLine
    case .killWord: .control("w")
    case .yank: .yank
    case .enter: .enter
    case .up: .up
    case .down: .down
    case .tab: .tab
    case .backTab: .backTab
    case .pageUp: .pageUp
    case .pageDown: .pageDown
    case .first: .firstRow
    case .last: .lastRow
    case .nextItem: .alt("n")
    case .previousItem: .alt("p")
    case .goto(let row): "\(Operation.prompt(in: model))\(row + 1)\r"
    case .set(let row, let text): "\(Operation.prompt(in: model))set \(row + 1) \(text)\r"
    case .clear: "\(Operation.prompt(in: model))clear\r"
    case .undo: .undo
    case .redo: .redo
    case .paste(let lines): .paste(lines.joined(separator: "\n"))
    case .add(let section):
      "\(Operation.prompt(in: model))add \(model.shape.sections[section].id)\r"
    case .addHere: .addItem
    case .duplicate: "\(Operation.prompt(in: model))duplicate\r"
    case .removeItem: .removeItem
    case .itemUp: .itemUp
    case .itemDown: .itemDown
    case .moveItem(let position): "\(Operation.prompt(in: model))move \(position + 1)\r"
    case .toggle: .toggle
    case .propose, .ask(byEnter: false): .save
    case .ask(byEnter: true): .enter
    case .decline: "n"
    case .palette(let text): "\(Keystroke.command)\(text)"
    case .closePalette: .cancel
    case .save: "\(Operation.prompt(in: model))save!\r"
    }
  }

  /// The key that opens the command prompt.
  private static func prompt(in model: FormModel) -> Keystroke {
    model.line.isEmpty ? ":" : .command
  }
}
