// A session and its surroundings: its id, the day, and work done at once.

extension FormSession {
  /// The id of this filling of the form. Exports write it where the form has `output.id` and
  /// the document that was loaded has no id.
  public var fillingID: String? {
    get { answers.presets.fillingID }
    set { answers.presets.fillingID = newValue }
  }

  /// The day on which the form was opened, `YYYY-MM-DD`: what `today()` in expressions is. Set it before anything is done.
  public var today: String? {
    get { answers.presets.today?.text }
    set {
      answers.presets.today = newValue.flatMap(CalendarDate.init)
      if !template.conditions.isEmpty || !template.expressions.isEmpty { begin() }
    }
  }

  /// Decides all that the first answers and the day decide, and goes to the first row.
  mutating func begin() {
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

  /// Takes note of something that happened and does all the work it starts, for who has no keys to
  /// look after meanwhile. O(rows) where there is work.
  @discardableResult
  public mutating func applyToEnd(_ action: Action, line: EditedLine? = nil) -> [Effect] {
    var effects = apply(action, line: line)
    while effects.contains(.workRemains) { effects = apply(.workContinued) }
    return effects
  }
}
