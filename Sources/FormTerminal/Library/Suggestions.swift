// Suggestions for a row that takes any text: from a sequence, or looked for while a person types.

import FormModel

/// A text that is offered for a row.
public struct Suggestion: Sendable, ExpressibleByStringLiteral {
  /// What the row holds once it is taken.
  public var text: String

  public init(_ text: String) { self.text = text }

  public init(stringLiteral text: String) { self.init(text) }
}

/// Looks for suggestions, away from the thread that fills the form.
struct SuggestionSearch: Sendable {
  /// Gives each suggestion for a text to the receiver until that wants no more.
  let find: @Sendable (String, (String) async -> Bool) async throws -> Void

  /// The name of the candidates that stand in its place in a template.
  func name(forRow row: String) -> String { "suggestions for \(row)" }
}
