// Keeps a session in its draft while it is filled: when something is written, and the messages about it.
//
// - What changed elsewhere than at the cursor (a row was left, a paste, an undo) is handed to the
//   system at once: from then on the end of the process loses nothing of it. Where the disk is fast
//   that waits for the disk too; otherwise the sync comes after the paint, or once a second.
// - What is typed is handed to the system 250 ms after it was, however long the typing goes on, and
//   synced when it pauses, at the latest a second after the last sync.
// - A place without a change is written when a second has passed, and never makes a draft.
// - What could not be written is kept in memory, joined with what comes later, and tried again.
// The database is reached at the first change, never before the first paint of a new form.

import Drafts
import FormModel
import FormText
import Glibc
import System

/// Keeps one session in one draft.
final class DraftKeeper {
  /// What is true of everything the person has typed.
  enum Storage: Equatable {
    /// There was nothing to keep yet.
    case nothing
    case kept
    /// Something waits to be written or synced.
    case pending
    case notKept(DraftError)
  }

  /// Milliseconds between typing and writing, and between a move and writing.
  private static let typingDelay = 250
  /// Milliseconds after a write in which nothing more is to be written: the typing has paused.
  private static let pause = 250
  private static let movingDelay = 1_000
  /// A disk that takes longer is not waited for at every row, but once in `batchDelay`.
  private static let slowSync = Duration.milliseconds(20)
  private static let batchDelay = 1_000
  /// Where the last sync was shorter, a row is synced as it is written.
  private static let fastSync = Duration.milliseconds(2)
  /// The first and the last wait before a failed write is tried again.
  private static let retryDelays = 500...10_000

  let identity: DraftIdentity
  /// The document that the command line says the form begins with.
  let givenDocument: [UInt8]?
  /// The real path of the file that the session both loads and writes.
  let editedFile: String?
  /// All that the command line says of that: hashes and paths that nobody needs before the first
  /// paint, so it is made when the draft is first written.
  private let givenOrigin: () -> DraftOrigin
  /// Removes the data of secret rows from a draft; returns nil if it contains none.
  let censored: (DraftContents) -> CensoredDraft?
  /// Whether the form has secret rows.
  let mayHoldSecrets: Bool
  /// The file name of the draft, once it is finished.
  private(set) var finishedName: String?
  /// What the draft began with that the session goes on with.
  private var continuedOrigin: DraftOrigin?
  /// Sentences for the person: what was found and done about it.
  var notes: [String] = []
  /// The draft of another target that this one goes on with, to be set aside once it is kept here.
  var absorbed: DraftIdentity?

  var directory: DraftDirectory?
  var lock: DraftLock?
  var draft: Draft?
  var storedOrigin = StoredOrigin.none
  /// How many steps of history the draft has, with those that wait.
  var stepCount = 0
  /// The changes that wait to be written.
  var batch = DraftBatch()
  /// The records of folders that editors have or had.
  var lent: [LentRecord] = []
  /// The rows of which the draft has picks.
  var pickedRows = Set<String>()
  private(set) var trouble: DraftError?

  private var changedAt: Int?
  /// When something was written last.
  private var writtenAt = 0
  /// Whether a row was left whose text is not synced.
  private var wantsSync = false
  private var movedAt: Int?
  private var syncedAt = 0
  private var retryAt = 0
  private var retryDelay = 0

  /// What the draft has of the session's origin.
  enum StoredOrigin {
    /// Nothing, or that of another session.
    case none
    /// This, which may be the same.
    case found(DraftOrigin?)
    /// That of this session.
    case present
  }

  /// - Parameter source: what the session is made from.
  init(_ identity: DraftIdentity, of source: FormSource) {
    self.identity = identity
    givenDocument = source.documentWithoutSecrets
    editedFile = source.editedFile
    givenOrigin = { source.origin }
    mayHoldSecrets = source.template.hasSecrets
    censored = source.censored
  }

  /// Takes note that the session goes on with a draft: it began with the answers of that draft.
  ///
  /// - Parameter isOwn: it is the draft of this session, so everything in it is kept already.
  func goOn(with contents: DraftContents, isOwn: Bool) {
    continuedOrigin = contents.origin ?? DraftOrigin(title: "", templateHash: "")
    storedOrigin = isOwn ? .found(contents.origin) : .none
    if isOwn || absorbed != nil {
      lent = contents.values[DraftKeeper.lentKey].map(LentRecord.decoded) ?? []
    }
    if !isOwn, !lent.isEmpty { noteLent() }
    guard isOwn else { return }
    stepCount = contents.history.count
    pickedRows = DraftKeeper.pickedRows(in: contents)
  }

  // MARK: - State

  /// Whether what the session holds is kept.
  ///
  /// - Parameter session: only read; `inout` keeps it from being copied with every key.
  func storage(of session: inout FormSession) -> Storage {
    if let trouble { return .notKept(trouble) }
    if session.hasJournal || !batch.isEmpty || draft?.needsSync == true { return .pending }
    return draft == nil ? .nothing : .kept
  }

  /// Whether leaving loses nothing, as far as can be known.
  var isKeeping: Bool { trouble == nil }

  /// Whether there is a draft that could not be opened or read.
  var hasUnopenedDraft: Bool { draft == nil && directory?.exists(identity) == true }

  /// Takes note of why nothing can be kept now.
  func fail(_ error: DraftError) {
    trouble = error
    retryDelay = min(
      max(retryDelay * 2, DraftKeeper.retryDelays.lowerBound), DraftKeeper.retryDelays.upperBound)
    retryAt = Monotonic.milliseconds + retryDelay
  }

  /// Takes note that it can.
  func recover() {
    (trouble, retryDelay) = (nil, 0)
  }

  /// Returns the notes for the person, and forgets them.
  func takeNotes() -> [String] {
    defer { notes = [] }
    return notes
  }

  // MARK: - When something is written

  /// To be called after every action that is no typing, before the next key is read.
  func rowLeft(_ session: inout FormSession) {
    guard session.hasJournal || !batch.isEmpty else { return }
    if trouble != nil, Monotonic.milliseconds < retryAt { return }
    let isFast = draft?.lastSync.map { $0 <= DraftKeeper.fastSync } ?? false
    commit(&session, isFast ? .disk : .process)
    wantsSync = true
  }

  /// To be called whenever no key waits.
  ///
  /// - Returns: after how many milliseconds at the latest it wants to be called again.
  func whileIdle(_ session: inout FormSession) -> Int? {
    let isPending = session.hasJournal || !batch.isEmpty
    let isUnsynced = draft?.needsSync == true
    let hasMoved = session.hasMovedSinceJournal && draft != nil
    guard isPending || isUnsynced || hasMoved || trouble != nil else { return nil }
    let now = Monotonic.milliseconds
    if trouble != nil {
      if now < retryAt { return retryAt - now }
      retry(&session)
    } else if isPending {
      let firstChange = changedAt ?? now
      let due = firstChange + DraftKeeper.typingDelay
      if now < due {
        changedAt = firstChange
        return due - now
      }
      commit(&session, .process)
    }
    if trouble != nil { return max(retryAt - Monotonic.milliseconds, 0) }
    if draft?.needsSync == true {
      let batched = syncedAt + DraftKeeper.batchDelay
      // A disk that is not slow need not wait when a row was left, or the typing pauses.
      let due = isSlow ? batched : wantsSync ? now : min(batched, writtenAt + DraftKeeper.pause)
      if now < due { return due - now }
      sync()
    }
    guard session.hasMovedSinceJournal, draft != nil else {
      movedAt = nil
      return nil
    }
    let firstMove = movedAt ?? now
    let due = firstMove + DraftKeeper.movingDelay
    movedAt = firstMove
    if now < due { return due - now }
    commit(&session, .process)
    sync()
    return nil
  }

  private var isSlow: Bool { (draft?.lastSync ?? .zero) > DraftKeeper.slowSync }

  private func retry(_ session: inout FormSession) {
    if draft != nil || session.hasJournal || !batch.isEmpty {
      commit(&session, .disk)
    } else if hasUnopenedDraft {
      // What is wrong with it is found out when there is a need.
      fail(trouble ?? .busy)
    } else {
      recover()
      claim()
    }
  }

  // MARK: - Writing

  /// Writes everything that changed, or keeps it for later.
  private func commit(_ session: inout FormSession, _ durability: Draft.Durability) {
    // A place alone is no draft; texts are, also where nothing is left to undo.
    guard draft != nil || session.hasJournal || !batch.isEmpty else { return }
    take(from: &session)
    for attempt in 0..<2 {
      do throws(DraftError) {
        let draft = try openedDraft()
        var batch = batch
        batch.origin = originToStore
        try draft.commit(batch, now: Wall.seconds, durability: durability)
        (self.batch, storedOrigin) = (DraftBatch(), .present)
        recover()
        writtenAt = Monotonic.milliseconds
        if durability == .disk { (syncedAt, wantsSync) = (writtenAt, false) }
        setAbsorbedAside()
        return
      } catch {
        fail(error)
        switch error {
        case .gone, .corrupt, .closed:
          // Nothing of the file counts any more: a new one takes everything.
          draft?.close()
          draft = nil
          (storedOrigin, stepCount, batch, pickedRows) = (.none, 0, DraftBatch(), [])
          session.journalEverything()
          take(from: &session)
          if !lent.isEmpty { noteLent() }
          if attempt == 0 { continue }
        default: break
        }
        return
      }
    }
  }

  /// What the session began with, if the draft does not have that yet: what the command line says,
  /// or what the draft began with that it goes on with.
  private var originToStore: DraftOrigin? {
    if case .present = storedOrigin { return nil }
    var origin = givenOrigin()
    if let continuedOrigin {
      origin.document = continuedOrigin.document
      if let options = SessionOptions(encoded: continuedOrigin.options),
        let given = SessionOptions(encoded: origin.options)
      {
        origin.options = given.goingOn(with: options).encoded
      }
    }
    if case .found(let found) = storedOrigin, found == origin { return nil }
    return origin
  }

  private func sync() {
    do throws(DraftError) {
      try draft?.sync()
      (syncedAt, wantsSync) = (Monotonic.milliseconds, false)
      if batch.isEmpty { recover() }
    } catch {
      fail(error)
    }
  }

  /// Takes what changed out of the session, into the batch.
  private func take(from session: inout FormSession) {
    guard session.hasJournal || session.hasMovedSinceJournal else { return }
    let entry = session.takeJournal()
    (changedAt, movedAt) = (nil, nil)
    var changes = DraftBatch()
    for (name, row) in entry.rows {
      let change = row.map {
        DraftChange.set(DraftRow(text: Array($0.text.string.utf8), cursor: $0.cursor))
      }
      changes.rows[name] = change ?? .removed
      notePicks(row?.picks ?? [], of: name, in: &changes)
    }
    for section in entry.removedStructure { changes.structure[section] = .removed }
    for (section, bytes) in entry.structure { changes.structure[section] = .set(bytes) }
    if let shape = entry.shape { changes.values[FormSource.shapeKey] = .set(shape) }
    if entry.keptSteps != .max {
      changes.dropSteps(max(stepCount - entry.keptSteps, 0))
      for step in entry.steps { changes.appendStep(step) }
    }
    stepCount = entry.stepCount
    changes.undone = entry.stepCount - entry.position
    changes.focus = entry.focus.map { .set($0) }
    if let find = entry.find { changes.values[FormSource.findKey] = .set(find) }
    if let rest = entry.pasteRest {
      changes.values[FormSource.pasteRestKey] = rest.isEmpty ? .removed : .set(rest)
    }
    (changes.filled, changes.total) = (entry.filled, entry.total)
    batch.merge(changes)
  }

  // MARK: - Ending

  /// Writes everything, for somebody who leaves or saves; the draft stays open.
  func keepEverything(of session: inout FormSession) {
    if session.hasJournal || !batch.isEmpty || (draft != nil && session.hasMovedSinceJournal) {
      commit(&session, .disk)
    }
    if draft?.needsSync == true { sync() }
  }

  /// Writes everything and lets others have the draft.
  ///
  /// - Returns: whether there is a draft to go on with.
  func close(_ session: inout FormSession) -> Bool {
    keepEverything(of: &session)
    let isThere = draft?.holdsSomething == true && trouble == nil
    draft?.close()
    draft = nil
    lock = nil
    return isThere
  }

  /// Marks the draft finished: every byte of the answers was written and synced.
  ///
  /// - Returns: why that was not possible.
  func finish() -> DraftError? {
    defer {
      draft = nil
      lock = nil
    }
    guard let draft else { return nil }
    // A draft that lacks what was typed last is not what was saved.
    if let trouble {
      draft.close()
      return trouble
    }
    do throws(DraftError) {
      finishedName = try draft.finish(now: Wall.seconds)
    } catch {
      draft.close()
      return error
    }
    // What is too old is removed the next time, if not now.
    _ = try? directory?.expire(now: Wall.seconds)
    return nil
  }

  /// Sets the draft aside, for a person who does not want to go on with it.
  ///
  /// - Returns: the name it is kept under; nil when there was nothing to keep.
  func setAside(_ session: inout FormSession) throws(DraftError) -> String? {
    keepEverything(of: &session)
    if let trouble { throw trouble }
    let name = try draft?.setAside(now: Wall.seconds)
    draft = nil
    (continuedOrigin, storedOrigin, stepCount, batch) = (nil, .none, 0, DraftBatch())
    (pickedRows, lent) = ([], [])
    return name
  }
}
