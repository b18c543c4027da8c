// Writes a manual page in roff. It uses only those macros of man(7) that groff and mandoc share.
//
// Invariant: no line is longer than 78 bytes, ends with white space, or begins with a character
// that roff would take for a request. All characters that are not ASCII are escaped.

/// A manual page that is being written.
struct Roff {
  private var lines: [String] = []
  /// Whether the last line is a heading. A heading already begins a paragraph.
  private var isAfterHeading = false

  /// Creates a page with its title line.
  init(name: String, section: Int, date: String, source: String, manual: String) {
    let title = Roff.escaped(name).uppercased()
    lines = [
      ".TH \(title) \(section) \(date) \"\(Roff.escaped(source))\" \"\(Roff.escaped(manual))\""
    ]
  }

  /// Appends the heading of a section.
  mutating func section(_ title: String) {
    lines.append(".SH \(Roff.escaped(title))")
    isAfterHeading = true
  }

  /// Appends a heading inside a section.
  mutating func subsection(_ title: String) {
    lines.append(".SS \(Roff.escaped(title))")
    isAfterHeading = true
  }

  /// Appends a paragraph. Code between backticks becomes bold.
  mutating func paragraph(_ text: String) {
    beginParagraph()
    append(text)
  }

  /// Appends a name with an explanation.
  mutating func item(_ tag: String, _ text: String) {
    lines += [".TP", ".B \"\(Roff.escaped(tag))\""]
    append(text)
    isAfterHeading = false
  }

  /// Appends lines without changing or wrapping them.
  mutating func example(_ example: [String]) {
    beginParagraph()
    lines +=
      [".nf", ".RS 4"] + example.map { Roff.guarded(Roff.escaped($0, isArgument: false)) } + [
        ".RE", ".fi",
      ]
  }

  /// Appends a section with all its blocks.
  mutating func append(_ section: HelpSection) {
    self.section(section.title)
    for block in section.blocks {
      switch block {
      case .heading(let heading): subsection(heading)
      case .paragraph(let text): paragraph(text)
      case .item(let tag, let text): item(tag, text)
      case .example(let lines): example(lines)
      }
    }
  }

  /// The text of the page.
  var text: String { lines.map { $0 + "\n" }.joined() }

  private mutating func beginParagraph() {
    if !isAfterHeading { lines.append(".PP") }
    isAfterHeading = false
  }

  private mutating func append(_ text: String) {
    let parts = text.split(separator: "`", omittingEmptySubsequences: false)
    let marked = parts.enumerated().map { index, part in
      index % 2 == 1 ? "\\fB\(Roff.escaped(String(part)))\\fR" : Roff.escaped(String(part))
    }.joined()
    var line = ""
    for word in marked.split(whereSeparator: \.isWhitespace) {
      if !line.isEmpty, line.utf8.count + 1 + word.utf8.count > 78 {
        lines.append(Roff.guarded(line))
        line = ""
      }
      line += line.isEmpty ? String(word) : " \(word)"
    }
    lines.append(Roff.guarded(line))
  }

  private static func guarded(_ line: String) -> String {
    line.hasPrefix(".") || line.isEmpty ? "\\&" + line : line
  }

  /// Returns a text with roff's special characters escaped. Quotes are special only in arguments of
  /// macros.
  private static func escaped(_ text: String, isArgument: Bool = true) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": escaped += "\\e"
      case "-": escaped += "\\-"
      case "'": escaped += "\\(aq"
      case "`": escaped += "\\(ga"
      case "^": escaped += "\\(ha"
      case "~": escaped += "\\(ti"
      case "\"" where isArgument: escaped += "\\(dq"
      case " "..."~": escaped.unicodeScalars.append(scalar)
      default:
        let code = String(scalar.value, radix: 16, uppercase: true)
        escaped += "\\[u" + String(repeating: "0", count: max(4 - code.count, 0)) + code + "]"
      }
    }
    return escaped
  }
}
