// What others read of a form: rows, answers, counts. Nothing here changes it.

public import FormText
public import LosslessJSON

extension FormSession {
  /// How many rows are shown; all of them take an answer.
  public var rowCount: Int { answers.outline.rowCount }

  /// How many places there are where the focus can be: rows, and lines where items are made.
  public var indexCount: Int { answers.outline.indexCount }

  /// Whether anything was changed that leaving without saving would lose.
  public var hasChanges: Bool { log.history.canUndo || log.hasChangedSecret }

  /// The row with focus.
  public var focusedRow: FormRow? { focus.flatMap(row(_:)) }

  /// The cursor of the focus, in scalars from the start of its text. O(n) in the text.
  public var cursor: Int {
    guard let place = focusPlace else { return 0 }
    let row = answers.texts.live[place]
    return row.cursor ?? row.text.scalarCount
  }

  /// The text of the focus.
  public var focusText: Text {
    guard let place = focusPlace else { return .empty }
    return answers.texts.live[place].text
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

  /// How many lines the form has with all its titles and headers.
  public var lineCountWithHeaders: Int { answers.outline.lineCount(withHeaders: true) }

  /// How many lines the viewport has together with those a panel takes.
  public var viewportFullHeight: Int { place.viewport.fullHeight }

  /// How many lines a panel takes.
  public var panelHeight: Int { place.viewport.panelHeight }

  /// The rows known to have a problem, in the order of the form; a section with too few items by
  /// the row where to mend that. O(problems × log problems).
  public var problemsInOrder: [(row: FormRow.ID, problem: Problem)] {
    problems.map { (row: $0, problem: $1, index: indexToMend($0) ?? FormRow.Index(.max)) }
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
    let number = number(of: id)
    let text = text(of: id)
    return FormRow(
      id: id, index: index, number: answers.outline.number(at: index), label: label(of: id),
      help: template.help?.text(number: number) ?? "",
      placeholder: template.placeholder?.text(number: number) ?? "",
      isRequired: template.isRequired && !id.isEntry(in: self.template.sections),
      type: template.type, text: text,
      isFilled: isAnswer(text, in: id, base: baseText(of: id)), problem: problems[id])
  }

  /// What a row holds now: the live row over the buffer over the template's default (law 3).
  public func text(of id: FormRow.ID) -> Text {
    heldText(of: id) ?? baseText(of: id)
  }

  /// The text of a live row, or that was captured of one.
  private func heldText(of id: FormRow.ID) -> Text? {
    answers.texts.live.first { $0.id == id }?.text ?? answers.texts.buffer.restored(id)?.text
  }

  /// The answer of a row, nil when it has none or is hidden: its text, trimmed where it was changed
  /// (law 13).
  public func answer(of id: FormRow.ID) -> Text? {
    if !template.conditions.isEmpty, !answers.outline.isShown(id) { return nil }
    return heldAnswer(of: id)
  }

  /// The answer of a row, hidden or not.
  private func heldAnswer(of id: FormRow.ID) -> Text? {
    guard let text = heldText(of: id) else {
      // Loaded or default, and so as it is.
      let text = baseText(of: id)
      return text.isEmpty ? nil : text
    }
    let base = baseText(of: id)
    guard isAnswer(text, in: id, base: base) else { return nil }
    return text == base || rowType(of: id).keepsWhiteSpace ? text : text.trimmed
  }

  /// The value that an export writes for a row: the loaded value if the row is unchanged, else the
  /// value of its type, or a string if the type refuses the text.
  package func value(of id: FormRow.ID) -> RowValue? {
    guard let answer = exportedAnswer(of: id) else { return nil }
    if let value = answers.loaded?.value(of: id).flatMap(RowValue.init), !isChanged(id),
      picks(of: id).isEmpty
    {
      return value
    }
    return value(of: answer, in: id)
  }

  /// The same of a row that may be hidden.
  func heldValue(of id: FormRow.ID) -> RowValue? {
    heldAnswer(of: id).map { value(of: $0, in: id) }
  }

  private func value(of answer: Text, in id: FormRow.ID) -> RowValue {
    guard !rowType(of: id).isPlainText else { return .string(answer) }
    return pickedValue(of: answer, in: id) ?? (try? template[id].value(of: answer))
      ?? .string(answer)
  }

  /// Whether a text is an answer in a row that held `base` before anybody typed.
  func isAnswer(_ text: Text, in id: FormRow.ID, base: Text) -> Bool {
    text == base || isSecret(id) ? !text.isEmpty : !text.isBlank
  }

  /// What the row holds before anybody has typed: what was loaded over the default.
  func baseText(of id: FormRow.ID) -> Text {
    guard let value = answers.loaded?.value(of: id) else { return defaultText(of: id) }
    return template[id].text(loading: value)
  }

  /// What the template says the row holds.
  func defaultText(of id: FormRow.ID) -> Text {
    guard let text = template[id].defaultText else { return .empty }
    return Text(text.text(number: id.number))
  }

  /// Whether the focus holds the template's default, unchanged and with the cursor at its end.
  /// Typing or a paste replaces such a default, except in rows of several lines.
  public var focusHoldsDefault: Bool {
    guard let focus, let place = focusPlace, answers.texts.live[place].cursor == nil,
      !answers.texts.live[place].text.isEmpty,
      !focusHoldsLines, !isReadOnly(focus), answers.loaded?.value(of: focus) == nil
    else { return false }
    return answers.texts.live[place].text == defaultText(of: focus)
  }

  /// Whether the row's answer changed since the form was opened.
  public func isChanged(_ id: FormRow.ID) -> Bool {
    answers.changes.confirmedRows.contains(id) || text(of: id) != baseText(of: id)
  }

  /// The rows whose answer changed since the form was opened. O(rows ever changed).
  package var changedRows: [FormRow.ID] {
    let held = Set(answers.texts.live.map(\.id)).union(answers.texts.buffer.rows).union(
      answers.changes.confirmedRows)
    return held.filter {
      !$0.isEntry(in: template.sections) && answers.outline.isShown($0) && isChanged($0)
    }
  }

  /// Whether saving needs an answer of a row.
  private func isRequired(_ id: FormRow.ID) -> Bool {
    template[id].isRequired
  }

  /// Whether there are answers that a row refuses.
  func canRefuse(_ id: FormRow.ID) -> Bool {
    !rowType(of: id).isPlainText
      || !template[id].rules.isEmpty
  }

  /// What kind of answer a row takes.
  package func rowType(of id: FormRow.ID) -> RowType {
    template[id].type
  }

  /// What `{n}` is in labels and help: the row's number, or its item's present position.
  package func number(of id: FormRow.ID) -> Int {
    id.number > 0 ? id.number : (answers.outline.itemPosition(of: id) ?? 0) + 1
  }

  /// What is wrong with a row now; nothing is with one that is hidden, or of an empty item.
  func problem(of id: FormRow.ID) -> Problem? {
    if let problem = documentProblem(of: id) { return problem }
    if id.isEntry(in: template.sections) { return nil }
    guard let problem = ownProblem(of: id) else { return nil }
    if id.item > 0, isEmpty(item: id.item, ofSection: id.section) { return nil }
    return problem
  }

  /// What is wrong with a row, whatever its item holds.
  func ownProblem(of id: FormRow.ID) -> Problem? {
    var effort = 0
    return ownProblem(of: id, effort: &effort)
  }

  /// The same; adds the cost of the row's rules to `effort`.
  func ownProblem(of id: FormRow.ID, effort: inout Int) -> Problem? {
    // A row is looked at a million times in a form: what has no rules is not even copied.
    guard isRequired(id) || canRefuse(id) else { return nil }
    if let value = answers.loaded?.value(of: id), !isChanged(id) {
      guard answers.outline.isShown(id) else { return nil }
      return template[id].problem(
        loading: value, empty: template.emptyAnswers, effort: &effort)
    }
    if isMissing(id) {
      guard answers.outline.isShown(id) else { return nil }
      return RequiredRule.problem(of: template[id], lacking: defaultText(of: id))
    }
    let answer = answer(of: id)
    if answer == nil ? !isRequired(id) : !canRefuse(id) { return nil }
    if answer == nil, !answers.outline.isShown(id) { return nil }
    return template[id].problem(with: answer, effort: &effort)
  }

  // MARK: - Names

  /// The label of a row, behind its item's in a repeat: `Job 2 Summary`.
  public func fullLabel(of id: FormRow.ID) -> String {
    let label = label(of: id)
    guard let item = itemLabel(of: id), item != label else { return label }
    return "\(item) \(label)"
  }

  /// The label of a row; of the line where items are made what the next one is called.
  package func label(of id: FormRow.ID) -> String {
    if id.isEntry(in: template.sections) { return addLabel(ofSection: id.section) }
    return template[id].label.text(number: number(of: id))
  }

  /// What the problem of a row is about: the row, or all items of a section.
  public func problemLabel(of id: FormRow.ID) -> String {
    guard id.isEntry(in: template.sections) else { return fullLabel(of: id) }
    let section = template.sections[id.section]
    return section.title ?? section.id
  }

  /// What stands on the line where an item is added: `+ Job 3`.
  public func addLabel(ofSection section: Int) -> String {
    let next = answers.outline.itemCount(ofSection: section) + 1
    return "+ " + (template.sections[section].repetition?.label.text(number: next) ?? "")
  }

  /// The name of a row in messages to scripts: its id, behind the item's position in a repeat.
  public func name(of id: FormRow.ID) -> String {
    let name = template[id].id.text(number: id.number)
    let section = template.sections[id.section]
    if id.isEntry(in: template.sections) { return section.id }
    guard section.repetition != nil, let position = answers.outline.itemPosition(of: id) else {
      return name
    }
    return "\(section.id)[\(position)].\(name)"
  }

  /// The header of a row's item, nil where nothing repeats.
  public func itemLabel(of id: FormRow.ID) -> String? {
    guard let repetition = template.sections[id.section].repetition, id.item > 0,
      let position = answers.outline.itemPosition(of: id)
    else { return nil }
    return repetition.label.text(number: position + 1)
  }

  /// The row that a person names by number, id or label; `3`, `classmate3`, `Classmate 3`.
  ///
  /// Ids and labels of a repeat mean the item with focus, else the first. O(row templates).
  public func row(named name: String) -> FormRow.ID? {
    if let number = Int(name) {
      return (1...max(rowCount, 1)).contains(number)
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

  /// The row whose answer an export puts at `path`; in a repeat as `work[0].name`.
  public func row(atPath path: String) -> FormRow.ID? {
    for (sectionIndex, section) in template.sections.enumerated() {
      var item = 0
      var rest = path
      if section.repetition != nil {
        guard let (position, pathInItem) = section.split(path: path),
          let serial = answers.outline.item(at: position, ofSection: sectionIndex)
        else { continue }
        (item, rest) = (serial, pathInItem)
      }
      for (rowIndex, row) in section.rows.enumerated() {
        guard let number = row.number(atPath: rest) else { continue }
        return FormRow.ID(section: sectionIndex, item: item, row: rowIndex, number: number)
      }
    }
    return nil
  }

  /// The end of a sentence about an unknown key or id: the nearest one there is; empty if none is near.
  ///
  /// The numbers in `key` are taken for right as far as such rows and items may exist.
  /// O(rows of the template), of which it compares the first 2,000.
  public func hint(forKey key: String) -> String {
    let numbers = key.split { !$0.isASCII || !$0.isNumber }.compactMap { Int($0) }
    let keys = template.sections.enumerated().lazy.flatMap { section, contents in
      contents.rows.enumerated().lazy.filter { $0.element.type.takesAnswer }.flatMap {
        row, contents in
        let range = contents.numbers
        let number = min(max(numbers.last ?? 0, range.lowerBound), range.upperBound)
        let id = FormRow.ID(section: section, item: 0, row: row, number: number)
        let item = template.sections[section].repetition == nil ? 0 : numbers.first ?? 0
        return [template.path(of: id, item: item).columnName, contents.id.text(number: number)]
      }
    }
    return NearestName.hint(for: key, among: Array(keys.prefix(4_000)))
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
}

extension FormSession {
  /// Where a row's answer stands, or would stand, in a JSON document of this form.
  public func documentPath(of id: FormRow.ID) -> DocumentPath {
    let section = template.sections[id.section]
    var path = DocumentPath.root
    if let repetition = section.repetition {
      path = repetition.path.names.reduce(path) { $0.appending($1.source) }
      if id.isEntry(in: template.sections) { return path }
      path = path.appending(answers.outline.itemPosition(of: id) ?? 0)
    }
    let row = template[id]
    path = row.path.names.reduce(path) { $0.appending($1.text(number: id.number)) }
    guard row.path.appends else { return path }
    return path.appending(template.plan.position(inListOf: id))
  }

  /// Where a row's answer stands in the document the form was opened with, nil when it does not.
  public func documentPosition(of id: FormRow.ID) -> TextPosition? {
    answers.loaded?.value(of: id)?.position
  }
}
