// What a person does, as bytes for the terminal and as what it must do to the form.
//
// A model of the line as libedit's Emacs keys edit it, by grapheme: only keys whose effect is known
// exactly are here. An operation that types a command or several scalars goes through states; each
// may be the one in which the program is killed.

import TerminalTesting

/// One thing a person does at the keyboard.
enum Operation: Hashable {
  case type(String)
  case left, right, lineStart, lineEnd, backspace, delete
  case killToEnd, killLine, killWord, yank
  case enter, up, down, tab, backTab, pageUp, pageDown, first, last
  case goto(Int)
  case set(Int, String)
  case clear
  case undo, redo
  case paste([String])
  /// `:add` with the name of a section, and by key.
  case add(Int)
  case addHere
  case duplicate, removeItem, itemUp, itemDown
  case moveItem(Int)
  /// By key, and by the space bar in a boolean row.
  case toggle, space
  case save

  /// Whether it is committed before the next key is read: all but editing inside the line.
  func isCommitted(in model: FormModel) -> Bool {
    !editsLine(of: model)
  }

  /// Whether it means the same, and something exact, in this form.
  func isAllowed(in model: FormModel) -> Bool {
    switch self {
    case .type(let text):
      // In a boolean row a space is no text.
      (text.first != ":" || !model.line.isEmpty)
        && (!model.isFocusBoolean || !text.contains(" "))
    // Enter behind the last row asks whether to save.
    case .enter: !model.isAtEnd
    // Tab takes the value that is offered for a text that is nearly one.
    case .tab: !model.isFocusBoolean || model.line.isEmpty || FormModel.boolean(model.line) != nil
    case .pageUp, .pageDown: model.canPage
    // Many lines are no line that can be edited.
    case .paste(let lines): lines.count <= 8 || model.takesRows
    case .space: model.isFocusBoolean
    // What is refused before anything is done keeps nothing that was typed.
    case .goto(let place), .set(let place, _): place < model.layout.numbered.count
    case .addHere: model.sectionToAddTo != nil
    case .duplicate, .removeItem, .itemUp, .itemDown, .moveItem: model.focusedItem != nil
    case .undo: !model.done.isEmpty || !model.hasUnknownSteps
    case .redo: !model.undone.isEmpty || !model.hasUnknownSteps
    default: true
    }
  }

  // MARK: - Keys

  /// What is sent to the terminal.
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
    case .space: " "
    case .save: "\(Operation.prompt(in: model))save!\r"
    }
  }

  /// The key that opens the command prompt.
  private static func prompt(in model: FormModel) -> Keystroke {
    model.line.isEmpty ? ":" : .command
  }

  // MARK: - Effects

  /// The states a form goes through, the last of which is where it is left.
  func states(of model: FormModel) -> [FormModel] {
    if case .type(let text) = self { return Operation.typing(text, in: model) }
    var states: [FormModel] = []
    switch self {
    case .goto, .set, .clear, .add, .duplicate, .moveItem, .save:
      states.append(model)
      states[0].isTypingCommand = true
    default: break
    }
    var next = model
    apply(to: &next)
    next.isUntouched = !editsLine(of: model)
    return states + [next]
  }

  /// Whether it moves or changes something in the line only.
  private func editsLine(of model: FormModel) -> Bool {
    switch self {
    case .type, .left, .right, .lineStart, .lineEnd, .backspace, .delete: true
    case .killToEnd, .killLine, .killWord: true
    case .yank: !model.yankPastesRest
    default: false
    }
  }

  private static func typing(_ text: String, in model: FormModel) -> [FormModel] {
    var states: [FormModel] = []
    var model = model
    for scalar in text.unicodeScalars {
      let replaces = model.isUntouched && model.holdsDefault
      let cursor = replaces ? 0 : model.cursor
      var line = replaces ? [] : model.line
      line.insert(scalar, at: cursor)
      model.replaceLine(line, cursor: cursor + 1, kind: .typed(last: scalar))
      model.isUntouched = false
      states.append(model)
    }
    return states
  }

  private func apply(to model: inout FormModel) {
    switch self {
    case .type: break
    case .left, .right, .lineStart, .lineEnd: model.moveCursor(to: target(in: model))
    case .backspace, .delete, .killToEnd, .killLine, .killWord: delete(in: &model)
    case .yank where model.yankPastesRest: model.pasteRestOfLines()
    case .yank:
      var line = model.line
      line.insert(contentsOf: model.killed, at: model.cursor)
      model.replaceLine(line, cursor: model.cursor + model.killed.count)
    case .clear: model.exchangeLine([], cursor: 0)
    case .paste(let lines): model.paste(lines.map { Line($0.unicodeScalars) })
    default:
      // These leave the row: what it decides is decided first, and what they change right after.
      let row = namedRow(in: model)
      model.decide()
      leaveRow(in: &model, row: row)
      model.decide()
    }
  }

  /// The row that a command names by its number.
  private func namedRow(in model: FormModel) -> RowID? {
    switch self {
    case .goto(let place), .set(let place, _):
      model.layout.order[model.layout.numbered[place]]
    default: nil
    }
  }

  private func leaveRow(in model: inout FormModel, row: RowID?) {
    switch self {
    case .enter: model.enter()
    case .down, .tab: model.step(by: 1)
    case .up, .backTab: model.step(by: -1)
    case .pageUp: model.page(forward: false)
    case .pageDown: model.page(forward: true)
    case .first: model.go(to: 0)
    case .last: model.go(to: model.layout.order.count - 1)
    case .goto: if let row { model.go(to: row) }
    case .set(_, let text): if let row { model.answer(row, Line(text.unicodeScalars)) }
    case .undo: model.undo()
    case .redo: model.redo()
    case .add(let section): model.addItem(toSection: section)
    case .addHere: if let section = model.sectionToAddTo { model.addItem(toSection: section) }
    case .duplicate: model.duplicateItem()
    case .removeItem: model.removeItem()
    case .itemUp: model.moveItem(by: -1)
    case .itemDown: model.moveItem(by: 1)
    case .moveItem(let position): model.moveItem(to: position)
    case .toggle, .space: model.toggle()
    case .save: model.makeItemsOfEntries()
    default: break
    }
  }

  /// Where the cursor goes, or how far is deleted.
  private func target(in model: FormModel) -> Int {
    let (line, cursor) = (model.line, model.cursor)
    switch self {
    case .left, .backspace: return Operation.boundaries(of: line).last { $0 < cursor } ?? 0
    case .right, .delete:
      return Operation.boundaries(of: line).first { $0 > cursor } ?? line.count
    case .lineStart: return 0
    case .killWord: return Operation.wordStart(in: line, before: cursor)
    default: return line.count
    }
  }

  private func delete(in model: inout FormModel) {
    let cursor = model.cursor
    var (first, last) = (min(cursor, target(in: model)), max(cursor, target(in: model)))
    if self == .killLine { (first, last) = (0, model.line.count) }
    guard first < last else { return }
    let isKill = self != .backspace && self != .delete
    if isKill { model.killed = Line(model.line[first..<last]) }
    var line = model.line
    line.removeSubrange(first..<last)
    model.replaceLine(line, cursor: first, kind: isKill ? .other : .deleted)
  }

  /// Where the characters of a line begin, and its end.
  static func boundaries(of line: Line) -> [Int] {
    var boundaries = [0]
    for character in String(line) {
      boundaries.append((boundaries.last ?? 0) + character.unicodeScalars.count)
    }
    return boundaries
  }

  /// Where the word before the cursor begins: spaces are skipped, then what is none.
  private static func wordStart(in line: Line, before cursor: Int) -> Int {
    let starts = boundaries(of: line).filter { $0 < cursor }.reversed()
    var isInWord = false
    var start = cursor
    for place in starts {
      if line[place] != " " { isInWord = true } else if isInWord { break }
      start = place
    }
    return start
  }
}
