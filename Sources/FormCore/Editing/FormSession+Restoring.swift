// Going on with a form that was kept: rows are found by their lasting names, so a template that was
// changed meanwhile shifts no text. What has no row any more is given back, never dropped.

/// A form as it was kept.
public struct KeptForm: Sendable {
  /// Rows by name.
  public var rows: [String: JournalEntry.HeldRow]
  /// The order of the items of sections, by section id.
  public var structure: [String: [UInt8]]
  /// The history, oldest step first.
  public var steps: [[UInt8]]
  /// How many of the steps are done.
  public var position: Int
  /// The row that had focus.
  public var focus: String?

  public init(
    rows: [String: JournalEntry.HeldRow], structure: [String: [UInt8]], steps: [[UInt8]],
    position: Int, focus: String?
  ) {
    self.rows = rows
    self.structure = structure
    self.steps = steps
    self.position = position
    self.focus = focus
  }
}

extension FormSession {
  /// Puts a kept form in the place of this new one. O(rows kept + steps).
  ///
  /// - Returns: the texts whose rows the template has no more, by name.
  public mutating func restore(_ kept: KeptForm) -> [(name: String, text: Text)] {
    for (id, bytes) in kept.structure {
      guard let section = template.sectionIndex(id: id),
        template.sections[section].repetition != nil,
        outline.restoreItems(bytes, ofSection: section)
      else { continue }
      sectionsWithChangedItems.insert(section)
    }
    filledCount = baseAnswerCount
    live = []
    revision += 1
    var orphans: [(name: String, text: Text)] = []
    for (name, held) in kept.rows {
      guard let row = template.row(named: name), isKnown(row) else {
        if !held.text.isEmpty { orphans.append((name, held.text)) }
        continue
      }
      let base = baseText(of: row)
      buffer.capture(FormBuffer.Entry(text: held.text, cursor: held.cursor), for: row, base: base)
      guard outline.index(of: row) != nil else { continue }
      let wasFilled = FormSession.answer(base, base: base) != nil
      let isFilled = FormSession.answer(held.text, base: base) != nil
      filledCount += (isFilled ? 1 : 0) - (wasFilled ? 1 : 0)
    }
    restoreHistory(kept, isWhole: orphans.isEmpty)
    focus =
      kept.focus.flatMap(template.row(named:)).flatMap { outline.index(of: $0) == nil ? nil : $0 }
      ?? outline.id(at: 0)
    revealFocus()
    settle()
    journal = Journal()
    return orphans.sorted { $0.name < $1.name }
  }

  /// A history of which a step cannot be read any more begins behind that step; what could be
  /// redone is dropped then.
  private mutating func restoreHistory(_ kept: KeptForm, isWhole: Bool) {
    let steps = kept.steps.map { History.Step(decoding: $0, for: template) }
    let position = min(max(kept.position, 0), steps.count)
    let done = steps[..<position]
    let readable = done.reversed().prefix { $0 != nil }.reversed().compactMap { $0 }
    let undone = steps[position...].prefix { $0 != nil }.compactMap { $0 }
    history = History(done: Array(readable), undone: isWhole ? undone : [])
  }

  /// Whether a row is, or was, one of the form: items that were removed keep their rows.
  private func isKnown(_ row: Row.ID) -> Bool {
    row.item == 0 || Int(row.item) <= outline.lastItem(ofSection: Int(row.section))
  }
}
