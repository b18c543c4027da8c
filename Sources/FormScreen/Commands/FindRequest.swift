// The commands that find rows: `:find TEXT`, `:scope NAME`, `:filter`.

package import FormModel
package import FormText

/// A search that a person requests.
package enum FindRequest {
  /// Goes to rows with these words. Nil repeats the last search.
  case find(Text?)
  /// Searches for the same words in another scope.
  case scope(FindScope)
  /// Shows only rows with these words.
  case filter(Text?)
}

extension CommandOutcome {
  /// Determines the outcome of `:scope NAME`.
  static func scope(_ name: String, in session: FormSession) -> CommandOutcome {
    if let scope = FindScope(named: name, in: session.template) { return .find(.scope(scope)) }
    let names = FindScope.all(in: session.template).map { $0.name(in: session.template) }
    let remedy = "scopes: \(names.joined(separator: ", "))"
    if case .failure(.ambiguous(let found)) = Result(catching: { () throws(SectionNameError) in
      try session.template.section(named: name)
    }) {
      let error = SectionNameError.ambiguous(found)
      return .refuse(error.sentence(about: name, kind: "section", among: []))
    }
    return .refuse(
      name.isEmpty
        ? ":scope needs a name; \(remedy)"
        : "no scope \(name.quoted)" + NearestName.hint(for: name, among: names, remedy: remedy))
  }
}

extension FormSession {
  /// Completes a search in one call, for callers that handle no keys during the search.
  ///
  /// - Returns: the message about the result, if there is one, and whether a row was found.
  package mutating func applyToEnd(_ command: FindRequest) -> (message: FormMessage?, isFound: Bool)
  {
    let last = lastFind
    var end = Action.findEnded
    switch command {
    case .find(let text): applyToEnd(.findEdited(Find(text: text ?? last.text, scope: last.scope)))
    case .scope(let scope):
      applyToEnd(.findEdited(Find(text: last.text, scope: scope)))
      // Without words, a scope may select all rows. Then the scope is only stored for the next
      // search.
      if currentFind?.isNarrowing == false { end = .findStopped }
    case .filter(let text):
      applyToEnd(.findEdited(Find(text: text ?? last.text, scope: last.scope)))
      end = .filtered
    }
    // A script must not go to a row that it did not name, so a hidden match leaves the focus in place.
    if let message = hiddenMatch {
      applyToEnd(.findStopped)
      return (message, false)
    }
    for case .message(let message) in applyToEnd(end) { return (message, message != .nothingFound) }
    return (nil, true)
  }
}
