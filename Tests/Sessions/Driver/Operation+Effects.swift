// The effects of operations on a form, in the model.

extension Operation {
  /// Returns the states that a form passes through; the last state is the result.
  func states(of model: FormModel) -> [FormModel] {
    var model = model
    (model.isCommitted, model.isViewportWhole) = (false, keepsViewportWhole)
    if case .type(let text) = self {
      return text.unicodeScalars.map { scalar in
        model.isCommitted = false
        model.type(scalar)
        return model
      }
    }
    var states: [FormModel] = []
    if isCommand {
      states.append(model)
      states[0].prompt = .command("")
    }
    if !isPaste { model.restOfWord = [] }
    apply(to: &model)
    return states + [model]
  }

  /// Whether the operation is typed at the command prompt.
  private var isCommand: Bool {
    switch self {
    case .goto, .set, .clear, .add, .duplicate, .moveItem, .save: true
    default: false
    }
  }

  /// Whether the operation is a paste, which is not a key.
  private var isPaste: Bool { if case .paste = self { true } else { false } }

  /// Whether the viewport has all its lines during this operation, because no panel or long message
  /// is open then. Only then is the scroll position certain.
  private var keepsViewportWhole: Bool {
    switch self {
    case .enter, .up, .down, .tab, .backTab, .pageUp, .pageDown, .first, .last, .nextItem,
      .previousItem, .goto, .undo, .redo, .add, .addHere, .duplicate, .removeItem, .itemUp,
      .itemDown, .moveItem:
      true
    default: false
    }
  }

  private func apply(to model: inout FormModel) {
    switch self {
    case .type: break
    case .left, .right: model.moveHorizontally(to: target(in: model))
    case .lineStart, .lineEnd:
      model.isUntouched = false
      model.moveCursor(to: target(in: model))
    case .backspace: model.backspace(from: target(in: model))
    case .delete, .killToEnd, .killLine, .killWord: delete(in: &model)
    case .yank where model.yankPastesRest: model.act { $0.pasteRestOfLines() }
    case .yank: model.insert(model.killed, kind: .other)
    case .clear: model.clear()
    case .paste(let lines):
      model.paste(lines.map { Line($0.unicodeScalars) })
      (model.isUntouched, model.isCommitted) = (true, true)
    case .palette(let text): model.prompt = .command(text)
    case .closePalette: model.prompt = .row
    case .decline: model.prompt = .row
    default:
      // These operations leave the row.
      let row = namedRow(in: model)
      model.act { leaveRow(in: &$0, row: row) }
    }
  }

  /// Returns the row that a command names by its number.
  private func namedRow(in model: FormModel) -> RowID? {
    switch self {
    case .goto(let place), .set(let place, _):
      model.layout.order[model.layout.numbered[place]]
    default: nil
    }
  }

  private func leaveRow(in model: inout FormModel, row: RowID?) {
    switch self {
    case .enter, .tab, .ask(byEnter: true): model.enter()
    case .down: model.step(by: 1)
    case .up, .backTab: model.step(by: -1)
    case .pageUp: model.page(forward: false)
    case .pageDown: model.page(forward: true)
    case .first: model.go(to: 0)
    case .last: model.go(to: model.layout.order.count - 1)
    case .nextItem: model.goToItem(forward: true)
    case .previousItem: model.goToItem(forward: false)
    case .goto: if let row { model.go(to: row) }
    case .set(_, let text): if let row { model.answer(row, Line(text.unicodeScalars)) }
    case .undo: model.undo()
    case .redo: model.redo()
    case .add(let section):
      if let list = model.listToAddTo(inSection: section) { model.addItem(to: list) }
    case .addHere: if let list = model.listToAddTo { model.addItem(to: list) }
    case .duplicate: model.duplicateItem()
    case .removeItem: model.removeItem()
    case .itemUp: model.moveItem(by: -1)
    case .itemDown: model.moveItem(by: 1)
    case .moveItem(let position): model.moveItem(to: position)
    case .toggle: model.toggle()
    case .propose, .ask(byEnter: false): model.propose()
    case .save: model.makeItemsOfEntries()
    default: break
    }
  }

  /// Returns the new position of the cursor, or the end of a deletion.
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
    model.isUntouched = false
    guard first < last else { return }
    if self != .delete { model.killed = Line(model.line[first..<last]) }
    var line = model.line
    line.removeSubrange(first..<last)
    model.replaceLine(line, cursor: first, kind: self == .delete ? .deleted : .other)
  }

  /// Returns the boundaries of a line's characters, including its end.
  static func boundaries(of line: Line) -> [Int] {
    var boundaries = [0]
    for character in String(line) {
      boundaries.append((boundaries.last ?? 0) + character.unicodeScalars.count)
    }
    return boundaries
  }

  /// Returns the start of the word before the cursor, skipping spaces before the cursor.
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
