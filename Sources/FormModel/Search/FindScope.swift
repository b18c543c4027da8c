// The scope of a find: the rows to search, and the part of each.

import FormText

/// A set of rows to search, and the part of each.
public enum FindScope: Hashable, Sendable {
  /// Labels, answers and help of all rows.
  case all
  case label
  case value
  case help
  /// Rows without an answer.
  case empty
  /// Rows with one.
  case filled
  /// Rows with a problem.
  case invalid
  /// Rows whose text differs from that when the form was opened.
  case changed
  /// Rows of one section.
  case section(Int)

  /// The scopes of every form, in the order of Tab.
  static let common: [FindScope] = [
    .all, .label, .value, .help, .invalid, .empty, .filled, .changed,
  ]

  /// The name that a person types; for a section it is `section:` with its id.
  public func name(in template: Template) -> String {
    switch self {
    case .all: "all"
    case .label: "label"
    case .value: "value"
    case .help: "help"
    case .empty: "empty"
    case .filled: "filled"
    case .invalid: "invalid"
    case .changed: "changed"
    case .section(let section): "section:\(template.sections[section].id)"
    }
  }

  /// The name on the screen; for a section its title.
  package func title(in template: Template) -> String {
    switch self {
    case .label: "labels"
    case .value: "answers"
    case .invalid: "problems"
    case .section(let section): template.sections[section].title ?? template.sections[section].id
    case .all, .help, .empty, .filled, .changed: name(in: template)
    }
  }

  /// The scopes of a form. Sections are included if there are several.
  public static func all(in template: Template) -> [FindScope] {
    guard template.sections.count > 1 else { return common }
    return common + template.sections.indices.map(FindScope.section)
  }

  /// The scope with a name. A section can also be given by its title, or by an unambiguous
  /// beginning of its id or title.
  public init?(named name: String, in template: Template) {
    let folded = Folding.folded(name)
    let wanted = folded.hasPrefix("section:") ? String(folded.dropFirst("section:".count)) : nil
    if wanted == nil, let scope = FindScope.common.first(where: { $0.name(in: template) == folded })
    {
      self = scope
      return
    }
    guard let section = try? template.section(named: wanted ?? folded) else { return nil }
    self = .section(section)
  }

  /// Whether it selects rows by their state, even without a text to search for.
  var choosesRows: Bool {
    switch self {
    case .all, .label, .value, .help: false
    case .empty, .filled, .invalid, .changed, .section: true
    }
  }
}
