// The title line: the title of the form, its progress, the number of problems and the state of the
// draft.

import FormModel
import FormText

/// The contents of a title line, from which the line is made.
struct TitleContents: Hashable, Sendable {
  let title: String
  let progress: Progress
  let problems: Int
  let storage: ScreenState.Storage
  let appearance: ScreenState.Appearance
  let width: Int
}

extension Screen {
  typealias TitleLine = (contents: TitleContents, line: Line)

  /// Returns the title line. It is copied from `previous` if its contents are the same.
  func titleLine(after previous: TitleLine?) -> TitleLine {
    let contents = TitleContents(
      title: session.template.title, progress: Progress(of: session), problems: problems.count,
      storage: state.storage, appearance: state.appearance, width: width)
    if let previous, previous.contents == contents { return previous }
    return (contents, titleLine(of: contents.progress))
  }

  private func titleLine(of progress: Progress) -> Line {
    var line = Line()
    let isNotKept = if case .notKept = state.storage { true } else { false }
    let right: [(String, Style)] = [
      (problems.isEmpty ? "" : counted(problems.count, "problem"), .problem),
      (storageWord, isNotKept ? .problem : .dim),
    ].filter { !$0.0.isEmpty }
    let rightColumns = right.reduce(0) { $0 + CellReader.columns(of: $1.0) + 3 } - 3
    let room = width - (right.isEmpty ? 0 : rightColumns + 2)
    let count = progress.sentence
    let barColumns = width < 59 ? 0 : min(24, (width + 1) / 4)
    // The title is shortened so that the count has room.
    let countColumns = CellReader.columns(of: count) + 2
    append(session.template.title, to: &line, end: max(room - countColumns, min(8, room)), .title)
    if line.columns + 2 + barColumns + countColumns <= room, barColumns > 0, progress.total > 0 {
      line.append("  ", end: room)
      let filled = progress.filled(of: barColumns)
      line.append(symbols.filled, times: filled, style: .focus)
      line.append(symbols.unfilled, times: barColumns - filled, style: .dim)
    }
    if line.columns + countColumns <= room { line.append("  \(count)", end: room) }
    guard !right.isEmpty, rightColumns <= width else { return line }
    line.cut(to: max(width - rightColumns - 1, 0))
    line.pad(to: width - rightColumns)
    for (number, (text, style)) in right.enumerated() {
      line.append((number == 0 ? "" : "   ") + text, style, end: width)
    }
    return line
  }

  private var storageWord: String {
    switch state.storage {
    case .nothing: ""
    case .kept: "kept"
    case .keeping: symbols.sentence("keeping…")
    case .none: state.appearance.isInProgram ? "" : "no draft"
    case .notKept: "NOT KEPT"
    }
  }
}
