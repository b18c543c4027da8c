// The text of the manual and of `longform help`. Both come from the same text, which is converted
// to roff for the manual, and to plain text for the help.
//
// A page is written in a small markup language, which `HelpSection.sections(of:with:)` reads:
//
//     ## TITLE                begins a section; ### Title begins a heading inside a section
//     A paragraph.            ends before the next blank line
//     - TAG :: text           explains a name in one line or more
//         command             is a line of an example, indented by four spaces
//     {name}                  is replaced by blocks that the program makes under this name
//
// Code is between backticks, as in Markdown.

import FormText

/// A paragraph or another block of a page.
enum HelpBlock: Equatable {
  case heading(String)
  case paragraph(String)
  /// A name with an explanation.
  case item(tag: String, text: String)
  /// Lines that are not changed or wrapped.
  case example([String])
}

/// A section of a page.
struct HelpSection: Equatable {
  let title: String
  var blocks: [HelpBlock] = []

  /// Reads the sections of a page from its markup.
  ///
  /// - Parameter made: the blocks that replace `{name}`, by name.
  static func sections(of text: String, with made: [String: [HelpBlock]]) -> [HelpSection] {
    var sections: [HelpSection] = []
    var lines: [Substring] = []
    func close() {
      guard let first = lines.first else { return }
      let joined = lines.joined(separator: " ")
      if first.hasPrefix("## ") {
        sections.append(HelpSection(title: String(first.dropFirst(3))))
      } else if !sections.isEmpty {
        sections[sections.count - 1].blocks += blocks(of: lines, joined, with: made)
      }
      lines = []
    }
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let endsBlock = line.isEmpty || line.hasPrefix("- ") || line.hasPrefix("#")
      if endsBlock { close() }
      if !line.isEmpty { lines.append(line) }
    }
    close()
    return sections
  }

  private static func blocks(
    of lines: [Substring], _ joined: String, with made: [String: [HelpBlock]]
  ) -> [HelpBlock] {
    if joined.hasPrefix("### ") { return [.heading(String(joined.dropFirst(4)))] }
    if joined.hasPrefix("{"), joined.hasSuffix("}") {
      return made[String(joined.dropFirst().dropLast())] ?? []
    }
    if lines.allSatisfy({ $0.hasPrefix("    ") }) {
      return [.example(lines.map { String($0.dropFirst(4)) })]
    }
    if joined.hasPrefix("- "), let mark = joined.firstPlace(of: " :: ") {
      let tag = joined[joined.index(joined.startIndex, offsetBy: 2)..<mark.lowerBound]
      return [.item(tag: String(tag), text: HelpSection.words(joined[mark.upperBound...]))]
    }
    return [.paragraph(HelpSection.words(joined[...]))]
  }

  /// Returns a text with single spaces between its words.
  private static func words(_ text: Substring) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}

// MARK: - As plain text

extension HelpSection {
  /// The width of a line, in columns.
  static let width = 80
  /// The column at which the texts of items begin.
  private static let textColumn = 24

  /// The section as lines of plain text.
  var lines: [String] {
    var lines = [title]
    var isItem = false
    for block in blocks {
      switch block {
      case .heading(let heading):
        lines += ["", heading]
        isItem = false
      case .paragraph(let text):
        lines += [""] + HelpSection.wrapped(text, indent: 0)
        isItem = false
      case .item(let tag, let text):
        if !isItem { lines.append("") }
        lines += HelpSection.item(tag, text)
        isItem = true
      case .example(let example):
        lines += [""] + example.map { "    " + $0 }
        isItem = false
      }
    }
    return lines
  }

  private static func item(_ tag: String, _ text: String) -> [String] {
    let name = "  " + tag
    let lines = wrapped(text, indent: textColumn)
    guard let first = lines.first else { return [name] }
    guard name.count < textColumn - 1 else { return [name] + lines }
    let gap = String(repeating: " ", count: textColumn - name.count)
    return [name + gap + first.dropFirst(textColumn)] + lines.dropFirst()
  }

  /// Returns a text as lines of at most `width` columns, without the backticks around code.
  static func wrapped(_ text: String, indent: Int) -> [String] {
    let margin = String(repeating: " ", count: indent)
    var lines: [String] = []
    var line = margin
    for word in text.replacingAll("`", by: "").split(separator: " ") {
      if line.count > indent, line.count + 1 + word.count > width {
        lines.append(line)
        line = margin
      }
      line += line.count > indent ? " \(word)" : String(word)
    }
    if line.count > indent { lines.append(line) }
    return lines
  }
}
