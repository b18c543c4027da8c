// The formats `csv` and `tsv`: a header and one record; or one record for each item of a form that
// is a single repeating section. CSVDialect and TSVDialect have the differences.

import FormModel
import FormText
import LosslessJSON

/// The notation of cells.
struct DelimitedDialect: Sendable {
  /// The byte between two cells.
  var separator: UInt8
  /// The end of a record.
  var lineEnd: [UInt8]
  /// Whether cells that a spreadsheet would take for formulas get an apostrophe.
  var guardsFormulas: Bool
  /// Appends a cell; the flag is true for the only cell of a record.
  var appendCell: @Sendable (String, Bool, inout [UInt8]) -> Void
}

/// Writes the answers as a table.
struct DelimitedExport: ExportWriter {
  private enum Part {
    case header, records
  }

  private let dialect: DelimitedDialect
  /// The section whose items are the records; nil for a single record.
  private let recordSection: Int?
  /// The path of the id, in the last column; nil for a table of items.
  private let idPath: DocumentPath?
  private var hasWrittenID = false
  /// The number of columns in the header.
  private var columnCount = 0
  private var part = Part.header
  private var cursor: AnswerCursor
  private var column = 0
  /// The row of an item whose name comes next.
  private var headerRow = 0

  init(_ dialect: DelimitedDialect, of answers: Answers) {
    self.dialect = dialect
    recordSection = answers.template.recordSection
    idPath = recordSection == nil ? answers.template.idPath : nil
    cursor = AnswerCursor()
  }

  /// Writes the next cell.
  mutating func step(of answers: Answers, into buffer: inout [UInt8]) -> Bool {
    switch part {
    case .header: writeHeader(of: answers, into: &buffer)
    case .records: writeCell(of: answers, into: &buffer)
    }
  }

  // MARK: - The header

  private mutating func writeHeader(of answers: Answers, into buffer: inout [UInt8]) -> Bool {
    guard let name = nextName(in: answers) else {
      buffer.append(contentsOf: dialect.lineEnd)
      cursor = AnswerCursor()
      (columnCount, column, hasWrittenID) = (column, 0, false)
      part = .records
      return true
    }
    append(name.columnName, to: &buffer)
    return true
  }

  private mutating func nextName(in answers: Answers) -> DocumentPath? {
    guard let recordSection else {
      if let entry = nextEntry(in: answers) {
        return answers.template.path(of: entry.row, items: answers.parts(of: entry))
      }
      defer { hasWrittenID = true }
      return hasWrittenID ? nil : idPath
    }
    // There may be no item from which to take the names.
    let rows = answers.template.sections[recordSection].rows
    while headerRow < rows.count, !hasColumn(headerRow, of: recordSection, in: answers.template) {
      headerRow += 1
    }
    guard headerRow < rows.count else { return nil }
    defer { headerRow += 1 }
    return answers.template.pathInRecord(
      of: AnswerPlan.RowReference(section: recordSection, row: headerRow))
  }

  /// The next row with a column. The name of an item is in the names of its columns; only a record
  /// has a column for it.
  private mutating func nextEntry(in answers: Answers) -> AnswerCursor.Entry? {
    while let entry = cursor.next(in: answers) {
      if recordSection != nil || !answers.template[entry.row].isItemName { return entry }
    }
    return nil
  }

  /// Whether a row of the records has a column: the first of those that share a key.
  private func hasColumn(_ row: Int, of section: Int, in template: Template) -> Bool {
    let reference = AnswerPlan.RowReference(section: section, row: row)
    let first = template.plan.sharers(of: reference).first {
      if case .answer = template.plan.nodes[$0] { true } else { false }
    }
    return template[reference].isExported
      && (first == nil || first == template.plan.leaf(of: reference))
  }

  // MARK: - Records

  private mutating func writeCell(of answers: Answers, into buffer: inout [UInt8]) -> Bool {
    guard let entry = nextEntry(in: answers) else {
      if idPath != nil, !hasWrittenID {
        hasWrittenID = true
        append(answers.id?.cellText ?? "", to: &buffer)
        return true
      }
      if column > 0 { buffer.append(contentsOf: dialect.lineEnd) }
      return false
    }
    if column > 0, column == columnCount {
      buffer.append(contentsOf: dialect.lineEnd)
      column = 0
    }
    let value = answers.value(of: entry.row)
    var text = value?.cellText ?? ""
    if dialect.guardsFormulas, value?.isFormula == true { text = "'" + text }
    append(text, to: &buffer)
    return true
  }

  private mutating func append(_ text: String, to buffer: inout [UInt8]) {
    if column > 0 { buffer.append(dialect.separator) }
    dialect.appendCell(text, part == .records && columnCount == 1, &buffer)
    column += 1
  }
}

extension RowValue {
  /// The value in one cell or variable, with the elements of a list on separate lines.
  var cellText: String {
    switch self {
    case .list(let elements): elements.map(\.cellText).joined(separator: "\n")
    default: text?.string ?? ""
    }
  }

  /// Whether a spreadsheet may take the text for a formula (OWASP, "CSV Injection"). A number
  /// cannot be one.
  var isFormula: Bool {
    if case .number = self { return false }
    guard let first = cellText.unicodeScalars.first else { return false }
    return "=+-@\t\r\n＝＋－＠".unicodeScalars.contains(first)
  }
}
