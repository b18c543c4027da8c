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
