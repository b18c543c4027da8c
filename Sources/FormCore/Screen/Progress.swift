// How far a form is, in one sentence.

/// The progress of a form.
public enum Progress {
  /// `Nothing to fill`, `20 to go`, `3 of 20 filled, 17 to go` or `All 20 filled`, and how many
  /// problems are known.
  public static func sentence(of session: FormSession) -> String {
    let (filled, total) = (session.filledCount, session.rowCount)
    let progress =
      if total == 0 {
        "Nothing to fill"
      } else if filled == 0 {
        "\(grouped(total)) to go"
      } else if filled < total {
        "\(grouped(filled)) of \(grouped(total)) filled, \(grouped(total - filled)) to go"
      } else {
        "All \(grouped(total)) filled"
      }
    let problems = session.problems.count
    return problems == 0 ? progress : "\(progress), \(counted(problems, "problem"))"
  }
}
