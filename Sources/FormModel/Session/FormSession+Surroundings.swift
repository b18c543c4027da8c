// Facts about a session that its surroundings know: its id, and the day.

extension FormSession {
  /// The id of this filling of the form. Exports write it where the form has `output.id` and
  /// the document that was loaded has no id.
  public var fillingID: String? {
    get { answers.presets.fillingID }
    set { answers.presets.fillingID = newValue }
  }

  /// The day on which the form was opened, `YYYY-MM-DD`: what `today()` in expressions is.
  public var today: String? {
    get { answers.presets.today?.text }
    set { answers.presets.today = newValue.flatMap(CalendarDate.init) }
  }
}
