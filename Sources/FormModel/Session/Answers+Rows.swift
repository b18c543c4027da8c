// Facts about single rows: candidates, earlier answers to remember, and the names by which people,
// scripts and drafts refer to a row.
//
// The text of a secret row is only in the answers. The screen shows dots instead. The text is in
// neither the undo history nor the journal of changes for the draft, and stored documents leave it
// out.

public import Candidates
public import FormText
public import LosslessJSON

extension Answers {
  // MARK: - Kinds

  /// Whether the content of a row must not be shown or stored.
  public func isSecret(_ row: FormRow.ID) -> Bool { rowType(of: row).isSecret }

  /// The secret rows without an answer, at most `most` of them. O(row templates + items).
  public func unansweredSecrets(most: Int) -> [FormRow.ID] {
    Array(secretRows.lazy.filter { answer(of: $0) == nil }.prefix(most))
  }

  /// Whether no condition hides a row of the present form.
  package func isShown(_ row: FormRow.ID) -> Bool { outline.isShown(row) }

  /// Whether the command line set a row, perhaps to nothing.
  package func isPreset(_ row: FormRow.ID) -> Bool { presets.rows.contains(row) }

  /// Whether a row is secret and its text was typed.
  package func isTypedSecret(_ row: FormRow.ID) -> Bool {
    isSecret(row) && !text(of: row).isEmpty && isChanged(row)
  }

  /// The first secret row in view, other than the focused one, whose text was typed. O(rows in
  /// view).
  package func typedSecretInView(besides focus: FormRow.ID?) -> FormRow.ID? {
    texts.live.first { $0.id != focus && isTypedSecret($0.id) }?.id
  }

  /// The texts of secret rows. O(row templates + items).
  package var secretTexts: [Text] { secretRows.map(text(of:)).filter { !$0.isEmpty } }

  /// The secret rows. O(row templates + items).
  package var secretRows: [FormRow.ID] {
    var rows: [FormRow.ID] = []
    for (index, section) in template.sections.enumerated() {
      for (place, row) in section.rows.enumerated() where row.type.isSecret {
        for item in section.repetition == nil ? [0] : outline.items(ofSection: index) {
          rows += row.numbers.map {
            FormRow.ID(section: index, item: item, row: place, number: $0)
          }
        }
      }
    }
    return rows
  }

  /// The document that was opened with the form, with each secret replaced by an empty string; nil
  /// if there was no document.
  public var documentWithoutSecrets: [UInt8]? { loaded.map { template.withoutSecrets($0) } }

  /// The row that is drawn as a box before the first row of an item; nil if there is none.
  func tick(ofItemAround row: FormRow.ID) -> FormRow.ID? {
    guard row.item > 0, let tick = template.sections[row.section].repetition?.tick else {
      return nil
    }
    let id = FormRow.ID(section: row.section, item: row.item, row: tick, number: 0)
    return outline.isShown(id) ? id : nil
  }

  /// Whether a row is read-only.
  func isReadOnly(_ row: FormRow.ID) -> Bool { template[row].isReadOnly }

  /// Whether the answer of a row can have several lines.
  func holdsLines(_ row: FormRow.ID) -> Bool {
    rowType(of: row).holdsLines && !row.isAddLine(in: template.sections)
  }

  /// The text that a row accepts from an external editor: scalar for scalar if the row accepts
  /// lines. In other rows, a line break or a tab becomes a space, as when pasting. The final line
  /// break that an editor appends is left out. `lent` is the text that the editor received.
  public func text(for row: FormRow.ID, edited: Text, lent: Text) -> Text {
    edited.taken(fromEditorOf: lent, holdingLines: acceptsLines(row))
  }

  /// Whether a row accepts a text of several lines from an external editor or a script. Besides rows
  /// of several lines, these are rows that already have such a text, and text rows of a form with a
  /// JSON Schema, because a schema does not tell strings of one line from others.
  func acceptsLines(_ row: FormRow.ID) -> Bool {
    holdsLines(row) || text(of: row).hasSeveralLines
      || template.schemas != nil && rowType(of: row) == .text
  }

  /// Whether a row has a choice of the document, unchanged.
  func isLoadedChoice(_ row: FormRow.ID) -> Bool {
    guard loaded != nil, rowType(of: row) == .choice, loaded?.value(of: row) != nil else {
      return false
    }
    let text = text(of: row)
    return text == baseText(of: row) && template[row].choices.choice(for: text) != nil
  }

  // MARK: - Candidates

  /// The files of candidates that have not been provided yet, by the paths in the template.
  public var missingCandidateFiles: [String] {
    var missing: [String] = []
    for section in template.sections {
      for row in section.rows {
        guard let file = row.choices.file, case .pending = row.choices.candidates,
          !missing.contains(where: { $0.hasSameScalars(as: file) })
        else { continue }
        missing.append(file)
      }
    }
    return missing
  }

  /// The file of a row's candidates; nil if the template lists the candidates, or there are none.
  public func candidateFile(of row: FormRow.ID) -> String? { template[row].choices.file }

  /// The candidates of a row; nil if there are none, or if their file has not been provided. O(n
  /// log n) for choices listed in the template, so keep the result between keys.
  public func candidates(of row: FormRow.ID) -> CandidateIndex? { template[row].choices.index }

  /// Whether the answer to a row must be one of its candidates.
  public func isStrict(_ row: FormRow.ID) -> Bool { template[row].isStrict }

  /// The texts that picking a candidate fills into other rows of the same item.
  ///
  /// Only rows in which the person has not typed are filled in: they are empty, or have their
  /// default or the text from the previous pick.
  ///
  /// - Parameters:
  ///   - pick: the text of the row after the pick.
  ///   - row: the row for which the candidate was picked.
  ///   - earlier: the text of the row before the pick.
  ///   - picks: the candidates that were picked for the two texts, if they are known.
  public func fills(
    ofPick pick: Text, in row: FormRow.ID, replacing earlier: Text,
    picks: (before: Pick?, after: Pick?) = (nil, nil)
  ) -> [(row: FormRow.ID, text: Text)] {
    let template = self.template[row]
    guard let choices = template.fills.isEmpty ? nil : template.choices else { return [] }
    func text(_ fill: Fill, of pick: Text, _ picked: Pick?, for target: FormRow.ID) -> Text? {
      guard !pick.isBlank, let text = choices.field(fill.field, of: pick.trimmed, picked: picked)
      else { return nil }
      return rowType(of: target).holdsLines ? Text(text) : Text(text.onOneLine)
    }
    return template.fills.compactMap { fill in
      var target = row
      (target.row, target.number) = (fill.row, 0)
      guard outline.index(of: target) != nil else { return nil }
      let present = self.text(of: target)
      let before = text(fill, of: earlier, picks.before, for: target)
      let isOfPick = before != nil && present == before
      guard present.isBlank || present == defaultText(of: target) || isOfPick else { return nil }
      // If the candidate lacks the field, a text that the previous pick filled in is removed, and
      // any other text stays.
      guard let new = text(fill, of: pick, picks.after, for: target) ?? (isOfPick ? .empty : nil),
        new != present
      else { return nil }
      return (row: target, text: new)
    }
  }

  /// The picks of a row that a candidate of another row filled in. The choice that was filled in
  /// counts as picked.
  func picks(ofFilled fill: (row: FormRow.ID, text: Text)) -> [Pick] {
    let type = rowType(of: fill.row)
    guard type.takesPicks, !type.takesManyPicks, !fill.text.isBlank else { return [] }
    return template[fill.row].choices.pick(ofFilled: fill.text).map { [$0] } ?? []
  }

  /// The largest number of texts to remember for one row template.
  public static let mostRemembered = 300

  /// The name under which earlier answers to a row template are stored.
  func rememberedName(of id: FormRow.ID) -> String {
    "\(template.sections[id.section].id)/\(template[id].id.source)"
  }

  func remembers(_ id: FormRow.ID) -> Bool { template[id].remembers }

  /// The texts to remember after a save, by stored name: texts that the person entered in rows that
  /// remember answers. O(rows ever changed).
  public var answersToRemember: [(name: String, texts: [Text])] {
    var answers: [AnswerPlan.RowReference: (name: String, texts: [Text])] = [:]
    let rows = changedRows.filter { remembers($0) && !isSecret($0) }
      .sorted {
        (outline.index(of: $0) ?? 0) < (outline.index(of: $1) ?? 0)
      }
    for row in rows {
      guard let answer = answer(of: row) else { continue }
      let texts = rowType(of: row).takesManyPicks ? ChoicesRow.entries(of: answer) : [answer]
      answers[AnswerPlan.RowReference(row), default: (rememberedName(of: row), [])].texts +=
        texts.filter { !$0.isTooLongToEdit }
    }
    return answers.values.sorted { $0.name < $1.name }
  }

  // MARK: - Names

  /// The row with an identity; nil if it is not in the form.
  func row(_ id: FormRow.ID, problem: Problem?) -> FormRow? {
    guard let index = outline.index(of: id) else { return nil }
    let template = self.template[id]
    let number = number(of: id)
    let text = text(of: id)
    return FormRow(
      id: id, index: index, number: outline.number(at: index), label: label(of: id),
      help: id.isAddLine(in: self.template.sections)
        ? addLineHelp(of: id.listOfAddLine) : self.help(of: id) ?? "",
      placeholder: id.isAddLine(in: self.template.sections)
        ? addLineHint(of: id.listOfAddLine) : template.placeholder?.text(number: number) ?? "",
      isRequired: template.isRequired && !id.isAddLine(in: self.template.sections),
      type: template.type, text: text, isFilled: isAnswer(text, in: id, base: baseText(of: id)),
      problem: problem)
  }

  /// Finds the row that a person named by its number, id or label. If several rows have the name,
  /// the result is the one in the section of the focus or in an item around it, as in expressions,
  /// or else the first of the form.
  ///
  /// - Parameter isHidden: whether to find a hidden row, by its id or label.
  func row(named name: String, near focus: FormRow.ID?, isHidden: Bool = false) -> FormRow.ID? {
    if !isHidden, let number = Int(name) {
      return (1...max(rowCount, 1)).contains(number)
        ? outline.id(at: outline.index(ofNumber: FormRow.Number(number))) : nil
    }
    let folded = name.lowercased()
    return findTemplateRow(near: focus, isHidden) { row in
      if row.id.hasNumber { return row.id.number(making: name, in: row.numbers) }
      return row.id.source.hasSameScalars(as: name) ? 0 : nil
    }
      ?? findTemplateRow(near: focus, isHidden) { row in
        let label = NumberedText(row.label.source.lowercased())
        if row.count != nil, label.hasNumber {
          return label.number(making: folded, in: row.numbers)
        }
        return label.source.hasSameScalars(as: folded) ? row.numbers.lowerBound : nil
      }
  }

  /// Returns the first shown row, or hidden row if `isHidden`, for whose template `number` returns
  /// a number. The number is that of one of the rows of a template with a `count`, or 0 for any
  /// other template.
  private func findTemplateRow(
    near focus: FormRow.ID?, _ isHidden: Bool, _ number: (RowTemplate) -> Int?
  ) -> FormRow.ID? {
    let around = focus.map { [$0.section] + template.sections[$0.section].chain.reversed() } ?? []
    for sectionIndex in around + template.sections.indices {
      let section = template.sections[sectionIndex]
      for (rowIndex, row) in section.rows.enumerated() {
        guard let number = number(row) else { continue }
        let item = section.repetition == nil ? 0 : item(ofSection: sectionIndex, near: focus)
        let id = FormRow.ID(section: sectionIndex, item: item, row: rowIndex, number: number)
        let isFound =
          isHidden ? isListed(id) && !outline.isShown(id) : outline.index(of: id) != nil
        if isFound { return id }
      }
    }
    return nil
  }

  /// The item that a person means by naming a section without an item. It is the item around the
  /// focus or, outside of the section, the first item of the list that is nearest to the focus.
  private func item(ofSection section: Int, near focus: FormRow.ID?) -> Int {
    let chain = template.sections[section].chain
    let around = focus.map {
      Array(zip(template.sections[$0.section].chain, outline.items(around: $0)))
    }
    var item = 0
    for (depth, section) in chain.enumerated() {
      let list = ItemList(section: section, parent: item)
      let near = around.flatMap { $0.indices.contains(depth) ? $0[depth] : nil }
      if let near, near.0 == section, outline.list(ofItem: near.1, inSection: section) == list {
        item = near.1
      } else {
        item = outline.item(at: 0, of: list) ?? 0
      }
    }
    return item
  }

  /// The end of a message about an unknown key or id. It suggests the most similar key or id of the
  /// form; empty if none is similar.
  ///
  /// Numbers in `key` are assumed to be right, within the limits of the form. O(rows of the
  /// template); only the first 2,000 are compared.
  public func hint(forKey key: String) -> String {
    let numbers = key.split { !$0.isASCII || !$0.isNumber }.compactMap { Int($0) }
    let keys = template.sections.enumerated().lazy.flatMap { section, contents in
      contents.rows.enumerated().lazy.filter {
        $0.element.type.takesAnswer && !$0.element.isItemName
      }.flatMap {
        row, contents in
        let range = contents.numbers
        let number = min(max(numbers.last ?? 0, range.lowerBound), range.upperBound)
        let id = FormRow.ID(section: section, item: 0, row: row, number: number)
        let path = template.path(of: id, items: parts(inKey: key, section, numbers))
        return [path.columnName, contents.id.text(number: number)]
      }
    }
    let known = Array(keys.prefix(4_000))
    // The key of an item that does not exist is right, so no other key is nearer.
    return known.contains(key)
      ? "; its item does not exist yet" : NearestName.hint(for: key, among: known)
  }

  /// The items of a section that a key names, as far as the key can be read.
  private func parts(inKey key: String, _ section: Int, _ numbers: [Int]) -> [DocumentPath.Part] {
    // Items of an object are named after a dot: services.web, not services[web] or services[0].
    var dotted = key
    for (bracket, sign) in [("[", "."), ("]", "")] {
      dotted = dotted.replacingAll(bracket, by: sign)
    }
    for key in [key, dotted] {
      if let reading = KeyPathReading.readings(of: key, in: template, section: section).first,
        !reading.items.contains(where: \.isNumberAsName)
      {
        return reading.items
      }
    }
    let isMap = template.sections[section].chain.contains {
      template.sections[$0].repetition?.isMap == true
    }
    if isMap, let item = outline.items(ofSection: section).first {
      return parts(around: FormRow.ID(section: section, item: item, row: 0, number: 0))
    }
    return numbers.map { .index($0) }
  }

  /// The path of a row's answer in a JSON document, whether or not the document has the answer.
  public func documentPath(of id: FormRow.ID) -> DocumentPath {
    let items = parts(around: id)
    return id.isAddLine(in: template.sections)
      ? template.itemsPath(ofSection: id.section, items: items)
      : template.path(of: id, items: items)
  }

  /// The position of a row's answer in the document that was opened with the form; nil if the
  /// document lacks it.
  public func documentPosition(of id: FormRow.ID) -> TextPosition? {
    loaded?.value(of: id)?.position
  }

  /// A name of a row that stays valid after the process ends and when the template changes, as in
  /// `KeptForm`.
  public func lastingName(of row: FormRow.ID) -> String { template.name(of: row) }

  /// The row with a stored name; nil unless it is shown and may be changed.
  public func changeableRow(lastingName name: String) -> FormRow.ID? {
    guard let row = template.row(named: name), outline.isShown(row), !isReadOnly(row) else {
      return nil
    }
    return row
  }

  /// Whether a row is or was in the form. The rows of removed items count.
  func isKnown(_ row: FormRow.ID) -> Bool {
    let section = template.sections[row.section]
    if row.item > 0 {
      return row.item <= outline.lastItem(ofSection: row.section)
        && (section.parent == nil
          || outline.list(ofItem: row.item, inSection: row.section).parent > 0)
    }
    if let parent = section.parent, -row.item > outline.lastItem(ofSection: parent) {
      return false
    }
    // An add line, on which people create items, has a text only if it is an entry line, which
    // keeps the text until Enter makes an item of it.
    return section.repetition == nil || section.hasEntry
  }

  /// Whether a change concerns a text or item that is or was in the form.
  func isKnown(_ change: Change) -> Bool {
    switch change {
    case .text(let change): isKnown(change.row)
    case .itemInserted(let section, let item, _), .itemRemoved(let section, let item, _),
      .itemMoved(let section, let item, _, _):
      item >= 1 && item <= outline.lastItem(ofSection: section)
    }
  }
}

extension DocumentPath.Part {
  /// Whether a number is used as the name of an item, as in `services.0`.
  fileprivate var isNumberAsName: Bool {
    guard case .name(let name) = self else { return false }
    return !name.isEmpty && name.utf8.allSatisfy(\.isASCIIDigit)
  }
}
