// The words that error messages use for the rows, sections and keys of a template.

import LosslessJSON

extension DocumentPath {
  /// The row or section around a value of a template; nil if the value belongs to the form itself.
  fileprivate var templateOwner: TemplateOwner? {
    let parts = parts
    guard parts.count >= 2, parts[0] == .name("sections"), case .index(let section) = parts[1]
    else { return nil }
    guard parts.count >= 4, parts[2] == .name("rows"), case .index(let row) = parts[3] else {
      return TemplateOwner(section: section)
    }
    return TemplateOwner(section: section, row: row)
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
  var section: Int
  /// The index of the row; nil for the section itself.
  var row: Int?

  /// The number of parts in the path of the row or section.
  var depth: Int { row == nil ? 2 : 4 }

  var noun: String { row == nil ? "a section" : "a row" }

  var path: DocumentPath {
    let section = DocumentPath.root.appending("sections").appending(section)
    return row.map { section.appending("rows").appending($0) } ?? section
  }
}

/// The words that error messages use for rows and sections.
struct TemplatePlaces {
  private var ids: [TemplateOwner: String] = [:]

  /// Collects the ids in a template. O(document).
  init(of root: JSONValue) {
    guard let sections = root["sections"], sections.kind == .array else { return }
    for (index, section) in sections.elements.enumerated() where section.kind == .object {
      note(section, as: TemplateOwner(section: index))
      guard let rows = section["rows"], rows.kind == .array else { continue }
      for (row, value) in rows.elements.enumerated() where value.kind == .object {
        note(value, as: TemplateOwner(section: index, row: row))
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
