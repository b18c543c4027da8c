// The changes since the form was opened with a document, in the order of the form.
//
// No change is guessed: the form records which rows were touched (given a text), and each item
// keeps its serial, the number that identifies it. If few rows were touched, these rows are
// compared and the changes sorted; otherwise the search walks through all rows of the form in
// order. In both cases the search runs in slices between key presses (law 15).

/// The changes of a form since it was opened with a document.
public struct SessionChanges: Hashable, Sendable {
  /// The rows that have not been compared yet.
  private enum Rest: Hashable, Sendable {
    /// The touched rows, starting at an index.
    case touched([FormRow.ID], next: Int)
    /// All rows of the form, starting at an index.
    case all(next: Int)
    /// All values of the document, starting at an index. Their rows may now be hidden by other
    /// answers.
    case loaded(next: Int)
    case none
  }

  private var list = DifferenceList()
  private var rest: Rest
  /// The added items found so far.
  private var added = Set<Difference.Item>()

  /// The changes found so far. They are in the order of the form once the search is complete.
  public var differences: [Difference] { list.differences }

  /// The largest number of touched rows that are sorted; with more, the search walks through the
  /// form.
  private static let mostSorted = 10_000
  /// The number of rows in a slice.
  private static let slice = 2_000

  /// Begins a search for changes, without comparing any row yet. O(rows ever touched + runs of
  /// items).
  public init(of answers: Answers) {
    let touched = answers.texts.rows.union(answers.changes.confirmedRows)
    // Calculated rows can change without being touched.
    let comparesAll =
      touched.count > SessionChanges.mostSorted || answers.template.expressions.hasCalculations
    rest = comparesAll ? .all(next: 0) : .touched(Array(touched), next: 0)
    for changed in answers.changes.lists.lists where answers.outline.isInForm(changed) {
      noteItems(of: changed, in: answers)
    }
  }

  /// Whether all changes have been found.
  public var isComplete: Bool { rest == .none }

  /// The progress of the search, in percent.
  public func percent(of answers: Answers) -> Int {
    func percent(_ next: Int, of count: Int) -> Int { count == 0 ? 100 : next * 100 / count }
    return switch rest {
    case .touched(let rows, let next): percent(next, of: rows.count) / 2
    case .all(let next): percent(next, of: answers.indexCount) / 2
    case .loaded(let next): 50 + percent(next, of: answers.loaded?.rows.count ?? 0) / 2
    case .none: 100
    }
  }

  /// Compares the next rows. The answers must not have changed since the search began.
  public mutating func advance(in answers: Answers) {
    switch rest {
    case .touched(let rows, let next):
      let end = min(next + SessionChanges.slice, rows.count)
      for row in rows[next..<end] { note(row, in: answers) }
      rest = end < rows.count ? .touched(rows, next: end) : .loaded(next: 0)
    case .all(let next):
      let end = min(next + SessionChanges.slice, answers.indexCount)
      for index in next..<end {
        if let row = answers.outline.id(at: FormRow.Index(index)) { note(row, in: answers) }
      }
      rest = end < answers.indexCount ? .all(next: end) : .loaded(next: 0)
    case .loaded(let next):
      guard let loaded = answers.loaded, let asLoaded = answers.conditions.asLoaded else {
        rest = .none
        break
      }
      let end = min(next + SessionChanges.slice, loaded.rows.count)
      for row in loaded.rows[next..<end]
      where asLoaded.isShown(row) && answers.outline.isListed(row) && answers.isHidden(row) {
        append(row, in: answers)
      }
      rest = end < loaded.rows.count ? .loaded(next: end) : .none
    case .none: return
    }
    // If the form has no conditions, no row is hidden, so the search ends.
    if case .loaded = rest, answers.conditions.asLoaded == nil { rest = .none }
    if isComplete { list.sort() }
  }

  /// Returns all changes at once, for scripts and tests.
  public static func all(of answers: Answers) -> [Difference] {
    var changes = SessionChanges(of: answers)
    while !changes.isComplete { changes.advance(in: answers) }
    return changes.differences
  }

  // MARK: - Rows

  private mutating func note(_ row: FormRow.ID, in answers: Answers) {
    guard !row.isAddLine(in: answers.template.sections), answers.outline.isListed(row),
      answers.template[row].isExported
    else { return }
    if let item = Difference.Item(around: row), !answers.documentHas(item) {
      return noteAdded(item, in: answers)
    }
    if !answers.isHidden(row), answers.isChanged(row) { append(row, in: answers) }
  }

  private mutating func append(_ row: FormRow.ID, in answers: Answers) {
    let (old, new) = (answers.documentAnswer(of: row), answers.exportedAnswer(of: row))
    if old == new, old == nil || !answers.changes.confirmedRows.contains(row) { return }
    list.append(
      row: .row(old: row, new: row), new: row, positions: answers.positions(around: row))
  }

  // MARK: - Items

  /// Records an item that the document lacks. If items around it are missing too, records the
  /// outermost missing item.
  private mutating func noteAdded(_ item: Difference.Item, in answers: Answers) {
    let chain = answers.chain(of: item)
    guard let item = chain.first(where: { !answers.documentHas($0) }), !added.contains(item),
      answers.outline.isShown(answers.outline.list(ofItem: item.serial, inSection: item.section)),
      !answers.isEmpty(item: item.serial, ofSection: item.section)
    else { return }
    added.insert(item)
    list.append(added: item, positions: answers.positions(of: item))
  }

  /// Finds the items of a list that were removed or moved. O(runs of items).
  private mutating func noteItems(of changed: ItemList, in answers: Answers) {
    guard let items = answers.documentItems(of: changed) else { return }
    let around = answers.positions(around: answers.addLine(of: changed))
    var runs: [ItemRun] = []
    var position = 0
    var kept: [ClosedRange<Int>] = []
    for run in answers.outline.forests[changed.section].runs(in: changed.parent) {
      if run.overlaps(items) {
        let part = run.clamped(to: items)
        kept.append(part)
        runs.append(
          ItemRun(
            old: part.lowerBound - items.lowerBound,
            new: position + part.lowerBound - run.lowerBound,
            count: part.count))
      }
      position += run.count
    }
    for run in runs.moved {
      for offset in 0..<run.count {
        let item = Difference.Item(
          section: changed.section, serial: items.lowerBound + run.old + offset)
        list.append(
          moved: item, to: item, up: run.isUp, positions: around + [run.new + offset])
      }
    }
    var next = items.lowerBound
    let end = items.upperBound + 1
    for range in kept.sorted(by: { $0.lowerBound < $1.lowerBound }) + [end...end] {
      for serial in next..<max(range.lowerBound, next) {
        list.append(
          removed: Difference.Item(section: changed.section, serial: serial),
          positions: around + [serial - items.lowerBound])
      }
      next = range.upperBound + 1
    }
  }
}

extension Answers {
  /// The positions of the items around an item, outermost first, followed by the item's own
  /// position.
  func positions(of item: Difference.Item) -> [Int] {
    positions(around: FormRow.ID(section: item.section, item: item.serial, row: 0, number: 0))
  }
}
