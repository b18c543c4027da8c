// Unique rows: no two items of a list may have the same answer. The later of two items with the
// same answer has the problem.
//
// After a key, only a limited number of items is examined. In longer lists, the other duplicates
// are found by the next check of the whole form.

import FormText

extension Answers {
  /// The problem of a row whose answer is also in an earlier item. O(items before it).
  func uniquenessProblem(of id: FormRow.ID) -> Problem? {
    guard template[id].isUnique, !isFar(id), let value = value(of: id),
      let position = outline.itemPosition(of: id)
    else { return nil }
    for earlier in 0..<position {
      guard let item = outline.item(at: earlier, of: outline.list(of: id)) else { continue }
      var other = id
      other.item = item
      if self.value(of: other) == value { return problem(of: id, sharedWithItemAt: earlier) }
    }
    return nil
  }

  /// The problem of a row that names a member of an object, if a row or section of the form has that
  /// name there.
  func takenNameProblem(of id: FormRow.ID) -> Problem? {
    guard template[id].isItemName,
      template.sections[id.section].repetition?.takesOtherMembers == true,
      let name = value(of: id)?.text?.string,
      let items = template.plan.items(ofSection: id.section),
      let object = template.plan.parent(of: items),
      template.plan.member(named: name, of: object) != nil
    else { return nil }
    return .refused(Refusal("\(name.quoted) is another row of the form"))
  }

  /// Whether a unique answer is too far down the list for examining all earlier items after a key.
  func isFar(_ id: FormRow.ID) -> Bool {
    template[id].isUnique && outline.itemPosition(of: id) ?? 0 > Answers.mostItems
  }

  /// The problem of a row with the same answer as the item at a position.
  func problem(of id: FormRow.ID, sharedWithItemAt position: Int) -> Problem? {
    guard let other = outline.item(at: position, of: outline.list(of: id)) else { return nil }
    let item = itemLabel(section: id.section, item: other, position: position)
    let answer = answer(of: id)?.quoted ?? "this answer"
    return .refused(Refusal("\(item) has \(answer) too"))
  }

  /// The row of the next item with the same answer, among the items that are examined after a key.
  func nextWithAnswer(of id: FormRow.ID) -> FormRow.ID? {
    guard let value = value(of: id), let position = outline.itemPosition(of: id) else { return nil }
    let list = outline.list(of: id)
    for later in position
      + 1..<max(position + 1, min(outline.itemCount(of: list), Answers.mostItems))
    {
      guard let item = outline.item(at: later, of: list) else { continue }
      var other = id
      other.item = item
      if self.value(of: other) == value { return other }
    }
    return nil
  }
}
