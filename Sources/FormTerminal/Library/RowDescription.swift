// A row as an object of its template, without its Swift type; and its closures, which are in no
// template.

import FormModel

/// A value in a template.
indirect enum TemplateValue: Sendable {
  case text(String)
  case yes(Bool)
  /// A number, digit for digit.
  case number(String)
  case list([TemplateValue])
  case object([(key: String, value: TemplateValue)])
}

/// A row, with the properties of its template.
struct RowDescription: Sendable {
  private(set) var id: String
  var type: RowType
  private(set) var members: [(key: String, value: TemplateValue)] = []
  /// The checks that are closures.
  var checks: [RowCheck] = []
  /// The closure that searches for suggestions.
  var search: SuggestionSearch?

  init(id: String, type: RowType) { (self.id, self.type) = (id, type) }

  /// Sets a key of the row; a later value replaces an earlier one.
  mutating func set(_ key: String, _ value: TemplateValue) {
    remove(key)
    members.append((key, value))
  }

  mutating func remove(_ key: String) { members.removeAll { $0.key == key } }

  subscript(key: String) -> TemplateValue? { members.first { $0.key == key }?.value }

  /// The row with another id.
  func renamed(_ id: String) -> RowDescription {
    var row = self
    row.id = id
    return row
  }

  /// The error of the row that its template would not show.
  var fault: String? {
    for (key, value) in members {
      if case .number(let digits) = value, Double(digits)?.isFinite != true {
        return "\(id): \(key) is no number"
      }
    }
    return nil
  }

  /// The row as an object of a template.
  var template: TemplateValue {
    let row = type == .choice && isAnyText ? withRulesAsCheck : self
    return .object([("id", .text(id)), ("type", .text(type.rawValue))] + row.members)
  }

  /// Whether texts other than the suggestions are answers too.
  private var isAnyText: Bool {
    if case .yes(false)? = self["strict"] { true } else { false }
  }

  /// The row with its text rules replaced by an expression, because choices have no such rules.
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
