// Finds the rows that conditions name: in the same section first, then in all others.

import FormText

/// The sections that may have a row of some id.
struct SectionsByID {
  private var plain: [Text: [Int]] = [:]
  /// Those of rows made by `count`, by the text before the number.
  private var numbered: [Text: [Int]] = [:]

  init(_ sections: [FormSection]) {
    for (index, section) in sections.enumerated() {
      for row in section.rows {
        if row.id.hasNumber {
          numbered[Text(row.id.head), default: []].append(index)
        } else {
          plain[Text(row.id.source), default: []].append(index)
        }
      }
    }
  }

  /// The sections that may have a row with this id, in their order.
  func sections(for id: String) -> [Int] {
    let heads = numbered.isEmpty ? [] : NumberedText.heads(in: id)
    return Set((plain[Text(id)] ?? []) + heads.flatMap { numbered[$0] ?? [] }).sorted()
  }
}

extension TemplateReader {
  /// The most sections that an error names.
  private static let mostNamed = 5

  mutating func readReference(
    of object: TemplateObject, in unread: UnreadCondition, sections: [FormSection]
  ) -> ConditionReference? {
    let allowed = "the id of a row that takes an answer"
    guard let name = object.string("row", allowed, into: &collector) else { return nil }
    var own: ConditionReference?
    var others: [ConditionReference] = []
    var isInOtherRepeat = false
    if let section = unread.section,
      sections[section].repetition == nil || unread.owner != .section(section)
    {
      own = reference(to: name, inSection: section, of: sections)
    }
    if own == nil {
      for index in sectionsByID?.sections(for: name) ?? []
      where others.count <= TemplateReader.mostNamed {
        guard let reference = reference(to: name, inSection: index, of: sections) else { continue }
        if sections[index].repetition == nil {
          others.append(reference)
        } else {
          isInOtherRepeat = true
        }
      }
    }
    if let reference = own ?? (others.count == 1 ? others[0] : nil) {
      guard sections[reference.section].rows[reference.row].type.takesAnswer else {
        object.report(
          "\(name.quoted) is a note and takes no answer; name another row", at: "row",
          allowed: allowed, into: &collector)
        return nil
      }
      return reference
    }
    if others.count > 1 {
      let names = others.prefix(TemplateReader.mostNamed).map { sections[$0.section].id }
      object.report(
        "several sections have a row \(name.quoted): "
          + (others.count > names.count
            ? names.joined(separator: ", ") + ", …" : names.list(joinedBy: "and"))
          + "; name a row whose id only one section has", at: "row",
        allowed: "an id that the same section has, or one section only", into: &collector)
    } else if isInOtherRepeat {
      object.report(
        "the row \(name.quoted) is in every item of a repeating section; name a row of the same "
          + "item, or of a section that does not repeat", at: "row",
        allowed: "a row of the same item, or of a section that does not repeat", into: &collector)
    } else if !isLost(id: name) {
      let hint = hint(
        for: name, among: sections.lazy.flatMap(\.rows),
        count: sections.reduce(0) { $0 + $1.rows.count })
      object.report(
        "no row has the id \(name.quoted)\(hint)",
        at: "row", allowed: allowed, into: &collector)
    }
    return nil
  }

  private mutating func reference(to id: String, inSection index: Int, of sections: [FormSection])
    -> ConditionReference?
  {
    let ids = rowIDs[index] ?? NameTable(ids: sections[index].rows)
    rowIDs[index] = ids
    guard let (row, number) = ids.find(id) else { return nil }
    return ConditionReference(
      section: index, row: row,
      number: number ?? (sections[index].rows[row].count == nil ? 0 : 1),
      isOfItem: sections[index].repetition != nil)
  }
}
