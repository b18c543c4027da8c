// Finds sections by the names that people type: `:add edu`, `:goto work`, `:show "Open incidents"`.

import FormText

/// The reason that a name does not identify a section.
package enum SectionNameError: Error, Hashable {
  /// No id and no title begins with the name.
  case unknown
  /// The name fits several sections. The value has the ids of these sections, or the titles of
  /// sections without an id.
  case ambiguous([String])
}

extension Template {
  /// Finds a section by its id or title, or by an unambiguous beginning of its id or title. Case
  /// and accents are ignored. O(sections).
  ///
  /// - Parameter isWanted: returns whether a section is considered.
  package func section(
    named name: String, where isWanted: (FormSection) -> Bool = { _ in true }
  ) throws(SectionNameError) -> Int {
    let wanted = Folding.folded(name)
    guard !wanted.isEmpty else { throw .unknown }
    let named = sections.indices.filter { isWanted(sections[$0]) }
    if let exact = named.first(where: { sections[$0].id.hasSameScalars(as: name) }) { return exact }
    let names = named.map { (section: $0, names: sections[$0].foldedNames) }
    if let exact = names.first(where: { $0.names.contains(wanted) }) { return exact.section }
    let beginning = names.filter { $0.names.contains { $0.hasPrefix(wanted) } }
    guard let first = beginning.first else { throw .unknown }
    guard beginning.count == 1 else {
      throw .ambiguous(beginning.map { sections[$0.section].name })
    }
    return first.section
  }
}

extension FormSection {
  /// The id of the section, or its title if it has no id.
  package var name: String { id.isEmpty ? title ?? "" : id }

  fileprivate var foldedNames: [String] {
    [id, title ?? ""].filter { !$0.isEmpty }.map { Folding.folded($0) }
  }
}

extension SectionNameError {
  /// A sentence about a name that identifies no section, without a full stop. It lists the allowed
  /// names.
  package func sentence(about name: String, kind: String, among names: [String]) -> String {
    switch self {
    case .ambiguous(let found): "\(name.quoted) may be \(found.joined(separator: ", "))"
    case .unknown:
      "no \(kind) \(name.quoted)"
        + NearestName.hint(
          for: name, among: names,
          remedy: names.isEmpty
            ? "the only section of this form has no name"
            : "sections: \(names.joined(separator: ", "))")
    }
  }
}
