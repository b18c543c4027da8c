// Conflicts: rows and items that the person and another program changed in different ways.
//
// Invariant: a conflict is a problem until the person resolves it, by picking one of its two
// candidates (one for each side), typing another answer, or confirming the answer, which means to
// give the row the text that it already shows. Nothing else resolves it.

import FormText
import LosslessJSON

/// Two different changes of the same row or item, one by the person and one by another program.
public struct Conflict: Hashable, Sendable {
  /// The sides of a conflict: this form (`here`), and the file that another program changed.
  public enum Side: Hashable, Sendable { case here, file }

  /// The subject of a conflict.
  enum Subject: Hashable, Sendable {
    /// The answer of a row, here and in the file.
    case answers(here: Text, file: Text)
    /// The item was changed here and removed in the file.
    case removedInFile
    /// The item was removed here and changed in the file.
    case removedHere
    /// The item was moved here and in the file; `to` is its position in the file, from 0.
    case moved(to: Int)
  }

  let subject: Subject
  /// Whether the row is secret, so that its answers must not be shown.
  let isSecret: Bool

  init(subject: Subject, isSecret: Bool) { (self.subject, self.isSecret) = (subject, isSecret) }

  /// A phrase about the changes of both sides. The caller writes it after the label of the row or
  /// of its item.
  func sentence(label: String) -> String {
    switch subject {
    case .answers where isSecret: "changed here and in the file"
    case .answers(let here, let file):
      "\(Conflict.words(for: here)) here, \(Conflict.words(for: file)) in the file"
    case .removedInFile: "the item was changed here and removed in the file"
    case .removedHere: "the item was removed here and changed in the file"
    case .moved: "the item was moved here and in the file"
    }
  }

  private static func words(for text: Text) -> String { text.isBlank ? "empty" : text.quoted }

  /// The label of the candidate that selects a side.
  func label(of side: Side) -> Text {
    switch (subject, side) {
    case (.answers, _) where isSecret: Text(side == .here ? "as typed here" : "as in the file")
    case (.answers(let text, _), .here), (.answers(_, let text), .file):
      Text(text.isBlank ? DifferenceWords.empty : text.string.onOneLine)
    case (.removedInFile, .here), (.removedHere, .file): "keep the item"
    case (.removedInFile, .file), (.removedHere, .here): "remove the item"
    case (.moved, .here): "leave it here"
    case (.moved(let place), .file): Text("move it to place \(place + 1)")
    }
  }

  // MARK: - In drafts

  /// The conflict as JSON; nil if the row is secret, because drafts contain no secret answers.
  var encoded: [UInt8]? {
    guard !isSecret else { return nil }
    let parts: [String] =
      switch subject {
      case .answers(let here, let file): ["answers", here.string, file.string]
      case .removedInFile: ["removed in the file"]
      case .removedHere: ["removed here"]
      case .moved(let place): ["moved", "\(place)"]
      }
    var bytes: [UInt8] = [UInt8(ascii: "[")]
    for (index, part) in parts.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      JSONWriter.appendString(part, to: &bytes)
    }
    return bytes + [UInt8(ascii: "]")]
  }

  /// Decodes a conflict from a draft; nil if the bytes are not an encoded conflict.
  init?(decoding bytes: [UInt8]) {
    guard let document = try? JSONDocument(parsing: bytes) else { return nil }
    let parts = document.root.elements.map { $0.string ?? "" }
    switch (parts.first, parts.count) {
    case ("answers", 3): subject = .answers(here: Text(parts[1]), file: Text(parts[2]))
    case ("removed in the file", 1): subject = .removedInFile
    case ("removed here", 1): subject = .removedHere
    case ("moved", 2):
      guard let place = Int(parts[1]), place >= 0 else { return nil }
      subject = .moved(to: place)
    default: return nil
    }
    isSecret = false
  }

  /// The two candidates, one for each side.
  var offers: [CandidateOffer] {
    [
      CandidateOffer(label: label(of: .here), value: "here", side: .here),
      CandidateOffer(label: label(of: .file), value: "in the file", side: .file),
    ]
  }
}

extension Answers {
  /// The unresolved conflict of a row; nil if there is none.
  func conflict(of row: FormRow.ID) -> Conflict? {
    guard let conflict = changes.conflicts[row], outline.isShown(row) else { return nil }
    if case .answers(let here, _) = conflict.subject, text(of: row) != here { return nil }
    return conflict
  }
}

extension FormSession {
  /// The conflict of the focused row.
  var focusConflict: Conflict? {
    // `flatMap(answers.conflict)` would copy the answers, with every key in a list of candidates.
    guard let focus, !answers.changes.conflicts.isEmpty else { return nil }
    return answers.conflict(of: focus)
  }

  /// Whether the focused row has a conflict.
  public var isFocusInConflict: Bool { focusConflict != nil }

  /// Goes to the first row with a conflict, and reports it.
  public mutating func goToConflict() -> [Effect] {
    sweep.hasRefused = true
    let found = problemsInOrder
    sweep.listedProblems = found.map(\.row)
    guard let place = found.firstIndex(where: { answers.conflict(of: $0.row) != nil }),
      let index = answers.indexToCorrect(found[place].row)
    else { return [] }
    return refuse(
      found[place].problem, of: found[place].row, at: index, number: place + 1, count: found.count)
  }

  /// Takes one side of the focused row's conflict, as one step of undo.
  mutating func decide(_ side: Conflict.Side) -> [Effect] {
    guard let focus, let conflict = focusConflict else { return [] }
    settleConflict(of: focus)
    let item = Difference.Item(around: focus)
    switch (conflict.subject, side) {
    case (.answers(_, let text), .file): return replaceFocus(with: text)
    case (.removedInFile, .file), (.removedHere, .here):
      return item.map { removeItem($0.serial, fromSection: $0.section) } ?? []
    case (.moved(let place), .file):
      return item.map { moveItem($0.serial, inSection: $0.section, to: place) } ?? []
    case (.answers, .here), (.removedInFile, .here), (.removedHere, .file), (.moved, .here):
      return [.lineReplaced]
    }
  }

  /// Records that the person resolved the conflict of a row.
  mutating func settleConflict(of row: FormRow.ID) {
    guard answers.changes.conflicts.removeValue(forKey: row) != nil else { return }
    log.journal.noteConflicts([row])
    sweep.problems[row] = answers.problem(of: row)
    sweep.noteChange(of: row, in: &answers)
    noteVisibleChange()
  }
}
