// The answers of a form, accessed through the rows that a program declared.

import FormFormats
public import FormModel
import FormText

/// The answers of a form. They are a value: later changes of the form do not affect a copy.
public typealias Answers = FormModel.Answers

extension Answers {
  /// The answer of a row; nil if the row has no answer, is hidden, or does not exist in the form.
  ///
  /// ```swift
  /// answers[cups]  // Int?
  /// ```
  public subscript<Value>(row: Row<Value>) -> Value? {
    self.row(withID: row.id).flatMap(value(of:)).flatMap(row.coding.read)
  }

  /// Returns the answer of a row as it was typed, so a number keeps its digits.
  ///
  /// ```swift
  /// answers.text(of: price)  // "0.10"
  /// ```
  public func text<Value>(of row: Row<Value>) -> String? {
    self.row(withID: row.id).flatMap(answer(of:))?.string
  }

  /// The items of a ``Repeat`` that are not empty.
  ///
  /// ```swift
  /// answers[biscuits].map { $0[kind] }
  /// ```
  ///
  /// For a ``Repeat`` inside another one, the result contains the inner items of all outer items.
  /// Use the subscript of an outer ``Item`` to get only the inner items of that item.
  public subscript(items: Repeat) -> [Item] {
    guard
      let section = template.sections.firstIndex(where: {
        $0.repetition != nil && $0.id.hasSameScalars(as: items.id)
      })
    else { return [] }
    var found: [Item] = []
    forEachExportedItem(
      of: template.sections[section].chain, below: itemsAround(section)[...]
    ) { items in
      let row = FormRow.ID(section: section, item: items.last ?? 0, row: 0, number: 0)
      found.append(Item(answers: seen(from: row)))
    }
    return found
  }

  /// The answers of one item.
  public struct Item: Sendable {
    /// The answers, with the item as the viewpoint from which rows are looked up.
    fileprivate let answers: Answers

    /// The answer of a row; nil if there is none. The row is looked up in this item, then in the
    /// items around it, then in the form.
    public subscript<Value>(row: Row<Value>) -> Value? { answers[row] }

    /// Returns the answer of a row as it was typed, so a number keeps its digits.
    public func text<Value>(of row: Row<Value>) -> String? { answers.text(of: row) }

    /// The items inside this item that are not empty.
    ///
    /// ```swift
    /// for job in answers[jobs] { print(job[tasks].count) }
    /// ```
    public subscript(items: Repeat) -> [Item] { answers[items] }
  }

  /// The items from which rows are looked up, each with its section. The outermost item comes
  /// first.
  private var viewpointItems: [(section: Int, item: Int)] {
    guard let viewpoint, viewpoint.item > 0 else { return [] }
    return Array(
      zip(template.sections[viewpoint.section].chain, outline.items(around: viewpoint)))
  }

  /// Returns the items, outermost first, that contain both the viewpoint and the given section's
  /// list.
  private func itemsAround(_ section: Int) -> [Int] {
    zip(template.sections[section].chain.dropLast(), viewpointItems)
      .prefix { $0 == $1.section }.map { $1.item }
  }

  /// Returns the row with an id. The items of the viewpoint are searched first, then the form.
  private func row(withID id: String) -> FormRow.ID? {
    for (section, item) in viewpointItems.reversed() {
      if let row = row(withID: id, inSection: section, item: item) { return row }
    }
    for section in template.sections.indices where template.sections[section].repetition == nil {
      if let row = row(withID: id, inSection: section, item: 0) { return row }
    }
    return nil
  }

  private func row(withID id: String, inSection section: Int, item: Int) -> FormRow.ID? {
    let rows = template.sections[section].rows
    guard let row = rows.firstIndex(where: { $0.id.source.hasSameScalars(as: id) }) else {
      return nil
    }
    return FormRow.ID(
      section: section, item: item, row: row, number: rows[row].numbers.lowerBound)
  }

  /// Returns the answers in a format. The text ends with a line break, unless it is empty.
  ///
  /// ```swift
  /// answers.exported(as: .jsonl)
  /// ```
  public func exported(as format: ExportFormat) -> String {
    String(decoding: bytes(as: format), as: UTF8.self)
  }

  /// Returns the answers as JSON.
  ///
  /// ```swift
  /// print(answers.json(), terminator: "")
  /// ```
  public func json() -> String { exported(as: .json) }

  func bytes(as format: ExportFormat) -> [UInt8] {
    var bytes: [UInt8] = []
    var export = AnswerExport(format, of: self)
    while export.append(to: &bytes, of: self) {}
    return bytes
  }
}

extension Answers: CustomStringConvertible {
  /// The answers as JSON.
  public var description: String { json() }
}

/// A format for writing answers.
public typealias ExportFormat = FormModel.ExportFormat
