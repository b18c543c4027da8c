// Notes (rows that only show a text) in the viewport. They are wrapped at words and have a limited
// number of lines.

import FormModel
import FormText

/// The room for notes on a screen of a given size.
struct NoteText: Hashable, Sendable {
  /// The number of columns of a line. Notes begin in the column of the labels.
  let columns: Int
  /// The maximum number of lines of a note. If more text follows, the last line is marked.
  let mostLines: Int

  /// Notes have a single line if the screen has fewer than 8 lines.
  init(size: ScreenSize) {
    let width = size.usableColumns
    columns = max(width - (width < 30 ? 3 : 9), 1)
    mostLines = size.rows < 8 ? 1 : 4
  }

  /// Returns the lines of a note.
  func lines(of id: FormRow.ID, in session: FormSession, symbols: Symbols) -> [String] {
    let text = session.noteText(id) ?? ""
    guard session.template.sections[id.section].wrapsNote(id.row) else { return [text] }
    return lines(text, most: mostLines(of: id, in: session, symbols), symbols)
  }

  /// Returns whether the lines of a note lack a part of its text.
  func cuts(_ id: FormRow.ID, in session: FormSession, symbols: Symbols) -> Bool {
    let wraps = session.template.sections[id.section].wrapsNote(id.row)
    let pieces = wrapped(symbols.sentence(session.noteText(id) ?? "")).pieces
    return pieces.count > (wraps ? mostLines(of: id, in: session, symbols) : 1)
  }

  /// Returns the maximum number of lines of a note. If answers are inserted in its text, this is
  /// the number of lines that its text has in the template, so that the rows below do not move
  /// while the person types.
  private func mostLines(of id: FormRow.ID, in session: FormSession, _ symbols: Symbols) -> Int {
    let source = session.template[id].help?.text(number: session.answers.number(of: id)) ?? ""
    if mostLines == 1 || session.noteText(id) == source { return mostLines }
    return lineCount(of: source, symbols)
  }

  private func lineCount(of text: String, _ symbols: Symbols) -> Int {
    max(lines(text, most: mostLines, symbols).count, 1)
  }

  /// Returns the lines of a text. If only one line is allowed, returns the whole text, because the
  /// painter shortens it.
  private func lines(_ text: String, most: Int, _ symbols: Symbols) -> [String] {
    let sentence = symbols.sentence(text)
    if most == 1 { return [sentence] }
    let wrapped = wrapped(sentence)
    return wrapped.pieces.indices.prefix(most).map { number in
      let line = wrapped.printed(number)
      return number == most - 1 && number < wrapped.pieces.count - 1
        ? line + symbols.ellipsis : line
    }
  }

  private func wrapped(_ sentence: String) -> WrappedText {
    WrappedText(Text(sentence), width: columns + 1)
  }

  /// Returns the number of lines of each note, by section and row; 1 for other rows.
  func lineCounts(of template: Template, symbols: Symbols) -> [[Int]] {
    template.sections.map { section in
      section.rows.indices.map { row in
        guard section.wrapsNote(row), let help = section.rows[row].help else { return 1 }
        return lineCount(of: help.text(number: 1), symbols)
      }
    }
  }
}

extension FormSession {
  /// Returns the text of a note; nil if the note has no text.
  func noteText(_ id: FormRow.ID) -> String? { answers.help(of: id) }
}

extension Outline.Line {
  var isRow: Bool { if case .row = self { true } else { false } }
}
