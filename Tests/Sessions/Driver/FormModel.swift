// A form that is being filled, the simplest way: a dictionary of rows, lists of items, a line, a
// list of steps.
//
// It says what must be so after every key, and shares no code with the program. Texts are arrays of
// scalars, because what was typed is kept scalar for scalar; cursors count scalars. Texts belong to
// rows by identity: those of items that were removed, and of rows that are hidden, stay.

/// What a row holds.
typealias Line = [Unicode.Scalar]

/// What the form and the person's place in it must be.
struct FormModel: Equatable {
  let shape: FormShape
  private(set) var texts: [RowID: Line] = [:]
  private var cursors: [RowID: Int] = [:]
  /// The serials of each section's items, in order.
  var items: [[Int]]
  /// The last serial that was given in each section.
  var lastItem: [Int]
  /// The boolean rows that were yes when it was last decided what is shown.
  var decided = Set<RowID>()
  var layout: FormLayout
  var focus: RowID
  private(set) var done: [Step] = []
  private(set) var undone: [Step] = []
  /// Whether typing may go on with the last step.
  var isOpen = false
  /// What ^Y brings back.
  var killed: Line = []
  /// The lines the last paste left over.
  var pasteRest: [Line] = []
  /// Whether nothing was typed or moved in the line since the person came to it: then a default in it
  /// gives way to what is typed.
  var isUntouched = true
  /// The rest of a word whose first letter answered a yes-or-no row: typing it does nothing.
  var restOfWord: Line = []
  /// A row of the item that was made last where items are inserted first: Enter on the last row of
  /// that item returns to the add line.
  var itemMadeLast: RowID?
  var prompt = Prompt.row
  /// Whether the form was looked through for problems.
  var hasLookedThrough = false
  /// Whether the draft has this state before the next key is read.
  var isCommitted = false
  /// The first line in view, where that is certain.
  var top: Int? = 0
  /// Whether no panel or message has taken lines of the viewport.
  var isViewportWhole = true
  /// The lines of the terminal.
  var rows = 24
  /// How often texts, items or steps have changed.
  private(set) var version = 0
  /// The texts without a row, by the names they are stored under.
  var orphans: [String: Line] = [:]
  /// Whether the program has steps of an earlier template, which are not known here.
  private(set) var hasUnknownSteps = false

  init(_ shape: FormShape) {
    self.shape = shape
    items = shape.sections.map { section in
      (0..<(section.repetition?.initial ?? 0)).map { $0 + 1 }
    }
    lastItem = items.map(\.count)
    layout = FormLayout(shape, items: items, showsSection: { _ in true }, shows: { _ in true })
    focus = layout.order[0]
    decided = decisions
    lay()
  }

  static func == (left: FormModel, right: FormModel) -> Bool {
    left.texts == right.texts && left.items == right.items && left.lastItem == right.lastItem
      && left.cursors == right.cursors && left.focus == right.focus
      && left.done == right.done && left.undone == right.undone
      && left.pasteRest == right.pasteRest && left.prompt == right.prompt
  }

  // MARK: - Reading

  /// What a row holds.
  func text(of row: RowID) -> Line { texts[row] ?? shape.base(of: row) }

  /// The line being typed.
  var line: Line { text(of: focus) }

  /// Where the cursor is in it.
  var cursor: Int { min(cursors[focus] ?? Int.max, line.count) }

  /// Where the focus is among the rows that are shown.
  var index: Int { layout.index(of: focus) ?? 0 }

  var isFocusAddLine: Bool { shape.isAddLine(focus) }

  var isFocusEntry: Bool { shape.isEntry(focus) }

  /// Whether the line is a default with the cursor at its end.
  var holdsDefault: Bool {
    !line.isEmpty && cursor == line.count && line == shape.base(of: focus)
  }

  /// Whether the next character replaces the line.
  var isReplacedByTyping: Bool { isUntouched && holdsDefault && !isFocusBoolean }

  var isFocusBoolean: Bool { !isFocusAddLine && shape.row(focus).isBoolean }

  /// The labels of the focus at the prompt: with its item only where the viewport has no headers.
  var labels: [String] {
    let full = fullLabel
    guard !isFocusAddLine, let item = position(of: focus) else { return [full] }
    let label = shape.row(focus).label.numbered(
      focus.item > 0 ? item + 1 : focus.number)
    // A viewport of one line has no headers.
    return rows > 3 ? [label] : [label, full]
  }

  /// The name of the focus with that of its item.
  private var fullLabel: String {
    let section = shape.sections[focus.section]
    guard let repetition = section.repetition else {
      return shape.row(focus).label.numbered(focus.number)
    }
    let number = (isFocusAddLine ? items[focus.section].count : position(of: focus) ?? 0) + 1
    let item = repetition.label.numbered(number)
    let label = shape.row(focus).label.numbered(number)
    return item == label || isFocusAddLine && !section.hasItemHeaders ? item : "\(item) \(label)"
  }

  /// The header of a row's item, nil where nothing repeats.
  func itemLabel(of row: RowID) -> String? {
    guard let repetition = shape.sections[row.section].repetition, let place = position(of: row)
    else { return nil }
    return repetition.label.numbered(place + 1)
  }

  /// The position of a row's item.
  func position(of row: RowID) -> Int? { items[row.section].firstIndex(of: row.item) }

  // MARK: - The line

  /// Puts another text in the place of the line; on an add line it makes the item.
  mutating func replaceLine(_ text: Line, cursor: Int, kind: Step.Kind = .other) {
    if isFocusAddLine, !isFocusEntry {
      if !text.isEmpty { makeItem(typing: text, cursor: cursor, kind: kind) }
      return
    }
    let before = line
    guard text != before else {
      moveCursor(to: cursor)
      return
    }
    let change = TextChange(
      row: focus, before: before, after: text, cursorBefore: self.cursor, cursorAfter: cursor)
    if isOpen, let last = done.last, let joined = joined(change, kind, with: last) {
      done[done.count - 1].changes[last.changes.count - 1] = .text(joined)
      done[done.count - 1].kind = kind
    } else {
      done.append(Step(changes: [.text(change)], kind: kind))
    }
    undone = []
    isOpen = kind != .other
    set(text, of: focus, cursor: cursor)
    version += 1
  }

  /// Puts another text in the place of the line, as a step of its own.
  mutating func exchangeLine(_ text: Line, cursor: Int) {
    isOpen = false
    replaceLine(text, cursor: cursor)
  }

  mutating func moveCursor(to cursor: Int) {
    cursors[focus] = cursor == line.count ? nil : cursor
  }

  /// A step that a change is a part of: typing goes on up to the next word, deleting as long as it
  /// is deleting.
  private func joined(_ change: TextChange, _ kind: Step.Kind, with step: Step) -> TextChange? {
    guard case .text(var joined)? = step.changes.last, joined.row == change.row,
      joined.cursorAfter == change.cursorBefore
    else { return nil }
    switch (step.kind, kind) {
    case (.typed(let last), .typed(let next)) where last != " " || next == " ": break
    case (.deleted, .deleted): break
    default: return nil
    }
    (joined.after, joined.cursorAfter) = (change.after, change.cursorAfter)
    return joined
  }

  /// Writes what a row holds; that is no step of its own.
  mutating func set(_ text: Line, of row: RowID, cursor: Int) {
    texts[row] = text == shape.base(of: row) ? nil : text
    cursors[row] = cursor >= text.count ? nil : cursor
  }

  /// Makes changes that belong together one step.
  ///
  /// - Parameter isOpen: whether typing that follows belongs to it.
  mutating func record(_ changes: [Change], kind: Step.Kind = .other, isOpen: Bool = false) {
    guard !changes.isEmpty else { return }
    done.append(Step(changes: changes, kind: kind))
    undone = []
    self.isOpen = isOpen
    version += 1
  }

  /// Takes note of a change that is no step.
  mutating func noteChange() { version += 1 }

  // MARK: - Other changes

  /// `:set`: gives a row that is shown a text, wherever it is.
  mutating func answer(_ row: RowID, _ text: Line) {
    guard layout.index(of: row) != nil || isTick(row) else { return }
    if let change = put(text, in: row) { record([change]) }
  }

  private func isTick(_ row: RowID) -> Bool {
    shape.sections[row.section].repetition?.tick == row.row
  }

  /// Gives a row a text that is no step of its own, and tells how that changed it.
  mutating func put(_ text: Line, in row: RowID) -> Change? {
    let before = self.text(of: row)
    guard text != before else { return nil }
    set(text, of: row, cursor: text.count)
    return .text(
      TextChange(
        row: row, before: before, after: text, cursorBefore: before.count,
        cursorAfter: text.count))
  }

  /// Turns a boolean row over, else the tick of the item.
  mutating func toggle() {
    if isFocusBoolean {
      let text = FormModel.toggled(line)
      exchangeLine(text, cursor: text.count)
    } else if focus.item > 0, let tick = shape.sections[focus.section].repetition?.tick {
      let row = RowID(section: focus.section, item: focus.item, row: tick)
      answer(row, FormModel.toggled(text(of: row)))
    }
  }

  private static func toggled(_ line: Line) -> Line {
    Line((boolean(line) == true ? "no" : "yes").unicodeScalars)
  }

  /// What a text means in a boolean row, nil where it means nothing.
  static func boolean(_ line: Line) -> Bool? {
    switch String(trimmed(line)).lowercased() {
    case "yes", "y", "true": true
    case "no", "n", "false": false
    default: nil
    }
  }

  static func isBlank(_ line: Line) -> Bool { line.allSatisfy { $0 == " " || $0 == "\t" } }

  static func trimmed(_ line: Line) -> Line {
    Line(line.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }

  // MARK: - Undo

  mutating func undo() {
    isOpen = false
    guard let step = done.popLast() else { return }
    undone.append(step)
    perform(step.changes.reversed().map(\.reversed), addLineOf: step.sectionBefore)
  }

  mutating func redo() {
    isOpen = false
    guard let step = undone.popLast() else { return }
    done.append(step)
    perform(step.changes, addLineOf: step.sectionAfter)
  }

  /// Makes changes that are steps already, and goes to where they happened.
  private mutating func perform(_ changes: [Change], addLineOf section: Int?) {
    version += 1
    var target: RowID?
    var entry = section.map(shape.addLine)
    for change in changes {
      switch change {
      case .text(let change):
        set(change.after, of: change.row, cursor: change.cursorAfter)
        target = isTick(change.row) ? firstRow(of: change.row) : change.row
        if shape.isAddLine(change.row) { entry = entry ?? change.row }
      case .inserted(let section, let item, let position):
        insert(item, at: position, inSection: section)
        target = firstRow(of: RowID(section: section, item: item, row: 0))
      case .removed(let section, let item, _):
        remove(item, fromSection: section)
      case .moved(let section, let item, _, let position):
        remove(item, fromSection: section)
        insert(item, at: position, inSection: section)
        target = firstRow(of: RowID(section: section, item: item, row: 0))
      }
    }
    decide()
    // Where items are made by typing is where the person was.
    land(on: entry.flatMap { layout.index(of: $0) == nil ? nil : $0 } ?? target)
  }

  // MARK: - Beginnings

  /// Another size of the terminal; where the viewport stands is certain only at the form's top.
  mutating func resize(rows: Int) {
    self.rows = rows
    top = nil
  }

  /// What a new process knows of this form when it goes on with it.
  func resumed(rows: Int) -> FormModel {
    var model = self
    (model.isOpen, model.killed, model.isUntouched) = (false, [], true)
    (model.restOfWord, model.itemMadeLast, model.prompt) = ([], nil, .row)
    (model.isCommitted, model.version) = (false, 0)
    model.decide()
    model.resize(rows: rows)
    return model
  }

  /// The form that a draft of another template became, as its file says it is.
  init(_ shape: FormShape, adopting stored: StoredForm) {
    self.init(shape)
    hasUnknownSteps = true
    for section in shape.sections.indices where shape.sections[section].repetition != nil {
      guard let kept = stored.items(ofSection: shape.sections[section].id) else { continue }
      (items[section], lastItem[section]) = (kept.serials, kept.last)
    }
    for (name, text) in stored.texts {
      guard let row = shape.row(storedAs: name), row.item <= lastItem[row.section] else {
        orphans[name] = text
        continue
      }
      // A text that joins what follows the cursor may have put it inside a character.
      let cursor = stored.cursors[name] ?? text.count
      set(text, of: row, cursor: Operation.boundaries(of: text).first { $0 >= cursor } ?? cursor)
    }
    pasteRest = stored.pasteRest
    decided = decisions
    lay()
    focus = layout.order[0]
  }

  /// This form with the focus on each of the rows that look like the prompt of a program that has
  /// resumed it.
  func withFocus(seenAs sight: Sight, rows: Int) -> [FormModel] {
    layout.order.compactMap { row in
      var model = self
      model.focus = row
      return sight.fits(model.resumed(rows: rows)) ? model : nil
    }
  }

  /// A new form on a terminal.
  static func new(_ shape: FormShape, rows: Int) -> FormModel {
    var model = FormModel(shape)
    model.resize(rows: rows)
    model.top = 0
    return model
  }
}

extension String {
  init(_ line: some Sequence<Unicode.Scalar>) {
    var view = UnicodeScalarView()
    view.append(contentsOf: line)
    self.init(view)
  }
}
