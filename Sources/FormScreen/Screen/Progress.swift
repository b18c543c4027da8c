// The progress of a form: the count in its title.

public import FormModel
import FormText

/// The progress of a form.
public struct Progress: Hashable, Sendable {
  /// The number of filled rows; in a form whose items are ticked when they are done, the number of
  /// ticked items.
  public let done: Int
  /// The number of rows, or of items, in total.
  public let total: Int
  private let countsTicks: Bool

  /// Creates the progress of a session.
  public init(of session: borrowing FormSession) {
    (done, total, _) = session.progress
    countsTicks = session.template.countsTicks
  }

  /// The progress as `4 of 20`; as `2 of 5 done` if it counts ticked items; `empty` if there is
  /// nothing to fill.
  public var sentence: String {
    if total == 0 { return "empty" }
    return "\(grouped(done)) of \(grouped(total))" + (countsTicks ? " done" : "")
  }

  /// The progress as a part of a sentence, such as `4 of 20 filled`.
  public var words: String {
    if total == 0 { return "nothing filled yet" }
    return "\(grouped(done)) of \(grouped(total)) \(countsTicks ? "done" : "filled")"
  }

  /// Returns the number of filled cells in a bar. At least one cell is filled if any row is filled.
  /// All cells are filled only if all rows are.
  func filled(of cells: Int) -> Int {
    guard total > 0, done > 0 else { return 0 }
    if done >= total { return cells }
    return min(max((done * cells * 2 + total) / (total * 2), 1), cells - 1)
  }
}
