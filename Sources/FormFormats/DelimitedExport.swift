// The formats `csv` and `tsv`: a header and one record. If the form is a single repeating section,
// there is one record for each item. CSVDialect and TSVDialect define what differs between the two
// formats.

import FormModel
import FormText
import LosslessJSON

/// The notation of cells and records.
struct DelimitedDialect: Sendable {
  /// The byte between two cells.
  var separator: UInt8
  /// The end of a record.
  var lineEnd: [UInt8]
  /// Whether an apostrophe is put before cells that a spreadsheet would take for formulas.
  var guardsFormulas: Bool
  /// Appends a cell. The flag is true if the cell is the only one of its record.
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
  /// The path of the document's id, which is the last column; nil for a table of items.
  private let idPath: DocumentPath?
  private var hasWrittenID = false
  /// The number of columns in the header.
  private var columnCount = 0
  private var part = Part.header
  private var cursor: AnswerCursor
  private var column = 0
  /// The index of the row whose name comes next in the header, if the records are items.
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
    // The names come from the template, because there may be no item.
    let rows = answers.template.sections[recordSection].rows
    while headerRow < rows.count, !hasColumn(headerRow, of: recordSection, in: answers.template) {
      headerRow += 1
    }
    guard headerRow < rows.count else { return nil }
    defer { headerRow += 1 }
    return answers.template.pathInRecord(
      of: AnswerPlan.RowReference(section: recordSection, row: headerRow))
  }

  /// Returns the next row that has a column. An item's name is part of the names of the item's
  /// columns, so the name has a column of its own only if the items are the records.
  private mutating func nextEntry(in answers: Answers) -> AnswerCursor.Entry? {
    while let entry = cursor.next(in: answers) {
      if recordSection != nil || !answers.template[entry.row].isItemName { return entry }
    }
    return nil
  }

  /// Whether a row of the records has a column. Of the rows that share a key, only the first has a
  /// column.
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
  /// The value as the text of one cell or variable. The elements of a list are on separate lines,
  /// written as in a row of type `list`.
  var cellText: String {
    switch self {
    case .list(let elements): elements.map(\.listLine).joined(separator: "\n")
    default: text?.string ?? ""
    }
  }

  /// Whether a spreadsheet may take the text for a formula (OWASP, "CSV Injection"). A number is
  /// never a formula.
  var isFormula: Bool {
    if case .number = self { return false }
    guard let first = cellText.unicodeScalars.first else { return false }
    return "=+-@\t\r\n＝＋－＠".unicodeScalars.contains(first)
  }
}
