// The changes of a session that its draft does not contain yet, and the parts of the draft's state
// that later changes depend on: the number of history steps (for undo), the rows with picks
// (candidates that the person picked), and the origin (a record of how the session began).

import Drafts
import FormModel
import FormText

/// The keys of the values that a draft stores.
enum DraftKey {
  /// The last search in the form.
  static let find = "find"
  /// The remaining lines of a paste, which are not in rows yet.
  static let pasteRest = "paste"
  /// The ids of all sections and rows. With them, the answers are found after the template changed.
  static let shape = "shape"
  /// The records of the folders that external editors use.
  static let lent = "editor"
  /// The id and the revision of the filling (see `Filling`).
  static let filling = "filling"
  /// The names of the secret rows that the saved answers contain, without their texts.
  static let secrets = "secrets"
  /// The prefix of the keys for the defaults that rows got during the session.
  static let defaults = "default:"
  /// The prefix of the keys for conflicts that the person has not decided.
  static let conflicts = "conflict:"
  /// Returns the key of a row's picks (the candidates that the person picked). They are stored in
  /// addition to the row's text.
  static func picks(in row: String) -> String { DraftContents.picksPrefix + row }
}

/// The changes that are not written to the draft yet.
struct DraftBacklog {
  /// The origin that the draft's file contains. An origin records how a session began.
  enum StoredOrigin {
    /// No origin, or the origin of another draft.
    case none
    /// The origin of an earlier session. It may be equal to the origin of this session.
    case found(DraftOrigin?)
    /// The origin of this session.
    case present
  }

  var batch = DraftBatch()
  var storedOrigin = StoredOrigin.none
  /// The origin of the draft that this session continues.
  private var continuedOrigin: DraftOrigin?
  /// The number of history steps in the draft, including those that are not written yet.
  private var stepCount = 0
  /// The rows with picks in the draft.
  private var pickedRows = Set<String>()

  var isEmpty: Bool { batch.isEmpty }

  /// Records that the session continues a draft.
  ///
  /// - Parameter isOwn: whether it is this session's own draft, so that all contents are already
  ///   stored.
  mutating func resume(with contents: DraftContents, isOwn: Bool) {
    continuedOrigin = contents.origin ?? DraftOrigin(title: "", templateHash: "")
    storedOrigin = isOwn ? .found(contents.origin) : .none
    guard isOwn else { return }
    stepCount = contents.history.count
    pickedRows = Set(contents.rows.keys.filter { contents.values[DraftKey.picks(in: $0)] != nil })
  }

  // MARK: - Adding

  /// Adds a journal entry: the session's changes since the previous entry.
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

  /// Adds the picks of a row. Does nothing if neither the row nor the draft has picks.
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

  /// Returns everything that must be written. Includes the origin if the draft does not contain it.
  func batch(of source: FormSource) -> DraftBatch {
    var batch = batch
    batch.origin = originToStore(of: source)
    return batch
  }

  /// Returns the session's origin; nil if the draft already contains it. The origin contains the
  /// document of the draft that the session continues, or else the document that the command line
  /// names.
  private func originToStore(of source: FormSource) -> DraftOrigin? {
    if case .present = storedOrigin { return nil }
    // Computing the origin is slow, because the template is hashed. Therefore it is computed only
    // here, after the first paint.
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

  /// Records that the draft now contains everything.
  mutating func noteCommit() { (batch, storedOrigin) = (DraftBatch(), .present) }

  /// Records that the draft's file is lost, so that everything must be written again.
  mutating func noteLoss() {
    (storedOrigin, stepCount, batch, pickedRows) = (.none, 0, DraftBatch(), [])
  }
}
