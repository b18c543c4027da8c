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
  /// How many of the steps are done; below 0 where more was undone than the steps that are left.
  public var position: Int
  /// The row that had focus.
  public var focus: String?
  /// What was looked for last.
  public var find: [UInt8]?
  /// The lines that a paste left over, separated by line feeds.
  public var pasteRest: [UInt8]?

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
  /// The name of a row that outlives the process and changes of the template, as `KeptForm` has it.
  public func lastingName(of row: Row.ID) -> String { template.name(of: row) }

  /// The row with a lasting name, if it is shown and may be changed.
  public func changeableRow(lastingName name: String) -> Row.ID? {
    guard let row = template.row(named: name), outline.isShown(row), !isReadOnly(row) else {
      return nil
    }
    return row
  }

  /// Puts a kept form over this new one. O(rows kept + steps).
  ///
  /// - Parameters:
  ///   - kept: the form as it was kept, also one of another version of the template.
  ///   - tick: called now and then, for whoever wants to say that it takes a while.
  /// - Returns: the texts whose rows the template has no more, by name.
  public mutating func restore(
    _ kept: KeptForm, tick: () -> Void = {}
  ) -> [(name: String, text: Text)] {
    captureAll()
    outline = Outline(of: template, itemCounts: loaded?.itemCounts ?? [:])
    conditions = ConditionState(asLoaded: conditions.asLoaded)
    repeatPresetItems()
    restoreItems(kept.structure)
    revision += 1
    orphans = [:]
    for (count, (name, held)) in kept.rows.enumerated() {
      if count % 1_024 == 0 { tick() }
      guard let row = template.row(named: name), isKnown(row) else {
        if !held.text.isEmpty { orphans[name] = held }
        continue
      }
      let entry = FormBuffer.Entry(
        text: held.text,
        cursor: held.cursor.flatMap { (0..<held.text.scalarCount).contains($0) ? $0 : nil },
        picks: remaining(held.picks, in: held.text, of: row))
      let base = baseText(of: row)
      buffer.capture(entry, for: row, base: base)
      // A draft stores a row with its first text for its cursor, or without one as a confirmation.
      if held.text == base, held.cursor == nil, takesConfirmation(row) {
        confirmedRows.insert(row)
      }
    }
    countBaseAnswers()
    countCapturedAnswers()
    recountFilled()
    settleAllConditions()
    restoreHistory(kept, isWhole: orphans.isEmpty)
    problems = [:]
    markMisfits()
    focus =
      kept.focus.flatMap(template.row(named:)).flatMap { outline.index(of: $0) == nil ? nil : $0 }
      ?? outline.id(at: 0)
    if let find = kept.find.flatMap({ Find(decoding: $0, for: template) }) { lastFind = find }
    revealFocus()
    settle()
    if let rest = kept.pasteRest {
      pasteRest = Text(String(decoding: rest, as: UTF8.self)).lines
    }
    journal = Journal()
    // What is kept of the history is not what this session has of it.
    if history.count != kept.steps.count { journal.firstStep = 0 }
    return orphans.sorted { $0.key < $1.key }.map { ($0.key, $0.value.text) }
  }

  /// Gives a row a text before the person does anything; it is no step of the history, and whoever
  /// goes on with the form later presets it again.
  public mutating func preset(_ row: Row.ID, to text: Text) {
    guard isListed(row) else { return }
    let before = (journal, hasChangedSecret)
    setText(of: row, to: text, cursor: text.scalarCount)
    confirm(row)
    (journal, hasChangedSecret) = before
    presetRows.insert(row)
    settleConditions()
  }

  private mutating func restoreItems(_ structure: [String: [UInt8]]) {
    for (id, bytes) in structure {
      guard let section = template.sectionIndex(id: id),
        template.sections[section].repetition != nil,
        outline.restoreItems(bytes, ofSection: section)
      else { continue }
      sectionsWithChangedItems.insert(section)
    }
  }

  /// A history of which a step cannot be read any more, or is about an item that there never was,
  /// begins behind that step; what could be redone is dropped then.
  private mutating func restoreHistory(_ kept: KeptForm, isWhole: Bool) {
    // More was undone than was kept: what is left does not follow the texts.
    if kept.position < 0 {
      history = History()
      return
    }
    let steps = kept.steps.map { bytes in
      History.Step(decoding: bytes, for: template).flatMap {
        $0.changes.allSatisfy(isKnown) ? $0 : nil
      }
    }
    let position = min(kept.position, steps.count)
    let done = steps[..<position]
    let readable = done.reversed().prefix { $0 != nil }.reversed().compactMap { $0 }
    let undone = steps[position...].prefix { $0 != nil }.compactMap { $0 }
    history = History(done: Array(readable), undone: isWhole ? undone : [])
  }

  /// Whether a row is, or was, one of the form: items that were removed keep their rows.
  private func isKnown(_ row: Row.ID) -> Bool {
    row.item == 0 || Int(row.item) <= outline.lastItem(ofSection: Int(row.section))
  }

  /// Whether a change is of a text, or of an item that is, or was, one of the form.
  private func isKnown(_ change: Change) -> Bool {
    switch change {
    case .text: true
    case .itemInserted(let section, let item, _), .itemRemoved(let section, let item, _),
      .itemMoved(let section, let item, _, _):
      item >= 1 && item <= outline.lastItem(ofSection: section)
    }
  }
}
