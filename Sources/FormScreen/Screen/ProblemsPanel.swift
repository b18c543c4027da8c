// The panel of the rows that have problems.

import FormModel
import FormText

/// A title, and the rows with problems as the last look through the form found them.
struct ProblemsPanel {
  let top: Int

  /// A line of the panel, counted from the first in view; only those in view are made.
  func line(_ number: Int, of session: FormSession) -> ScreenState.Message? {
    let place = top + number
    if place == 0 {
      let title = "\(counted(session.problems.count, "problem")), Esc closes"
      return ScreenState.Message(title, style: .strong)
    }
    guard place <= session.listedProblems.count else { return nil }
    let row = session.listedProblems[place - 1]
    guard let index = session.answers.indexToMend(row) else { return nil }
    let label = session.answers.problemLabel(of: row)
    let number = session.answers.outline.number(at: index).map { "\($0)  " } ?? ""
    guard let problem = session.problems[row] else {
      return ScreenState.Message("  \(number)\(label) is right now", style: .dim)
    }
    return ScreenState.Message("! \(number)\(problem.sentence(naming: label))", style: .problem)
  }
}
