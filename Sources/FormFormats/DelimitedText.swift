// Edits tables in place. Unchanged cells, records and columns keep their bytes.
//
// A record consists of the cells of one item, or of all cells below the header if the form is not a
// single repeating section. Each cell of a record is compared with its value after the changes, and
// only cells whose value differs are written. An answer without a column adds a column at the end.

import FormModel
import FormText
import LosslessJSON

/// The ranges of a table's records and cells.
struct DelimitedShape: Sendable {
  /// A record, including its line end.
  struct Record: Sendable {
    var range: Range<Int>
    /// The index of the record's first cell in `cells`.
    var firstCell: Int
  }

  var columns: ColumnTree
  /// The header and the records.
  var records: [Record]
  /// The cells of the header and of all records, including their quotes.
  var cells: [Range<Int>]
  /// The path to the items, each of which is one record; nil if one record is the whole document.
  var itemNames: [String]?
}

/// A table of answers, as a text that can be edited.
struct DelimitedText: DocumentText {
  let bytes: [UInt8]
  private let shape: DelimitedShape
  private let tree: JSONDocument
  private let isCSV: Bool
  /// Whether an apostrophe is put before new cells that a spreadsheet would take for formulas.
  private var guardsFormulas = false

  init(_ bytes: [UInt8], _ shape: DelimitedShape, format: DelimitedFormat, tree: JSONDocument) {
    (self.bytes, self.shape, self.tree) = (bytes, shape, tree)
    isCSV = format == .csv
  }

  var format: DocumentFormat { isCSV ? .csv : .tsv }

  /// Always nil: several values may share a cell, so a value has no range of its own.
  func span(of value: JSONValue) -> Range<Int>? { nil }

  func guarding(_ guardsFormulas: Bool) -> DelimitedText {
    var text = self
    text.guardsFormulas = guardsFormulas
    return text
  }

  // MARK: - Records

  /// A record after the changes.
  private struct Record {
    /// The record's index before the changes; nil for a new record.
    var old: Int?
    /// The record's values before and after the changes. Both are the same value if nothing in the
    /// record has changed.
    var before: JSONValue?
    var after: JSONValue
    var isChanged: Bool
    /// The record's name before the changes, and its name after them, if the record is a member of
    /// an object.
    var oldName = ""
    var name = ""
  }

  func pieces(with changes: DocumentChanges) -> [DocumentPiece] {
    guard !changes.isEmpty, let header = shape.records.first else {
      return [.copy(0..<bytes.count)]
    }
    let records = records(with: changes)
    let added = newColumns(of: records)
    var edits = DocumentEdits()
    if !added.isEmpty {
      let names = added.flatMap { [separator] + cell($0.columnName, isOnly: false) }
      let end = endOfCells(ofRecord: 0)
      edits.replace(end..<end, with: names)
    }
    var parts: [DocumentEdits.Part] = []
    var endsLine = endsWithLineEnd(header.range)
    func endLine() {
      if !endsLine { parts.append(.text(lineEnd)) }
      endsLine = true
    }
    for record in records {
      endLine()
      if let old = record.old {
        edit(record, at: old + 1, added, &edits)
        parts.append(.source(shape.records[old + 1].range))
        endsLine = endsWithLineEnd(shape.records[old + 1].range)
      } else {
        parts.append(.text(line(record, added) + lineEnd))
      }
    }
    // Blank lines between records belong to no record. They stay if the order of the records did
    // not change.
    if records.compactMap(\.old) == Array(0..<shape.records.count - 1) {
      parts = withBlankLines(parts)
    }
    let start = header.range.upperBound
    let end = shape.records.last?.range.upperBound ?? start
    edits.replace(start..<end, with: parts)
    return edits.pieces(of: 0..<bytes.count)
  }

  /// Extends the copy of each record back to the end of the previous record, so that it includes
  /// the blank lines between the two.
  private func withBlankLines(_ parts: [DocumentEdits.Part]) -> [DocumentEdits.Part] {
    var offset = shape.records[0].range.upperBound
    return parts.map { part in
      guard case .source(let range) = part else { return part }
      defer { offset = range.upperBound }
      return .source(offset..<range.upperBound)
    }
  }

  private func records(with changes: DocumentChanges) -> [Record] {
    let places = changes.places
    let text = JSONText(tree)
    func changed(_ value: JSONValue, _ old: Int?) -> Record {
      guard places.include(anythingIn: value) else {
        return Record(old: old, before: value, after: value, isChanged: false)
      }
      let after = DelimitedText.root(of: text.value(value, with: changes))
      return Record(old: old, before: value, after: after, isChanged: true)
    }
    guard let names = shape.itemNames else {
      let hasRecord = shape.records.count > 1
      return [changed(tree.root, hasRecord ? 0 : nil)]
    }
    // Follows the path to the container of the items.
    var items: JSONValue? = tree.root
    for name in names {
      if let value = items, changes.replacement(of: value) == nil,
        changes.arrangement(of: value) == nil
      {
        items = value[name]
      } else {
        items = nil
      }
    }
    guard let items, changes.replacement(of: items) == nil else {
      var all: JSONValue? = DelimitedText.root(of: text.value(tree.root, with: changes))
      for name in names { all = all?[name] }
      let names = all?.members.map { $0.key.string ?? "" } ?? []
      return (all.map { Array($0.children) } ?? []).enumerated().map { index, value in
        Record(
          old: nil, before: nil, after: value, isChanged: true,
          name: names.indices.contains(index) ? names[index] : "")
      }
    }
    let elements = Array(items.children)
    let keys = items.members.map(\.key)
    func kept(_ index: Int) -> Record {
      var record = changed(elements[index], index)
      guard keys.indices.contains(index) else { return record }
      record.oldName = keys[index].string ?? ""
      let new = changes.replacement(of: keys[index])?.json(.oneLine)
      record.name = new.map(DelimitedText.root(of:))?.string ?? record.oldName
      if record.name != record.oldName { record.isChanged = true }
      return record
    }
    guard let entries = changes.arrangement(of: items) else { return elements.indices.map(kept) }
    return entries.map { entry in
      switch entry {
      case .kept(let index): kept(index)
      case .new(let name, let value):
        Record(
          old: nil, before: nil, after: DelimitedText.root(of: value.json(.oneLine)),
          isChanged: true, name: name ?? "")
      }
    }
  }

  private static func root(of bytes: [UInt8]) -> JSONValue {
    ((try? JSONDocument(parsing: bytes)) ?? .null).root
  }

  // MARK: - Columns

  /// The paths of answers that do not yet have a column.
  private func newColumns(of records: [Record]) -> [DocumentPath] {
    var known = Set(shape.columns.paths.compactMap { $0 })
    var added: [DocumentPath] = []
    func look(_ value: JSONValue, _ path: DocumentPath) {
      let isContainer = value.kind == .object || value.kind == .array
      if !path.isRoot, !isContainer || shape.columns.isColumn(path) {
        guard value.kind != .null, value.count > 0 || !isContainer, shape.columns.isColumn(path),
          known.insert(path).inserted
        else { return }
        return added.append(path)
      }
      for (key, member) in value.members { look(member, path.appending(key.string ?? "")) }
      for (index, element) in value.elements.enumerated() { look(element, path.appending(index)) }
    }
    for record in records where record.isChanged { look(record.after, .root) }
    return added
  }

  /// The text of a record's cell: the value as text, or the elements of a list on separate lines.
  private func text(at path: DocumentPath, of record: JSONValue, named name: String) -> String {
    if shape.columns.nameColumn.map({ shape.columns.paths[$0] }) == path { return name }
    if shape.columns.holdsWholeRecords { return cellText(record) }
    var value: JSONValue? = record
    for part in path.parts {
      switch part {
      case .name(let name): value = value?[name]
      case .index(let index):
        value = value.flatMap { Array($0.elements.prefix(index + 1)) }
          .flatMap { $0.indices.contains(index) ? $0[index] : nil }
      }
    }
    return value.map(cellText) ?? ""
  }

  private func cellText(_ value: JSONValue) -> String {
    switch value.kind {
    case .null: return ""
    case .boolean: return value.bool == true ? "true" : "false"
    case .number: return value.numberText ?? ""
    case .string:
      let text = value.string ?? ""
      return guardsFormulas && RowValue.string(Text(text)).isFormula ? "'" + text : text
    case .array:
      return value.elements.map { RowValue.string(Text(cellText($0))).listLine }
        .joined(separator: "\n")
    case .object: return ""
    }
  }

  // MARK: - Cells

  private func edit(
    _ record: Record, at index: Int, _ added: [DocumentPath], _ edits: inout DocumentEdits
  ) {
    if record.isChanged, let before = record.before {
      for (column, path) in shape.columns.paths.enumerated() {
        guard let path else { continue }
        let text = text(at: path, of: record.after, named: record.name)
        guard text != self.text(at: path, of: before, named: record.oldName) else { continue }
        let range = shape.cells[shape.records[index].firstCell + column]
        let isQuoted = isCSV && !range.isEmpty && bytes[range.lowerBound] == UInt8(ascii: "\"")
        let isOnly = shape.columns.columnCount + added.count == 1
        edits.replace(range, with: cell(text, isOnly: isOnly, isQuoted: isQuoted))
      }
    }
    guard !added.isEmpty else { return }
    let end = endOfCells(ofRecord: index)
    edits.replace(
      end..<end,
      with: added.flatMap {
        [separator] + cell(text(at: $0, of: record.after, named: record.name), isOnly: false)
      })
  }

  /// The text of a new record without its line end.
  private func line(_ record: Record, _ added: [DocumentPath]) -> [UInt8] {
    let paths = shape.columns.paths + added
    var line: [UInt8] = []
    for (index, path) in paths.enumerated() {
      if index > 0 { line.append(separator) }
      line += cell(
        path.map { text(at: $0, of: record.after, named: record.name) } ?? "",
        isOnly: paths.count == 1)
    }
    return line
  }

  private func cell(_ text: String, isOnly: Bool, isQuoted: Bool = false) -> [UInt8] {
    var bytes: [UInt8] = []
    if !isCSV {
      TSVCell.append(text, isOnly: isOnly, to: &bytes)
    } else if isQuoted {
      let quote = UInt8(ascii: "\"")
      bytes = [quote] + text.utf8.flatMap { $0 == quote ? [quote, quote] : [$0] } + [quote]
    } else {
      CSVCell.append(text, isOnly: isOnly, to: &bytes)
    }
    return bytes
  }

  private var separator: UInt8 { isCSV ? UInt8(ascii: ",") : 0x09 }

  // MARK: - Lines

  private func endOfCells(ofRecord index: Int) -> Int {
    let last = shape.records[index].firstCell + shape.columns.columnCount - 1
    return shape.cells[last].upperBound
  }

  private func endsWithLineEnd(_ range: Range<Int>) -> Bool {
    range.isEmpty || bytes[range.upperBound - 1] == 0x0A || bytes[range.upperBound - 1] == 0x0D
  }

  /// The line end of the header; if the header has none, the usual line end of the format.
  private var lineEnd: [UInt8] {
    let end = endOfCells(ofRecord: 0)
    let ending = bytes[end..<shape.records[0].range.upperBound]
    return ending.isEmpty ? (isCSV ? [0x0D, 0x0A] : [0x0A]) : Array(ending)
  }
}
