// The content of a row: in view, in the buffer, in the journal, and in a draft.
//
// The buffer has the contents of rows out of view. It stores only content that differs from that of
// an untouched row, so paging through a million rows without typing needs no memory.

public import FormText

/// The content of a row.
public struct RowContent: Hashable, Sendable {
  /// The text.
  public var text: Text
  /// The cursor, in scalars from the start; nil at the end of the text.
  public var cursor: Int?
  /// The candidates that were picked for the text.
  public var picks: [Pick]

  /// Creates the content of a row.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - cursor: the cursor, in scalars from the start; nil at the end of the text.
  ///   - picks: the candidates that were picked for the text.
  public init(text: Text, cursor: Int? = nil, picks: [Pick] = []) {
    (self.text, self.cursor, self.picks) = (text, cursor, picks)
  }

  /// Creates the content of a row. A cursor at the end of the text becomes nil.
  init(text: Text, cursorFromStart cursor: Int, picks: [Pick]) {
    self.init(text: text, cursor: cursor >= text.scalarCount ? nil : cursor, picks: picks)
  }
}

/// The contents of rows that are out of view.
struct FormBuffer: Sendable {
  private var entries: [FormRow.ID: RowContent] = [:]

  /// Captures the content of a row that is leaving the view.
  mutating func capture(_ content: RowContent, for row: FormRow.ID, base: Text) {
    if content.cursor == nil, content.text == base, content.picks.isEmpty {
      // Removing hashes the row even if there are no entries.
      if !entries.isEmpty { entries[row] = nil }
    } else {
      entries[row] = content
    }
  }

  /// The captured content of a row; nil for an untouched row.
  func restored(_ row: FormRow.ID) -> RowContent? { entries[row] }

  /// The rows in the buffer.
  var rows: Dictionary<FormRow.ID, RowContent>.Keys { entries.keys }
}

extension Text {
  /// Returns the text that a row accepts from an external editor, given the text that the editor
  /// received.
  func taken(fromEditorOf lent: Text, holdingLines: Bool) -> Text {
    var scalars = Array(string.unicodeScalars)
    if scalars.last == "\n", lent.string.unicodeScalars.last != "\n" {
      scalars.removeLast()
      if scalars.last == "\r" { scalars.removeLast() }
    }
    var text = String.UnicodeScalarView()
    guard !holdingLines else {
      text.append(contentsOf: scalars)
      return Text(String(text))
    }
    var wasReturn = false
    for scalar in scalars {
      // CR LF is one line break.
      if !(wasReturn && scalar == "\n") {
        text.append(["\n", "\r", "\t"].contains(scalar) ? " " : scalar)
      }
      wasReturn = scalar == "\r"
    }
    return Text(String(text))
  }

  /// The text without the blank lines at its end, which are not part of an answer.
  package var withoutLastBlankLines: Text {
    let scalars = string.unicodeScalars
    guard let last = scalars.lastIndex(where: { !$0.isWhitespace }) else { return .empty }
    guard let end = scalars[last...].firstIndex(of: "\n") else { return self }
    return Text(String(scalars[..<end]))
  }

  /// The white space at the start, and at the end before the line breaks there; empty for a blank
  /// text.
  var whiteSpaceAtEnds: (start: String, end: String) {
    let scalars = string.unicodeScalars
    guard let first = scalars.firstIndex(where: { !$0.isWhitespace }),
      let last = scalars.lastIndex(where: { !$0.isWhitespace })
    else { return ("", "") }
    let end = Text(String(scalars[scalars.index(after: last)...]))
    return (
      String(scalars[..<first]),
      String(end.string.unicodeScalars.dropLast(end.finalLineBreaks.scalarCount))
    )
  }

  /// The line breaks at the end.
  var finalLineBreaks: Text {
    let scalars = string.unicodeScalars
    let last = scalars.lastIndex { $0 != "\n" && $0 != "\r" }
    return Text(String(scalars[(last.map(scalars.index(after:)) ?? scalars.startIndex)...]))
  }

  /// The line around the cursor.
  func line(around cursor: Int) -> (text: Text, cursor: Int, isFirst: Bool, isLast: Bool) {
    let scalars = Array(string.unicodeScalars)
    let cursor = min(cursor, scalars.count)
    let start = scalars[..<cursor].lastIndex(of: "\n").map { $0 + 1 } ?? 0
    let end = scalars[cursor...].firstIndex(of: "\n") ?? scalars.count
    var line = String.UnicodeScalarView()
    line.append(contentsOf: scalars[start..<end])
    return (Text(String(line)), cursor - start, start == 0, end == scalars.count)
  }

  /// Whether the line editor can edit the text. The text must not be too long, and must have no
  /// control characters. Line feeds and tabs are allowed only in a row of several lines.
  func isEditable(holdingLines: Bool) -> Bool {
    guard holdingLines else { return isEditable }
    return !isTooLongToEdit
      && string.unicodeScalars.allSatisfy { !$0.isControl || $0 == "\n" || $0 == "\t" }
  }
}
