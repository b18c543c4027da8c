// The commands that find rows: `:find TEXT`, `:scope NAME`, `:filter`.

package import FormModel
package import FormText

/// What a person wants to find.
package enum FindRequest {
  /// Rows with words; those looked for last where none are given.
  case find(Text?)
  /// The same words elsewhere.
  case scope(FindScope)
  /// Rows to be kept in view.
  case filter(Text?)
}

extension CommandOutcome {
  /// What `:scope NAME` means.
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
  /// Does a find to its end, for who has no keys to look after meanwhile.
  ///
  /// - Returns: what there is to say; the sentence when nothing was found.
  package mutating func applyToEnd(_ command: FindRequest) -> (message: FormMessage?, isFound: Bool)
  {
    let last = lastFind
    var end = Action.findEnded
    switch command {
    case .find(let text): applyToEnd(.findEdited(Find(text: text ?? last.text, scope: last.scope)))
    case .scope(let scope):
      applyToEnd(.findEdited(Find(text: last.text, scope: scope)))
      // A scope alone that chooses no rows is for the next find.
      if currentFind?.isNarrowing == false { end = .findStopped }
    case .filter(let text):
      applyToEnd(.findEdited(Find(text: text ?? last.text, scope: last.scope)))
      end = .filtered
    }
    for case .message(let message) in applyToEnd(end) { return (message, message != .nothingFound) }
    return (nil, true)
  }
}
