// The contents of a draft's file, read with SQLite only. They include texts that no export shows:
// texts of hidden rows, of removed items, and of entry lines (add lines that keep their text until
// Enter).

import CSQLite
import TerminalTesting

/// The texts and items in a draft's file.
struct StoredForm {
  /// Texts by the stored names of their rows.
  private(set) var texts: [String: Line] = [:]
  /// The cursors of rows, except cursors at the end of the text.
  private(set) var cursors: [String: Int] = [:]
  /// The remaining lines of a paste.
  private(set) var pasteRest: [Line] = []
  /// For each section id, its items as the draft stores them: their order, and the serial number
  /// that was assigned last.
  private var structure: [String: String] = [:]

  /// Reads a copy of the file and its log, so that reading does not change the draft.
  init(copying path: String) throws {
    let folder = try TemporaryFolder()
    for end in ["", "-wal"] {
      // There may be no log.
      _ = try Program.run("/bin/cp", [path + end, folder.path("draft" + end)], home: folder)
    }
    var database: OpaquePointer?
    defer { sqlite3_close(database) }
    guard sqlite3_open(folder.path("draft"), &database) == SQLITE_OK else {
      throw Misbehaviour(description: "the draft's file cannot be opened")
    }
    for (name, text) in try StoredForm.pairs(in: database, "SELECT id, text FROM row") {
      texts[name] = Line(text.unicodeScalars)
    }
    for (name, cursor) in try StoredForm.pairs(
      in: database, "SELECT id, cursor FROM row WHERE cursor IS NOT NULL")
    {
      cursors[name] = Int(cursor)
    }
    let rest = try StoredForm.pairs(
      in: database, "SELECT key, bytes FROM value WHERE key = 'paste'")
    pasteRest =
      rest.first?.1.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
      .map { Line($0) } ?? []
    for (section, items) in try StoredForm.pairs(
      in: database, "SELECT section, bytes FROM structure")
    {
      structure[section] = items
    }
  }

  private static func pairs(
    in database: OpaquePointer?, _ query: String
  ) throws -> [(String, String)] {
    var statement: OpaquePointer?
    defer { sqlite3_finalize(statement) }
    guard sqlite3_prepare_v2(database, query, -1, &statement, nil) == SQLITE_OK else {
      throw Misbehaviour(description: "the draft's file cannot be read")
    }
    var pairs: [(String, String)] = []
    while sqlite3_step(statement) == SQLITE_ROW {
      pairs.append((string(statement, 0), string(statement, 1)))
    }
    return pairs
  }

  private static func string(_ statement: OpaquePointer?, _ column: Int32) -> String {
    let bytes = sqlite3_column_blob(statement, column)
    let count = Int(sqlite3_column_bytes(statement, column))
    return String(decoding: UnsafeRawBufferPointer(start: bytes, count: count), as: UTF8.self)
  }

  /// Whether the file contains all texts and items of a form. A text that equals the initial text
  /// may be missing.
  func holds(_ model: FormModel) -> Bool {
    for (row, text) in model.texts where texts[model.shape.storedName(of: row)] != text {
      return false
    }
    var untouched = texts
    for row in model.texts.keys { untouched[model.shape.storedName(of: row)] = nil }
    for (name, text) in model.orphans {
      guard untouched.removeValue(forKey: name) == text else { return false }
    }
    guard untouched.allSatisfy({ $1 == model.shape.base(ofRowNamed: $0) }) else { return false }
    return model.shape.sections.indices.allSatisfy { section in
      guard model.shape.sections[section].repetition != nil else { return true }
      let expected = model.items.stored(ofSection: section, of: model.shape)
      guard let stored = structure[model.shape.sections[section].id] else {
        return model.items.hasInitialItems(inSection: section, of: model.shape)
      }
      return stored == expected.description
    }
  }

  /// Describes how the stored form differs from the expected form.
  func difference(from model: FormModel) -> String {
    let expected = Dictionary(
      uniqueKeysWithValues: model.texts.map { (model.shape.storedName(of: $0), $1) })
    let rows = Set(expected.keys).union(texts.keys).subtracting(model.orphans.keys).sorted().filter
    {
      expected[$0] != texts[$0] && texts[$0] != model.shape.base(ofRowNamed: $0)
    }
    let items = model.shape.sections.indices.filter {
      model.shape.sections[$0].repetition != nil
    }.map { section in
      let expected = model.items.stored(ofSection: section, of: model.shape)
      let id = model.shape.sections[section].id
      return
        "    items of \(id): expected \(expected), found \(structure[id] ?? "those of a new form")"
    }
    let orphans = model.orphans.filter { texts[$0.key] != $0.value }.map {
      "    without a row \($0.key): expected \(String($0.value)), found "
        + (texts[$0.key].map { String($0) } ?? "nothing")
    }
    return
      (items + orphans
      + rows.map { name in
        let (left, right) = (expected[name].map { String($0) }, texts[name].map { String($0) })
        return "    stored \(name): expected \(left ?? "nothing"), found \(right ?? "nothing")"
      }).joined(separator: "\n")
  }

  /// Returns the items of a section; nil if none are stored.
  func items(ofSection id: String) -> StoredItems? { structure[id].flatMap { StoredItems($0) } }

  /// Returns the items of a section that may have been renamed; nil if none are stored. A new name
  /// begins with the old one.
  func items(ofSectionNamedLike id: String) -> StoredItems? {
    let names = structure.keys.filter { $0.hasPrefix("\(id)x") || id.hasPrefix("\($0)x") }
    return items(ofSection: id) ?? names.first.flatMap(items(ofSection:))
  }
}

extension FormShape {
  /// Returns the name under which a row is stored: section, item, row.
  func storedName(of row: RowID) -> String {
    let id = self.row(row).id.numbered(row.number)
    return "\(sections[row.section].id)/\(row.item)/\(id)"
  }

  /// Returns the row with a stored name; nil if there is none.
  func row(storedAs name: String) -> RowID? {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false).map { String($0) }
    guard parts.count == 3, let item = Int(parts[1]),
      let section = sections.firstIndex(where: { $0.id == parts[0] })
    else { return nil }
    let repetition = sections[section].repetition
    for (place, row) in sections[section].rows.enumerated() {
      for number in row.count.map({ 1...$0 }) ?? 0...0 where row.id.numbered(number) == parts[2] {
        let isEntry =
          repetition?.hasEntry == true && place == sections[section].entryRow
          && (sections[section].parent == nil ? item == 0 : item < 0)
        guard repetition == nil ? item == 0 : item > 0 || isEntry else { return nil }
        return RowID(section: section, item: item, row: place, number: number)
      }
    }
    return nil
  }

  /// Returns the initial text of the row with a stored name.
  fileprivate func base(ofRowNamed name: String) -> Line? {
    let parts = name.split(separator: "/").map { String($0) }
    guard parts.count == 3, let section = sections.first(where: { $0.id == parts[0] }) else {
      return nil
    }
    // An add line is empty at first.
    if section.repetition != nil, Int(parts[1]).map({ $0 <= 0 }) == true { return [] }
    return section.rows.first { row in
      (row.count.map { 1...$0 } ?? 0...0).contains { row.id.numbered($0) == parts[2] }
    }?.base
  }
}
