// The check of the document as a part of the work over the whole form, in slices.

import FormText
import LosslessJSON

extension Work {
  /// Continues after the last row: checks the lists, the form and its document.
  ///
  /// - Returns: whether the work is complete.
  mutating func end(in answers: inout Answers) -> Bool {
    if document == nil { checkLists(in: &answers) }
    if document == nil { return true }
    guard let rows = document?.advance(in: &answers, besides: problems, of: order) else {
      return false
    }
    guard !rows.isEmpty else { return true }
    for row in rows { problems[row] = answers.rejection(of: row) }
    order += rows
    return true
  }
}

/// The check of the document, in progress: first the faults are found, then the row of each.
struct DocumentSweep: Sendable {
  private var check: any RunningDocumentCheck
  /// The faults; nil until they are found.
  private var faults: [DocumentFault]?
  /// The index of the next fault to place.
  private var next = 0
  private var shown: [FormRow.ID: ShownFaults] = [:]
  /// The rows that show a fault.
  private var rows: [FormRow.ID] = []
  private var items = ExportedItems()
  private var troubled = TroubledPlaces()

  /// The effort of a slice, which takes about 3 ms.
  static let slice = 3_000

  init(_ check: DocumentCheck) { self.check = check.begin() }

  /// Continues the check. When it is complete, its faults are recorded as problems of rows.
  ///
  /// - Parameters:
  ///   - known: the other problems of the form.
  ///   - order: the rows with these problems.
  /// - Returns: the rows that show a fault; nil if the check is not complete.
  mutating func advance(
    in answers: inout Answers, besides known: [FormRow.ID: Problem], of order: [FormRow.ID]
  ) -> [FormRow.ID]? {
    var effort = DocumentSweep.slice
    if faults == nil { faults = check.advance(of: answers, effort: &effort) }
    guard let faults else { return nil }
    if !faults.isEmpty {
      guard troubled.advance(over: order, of: answers, effort: &effort) else { return nil }
    }
    items.effort = effort
    while next < faults.count {
      do throws(ExportedItems.Pause) {
        show(faults[next], at: try answers.place(of: faults[next], among: &items), known, answers)
      } catch {
        return nil
      }
      next += 1
    }
    for row in rows {
      if let faults = shown[row] { answers.show(faults, at: row) }
    }
    return rows
  }

  /// Has a row show a fault, unless another problem is to be corrected first.
  private mutating func show(
    _ fault: DocumentFault, at place: DocumentPlace, _ known: [FormRow.ID: Problem],
    _ answers: Answers
  ) {
    guard let row = place.row, known[row] == nil, !answers.hasName(row, among: known),
      place.isExact || !troubled.meet(place)
    else { return }
    if shown[row] == nil { rows.append(row) }
    shown[row, default: ShownFaults(faults: [], places: [])].faults.append(fault)
    shown[row]?.places.append(place)
  }
}

/// The places of the document that contain a row with a problem.
private struct TroubledPlaces: Sendable {
  private struct Place: Hashable {
    var node: Int
    var item: Int
  }

  private var places = Set<Place>()
  /// Whether a row with a problem is not exported. It may decide which rows are exported, so every
  /// place contains it.
  private var areAll = false
  private var done = 0

  /// Adds the places of the next rows with problems; returns whether all were added.
  mutating func advance(over rows: [FormRow.ID], of answers: Answers, effort: inout Int) -> Bool {
    while done < rows.count {
      guard effort > 0 else { return false }
      effort -= 1
      let around = answers.placesAround(rows[done])
      done += 1
      guard let around else {
        areAll = true
        continue
      }
      for (node, item) in around {
        if !places.insert(Place(node: node, item: item)).inserted { break }
      }
    }
    return true
  }

  /// Whether a place contains a row with a problem.
  func meet(_ place: DocumentPlace) -> Bool {
    areAll || places.contains(Place(node: place.node, item: place.item))
  }
}

/// The items of lists that are written to the document, by their places in it. Each item is looked
/// at once, however many places are asked for.
struct ExportedItems: Sendable {
  /// The effort is used up. Ask again with a new one.
  struct Pause: Error {}

  private struct Found {
    /// The position of the next item to look at.
    var position = 0
    var items: [Int] = []
    var named: [Text: Int] = [:]
  }

  private var found: [ItemList: Found] = [:]
  /// The number of items that may still be looked at.
  var effort = 0

  /// The item that a part of a path refers to; nil if there is none. An index, from 0, counts only
  /// exported items.
  mutating func item(
    _ part: DocumentPath.Part, of list: ItemList, in answers: Answers
  ) throws(Pause) -> Int? {
    while true {
      switch part {
      case .index(let index):
        if let items = found[list]?.items, items.indices.contains(index) { return items[index] }
      case .name(let name):
        if let item = found[list]?.named[Text(name)] { return item }
      }
      guard let item = answers.outline.item(at: found[list]?.position ?? 0, of: list) else {
        return nil
      }
      guard effort > 0 else { throw Pause() }
      effort -= 1
      found[list, default: Found()].position += 1
      guard case .index = part else {
        let name = Text(answers.heldName(ofItem: item, inSection: list.section))
        if found[list]?.named[name] == nil { found[list]?.named[name] = item }
        continue
      }
      if answers.isExported(item: item, ofSection: list.section) { found[list]?.items.append(item) }
    }
  }
}
