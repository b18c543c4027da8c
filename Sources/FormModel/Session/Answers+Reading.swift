// The text, answer, problem and names of each row. Nothing here changes them.

public import FormText
public import LosslessJSON

extension Answers {
  /// The number of rows shown; all of them take an answer.
  public var rowCount: Int { outline.rowCount }

  /// The number of places for the focus: rows, and lines where items are made.
  public var indexCount: Int { outline.indexCount }

  /// The number of rows shown that hold an answer.
  public var filledCount: Int { filled.total }

  /// The number of lines of the form with all its titles and headers.
  public var lineCountWithHeaders: Int { outline.lineCount(withHeaders: true) }

  /// The text of a row now: live over captured over loaded over default (law 3).
  public func text(of id: FormRow.ID) -> Text {
    texts.content(of: id)?.text ?? baseText(of: id)
  }

  /// The answer of a row, nil when it has none or is hidden: its text, trimmed where it was changed
  /// (law 13).
  public func answer(of id: FormRow.ID) -> Text? {
    if !template.conditions.isEmpty, !outline.isShown(id) { return nil }
    return heldAnswer(of: id)
  }

  /// The answer of a row, hidden or not.
  private func heldAnswer(of id: FormRow.ID) -> Text? {
    guard let text = texts.content(of: id)?.text else {
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
    if let value = loaded?.value(of: id).flatMap(RowValue.init), !isChanged(id),
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

  /// Whether a text is an answer in a row whose text was `base` before typing.
  func isAnswer(_ text: Text, in id: FormRow.ID, base: Text) -> Bool {
    text == base || isSecret(id) ? !text.isEmpty : !text.isBlank
  }

  /// The text of a row before typing: loaded over default.
  func baseText(of id: FormRow.ID) -> Text {
    guard let value = loaded?.value(of: id) else { return defaultText(of: id) }
    return template[id].text(loading: value)
  }

  /// The default of a row, empty without one.
  func defaultText(of id: FormRow.ID) -> Text {
    guard let text = template[id].defaultText else { return .empty }
    return Text(text.text(number: id.number))
  }

  /// Whether the row's answer changed since the form was opened.
  public func isChanged(_ id: FormRow.ID) -> Bool {
    changes.confirmedRows.contains(id) || text(of: id) != baseText(of: id)
  }

  /// The rows whose answer changed since the form was opened. O(rows ever changed).
  package var changedRows: [FormRow.ID] {
    texts.rows.union(changes.confirmedRows).filter {
      !$0.isEntry(in: template.sections) && outline.isShown($0) && isChanged($0)
    }
  }

  /// Whether a row can refuse an answer.
  func canRefuse(_ id: FormRow.ID) -> Bool {
    !rowType(of: id).isPlainText || !template[id].rules.isEmpty
  }

  /// The type of a row.
  package func rowType(of id: FormRow.ID) -> RowType {
    template[id].type
  }

  /// The value of `{n}` in labels and help: the row's number, or its item's present position.
  package func number(of id: FormRow.ID) -> Int {
    id.number > 0 ? id.number : (outline.itemPosition(of: id) ?? 0) + 1
  }

  /// The problem of a row now; none of a hidden row, or of an empty item.
  func problem(of id: FormRow.ID) -> Problem? {
    if let problem = documentProblem(of: id) { return problem }
    if id.isEntry(in: template.sections) { return nil }
    guard let problem = ownProblem(of: id) else { return nil }
    if id.item > 0, isEmpty(item: id.item, ofSection: id.section) { return nil }
    return problem
  }

  /// The problem of a row, also of one in an empty item.
  func ownProblem(of id: FormRow.ID) -> Problem? {
    var effort = 0
    return ownProblem(of: id, effort: &effort)
  }

  /// The same; adds the cost of the row's rules to `effort`.
  func ownProblem(of id: FormRow.ID, effort: inout Int) -> Problem? {
    // This runs for each of a million rows: rows without rules are not even copied.
    guard template[id].isRequired || canRefuse(id) else { return nil }
    if let value = loaded?.value(of: id), !isChanged(id) {
      guard outline.isShown(id) else { return nil }
      return template[id].problem(
        loading: value, empty: template.emptyAnswers, effort: &effort)
    }
    if isMissing(id) {
      guard outline.isShown(id) else { return nil }
      return RequiredRule.problem(of: template[id], lacking: defaultText(of: id))
    }
    let answer = answer(of: id)
    if answer == nil ? !template[id].isRequired : !canRefuse(id) { return nil }
    if answer == nil, !outline.isShown(id) { return nil }
    return template[id].problem(with: answer, effort: &effort)
  }

  // MARK: - Names

  /// The label of a row, after its item's in a repeat: `Job 2 Summary`.
  public func fullLabel(of id: FormRow.ID) -> String {
    let label = label(of: id)
    guard let item = itemLabel(of: id), item != label else { return label }
    return "\(item) \(label)"
  }

  /// The label of a row; for an entry line the text for adding its next item.
  package func label(of id: FormRow.ID) -> String {
    if id.isEntry(in: template.sections) { return addLabel(ofSection: id.section) }
    return template[id].label.text(number: number(of: id))
  }

  /// The subject of a row's problem: the row, or all items of a section.
  public func problemLabel(of id: FormRow.ID) -> String {
    guard id.isEntry(in: template.sections) else { return fullLabel(of: id) }
    let section = template.sections[id.section]
    return section.title ?? section.id
  }

  /// The text for adding an item: `+ Job 3`.
  public func addLabel(ofSection section: Int) -> String {
    let next = outline.itemCount(ofSection: section) + 1
    return "+ " + (template.sections[section].repetition?.label.text(number: next) ?? "")
  }

  /// The name of a row in messages to scripts: its id, after the item's position in a repeat.
  public func name(of id: FormRow.ID) -> String {
    let name = template[id].id.text(number: id.number)
    let section = template.sections[id.section]
    if id.isEntry(in: template.sections) { return section.id }
    guard section.repetition != nil, let position = outline.itemPosition(of: id) else {
      return name
    }
    return "\(section.id)[\(position)].\(name)"
  }

  /// The label of a row's item, nil outside of repeats.
  public func itemLabel(of id: FormRow.ID) -> String? {
    guard let repetition = template.sections[id.section].repetition, id.item > 0,
      let position = outline.itemPosition(of: id)
    else { return nil }
    return repetition.label.text(number: position + 1)
  }

  /// The row with this identity, nil when it is not in the form.
  func row(_ id: FormRow.ID, problem: Problem?) -> FormRow? {
    guard let index = outline.index(of: id) else { return nil }
    let template = self.template[id]
    let number = number(of: id)
    let text = text(of: id)
    return FormRow(
      id: id, index: index, number: outline.number(at: index), label: label(of: id),
      help: template.help?.text(number: number) ?? "",
      placeholder: template.placeholder?.text(number: number) ?? "",
      isRequired: template.isRequired && !id.isEntry(in: self.template.sections),
      type: template.type, text: text,
      isFilled: isAnswer(text, in: id, base: baseText(of: id)),
      problem: problem)
  }

  /// The row that a person names by number, id or label; `3`, `classmate3`, `Classmate 3`.
  ///
  /// Ids and labels of a repeat mean the item with focus, else the first. O(row templates).
  func row(named name: String, near focus: FormRow.ID?) -> FormRow.ID? {
    if let number = Int(name) {
      return (1...max(rowCount, 1)).contains(number)
        ? outline.id(at: outline.index(ofNumber: FormRow.Number(number))) : nil
    }
    let folded = name.lowercased()
    return findTemplateRow(near: focus) { row in
      if row.id.hasNumber { return row.id.number(making: name, in: row.numbers) }
      return row.id.source.hasSameScalars(as: name) ? 0 : nil
    }
      ?? findTemplateRow(near: focus) { row in
        let label = NumberedText(row.label.source.lowercased())
        if row.count != nil, label.hasNumber {
          return label.number(making: folded, in: row.numbers)
        }
        return label.source.hasSameScalars(as: folded) ? row.numbers.lowerBound : nil
      }
  }

  /// The first row whose template gives a number, 0 for one without.
  private func findTemplateRow(
    near focus: FormRow.ID?, _ number: (RowTemplate) -> Int?
  ) -> FormRow.ID? {
    for (sectionIndex, section) in template.sections.enumerated() {
      for (rowIndex, row) in section.rows.enumerated() {
        guard let number = number(row) else { continue }
        let near = focus?.section == sectionIndex ? focus?.item : nil
        let item =
          section.repetition == nil ? 0 : near ?? outline.item(at: 0, ofSection: sectionIndex) ?? 0
        let id = FormRow.ID(section: sectionIndex, item: item, row: rowIndex, number: number)
        if outline.index(of: id) != nil { return id }
      }
    }
    return nil
  }

  /// The row whose answer an export puts at `path`; in a repeat as `work[0].name`.
  public func row(atPath path: String) -> FormRow.ID? {
    for (sectionIndex, section) in template.sections.enumerated() {
      var item = 0
      var rest = path
      if section.repetition != nil {
        guard let (position, pathInItem) = section.split(path: path),
          let serial = outline.item(at: position, ofSection: sectionIndex)
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
}

extension Answers {
  /// The path of a row's answer in a JSON document of this form, whether it is there or not.
  public func documentPath(of id: FormRow.ID) -> DocumentPath {
    if id.isEntry(in: template.sections) { return template.itemsPath(ofSection: id.section) }
    return template.path(of: id, item: outline.itemPosition(of: id) ?? 0)
  }

  /// The position of a row's answer in the document the form was opened with, nil if it has none.
  public func documentPosition(of id: FormRow.ID) -> TextPosition? {
    loaded?.value(of: id)?.position
  }
}
