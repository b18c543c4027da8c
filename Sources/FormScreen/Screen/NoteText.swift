// Notes in the viewport: wrapped at words, with a limited number of lines.

import FormModel
import FormText

/// The room for notes on a screen.
struct NoteText: Hashable, Sendable {
  /// The columns of a line; it begins in the column of labels.
  let columns: Int
  /// The most lines of a note; the last one is marked if more text follows.
  let mostLines: Int

  /// On a screen of fewer than 8 lines a note has one line.
  init(size: ScreenSize) {
    let width = size.usableColumns
    columns = max(width - (width < 30 ? 3 : 9), 1)
    mostLines = size.rows < 8 ? 1 : 4
  }

  /// The lines of a note in a form.
  func lines(of id: FormRow.ID, in session: FormSession, symbols: Symbols) -> [String] {
    let text = session.noteText(id) ?? ""
    guard session.template.sections[id.section].wrapsNote(id.row) else { return [text] }
    return lines(text, most: mostLines(of: id, in: session, symbols), symbols)
  }

  /// Whether a note's lines lack a part of its text.
  func cuts(_ id: FormRow.ID, in session: FormSession, symbols: Symbols) -> Bool {
    let wraps = session.template.sections[id.section].wrapsNote(id.row)
    let pieces = wrapped(symbols.sentence(session.noteText(id) ?? "")).pieces
    return pieces.count > (wraps ? mostLines(of: id, in: session, symbols) : 1)
  }

  /// The most lines of a note. A note with answers in it has as many as its text in the template.
  private func mostLines(of id: FormRow.ID, in session: FormSession, _ symbols: Symbols) -> Int {
    let source = session.template[id].help?.text(number: session.answers.number(of: id)) ?? ""
    if mostLines == 1 || session.noteText(id) == source { return mostLines }
    return lineCount(of: source, symbols)
  }

  private func lineCount(of text: String, _ symbols: Symbols) -> Int {
    max(lines(text, most: mostLines, symbols).count, 1)
  }

  /// The lines of a text. A text of a single line is returned in full, because the painter shortens
  /// it.
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

  /// The number of lines of each note, by section and row; 1 for other rows.
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
  /// The text of a note; nil for one without.
  func noteText(_ id: FormRow.ID) -> String? { answers.help(of: id) }
}

extension Outline.Line {
  var isRow: Bool { if case .row = self { true } else { false } }
}
