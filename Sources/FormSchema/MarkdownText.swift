// Descriptions in schemas are often Markdown, but a form shows plain text. So the marks are removed
// and the words are kept.

import FormText

/// Removes the marks of Markdown.
enum MarkdownText {
  /// The HTML tags that descriptions use. Other texts in angle brackets are placeholders like
  /// `<name>`.
  private static let tags: Set = [
    "a", "b", "br", "code", "em", "i", "kbd", "li", "ol", "p", "pre", "strong", "sub", "sup", "tt",
    "u", "ul",
  ]

  /// The maximum number of bytes of a text from which marks are removed, because removing them
  /// takes quadratic time.
  private static let longest = 20_000

  /// The text without marks of emphasis, code, links, headings, quotes and tags. Text that only
  /// looks like a mark stays, such as `a_b` or `2 * 3`.
  static func plain(_ text: String) -> String {
    guard text.utf8.count <= longest, text.utf8.contains(where: { "`*_[<#>\\~".utf8.contains($0) })
    else { return text }
    var result = ""
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      if index > 0 { result.append("\n") }
      result += inline(withoutBlockMark(line))
    }
    return result
  }

  /// A line without the mark of a heading or quotation at its beginning.
  private static func withoutBlockMark(_ line: Substring) -> Substring {
    let rest = line.drop { $0 == " " || $0 == "\t" }
    if rest.hasPrefix("```") || rest.hasPrefix("~~~") { return "" }
    let mark = rest.prefix { $0 == "#" || $0 == ">" }
    let after = rest[mark.endIndex...]
    guard !mark.isEmpty, mark.count <= 6, after.first?.isWhitespace ?? true else { return line }
    return after.drop { $0 == " " }
  }

  private static func inline(_ line: Substring) -> String {
    var result = ""
    var rest = line
    while let character = rest.first {
      switch character {
      case "\\":
        rest.removeFirst()
        // Only a mark can be escaped. Before a letter, a backslash is an ordinary character.
        guard let next = rest.first, "\\`*_[]<>#~".contains(next) else {
          result.append("\\")
          continue
        }
        result.append(next)
        rest.removeFirst()
      case "`":
        let ticks = rest.prefix { $0 == "`" }
        let after = rest.dropFirst(ticks.count)
        if let end = after.firstPlace(of: String(ticks)) {
          result += after[..<end.lowerBound]
          rest = after[end.upperBound...]
        } else {
          result += ticks
          rest = after
        }
      case "*", "_", "~":
        let marks = rest.prefix { $0 == character }
        let after = rest.dropFirst(marks.count)
        let isWord = { (neighbor: Character?) in
          neighbor.map { $0.isLetter || $0.isNumber } ?? false
        }
        let isBetweenWords = isWord(result.last) && isWord(after.first)
        let isLoose =
          (result.last?.isWhitespace ?? true) && (after.first?.isWhitespace ?? true)
        let isMark =
          marks.count <= 3 && !isLoose && !isBetweenWords
          && (character != "~" || marks.count == 2)
        if !isMark || !hasPartner(marks, in: line, besides: marks.startIndex) { result += marks }
        rest = after
      case "!", "[":
        if let (words, after) = link(rest) {
          result += inline(words)
          rest = after
        } else {
          result.append(character)
          rest.removeFirst()
        }
      case "<":
        if let after = tag(rest) {
          if result.last.map({ !$0.isWhitespace }) ?? false,
            rest.hasPrefix("<br") || rest.hasPrefix("<p")
          {
            result.append(" ")
          }
          rest = after
        } else {
          result.append(character)
          rest.removeFirst()
        }
      default:
        result.append(character)
        rest.removeFirst()
      }
    }
    return result
  }

  /// Whether the same marks occur elsewhere in the line, so that both together enclose text.
  private static func hasPartner(
    _ marks: Substring, in line: Substring, besides index: Substring.Index
  ) -> Bool {
    let after = line[index...].dropFirst(marks.count)
    let marks = String(marks)
    return line[..<index].firstPlace(of: marks) != nil || after.firstPlace(of: marks) != nil
  }

  /// The words of a link or picture at the beginning of a text, and the rest of the text.
  private static func link(_ text: Substring) -> (words: Substring, after: Substring)? {
    let open = text.first == "!" ? text.dropFirst() : text
    guard open.first == "[", let close = open.firstIndex(of: "]") else { return nil }
    let words = open[open.index(after: open.startIndex)..<close]
    let target = open[open.index(after: close)...]
    guard let first = target.first, first == "(" || first == "[", !words.isEmpty,
      let end = target.firstIndex(of: first == "(" ? ")" : "]")
    else { return nil }
    return (words, target[target.index(after: end)...])
  }

  /// The rest of a text after the tag, or the address in angle brackets, with which it begins; nil
  /// if it begins with neither.
  private static func tag(_ text: Substring) -> Substring? {
    let inner = text.dropFirst().drop { $0 == "/" }
    let name = inner.prefix { $0.isLetter }.lowercased()
    guard let end = inner.firstIndex(of: ">"), tags.contains(name),
      let next = inner.dropFirst(name.count).first, next == ">" || next == " " || next == "/"
    else { return nil }
    return inner[inner.index(after: end)...]
  }
}
