// A slow form that is obviously correct: a dictionary of texts and a list of rows. The property
// tests apply the same random steps to a session and to this oracle.

package import FormModel
package import FormText
import LosslessJSON
import TerminalTesting
import Testing

/// The expected state of a form, kept in the simplest way.
package struct FormOracle {
  /// The number of walks (sequences of random steps) for each law. `steps` is the number of steps
  /// in each walk.
  package static let walks = TestScale.turns(60).count
  package static let steps = 24

  /// The state that a walk may change.
  package struct State {
    /// The items of each list, in order.
    var lists: [ItemList: [Int]] = [:]
    /// The rows of all items and sections, in order.
    package var order: [FormRow.ID] = []
    var texts: [FormRow.ID: Text] = [:]
    /// The cursors of edited rows. The cursors of all other rows are at the end of the text.
    var cursors: [FormRow.ID: Int] = [:]
  }

  /// A form for walks.
  package struct Subject {
    package let template: Template
    /// The same form without conditions, so that every row is shown.
    let bare: Template
    /// The form that makes the documents of walks.
    let documents: Template
    /// Whether a row is hidden, decided from the answers of other rows, without the program's
    /// conditions.
    let hides: (FormRow.ID, Reader) -> Bool
    /// Whether a list is hidden.
    let hidesList: (ItemList, Reader) -> Bool

    init(
      template: Template, bare: Template, documents: Template? = nil,
      hides: @escaping (FormRow.ID, Reader) -> Bool,
      hidesList: ((ItemList, Reader) -> Bool)? = nil
    ) {
      (self.template, self.bare) = (template, bare)
      self.documents = documents ?? bare
      self.hides = hides
      self.hidesList =
        hidesList ?? { hides(FormRow.ID(section: $0.section, item: 1, row: 0, number: 0), $1) }
    }

    /// A form that hides nothing.
    package static func unconditional(_ template: Template) -> Subject {
      Subject(template: template, bare: template, hides: { _, _ in false })
    }
  }

  /// The state of a form that decides whether a row is hidden.
  struct Reader {
    /// The answer of a row, hidden or not.
    let answer: (FormRow.ID) -> Text?
    /// The list that contains a row's item.
    let list: (FormRow.ID) -> ItemList
  }

  package private(set) var session: FormSession
  package private(set) var state = State()
  private var done: [State] = []
  private var undone: [State] = []
  private var generator: SeededGenerator
  package private(set) var seen = Set<FormRow.ID>()
  private let defaults: [FormRow.ID: Text]
  /// The default texts of the template. The keys are rows with item 0, because the items of a
  /// section have the same defaults.
  private let templateDefaults: [FormRow.ID: Text]
  /// The rows of each section, with item 0.
  private let ownRows: [[FormRow.ID]]
  package private(set) var removedRows = Set<FormRow.ID>()
  private let subject: Subject
  /// A form with the same items in which nothing is hidden, so that the rows of all items are
  /// known.
  private var bare: FormSession
  /// The texts when conditions were last applied.
  private var decided: [FormRow.ID: Text] = [:]

  /// Converts actions to typed lines, for a walk through plain mode.
  private var speaker: PlainSpeaker?
  /// Converts actions to keys, for a walk on the screen.
  package private(set) var typer: ScreenTyper?

  /// - Parameters:
  ///   - speaks: whether the walk uses plain mode.
  ///   - types: whether the walk uses the dialogue of the screen.
  ///   - loads: whether the form is opened with a document of random answers.
  package init(
    _ subject: Subject, seed: Int, loads: Bool = false, speaks: Bool = false, types: Bool = false
  ) throws {
    self.subject = subject
    generator = SeededGenerator(seed: seed)
    let height = Int.random(in: 1...9, using: &generator)
    let session: FormSession
    let fresh = FormSession(subject.bare)
    if loads {
      let answers = try FormOracle.answers(to: subject, using: &generator)
      session = try FormSession(subject.template, height: height, answers: answers)
      bare = try FormSession(subject.bare, answers: answers)
    } else {
      session = FormSession(subject.template, height: height)
      bare = fresh
    }
    // Add an item to each list, so that this form has every row of the template.
    var whole = fresh
    for (section, contents) in subject.bare.sections.enumerated() where contents.repetition != nil {
      let list = whole.answers.outline.lists(ofSection: section).first
      if let list { whole.applyToEnd(.itemAdded(section: section, parent: list.parent)) }
    }
    let rows = FormOracle.order(of: whole)
    templateDefaults = Dictionary(
      rows.map { (FormOracle.place(of: $0), whole.answers.text(of: $0)) },
      uniquingKeysWith: { first, _ in first })
    ownRows = subject.bare.sections.indices.map { section in
      let own = rows.filter { $0.section == section }
      return own.filter { $0.item == own[0].item }.map(FormOracle.place)
    }
    for row in FormOracle.order(of: bare) where row.item > 0 {
      state.note(row, in: bare.answers.outline.list(of: row))
    }
    state.order = FormOracle.order(of: bare)
    defaults = Dictionary(
      uniqueKeysWithValues: state.order.map { ($0, session.answers.text(of: $0)) })
    self.session = session
    if speaks { speaker = PlainSpeaker(session) }
    if types { typer = ScreenTyper(session) }
    note()
  }

  /// Makes walks through all forms, and then through random forms, and checks the form after every
  /// step. Half of the walks begin with a document.
  ///
  /// - Parameters:
  ///   - count: the number of walks.
  ///   - speaks, types: as in `init`.
  ///   - check: called after each step, with the oracle and the row that had the focus before the
  ///     step.
  package static func walk(
    _ count: Int = walks, speaks: Bool = false, types: Bool = false,
    _ check: (_ oracle: inout FormOracle, _ before: FormRow.ID?) throws -> Void
  ) throws {
    let subjects = try Forms.forWalks()
    for seed in 0..<count {
      let subject = subjects[seed % subjects.count]
      let loads = seed / subjects.count % 2 == 1
      try walk("walk \(seed)", check) {
        try FormOracle(subject, seed: seed, loads: loads, speaks: speaks, types: types)
      }
    }
    for seed in 0..<(count + 1) / 2 {
      try walk("walk \(seed) through a random form", check) {
        try FormOracle(
          RandomForm(ofTexts: seed).subject, seed: seed, loads: seed % 2 == 1, speaks: speaks,
          types: types)
      }
    }
  }

  private static func walk(
    _ name: Comment, _ check: (inout FormOracle, _ before: FormRow.ID?) throws -> Void,
    _ makeOracle: () throws -> FormOracle
  ) throws {
    var place = "before the first step"
    do {
      var oracle = try makeOracle()
      for step in 0..<steps {
        place = "in step \(step)"
        let before = oracle.session.focus
        oracle.step()
        try check(&oracle, before)
      }
    } catch {
      Issue.record("\(name) fails \(place): \(error)")
      throw error
    }
  }

  /// The rows of a list, or of a section that does not repeat, in order.
  private func rows(of list: ItemList, in state: State) -> [FormRow.ID] {
    guard subject.template.sections[list.section].repetition != nil else {
      return ownRows[list.section]
    }
    return (state.lists[list] ?? []).flatMap {
      rows(ofItem: $0, inSection: list.section, in: state)
    }
  }

  /// The rows of an item and of the items inside it.
  private func rows(ofItem item: Int, inSection section: Int, in state: State) -> [FormRow.ID] {
    let own = ownRows[section].map { row in
      var row = row
      row.item = item
      return row
    }
    return own
      + subject.template.sections[section].children.flatMap {
        rows(of: ItemList(section: $0, parent: item), in: state)
      }
  }

  /// The list that contains a row's item, or in which an add line creates items.
  private func list(of row: FormRow.ID) -> ItemList {
    if row.item <= 0 { return ItemList(section: row.section, parent: -row.item) }
    return state.lists.first { $0.section == row.section && $1.contains(row.item) }?.key
      ?? ItemList(section: row.section, parent: 0)
  }

  /// Records a change of the items.
  private mutating func recordItems(_ change: (inout State) -> Void) {
    record(change)
    let sections = subject.template.sections
    state.order = sections.indices.filter { sections[$0].parent == nil }.flatMap {
      rows(of: ItemList(section: $0, parent: 0), in: state)
    }
  }

  package static func order(of session: FormSession) -> [FormRow.ID] {
    rows(of: session).filter { !$0.isAddLine }.map(\.id)
  }

  private static func rows(of session: FormSession) -> [FormRow] {
    (0..<session.answers.indexCount).compactMap { session.row(at: FormRow.Index($0)) }
  }

  /// The rows that must be shown, in order.
  package var shownOrder: [FormRow.ID] { state.order.filter { !isHidden($0) } }

  private func isHidden(_ row: FormRow.ID) -> Bool { subject.hides(row, reader) }

  private var reader: Reader {
    Reader(answer: { answer(of: $0, text: decided[$0] ?? base(of: $0)) }, list: list(of:))
  }

  /// Whether the item of a row, and the items inside it, have only defaults.
  private func isItemEmpty(_ row: FormRow.ID) -> Bool {
    rows(ofItem: row.item, inSection: row.section, in: state)
      .allSatisfy { answer(of: $0) == nil || answer(of: $0) == itemDefault(of: $0) }
  }

  /// The text of a row in an empty item: the default of the template. A row that is not exported
  /// may also have the text with which the form was opened, because a document only decides such
  /// a text and does not contain it.
  private func itemDefault(of row: FormRow.ID) -> Text {
    template(of: row).isExported ? templateDefault(of: row) : base(of: row)
  }

  /// The text that a row must have.
  package func text(of row: FormRow.ID) -> Text { state.texts[row] ?? base(of: row) }

  /// The cursor that a row must have.
  package func cursor(of row: FormRow.ID) -> Int { state.cursors[row] ?? text(of: row).scalarCount }

  /// The text of an untouched row: the loaded text, or else the default of the template. An add
  /// line has no text.
  func base(of row: FormRow.ID) -> Text {
    isAddLine(row) ? .empty : defaults[row] ?? templateDefault(of: row)
  }

  private func templateDefault(of row: FormRow.ID) -> Text {
    templateDefaults[FormOracle.place(of: row)] ?? .empty
  }

  /// The row with item 0, which is a key of `templateDefaults`.
  private static func place(of row: FormRow.ID) -> FormRow.ID {
    var place = row
    place.item = 0
    return place
  }

  /// A document with random answers.
  private static func answers(to subject: Subject, using generator: inout SeededGenerator) throws
    -> JSONDocument
  {
    // If two items of an object have the same name, there is no document: try again.
    for _ in 0..<100 {
      if let document = try? possibleAnswers(to: subject, using: &generator) { return document }
    }
    return try possibleAnswers(to: subject, using: &generator)
  }

  private static func possibleAnswers(
    to subject: Subject, using generator: inout SeededGenerator
  ) throws -> JSONDocument {
    var session = FormSession(subject.documents)
    let sections = session.template.sections
    let repeating = sections.indices.filter { sections[$0].repetition != nil }
    for _ in 0..<Int.random(in: 0...2 * repeating.count, using: &generator) {
      guard let section = repeating.randomElement(using: &generator),
        let list = session.answers.outline.lists(ofSection: section).randomElement(
          using: &generator)
      else { break }
      session.applyToEnd(.itemAdded(section: section, parent: list.parent))
    }
    for _ in 0..<Int.random(in: 1...12, using: &generator) {
      guard let row = order(of: session).randomElement(using: &generator) else { break }
      session.applyToEnd(.answered(row, TrickyText.random(using: &generator)))
    }
    return try JSONDocument(parsing: Array(session.exported(.json).utf8))
  }

  /// The expected answer of a row in an export.
  package func answer(of row: FormRow.ID) -> Text? {
    isHidden(row) ? nil : answer(of: row, text: text(of: row))
  }

  private func answer(of row: FormRow.ID, text: Text) -> Text? {
    if text == base(of: row) { return text.isEmpty ? nil : text }
    let type = template(of: row).type
    if type == .paragraph || type == .list {
      if text.isBlank { return nil }
      var lines = text.string.split(separator: "\n", omittingEmptySubsequences: false)
      while lines.last.map({ Text(String($0)).isBlank }) == true { lines.removeLast() }
      return Text(lines.joined(separator: "\n"))
    }
    let trimmed = text.trimmed
    if trimmed.isEmpty { return nil }
    guard type == .text, session.answers.documentPosition(of: row) != nil else { return trimmed }
    // White space at the ends that the document has too was not typed.
    func isSpace(_ scalar: Unicode.Scalar) -> Bool { Text(String(scalar)).isBlank }
    let (old, new) = (Array(base(of: row).string.unicodeScalars), Array(text.string.unicodeScalars))
    if old.allSatisfy(isSpace) { return trimmed }
    func end(_ scalars: [Unicode.Scalar]) -> [Unicode.Scalar] {
      let breaks = scalars.reversed().prefix { $0 == "\n" || $0 == "\r" }.count
      return scalars.dropLast(breaks).reversed().prefix(while: isSpace).reversed()
    }
    var answer = String.UnicodeScalarView(trimmed.string.unicodeScalars)
    let start = old.prefix(while: isSpace)
    if start == new.prefix(while: isSpace) {
      answer.insert(contentsOf: start, at: answer.startIndex)
    }
    if end(old) == end(new) { answer.append(contentsOf: end(old)) }
    return Text(String(answer))
  }

  /// The template of a row.
  package func template(of row: FormRow.ID) -> RowTemplate {
    session.template[row]
  }

  /// The changes in the session since the last call.
  package mutating func takeJournal() -> JournalEntry { session.takeJournal() }

  // MARK: - The walk

  /// Applies one random step to the session and to the oracle.
  package mutating func step() {
    let kind = Int.random(in: 0..<20, using: &generator)
    switch kind {
    case 0..<7: edit()
    case 7: perform(.moved(.next))
    case 8: perform(.moved(.previous))
    case 9: perform(.moved(.pageDown))
    case 10: perform(.moved(.pageUp))
    case 11: jump()
    case 12: moveToStop()
    case 13: resize()
    case 14: undo()
    case 15: redo()
    case 16: Bool.random(using: &generator) ? changeItems() : unmakeItem()
    case 17: answerElsewhere()
    case 18:
      // In plain mode, pasted lines are typed lines.
      if Bool.random(using: &generator), speaker == nil { pasteLines() } else { toggle() }
    default: perform(Bool.random(using: &generator) ? .checkRequested : .moved(.back))
    }
    // The session applies no conditions while a row is edited or after a resize, because the focus
    // has not left the row.
    if kind >= 7, kind != 13 { decide() }
    note()
  }

  /// Applies an action to the session, directly, by typed lines, or by keys.
  private mutating func perform(_ action: Action) {
    if speaker?.perform(action, on: &session) == true { return }
    if typer?.perform(action, on: &session) == true { return }
    session.applyToEnd(action)
  }

  /// Makes the session apply conditions, by an action that has no other effect and that no person
  /// can cause.
  private mutating func decide() {
    session.applyToEnd(.itemRemoved(section: 0, item: 0))
    decided = state.texts
  }

  private mutating func note() {
    guard let rows = session.rowsInView else { return }
    for index in rows {
      if let row = session.row(at: index), !row.isAddLine { seen.insert(row.id) }
    }
  }

  private mutating func record(_ change: (inout State) -> Void) {
    done.append(state)
    undone.removeAll()
    change(&state)
  }

  private mutating func edit() {
    guard let focus = session.focus else { return }
    let text = TrickyText.random(using: &generator)
    if isAddLine(focus) { return makeItem(typing: text, in: list(of: focus)) }
    if speaker != nil {
      // In plain mode, a space changes a yes-or-no row.
      if text == " ", template(of: focus).type == .boolean { return toggle() }
      return speak(text, into: focus)
    }
    let cursor = Int.random(in: 0...text.scalarCount, using: &generator)
    let changes = text != self.text(of: focus)
    perform(.edited(text, cursor: cursor, kind: .other))
    if changes, template(of: focus).isReadOnly { return }
    if changes {
      record {
        $0.texts[focus] = text
        $0.cursors[focus] = cursor
      }
    } else {
      state.cursors[focus] = cursor
    }
  }

  private func isAddLine(_ row: FormRow.ID) -> Bool {
    row.item <= 0 && session.template.sections[row.section].repetition != nil
  }

  /// Types a text on an add line (the line after the items of a list), which creates the item.
  private mutating func makeItem(typing text: Text, in list: ItemList) {
    var (text, cursor) = (text, Int.random(in: 0...text.scalarCount, using: &generator))
    if speaker != nil {
      text = Text(
        text.string.split(separator: "\n", omittingEmptySubsequences: false)
          .joined(separator: " "))
      cursor = text.scalarCount
      speaker?.type(text, on: &session)
    } else {
      perform(.edited(text, cursor: cursor, kind: .other))
    }
    guard !text.isEmpty else { return }
    let added = addItem(to: list)
    recordItems { state in
      for (row, list) in added { state.note(row, in: list) }
      if let (row, _) = added.first { (state.texts[row], state.cursors[row]) = (text, cursor) }
    }
    if speaker != nil { decide() }
  }

  /// Moves to another stop, which is a row at which Enter stops. If that row can hold several
  /// lines, the cursor is then at the end of its text.
  private mutating func moveToStop() {
    guard Bool.random(using: &generator) else { return perform(.moved(.nextEmpty)) }
    let before = session.focusedRow?.index
    let moves: [Action] = [
      .entered, .entered, .moved(.previousStop), .moved(.nextItem), .moved(.previousItem),
    ]
    guard let action = moves.randomElement(using: &generator) else { return }
    perform(action)
    guard let row = session.focusedRow, let before, row.index != before,
      action != .entered || row.index > before
    else { return }
    if row.type.holdsLines, !row.isAddLine {
      state.cursors[row.id] = nil
      uncertainCursors.remove(row.id)
    }
  }

  /// Presses Backspace at the start of a row, which removes the row's item if the item is empty.
  private mutating func unmakeItem() {
    decide()
    if let rows = Optional(FormOracle.rows(of: session)), Bool.random(using: &generator),
      let row = rows.filter({ $0.isAddLine || $0.id.item > 0 }).randomElement(using: &generator)
    {
      session.applyToEnd(.moved(.to(row.id)))
    }
    guard let focus = session.focus else { return }
    perform(.itemUnmade)
    guard focus.item > 0 else { return }
    let rows = rows(ofItem: focus.item, inSection: focus.section, in: state)
    guard shownOrder.first(where: rows.contains) == focus,
      rows.allSatisfy({ text(of: $0) == itemDefault(of: $0) })
    else { return }
    removedRows.formUnion(rows)
    let list = list(of: focus)
    recordItems { $0.lists[list]?.removeAll { $0 == focus.item } }
  }

  /// Types a text line by line. Each line is an undo step, and after the last line the focus leaves
  /// the row.
  private mutating func speak(_ text: Text, into focus: FormRow.ID) {
    let texts = PlainSpeaker.steps(of: text, in: template(of: focus))
    speaker?.type(text, on: &session)
    decide()
    guard !template(of: focus).isReadOnly else { return }
    for text in texts where text != self.text(of: focus) {
      record {
        $0.texts[focus] = text
        $0.cursors[focus] = text.scalarCount
      }
    }
    decided = state.texts
  }

  private mutating func toggle() {
    guard let focus = session.focus else { return }
    perform(.toggled)
    guard !isAddLine(focus), template(of: focus).type == .boolean else { return }
    let isYes = ["yes", "y", "true"].contains(text(of: focus).trimmed.string.lowercased())
    let text = Text(isYes ? "no" : "yes")
    record {
      $0.texts[focus] = text
      $0.cursors[focus] = text.scalarCount
    }
  }

  private mutating func jump() {
    decide()
    guard let row = shownOrder.randomElement(using: &generator) else { return }
    let move: [Move] = [.to(row), .to(row), .first, .last]
    if let move = move.randomElement(using: &generator) { session.applyToEnd(.moved(move)) }
  }

  private mutating func resize() {
    if Bool.random(using: &generator) {
      perform(
        .resized(
          height: Int.random(in: 1...12, using: &generator),
          showsHeaders: Bool.random(using: &generator)))
    } else {
      perform(.panelOpened(lines: Int.random(in: 0...4, using: &generator)))
    }
  }

  private mutating func undo() {
    perform(.undone)
    guard let before = done.popLast() else { return }
    undone.append(state)
    adopt(before)
  }

  private mutating func redo() {
    perform(.redone)
    guard let after = undone.popLast() else { return }
    done.append(state)
    adopt(after)
  }

  /// Adopts another state, except its cursors. If the text of the focused row changed, the row gets
  /// the session's cursor.
  private mutating func adopt(_ other: State) {
    let changed = Set(other.texts.keys).union(state.texts.keys)
      .filter { (other.texts[$0] ?? base(of: $0)) != text(of: $0) }
    let cursors = state.cursors
    state = other
    state.cursors = cursors
    for row in changed {
      state.cursors[row] = row == session.focus ? session.cursor : nil
      if row != session.focus { uncertainCursors.insert(row) }
    }
  }

  /// Rows whose cursor the oracle does not know, because an undo may have moved it.
  package private(set) var uncertainCursors = Set<FormRow.ID>()

  private mutating func answerElsewhere() {
    decide()
    guard let row = shownOrder.randomElement(using: &generator) else { return }
    let text = TrickyText.random(using: &generator)
    guard text != self.text(of: row), speaker == nil && typer == nil || PlainSpeaker.canSet(text)
    else { return }
    perform(.answered(row, text))
    if template(of: row).isReadOnly { return }
    record {
      $0.texts[row] = text
      $0.cursors[row] = nil
    }
    uncertainCursors.remove(row)
  }

  private mutating func pasteLines() {
    decide()
    guard let focus = session.focus else { return }
    let lines = ["uno", "dos", "tres"]
    if isAddLine(focus) {
      perform(.pasted(Text(lines.joined(separator: "\n") + "\n")))
      return pasteIntoItems(lines, from: focus)
    }
    let isCounted = focus.number > 0
    let type = template(of: focus).type
    let takesOneLine = type == .secret || type == .boolean
    let before = session.answers.text(of: focus)
    let cursor = session.cursor
    let goesIntoItems =
      focus.item > 0 && before.isBlank && isItemEmpty(focus) && !template(of: focus).isReadOnly
      && !isHidden(focus) && !type.holdsLines && type != .secret
    perform(.pasted(Text(lines.joined(separator: "\n") + "\n")))
    if goesIntoItems { return pasteIntoItems(lines, from: focus) }
    if template(of: focus).isReadOnly { return }
    guard isCounted, !takesOneLine, !type.holdsLines, before.isBlank,
      let start = state.order.firstIndex(of: focus)
    else {
      let holdsLines = template(of: focus).type.holdsLines
      // Typing replaces an untouched default, even if a loaded document determined it.
      let isDefault =
        !holdsLines && !before.isEmpty && before == base(of: focus)
        && cursor == before.scalarCount && session.answers.documentPosition(of: focus) == nil
      let isReplaced = isDefault || type == .boolean && !lines[0].isEmpty
      var scalars = isReplaced ? [] : Array(before.string.unicodeScalars)
      let pasted = Array(
        (holdsLines
          ? lines.joined(separator: "\n") + "\n"
          : takesOneLine ? lines[0] : lines.joined(separator: " ")).unicodeScalars)
      let start = isReplaced ? 0 : cursor
      scalars.insert(contentsOf: pasted, at: start)
      var view = String.UnicodeScalarView()
      view.append(contentsOf: scalars)
      record {
        $0.texts[focus] = Text(String(view))
        $0.cursors[focus] = start + pasted.count
      }
      return
    }
    var taken: [(FormRow.ID, Text)] = []
    for (offset, line) in lines.enumerated() where start + offset < state.order.count {
      let row = state.order[start + offset]
      let isSame = row.section == focus.section && row.row == focus.row
      guard isSame, text(of: row).isBlank, taken.count == offset else { break }
      taken.append((row, Text(line)))
    }
    record {
      for (row, line) in taken {
        $0.texts[row] = line
        $0.cursors[row] = nil
      }
    }
  }

  /// Pastes each line into an item, beginning with the item of the focus, until an item is not
  /// empty. After the last item, creates new items.
  private mutating func pasteIntoItems(_ lines: [String], from focus: FormRow.ID) {
    let list = list(of: focus)
    var items = state.lists[list] ?? []
    let first = items.firstIndex(of: focus.item) ?? items.count
    var texts: [(FormRow.ID, Text)] = []
    var added: [(row: FormRow.ID, list: ItemList)] = []
    for (offset, line) in lines.enumerated() {
      if first + offset == items.count {
        let new = addItem(to: list)
        guard let row = new.first?.row else { break }
        added += new
        items.append(row.item)
      }
      let item = items[first + offset]
      let rows = (state.order + added.map(\.row)).filter {
        $0.section == focus.section && $0.item == item && $0.row >= focus.row && !isHidden($0)
      }
      let isEmpty = rows.first.map { row in
        added.contains { $0.row == row } || isItemEmpty(row)
      }
      guard isEmpty ?? true else { break }
      if let row = rows.first { texts.append((row, Text(line))) }
    }
    recordItems { state in
      for (row, list) in added { state.note(row, in: list) }
      for (row, line) in texts {
        state.texts[row] = line
        state.cursors[row] = nil
      }
    }
  }

  /// Creates an item in `bare`. Returns its rows and the rows of the items inside it, each with its
  /// list.
  private mutating func addItem(to list: ItemList) -> [(row: FormRow.ID, list: ItemList)] {
    let before = Set(FormOracle.order(of: bare))
    bare.applyToEnd(.itemAdded(section: list.section, parent: list.parent))
    return FormOracle.order(of: bare).filter { !before.contains($0) }
      .map { ($0, bare.answers.outline.list(of: $0)) }
  }

  /// Returns a random list, of a section outside items or of a section inside any item.
  private mutating func randomList() -> ItemList? {
    let sections = subject.template.sections
    var list: ItemList?
    var choices = sections.indices.filter {
      sections[$0].repetition != nil && sections[$0].parent == nil
    }
    var around = 0
    while let section = choices.randomElement(using: &generator) {
      let next = ItemList(section: section, parent: around)
      list = next
      guard Bool.random(using: &generator),
        let item = state.lists[next]?.randomElement(using: &generator)
      else { break }
      (choices, around) = (sections[section].children, item)
    }
    return list
  }

  private mutating func changeItems() {
    decide()
    guard let list = randomList() else { return }
    let section = list.section
    let items = state.lists[list] ?? []
    let isShown = !subject.hidesList(list, reader)
    switch Int.random(in: 0..<3, using: &generator) {
    case 0:
      perform(.itemAdded(section: section, parent: list.parent))
      // The session adds no item to a hidden section.
      guard isShown else { return }
      let added = addItem(to: list)
      recordItems { for (row, list) in added { $0.note(row, in: list) } }
    case 1:
      guard let item = items.randomElement(using: &generator) else { return }
      perform(.itemRemoved(section: section, item: item))
      removedRows.formUnion(rows(ofItem: item, inSection: section, in: state))
      recordItems { $0.lists[list]?.removeAll { $0 == item } }
    default:
      guard items.count > 1, let item = items.randomElement(using: &generator),
        let from = items.firstIndex(of: item)
      else { return }
      let target = Int.random(in: 0..<items.count, using: &generator)
      guard target != from else { return }
      perform(.itemMoved(section: section, item: item, to: target))
      recordItems {
        $0.lists[list]?.remove(at: from)
        $0.lists[list]?.insert(item, at: target)
      }
    }
  }
}

extension FormOracle.State {
  /// Adds the item of a row to a list, unless the list already has the item.
  fileprivate mutating func note(_ row: FormRow.ID, in list: ItemList) {
    if row.item > 0, lists[list]?.contains(row.item) != true {
      lists[list, default: []].append(row.item)
    }
  }
}
