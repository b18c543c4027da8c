// The columns of a table of answers, as a tree. The name of a column is the path of its answer in a
// record, and the tree joins the paths of all columns. If the form is a single repeating section,
// each record is one item. For any other form, the table has one record, which is the whole
// document.

import FormModel
import FormText
import LosslessJSON

/// The columns of a table.
struct ColumnTree {
  private enum Key: Hashable {
    case name(Text)
    case index(Int)
  }

  private struct Slot: Hashable {
    var parent: Int
    var key: Key
  }

  enum Kind {
    case object, array
    /// A column, with the rows of the template whose answers it contains. A column has several rows
    /// if they share a key.
    case cell(column: Int, [AnswerPlan.RowReference])
    /// The column of the document's id.
    case id(column: Int)
    /// The column with the names of the records, if the records are members of an object.
    case recordName(column: Int)
  }

  private struct Node {
    var kind: Kind
    var members: [(name: String, node: Int)] = []
    var elements: [Int: Int] = [:]
    /// Whether the elements are items, which are written even if they are empty.
    var holdsItems = false
    /// The column of the rows that have the same key as this object.
    var rival: (column: Int, rows: [AnswerPlan.RowReference])?
    /// Whether the node is written even if it is empty: an item that is a member of an object, or a
    /// container that the form has in `present`.
    var isAlwaysWritten = false
  }

  let template: Template
  /// The nodes of the tree. Children come after their parents.
  private var nodes = [Node(kind: .object)]
  private var slots: [Slot: Int] = [:]
  /// The number of columns.
  private(set) var columnCount = 0
  /// For each column, the path of its answer in a record; nil for a column that is kept but not
  /// read.
  private(set) var paths: [DocumentPath?] = []
  /// Whether columns that the form does not know are kept. If false, such columns are errors.
  private let keepsUnknown: Bool
  private(set) var root = AnswerPlan.root
  /// The column of the records' names; nil if records have no names.
  private(set) var nameColumn: Int?

  init(_ template: Template, keepsUnknown: Bool = false) {
    (self.template, self.keepsUnknown) = (template, keepsUnknown)
    if let section = template.recordSection, let items = template.plan.items(ofSection: section),
      case .items(_, let root) = template.plan.nodes[items]
    {
      self.root = root
    }
  }

  /// The names of all columns that a form can have.
  private lazy var knownNames: [String] =
    template.sections.enumerated().flatMap { section, contents in
      contents.rows.enumerated().filter { $0.element.isExported }.map { row, contents in
        let number = contents.numbers.lowerBound
        let id = FormRow.ID(section: section, item: 0, row: row, number: number)
        let isRecord = section == template.recordSection
        let reference = AnswerPlan.RowReference(section: section, row: row)
        return
          (isRecord ? template.pathInRecord(of: reference) : template.path(of: id, items: [Int]()))
          .columnName
      }
    } + (root == AnswerPlan.root ? [template.idPath].compactMap { $0?.columnName } : [])
  private var hints = NameHints()
  /// The maximum number of columns that an error lists.
  private static let mostListed = 8

  /// Adds a column.
  ///
  /// - Returns: the error as a sentence; nil if the column was added.
  mutating func add(_ name: String, columnCount: Int) -> String? {
    defer { self.columnCount += 1 }
    guard let path = DocumentPath(columnName: name),
      let leaf = leaf(at: path, in: root, column: self.columnCount)
    else {
      if columnCount == 1, name.utf8.contains(UInt8(ascii: ";")) {
        return
          "semicolons separate the columns here; put commas between them, or tabs in a file .tsv"
      }
      if keepsUnknown {
        paths.append(nil)
        return nil
      }
      let hint = hints.hint(for: name, among: knownNames, count: knownNames.count)
      let columns =
        hint.isEmpty && knownNames.count <= ColumnTree.mostListed
        ? "; its columns are \(knownNames.list(joinedBy: "and"))" : hint
      return "\(name.quoted) is not a column of the form\(columns)"
    }
    if case .recordName(let column) = leaf { nameColumn = column }
    if case .shared = template.plan.nodes[root], recordLeaf(at: path, column: 0) != nil,
      case .cell(let column, let rows) = leaf
    {
      // A record is either this cell or an object with the other cells.
      guard nodes[0].rival == nil else {
        return "two columns have the name \(name.quoted); remove one"
      }
      nodes[0].rival = (column, rows)
      paths.append(path)
      return nil
    }
    paths.append(path)
    var node = 0
    for (place, part) in path.parts.enumerated() {
      let isLast = place == path.parts.count - 1
      let key: Key
      switch part {
      case .name(let name): key = .name(Text(name))
      case .index(let index):
        // An item that is missing from the table is added as an empty item, so a large index would
        // cost memory.
        let isItem = !isLast
        if isItem, index >= columnCount {
          return "\(name.quoted) skips items before it; number the items from 0, without gaps"
        }
        key = .index(index)
      }
      let slot = Slot(parent: node, key: key)
      if let known = slots[slot] {
        guard share(known, with: isLast ? leaf : nil) else {
          return "two columns have the name \(name.quoted); remove one"
        }
        node = known
        continue
      }
      let kind: Kind =
        if isLast {
          leaf
        } else if case .index = path.parts[place + 1] {
          .array
        } else {
          .object
        }
      nodes.append(
        Node(kind: kind, isAlwaysWritten: !isLast && isMember(path.parts.prefix(place + 1))))
      let new = nodes.count - 1
      slots[slot] = new
      insert(new, key, into: node)
      node = new
    }
    return nil
  }

  /// Lets the path of another column lead to an existing node. If the path ends at the node, `leaf`
  /// is the cell that the node gets; if the path goes on, `leaf` is nil.
  ///
  /// - Returns: false if the node already has a cell.
  private mutating func share(_ node: Int, with leaf: Kind?) -> Bool {
    switch (nodes[node].kind, leaf) {
    case (.object, .cell(let column, let rows)) where nodes[node].rival == nil:
      nodes[node].rival = (column, rows)
      return true
    case (.cell(let column, let rows), nil):
      nodes[node].kind = .object
      nodes[node].rival = (column, rows)
      return true
    default:
      if case nil = leaf { return true }
      return false
    }
  }

  private mutating func insert(_ node: Int, _ key: Key, into parent: Int) {
    switch key {
    case .name(let name): nodes[parent].members.append((name.string, node))
    case .index(let index):
      nodes[parent].elements[index] = node
      if case .object = nodes[node].kind { nodes[parent].holdsItems = true }
    }
  }

  /// Whether a path leads to an item that is a member of an object.
  private func isMember(_ parts: ArraySlice<DocumentPath.Part>) -> Bool {
    var (node, isItem) = (root, false)
    for part in parts {
      switch (template.plan.nodes[node], part) {
      case (.object, .name(let name)):
        if let target = template.plan.member(named: name, of: node) {
          (node, isItem) = (target.node, false)
        } else if let others = template.plan.others(of: node) {
          (node, isItem) = (others.root, true)
        } else {
          return false
        }
      case (.items(_, let root), .name): (node, isItem) = (root, true)
      case (.items(_, let root), .index): (node, isItem) = (root, false)
      default: return false
      }
    }
    return isItem
  }

  // MARK: - Records

  /// Adds the containers that the form has in `present`. Their columns may be missing, because a
  /// table has no cell for an empty container. Those that conditions may hide are left out.
  mutating func addPresentContainers() { addPresentContainers(to: 0, as: root) }

  /// - Parameter planned: the node of the answer plan (the tree of the answers in a document) at the
  ///   place of `node`.
  private mutating func addPresentContainers(to node: Int, as planned: Int) {
    switch (nodes[node].kind, template.plan.nodes[planned]) {
    case (.object, .object(let members)):
      for member in members {
        let key = Key.name(Text(member.name.source))
        let known = slots[Slot(parent: node, key: key)]
        let isPresent =
          template.present.contains(member.node) && !template.hasConditions(in: member.node)
        guard let place = known ?? (isPresent ? added(key, as: member.node, to: node) : nil) else {
          continue
        }
        if isPresent { nodes[place].isAlwaysWritten = true }
        addPresentContainers(to: place, as: member.node)
      }
    case (.array, .items(_, let root)):
      for element in nodes[node].elements.values { addPresentContainers(to: element, as: root) }
    case (.object, .items(_, let root)):
      for member in nodes[node].members { addPresentContainers(to: member.node, as: root) }
    default: break
    }
  }

  /// Adds a container without columns; returns its node.
  private mutating func added(_ key: Key, as planned: Int, to parent: Int) -> Int {
    let isObject =
      switch template.plan.nodes[planned] {
      case .items(let section, _): template.sections[section].itemsKind == .object
      case .list: false
      default: true
      }
    nodes.append(Node(kind: isObject ? .object : .array))
    let new = nodes.count - 1
    slots[Slot(parent: parent, key: key)] = new
    insert(new, key, into: parent)
    return new
  }

  /// Writes a record as an object.
  func write(
    _ record: [DelimitedReader.Cell], to builder: inout DocumentBuilder, at position: TextPosition
  ) {
    var isFilled = Array(repeating: false, count: nodes.count)
    for node in nodes.indices.reversed() {
      isFilled[node] =
        switch nodes[node].kind {
        case .object where nodes[node].rival != nil: holdsText(node, in: record)
        case .cell(let column, let rows):
          !record[column].text.isEmpty || hasValueWhenEmpty(rows[0])
        case .id(let column): !record[column].text.isEmpty
        case .recordName: false
        case .object:
          nodes[node].isAlwaysWritten || nodes[node].members.contains { isFilled[$0.node] }
            || writesElements(node, in: record)
        case .array:
          nodes[node].isAlwaysWritten || nodes[node].holdsItems
            || template.emptyAnswers != .omit
            || nodes[node].elements.contains { isFilled[$1] }
        }
    }
    write(wholeRecord ?? 0, of: record, isFilled: isFilled, to: &builder, at: position)
  }

  /// Whether each record is a single answer.
  var holdsWholeRecords: Bool { wholeRecord != nil }

  /// The index of the node whose cell is a whole record.
  private var wholeRecord: Int? {
    guard root != AnswerPlan.root, case .answer = template.plan.nodes[root] else { return nil }
    return nodes.indices.first { if case .cell = nodes[$0].kind { true } else { false } }
  }

  /// Whether the cell of a node, or any cell inside the node, contains text.
  private func holdsText(_ node: Int, in record: [DelimitedReader.Cell]) -> Bool {
    if let rival = nodes[node].rival, !record[rival.column].text.isEmpty { return true }
    switch nodes[node].kind {
    case .cell(let column, _), .id(let column), .recordName(let column):
      return !record[column].text.isEmpty
    case .object where nodes[node].members.contains(where: { holdsText($0.node, in: record) }):
      return true
    case .object, .array: return nodes[node].elements.values.contains { holdsText($0, in: record) }
    }
  }

  /// Whether a row without an answer is written anyway: because the row's default would replace the
  /// removed answer, or because the form asks for empty answers in exports. The form cannot ask for
  /// empty elements of a list, because a list ends with its last answer.
  private func hasValueWhenEmpty(_ row: AnswerPlan.RowReference) -> Bool {
    let rowTemplate = template[row]
    return rowTemplate.defaultText != nil
      || template.empty(rowTemplate) != .omit && !rowTemplate.path.appends
  }

  private func write(
    _ node: Int, of record: [DelimitedReader.Cell], isFilled: [Bool],
    to builder: inout DocumentBuilder, at position: TextPosition
  ) {
    if let rival = nodes[node].rival, !record[rival.column].text.isEmpty {
      return write(record[rival.column], of: rival.rows, to: &builder)
    }
    switch nodes[node].kind {
    case .object where writesElements(node, in: record):
      writeArray(node, of: record, isFilled: isFilled, to: &builder, at: position)
    case .cell(let column, let rows): write(record[column], of: rows, to: &builder)
    case .id(let column), .recordName(let column):
      builder.string(record[column].text, at: record[column].position)
    case .object:
      builder.beginObject(at: position)
      for member in nodes[node].members where isFilled[member.node] {
        builder.name(member.name, at: position)
        write(member.node, of: record, isFilled: isFilled, to: &builder, at: position)
      }
      builder.end()
    case .array: writeArray(node, of: record, isFilled: isFilled, to: &builder, at: position)
    }
  }

  /// Whether a node that is an object or an array in different records is an array in this record.
  private func writesElements(_ node: Int, in record: [DelimitedReader.Cell]) -> Bool {
    !nodes[node].members.contains { holdsText($0.node, in: record) }
      && nodes[node].elements.values.contains { holdsText($0, in: record) }
  }

  private func writeArray(
    _ node: Int, of record: [DelimitedReader.Cell], isFilled: [Bool],
    to builder: inout DocumentBuilder, at position: TextPosition
  ) {
    builder.beginArray(at: position)
    let (elements, holdsItems) = (nodes[node].elements, nodes[node].holdsItems)
    let last = elements.filter { holdsItems || isFilled[$0.value] }.keys.max() ?? -1
    for index in 0..<(last + 1) {
      if let element = elements[index], holdsItems || isFilled[element] {
        write(element, of: record, isFilled: isFilled, to: &builder, at: position)
      } else if holdsItems {
        builder.beginObject(at: position)
        builder.end()
      } else {
        builder.word("null", at: position)
      }
    }
    builder.end()
  }

  /// Writes a cell as the value of the row that it fits.
  private func write(
    _ cell: DelimitedReader.Cell, of rows: [AnswerPlan.RowReference],
    to builder: inout DocumentBuilder
  ) {
    let row = template.row(for: Text(cell.text), among: rows) ?? rows[0]
    let rowTemplate = template[row]
    guard cell.text.isEmpty else {
      return builder.value(rowTemplate.value(ofCell: Text(cell.text)), at: cell.position)
    }
    switch rowTemplate.path.appends ? .null : template.empty(rowTemplate) {
    case .string: builder.string("", at: cell.position)
    case .list:
      builder.beginArray(at: cell.position)
      builder.end()
    case .null, .omit: builder.word("null", at: cell.position)
    }
  }
}
