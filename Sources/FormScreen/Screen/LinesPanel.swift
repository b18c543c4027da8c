// A panel of sentences: the help, drafts, texts that belong to no row, or the problems of the form.

import FormModel
import FormText

/// Sentences, wrapped to lines.
struct LinesPanel {
  let title: String
  let lines: [ScreenState.Message]
  /// The index of the first line in view.
  let top: Int

  private init(title: String, lines: [ScreenState.Message], top: Int) {
    (self.title, self.lines) = (title, lines)
    self.top = min(top, max(lines.count - 1, 0))
  }

  /// Creates a panel of sentences. The sentences are wrapped at words and never cut.
  init(_ sentences: [String], title: String, width: Int, top: Int) {
    self.init(
      title: title,
      lines: LinesPanel.wrapped(sentences, width: width).map { ScreenState.Message($0) }, top: top)
  }

  /// Creates a panel of a text that a save would write. Its lines are continued at the width, so that
  /// all of their characters are in view.
  init(_ preview: PreviewText, width: Int, top: Int) {
    self.init(preview.lines, title: preview.title, width: width, top: top)
  }

  /// The maximum number of problems that are listed.
  private static let mostProblems = 200

  /// Creates a panel of the problems that the last check of the whole form found, one on each line.
  init(problemsOf session: FormSession, top: Int) {
    let rows = session.listedProblems.prefix(LinesPanel.mostProblems)
    let lines = rows.compactMap { row -> ScreenState.Message? in
      guard let index = session.answers.indexToCorrect(row) else { return nil }
      let label = session.answers.problemLabel(of: row)
      let number = session.answers.outline.number(at: index).map { "\($0) " } ?? ""
      guard let problem = session.problems[row] else {
        return ScreenState.Message("  \(number)\(label) is corrected", style: .dim)
      }
      return ScreenState.Message(
        "! \(number)\(problem.sentence(naming: label))", style: .problem)
    }
    self.init(title: "Problems", lines: lines, top: top)
  }

  /// Returns sentences wrapped to a width. Continuation lines are indented.
  static func wrapped(_ sentences: [String], width: Int) -> [String] {
    sentences.flatMap { sentence -> [String] in
      if CellReader.isPrintableASCII(sentence), sentence.utf8.count <= width { return [sentence] }
      let wrapped = WrappedText(Text(sentence), width: width + 1, indent: 2)
      return wrapped.pieces.indices.map { piece in
        String(repeating: " ", count: wrapped.pieces[piece].indent)
          + wrapped.printed(piece)
      }
    }
  }

  /// Returns the lines in view.
  func lines(_ count: Int) -> [ScreenState.Message] {
    Array(lines.dropFirst(top).prefix(count))
  }

  /// Returns the position of the lines in view, such as `1–7 of 60`; empty if all lines are in
  /// view.
  func place(showing count: Int) -> String {
    count >= lines.count
      ? "" : "\(top + 1)–\(min(top + count, lines.count)) of \(grouped(lines.count))"
  }
}
