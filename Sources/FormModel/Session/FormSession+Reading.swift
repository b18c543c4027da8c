// The focus, the view and the progress. Nothing here changes them.

public import FormText

extension FormSession {
  /// Whether anything was changed that leaving without saving would lose.
  public var hasChanges: Bool { log.history.canUndo || log.hasChangedSecret }

  /// The row with focus.
  public var focusedRow: FormRow? { focus.flatMap(row(_:)) }

  /// The cursor of the focus, in scalars from the start of its text. O(n) in the text.
  public var cursor: Int {
    guard let place = focusPlace else { return 0 }
    let row = answers.texts.live[place].content
    return row.cursor ?? row.text.scalarCount
  }

  /// The text of the focus.
  public var focusText: Text {
    guard let place = focusPlace else { return .empty }
    return answers.texts.live[place].content.text
  }

  /// The rows in view, as places among all rows; empty when only headers are in view.
  public var rowsInView: ClosedRange<FormRow.Index>? {
    guard let first = answers.texts.live.first, let last = answers.texts.live.last,
      first.index <= last.index
    else {
      return nil
    }
    return first.index...last.index
  }

  /// The numbers of the rows in view; nil when there is none.
  public var numbersInView: ClosedRange<FormRow.Number>? {
    let numbers = answers.texts.live.lazy.compactMap { answers.outline.number(at: $0.index) }
    guard let first = numbers.first, let last = numbers.last, first <= last else { return nil }
    return first...last
  }

  /// How many rows are live; never more than the viewport has lines.
  public var liveRowCount: Int { answers.texts.live.count }

  /// How many lines the viewport has for the form.
  public var viewportHeight: Int { place.viewport.height }

  /// How many lines the form has, with titles and headers where they are shown.
  public var lineCount: Int { viewLineCount }

  /// How many lines the viewport has together with those a panel takes.
  public var viewportFullHeight: Int { place.viewport.fullHeight }

  /// How many lines a panel takes.
  public var panelHeight: Int { place.viewport.panelHeight }

  /// The rows known to have a problem, in the order of the form; a section with too few items by
  /// the row where to mend that. O(problems × log problems).
  public var problemsInOrder: [(row: FormRow.ID, problem: Problem)] {
    problems.map { (row: $0, problem: $1, index: answers.indexToMend($0) ?? FormRow.Index(.max)) }
      .sorted { ($0.index, $0.row.item) < ($1.index, $1.row.item) }
      .map { ($0.row, $0.problem) }
  }

  /// The row at a place, counted from 0.
  public func row(at index: FormRow.Index) -> FormRow? {
    answers.outline.id(at: index).flatMap(row(_:))
  }

  /// The row with this identity, nil when it is not in the form.
  public func row(_ id: FormRow.ID) -> FormRow? {
    guard let index = answers.outline.index(of: id) else { return nil }
    let template = self.template[id]
    let number = answers.number(of: id)
    let text = answers.text(of: id)
    return FormRow(
      id: id, index: index, number: answers.outline.number(at: index), label: answers.label(of: id),
      help: template.help?.text(number: number) ?? "",
      placeholder: template.placeholder?.text(number: number) ?? "",
      isRequired: template.isRequired && !id.isEntry(in: self.template.sections),
      type: template.type, text: text,
      isFilled: answers.isAnswer(text, in: id, base: answers.baseText(of: id)),
      problem: problems[id])
  }

  /// Whether the focus holds the template's default, unchanged and with the cursor at its end.
  /// Typing or a paste replaces such a default, except in rows of several lines.
  public var focusHoldsDefault: Bool {
    guard let focus, let place = focusPlace, answers.texts.live[place].content.cursor == nil,
      !answers.texts.live[place].content.text.isEmpty,
      !focusHoldsLines, !answers.isReadOnly(focus), answers.loaded?.value(of: focus) == nil
    else { return false }
    return answers.texts.live[place].content.text == answers.defaultText(of: focus)
  }

  /// The row that a person names by number, id or label; `3`, `classmate3`, `Classmate 3`.
  ///
  /// Ids and labels of a repeat mean the item with focus, else the first. O(row templates).
  public func row(named name: String) -> FormRow.ID? {
    if let number = Int(name) {
      return (1...max(answers.rowCount, 1)).contains(number)
        ? answers.outline.id(at: answers.outline.index(ofNumber: FormRow.Number(number))) : nil
    }
    let folded = name.lowercased()
    return findTemplateRow { row in
      if row.id.hasNumber { return row.id.number(making: name, in: row.numbers) }
      return row.id.source.hasSameScalars(as: name) ? 0 : nil
    }
      ?? findTemplateRow { row in
        let label = NumberedText(row.label.source.lowercased())
        if row.count != nil, label.hasNumber {
          return label.number(making: folded, in: row.numbers)
        }
        return label.source.hasSameScalars(as: folded) ? row.numbers.lowerBound : nil
      }
  }

  /// The first row whose template gives a number, 0 for one without.
  private func findTemplateRow(_ number: (RowTemplate) -> Int?) -> FormRow.ID? {
    for (sectionIndex, section) in template.sections.enumerated() {
      for (rowIndex, row) in section.rows.enumerated() {
        guard let number = number(row) else { continue }
        let item = section.repetition == nil ? 0 : itemOfInterest(inSection: sectionIndex)
        let id = FormRow.ID(section: sectionIndex, item: item, row: rowIndex, number: number)
        if answers.outline.index(of: id) != nil { return id }
      }
    }
    return nil
  }

  private func itemOfInterest(inSection section: Int) -> Int {
    if let focus, focus.section == section { return focus.item }
    return answers.outline.item(at: 0, ofSection: section) ?? 0
  }

  /// How far the form is: rows filled, or items ticked, of how many.
  public var progress: (done: Int, total: Int, problems: Int) {
    var (done, total) = (answers.filled.total, answers.rowCount)
    for (index, section) in template.sections.enumerated() {
      guard let tick = section.repetition?.tick, answers.outline.isShown(section: index) else {
        continue
      }
      done += answers.filled.rows[index][tick] - answers.filledLines(ofSection: index)
      total +=
        answers.outline.itemCount(ofSection: index) - answers.outline.rowCount(ofSection: index)
    }
    return (done, total, problems.count)
  }

  /// Whether the row with focus holds several lines. Where items are made by typing Enter makes one.
  public var focusHoldsLines: Bool { focus.map(answers.holdsLines) ?? false }

  /// Whether a line break may be typed into the row with focus.
  public var focusTakesLineBreaks: Bool { focusHoldsLines && !isFocusReadOnly }

  /// Whether the text of the focus can be edited at the terminal: it is not too long, and a line
  /// break or a tab is in it only where the row holds several lines.
  public var isFocusEditable: Bool { focusText.isEditable(holdingLines: focusHoldsLines) }

  /// Whether the row with focus can only be looked at.
  public var isFocusReadOnly: Bool { focus.map(answers.isReadOnly) ?? false }

  /// Returns the text that the row with focus takes from an editor that was given its text.
  public func textForFocus(edited: Text) -> Text {
    focus.map { answers.text(for: $0, edited: edited, lent: focusText) } ?? edited
  }

  /// The line of the focus's text that the cursor is in.
  package var logicalLine: (text: Text, cursor: Int, isFirst: Bool, isLast: Bool) {
    let scalars = Array(focusText.string.unicodeScalars)
    let cursor = min(cursor, scalars.count)
    let start = scalars[..<cursor].lastIndex(of: "\n").map { $0 + 1 } ?? 0
    let end = scalars[cursor...].firstIndex(of: "\n") ?? scalars.count
    var line = String.UnicodeScalarView()
    line.append(contentsOf: scalars[start..<end])
    return (Text(String(line)), cursor - start, start == 0, end == scalars.count)
  }

  /// Whether the row with focus is secret.
  public var isFocusSecret: Bool {
    guard let focus else { return false }
    return answers.isSecret(focus)
  }
}

extension Text {
  /// Whether the line editor can hold it: not too long, and no control character but, in a row of
  /// several lines, line feeds and tabs.
  func isEditable(holdingLines: Bool) -> Bool {
    guard holdingLines else { return isEditable }
    return !isTooLongToEdit
      && string.unicodeScalars.allSatisfy { !$0.isControl || $0 == "\n" || $0 == "\t" }
  }
}
