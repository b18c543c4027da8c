// The words for a difference: the path to the row or item, the old answer and the new answer.
//
// Invariant: words never contain the text of a secret row.

import FormText
public import LosslessJSON

/// The words for a difference.
public struct DifferenceWords: Hashable, Sendable {
  /// The kind of change to a row or an item.
  public enum Change: Hashable, Sendable {
    /// The old and the new answer of a row, possibly with several lines; nil for an empty answer.
    case answer(old: String?, new: String?)
    /// An item was added or removed; the value has the item's first answers.
    case added(String)
    case removed(String)
    /// An item moved; `from` is its earlier label, and `summary` has its first answers.
    case moved(up: Bool, from: String, summary: String)
  }

  /// The titles and labels that lead to the row or the item, outermost first.
  public var path: [String]
  /// The label of the row; nil if the words are about an item.
  public var label: String?
  /// The change.
  public var change: Change

  /// The characters shown in place of the text of a secret row.
  public static let secret = "••••••"
  /// The words shown in place of an empty answer.
  public static let empty = "(empty)"
}

extension ComparedAnswers {
  /// Returns the words for a difference.
  public func words(for difference: Difference) -> DifferenceWords {
    switch difference {
    case .row(let oldRow, let newRow):
      var words = place(of: newRow)
      // If two documents are compared, the row may be calculated or hidden. So both answers then
      // come from the documents.
      words.change = .answer(
        old: oldAnswer(of: oldRow).map { shown($0, of: oldRow, in: old) },
        new: newAnswer(of: newRow).map { shown($0, of: newRow, in: new) })
      return words
    case .added(let item):
      return DifferenceWords(
        path: newPath(of: item), change: .added(summary(of: item, isOld: false)))
    case .removed(let item):
      return DifferenceWords(
        path: oldPath(of: item), change: .removed(summary(of: item, isOld: true)))
    case .moved(let oldItem, let newItem, let up):
      return DifferenceWords(
        path: newPath(of: newItem),
        change: .moved(
          up: up, from: oldPath(of: oldItem).last ?? "", summary: summary(of: newItem, isOld: false)
        ))
    }
  }

  private func place(of row: FormRow.ID) -> DifferenceWords {
    let label = new.label(of: row)
    let none = DifferenceWords.Change.answer(old: nil, new: nil)
    guard let item = Difference.Item(around: row) else {
      let title = new.title(ofSection: row.section).map { [$0] } ?? []
      return DifferenceWords(path: title + [label], change: none)
    }
    let path = newPath(of: item)
    let itemLabel = path.last ?? ""
    let isSame = itemLabel == label || new.names(itemLabel, label, ofSection: row.section)
    return DifferenceWords(path: path, label: isSame ? nil : label, change: none)
  }

  /// The title of a section, then the labels of the items around an item, then the item's own
  /// label.
  private func newPath(of item: Difference.Item) -> [String] {
    path(newChain(of: item), in: new, position: newPosition(of:))
  }

  private func oldPath(of item: Difference.Item) -> [String] {
    path(oldChain(of: item), in: old, position: oldPosition(of:))
  }

  private func path(
    _ chain: [Difference.Item], in answers: Answers, position: (Difference.Item) -> Int
  ) -> [String] {
    let title = chain.first.flatMap { answers.title(ofSection: $0.section) }
    return (title.map { [$0] } ?? [])
      + chain.map {
        answers.itemLabel(section: $0.section, item: $0.serial, position: position($0))
      }
  }

  private func shown(_ text: Text, of row: FormRow.ID, in answers: Answers) -> String {
    if answers.isSecret(row) { return DifferenceWords.secret }
    // Do not search a text that is longer than any screen.
    return text.isTooLongToEdit ? text.string : answers.template[row].readable(text).string
  }

  /// The first three answers of an item, each on one line.
  private func summary(of item: Difference.Item, isOld: Bool) -> String {
    let answers = isOld ? old : new
    let section = answers.template.sections[item.section]
    var texts: [String] = []
    for row in section.rows.indices where section.rows[row].isExported {
      for number in section.rows[row].numbers.prefix(DifferenceWords.mostInSummary) {
        let id = FormRow.ID(
          section: item.section, item: item.serial, row: row, number: number)
        guard !answers.isSecret(id),
          let text = isOld ? oldAnswer(of: id) : newAnswer(of: id), !text.isBlank
        else { continue }
        texts.append(
          section.rows[row].lineInView(text).beginning(columns: 60).string.onOneLine)
        if texts.count == DifferenceWords.mostInSummary { return texts.joined(separator: ", ") }
      }
    }
    return texts.joined(separator: ", ")
  }
}

extension DifferenceWords {
  /// The largest number of answers in the summary of an item.
  fileprivate static let mostInSummary = 3

  /// Returns `old → new`, `added: Barclays, Analyst` or `moved up, was Job 1: Barclays`.
  ///
  /// - Parameters:
  ///   - arrow: the sign between an old and a new answer.
  ///   - lineBreak: the sign for a line break.
  ///   - cut: the sign that replaces a long common beginning of both texts.
  public func sentence(
    arrow: String = "→", lineBreak: String = "⏎", cut: String = "…"
  ) -> String {
    func line(_ text: String) -> String {
      text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0).onOneLine }
        .joined(separator: " \(lineBreak)")
    }
    func sentence(_ words: String, about summary: String) -> String {
      summary.isEmpty ? words : "\(words): \(line(summary))"
    }
    let start = label.map { "\($0): " } ?? ""
    switch change {
    case .answer(let old, let new):
      let (old, new) = DifferenceWords.parts(old.map(line), new.map(line), cut: cut)
      return "\(start)\(old ?? DifferenceWords.empty) \(arrow) \(new ?? DifferenceWords.empty)"
    case .added(let summary): return sentence("added", about: summary)
    case .removed(let summary): return sentence("removed", about: summary)
    case .moved(let up, let label, let summary):
      return sentence("moved \(up ? "up" : "down"), was \(label)", about: summary)
    }
  }

  /// Replaces a long common beginning of both texts by `cut`, so that one line shows the
  /// difference.
  private static func parts(_ old: String?, _ new: String?, cut: String) -> (String?, String?) {
    guard let old, let new else { return (old, new) }
    let shared = zip(old, new).prefix { $0 == $1 }.count
    guard shared > 20, old.count + new.count > 45 else { return (old, new) }
    // Cut before a word, if there is one soon enough.
    let known = Array(old.prefix(shared - 8))
    let word = known.lastIndex(of: " ").map { $0 + 1 } ?? 0
    let start = max(word, shared - 24)
    return (cut + old.dropFirst(start), cut + new.dropFirst(start))
  }
}

// MARK: - For other programs

extension ComparedAnswers {
  /// The paths of a difference in the old and the new document; nil for a document that lacks the
  /// row or item.
  public func documentPaths(of difference: Difference) -> (old: DocumentPath?, new: DocumentPath?) {
    func oldPath(_ item: Difference.Item?, _ row: FormRow.ID?) -> DocumentPath {
      old.template.path(
        of: row, in: item, parts: item.map { oldChain(of: $0).map(oldPart) } ?? [])
    }
    func newPath(_ item: Difference.Item?, _ row: FormRow.ID?) -> DocumentPath {
      new.template.path(
        of: row, in: item, parts: item.map { newChain(of: $0).map(newPart) } ?? [])
    }
    switch difference {
    case .row(let oldRow, let newRow):
      return (
        oldPath(Difference.Item(around: oldRow), oldRow),
        newPath(Difference.Item(around: newRow), newRow)
      )
    case .added(let item): return (nil, newPath(item, nil))
    case .removed(let item): return (oldPath(item, nil), nil)
    case .moved(let oldItem, let newItem, _): return (oldPath(oldItem, nil), newPath(newItem, nil))
    }
  }
}

extension Template {
  /// The path in a document to a row of an item, or to an item.
  fileprivate func path(
    of row: FormRow.ID?, in item: Difference.Item?, parts: [DocumentPath.Part]
  ) -> DocumentPath {
    if let row { return path(of: row, items: parts) }
    guard let item, let last = parts.last else { return .root }
    return itemsPath(ofSection: item.section, items: parts.dropLast()).appending(last)
  }
}

extension DifferenceWords {
  /// The path and the words of a difference, without a full stop: `Basics › Phone: +44 → +45`.
  public var sentenceWithPlace: String {
    let place = (path + (label.map { [$0] } ?? [])).joined(separator: " › ").onOneLine
    var words = self
    words.label = nil
    return "\(place): \(words.sentence())"
  }
}
