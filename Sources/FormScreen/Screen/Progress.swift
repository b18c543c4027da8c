// How far a form is, in one sentence.

public import FormModel
import FormText

/// The progress of a form.
public enum Progress {
  /// `Nothing to fill`, `20 to go`, `3 of 20 filled, 17 to go` or `All 20 filled`, and how many
  /// problems are known.
  public static func sentence(of session: FormSession) -> String {
    let (done, total, problems) = session.progress
    let filled = session.template.countsTicks ? "done" : "filled"
    let progress =
      if total == 0 {
        "Nothing to fill"
      } else if done == 0 {
        "\(grouped(total)) to go"
      } else if done < total {
        "\(grouped(done)) of \(grouped(total)) \(filled), \(grouped(total - done)) to go"
      } else { "All \(grouped(total)) \(filled)" }
    return problems == 0 ? progress : "\(progress), \(counted(problems, "problem"))"
  }
}
