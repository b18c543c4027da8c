// The format `html`: a page for people to read, print or paste into a mail. It cannot be read back
// as answers.
//
// If the form omits empty answers, rows without an answer are left out.
//
// All text of the template and the answers is written by `append(escaping:to:)`, so no answer can
// end its cell or become markup. The page contains no script and loads nothing.

import FormModel
import FormText

/// Writes the answers as a page. Each section, and each item of a repeating section, has its own
/// table.
struct HTMLExport: ExportWriter {
  /// The part of the page that contains a text: an element, where a line break is `<br>`, or
  /// `title`, which cannot contain elements.
  private enum Place { case element, title }

  private var cursor: AnswerCursor?
  /// The previous row. A row of another section or item begins a new table.
  private var last: FormRow.ID?

  /// Writes the head of the page, a row with the headings above it, or the end of the page.
  mutating func step(of answers: Answers, into buffer: inout [UInt8]) -> Bool {
    guard cursor != nil else {
      cursor = AnswerCursor(oncePerKey: false)
      appendHead(title: answers.template.title, to: &buffer)
      return true
    }
    guard let entry = cursor?.next(in: answers) else {
      if last != nil { Self.append("</table>\n", to: &buffer) }
      Self.append("</body>\n</html>\n", to: &buffer)
      return false
    }
    guard answers.outline.isShown(entry.row), !answers.isOmitted(entry.row) else { return true }
    appendHeadings(above: entry.row, in: answers, to: &buffer)
    last = entry.row
    Self.append("<tr><th scope=\"row\">", to: &buffer)
    Self.append(escaping: answers.label(of: entry.row), to: &buffer)
    Self.append("</th><td>", to: &buffer)
    if let answer = answers.exportedAnswer(of: entry.row) {
      Self.append(escaping: answers.template[entry.row].readable(answer).string, to: &buffer)
    }
    Self.append("</td></tr>\n", to: &buffer)
    return true
  }

  private func appendHead(title: String, to buffer: inout [UInt8]) {
    Self.append("<!DOCTYPE html>\n<html>\n<head>\n<meta charset=\"utf-8\">\n<title>", to: &buffer)
    Self.append(escaping: title, in: .title, to: &buffer)
    Self.append("</title>\n\(HTMLExport.style)</head>\n<body>\n", to: &buffer)
    appendHeading(1, title, to: &buffer)
  }

  /// Ends a table and begins the next one if a row is in another section or item than the previous
  /// row. The headings of an inner item come below those of its outer item.
  private func appendHeadings(
    above row: FormRow.ID, in answers: Answers, to buffer: inout [UInt8]
  ) {
    guard last?.section != row.section || last?.item != row.item else { return }
    if last != nil { Self.append("</table>\n", to: &buffer) }
    if answers.outline.list(of: row).parent == 0, answers.itemLabel(of: row) == nil {
      if let title = answers.title(ofSection: row.section) { appendHeading(2, title, to: &buffer) }
      return Self.append("<table>\n", to: &buffer)
    }
    let before = last.map { path(around: $0, in: answers) } ?? []
    let lists = path(around: row, in: answers)
    let labels = answers.itemLabels(around: row)
    var level = 2
    for (depth, (list, item)) in lists.enumerated() {
      let known = before.dropFirst(depth).first
      let title = answers.title(of: list)
      if let title {
        if known?.list != list { appendHeading(min(level, 6), title, to: &buffer) }
        level += 1
      }
      if known?.list != list || known?.item != item {
        appendHeading(min(level, 6), labels[depth], to: &buffer)
      }
      level += 1
    }
    Self.append("<table>\n", to: &buffer)
  }

  /// The lists around a row, outermost first, each with its item.
  private func path(
    around row: FormRow.ID, in answers: Answers
  ) -> [(list: ItemList, item: Int)] {
    let items = answers.outline.items(around: row)
    return zip(answers.template.sections[row.section].chain, items).map {
      (answers.outline.list(ofItem: $1, inSection: $0), $1)
    }
  }

  private func appendHeading(_ level: Int, _ text: String, to buffer: inout [UInt8]) {
    Self.append("<h\(level)>", to: &buffer)
    Self.append(escaping: text, to: &buffer)
    Self.append("</h\(level)>\n", to: &buffer)
  }

  private static func append(_ markup: String, to buffer: inout [UInt8]) {
    buffer.append(contentsOf: markup.utf8)
  }

  // MARK: - Texts

  /// The style sheet. It uses no external resources. Each line of text has the direction of its own
  /// script, spaces are kept, and even a word of a megabyte is broken into lines.
  private static let style = """
    <style>
    body { font-family: sans-serif; max-width: 60em; margin: 2em auto; padding: 0 1em; }
    h1, h2, h3, h4, h5, h6 { break-after: avoid; }
    table { border-collapse: collapse; width: 100%; table-layout: fixed; }
    th, td { border: 1px solid; padding: 0.3em 0.6em; text-align: start; vertical-align: top; }
    th { width: 30%; }
    td { white-space: pre-wrap; }
    h1, h2, h3, h4, h5, h6, th, td { overflow-wrap: anywhere; unicode-bidi: plaintext; }
    </style>

    """

  /// A text as an element contains it.
  static func escaped(_ text: String) -> String {
    var buffer: [UInt8] = []
    append(escaping: text, to: &buffer)
    return String(decoding: buffer, as: UTF8.self)
  }

  /// Appends a text so that it appears unchanged: markup is escaped, a line break becomes `<br>`,
  /// and a control character becomes the visible characters that the screen shows in its place.
  private static func append(
    escaping text: String, in place: Place = .element, to buffer: inout [UInt8]
  ) {
    var before: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n" where before == "\r": break
      case "\n", "\r", "\u{0B}", "\u{0C}", "\u{85}", "\u{2028}", "\u{2029}":
        Self.append(place == .title ? " " : "<br>", to: &buffer)
      case "&": Self.append("&amp;", to: &buffer)
      case "<": Self.append("&lt;", to: &buffer)
      case ">": Self.append("&gt;", to: &buffer)
      case "\"": Self.append("&quot;", to: &buffer)
      case "'": Self.append("&#39;", to: &buffer)
      case "\0"..."\u{08}", "\u{0E}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{202A}"..."\u{202E}",
        "\u{2066}"..."\u{2069}", "\u{FFFE}", "\u{FFFF}":
        // These characters are not allowed in a page, or would change the reading direction of a
        // line.
        Self.append(
          escaping: VisibleText.painted(String(Character(scalar))), in: place, to: &buffer)
      default: buffer.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      }
      before = scalar
    }
  }
}
