// Shows texts with the matches of a search highlighted.

import FormModel
import FormText

extension String {
  /// Returns the text before the match, the match, and the text after it. If there is no match, the
  /// whole text is the only part.
  ///
  /// - Parameter matched: the range of the match, in bytes.
  func parts(around matched: Range<Int>?) -> [(text: Substring, isMatch: Bool)] {
    guard let matched, matched.upperBound <= utf8.count else { return [(self[...], false)] }
    var start = utf8.index(startIndex, offsetBy: matched.lowerBound)
    var end = utf8.index(startIndex, offsetBy: matched.upperBound)
    if !CellReader.isPrintableASCII(self) {
      // The match may cover only a part of a character, such as a thumb without its skin color. The
      // highlighted text then includes the whole character.
      start = indices.last { $0 <= start } ?? start
      end = indices.first { $0 >= end } ?? endIndex
    }
    return [(self[..<start], false), (self[start..<end], true), (self[end...], false)]
  }
}

extension Screen {
  /// The number of columns at the beginning of a text in which matches are searched.
  static let mostColumnsSearched = 4_096
  /// The maximum number of characters before the match in an excerpt.
  private static let mostBefore = 12

  /// Appends a text from the results of a search, with its match highlighted.
  ///
  /// - Parameter isExcerpt: whether a long text is shown from shortly before its match.
  func appendFound(
    _ text: String, to line: inout Line, end: Int, _ style: Style = .plain, isExcerpt: Bool = false
  ) {
    guard state.isFinding, let find = session.currentFind else {
      append(text, to: &line, end: end, style)
      return
    }
    let text = Text(text).beginning(columns: Screen.mostColumnsSearched).string
    var parts = text.parts(around: FindQuery(find.text).firstMatch(in: text))
    let room = end - line.columns
    if isExcerpt, parts.count > 1,
      CellReader.columns(of: parts[0].text) + CellReader.columns(of: parts[1].text) >= room
    {
      let before = parts[0].text.suffix(Screen.mostBefore)
      let word = before.firstIndex(of: " ").map { before[before.index(after: $0)...] }
      parts[0].text = word ?? before
      line.append(symbols.ellipsis, style, end: end)
    }
    for (part, isMatch) in parts where !part.isEmpty {
      guard append(String(part), to: &line, end: end, isMatch ? .match : style) else { return }
    }
  }
}
