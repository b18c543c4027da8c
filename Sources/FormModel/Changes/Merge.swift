// Merges the changes of a form with another version of the document that it was opened with.
//
// If only one side changed an answer or item, the merged form has that change. If both sides made
// different changes, the result is a conflict. The merged form counts as opened with the other
// version, so saving keeps every byte of that version that the person did not change.
//
// Invariants: the merged form has every text of the person that an export would write, and the text
// of every entry line (the text of an item that is not created yet). In a conflict, the row has the
// person's text. All changes together are one step of undo. The search for changes runs in slices,
// and the total work is proportional to the number of changes (law 15).

import FormText

/// Merges a form with another version of its document, in slices.
public struct Merge: Sendable {
  private enum Step {
    case comparing
    case looking(SessionChanges)
    case rows([FormRow.ID], next: Int)
    case done
  }

  private let focus: FormRow.ID?
  /// The merged form, opened with the other version. Complete when `isComplete` is true.
  public private(set) var session: FormSession
  private var comparison: DocumentComparison
  private var step = Step.comparing
  /// The rows that the other version changed, by their identities in the old document.
  private var changedRows = Set<FormRow.ID>()
  /// The items of the old document in which the other version changed anything. `movedItems` has
  /// the items that the other version moved, with their positions in that version.
  private var changedItems = Set<Difference.Item>()
  private var movedItems: [Difference.Item: Int] = [:]
  /// The serials (identifying numbers) in the merged form of items of the person's form that were
  /// added to the merged form or restored in it. `comparison` has the serials of all other items.
  private var serials: [Difference.Item: Int] = [:]
  /// The items that the person moved or added, by their lists in the person's form.
  private var placed: [ItemList: Set<Int>] = [:]
  private var steps: [Change] = []

  /// The answers of the person's form.
  private var mine: Answers { comparison.sides.old }

  /// The number of rows in a slice.
  private static let slice = 1_000

  /// Begins to merge.
  ///
  /// - Parameters:
  ///   - form: the form with the changes of the person.
  ///   - other: the form opened with the other version of its document.
  public init(_ form: FormSession, into other: FormSession) {
    (focus, session) = (form.focus, other)
    session.fillingID = form.fillingID
    comparison = DocumentComparison(form.answers, other.answers)
  }

  /// Whether the merged form is complete.
  public var isComplete: Bool { if case .done = step { true } else { false } }

  /// The progress, in percent.
  public var percent: Int {
    switch step {
    case .comparing: comparison.percent / 2
    case .looking(let changes): 50 + changes.percent(of: mine) / 4
    case .rows(let rows, let next): 75 + (rows.isEmpty ? 25 : next * 25 / rows.count)
    case .done: 100
    }
  }

  /// The number of changes of the other version.
  public var otherCount: Int { comparison.differences.count }

  /// The rows that need the person's decision, in the order of the form.
  public var conflicts: [FormRow.ID] {
    session.answers.changes.conflicts.keys.filter { session.answers.conflict(of: $0) != nil }
      .sorted {
        (session.answers.outline.index(of: $0) ?? 0) < (session.answers.outline.index(of: $1) ?? 0)
      }
  }

  /// The changes of the other version, for front ends that cannot merge.
  public var otherDifferences: (differences: [Difference], sides: ComparedAnswers) {
    (comparison.differences, comparison.sides)
  }

  /// Does the next part of the work.
  public mutating func advance() {
    switch step {
    case .comparing:
      comparison.advance()
      guard comparison.isComplete else { return }
      noteOtherChanges()
      step = .looking(SessionChanges(of: mine))
    case .looking(var changes):
      // Take `changes` out of `step` before they advance, because a change would otherwise copy
      // them.
      step = .done
      changes.advance(in: mine)
      step = .looking(changes)
      guard changes.isComplete else { return }
      mergeItems(changes.differences)
      step = .rows(touchedRows, next: 0)
    case .rows(let rows, let next):
      let end = min(next + Merge.slice, rows.count)
      for row in rows[next..<end] { put(row) }
      step = .rows(rows, next: end)
      if end == rows.count { finish() }
    case .done: break
    }
  }

  // MARK: - Changes of the other version

  private mutating func noteOtherChanges() {
    for difference in comparison.differences {
      switch difference {
      case .row(let row, _):
        guard !mine.isCalculated(row) else { continue }
        changedRows.insert(row)
        if let item = Difference.Item(around: row) { noteChange(in: item) }
      case .moved(let item, let new, _):
        movedItems[item] = comparison.sides.newPosition(of: new)
        noteChange(around: item)
      case .removed(let item): noteChange(around: item)
      case .added(let item):
        let parent = comparison.sides.newChain(of: item).dropLast().last
        guard let parent, let serial = comparison.old(of: parent) else { continue }
        noteChange(in: Difference.Item(section: parent.section, serial: serial))
      }
    }
  }

  /// Records that the other version changed an answer in an item of the old document.
  private mutating func noteChange(in item: Difference.Item) {
    changedItems.formUnion(mine.documentChain(of: item))
  }

  private mutating func noteChange(around item: Difference.Item) {
    changedItems.formUnion(mine.documentChain(of: item).dropLast())
  }

  /// The serial, in the merged form, of an item of the person's form; nil if the merged form lacks
  /// the item.
  private func serial(of item: Difference.Item) -> Int? {
    mine.documentHas(item) ? serials[item] ?? comparison.new(of: item) : serials[item]
  }

  /// The list in the merged form that corresponds to a list of the person's form; nil if the merged
  /// form lacks the item around it.
  private func list(of list: ItemList) -> ItemList? {
    guard let parent = mine.template.sections[list.section].parent else { return list }
    let item = Difference.Item(section: parent, serial: list.parent)
    return serial(of: item).map { ItemList(section: list.section, parent: $0) }
  }

  /// The list of the person's form that contains an item.
  private func listBefore(of item: Difference.Item) -> ItemList {
    mine.outline.list(ofItem: item.serial, inSection: item.section)
  }

  // MARK: - Items

  private mutating func mergeItems(_ differences: [Difference]) {
    for difference in differences {
      switch difference {
      case .row(let row, _):
        if let item = Difference.Item(around: row) { bringBack(item) }
      case .moved(let item, _, _): placed[listBefore(of: item), default: []].insert(item.serial)
      case .added(let item):
        if let around = mine.chain(of: item).dropLast().last { bringBack(around) }
        // An item that already has a serial was restored together with the item around it, so do
        // not add it again.
        if serials[item] == nil { add(item) }
      case .removed(let item): remove(item)
      }
    }
    let lists = placed.keys.sorted { ($0.section, $0.parent) < ($1.section, $1.parent) }
    for list in lists { order(list) }
  }

  /// Restores an item that the person changed and the other version removed. If items around it
  /// were removed too, restores the outermost of these, with all items inside it.
  private mutating func bringBack(_ item: Difference.Item) {
    guard let lost = mine.chain(of: item).first(where: { serial(of: $0) == nil }),
      let serial = create(lost)
    else { return }
    var rows: [FormRow.ID] = []
    mine.forEachRow(inItem: lost.serial, ofSection: lost.section) { rows.append($0) }
    for row in rows { put(row) }
    note(.removedInFile, ofItem: serial, inSection: lost.section)
  }

  /// Adds an item that the person added, or merges it with an equal item that the other version
  /// added.
  private mutating func add(_ item: Difference.Item) {
    guard let twin = twin(of: item) else {
      create(item)
      return
    }
    serials[item] = twin
    for child in mine.template.sections[item.section].children {
      let inner = mine.outline.items(of: ItemList(section: child, parent: item.serial))
      for serial in inner { add(Difference.Item(section: child, serial: serial)) }
    }
  }

  /// Creates an item of the person's form in the merged form, with all items inside it, at the end
  /// of its list. Later, `order` moves it to its position.
  @discardableResult private mutating func create(_ item: Difference.Item) -> Int? {
    let before = listBefore(of: item)
    guard let list = list(of: before) else { return nil }
    let serial = session.answers.outline.createItem(in: list, isFilled: false)
    let position = session.answers.outline.itemCount(of: list)
    session.insert(serial, at: position, inSection: item.section)
    steps.append(.itemInserted(section: item.section, item: serial, position: position))
    serials[item] = serial
    placed[before, default: []].insert(item.serial)
    for child in mine.template.sections[item.section].children {
      for inner in mine.outline.items(of: ItemList(section: child, parent: item.serial)) {
        create(Difference.Item(section: child, serial: inner))
      }
    }
    return serial
  }

  /// The item of the other version that equals an item added by the person. Items are equal if they
  /// have the same unique answer or, if there is no unique answer, if all their answers are equal.
  private func twin(of item: Difference.Item) -> Int? {
    guard let list = list(of: listBefore(of: item)),
      let items = session.answers.documentItems(of: list)
    else { return nil }
    let section = mine.template.sections[item.section]
    let taken = Set(serials.filter { $0.key.section == item.section }.values)
    let rows = mine.rows(ofItem: item.serial, inSection: item.section)
    return items.first { serial in
      guard !taken.contains(serial),
        comparison.old(of: Difference.Item(section: item.section, serial: serial)) == nil
      else { return false }
      func answers(_ row: FormRow.ID) -> (here: Text?, file: Text?) {
        var other = row
        other.item = serial
        return (mine.exportedAnswer(of: row), session.answers.documentAnswer(of: other))
      }
      for row in rows where section.rows[row.row].isUnique {
        let (here, file) = answers(row)
        if let here, let file { return here.trimmed == file.trimmed }
      }
      return rows.allSatisfy { row in
        let (here, file) = answers(row)
        return here == file
      }
    }
  }

  private mutating func remove(_ item: Difference.Item) {
    guard let serial = comparison.new(of: item) else { return }
    if changedItems.contains(item) {
      return note(.removedHere, ofItem: serial, inSection: item.section)
    }
    guard
      let position = session.answers.outline.position(ofItem: serial, inSection: item.section)
    else { return }
    session.remove(serial, fromSection: item.section)
    steps.append(.itemRemoved(section: item.section, item: serial, position: position))
  }

  /// Moves every item that the person moved or added, so that it follows the same item as in the
  /// person's form.
  private mutating func order(_ list: ItemList) {
    guard let target = self.list(of: list) else { return }
    let section = list.section
    let moved = placed[list] ?? []
    let before = session.answers.outline.items(of: target)
    let present = Set(before)
    let movedSerials = Set(moved.compactMap { serial(of: .init(section: section, serial: $0)) })
    var order = before.filter { !movedSerials.contains($0) }
    var anchor: Int?
    for old in mine.outline.items(of: list) {
      guard let serial = serial(of: .init(section: section, serial: old)), present.contains(serial)
      else { continue }
      if moved.contains(old) {
        let place = anchor.flatMap(order.firstIndex(of:)).map { $0 + 1 } ?? 0
        order.insert(serial, at: place)
      }
      anchor = serial
    }
    for (place, serial) in order.enumerated() {
      guard
        let position = session.answers.outline.position(ofItem: serial, inSection: section),
        position != place
      else { continue }
      session.remove(serial, fromSection: section)
      session.insert(serial, at: place, inSection: section)
      steps.append(.itemMoved(section: section, item: serial, from: position, to: place))
    }
    noteMoves(of: moved, in: target, from: before)
  }

  /// Records conflicts for items that both sides moved to different positions.
  private mutating func noteMoves(of moved: Set<Int>, in list: ItemList, from before: [Int]) {
    for old in moved.sorted() {
      let item = Difference.Item(section: list.section, serial: old)
      guard let place = movedItems[item], let serial = serial(of: item),
        let now = session.answers.outline.position(ofItem: serial, inSection: list.section)
      else { continue }
      let next = session.answers.outline.item(at: now - 1, of: list)
      let nextBefore = before.firstIndex(of: serial).flatMap { $0 > 0 ? before[$0 - 1] : nil }
      if next != nextBefore { note(.moved(to: place), ofItem: serial, inSection: list.section) }
    }
  }

  private mutating func note(
    _ subject: Conflict.Subject, ofItem serial: Int, inSection section: Int
  ) {
    guard let row = session.answers.firstRow(ofItem: serial, inSection: section) else { return }
    if session.answers.changes.conflicts[row] == nil {
      session.answers.changes.conflicts[row] = Conflict(subject: subject, isSecret: false)
    }
  }

  // MARK: - Rows

  /// The rows whose answers differ from the document, and the entry lines with a text.
  private var touchedRows: [FormRow.ID] {
    mine.texts.rows.union(mine.changes.confirmedRows).union(mine.presets.rows)
      .filter { row in
        let isEntry = row.isAddLine(in: mine.template.sections)
        return (isEntry || mine.outline.isListed(row)) && !mine.isCalculated(row)
          && (isEntry ? !mine.text(of: row).isEmpty : mine.isChanged(row))
      }
      .sorted {
        ($0.section, $0.item, $0.row, $0.number) < ($1.section, $1.item, $1.row, $1.number)
      }
  }

  /// Copies the person's answer to a row into the merged form.
  private mutating func put(_ row: FormRow.ID) {
    guard let target = self.row(of: row) else { return }
    let text = mine.text(of: row)
    guard session.answers.text(of: target) != text else {
      if mine.changes.confirmedRows.contains(row) { session.confirm(target) }
      return
    }
    if isChangedInFile(row, target) {
      session.answers.changes.conflicts[target] = Conflict(
        subject: .answers(here: text, file: session.answers.text(of: target)),
        isSecret: mine.isSecret(row))
    }
    guard let change = session.put(text, in: target, picks: mine.picks(of: row)) else { return }
    if !mine.isSecret(row) { steps.append(change) }
    if mine.changes.confirmedRows.contains(row) { session.confirm(target) }
  }

  /// The row or add line in the merged form that corresponds to a row of the person's form; nil if
  /// the merged form lacks the item around it.
  private func row(of row: FormRow.ID) -> FormRow.ID? {
    if row.isAddLine(in: mine.template.sections) {
      return list(of: row.listOfAddLine).map(session.answers.addLine(of:))
    }
    guard let item = Difference.Item(around: row) else { return row }
    guard let serial = serial(of: item) else { return nil }
    var target = row
    target.item = serial
    return target
  }

  /// Whether the other version changed the answer of a row.
  private func isChangedInFile(_ row: FormRow.ID, _ target: FormRow.ID) -> Bool {
    if changedRows.contains(row) { return true }
    // In an item that both sides added, every answer of the other version counts as changed.
    guard let item = Difference.Item(around: row), !mine.documentHas(item) else { return false }
    return session.answers.documentAnswer(of: target) != nil
  }

  private mutating func finish() {
    session.log.history.close()
    session.log.record(steps)
    session.answers.settleAllConditions()
    session.answers.recountFilled()
    session.showChangedRows()
    for row in session.answers.changes.conflicts.keys {
      session.sweep.problems[row] = session.answers.problem(of: row)
    }
    let target = focus.flatMap(row(of:))
    if let target, let index = session.answers.outline.index(of: target) {
      _ = session.jump(toIndex: index)
    }
    _ = session.apply(.resized(height: session.viewportFullHeight, showsHeaders: true))
    step = .done
  }
}
