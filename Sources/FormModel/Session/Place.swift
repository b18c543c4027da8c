// Where the person is in a form.

/// The focus, the window around it, and what narrows the view.
package struct Place: Sendable {
  /// The row that is being edited; nil when the form has no rows.
  package internal(set) var focus: FormRow.ID?
  package var viewport: Viewport
  /// Where a jump began.
  var rowBeforeJump: FormRow.ID?
  /// The find that is under way.
  var finding: Finding?
  /// What the viewport is narrowed to.
  var filter: Filter?
  /// What was looked for last.
  package internal(set) var lastFind = Find.nothing

  init(viewport: Viewport) { self.viewport = viewport }
}
