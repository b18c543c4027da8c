// Secret rows: what is typed into them is in the answers and nowhere else. It is shown as dots, is
// no part of the history or the journal, and of a loaded document everything else is kept.

public import LosslessJSON

extension FormSession {
  /// Whether what a row holds must not be shown or kept.
  public func isSecret(_ row: FormRow.ID) -> Bool {
    rowType(of: row).isSecret
  }

  /// Whether the row with focus is secret.
  public var isFocusSecret: Bool {
    guard let focus else { return false }
    return isSecret(focus)
  }

  /// The secret rows without an answer, at most `most` of them. O(row templates + items).
  public func unansweredSecrets(most: Int) -> [FormRow.ID] {
    var rows: [FormRow.ID] = []
    for (index, section) in template.sections.enumerated() {
      for (place, row) in section.rows.enumerated() where row.type.isSecret {
        let items =
          section.repetition == nil
          ? [0]
          : (0..<answers.outline.itemCount(ofSection: index)).compactMap {
            answers.outline.item(at: $0, ofSection: index)
          }
        for item in items {
          for number in row.numbers {
            guard rows.count < most else { return rows }
            let id = FormRow.ID(section: index, item: item, row: place, number: number)
            if answer(of: id) == nil { rows.append(id) }
          }
        }
      }
    }
    return rows
  }

  /// The document the form was opened with, an empty string in the place of each secret; nil
  /// without a document.
  public var documentWithoutSecrets: [UInt8]? {
    answers.loaded.map { template.withoutSecrets($0) }
  }
}

extension Template {
  /// A document, an empty string in the place of each secret as far as it has the shape of the form.
  public func withoutSecrets(_ document: JSONDocument) -> [UInt8] {
    withoutSecrets(LoadedAnswers(document, for: self))
  }

  fileprivate func withoutSecrets(_ loaded: LoadedAnswers) -> [UInt8] {
    let secrets = loaded.values
      .filter { sections[Int($0.key.section)].rows[Int($0.key.row)].type.isSecret }
      .map { JSONValue(document: loaded.document, index: $0.value).range }
    guard !secrets.isEmpty else { return loaded.document.bytes }
    var bytes: [UInt8] = []
    var start = 0
    for range in secrets.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      bytes += loaded.document.bytes[start..<range.lowerBound] + Array("\"\"".utf8)
      start = range.upperBound
    }
    return bytes + loaded.document.bytes[start...]
  }
}
