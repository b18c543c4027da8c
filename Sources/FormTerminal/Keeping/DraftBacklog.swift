// The changes of a session that are not in its draft yet, and the state of the draft on which they
// depend: the steps, picks and origin.

import Drafts
import FormModel
import FormText

/// The keys of the values in a draft.
enum DraftKey {
  /// The last find.
  static let find = "find"
  /// The remaining lines of a paste.
  static let pasteRest = "paste"
  /// The ids of sections and rows.
  static let shape = "shape"
  /// The records of editors' folders.
  static let lent = "editor"
  /// The id and the revision of the filling.
  static let filling = "filling"
  /// The prefix of the keys for given defaults.
  static let defaults = "default:"
  /// The prefix of the keys for undecided conflicts.
  static let conflicts = "conflict:"
  /// The picks of a row, stored next to its text.
  static func picks(in row: String) -> String { "picks:\(row)" }
}

/// The changes that wait to be written to a draft.
struct DraftBacklog {
  /// The origin stored in the draft.
  enum StoredOrigin {
    /// None, or that of another session.
    case none
    /// That of an earlier session, which may be equal.
    case found(DraftOrigin?)
    /// That of this session.
    case present
  }

  var batch = DraftBatch()
  var storedOrigin = StoredOrigin.none
  /// The origin of the draft that the session continues.
  private var continuedOrigin: DraftOrigin?
  /// The number of steps in the draft, including waiting ones.
  private var stepCount = 0
  /// The rows for which the draft has picks.
  private var pickedRows = Set<String>()

  var isEmpty: Bool { batch.isEmpty }

  /// Records that the session continues a draft.
  ///
  /// - Parameter isOwn: whether it is the draft of this session, so that all its contents are
  ///   already stored.
  mutating func resume(with contents: DraftContents, isOwn: Bool) {
    continuedOrigin = contents.origin ?? DraftOrigin(title: "", templateHash: "")
    storedOrigin = isOwn ? .found(contents.origin) : .none
    guard isOwn else { return }
    stepCount = contents.history.count
    pickedRows = Set(contents.rows.keys.filter { contents.values[DraftKey.picks(in: $0)] != nil })
  }

  // MARK: - Adding

  /// Adds changes of the session.
  mutating func add(_ entry: JournalEntry) {
    var changes = DraftBatch()
    for (name, row) in entry.rows {
      let change = row.map {
        DraftChange.set(DraftRow(text: $0.text.string, cursor: $0.cursor))
      }
      changes.rows[name] = change ?? .removed
      notePicks(row?.picks ?? [], of: name, in: &changes)
    }
    for section in entry.removedStructure { changes.structure[section] = .removed }
    for (section, bytes) in entry.structure { changes.structure[section] = .set(bytes) }
    if let shape = entry.shape { changes.values[DraftKey.shape] = .set(shape) }
    if entry.history.kept != .max {
      changes.dropSteps(max(stepCount - entry.history.kept, 0))
      for step in entry.history.added {
        changes.appendStep(DraftStep(bytes: step.bytes, texts: step.texts))
      }
    }
    stepCount = entry.history.count
    changes.undone = entry.history.count - entry.history.position
    changes.focus = entry.focus.map { .set($0) }
    if let find = entry.find { changes.values[DraftKey.find] = .set(find) }
    if let rest = entry.pasteRest {
      changes.values[DraftKey.pasteRest] = rest.isEmpty ? .removed : .set(rest)
    }
    for (row, text) in entry.defaults { changes.values[DraftKey.defaults + row] = .set(text) }
    for (row, conflict) in entry.conflicts {
      changes.values[DraftKey.conflicts + row] = conflict.map { .set($0) } ?? .removed
    }
    (changes.filled, changes.total) = (entry.filled, entry.total)
    batch.merge(changes)
  }

  /// Adds the picks of a row, unless neither the row nor the draft has any.
  private mutating func notePicks(_ picks: [Pick], of row: String, in changes: inout DraftBatch) {
    let key = DraftKey.picks(in: row)
    if !picks.isEmpty {
      changes.values[key] = .set(Pick.encoded(picks))
      pickedRows.insert(row)
    } else if pickedRows.remove(row) != nil {
      changes.values[key] = .removed
    }
  }

  // MARK: - Writing

  /// Everything to write, with the origin if the draft does not have it.
  func batch(of source: FormSource) -> DraftBatch {
    var batch = batch
    batch.origin = originToStore(of: source)
    return batch
  }

  /// The session's origin, if the draft does not have it yet: that of the command line, or of the
  /// draft that it continues.
  private func originToStore(of source: FormSource) -> DraftOrigin? {
    if case .present = storedOrigin { return nil }
    // Its hashes and paths are only computed after the first paint.
    var origin = source.origin
    if let continuedOrigin {
      (origin.document, origin.source) = (continuedOrigin.document, continuedOrigin.source)
      if let options = SessionOptions(encoded: continuedOrigin.options),
        let given = SessionOptions(encoded: origin.options)
      {
        origin.options = given.resuming(with: options).encoded
      }
    }
    if case .found(let found) = storedOrigin, found == origin { return nil }
    return origin
  }

  /// Records that the draft has everything.
  mutating func noteCommit() { (batch, storedOrigin) = (DraftBatch(), .present) }

  /// Records that the draft is lost, so that everything must be written again.
  mutating func noteLoss() {
    (storedOrigin, stepCount, batch, pickedRows) = (.none, 0, DraftBatch(), [])
  }
}
