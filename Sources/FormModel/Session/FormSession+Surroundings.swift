// The surroundings of a session: the id of the filling and the date. Also applies an action and
// completes all its work.

extension FormSession {
  /// The id of this filling of the form. Exports write the id if the form has `output.id` and the
  /// loaded document has no id.
  public var fillingID: String? {
    get { answers.presets.fillingID }
    set { answers.presets.fillingID = newValue }
  }

  /// The day on which the form was opened, `YYYY-MM-DD`. It is the value of `today()` in
  /// expressions. Set it before applying actions.
  public var today: String? {
    get { answers.presets.today?.text }
    set {
      answers.presets.today = newValue.flatMap(CalendarDate.init)
      if !template.conditions.isEmpty || !template.expressions.isEmpty { begin() }
    }
  }

  /// Applies all conditions to the first answers and the date, and focuses the first row.
  mutating func begin() {
    answers.chooseAlternatives()
    answers.giveDefaultsThatAreRead()
    answers.settleAllConditions()
    if answers.loaded != nil, !template.conditions.isEmpty {
      answers.conditions.asLoaded = answers.outline
    }
    answers.noteDisagreements()
    sweep.markMisfits(of: answers)
    focus = stop(from: 0, by: 1).flatMap(viewID(at:)) ?? answers.outline.id(at: 0)
    place.revealFocus(in: answers.outline)
    settle()
    settleDerived(withChoices: true)
  }

  /// Applies an action and completes all the work that it starts. For callers that need not handle
  /// keys meanwhile. O(rows) if the action starts work over the whole form.
  @discardableResult
  public mutating func applyToEnd(_ action: Action, line: EditedLine? = nil) -> [Effect] {
    var effects = apply(action, line: line)
    while effects.contains(.workRemains) { effects = apply(.workContinued) }
    return effects
  }

  /// This session with all sums and conditions computed, for reading every row at once. While a sum
  /// over items is being computed, each row that needs the sum would add up all items again.
  package var withWorkDone: FormSession {
    var session = self
    while session.answers.totals.isLate || !session.answers.conditions.waiting.isEmpty {
      _ = session.apply(.workContinued)
    }
    return session
  }
}
