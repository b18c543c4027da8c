// The place of the person in a form.

/// The focus, the window around it, and what narrows the view.
package struct Place: Sendable {
  /// The row that is being edited; nil when the form has no rows.
  package internal(set) var focus: FormRow.ID?
  package var viewport: Viewport
  /// The row before the last jump.
  var rowBeforeJump: FormRow.ID?
  /// The find that is under way.
  var finding: Finding?
  /// The filter of the viewport.
  var filter: Filter?
  /// The last find.
  package internal(set) var lastFind = Find.nothing

  init(viewport: Viewport) { self.viewport = viewport }
}
