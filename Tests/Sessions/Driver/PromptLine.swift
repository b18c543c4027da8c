// The visible prompt line, and whether it matches a model, which is a predicted state of the form
// (see FormModel.swift).
//
// Invariant: a model in the same state as the program always matches. If the text in the row is
// longer than the line, models with other texts may match too.

import TerminalTesting

/// The prompt line on the screen.
struct PromptLine: Equatable {
  /// The line with a mark at the cursor.
  private let line: String
  /// The columns that the program paints.
  private let width: Int

  private static let cursor: Character = "\u{FFFC}"
  private static let ellipsis: Character = "…"

  init(_ screen: VirtualTerminal) {
    let lines = screen.text(cursor: String(PromptLine.cursor))
      .split(separator: "\n", omittingEmptySubsequences: false)
    line = lines.count > screen.cursor.row ? String(lines[screen.cursor.row]) : ""
    width = screen.columns - 1
  }

  /// Whether the prompt line of a model could look like this line.
  func fits(_ model: FormModel) -> Bool {
    switch model.prompt {
    case .row: model.labels.contains { fits(model, label: $0) }
    case .command(let beginning): line.hasPrefix(": \(beginning)")
    case .question: line.hasPrefix("Save") && line.hasSuffix("▸ \(PromptLine.cursor)")
    }
  }

  private func fits(_ model: FormModel, label: String) -> Bool {
    let label = shortened(label, to: max(width / 3, 1)) + " ▸ "
    guard hasPrefix(label) else { return false }
    var tail = Line(line.unicodeScalars.dropFirst(label.unicodeScalars.count))
    // After the cursor, the line may show a correction that Right would take. The model does not
    // predict its text.
    if model.mayHaveOffer, model.cursor == model.line.count,
      let cursor = tail.firstIndex(of: "\u{FFFC}")
    {
      tail.removeSubrange((cursor + 1)...)
    }
    let text = model.line
    if text.isEmpty {
      let placeholder = model.shape.row(model.focus).placeholder
      let hint = shortened(
        placeholder.isEmpty ? "" : "‹e.g. \(placeholder)›", to: width - label.unicodeScalars.count)
      return PromptLine.same(tail, Line("\(PromptLine.cursor)\(hint)".unicodeScalars))
    }
    let marked =
      text[..<model.cursor] + Array("\(PromptLine.cursor)".unicodeScalars) + text[model.cursor...]
    if PromptLine.same(tail, Line(marked)) { return true }
    // No character is wider than two columns.
    guard text.count * 2 >= width - label.unicodeScalars.count else { return false }
    return isWindow(Line(tail), on: text, cursor: model.cursor)
  }

  /// Whether a line shows a part of a text around the cursor, with marks for the omitted parts.
  private func isWindow(_ shown: Line, on text: Line, cursor: Int) -> Bool {
    let parts = shown.split(
      separator: "\u{FFFC}", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return false }
    let before = parts[0].drop { $0 == "…" || $0 == " " }
    let after = parts[1].reversed().drop { $0 == "…" || $0 == " " }.reversed()
    // The line always shows a part of a long text.
    guard !before.isEmpty || !after.isEmpty else { return false }
    return text[..<cursor].reversed().starts(with: before.reversed())
      && text[cursor...].starts(with: after)
  }

  private func hasPrefix(_ text: String) -> Bool {
    line.unicodeScalars.starts(with: text.unicodeScalars)
  }

  /// Whether two lines are equal apart from spaces at the end.
  private static func same(_ left: some Sequence<Unicode.Scalar>, _ right: Line) -> Bool {
    func trimmed(_ line: some Sequence<Unicode.Scalar>) -> Line {
      Line(line.reversed().drop { $0 == " " }.reversed())
    }
    return trimmed(left) == trimmed(right)
  }

  private func shortened(_ text: String, to columns: Int) -> String {
    text.unicodeScalars.count <= columns
      ? text : text.prefix(max(columns - 1, 0)) + String(PromptLine.ellipsis)
  }
}
