// The differences between a form and the document it was opened with: missing members, values of
// another type, containers of another shape, and confirmations.
//
// A row is *confirmed* when a person or a script gives it the text that it already shows. This makes
// an answer of a default that the document lacks, and replaces a value that does not fit.
// Invariants: a default that the document lacks is no answer until it is confirmed; a value that does
// not fit keeps its bytes until the row is answered.

package import FormText
public import LosslessJSON

extension Answers {
  // MARK: - Missing members

  /// Whether the document lacks the row, which shows its unconfirmed default. No export has such a row.
  func isMissing(_ id: FormRow.ID) -> Bool {
    guard let loaded = loaded, loaded.value(of: id) == nil, template[id].defaultText != nil
    else {
      return false
    }
    guard id.item == 0 || id.item <= loaded.itemCounts[id.section] ?? 0 else {
      return false
    }
    return !isChanged(id)
  }

  /// Whether `output.defaults` leaves the row out because it holds its untouched default. Required
  /// rows, read-only rows and rows of a list are never left out.
  package func isOmittedDefault(_ id: FormRow.ID) -> Bool {
    guard template.defaultAnswers == .omit else { return false }
    let row = template[id]
    return row.defaultText != nil && !row.isRequired && !row.isReadOnly && !row.path.appends
      && loaded?.value(of: id) == nil && !isChanged(id)
  }

  /// Whether formats with optional members leave the row out because of its default.
  package func isLeftOut(_ id: FormRow.ID) -> Bool { isMissing(id) || isOmittedDefault(id) }

  /// Whether the person emptied a shown row that has a default. Such a row is written as a null:
  /// without a value the default would return.
  package func lacksDefault(_ id: FormRow.ID) -> Bool {
    // Asked for every row of a long list: most have no default, and are not even copied.
    template[id].defaultText != nil && !isHidden(id) && !isMissing(id)
      && answer(of: id) == nil
  }

  /// The answer that exports contain, nil if there is none.
  package func exportedAnswer(of id: FormRow.ID) -> Text? { isMissing(id) ? nil : answer(of: id) }

  /// Whether a confirmation makes a difference: the row shows a default, or a value that does not fit.
  func takesConfirmation(_ row: FormRow.ID) -> Bool {
    guard let value = loaded?.value(of: row) else {
      return template[row].defaultText != nil
    }
    return template[row].misfit(of: value, empty: template.emptyAnswers) != nil
  }

  // MARK: - Misfits

  /// The problem of an untouched row whose value, or a container around it, does not fit.
  func documentProblem(of id: FormRow.ID) -> Problem? {
    guard let loaded = loaded, loaded.hasMisfits else { return nil }
    if let shape = loaded.misshape(at: id), firstShownRow(of: shape) == id,
      !isReplaced(shape.node, item: shape.item)
    {
      return .misfit(Misfit(shape.error))
    }
    guard loaded.misfits.contains(id), let value = loaded.value(of: id),
      outline.isShown(id),
      !isChanged(id)
    else { return nil }
    return template[id].misfit(of: value, empty: template.emptyAnswers)
  }

  /// The row that shows the problem of a container of another shape; nil if all its rows are hidden.
  func firstShownRow(of shape: LoadedAnswers.Misshape) -> FormRow.ID? {
    shape.rows.first { row in
      row.isEntry(in: template.sections)
        ? outline.isShown(section: row.section) : outline.isShown(row)
    }
  }

  /// Whether a container has a changed answer in it, so that an export replaces one of another shape.
  /// O(rows ever changed).
  package func isReplaced(_ node: Int, item: Int) -> Bool {
    changedRows.contains { row in
      template.plan.isInside(row, node, item: item) && exportedAnswer(of: row) != nil
    }
  }

  /// The containers of another shape that an export replaces by the answers in them.
  public var replacedContainers: [AnswersError] {
    (loaded?.misshapes ?? []).filter { isReplaced($0.node, item: $0.item) }.map(\.error)
  }

  /// The path of a problem in the document, and its position if the value is there.
  public func place(of problem: Problem, in row: FormRow.ID) -> (path: DocumentPath, TextPosition?)
  {
    if case .misfit(let misfit) = problem, let place = misfit.place {
      return (place.path, place.position)
    }
    return (documentPath(of: row), documentPosition(of: row))
  }

  // MARK: - Items that presets make

  /// An item that does not exist, named by a key path.
  public enum MissingItem: Hashable, Sendable {
    /// The next item of its section.
    case next(section: Int)
    /// An item after the next one.
    case farther(repeat: String, count: Int)
    /// The next item of a section that has its maximum.
    case full(repeat: String, maximum: Int)
  }

  /// Returns the item named by a key path like `work[0].name` if the section lacks it.
  public func missingItem(atPath path: String) -> MissingItem? {
    for (index, section) in template.sections.enumerated() {
      guard let repetition = section.repetition,
        let (position, rest) = section.split(path: path),
        section.rows.contains(where: { $0.number(atPath: rest) != nil })
      else { continue }
      let count = outline.itemCount(ofSection: index)
      if position < count { return nil }
      let name = repetition.path.source
      if position > count { return .farther(repeat: name, count: count) }
      if let maximum = repetition.maximum, count >= maximum {
        return .full(repeat: name, maximum: maximum)
      }
      return .next(section: index)
    }
    return nil
  }

  /// Adds the preset items again after the outline was rebuilt.
  mutating func repeatPresetItems() {
    for (section, count) in presets.itemCounts {
      for _ in 0..<count {
        let item = outline.createItem(inSection: section)
        outline.insertItem(
          item, at: outline.itemCount(ofSection: section), inSection: section)
      }
    }
  }
}
