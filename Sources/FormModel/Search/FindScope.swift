// Where a find looks, and what a row must be to be found.

import FormText

/// What of which rows is searched.
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
  /// Rows that hold another text than when the form was opened.
  case changed
  /// Rows of one section.
  case section(Int)

  /// Those that every form has, in the order in which Tab goes through them.
  static let common: [FindScope] = [
    .all, .label, .value, .help, .invalid, .empty, .filled, .changed,
  ]

  /// The name a person types: that of a section is `section:` with its id.
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

  /// The name of the scope on the screen: a section by its title.
  package func title(in template: Template) -> String {
    switch self {
    case .label: "labels"
    case .value: "answers"
    case .invalid: "problems"
    case .section(let section): template.sections[section].title ?? template.sections[section].id
    case .all, .help, .empty, .filled, .changed: name(in: template)
    }
  }

  /// The scopes of a form; sections where there are several.
  public static func all(in template: Template) -> [FindScope] {
    guard template.sections.count > 1 else { return common }
    return common + template.sections.indices.map(FindScope.section)
  }

  /// The scope with a name; a section also by its title, or an unambiguous beginning of one of the two.
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

  /// Whether rows are found by what they are, also without a text to look for.
  var choosesRows: Bool {
    switch self {
    case .all, .label, .value, .help: false
    case .empty, .filled, .invalid, .changed, .section: true
    }
  }
}
