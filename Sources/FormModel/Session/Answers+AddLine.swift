// The words of add lines: the next item, the text to type for it, and the rows that it will have.

import FormText

extension Answers {
  /// The label of the item that comes next: `Job 3`.
  public func nextItemLabel(ofSection section: Int) -> String {
    let next = outline.itemCount(ofSection: section) + 1
    return itemLabel(section: section, item: 0, position: next - 1)
  }

  /// The label of the row that takes the text of an add line: `Job 3 Company`, or `Task 3` for
  /// items of one line.
  func labelOfNextRow(ofSection section: Int) -> String {
    let item = nextItemLabel(ofSection: section)
    guard template.sections[section].hasItemHeaders else { return item }
    let label = firstLabel(ofSection: section)
    return item == label || names(item, label, ofSection: section) ? item : "\(item) \(label)"
  }

  /// Whether the label of a row says no more than that of its item: `Language` in `Language 2`.
  func names(_ item: String, _ label: String, ofSection section: Int) -> Bool {
    item.hasPrefix(label) && template.sections[section].itemNoun == label.lowercasedAsNoun
  }

  /// The hint on an add line: `type the company to add a job`, or `type a task to add it`.
  package func addLineHint(ofSection section: Int) -> String {
    let noun = template.sections[section].itemNoun
    let article = FormSection.article(before: noun)
    guard template.sections[section].hasItemHeaders else {
      return "type \(article) \(noun) to add it"
    }
    let first = firstLabel(ofSection: section).lowercasedAsNoun
    if first == noun { return "type the \(noun) to add it" }
    return "type the \(first) to add \(article) \(noun)"
  }

  /// The rows that the next item will have: `A job: Company, Position, Place and 4 more rows`; the help
  /// of its row for items of one line.
  package func addLineHelp(ofSection section: Int) -> String {
    let rows = template.sections[section].rows.indices.filter {
      template.sections[section].isStop(row: $0) && !outline.isHidden(row: $0, ofSection: section)
    }
    let next = outline.itemCount(ofSection: section) + 1
    guard template.sections[section].hasItemHeaders, rows.count > 1 else {
      let row = template.sections[section].entryRow
      return help(ofNextItem: AnswerPlan.RowReference(section: section, row: row), position: next)
    }
    let noun = template.sections[section].itemNoun
    let article = FormSection.article(before: noun).sentenceCased
    let labels = rows.map { label(ofNextItem: .init(section: section, row: $0), position: next) }
    let named = labels.prefix(rows.count > Answers.mostNamed ? Answers.mostNamed - 1 : rows.count)
    let rest = labels.count - named.count
    let last = rest == 0 ? named[named.count - 1] : "\(rest) more rows"
    let first = rest == 0 ? named.dropLast() : named
    return "\(article) \(noun): \(first.joined(separator: ", ")) and \(last)"
  }

  /// The most rows that are named.
  private static let mostNamed = 6

  private func firstLabel(ofSection section: Int) -> String {
    let row = template.sections[section].entryRow
    return label(
      ofNextItem: AnswerPlan.RowReference(section: section, row: row),
      position: outline.itemCount(ofSection: section) + 1)
  }
}

extension Answers {
  /// The hint for a list of counted rows: `Type a name, or paste a column of them`; empty for other rows.
  package func pasteHint(of id: FormRow.ID) -> String {
    let row = template[id]
    guard row.count ?? 1 > 1, !row.type.isSecret else { return "" }
    let noun = FormSection.noun(of: row.label)
    return "Type \(FormSection.article(before: noun)) \(noun), or paste a column of them"
  }
}

extension FormSection {
  /// The noun for an item in a sentence: its label without the number, in lower case unless it holds
  /// another capital; `item` where other rows are a part of the label, or nothing is left of it.
  package var itemNoun: String { FormSection.noun(of: repetition?.label) }

  fileprivate static func noun(of label: NumberedText?) -> String {
    let parts = label?.parts ?? []
    guard !parts.contains(where: AnsweredText.isIn) else { return "item" }
    // By bytes, for the key line asks with every frame, and without joined(separator:): what it needs is
    // made before the first screen.
    let words = parts.reduce("", +).utf8.split(separator: UInt8(ascii: " ")).reduce("") {
      let word = String(Substring($1))
      return $0.isEmpty ? word : "\($0) \(word)"
    }
    return words.isEmpty ? "item" : words.lowercasedAsNoun
  }

  /// `a` or `an`.
  package static func article(before noun: String) -> String {
    noun.first.map { "aeioAEIO".contains($0) } == true ? "an" : "a"
  }
}

extension String {
  /// The text in lower case, unless it has another capital than its first letter.
  fileprivate var lowercasedAsNoun: String {
    dropFirst().contains { $0.isUppercase } ? self : lowercased()
  }
}
