// Reads answers from `csv` and `tsv`. The name of a column determines the row of its cells.
//
// A cell contains the text that its row would export, or that a person would type. The row's type
// converts the text; a text that the type refuses stays a string, which is then a problem of the
// row. An empty cell means that the row has no answer, even if the row has a default. A row without
// a column gets its default.

public import FormModel
import FormText
package import LosslessJSON

/// Reads tables of answers.
public enum DelimitedAnswers {
  /// Returns the answers as a document. The table has one record, or one record for each item if
  /// the form is a single repeating section.
  ///
  /// - Throws: the first error in the table, or a list of all columns that are not in the form.
  public static func document(
    from bytes: [UInt8], as format: DelimitedFormat, for template: Template
  ) throws(AnswersErrors) -> DocumentBuilder {
    try bytes.withUnsafeBufferPointer { bytes throws(AnswersErrors) in
      var table = DelimitedTable(
        DelimitedReader(bytes, format: format), ColumnTree(template), template)
      return try table.document()
    }
  }

  /// Reads a table as a document that can be edited in place.
  ///
  /// - Parameter keepsUnknownColumns: whether columns that the form does not know are skipped and
  ///   stay in the table. If false, such columns are errors.
  package static func editable(
    from bytes: [UInt8], as format: DelimitedFormat, for template: Template,
    keepsUnknownColumns: Bool
  ) throws(AnswersErrors) -> JSONDocument {
    let columns = ColumnTree(template, keepsUnknown: keepsUnknownColumns)
    let (builder, shape) = try bytes.withUnsafeBufferPointer { bytes throws(AnswersErrors) in
      var table = DelimitedTable(DelimitedReader(bytes, format: format), columns, template)
      let builder = try table.document()
      return (builder, table.shape)
    }
    do throws(JSONError) {
      let tree = try JSONDocument(builder)
      return tree.made(
        of: DelimitedText(bytes, shape, format: format, tree: tree), keepsPositions: true)
    } catch {
      throw AnswersErrors(
        errors: [AnswersError(position: error.position, path: .root, sentence: error.description)])
    }
  }
}

/// A table that is being converted to a document.
private struct DelimitedTable {
  private var reader: DelimitedReader
  private let template: Template
  private var tree: ColumnTree
  private var builder = DocumentBuilder()
  /// The ranges of the records and their cells, including the header.
  private(set) var records: [DelimitedShape.Record] = []
  private(set) var cells: [Range<Int>] = []

  init(_ reader: DelimitedReader, _ tree: ColumnTree, _ template: Template) {
    (self.reader, self.tree, self.template) = (reader, tree, template)
  }

  /// The ranges of the records and cells in the text that was read; edits need these ranges.
  var shape: DelimitedShape {
    let section = template.recordSection
    let itemNames = section.flatMap { template.sections[$0].repetition?.path.names.map(\.source) }
    return DelimitedShape(columns: tree, records: records, cells: cells, itemNames: itemNames)
  }

  mutating func document() throws(AnswersErrors) -> DocumentBuilder {
    let start = TextPosition(line: 1, column: 1)
    guard let header = try nextRecord() else {
      throw error("the header is missing; the first line names the columns", at: start)
    }
    var errors: [AnswersError] = []
    for cell in header {
      if let sentence = tree.add(cell.text, columnCount: header.count) {
        errors.append(
          AnswersError(position: cell.position, path: .root, sentence: sentence))
      }
    }
    if !errors.isEmpty { throw AnswersErrors(errors: errors) }
    tree.addPresentContainers()
    if let section = template.recordSection, let path = template.sections[section].repetition?.path
    {
      try readItems(at: path, from: start)
    } else {
      try readRecord(from: start)
    }
    return builder
  }

  private mutating func readItems(at path: AnswerPath, from start: TextPosition)
    throws(AnswersErrors)
  {
    for name in path.names {
      builder.beginObject(at: start)
      builder.name(name.source, at: start)
    }
    let isMap = template.recordSection.map { template.sections[$0].itemsKind } == .object
    if isMap, tree.nameColumn == nil {
      throw error("the column of the names of the records is missing", at: start)
    }
    if isMap { builder.beginObject(at: start) } else { builder.beginArray(at: start) }
    while let record = try nextRecord() {
      try checkLength(of: record)
      if isMap, let column = tree.nameColumn {
        builder.name(record[column].text, at: record[column].position)
      }
      tree.write(record, to: &builder, at: record[0].position)
    }
    for _ in 0...path.names.count { builder.end() }
  }

  private mutating func readRecord(from start: TextPosition) throws(AnswersErrors) {
    guard let record = try nextRecord() else {
      builder.beginObject(at: start)
      builder.end()
      return
    }
    try checkLength(of: record)
    tree.write(record, to: &builder, at: record[0].position)
    if let other = try nextRecord() {
      throw error(
        "this is a second record, and the form takes one; only a form of a single repeating section "
          + "takes several", at: other[0].position)
    }
  }

  private func checkLength(of record: [DelimitedReader.Cell]) throws(AnswersErrors) {
    guard record.count != tree.columnCount else { return }
    let place =
      record.count > tree.columnCount ? record[tree.columnCount] : record[record.count - 1]
    let cells = record.count == 1 ? "1 cell" : "\(record.count) cells"
    throw error(
      "the record has \(cells), but the header has \(tree.columnCount)", at: place.position)
  }

  /// Returns the next record. Skips blank lines, unless a blank line may be a record.
  private mutating func nextRecord() throws(AnswersErrors) -> [DelimitedReader.Cell]? {
    do throws(AnswersError) {
      // In a table with one column, a blank line may be a record with an empty cell. Only `tsv`
      // needs this check, because `csv` writes such a record as "".
      let takesBlank = tree.columnCount == 1 && reader.format == .tsv
      while true {
        let start = reader.end
        guard let record = try reader.next() else { return nil }
        guard !reader.wasBlank || takesBlank else { continue }
        records.append(DelimitedShape.Record(range: start..<reader.end, firstCell: cells.count))
        cells += record.map(\.range)
        return record
      }
    } catch {
      throw AnswersErrors(errors: [error])
    }
  }

  private func error(_ sentence: String, at position: TextPosition) -> AnswersErrors {
    AnswersErrors(
      errors: [AnswersError(position: position, path: .root, sentence: sentence)])
  }
}

extension RowTemplate {
  /// The value of a cell, which contains a text as the row exports it or as a person types it.
  func value(ofCell text: Text) -> RowValue {
    type.kind.exported?(text, self) ?? (try? value(of: text)) ?? .string(text)
  }
}
