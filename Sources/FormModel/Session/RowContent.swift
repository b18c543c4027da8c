// The content of a row: in view, in the buffer, in the journal and in a resumed draft.

public import FormText

/// The content of a row.
public struct RowContent: Hashable, Sendable {
  public var text: Text
  /// The cursor in scalars; nil stands for the end.
  public var cursor: Int?
  /// The candidates that were picked for the text.
  public var picks: [Pick]

  public init(text: Text, cursor: Int? = nil, picks: [Pick] = []) {
    self.text = text
    self.cursor = cursor
    self.picks = picks
  }

  /// The same; a cursor at the end is none.
  init(text: Text, cursorFromStart cursor: Int, picks: [Pick]) {
    self.init(text: text, cursor: cursor >= text.scalarCount ? nil : cursor, picks: picks)
  }
}

extension Text {
  /// The line that the cursor is in.
  func line(
    around cursor: Int
  ) -> (text: Text, cursor: Int, isFirst: Bool, isLast: Bool) {
    let scalars = Array(string.unicodeScalars)
    let cursor = min(cursor, scalars.count)
    let start = scalars[..<cursor].lastIndex(of: "\n").map { $0 + 1 } ?? 0
    let end = scalars[cursor...].firstIndex(of: "\n") ?? scalars.count
    var line = String.UnicodeScalarView()
    line.append(contentsOf: scalars[start..<end])
    return (Text(String(line)), cursor - start, start == 0, end == scalars.count)
  }

  /// Whether the line editor can hold it: not too long, and no control character but, in a row of
  /// several lines, line feeds and tabs.
  func isEditable(holdingLines: Bool) -> Bool {
    guard holdingLines else { return isEditable }
    return !isTooLongToEdit
      && string.unicodeScalars.allSatisfy { !$0.isControl || $0 == "\n" || $0 == "\t" }
  }
}
