// The words that error messages use for the rows, sections and keys of a template.

import LosslessJSON

extension DocumentPath {
  /// The row or section around a value of a template; nil if the value belongs to the form itself.
  fileprivate var templateOwner: TemplateOwner? {
    var owner = TemplateOwner()
    var rest = parts[...]
    while rest.count >= 2, rest.first == .name("sections"),
      case .index(let section) = rest[rest.startIndex + 1]
    {
      owner.sections.append(section)
      rest = rest.dropFirst(2)
    }
    if owner.sections.isEmpty { return nil }
    if rest.count >= 2, rest.first == .name("rows"),
      case .index(let row) = rest[rest.startIndex + 1]
    {
      owner.row = row
    }
    return owner
  }

  /// The keys from the row or section to the value, such as `"repeat.min"`. For the row, section or
  /// form itself: `a row`, `a section` or `a form`.
  var templateKey: String {
    let owner = templateOwner
    let inner = parts.dropFirst(owner?.depth ?? 0)
      .reduce(DocumentPath.root) { $0.appending($1) }.description
    if inner.isEmpty { return owner?.noun ?? "a form" }
    return "\"\(inner.prefix(60).endIndex < inner.endIndex ? "\(inner.prefix(59))…" : inner)\""
  }
}

/// A row or section of a template, by its indices in the document.
private struct TemplateOwner: Hashable {
  /// The index of the section, after those of the sections around it.
  var sections: [Int] = []
  /// The index of the row; nil for the section itself.
  var row: Int?

  /// The number of parts in the path of the row or section.
  var depth: Int { 2 * sections.count + (row == nil ? 0 : 2) }

  var noun: String { row == nil ? "a section" : "a row" }

  var path: DocumentPath {
    let section = sections.reduce(DocumentPath.root) { $0.appending("sections").appending($1) }
    return row.map { section.appending("rows").appending($0) } ?? section
  }
}

/// The words that error messages use for rows and sections.
struct TemplatePlaces {
  private var ids: [TemplateOwner: String] = [:]

  /// Collects the ids in a template. O(document).
  init(of root: JSONValue) {
    var waiting = [(container: root, sections: [Int]())]
    while let (container, around) = waiting.popLast() {
      guard let sections = container["sections"], sections.kind == .array else { continue }
      for (index, section) in sections.elements.enumerated() where section.kind == .object {
        let place = around + [index]
        note(section, as: TemplateOwner(sections: place))
        waiting.append((section, place))
        guard let rows = section["rows"], rows.kind == .array else { continue }
        for (row, value) in rows.elements.enumerated() where value.kind == .object {
          note(value, as: TemplateOwner(sections: place, row: row))
        }
      }
    }
  }

  private mutating func note(_ value: JSONValue, as owner: TemplateOwner) {
    guard let id = value["id"]?.string, !id.isEmpty, id.utf8.count <= 80,
      id.unicodeScalars.allSatisfy({ $0.mayStandInID || $0 == "{" || $0 == "}" })
    else { return }
    ids[owner] = id
  }

  /// The row or section around a value, in words: `row email` or `section work`; its path if it has
  /// no id. Empty for values of the form itself.
  func place(of path: DocumentPath) -> String {
    guard let owner = path.templateOwner else { return "" }
    let isOfID = path.parts.count == owner.depth + 1 && path.lastName == "id"
    guard let id = ids[owner], !isOfID else { return "\(owner.path)" }
    return owner.row == nil ? "section \(id)" : "row \(id)"
  }
}
