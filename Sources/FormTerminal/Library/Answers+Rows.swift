// The answers of a form by the rows that a program declared.

import FormFormats
public import FormModel
import FormText

/// The answers of a form. They are a value: a copy does not change.
public typealias Answers = FormModel.Answers

extension Answers {
  /// The answer of a row; nil without one, for a hidden row, and for a row that the form does not have.
  ///
  /// ```swift
  /// answers[cups]  // Int?
  /// ```
  public subscript<Value>(row: Row<Value>) -> Value? {
    self.row(withID: row.id).flatMap(value(of:)).flatMap(row.coding.read)
  }

  /// The answer of a row as it was typed; a number keeps its digits.
  ///
  /// ```swift
  /// answers.text(of: price)  // "0.10"
  /// ```
  public func text<Value>(of row: Row<Value>) -> String? {
    self.row(withID: row.id).flatMap(answer(of:))?.string
  }

  /// The items that are not empty.
  ///
  /// ```swift
  /// answers[biscuits].map { $0[kind] }
  /// ```
  public subscript(items: Repeat) -> [Item] {
    guard
      let section = template.sections.firstIndex(where: {
        $0.repetition != nil && $0.parent == nil && $0.id.hasSameScalars(as: items.id)
      })
    else { return [] }
    var found: [Item] = []
    forEachExportedItem(of: [section], below: []) { items in
      found += items.map { Item(answers: self, section: section, serial: $0) }
    }
    return found
  }

  /// The answers of one item.
  public struct Item: Sendable {
    fileprivate let answers: Answers
    fileprivate let section: Int
    fileprivate let serial: Int

    /// The answer of a row in the item; nil without one.
    public subscript<Value>(row: Row<Value>) -> Value? {
      answers.row(withID: row.id, inSection: section, item: serial).flatMap(answers.value(of:))
        .flatMap(row.coding.read)
    }
  }

  /// The row with an id: in the item from which the answers are seen, or else in the form.
  private func row(withID id: String) -> FormRow.ID? {
    if let viewpoint, viewpoint.item > 0,
      let row = row(withID: id, inSection: viewpoint.section, item: viewpoint.item)
    {
      return row
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

  /// The answers in a format.
  ///
  /// ```swift
  /// answers.exported(as: .yaml)
  /// ```
  public func exported(as format: ExportFormat) -> String {
    String(decoding: bytes(as: format), as: UTF8.self)
  }

  /// The answers as JSON.
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

/// A format for writing answers.
public typealias ExportFormat = FormModel.ExportFormat
