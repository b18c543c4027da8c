// The panel of sentences: help, drafts, texts without a row, the problems of the form.

import FormModel
import FormText

/// Sentences on lines.
struct LinesPanel {
  let title: String
  let lines: [ScreenState.Message]
  /// The first line in view.
  let top: Int

  private init(title: String, lines: [ScreenState.Message], top: Int) {
    (self.title, self.lines) = (title, lines)
    self.top = min(top, max(lines.count - 1, 0))
  }

  /// Sentences, wrapped at words; nothing of them is cut.
  init(_ sentences: [String], title: String, width: Int, top: Int) {
    self.init(
      title: title,
      lines: LinesPanel.wrapped(sentences, width: width).map { ScreenState.Message($0) }, top: top)
  }

  /// The most problems that are listed.
  private static let mostProblems = 200

  /// The rows with problems found by the last check of the whole form, one a line.
  init(problemsOf session: FormSession, top: Int) {
    let rows = session.listedProblems.prefix(LinesPanel.mostProblems)
    let lines = rows.compactMap { row -> ScreenState.Message? in
      guard let index = session.answers.indexToCorrect(row) else { return nil }
      let label = session.answers.problemLabel(of: row)
      let number = session.answers.outline.number(at: index).map { "\($0) " } ?? ""
      guard let problem = session.problems[row] else {
        return ScreenState.Message("  \(number)\(label) is mended", style: .dim)
      }
      return ScreenState.Message(
        "! \(number)\(problem.sentence(naming: label))", style: .problem)
    }
    self.init(title: "Problems", lines: lines, top: top)
  }

  /// Sentences wrapped to a width; continuation lines are indented.
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

  /// The lines in view.
  func lines(_ count: Int) -> [ScreenState.Message] {
    Array(lines.dropFirst(top).prefix(count))
  }

  /// `1–7 of 60`, unless all lines are in view.
  func place(showing count: Int) -> String {
    count >= lines.count
      ? "" : "\(top + 1)–\(min(top + count, lines.count)) of \(grouped(lines.count))"
  }
}
