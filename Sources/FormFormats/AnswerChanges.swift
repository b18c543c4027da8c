// The changes that put a form's answers into the document with which the form was opened.
//
// An unchanged row changes nothing, whatever the document contains. A missing member is inserted
// after the member that precedes it in the form, or at the end of its object if the document has no
// such member.

import FormModel
import FormText
import LosslessJSON

/// Finds the changes to a document.
struct AnswerChanges {
  /// A node of the answer plan (the tree of objects, lists and answers that the form exports) in
  /// one item.
  struct Place: Hashable {
    var node: Int
    var item: Int
  }

  let template: Template
  let answers: Answers
  /// The changed places, and all places that contain them.
  private(set) var changed = Set<Place>()
  /// The numbers of the changed rows of each row template in an item, in ascending order. The
  /// dictionary's key is the row with the number 0.
  private var changedNumbers: [FormRow.ID: [Int]] = [:]
  var changes = DocumentChanges()

  /// Returns the changes to the document from which the answers were loaded.
  static func changes(of answers: Answers, since loaded: LoadedAnswers) -> DocumentChanges {
    var finder = AnswerChanges(answers, since: loaded)
    finder.read(loaded.document.root, as: AnswerPlan.root, item: 0)
    return finder.changes
  }

  private init(_ answers: Answers, since loaded: LoadedAnswers) {
    self.answers = answers
    template = answers.template
    for row in answers.changedRows { mark(row) }
    for row in answers.loadedRowsThatGotHidden { mark(row) }
    for key in changedNumbers.keys { changedNumbers[key]?.sort() }
    for list in answers.changes.lists.lists {
      if let node = template.plan.items(ofSection: list.section) { mark(node, item: list.parent) }
    }
    if let id = template.plan.id, loaded.id == nil, answers.id != nil { mark(id.node, item: 0) }
  }

  // MARK: - Places

  private mutating func mark(_ row: FormRow.ID) {
    var key = row
    key.number = 0
    changedNumbers[key, default: []].append(row.number)
    let reference = AnswerPlan.RowReference(row)
    if let leaf = template.plan.leaf(of: reference) { mark(leaf, item: row.item) }
  }

  private mutating func mark(_ node: Int, item: Int) {
    var place = Place(node: node, item: item)
    while changed.insert(place).inserted, let parent = template.plan.parent(of: place.node) {
      if case .items(let section, _) = template.plan.nodes[parent] {
        place.item = answers.outline.list(ofItem: place.item, inSection: section).parent
      }
      place.node = parent
    }
  }

  /// The changed rows of a row template in an item, in the order of their numbers.
  private func changedRows(of reference: AnswerPlan.RowReference, item: Int) -> [FormRow.ID] {
    let key = reference.id(item: item, number: 0)
    return (changedNumbers[key] ?? []).map {
      reference.id(item: item, number: $0)
    }
  }

  // MARK: - Values

  mutating func read(_ value: JSONValue, as node: Int, item: Int) {
    guard changed.contains(Place(node: node, item: item)) else { return }
    switch (template.plan.nodes[node], value.kind) {
    case (.object(let members), .object):
      readObject(value, as: node, members: members, item: item)
    case (.list(let rows), .array): readList(value, rows: rows, item: item)
    case (.answer(let reference), _):
      readAnswer(of: reference.id(item: item, number: 0), over: value)
    case (.items(let section, let root), let kind)
    where kind == template.sections[section].itemsKind:
      readItems(value, of: ItemList(section: section, parent: item), root: root)
    case (.items(let section, _), .null)
    where !answers.exportsItems(of: ItemList(section: section, parent: item)): break
    // A value of a kind that the form does not expect here stays if its rows have no new answers.
    case (_, let kind) where kind != .null && !answers.isReplaced(node, item: item): break
    // The value is a null in place of a container, or new answers replace it.
    default: changes.replace(value, by: part(node, item: item, isWhole: false))
    }
  }

  mutating func readAnswer(of row: FormRow.ID, over value: JSONValue) {
    if !answers.isChanged(row) || answers.isHidden(row) { return }
    changes.replace(value, by: answer(of: row))
  }

  private func answer(of row: FormRow.ID) -> DocumentChanges.NewValue {
    let (answers, template) = (answers, template)
    return DocumentChanges.NewValue { layout in
      var bytes: [UInt8] = []
      JSONExport.append(
        answers.value(of: row), or: template.empty(row), to: &bytes, layout: layout)
      return bytes
    }
  }

  /// A part of the answer plan that is missing in the document. A new item is written completely;
  /// in any other part only changed answers are written.
  func part(_ node: Int, item: Int, isWhole: Bool) -> DocumentChanges.NewValue {
    let answers = answers
    return DocumentChanges.NewValue { layout in
      var export = JSONExport(
        answers.template.plan, part: node, item: item, layout: layout, leavesOutUnchanged: !isWhole)
      var bytes: [UInt8] = []
      while export.step(of: answers, into: &bytes) {}
      return bytes
    }
  }

  // MARK: - Objects

  private mutating func readObject(
    _ value: JSONValue, as node: Int, members: [AnswerPlan.Member], item: Int
  ) {
    let (leading, following) = additions(to: members, of: value, item: item)
    var entries: [DocumentChanges.Entry] = []
    var others = otherMembers(of: value, as: node, item: item)
    for (index, (key, member)) in value.members.enumerated() {
      let name = key.string ?? ""
      if let target = template.plan.member(named: name, of: node) {
        if keeps(member, as: target, item: item) { entries.append(.kept(index)) }
      } else if others.isEmpty {
        entries.append(.kept(index))
      } else {
        entries += others.removeFirst()
      }
      entries += following[Text(name)] ?? []
    }
    changes.arrange(value, as: entries + others.joined() + leading)
  }

  /// The entries of the other members of an object, which are the items of a section: for each of
  /// them in the document, the entries to put there, and then those to append. Empty if the form
  /// has no such section.
  private mutating func otherMembers(
    of value: JSONValue, as object: Int, item: Int
  ) -> [[DocumentChanges.Entry]] {
    guard let others = template.plan.others(of: object) else { return [] }
    let list = ItemList(section: others.section, parent: item)
    let members = value.members.enumerated().filter {
      template.plan.member(named: $1.key.string ?? "", of: object) == nil
    }
    let first = answers.loaded?.firstItem(of: list) ?? 0
    var places = Array(repeating: [DocumentChanges.Entry](), count: members.count + 1)
    let items = answers.outline.items(of: list)
    let kept = items.filter {
      answers.isLoaded(item: $0, ofSection: others.section)
        && members.indices.contains($0 - first)
    }
    let isInOrder = kept == kept.sorted()
    // New items follow the item before them. Without one, they precede the first member.
    var place = members.isEmpty ? 0 : -1
    var next = 0
    for item in items {
      if answers.isLoaded(item: item, ofSection: others.section),
        members.indices.contains(item - first)
      {
        place = isInOrder ? item - first : next
        next += 1
        let (index, (key, member)) = members[item - first]
        places[place].append(.kept(index))
        readName(of: item, others.section, over: key)
        readElement(member, as: others.root, item: item)
      } else if !answers.isEmpty(item: item, ofSection: others.section) {
        let name = answers.itemName(item, ofSection: others.section)
        places[max(place, 0)].append(
          .new(name: name, part(others.root, item: item, isWhole: true)))
      }
    }
    return places
  }

  /// The members to add. `following` has the members to insert after a member of the document, by
  /// the name of that member; `leading` has the members that no member of the document precedes in
  /// the form.
  private func additions(
    to members: [AnswerPlan.Member], of value: JSONValue, item: Int
  ) -> (leading: [DocumentChanges.Entry], following: [Text: [DocumentChanges.Entry]]) {
    let present = Set(value.members.map { Text($0.key.string ?? "") })
    var leading: [DocumentChanges.Entry] = []
    var following: [Text: [DocumentChanges.Entry]] = [:]
    var anchor: Text?
    func add(_ name: Text, _ new: DocumentChanges.NewValue) {
      let addition = DocumentChanges.Entry.new(name: name.string, new)
      if let anchor {
        following[anchor, default: []].append(addition)
      } else {
        leading.append(addition)
      }
    }
    for member in members {
      let name = Text(member.name.source)
      let node = answers.present(member.node, item: item)
      if case .answer(let reference) = template.plan.nodes[node] {
        for row in changedRows(of: reference, item: item) {
          let name = Text(member.name.text(number: row.number))
          if !present.contains(name), answers.exportedAnswer(of: row) != nil {
            add(name, answer(of: row))
          }
        }
      } else if !present.contains(name),
        JSONExport.isPresent(node, item: item, of: answers)
          || changed.contains(Place(node: node, item: item))
            && JSONExport.holdsAnswer(node, item: item, onlyChanged: true, of: answers)
      {
        add(name, part(node, item: item, isWhole: false))
      }
      if present.contains(name) { anchor = name }
    }
    return (leading, following)
  }

  // MARK: - Arrays

  /// Handles a list whose rows keep their positions: a row without an answer becomes null if an
  /// answer or a kept element follows.
  private mutating func readList(
    _ value: JSONValue, rows: [AnswerPlan.RowReference], item: Int
  ) {
    var entries: [DocumentChanges.Entry] = []
    let elements = Array(value.elements)
    let kept = keptElements(of: value, rows: rows, item: item)
    var next = 0
    var unanswered = elements.count - kept
    for reference in rows {
      let numbers = template.numbers(of: reference)
      // After the elements of the document, only changed rows add elements.
      let changed = changedRows(of: reference, item: item)
      let last = changed.last.map { $0.number } ?? numbers.lowerBound - 1
      for number in numbers {
        let row = reference.id(item: item, number: number)
        if next < elements.count {
          if next < kept {
            entries.append(.kept(next))
            if isEmptied(row) {
              changes.replace(elements[next], by: .null)
            } else {
              readAnswer(of: row, over: elements[next])
            }
          }
          next += 1
        } else if number > last {
          unanswered += numbers.upperBound - number + 1
          break
        } else if answers.value(of: row) != nil {
          for _ in 0..<unanswered { entries.append(.new(name: nil, .null)) }
          unanswered = 0
          entries.append(.new(name: nil, answer(of: row)))
        } else {
          unanswered += 1
        }
      }
    }
    // Elements for which the form has no rows are kept.
    while next < elements.count {
      entries.append(.kept(next))
      next += 1
    }
    changes.arrange(value, as: entries)
  }

  /// The number of elements to keep: all except emptied elements at the end.
  private func keptElements(
    of value: JSONValue, rows: [AnswerPlan.RowReference], item: Int
  ) -> Int {
    var count = 0
    var kept = 0
    for reference in rows {
      for number in template.numbers(of: reference) {
        guard count < value.count else { return kept }
        count += 1
        let row = reference.id(item: item, number: number)
        if !isEmptied(row) || answers.lacksDefault(row) { kept = count }
      }
    }
    return count < value.count ? value.count : kept
  }

  private mutating func readItems(_ value: JSONValue, of list: ItemList, root: Int) {
    var entries: [DocumentChanges.Entry] = []
    let elements = Array(value.children)
    let names = value.members.map(\.key)
    let isMap = template.sections[list.section].repetition?.isMap == true
    let first = answers.loaded?.firstItem(of: list) ?? 0
    for item in answers.outline.items(of: list) {
      if answers.isLoaded(item: item, ofSection: list.section),
        elements.indices.contains(item - first)
      {
        entries.append(.kept(item - first))
        if isMap { readName(of: item, list.section, over: names[item - first]) }
        readElement(elements[item - first], as: root, item: item)
      } else if !answers.isEmpty(item: item, ofSection: list.section) {
        let name = isMap ? answers.itemName(item, ofSection: list.section) : nil
        entries.append(.new(name: name, part(root, item: item, isWhole: true)))
      }
    }
    changes.arrange(value, as: entries)
  }

  /// Renames the object member that contains an item.
  private mutating func readName(of item: Int, _ section: Int, over key: JSONValue) {
    let name = answers.itemName(item, ofSection: section)
    guard key.string?.hasSameScalars(as: name) == false else { return }
    changes.replace(
      key,
      by: DocumentChanges.NewValue { _ in
        var bytes: [UInt8] = []
        JSONWriter.appendString(name, to: &bytes)
        return bytes
      })
  }
}
