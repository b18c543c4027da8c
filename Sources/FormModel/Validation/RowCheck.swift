// Checks that are functions of the host program, the program that uses this package as a library.
//
// Invariants: a check runs when the focus leaves its row and when the whole form is checked, never
// while the person types. Its verdict applies only to the checked text; after a change of the text,
// the problem is gone. The check does not run for a row that is hidden, is in an empty item, or has
// another problem.

import FormText

/// A check that is a function of the host program.
package struct RowCheck: Sendable {
  /// Returns the problem of a row's answer; nil if the answer has none.
  let problem: @Sendable (FormRow.ID, Answers) -> String?

  package init(_ problem: @escaping @Sendable (FormRow.ID, Answers) -> String?) {
    self.problem = problem
  }
}

extension Template {
  /// Whether the form has checks by the host program.
  package var hasClosures: Bool {
    !closures.isEmpty || sections.contains { $0.rows.contains { !$0.closures.isEmpty } }
  }

  /// Replaces each check by a call of `run`, which runs the check.
  package mutating func runClosures(
    by run: @escaping @Sendable (_ closure: () -> String?) -> String?
  ) {
    func surrounded(_ check: RowCheck) -> RowCheck {
      RowCheck { row, answers in run { check.problem(row, answers) } }
    }
    closures = closures.map(surrounded)
    for place in sections.indices {
      for row in sections[place].rows.indices where !sections[place].rows[row].closures.isEmpty {
        sections[place].rows[row].details.closures =
          sections[place].rows[row].closures.map(surrounded)
      }
    }
  }

  /// Adds a check to all rows with an id.
  package mutating func add(_ check: RowCheck, toRow id: String, inSection section: String) {
    for place in sections.indices where sections[place].id.hasSameScalars(as: section) {
      for row in sections[place].rows.indices
      where sections[place].rows[row].id.source.hasSameScalars(as: id) {
        sections[place].rows[row].details.closures.append(check)
      }
    }
  }
}

extension Answers {
  /// Runs the checks of a row and records the first problem that they find.
  mutating func runChecks(of row: FormRow.ID) {
    let closures = template[row].closures
    guard !closures.isEmpty, !row.isAddLine(in: template.sections) else { return }
    if texts.rejected[row]?.isByCheck == true { texts.rejected[row] = nil }
    guard outline.isShown(row), documentProblem(of: row) == nil, problem(of: row) == nil,
      row.item == 0 || !isEmpty(item: row.item, ofSection: row.section)
    else { return }
    reject(row, by: closures)
  }

  /// Runs the checks of the whole form. A problem that they find is shown at the last row or add
  /// line of the form. An add line is a line on which people create items.
  ///
  /// - Returns: that row or add line if there is a problem; otherwise nil.
  mutating func runFormChecks() -> FormRow.ID? {
    guard !template.closures.isEmpty else { return nil }
    for (row, text) in texts.rejected where text.isByForm { texts.rejected[row] = nil }
    guard let row = outline.lastIndex.flatMap(outline.id(at:)), documentProblem(of: row) == nil
    else { return nil }
    reject(row, by: template.closures)
    guard texts.rejected[row] != nil else { return nil }
    texts.rejected[row]?.isByForm = true
    return row
  }

  private mutating func reject(_ row: FormRow.ID, by closures: [RowCheck]) {
    for closure in closures {
      guard let message = closure.problem(row, self) else { continue }
      texts.rejected[row] = RejectedText(text: text(of: row), message: message, isByCheck: true)
      return
    }
  }

  /// The rows that checks rejected, at most 20, because checking more of them again would delay a
  /// key press.
  var rowsRefusedByChecks: [FormRow.ID] {
    // The lazy types take the runtime 260,000 instructions to make, so they are made only if needed.
    if texts.rejected.isEmpty { return [] }
    return texts.rejected.lazy.filter { $0.value.isByCheck && !$0.value.isByForm }.prefix(20)
      .map(\.key)
  }

  /// Returns the same answers, as a check of `row` reads them: if rows of several items have the id
  /// that the check asks for, the row in the item of `row` is read.
  package func seen(from row: FormRow.ID) -> Answers {
    var answers = self
    answers.viewpoint = row
    return answers
  }
}
