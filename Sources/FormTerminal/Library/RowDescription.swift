// A row as an object of a template, without the Swift type of its answer. The description also has
// the row's closures, which a template cannot contain.

import FormModel

/// A value in a template.
indirect enum TemplateValue: Sendable {
  case text(String)
  case yes(Bool)
  /// A number, with exactly these digits.
  case number(String)
  case list([TemplateValue])
  case object([(key: String, value: TemplateValue)])
}

/// A row, as the members of its object in the template.
struct RowDescription: Sendable {
  private(set) var id: String
  var type: RowType
  private(set) var members: [(key: String, value: TemplateValue)] = []
  /// The closures that check answers.
  var checks: [RowCheck] = []
  /// The closure that searches for suggestions.
  var search: SuggestionSearch?

  init(id: String, type: RowType) { (self.id, self.type) = (id, type) }

  /// Sets a member of the row. A later value of the same key replaces an earlier one.
  mutating func set(_ key: String, _ value: TemplateValue) {
    remove(key)
    members.append((key, value))
  }

  mutating func remove(_ key: String) { members.removeAll { $0.key == key } }

  subscript(key: String) -> TemplateValue? { members.first { $0.key == key }?.value }

  /// Returns the row with another id.
  func renamed(_ id: String) -> RowDescription {
    var row = self
    row.id = id
    return row
  }

  /// The error in the row that the reader of templates would not find; nil if there is none.
  var fault: String? {
    for (key, value) in members {
      if case .number(let digits) = value, Double(digits)?.isFinite != true {
        return "\(id): \(key) is not a number"
      }
    }
    return nil
  }

  /// The row as an object of a template.
  var template: TemplateValue {
    let row = type == .choice && isAnyText ? withRulesAsCheck : self
    return .object([("id", .text(id)), ("type", .text(type.rawValue))] + row.members)
  }

  /// Whether an answer may be a text that is not among the suggestions.
  private var isAnyText: Bool {
    if case .yes(false)? = self["strict"] { true } else { false }
  }

  /// The row with an expression in place of its rules for texts (length and pattern), because rows
  /// with choices cannot have such rules.
  private var withRulesAsCheck: RowDescription {
    var row = self
    var conditions: [String] = []
    var words: String?
    if case .text(let check)? = self["check"] { conditions.append("(\(check))") }
    if case .number(let least)? = self["minLength"] {
      conditions.append("string-length(.) >= \(least)")
    }
    if case .number(let most)? = self["maxLength"] {
      conditions.append("string-length(.) <= \(most)")
      words = "is longer than \(most) or too short"
    }
    if case .text(let pattern)? = self["pattern"] {
      conditions.append("regex(., \(Condition.quoted(pattern)))")
    }
    for key in ["minLength", "maxLength", "pattern"] { row.remove(key) }
    if conditions.isEmpty { return row }
    row.set("check", .text(conditions.joined(separator: " and ")))
    if let words, row["message"] == nil { row.set("message", .text(words)) }
    return row
  }
}
