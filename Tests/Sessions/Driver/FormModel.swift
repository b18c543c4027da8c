// A form that is being filled, modeled as simply as possible: a dictionary of rows, lists of items,
// a line, and a list of undo steps.
//
// The model predicts the state after every key, and shares no code with the program, not even with
// its target FormModel. Texts are arrays of scalars, because the program keeps typed text scalar
// for scalar; cursors count scalars. Texts belong to identities of rows: removed items and hidden
// rows keep theirs. An add line is the line after the items of a list, on which typing creates the
// next item.

/// The text of a row.
typealias Line = [Unicode.Scalar]

/// The expected state of the form, with the focus and the cursor.
struct FormModel: Equatable {
  let shape: FormShape
  private(set) var texts: [RowID: Line] = [:]
  private var cursors: [RowID: Int] = [:]
  var items: ItemTree
  /// The boolean rows that were yes when conditions were last applied.
  var decided = Set<RowID>()
  var layout: FormLayout
  var focus: RowID
  private(set) var done: [Step] = []
  private(set) var undone: [Step] = []
  /// Whether further typing extends the last undo step.
  var isOpen = false
  /// The killed text, which Ctrl-Y inserts.
  var killed: Line = []
  /// The remaining lines of the last paste.
  var pasteRest: [Line] = []
  /// Whether the line is unchanged and the cursor unmoved since the row got the focus. Typing then
  /// replaces a default.
  var isUntouched = true
  /// The rest of a word whose first letter answered a yes-or-no row: typing it has no effect.
  var restOfWord: Line = []
  /// A row of the last created item, if items are inserted first: Enter on the last row of that
  /// item returns to the add line.
  var itemMadeLast: RowID?
  var prompt = Prompt.row
  /// Whether the form was searched for problems.
  var hasLookedThrough = false
  /// Whether a problem was reported since the program started.
  var hasRefused = false
  /// Whether the draft has this state before the next key is read.
  var isCommitted = false
  /// The first line in view; nil if uncertain.
  var top: Int? = 0
  /// Whether no panel or message has taken lines from the viewport.
  var isViewportWhole = true
  /// The lines of the terminal.
  var rows = 24
  /// The number of changes of texts, items or steps.
  private(set) var version = 0
  /// Texts without a row, by their stored names.
  var orphans: [String: Line] = [:]
  /// Whether the program has steps of an earlier template, which the model does not know.
  private(set) var hasUnknownSteps = false

  init(_ shape: FormShape) {
    self.shape = shape
    items = ItemTree(shape)
    layout = FormLayout(shape, items: items, showsList: { _ in true }, shows: { _ in true })
    focus = layout.order[0]
    decided = decisions
    lay()
  }

  static func == (left: FormModel, right: FormModel) -> Bool {
    left.texts == right.texts && left.items == right.items
      && left.cursors == right.cursors && left.focus == right.focus
      && left.done == right.done && left.undone == right.undone
      && left.pasteRest == right.pasteRest && left.prompt == right.prompt
  }

  // MARK: - Reading

  /// The text of a row.
  func text(of row: RowID) -> Line { texts[row] ?? shape.base(of: row) }

  /// The line being typed.
  var line: Line { text(of: focus) }

  /// The cursor in the line.
  var cursor: Int { min(cursors[focus] ?? Int.max, line.count) }

  /// The index of the focus among the shown rows.
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

  /// The labels that the prompt may show for the focus. A label may also name the item, but only if
  /// the viewport may have no headers.
  var labels: [String] {
    let section = shape.sections[focus.section]
    guard let repetition = section.repetition else {
      return [shape.row(focus).label.numbered(focus.number)]
    }
    let list = list(of: focus)
    let number = (isFocusAddLine ? items[list].count : position(of: focus) ?? 0) + 1
    // An entry line has no number, because it makes one item after the other.
    let isEntry = isFocusAddLine && repetition.hasEntry
    let item =
      isEntry && repetition.label.hasSuffix(" {n}")
      ? String(repetition.label.dropLast(4)) : repetition.label.numbered(number)
    let label = shape.row(focus).label.numbered(number)
    let isOne = item == label || isFocusAddLine && !section.hasItemHeaders
    let own = isOne ? item : "\(item) \(label)"
    // A viewport of one line has no headers.
    let full = (itemLabels(around: list) + [own]).joined(separator: " ")
    let short = isFocusAddLine ? own : label
    return rows > 3 ? [short] : [short, full]
  }

  /// The labels of the items around a list, the outermost first.
  private func itemLabels(around list: ItemList) -> [String] {
    guard let parent = shape.sections[list.section].parent else { return [] }
    return itemLabels(of: RowID(section: parent, item: list.parent, row: 0))
  }

  /// The headers of the items around a row, the outermost first; none outside repeating sections.
  func itemLabels(of row: RowID) -> [String] {
    guard let repetition = shape.sections[row.section].repetition, let place = position(of: row)
    else { return [] }
    return itemLabels(around: list(of: row)) + [repetition.label.numbered(place + 1)]
  }

  /// The position of a row's item in its list.
  func position(of row: RowID) -> Int? { items[list(of: row)].firstIndex(of: row.item) }

  /// Returns the list of a row's item; for an add line, the list in which it creates items.
  func list(of row: RowID) -> ItemList {
    row.item > 0
      ? items.list(of: row.item, inSection: row.section)
      : ItemList(section: row.section, parent: -row.item)
  }

  /// Returns the item of a section that contains a row; 0 if no item of the section does.
  func item(ofSection section: Int, around row: RowID) -> Int {
    if row.section == section { return max(row.item, 0) }
    guard let parent = shape.sections[row.section].parent else { return 0 }
    return item(
      ofSection: section, around: RowID(section: parent, item: list(of: row).parent, row: 0))
  }

  // MARK: - The line

  /// Replaces the text of the line; on an add line this creates the item.
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

  /// Replaces the text of the line as a separate step.
  mutating func exchangeLine(_ text: Line, cursor: Int) {
    isOpen = false
    replaceLine(text, cursor: cursor)
  }

  mutating func moveCursor(to cursor: Int) {
    cursors[focus] = cursor == line.count ? nil : cursor
  }

  /// Returns a change that joins the last change of a step with a new change; nil if a new step
  /// begins. Typing extends a step until the next word, and deleting until another key.
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

  /// Sets the text of a row without creating a step.
  mutating func set(_ text: Line, of row: RowID, cursor: Int) {
    texts[row] = text == shape.base(of: row) ? nil : text
    cursors[row] = cursor >= text.count ? nil : cursor
  }

  /// Records one undo step with changes that belong together.
  ///
  /// - Parameter isOpen: whether further typing extends the step.
  mutating func record(_ changes: [Change], kind: Step.Kind = .other, isOpen: Bool = false) {
    guard !changes.isEmpty else { return }
    done.append(Step(changes: changes, kind: kind))
    undone = []
    self.isOpen = isOpen
    version += 1
  }

  /// Records a change that is not an undo step.
  mutating func noteChange() { version += 1 }

  // MARK: - Other changes

  /// `:set`: sets the text of a shown row anywhere in the form.
  mutating func answer(_ row: RowID, _ text: Line) {
    guard layout.index(of: row) != nil || isTick(row) else { return }
    if let change = put(text, in: row) { record([change]) }
  }

  private func isTick(_ row: RowID) -> Bool {
    shape.sections[row.section].repetition?.tick == row.row
  }

  /// Sets the text of a row without creating a step; returns the change.
  mutating func put(_ text: Line, in row: RowID) -> Change? {
    let before = self.text(of: row)
    guard text != before else { return nil }
    set(text, of: row, cursor: text.count)
    return .text(
      TextChange(
        row: row, before: before, after: text, cursorBefore: before.count,
        cursorAfter: text.count))
  }

  /// Toggles the boolean row, or else the tick of the item.
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

  /// Returns the meaning of a text in a boolean row; nil if it has none.
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
    perform(step.changes.reversed().map(\.reversed), addLineOf: step.itemMade)
  }

  mutating func redo() {
    isOpen = false
    guard let step = undone.popLast() else { return }
    done.append(step)
    perform(step.changes, addLineOf: step.itemUnmade)
  }

  /// Applies the changes of an existing undo step, and goes to their position.
  private mutating func perform(
    _ changes: [Change], addLineOf made: (section: Int, item: Int)?
  ) {
    version += 1
    var target: RowID?
    var entry = made.map { shape.addLine(of: items.list(of: $0.item, inSection: $0.section)) }
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
    // If an item was created by typing, the add line had the focus.
    land(on: entry.flatMap { layout.index(of: $0) == nil ? nil : $0 } ?? target)
  }

  // MARK: - Beginnings

  /// Sets another size of the terminal. Afterwards the position of the viewport is uncertain.
  mutating func resize(rows: Int) {
    self.rows = rows
    top = nil
  }

  /// Returns the state of a new process that resumes this form.
  func resumed(rows: Int) -> FormModel {
    var model = self
    (model.isOpen, model.killed, model.isUntouched) = (false, [], true)
    (model.restOfWord, model.itemMadeLast, model.prompt) = ([], nil, .row)
    (model.isCommitted, model.version, model.hasRefused) = (false, 0, false)
    model.decide()
    model.resize(rows: rows)
    return model
  }

  /// Creates the form after the program has converted a draft of another template. The texts and
  /// items come from the converted draft's file.
  init(_ shape: FormShape, adopting stored: StoredForm) {
    self.init(shape)
    hasUnknownSteps = true
    for section in shape.sections.indices where shape.sections[section].repetition != nil {
      if let kept = stored.items(ofSection: shape.sections[section].id) {
        items.adopt(kept, ofSection: section)
      } else if let parent = shape.sections[section].parent {
        items.refill(section, inside: parent, of: shape)
      }
    }
    for (name, text) in stored.texts {
      guard let row = shape.row(storedAs: name), isKnown(row) else {
        orphans[name] = text
        continue
      }
      // A text that combines with the text after the cursor may have put the cursor inside a
      // character.
      let cursor = stored.cursors[name] ?? text.count
      set(text, of: row, cursor: Operation.boundaries(of: text).first { $0 >= cursor } ?? cursor)
    }
    pasteRest = stored.pasteRest
    decided = decisions
    lay()
    focus = layout.order[0]
  }

  /// Whether a row's item, or the item around an add line's list, was ever created.
  private func isKnown(_ row: RowID) -> Bool {
    guard row.item < 0 else { return row.item <= items.last(ofSection: row.section) }
    guard let parent = shape.sections[row.section].parent else { return false }
    return -row.item <= items.last(ofSection: parent)
  }

  /// Returns copies of this form, one for each row that may have the focus according to the prompt
  /// of a program that resumed the form.
  func withFocus(matching promptLine: PromptLine, rows: Int) -> [FormModel] {
    layout.order.compactMap { row in
      var model = self
      model.focus = row
      return promptLine.fits(model.resumed(rows: rows)) ? model : nil
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
