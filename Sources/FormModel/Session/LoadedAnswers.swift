// The JSON document that was opened with a form, and the rows to which its values belong.
//
// The bytes of the document are never changed, and a value is decoded only when its row is read.
// Loading takes one pass over the members of the document; its cost does not depend on the number
// of rows in the form.

import FormText
public import LosslessJSON

/// An error in a document of answers.
public struct AnswersError: Error, Hashable, Sendable {
  /// The position of the error in the document.
  public var position: TextPosition
  /// The path of the value, from the root of the document.
  public var path: DocumentPath
  /// A description of the error and its remedy, without a full stop.
  public var sentence: String

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - position: the position of the error in the document.
  ///   - path: the path of the value, from the root of the document.
  ///   - sentence: a description of the error and its remedy, without a full stop.
  public init(position: TextPosition, path: DocumentPath, sentence: String) {
    (self.position, self.path, self.sentence) = (position, path, sentence)
  }
}

/// All errors in a document that is opened with a form.
public struct AnswersErrors: Error, Sendable {
  /// The errors, in the order of the document.
  public var errors: [AnswersError]

  /// Creates a list of errors.
  public init(errors: [AnswersError]) { self.errors = errors }
}

/// The answers of a document, by row.
package struct LoadedAnswers: Sendable {
  package let document: JSONDocument
  /// The values of rows, as indices of values in the JSON document.
  private(set) var values: [FormRow.ID: Int] = [:]
  /// The rows with a value, in the order of the document. Reading the values in this order takes
  /// one pass over the document.
  private(set) var rows: [FormRow.ID] = []
  /// The items of each repeating section in the document, numbered from 1 across its lists.
  private(set) var lists: [Int: [KeptItems.List]] = [:]
  /// The value of `output.id` in the document.
  package private(set) var id: JSONValue?
  /// The error of a document whose outermost value has the wrong kind; nil if the kind is right.
  private(set) var error: AnswersError?
  /// The values and containers that do not fit the form.
  private(set) var misfits = Misfits()
  /// The empty arrays, and the objects without members of the form, that conditions may hide. They
  /// decide between alternatives.
  private(set) var emptyContainers = Set<Container>()

  /// An object or array: its node in the `AnswerPlan`, the tree of the answers in a document, and
  /// the item around it.
  struct Container: Hashable {
    var node: Int
    var item: Int
  }

  /// Finds the values for the rows of a template in a document.
  init(_ document: JSONDocument, for template: Template) {
    self.document = document
    var nodes: [Int] = []
    read(document.root, as: AnswerPlan.root, item: 0, path: .root, of: template, into: &nodes)
    values.reserveCapacity(rows.count)
    for (row, node) in zip(rows, nodes) {
      values[row] = node
      let value = JSONValue(document: document, index: node)
      let rowTemplate = template[row]
      if rowTemplate.misfit(of: value, empty: template.emptyAnswers) != nil {
        misfits.rows.insert(row)
      }
    }
  }

  /// The value of a row; nil if the document has no value for it.
  package func value(of row: FormRow.ID) -> JSONValue? {
    values[row].map { JSONValue(document: document, index: $0) }
  }

  /// Whether the document has a value for a row, and the value is not null and has the type of the
  /// row.
  func fits(_ row: FormRow.ID) -> Bool {
    guard let value = value(of: row), value.kind != .null else { return false }
    return !misfits.rows.contains(row)
  }

  /// The number of items that a section has in the document, over all lists. Their serials, the
  /// numbers that identify them, are 1 to this number.
  func itemCount(ofSection section: Int) -> Int { lists[section]?.last?.runs.last?.upperBound ?? 0 }

  /// The first item of a list in the document; nil if the list is empty.
  package func firstItem(of list: ItemList) -> Int? {
    guard let lists = lists[list.section] else { return nil }
    // Items are numbered in the order of the document, so the lists are sorted by the items around
    // them.
    let place = lists.prefixCount { $0.parent < list.parent }
    return lists.indices.contains(place) && lists[place].parent == list.parent
      ? lists[place].runs.first?.lowerBound : nil
  }

  // MARK: - The walk

  private mutating func read(
    _ value: JSONValue, as node: Int, item: Int, path: DocumentPath, of template: Template,
    into nodes: inout [Int]
  ) {
    func take(_ row: FormRow.ID, _ value: JSONValue) {
      rows.append(row)
      nodes.append(value.index)
    }
    switch template.plan.nodes[node] {
    case .answer(let reference):
      let row = reference.id(item: item, number: 0)
      take(row, value)
    case .object:
      guard expect(.object, "an object", value, path, node, item, template) else { return }
      var strangers = Misfits.Strangers()
      let others = template.plan.others(of: node)
      var otherMembers: [(JSONValue, JSONValue)] = []
      let isClosed = others == nil && template.containers.closed.contains(node)
      var hasMembers = false
      for (key, member) in value.members {
        guard let name = key.string, let target = template.plan.member(named: name, of: node) else {
          if others != nil { otherMembers.append((key, member)) }
          if isClosed { strangers.unknown.append(key) }
          continue
        }
        hasMembers = true
        // Null is no answer, so it is allowed in each alternative.
        if isClosed, member.kind != .null, template.hasConditions(in: target.node) {
          strangers.conditional.append((key, target.node))
        }
        if let number = target.number,
          case .answer(let reference) = template.plan.nodes[target.node]
        {
          take(reference.id(item: item, number: number), member)
        } else {
          read(
            member, as: target.node, item: item, path: path.appending(name), of: template,
            into: &nodes)
        }
      }
      if !hasMembers, otherMembers.isEmpty { noteEmpty(node, item, template) }
      if !strangers.isEmpty {
        misfits.note(strangers, in: node, item: item, path, of: template)
      }
      if let others {
        let first = begin(ItemList(section: others.section, parent: item), otherMembers.count)
        readMembers(
          otherMembers, as: others.root, section: others.section, first: first, path, template,
          into: &nodes)
      }
    case .id: if value.kind != .null { id = value }
    case .shared(let sharers):
      // The value belongs to every row that accepts it. This is safe because at most one of these
      // rows is shown.
      let fitting = sharers.filter { fits(value, $0, item, template) }
      for node in fitting.isEmpty ? [sharers[0]] : fitting {
        read(value, as: node, item: item, path: path, of: template, into: &nodes)
      }
    case .list(let rows):
      guard expect(.array, "an array", value, path, node, item, template) else { return }
      if value.count == 0 { noteEmpty(node, item, template) }
      var elements = value.elements
      for reference in rows {
        for number in template.numbers(of: reference) {
          guard let element = elements.next() else { return }
          let row = reference.id(item: item, number: number)
          take(row, element)
        }
      }
    case .name: break
    case .items(let section, let root):
      let nameRow = template.sections[section].repetition?.keyRow
      guard
        nameRow == nil
          ? expect(.array, "an array", value, path, node, item, template)
          : expect(.object, "an object", value, path, node, item, template)
      else { return }
      if value.count == 0 { noteEmpty(node, item, template) }
      let first = begin(ItemList(section: section, parent: item), value.count)
      for (position, element) in value.elements.enumerated() {
        read(
          element, as: root, item: first + position, path: path.appending(position), of: template,
          into: &nodes)
      }
      readMembers(
        value.members.map { ($0, $1) }, as: root, section: section, first: first, path, template,
        into: &nodes)
    }
  }

  /// Records a container without answers that conditions may hide. The document, or an item, that
  /// is such an object decides between no alternatives.
  private mutating func noteEmpty(_ node: Int, _ item: Int, _ template: Template) {
    guard let parent = template.plan.parent(of: node), template.hasConditions(in: node) else {
      return
    }
    if case .items = template.plan.nodes[parent], case .object = template.plan.nodes[node] {
      return
    }
    emptyContainers.insert(Container(node: node, item: item))
  }

  /// Begins a list of items; returns the serial of its first item.
  private mutating func begin(_ list: ItemList, _ count: Int) -> Int {
    let first = itemCount(ofSection: list.section) + 1
    if count > 0 {
      lists[list.section, default: []].append(
        KeptItems.List(parent: list.parent, runs: [first...first + count - 1]))
    }
    return first
  }

  /// Reads members of an object as the items of a section.
  private mutating func readMembers(
    _ members: [(key: JSONValue, value: JSONValue)], as root: Int, section: Int, first: Int,
    _ path: DocumentPath, _ template: Template, into nodes: inout [Int]
  ) {
    let nameRow = template.sections[section].repetition?.keyRow
    for (position, (key, member)) in members.enumerated() {
      if let nameRow {
        rows.append(FormRow.ID(section: section, item: first + position, row: nameRow, number: 0))
        nodes.append(key.index)
      }
      read(
        member, as: root, item: first + position, path: path.appending(key.string ?? ""),
        of: template, into: &nodes)
    }
  }

  /// Whether a value fits one of the nodes that share a key.
  private func fits(_ value: JSONValue, _ node: Int, _ item: Int, _ template: Template) -> Bool {
    switch template.plan.nodes[node] {
    case .answer(let reference):
      template[reference].misfit(of: value, empty: template.emptyAnswers) == nil
    case .items(let section, _): value.kind == template.sections[section].itemsKind
    case .list: value.kind == .array
    case .object: value.kind == .object
    case .id, .name, .shared: false
    }
  }

  /// Returns whether a container has the expected kind, and records an error if it does not. Null
  /// counts as a missing container, which is no error.
  private mutating func expect(
    _ kind: JSONValue.Kind, _ name: String, _ value: JSONValue, _ path: DocumentPath, _ node: Int,
    _ item: Int, _ template: Template
  ) -> Bool {
    if value.kind == kind { return true }
    if value.kind != .null {
      let error = AnswersError(
        position: value.position, path: path,
        sentence: path.isRoot
          ? "the answers must be \(name), not \(value.kindName)"
          : "the document has \(value.kindName) here, not \(name)")
      guard !path.isRoot else {
        self.error = error
        return false
      }
      misfits.note(
        Misfits.Misshape(
          node: node, item: item, error: error, hasContents: value.count > 0,
          rows: template.plan.rows(in: node, item: item, of: template)))
    }
    return false
  }
}

extension Template {
  /// Returns a document in which each secret is replaced by an empty string. Secrets are found only
  /// where the document has the shape of the form.
  public func withoutSecrets(_ document: JSONDocument) -> [UInt8] {
    withoutSecrets(LoadedAnswers(document, for: self))
  }

  /// Returns the source of a document in its own format, such as YAML, with each secret replaced by
  /// an empty string.
  package func sourceWithoutSecrets(_ document: JSONDocument) -> [UInt8] {
    hasSecrets
      ? document.text.bytes(with: removal(ofSecretsIn: LoadedAnswers(document, for: self)))
      : document.text.bytes
  }

  func withoutSecrets(_ loaded: LoadedAnswers) -> [UInt8] {
    JSONText(loaded.document).bytes(with: removal(ofSecretsIn: loaded))
  }

  private func removal(ofSecretsIn loaded: LoadedAnswers) -> DocumentChanges {
    var changes = DocumentChanges()
    for (row, index) in loaded.values where self[row].type.isSecret {
      changes.replace(
        JSONValue(document: loaded.document, index: index),
        by: DocumentChanges.NewValue { _ in Array("\"\"".utf8) })
    }
    return changes
  }
}
