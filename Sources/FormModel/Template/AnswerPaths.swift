// The way to each answer among all answers.

package import LosslessJSON

extension Template {
  /// The section whose items are records of a table: the only one with rows, and it repeats.
  package var recordSection: Int? {
    let answering = sections.indices.filter { sections[$0].takesAnswers }
    guard answering.count == 1, sections[answering[0]].repetition != nil else { return nil }
    return answering[0]
  }

  /// The way to a row's answer among all answers: `work[0].name`.
  package func path(of row: FormRow.ID, item: Int) -> DocumentPath {
    guard sections[row.section].repetition != nil else { return pathInItem(of: row) }
    return pathInItem(of: row, after: itemsPath(ofSection: row.section).appending(item))
  }

  /// The way to the items of a section; the root where it does not repeat.
  func itemsPath(ofSection section: Int) -> DocumentPath {
    let names = sections[section].repetition?.path.names ?? []
    return names.reduce(.root) { $0.appending($1.source) }
  }

  /// The way to a row's answer inside its item.
  package func pathInItem(of row: FormRow.ID, after path: DocumentPath = .root) -> DocumentPath {
    let template = self[row]
    let path = template.path.names.reduce(path) { $0.appending($1.text(number: row.number)) }
    guard template.path.appends else { return path }
    return path.appending(plan.position(inListOf: row))
  }
}

extension FormSection {
  /// Whether it has rows at all, and not only notes.
  package var takesAnswers: Bool { rows.contains(where: \.type.takesAnswer) }
}

extension FormSection {
  /// Splits a key path like `work[0].name` into the item's position and the path inside the item.
  func split(path: String) -> (position: Int, rest: String)? {
    guard let repetition else { return nil }
    let prefix = repetition.path.source + "["
    guard path.hasPrefix(prefix) else { return nil }
    let digits = path.dropFirst(prefix.count).prefix { $0.isASCII && $0.isNumber }
    let rest = path.dropFirst(prefix.count + digits.count)
    guard rest.hasPrefix("]."), let position = Int(digits) else { return nil }
    return (position, String(rest.dropFirst(2)))
  }
}
