// The scope of a search: the rows to search, and the part of each row to search.

import FormText

/// A set of rows to search, and the part of each row to search.
public enum FindScope: Hashable, Sendable {
  /// The labels, answers and help of all rows.
  case all
  case label
  case value
  case help
  /// Rows without an answer.
  case empty
  /// Rows with an answer.
  case filled
  /// Rows with a problem.
  case invalid
  /// Rows whose text has changed since the form was opened.
  case changed
  /// Rows of one section.
  case section(Int)

  /// The scopes that every form has, in the order in which Tab offers them.
  static let common: [FindScope] = [
    .all, .label, .value, .help, .invalid, .empty, .filled, .changed,
  ]

  /// The name to type for the scope. For a section, it is `section:` and the section's id.
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

  /// The name on the screen. For a section, it is the section's title.
  package func title(in template: Template) -> String {
    switch self {
    case .label: "labels"
    case .value: "answers"
    case .invalid: "problems"
    case .section(let section): template.sections[section].title ?? template.sections[section].id
    case .all, .help, .empty, .filled, .changed: name(in: template)
    }
  }

  /// All scopes of a form. They include the sections if there are several.
  public static func all(in template: Template) -> [FindScope] {
    guard template.sections.count > 1 else { return common }
    return common + template.sections.indices.map(FindScope.section)
  }

  /// Returns the scope with a name; nil if there is none. A section also has its title as a name,
  /// and any beginning of its id or title that no other section has.
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

  /// Whether the scope alone selects some of the rows, without a text to search for.
  var choosesRows: Bool {
    switch self {
    case .all, .label, .value, .help: false
    case .empty, .filled, .invalid, .changed, .section: true
    }
  }
}
