// Rows whose text has several lines, and texts that come from elsewhere than the prompt.

public import FormText

extension FormSession {
  /// Whether the row with focus holds several lines. Where items are made by typing Enter makes one.
  public var focusHoldsLines: Bool { focus.map(holdsLines) ?? false }

  /// Whether a row holds several lines.
  private func holdsLines(_ row: FormRow.ID) -> Bool {
    rowType(of: row).holdsLines && !row.isEntry(in: template.sections)
  }

  /// Whether a line break may be typed into the row with focus.
  public var focusTakesLineBreaks: Bool { focusHoldsLines && !isFocusReadOnly }

  /// Whether the text of the focus can be edited at the terminal: it is not too long, and a line
  /// break or a tab is in it only where the row holds several lines.
  public var isFocusEditable: Bool { focusText.isEditable(holdingLines: focusHoldsLines) }

  /// Whether the row with focus can only be looked at.
  public var isFocusReadOnly: Bool { focus.map(isReadOnly) ?? false }

  /// Returns the text that the row with focus takes from an editor that was given its text.
  public func textForFocus(edited: Text) -> Text {
    focus.map { text(for: $0, edited: edited, lent: focusText) } ?? edited
  }

  /// Returns the text that a row takes from an editor. A row that holds several lines takes it
  /// scalar for scalar; in others a line break or a tab becomes a space, as in a paste. The final line
  /// break that an editor appends is left out.
  ///
  /// - Parameters:
  ///   - row: the row that the text is for.
  ///   - edited: the text that the editor wrote.
  ///   - lent: the text that the editor was given.
  public func text(for row: FormRow.ID, edited: Text, lent: Text) -> Text {
    var scalars = Array(edited.string.unicodeScalars)
    if scalars.last == "\n", lent.string.unicodeScalars.last != "\n" {
      scalars.removeLast()
      if scalars.last == "\r" { scalars.removeLast() }
    }
    var text = String.UnicodeScalarView()
    guard !holdsLines(row) else {
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
}

extension Text {
  /// Whether the line editor can hold it: not too long, and no control character but, in a row of
  /// several lines, line feeds and tabs.
  func isEditable(holdingLines: Bool) -> Bool {
    guard holdingLines else { return isEditable }
    return !isTooLongToEdit
      && string.unicodeScalars.allSatisfy { !$0.isControl || $0 == "\n" || $0 == "\t" }
  }
}

extension FormSession {
  /// The line of the focus's text that the cursor is in.
  package var logicalLine: (text: Text, cursor: Int, isFirst: Bool, isLast: Bool) {
    let scalars = Array(focusText.string.unicodeScalars)
    let cursor = min(cursor, scalars.count)
    let start = scalars[..<cursor].lastIndex(of: "\n").map { $0 + 1 } ?? 0
    let end = scalars[cursor...].firstIndex(of: "\n") ?? scalars.count
    var line = String.UnicodeScalarView()
    line.append(contentsOf: scalars[start..<end])
    return (Text(String(line)), cursor - start, start == 0, end == scalars.count)
  }
}
