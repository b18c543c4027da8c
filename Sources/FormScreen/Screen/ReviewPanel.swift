// The panel of changes. It lists the changes that a save would write into the document with which
// the form was opened.
//
// Invariant: only the changes in view are described in words, however many there are (law 15).

import FormModel
import FormText

/// The changes since the form was opened. One of them may be chosen.
public struct ReviewPanel: Hashable, Sendable {
  /// The changes that were found so far.
  var changes: SessionChanges
  /// The name of the save's destination; nil if the panel is shown without the question whether to
  /// save.
  private let destination: String?
  /// The index of the chosen change; nil if none is chosen.
  private(set) var chosen: Int?
  private var top = 0
  /// The number of changes in view.
  private var shown = 1

  /// Creates a panel and begins the search for changes.
  ///
  /// - Parameter destination: the name of the save's destination; nil if the panel is shown without
  ///   the question whether to save.
  init(of session: FormSession, destination: String? = nil) {
    changes = SessionChanges(of: session.answers)
    self.destination = destination
    changes.advance(in: session.answers)
  }

  /// The number of changes that were found so far.
  var count: Int { changes.differences.count }

  /// The chosen change.
  var difference: Difference? {
    chosen.flatMap { changes.differences.indices.contains($0) ? changes.differences[$0] : nil }
  }

  /// Moves the choice by a number of changes. If the first change is chosen, moving up by one
  /// removes the choice.
  mutating func move(by step: Int) {
    guard count > 0, changes.isComplete else { return }
    guard let place = chosen else {
      chosen = step > 0 ? min(step - 1, count - 1) : nil
      return
    }
    chosen = place + step < 0 && step == -1 ? nil : min(max(place + step, 0), count - 1)
  }

  /// Chooses the change on a line of the panel, counted from 0.
  mutating func choose(onLine line: Int, width: Int) {
    let place = top + line / ReviewPanel.linesOfChange(width: width)
    if changes.isComplete, place < count { chosen = place }
  }

  /// Moves the choice by a number of pages.
  mutating func page(by pages: Int) { move(by: pages * max(shown, 1)) }

  // MARK: - In view

  /// The width below which a change needs two lines.
  private static let leastColumns = 59

  /// Returns whether a change needs two lines.
  func isNarrow(_ width: Int) -> Bool { width < ReviewPanel.leastColumns }

  /// Returns the number of lines that a change needs.
  static func linesOfChange(width: Int) -> Int { width < leastColumns ? 2 : 1 }

  /// Returns the number of lines that show all changes, without the title.
  func wantedLines(width: Int) -> Int {
    max(count, 1) * ReviewPanel.linesOfChange(width: width)
  }

  /// Scrolls to the chosen change. `lines` is the number of lines of the panel, including the
  /// title.
  mutating func arrange(lines: Int, width: Int) {
    shown = max((lines > 1 ? lines - 1 : lines) / ReviewPanel.linesOfChange(width: width), 1)
    if let chosen { top = min(max(top, chosen - shown + 1), chosen) }
    top = max(min(top, count - shown), 0)
  }

  /// Returns a title such as `5 changes to resume.json`.
  func title(of session: FormSession, width: Int) -> String {
    guard changes.isComplete else {
      return "Looking for changes: \(changes.percent(of: session.answers)) %"
    }
    let words = counted(count, "change")
    guard width >= ReviewPanel.leastColumns else { return words }
    guard let destination, !destination.isEmpty else { return "\(words) since the form was opened" }
    return "\(words) to \(destination)"
  }

  /// The changes in view, such as `1–5 of 5`.
  var place: String {
    guard changes.isComplete, count > 0 else { return "" }
    return "\(grouped(top + 1))–\(grouped(min(top + shown, count))) of \(grouped(count))"
  }

  func lines(_ lines: Int, of session: FormSession, width: Int, symbols: Symbols) -> [Line] {
    guard changes.isComplete else { return [] }
    let sides = ComparedAnswers(since: session.answers)
    let lineCount = ReviewPanel.linesOfChange(width: width)
    let last = min(top + (lines + lineCount - 1) / lineCount, count)
    return Array(
      (top..<max(last, top)).flatMap { index in
        self.lines(
          for: sides.words(for: changes.differences[index]), isChosen: index == chosen,
          width: width, symbols)
      }.prefix(lines))
  }

  /// Returns the lines of a change. Its path has a third of the width; the answers follow. On a
  /// narrow screen the answers are on a second line.
  private func lines(
    for words: DifferenceWords, isChosen: Bool, width: Int, _ symbols: Symbols
  ) -> [Line] {
    let style: Style = isChosen ? .chosen : .plain
    let hasTwo = ReviewPanel.linesOfChange(width: width) > 1
    let textStart = hasTwo ? 4 : width / 3
    let change = words.sentence(
      arrow: symbols.sentence("→"), lineBreak: String(symbols.lineBreak), cut: symbols.ellipsis)
    var line = start(isChosen, style, symbols)
    let room = hasTwo ? width - 2 : textStart - 4
    line.append(
      symbols.sentence(ReviewPanel.path(words.path, columns: room)), style,
      end: hasTwo ? width : textStart - 2, ellipsis: symbols.ellipsis)
    var lines: [Line] = []
    if hasTwo {
      if isChosen { line.pad(to: width, style) }
      lines.append(line)
      line = start(isChosen, style, symbols)
    }
    line.pad(to: textStart, style)
    line.append(change, style, end: width, ellipsis: symbols.ellipsis)
    if isChosen { line.pad(to: width, style) }
    return lines + [line]
  }

  private func start(_ isChosen: Bool, _ style: Style, _ symbols: Symbols) -> Line {
    var line = Line()
    line.append(isChosen ? symbols.bar : " ", style: style)
    line.append(" ", style: style)
    return line
  }

  /// Returns a path shortened to a number of columns. Outer levels are cut first: `… › Project 1`.
  private static func path(_ parts: [String], columns: Int) -> String {
    for first in parts.indices {
      let rest = parts[first...].joined(separator: " › ")
      let path = first == 0 ? rest : "… › \(rest)"
      if CellReader.columns(of: path) <= columns { return path }
    }
    return parts.last ?? ""
  }
}
