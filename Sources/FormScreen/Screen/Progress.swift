// The progress of a form: one count, in the title.

public import FormModel
import FormText

/// The progress of a form.
public struct Progress: Hashable, Sendable {
  /// The number of filled rows, or of ticked items, and the total.
  public let done: Int
  /// The number of rows, or of items, in total.
  public let total: Int
  private let countsTicks: Bool

  /// The progress of a session.
  public init(of session: borrowing FormSession) {
    (done, total, _) = session.progress
    countsTicks = session.template.countsTicks
  }

  /// `4 of 20`; `2 of 5 done` if items are ticked; `empty` if there is nothing to fill.
  public var sentence: String {
    if total == 0 { return "empty" }
    return "\(grouped(done)) of \(grouped(total))" + (countsTicks ? " done" : "")
  }

  /// `4 of 20 filled`, in a sentence.
  public var words: String {
    if total == 0 { return "nothing filled yet" }
    return "\(grouped(done)) of \(grouped(total)) \(countsTicks ? "done" : "filled")"
  }

  /// The filled cells of a bar: at least one if anything is filled, all of them only at the end.
  func filled(of cells: Int) -> Int {
    guard total > 0, done > 0 else { return 0 }
    if done >= total { return cells }
    return min(max((done * cells * 2 + total) / (total * 2), 1), cells - 1)
  }
}
