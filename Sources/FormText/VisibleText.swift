// Makes text from outside the program safe to show on a terminal (law 14). Messages and exports
// need this, because the code of the screen does not paint them.

/// Makes text safe to show.
public enum VisibleText {
  /// The text with visible replacements for characters that must not reach a terminal. Line feeds
  /// are kept.
  public static func painted(_ text: String) -> String {
    if CellReader.isPrintableASCII(text) { return text }
    var painted = ""
    // The lines are split by scalars, because CR LF would be a single character.
    let lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, scalars) in lines.enumerated() {
      if index > 0 { painted.append("\n") }
      let isEnded = index < lines.count - 1
      let line = isEnded && scalars.last == "\r" ? scalars.dropLast() : scalars
      CellReader.forEachCharacter(of: String(String.UnicodeScalarView(line))) { character, _ in
        painted.append(character)
        return true
      }
    }
    return painted
  }
}
