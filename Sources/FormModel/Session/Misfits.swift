// The values and containers of a loaded document that do not fit the form.

import FormText
import LosslessJSON

/// The values and containers of a document that do not fit the form.
struct Misfits: Sendable {
  /// The rows whose values have the wrong type.
  var rows = Set<FormRow.ID>()
  /// The containers whose shape differs from the shape in the form.
  private(set) var misshapes: [Misshape] = []
  /// The indices of these containers in `misshapes`, by the rows inside them.
  private var misshapesByRow: [FormRow.ID: Int] = [:]
  /// The closed objects (objects that allow only members of the form) with other members, or with
  /// members that conditions may forbid.
  private(set) var crowded: [CrowdedObject] = []
  /// The indices of these objects in `crowded`, by the rows inside them. A row may be inside
  /// several objects.
  private var crowdedByRow: [FormRow.ID: [Int]] = [:]
  private var hints = NameHints()

  /// A value of the wrong kind where the form expects an object, an array or a list of items.
  struct Misshape: Sendable {
    /// The container's node in the `AnswerPlan`, the tree of the answers in a document; and the
    /// item around the container.
    let node: Int
    let item: Int
    let error: AnswersError
    /// Whether the value is an array or an object that is not empty.
    let hasContents: Bool
    /// The rows inside the container. The problem belongs to the first shown row.
    let rows: [FormRow.ID]
  }

  /// Whether every value and container fits.
  var isEmpty: Bool { rows.isEmpty && misshapes.isEmpty && crowded.isEmpty }

  /// The rows of each container with a problem of its own. The first shown row of a container shows
  /// the problem.
  var rowsOfContainers: [[FormRow.ID]] { misshapes.map(\.rows) + crowded.map(\.rows) }

  /// The container of the wrong shape around a row; nil if there is none.
  func misshape(at row: FormRow.ID) -> Misshape? { misshapesByRow[row].map { misshapes[$0] } }

  /// The closed objects around a row with members that the form does not have, or that conditions
  /// may forbid.
  func crowdedObjects(around row: FormRow.ID) -> [CrowdedObject] {
    (crowdedByRow[row] ?? []).map { crowded[$0] }
  }

  /// Records a container of the wrong shape.
  mutating func note(_ misshape: Misshape) {
    for row in misshape.rows { misshapesByRow[row] = misshapes.count }
    misshapes.append(misshape)
  }

  /// Records the members that a closed object does not allow, or may not allow.
  mutating func note(
    _ strangers: Strangers, in node: Int, item: Int, _ path: DocumentPath, of template: Template
  ) {
    let object = CrowdedObject(strangers, in: node, item: item, path, of: template, hints: &hints)
    for row in object.rows { crowdedByRow[row, default: []].append(crowded.count) }
    crowded.append(object)
  }
}
