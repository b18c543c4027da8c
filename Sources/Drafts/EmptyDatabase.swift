// Writes the file of a database with empty tables exactly as SQLite would write it
// (sqlite.org/fileformat2.html). SQLite itself creates the tables one by one and syncs four times.
// When drafts were created that way, this work took most of the time of the first change to a form.
//
// Invariants: if the whole schema does not fit into the first page, `bytes` is nil, and SQLite
// creates the tables. Like every draft, this file is checked by SQLite before it is used.

internal import CSQLite

/// A database with empty tables, in write-ahead mode.
struct EmptyDatabase {
  /// A table, or the index of a table.
  private struct Tree {
    let type: String
    let name: String
    let table: String
    /// The statement that creates the table; nil for the index of a primary key.
    var sql: String?
    /// Whether the pages have the format of an index. Tables without row ids use this format too.
    var isIndex = false
    /// The only record; nil if there is none.
    var cell: [UInt8]?
  }

  private static let pageSize = 4_096
  private static let headerSize = 100
  /// The size of the header of a page without children, in bytes.
  private static let leafHeaderSize = 8

  private var trees: [Tree] = []

  /// Adds the tables of `CREATE TABLE name (…) options;` statements. A table must not need an index
  /// of its own. Pragmas, and lines that begin with `--`, are skipped.
  mutating func addTables(_ statements: String) {
    // Split bytes, because iterating over characters would take longer than creating the tables
    // with SQLite.
    for statement in statements.utf8.split(separator: UInt8(ascii: ";")) {
      let lines = statement.split(separator: UInt8(ascii: "\n"))
        .filter { !$0.starts(with: "--".utf8) }
      let beginning = "CREATE TABLE ".utf8
      guard let first = lines.first, first.starts(with: beginning) else { continue }
      let words = first.dropFirst(beginning.count)
      let name = String(Substring(words.prefix { $0 != UInt8(ascii: " ") }))
      let sql = lines.dropFirst().reduce(into: String(Substring(first))) { sql, line in
        sql += "\n"
        sql += Substring(line)
      }
      trees.append(
        Tree(
          type: "table", name: name, table: name, sql: sql, isIndex: sql.hasSuffix("WITHOUT ROWID"))
      )
    }
  }

  /// Adds a table with one row and one text column, which is its primary key.
  mutating func addTable(named name: String, keyColumn column: String, value: String) {
    let sql = "CREATE TABLE \(name) (\(column) TEXT NOT NULL PRIMARY KEY)"
    let (row, key) = (
      EmptyDatabase.record([.text(value)]), EmptyDatabase.record([.text(value), .one])
    )
    trees.append(
      Tree(
        type: "table", name: name, table: name, sql: sql,
        cell: EmptyDatabase.varint(row.count) + [1] + row))
    trees.append(
      Tree(
        type: "index", name: "sqlite_autoindex_\(name)_1", table: name, isIndex: true,
        cell: EmptyDatabase.varint(key.count) + key))
  }

  /// The bytes of the file; nil if the schema does not fit into one page.
  func bytes(applicationID: Int) -> [UInt8]? {
    let cells = trees.enumerated().map { index, tree in
      let record = EmptyDatabase.record([
        .text(tree.type), .text(tree.name), .text(tree.table), .byte(UInt8(index + 2)),
        tree.sql.map { .text($0) } ?? .null,
      ])
      return EmptyDatabase.varint(record.count) + [UInt8(index + 1)] + record
    }
    let room = EmptyDatabase.pageSize - EmptyDatabase.headerSize - EmptyDatabase.leafHeaderSize
    guard trees.count < 64, cells.reduce(0, { $0 + $1.count + 2 }) <= room else { return nil }
    var bytes = header(applicationID: applicationID)
    bytes.reserveCapacity(EmptyDatabase.pageSize * (trees.count + 1))
    EmptyDatabase.addPage(to: &bytes, isIndex: false, cells)
    for tree in trees {
      EmptyDatabase.addPage(to: &bytes, isIndex: tree.isIndex, tree.cell.map { [$0] } ?? [])
    }
    return bytes
  }

  private func header(applicationID: Int) -> [UInt8] {
    var bytes = Array("SQLite format 3\0".utf8)
    bytes += EmptyDatabase.number(EmptyDatabase.pageSize, width: 2)
    // Offsets 18 to 23 of the header: write-ahead mode for writing and for reading, no reserved
    // bytes, and three constants of the format.
    bytes += [2, 2, 0, 64, 32, 32]
    let changes = 1
    bytes +=
      EmptyDatabase.number(changes, width: 4) + EmptyDatabase.number(trees.count + 1, width: 4)
    bytes += [UInt8](repeating: 0, count: 8)
    // From offset 40: the number and the format of the schema, cache size, vacuum mode, UTF-8, user
    // version, incremental vacuum, application id.
    for value in [1, 4, 0, 0, 1, 0, 0, applicationID] {
      bytes += EmptyDatabase.number(value, width: 4)
    }
    bytes += [UInt8](repeating: 0, count: 20)
    return bytes + EmptyDatabase.number(changes, width: 4)
      + EmptyDatabase.number(Int(sqlite3_libversion_number()), width: 4)
  }

  // MARK: - Pages

  /// Adds a page without children. The first page begins after the header of the file.
  private static func addPage(to bytes: inout [UInt8], isIndex: Bool, _ cells: [[UInt8]]) {
    let start = bytes.count / pageSize * pageSize
    // Cells fill the page from its end, so the first cell is at the very end.
    var place = pageSize
    var places: [UInt8] = []
    for cell in cells {
      place -= cell.count
      places += number(place, width: 2)
    }
    bytes +=
      [isIndex ? 10 : 13, 0, 0] + number(cells.count, width: 2) + number(place, width: 2) + [0]
    bytes += places
    bytes += [UInt8](repeating: 0, count: start + place - bytes.count)
    for cell in cells.reversed() { bytes += cell }
  }

  private enum Field {
    case text(String)
    case byte(UInt8)
    case one, null
  }

  private static func record(_ fields: [Field]) -> [UInt8] {
    var types: [UInt8] = []
    var body: [UInt8] = []
    for field in fields {
      switch field {
      case .text(let text):
        types += varint(13 + 2 * text.utf8.count)
        body += text.utf8
      case .byte(let byte):
        types.append(1)
        body.append(byte)
      case .one: types.append(9)
      case .null: types.append(0)
      }
    }
    // The types take less than 127 bytes, so the size of the record's header fits into one byte.
    return [UInt8(types.count + 1)] + types + body
  }

  /// Encodes a number below 2^14 in one or two bytes with seven bits each.
  private static func varint(_ number: Int) -> [UInt8] {
    number < 128
      ? [UInt8(number)] : [0x80 | UInt8(truncatingIfNeeded: number >> 7), UInt8(number & 0x7F)]
  }

  /// Encodes a number, most significant byte first.
  private static func number(_ number: Int, width: Int) -> [UInt8] {
    (1...width).map { UInt8(truncatingIfNeeded: number >> (8 * (width - $0))) }
  }
}
