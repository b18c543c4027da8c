// Notes in the viewport: wrapped at words, on at most so many lines.

import FormModel
import FormText

/// The room for notes on a screen.
struct NoteText: Hashable, Sendable {
  /// The columns of a line; it begins where labels do.
  let columns: Int
  /// The most lines of a note; the last is marked where more follows.
  let mostLines: Int

  /// On a screen of fewer than 8 lines a note has one.
  init(size: ScreenSize) {
    let width = size.usableColumns
    columns = max(width - (width < 30 ? 3 : 9), 1)
    mostLines = size.rows < 8 ? 1 : 4
  }

  /// The lines of a note. A note of one line is whole: the painter shortens it.
  func lines(_ text: String, symbols: Symbols) -> [String] {
    let sentence = symbols.sentence(text)
    if mostLines == 1 { return [sentence] }
    let wrapped = WrappedText(Text(sentence), width: columns + 1)
    return wrapped.pieces.indices.prefix(mostLines).map { number in
      let line = wrapped.printed(number)
      return number == mostLines - 1 && number < wrapped.pieces.count - 1
        ? line + symbols.ellipsis : line
    }
  }

  /// Whether something of a note is not on its lines.
  func cuts(_ text: String, symbols: Symbols, wraps: Bool) -> Bool {
    let sentence = symbols.sentence(text)
    let lines = WrappedText(Text(sentence), width: columns + 1).pieces.count
    return lines > (wraps ? mostLines : 1)
  }

  /// The number of lines of each note, by section and row; 1 for other rows.
  func lineCounts(of template: Template, symbols: Symbols) -> [[Int]] {
    template.sections.map { section in
      section.rows.indices.map { row in
        guard section.wrapsNote(row), let help = section.rows[row].help else { return 1 }
        return max(lines(help.text(number: 1), symbols: symbols).count, 1)
      }
    }
  }
}

extension FormSession {
  /// The text of a note; nil for one without.
  func noteText(_ id: FormRow.ID) -> String? {
    template[id].help?.text(number: answers.number(of: id))
  }
}

extension Outline.Line {
  var isRow: Bool { if case .row = self { true } else { false } }
}
