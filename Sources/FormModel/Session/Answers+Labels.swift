// The texts shown for rows, items and add lines: labels, headers, paths, and the hint and help of
// add lines. An add line is the line on which people create an item.

import FormText

extension Answers {
  // MARK: - Labels

  /// The label of a row. In a repeating section, the label of its item comes first: `Job 2
  /// Summary`. For an add line, the label of the row that its text would answer.
  public func fullLabel(of id: FormRow.ID) -> String {
    let around = labelAround(outline.list(of: id))
    if id.isAddLine(in: template.sections) { return around + labelOfNextRow(of: id.listOfAddLine) }
    let label = label(of: id)
    guard let item = itemLabel(of: id), item != label else { return around + label }
    return around + (names(item, label, ofSection: id.section) ? item : "\(item) \(label)")
  }

  /// The labels of the items around a list, each followed by a space.
  func labelAround(_ list: ItemList) -> String {
    guard list.parent > 0, let parent = template.sections[list.section].parent,
      let position = outline.position(ofItem: list.parent, inSection: parent)
    else { return "" }
    let label = itemLabel(section: parent, item: list.parent, position: position)
    return labelAround(outline.list(ofItem: list.parent, inSection: parent)) + label + " "
  }

  /// The label of a row without the label of its item. For an add line, the label of the next item
  /// or, if the list has no items, the title of its section.
  package func label(of id: FormRow.ID) -> String {
    if id.isAddLine(in: template.sections) {
      let (list, next) = (id.listOfAddLine, nextItemLabel(of: id.listOfAddLine))
      return outline.isFolded(list) ? title(of: list) ?? next : next
    }
    let number = number(of: id)
    return answeredText(at: .label(AnswerPlan.RowReference(id)), around: id, number: number)
      ?? template[id].label.text(number: number)
  }

  /// The subject of a sentence about a row's problem: the row, or all items of a section.
  public func problemLabel(of id: FormRow.ID) -> String {
    guard id.isAddLine(in: template.sections) else { return fullLabel(of: id) }
    let title = title(of: id.listOfAddLine) ?? template.sections[id.section].id
    return labelAround(id.listOfAddLine) + title
  }

  /// The name of a row in messages to scripts: its id, in a repeating section after the position of
  /// its item, as in `work[0].company`.
  public func name(of id: FormRow.ID) -> String {
    let section = template.sections[id.section]
    let isAddLine = id.isAddLine(in: template.sections)
    let name = isAddLine ? section.id : template[id].id.text(number: id.number)
    let items = zip(section.chain, positions(around: id)).map { section, position in
      "\(template.sections[section].id)[\(position)]."
    }
    return items.joined() + name
  }

  /// The positions of the items around a row, outermost first. For an add line, the positions of
  /// the items around its list.
  package func positions(around id: FormRow.ID) -> [Int] {
    zip(template.sections[id.section].chain, outline.items(around: id)).map {
      outline.position(ofItem: $1, inSection: $0) ?? 0
    }
  }

  /// The label of a row's item; nil outside of repeating sections.
  public func itemLabel(of id: FormRow.ID) -> String? {
    guard template.sections[id.section].repetition != nil, id.item > 0,
      let position = outline.itemPosition(of: id)
    else { return nil }
    return itemLabel(section: id.section, item: id.item, position: position)
  }

  /// The path of a row: the title of its section and the header of its item, as in `Work › Job 1:
  /// Analytical Engines`. Nil if the row has neither.
  public func path(of id: FormRow.ID) -> ItemPath? {
    guard outline.hasPath(id) else { return nil }
    guard id.item > 0, template.sections[id.section].hasItemHeaders else {
      let list = outline.list(of: id)
      var path = path(around: list)
      // The add line of a list inside an item follows the rows of that item rather than a title.
      if list.parent == 0 || id.item > 0, let title = title(of: list) { path.add(title: title) }
      return path
    }
    return itemPath(section: id.section, item: id.item)
  }

  /// The line above the rows of an item: the title of the outermost section, followed by the
  /// headers of the items.
  public func itemPath(section: Int, item: Int) -> ItemPath {
    let list = outline.list(ofItem: item, inSection: section)
    var path = path(around: list)
    if list.parent == 0, let title = title(of: list) { path.add(title: title) }
    let position = outline.position(ofItem: item, inSection: section) ?? 0
    path.add(header: itemHeader(section: section, item: item, position: position))
    return path
  }

  /// The titles and headers above a list.
  private func path(around list: ItemList) -> ItemPath {
    guard list.parent > 0, let parent = template.sections[list.section].parent else {
      return ItemPath()
    }
    return itemPath(section: parent, item: list.parent)
  }

  /// The line above the items of a list that shows no headers.
  public func titlePath(of list: ItemList) -> ItemPath {
    var path = path(around: list)
    if let title = title(of: list) { path.add(title: title) }
    return path
  }

  /// The labels of the items around a row, outermost first, including the label of its own item.
  package func itemLabels(around id: FormRow.ID) -> [String] {
    zip(template.sections[id.section].chain, outline.items(around: id)).map { section, item in
      let position = outline.position(ofItem: item, inSection: section) ?? 0
      return itemLabel(section: section, item: item, position: position)
    }
  }

  /// The header of an item: its label and the answer that names it.
  package func itemHeader(section: Int, item: Int, position: Int) -> String {
    let label = itemLabel(section: section, item: item, position: position)
    guard let row = headerRow(section: section, item: item), let answer = answer(of: row) else {
      return label
    }
    return "\(label): \(template[row].lineInView(answer).beginning(columns: 200))"
  }

  /// The labels of the template's choices that pass a row's filter; nil if there are more than
  /// `most`.
  package func choiceLabels(of id: FormRow.ID, most: Int) -> [String]? {
    let choices = template[id].choices.choices
    guard choices.count <= Answers.mostChoicesToName else { return nil }
    let isOffered = isOffered(in: id)
    let left = choices.indices.filter { isOffered?($0) ?? true }
    return left.count > most ? nil : left.map { choices[$0].label.string }
  }

  /// The largest number of choices that `choiceLabels` filters.
  private static let mostChoicesToName = 100

  /// The row whose answer is shown in the header of an item: the row that names the item, or else
  /// the first row with an answer that tells something about it. A yes, a no or a default does
  /// not, and an answer that is not exported does so only if there is no other.
  package func headerRow(section: Int, item: Int) -> FormRow.ID? {
    if let name = template.sections[section].repetition?.keyRow {
      let id = FormRow.ID(section: section, item: item, row: name, number: 0)
      if answer(of: id) != nil { return id }
    }
    var fallback: FormRow.ID?
    // This is a loop, because lazy closures would copy all answers.
    for row in template.sections[section].rows.indices
    where template.sections[section].isLine(row) {
      let id = FormRow.ID(section: section, item: item, row: row, number: 0)
      guard !isSecret(id), !isCalculated(id), let answer = answer(of: id) else { continue }
      if case .boolean = value(of: answer, in: id) { continue }
      if answer == defaultText(of: id) { continue }
      if template[id].isExported { return id }
      if fallback == nil { fallback = id }
    }
    return fallback
  }

  /// The tick drawn before a row. Only the first row of an item has a tick before it.
  package func tick(before row: FormRow.ID) -> FormRow.ID? {
    guard let tick = tick(ofItemAround: row),
      firstRow(ofItem: row.item, inSection: row.section) == row
    else { return nil }
    return tick
  }

  // MARK: - Add lines

  /// The label of the next item: `Job 3`. The label of an entry line, which makes one item after the
  /// other, has no number at its end: `Task`.
  public func nextItemLabel(of list: ItemList) -> String {
    let section = template.sections[list.section]
    if section.hasEntry, template.expressions.texts[.itemLabel(section: list.section)] == nil,
      let parts = section.repetition?.label.parts, parts.count == 2, parts[1].isEmpty
    {
      let name = Text(parts[0]).trimmed
      if !name.isEmpty { return name.string }
    }
    return itemLabel(around: addLine(of: list), position: outline.itemCount(of: list))
  }

  /// The label of the row that gets the text of an add line: `Job 3 Company`, or `Task` if an item
  /// has only one line.
  package func labelOfNextRow(of list: ItemList) -> String {
    let (section, item) = (list.section, nextItemLabel(of: list))
    guard template.sections[section].hasItemHeaders else { return item }
    let label = firstLabel(of: list)
    return item == label || names(item, label, ofSection: section) ? item : "\(item) \(label)"
  }

  /// Whether the label of an item already contains the label of its row, as `Language 2` contains
  /// `Language`.
  func names(_ item: String, _ label: String, ofSection section: Int) -> Bool {
    item.hasPrefix(label) && template.sections[section].itemNoun == label.lowercasedAsNoun
  }

  /// The hint on an add line: `type the company to add a job`, or `type a task to add it`.
  package func addLineHint(of list: ItemList) -> String {
    let section = list.section
    let noun = template.sections[section].itemNoun
    let article = FormSection.article(before: noun)
    guard template.sections[section].hasItemHeaders else {
      return "type \(article) \(noun) to add it"
    }
    let first = firstLabel(of: list).lowercasedAsNoun
    if first == noun { return "type the \(noun) to add it" }
    // A label may be a question, as `What` or `Where did you buy it`.
    let questions = ["what", "where", "when", "who", "whom", "whose", "why", "which", "how"]
    if questions.contains(String(first.prefix { $0.isLetter }).lowercased()) {
      return "type here to add \(article) \(noun)"
    }
    return "type the \(first) to add \(article) \(noun)"
  }

  /// A description of the next item: `A job: Company, Position, Place and 4 more rows`. If an item
  /// has only one line, this is the help of that row.
  package func addLineHelp(of list: ItemList) -> String {
    let section = list.section
    let rows = template.sections[section].rows.indices.filter {
      template.sections[section].isStop(row: $0) && !outline.isHidden(row: $0, ofSection: section)
        && !template.sections[section].rows[$0].isCalculated
    }
    let next = outline.itemCount(of: list) + 1
    guard template.sections[section].hasItemHeaders, rows.count > 1 else {
      let row = template.sections[section].entryRow
      return help(
        of: AnswerPlan.RowReference(section: section, row: row), ofNextItemIn: list,
        position: next)
    }
    let noun = template.sections[section].itemNoun
    let article = FormSection.article(before: noun).sentenceCased
    let labels = rows.map {
      label(of: .init(section: section, row: $0), ofNextItemIn: list, position: next)
    }
    let named = labels.prefix(rows.count > Answers.mostNamed ? Answers.mostNamed - 1 : rows.count)
    let rest = labels.count - named.count
    let last = rest == 0 ? named[named.count - 1] : "\(rest) more rows"
    let first = rest == 0 ? named.dropLast() : named
    return "\(article) \(noun): \(first.joined(separator: ", ")) and \(last)"
  }

  /// The largest number of rows in a description.
  private static let mostNamed = 6

  private func firstLabel(of list: ItemList) -> String {
    let row = template.sections[list.section].entryRow
    return label(
      of: AnswerPlan.RowReference(section: list.section, row: row), ofNextItemIn: list,
      position: outline.itemCount(of: list) + 1)
  }
}

extension Answers {
  /// The hint for a row with a `count`: `Type a name, or paste a column of them`. Empty for other
  /// rows.
  package func pasteHint(of id: FormRow.ID) -> String {
    let row = template[id]
    guard row.count ?? 1 > 1, !row.type.isSecret else { return "" }
    let noun = FormSection.noun(of: row.label)
    return "Type \(FormSection.article(before: noun)) \(noun), or paste a column of them"
  }
}

extension FormSection {
  /// Returns the noun of a label in a sentence: the label without its number. The noun is in lower
  /// case unless it has a capital after its first letter. The noun is `item` if the label contains
  /// answers of rows, or is only a number.
  static func noun(of label: NumberedText?) -> String {
    let parts = label?.parts ?? []
    guard !parts.contains(where: AnsweredText.isIn) else { return "item" }
    // Bytes are split, and `joined(separator:)` is avoided, because the runtime would instantiate
    // their generic types before the first screen.
    let words = parts.reduce("", +).utf8.split(separator: UInt8(ascii: " ")).reduce("") {
      let word = String(Substring($1))
      return $0.isEmpty ? word : "\($0) \(word)"
    }
    return words.isEmpty ? "item" : words.lowercasedAsNoun
  }

  /// Returns `a` or `an`.
  package static func article(before noun: String) -> String {
    noun.first.map { "aeioAEIO".contains($0) } == true ? "an" : "a"
  }
}

extension String {
  /// The text in lower case, or unchanged if it has a capital after its first letter.
  fileprivate var lowercasedAsNoun: String {
    dropFirst().contains { $0.isUppercase } ? self : lowercased()
  }
}
