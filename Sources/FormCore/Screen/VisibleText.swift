// Text from outside made fit for a terminal outside the region: messages and exports (law 14).

/// Makes text safe to show.
public enum VisibleText {
  /// The text with visible stand-ins for what must not reach a terminal; line feeds stay.
  public static func painted(_ text: some StringProtocol) -> String {
    var painted = ""
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if !painted.isEmpty || line.startIndex != text.startIndex { painted.append("\n") }
      CellReader.forEachCharacter(of: line) { character, _ in
        painted.append(character)
        return true
      }
    }
    return painted
  }
}
