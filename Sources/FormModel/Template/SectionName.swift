// Sections by the names that people type: `:add edu`, `:goto work`, `:show "Open incidents"`.

import FormText

/// The reason that a name means no section.
package enum SectionNameError: Error, Hashable {
  /// No id and no title begins like this.
  case unknown
  /// Several do: their ids, or titles if they have no id.
  case ambiguous([String])
}

extension Template {
  /// Finds a section by its id or title, or by an unambiguous beginning of one, ignoring capital
  /// letters and accents. O(sections).
  ///
  /// - Parameter isWanted: returns whether a section counts.
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
  /// Its id, or its title if it has no id.
  package var name: String { id.isEmpty ? title ?? "" : id }

  fileprivate var foldedNames: [String] {
    [id, title ?? ""].filter { !$0.isEmpty }.map { Folding.folded($0) }
  }
}

extension SectionNameError {
  /// The sentence about a wrong name with the allowed names, without a full stop.
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
