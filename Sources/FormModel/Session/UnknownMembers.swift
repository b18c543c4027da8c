// Members of a loaded document that closed objects do not allow. A closed object (`closed`) allows
// only members of the form, and of these only members with rows that are shown.
//
// Invariant: these members stay in the document. As long as the document has them, they are a
// problem of a row.

import FormText
import LosslessJSON

extension Misfits {
  /// The members that a closed object does not allow, or may not allow.
  struct Strangers {
    /// The names of members that the form does not have.
    var unknown: [JSONValue] = []
    /// The names and nodes of members that are not always shown.
    var conditional: [(name: JSONValue, node: Int)] = []

    var isEmpty: Bool { unknown.isEmpty && conditional.isEmpty }
  }

  /// A closed object with members that it does not allow, or may not allow.
  struct CrowdedObject: Sendable {
    /// An error for each member that the form does not have.
    private let unknown: [AnswersError]
    /// Members that are errors if all their rows have been hidden since the document was loaded.
    private let conditional: [(error: AnswersError, rows: [FormRow.ID])]
    /// The rows in the object, followed by its add lines, on which people create items. The first
    /// of these that is shown has the problem.
    let rows: [FormRow.ID]

    init(
      _ strangers: Strangers, in node: Int, item: Int, _ path: DocumentPath, of template: Template,
      hints: inout NameHints
    ) {
      let known = template.plan.memberNames(of: node)
      unknown = strangers.unknown.map { key in
        let name = key.string ?? "?"
        let hint = hints.hint(for: name, among: known, count: known.count)
        return AnswersError(
          position: key.position, path: path.appending(name),
          sentence: "the form allows no member \(name.quoted) here\(hint)")
      }
      conditional = strangers.conditional.map { key, member in
        let name = key.string ?? "?"
        let error = AnswersError(
          position: key.position, path: path.appending(name),
          sentence: "the other answers allow no member \(name.quoted) here")
        return (error, template.plan.rows(in: member, item: item, of: template))
      }
      let rows = template.plan.rows(in: node, item: item, of: template)
      let isAddLine = { (row: FormRow.ID) in row.isAddLine(in: template.sections) }
      self.rows = rows.filter { !isAddLine($0) } + rows.filter(isAddLine)
    }

    /// The errors that the object has now.
    func errors(in answers: Answers) -> [AnswersError] {
      unknown
        + conditional.filter { $0.rows.allSatisfy(answers.isHiddenAsLoaded(rowOrList:)) }.map(
          \.error)
    }
  }
}

extension Template {
  /// Whether conditions may hide a member of an object.
  package func hasConditions(in node: Int) -> Bool {
    guard !conditions.isEmpty else { return false }
    func isConditional(_ reference: AnswerPlan.RowReference) -> Bool {
      sections[reference.section].condition != nil || self[reference].condition != nil
    }
    switch plan.nodes[node] {
    case .answer(let reference), .name(let reference, _): return isConditional(reference)
    case .list(let rows): return rows.allSatisfy(isConditional)
    case .items(let section, _): return sections[section].condition != nil
    case .shared: return true
    case .object(let members):
      return members.allSatisfy { hasConditions(in: $0.node) }
        && plan.others(of: node).map { hasConditions(in: $0.items) } ?? true
    case .id: return false
    }
  }
}

extension Answers {
  /// The problem of a row that is the first shown row in a closed object with members that the
  /// object does not allow.
  func problemOfUnknownMembers(at row: FormRow.ID) -> Problem? {
    for object in loaded?.misfits.crowdedObjects(around: row) ?? []
    where firstShown(of: object.rows) == row {
      let errors = object.errors(in: self)
      if !errors.isEmpty { return .misfit(Misfit(unknown: errors)) }
    }
    return nil
  }

  /// The members that closed objects do not allow. Members of hidden objects are left out.
  public var unknownMembers: [AnswersError] {
    (loaded?.misfits.crowded ?? []).filter { firstShown(of: $0.rows) != nil }.flatMap {
      $0.errors(in: self)
    }
  }

  /// Whether a row or list was hidden after loading and is still hidden.
  fileprivate func isHiddenAsLoaded(rowOrList row: FormRow.ID) -> Bool {
    row.isAddLine(in: template.sections)
      ? wasHiddenAsLoaded(row.listOfAddLine) && !outline.isShown(row.listOfAddLine)
      : isHiddenAsLoaded(row)
  }
}

extension Misfit {
  /// The misfit of an object with members that the form does not have.
  init(unknown errors: [AnswersError]) {
    let others = errors.count > 1 ? "; \(counted(errors.count - 1, "other")) like it" : ""
    self.init((errors.first?.sentence ?? "") + others)
    (place, isOfUnknownMembers) = (errors.first, true)
  }
}

extension Problem {
  /// Whether the problem is about members of a document that the form does not have.
  public var isOfUnknownMembers: Bool {
    if case .misfit(let misfit) = self { misfit.isOfUnknownMembers } else { false }
  }
}
