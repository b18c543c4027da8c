// The format `markdown`: a table for each section, for people to read. It cannot be read back as
// answers.
//
// The table of a repeating section has a column for each row and a line for each item. All other
// tables have a line for each row. If the form omits empty answers, rows without an answer and tables
// without a line are left out. Markdown's special characters are escaped, so that answers
// appear as they were typed and do not break the tables.

import FormModel
import FormText

/// Writes the answers as tables.
struct MarkdownExport: ExportWriter {
  private var section = -1
  /// Whether the section's rows or items are being written.
  private var hasBegun = false
  /// Whether the head of the section's table must be written before the next line.
  private var needsHead = false
  /// The index of the section's next row template. `number` is the next number of its rows.
  private var row = 0
  private var number = 0
  /// The index of the section's next item in `items`.
  private var item = 0
  /// The items of the section, from all lists.
  private var items: [Int] = []

  /// Writes the title, the head of a table, or a line of a table.
  mutating func step(of answers: Answers, into buffer: inout [UInt8]) -> Bool {
    let sections = answers.template.sections
    guard section >= 0 else {
      appendLine("# " + MarkdownExport.escaped(answers.template.title), to: &buffer)
      section = 0
      return true
    }
    guard section < sections.count else { return false }
    guard hasBegun else {
      (hasBegun, needsHead) = (true, true)
      (row, number, item) = (0, 0, 0)
      items = sections[section].repetition == nil ? [] : answers.outline.items(ofSection: section)
      if answers.template.emptyAnswers != .omit { writeHead(in: answers, to: &buffer) }
      return true
    }
    if sections[section].repetition == nil
      ? writeRow(of: answers, to: &buffer)
      : writeItem(of: answers, to: &buffer)
    {
      return true
    }
    section += 1
    hasBegun = false
    return section < sections.count
  }

  private mutating func writeHead(in answers: Answers, to buffer: inout [UInt8]) {
    needsHead = false
    guard isShown(in: answers) else { return }
    if let title = answers.title(ofSection: section) {
      appendLine("\n## " + MarkdownExport.escaped(title), to: &buffer)
    }
    let names =
      answers.template.sections[section].repetition == nil
      ? ["Question", "Answer"] : [""] + answers.labelsOfColumns(inSection: section)
    buffer.append(0x0A)
    appendCells(names.map(MarkdownExport.escaped), to: &buffer)
    appendCells(names.map { _ in "---" }, to: &buffer)
  }

  /// Whether any row of the section is shown. In a repeating section, a row may be shown in one
  /// item and hidden in another, so every exported row counts.
  private func isShown(in answers: Answers) -> Bool {
    let template = answers.template.sections[section]
    guard answers.outline.isShown(section: section) else { return false }
    if template.repetition != nil { return template.rows.contains(where: \.isExported) }
    return template.rows.indices.contains { row in
      let number = template.rows[row].numbers.lowerBound
      return template.rows[row].isExported
        && answers.outline.isShown(
          FormRow.ID(section: section, item: 0, row: row, number: number))
    }
  }

  /// Writes the next row of the section; returns false after the last row.
  private mutating func writeRow(of answers: Answers, to buffer: inout [UInt8]) -> Bool {
    let rows = answers.template.sections[section].rows
    guard row < rows.count else { return false }
    let numbers = rows[row].numbers
    guard rows[row].isExported, number < numbers.count else {
      row += 1
      number = 0
      return true
    }
    let id = FormRow.ID(section: section, item: 0, row: row, number: numbers.lowerBound + number)
    number += 1
    guard answers.outline.isShown(id), !answers.isOmitted(id) else { return true }
    if needsHead { writeHead(in: answers, to: &buffer) }
    let label = answers.label(of: id)
    appendCells([MarkdownExport.escaped(label), answer(of: id, in: answers)], to: &buffer)
    return true
  }

  /// Writes the section's next item, unless the item is empty or hidden; returns false after the
  /// last item.
  private mutating func writeItem(of answers: Answers, to buffer: inout [UInt8]) -> Bool {
    guard item < items.count else { return false }
    let serial = items[item]
    item += 1
    guard answers.isExported(item: serial, ofSection: section),
      answers.outline.isShown(answers.outline.list(ofItem: serial, inSection: section))
    else { return true }
    if needsHead { writeHead(in: answers, to: &buffer) }
    let first = FormRow.ID(section: section, item: serial, row: 0, number: 0)
    let header = answers.itemLabels(around: first).joined(separator: ", ")
    var cells = [MarkdownExport.escaped(header)]
    for (index, row) in answers.template.sections[section].rows.enumerated()
    where row.isExported {
      let id = FormRow.ID(section: section, item: serial, row: index, number: 0)
      cells.append(answer(of: id, in: answers))
    }
    appendCells(cells, to: &buffer)
    return true
  }

  private func answer(of row: FormRow.ID, in answers: Answers) -> String {
    let answer = answers.exportedAnswer(of: row).map {
      answers.template[row].readable($0).string
    }
    return MarkdownExport.escaped(answer ?? "")
  }

  private func appendCells(_ cells: [String], to buffer: inout [UInt8]) {
    appendLine("| " + cells.joined(separator: " | ") + " |", to: &buffer)
  }

  private func appendLine(_ line: String, to buffer: inout [UInt8]) {
    buffer.append(contentsOf: line.utf8)
    buffer.append(0x0A)
  }

  /// A text that appears unchanged in Markdown: its markup and HTML are escaped, and a line break
  /// becomes `<br>`.
  static func escaped(_ text: String) -> String {
    var escaped = String.UnicodeScalarView()
    var before: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n":
        if before != "\r" { escaped.append(contentsOf: "<br>".unicodeScalars) }
      case "\r", "\u{0B}", "\u{0C}", "\u{85}", "\u{2028}", "\u{2029}":
        escaped.append(contentsOf: "<br>".unicodeScalars)
      case "&": escaped.append(contentsOf: "&amp;".unicodeScalars)
      case "<": escaped.append(contentsOf: "&lt;".unicodeScalars)
      case ">": escaped.append(contentsOf: "&gt;".unicodeScalars)
      case "|", "\\", "`", "*", "_", "[", "]", "~", "$", "#":
        escaped.append("\\")
        escaped.append(scalar)
      default: escaped.append(scalar)
      }
      before = scalar
    }
    return String(escaped)
  }
}
