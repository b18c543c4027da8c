// Finds rows and items by the paths of their answers, for people who know the document.

import FormText
import LosslessJSON

extension FormSession {
  /// The row with a name (a number, an id or a label) or at a path; nil if there is none. Only names
  /// with a dot or a bracket are paths.
  package func row(namedOrAt name: String) -> FormRow.ID? {
    if let row = row(named: name) { return row }
    return name.contains { $0 == "." || $0 == "[" } ? row(atPath: name) : nil
  }

  /// The row that a path leads to: the row with this path, the first row of an item such as
  /// `services.web`, or the first row of a list such as `work[0].projects`; in an empty list, its
  /// add line. A position can also be written after a dot: `work.0.name`. Nil if the form has no
  /// such row. O(items) if the items are members of an object.
  package func row(atPath path: String) -> FormRow.ID? {
    for path in [path, FormSession.withBrackets(path)] {
      if let row = answers.row(atPath: path) ?? answers.stop(atPath: path) { return row }
    }
    return nil
  }

  /// The path with positions in brackets: `work[0].name` for `work.0.name`.
  private static func withBrackets(_ path: String) -> String {
    path.split(separator: ".", omittingEmptySubsequences: false).reduce("") { path, part in
      if path.isEmpty { return String(part) }
      return part.utf8.allSatisfy(\.isASCIIDigit) && !part.isEmpty
        ? "\(path)[\(part)]" : "\(path).\(part)"
    }
  }
}

extension Answers {
  /// The first row of the item or of the list at a path; the add line of an empty list.
  fileprivate func stop(atPath path: String) -> FormRow.ID? {
    let repeating = template.sections.indices.filter { template.sections[$0].repetition != nil }
    for section in repeating {
      for (item, rest) in items(atPath: path, section: section) where rest.isEmpty {
        return firstStop(ofItem: item, inSection: section)
      }
    }
    for section in repeating {
      guard let list = list(atPath: path, section: section) else { continue }
      let first = outline.item(at: 0, of: list)
      let row = first.flatMap { firstStop(ofItem: $0, inSection: section) } ?? addLine(of: list)
      if outline.index(of: row) != nil { return row }
    }
    return nil
  }

  /// The list of a section's items at a path.
  private func list(atPath path: String, section: Int) -> ItemList? {
    // A path with one more part is the path of an item, and the list contains that item.
    let isMap = template.sections[section].repetition?.isMap == true
    let last: DocumentPath.Part = isMap ? .name("?") : .index(0)
    let probe = isMap ? "\(path)[\"?\"]" : "\(path)[0]"
    for reading in KeyPathReading.readings(of: probe, in: template, section: section)
    where reading.rest.isEmpty && reading.items.last == last {
      let chain = template.sections[section].chain
      let parent = zip(chain, reading.items.dropLast()).reduce(0 as Int?) { item, step in
        item.flatMap { self.item(step.1, of: ItemList(section: step.0, parent: $0)) }
      }
      if let parent { return ItemList(section: section, parent: parent) }
    }
    return nil
  }
}
