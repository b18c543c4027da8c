// A form that is being filled, the simplest way: a dictionary of rows, a line, a list of steps.
//
// It says what must be so after every key, and shares no code with the program. Texts are arrays of
// scalars, because what was typed is kept scalar for scalar; cursors count scalars.

/// What a row holds.
typealias Line = [Unicode.Scalar]

/// What the form and the person's place in it must be.
struct FormModel: Equatable {
  /// One change of one row, to and fro.
  struct Change: Equatable {
    var row: Int
    var before: Line
    var after: Line
    var cursorBefore: Int
    var cursorAfter: Int
  }

  /// What one undo takes back.
  struct Step: Equatable {
    enum Kind: Equatable {
      case typed(last: Unicode.Scalar)
      case deleted
      case other
    }

    var changes: [Change]
    var kind: Kind
  }

  let shape: FormShape
  private(set) var texts: [Int: Line] = [:]
  private var cursors: [Int: Int] = [:]
  private(set) var focus = 0
  private(set) var done: [Step] = []
  private(set) var undone: [Step] = []
  /// Whether typing may go on with the last step.
  private var isOpen = false
  /// What ^Y brings back.
  var killed: Line = []
  /// The lines the last paste left over.
  private(set) var pasteRest: [Line] = []
  /// Whether a command is being typed.
  var isTypingCommand = false
  /// The first line in view, where that is certain.
  private var top: Int? = 0
  /// Whether the screen has room for the viewport, title, status and prompt.
  private(set) var hasRoom = true
  /// How often texts or steps have changed.
  private(set) var version = 0

  init(_ shape: FormShape) {
    self.shape = shape
  }

  static func == (left: FormModel, right: FormModel) -> Bool {
    left.texts == right.texts && left.cursors == right.cursors && left.focus == right.focus
      && left.done == right.done && left.undone == right.undone
  }

  // MARK: - Reading

  /// What a row holds.
  func text(of row: Int) -> Line { texts[row] ?? [] }

  /// The line being typed.
  var line: Line { text(of: focus) }

  /// Where the cursor is in it.
  var cursor: Int { cursor(of: focus) }

  private func cursor(of row: Int) -> Int {
    min(cursors[row] ?? Int.max, text(of: row).count)
  }

  /// The rows that hold an answer: what is there without the spaces around it.
  var answers: [Int: Line] {
    texts.compactMapValues { line in
      let trimmed = line.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()
      return trimmed.isEmpty ? nil : Line(trimmed)
    }
  }

  var isLastRow: Bool { focus == shape.rows.count - 1 }

  // MARK: - The line

  /// Puts another text in the place of the line.
  mutating func replaceLine(_ text: Line, cursor: Int, kind: Step.Kind = .other) {
    let before = line
    guard text != before else {
      cursors[focus] = cursor == text.count ? nil : cursor
      return
    }
    let change = Change(
      row: focus, before: before, after: text, cursorBefore: self.cursor, cursorAfter: cursor)
    if goesOn(change, kind) {
      let last = done.count - 1
      done[last].changes[0].after = text
      done[last].changes[0].cursorAfter = cursor
      done[last].kind = kind
    } else {
      done.append(Step(changes: [change], kind: kind))
    }
    undone = []
    pasteRest = []
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

  /// Whether a change is a part of the last step: typing goes on up to the next word, deleting
  /// as long as it is deleting.
  private func goesOn(_ change: Change, _ kind: Step.Kind) -> Bool {
    guard isOpen, let last = done.last, last.changes[0].row == change.row,
      last.changes[0].cursorAfter == change.cursorBefore
    else { return false }
    switch (last.kind, kind) {
    case (.typed(let last), .typed(let next)): return last != " " || next == " "
    case (.deleted, .deleted): return true
    default: return false
    }
  }

  private mutating func set(_ text: Line, of row: Int, cursor: Int) {
    texts[row] = text.isEmpty ? nil : text
    cursors[row] = cursor >= text.count ? nil : cursor
  }

  // MARK: - Other changes

  /// `:set`.
  mutating func answer(_ row: Int, _ text: Line) {
    let before = self.text(of: row)
    guard text != before else { return }
    let change = Change(
      row: row, before: before, after: text, cursorBefore: before.count, cursorAfter: text.count)
    record([change])
    set(text, of: row, cursor: text.count)
  }

  private mutating func record(_ changes: [Change]) {
    guard !changes.isEmpty else { return }
    done.append(Step(changes: changes, kind: .other))
    undone = []
    isOpen = false
    version += 1
  }

  /// Several lines from the clipboard go into this and the following rows while these are empty
  /// and of the same `count`; elsewhere a line break becomes a space. The last line may end or not.
  mutating func paste(_ pasted: [Line]) {
    let lines = pasted.count > 1 && pasted.last == [] ? pasted.dropLast() : pasted
    if lines.count > 1, takesLines {
      pasteRows(lines)
      return
    }
    let pasted = Line(lines.joined(separator: [" "]))
    guard !pasted.isEmpty else { return }
    var text = line
    text.insert(contentsOf: pasted, at: cursor)
    exchangeLine(text, cursor: cursor + pasted.count)
  }

  /// Whether the lines of a paste go into rows of their own.
  var takesLines: Bool { shape.rows[focus].countGroup != nil && FormModel.isBlank(line) }

  /// ^Y behind a paste that left lines over.
  mutating func pasteRestOfLines() { pasteRows(pasteRest) }

  private mutating func pasteRows(_ lines: [Line]) {
    let group = shape.rows[focus].countGroup
    var changes: [Change] = []
    var taken = 0
    for (row, line) in zip(focus..<shape.rows.count, lines) {
      let before = text(of: row)
      guard group != nil, shape.rows[row].countGroup == group, FormModel.isBlank(before) else {
        break
      }
      taken += 1
      guard before != line else { continue }
      changes.append(
        Change(row: row, before: before, after: line, cursorBefore: 0, cursorAfter: line.count))
      set(line, of: row, cursor: line.count)
    }
    record(changes)
    pasteRest = Array(lines.dropFirst(taken))
    go(to: focus + max(taken - 1, 0))
  }

  private static func isBlank(_ line: Line) -> Bool { line.allSatisfy { $0 == " " } }

  mutating func undo() {
    isOpen = false
    guard let step = done.popLast() else { return }
    undone.append(step)
    version += 1
    for change in step.changes.reversed() {
      set(change.before, of: change.row, cursor: change.cursorBefore)
      focus = change.row
    }
    reveal()
  }

  mutating func redo() {
    isOpen = false
    guard let step = undone.popLast() else { return }
    done.append(step)
    version += 1
    for change in step.changes {
      set(change.after, of: change.row, cursor: change.cursorAfter)
      focus = change.row
    }
    reveal()
  }

  // MARK: - Moving

  /// Gives a row the focus.
  mutating func go(to row: Int) {
    focus = min(max(row, 0), shape.rows.count - 1)
    isOpen = false
    reveal()
  }

  /// Whether it is certain where a page leads.
  var canPage: Bool { top != nil && hasRoom }

  /// One viewport on or back: the focus keeps its line; at the end it goes to the last row.
  mutating func page(forward: Bool) {
    guard let before = top else { return }
    let lines = forward ? shape.height : -shape.height
    if forward ? before + lines >= shape.lines.count : before == 0 {
      go(to: forward ? shape.rows.count - 1 : 0)
      return
    }
    let next = max(before + lines, 0)
    let line = min(shape.line(of: focus) + next - before, shape.lines.count - 1)
    let inView = next..<min(next + shape.height, shape.lines.count)
    let places = Array(line..<max(inView.upperBound, line)) + (inView.lowerBound..<line).reversed()
    for place in places {
      if case .row(let row) = shape.lines[place] {
        (top, focus, isOpen) = (next, row, false)
        return
      }
    }
    go(to: focus + (forward ? 1 : -1))
  }

  /// Scrolls as little as possible to the focus and, where there is room, the titles above it and
  /// the end of a repeat below it.
  private mutating func reveal() {
    guard hasRoom else { return }
    let line = shape.line(of: focus)
    var first = line
    while first > 0, line - first < shape.height - 1, shape.isHeader(first - 1) { first -= 1 }
    guard var top else {
      // The top of the form is in view, wherever the viewport stood before.
      if first == 0 { self.top = 0 }
      return
    }
    let hasEnd = line + 1 < shape.lines.count && shape.lines[line + 1] == .end
    if hasEnd, line + 1 - first < shape.height { top = max(top, line + 2 - shape.height) }
    top = min(top, first)
    if line >= top + shape.height { top = line - shape.height + 1 }
    self.top = top
  }

  // MARK: - Beginnings

  /// Another size of the terminal; where the viewport stands is certain only at the form's top.
  mutating func resize(rows: Int) {
    hasRoom = rows >= shape.height + 3
    top = nil
  }

  /// What a new process knows of this form when it goes on with it.
  func resumed(rows: Int) -> FormModel {
    var model = self
    (model.isOpen, model.killed, model.pasteRest) = (false, [], [])
    (model.isTypingCommand, model.version) = (false, 0)
    model.resize(rows: rows)
    return model
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
