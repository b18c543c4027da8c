// Keeps a session in its draft: the times of writing, and the messages about it.
//
// - A change away from the cursor (a row was left, a paste, an undo) is written to the system at
//   once: from then on the end of the process loses nothing of it. A fast disk is synced at once,
//   too; otherwise the sync follows the paint, or comes once a second.
// - Typing is written to the system after 250 ms, even if it continues, and synced when it pauses,
//   at the latest a second after the last sync.
// - A moved focus without a change is written after a second, and never creates a draft.
// - Changes that could not be written stay in memory, merged with later ones, and are tried again.
//   The database is opened at the first change, never before the first paint of a new form.

import Drafts
import FormModel
import System

/// Keeps one session in one draft.
final class DraftKeeper {
  /// The state of everything that the person has typed.
  enum Storage: Equatable {
    /// The form has not changed yet.
    case nothing
    case kept
    /// Some changes wait to be written or synced.
    case pending
    /// Changes since that time, in Unix seconds, are not stored.
    case notKept(DraftError, since: Int64)

    /// `NOT KEPT since 18:04: disk full`, and the remedy; nil while changes are stored.
    var trouble: (fact: String, remedy: String?)? {
      guard case .notKept(let error, let since) = self else { return nil }
      let moment = Age.timeOfDay(since).map { " since \($0)" } ?? ""
      return (
        "NOT KEPT\(moment): \(error.sentence)",
        error.mayEnd ? "tried again every \(AutosaveSchedule.longestRetry) s" : nil
      )
    }
  }

  /// The longest sync of a disk that is synced at every row; a slower one is synced once a second.
  private static let slowSync = Duration.milliseconds(20)
  /// The longest sync of a disk that is synced while a row is written.
  private static let fastSync = Duration.milliseconds(2)

  /// The draft on disk.
  let access: DraftAccess
  /// The changes that wait to be written.
  var backlog = DraftBacklog()
  /// The records of editors' folders.
  var lent: [LentRecord] = []
  private var schedule = AutosaveSchedule()
  private(set) var trouble: DraftError?
  /// The start of the trouble, in Unix seconds.
  private var troubleSince: Int64 = 0
  /// The file name of the draft after it is finished.
  private(set) var finishedName: String?
  /// The id and the revision of the filling; nil until they are needed.
  var filling: Filling?
  /// The saved answers that no command has accepted, without their bytes.
  var delivery: Delivery?

  /// - Parameter source: the origin of the session.
  init(_ identity: DraftIdentity, of source: FormSource) {
    access = DraftAccess(identity, of: source)
  }

  var identity: DraftIdentity { access.identity }
  /// The document named on the command line.
  var givenDocument: [UInt8]? { access.source.documentWithoutSecrets }
  var draft: Draft? { access.draft }
  /// The draft of another target that this session continues.
  var absorbed: DraftIdentity? {
    get { access.absorbed }
    set { access.absorbed = newValue }
  }

  // MARK: - Beginning

  /// Looks for a draft. If there can be none, `trouble` has the reason.
  ///
  /// - Parameters:
  ///   - isStopped: returns true to end the wait for another process.
  ///   - tick: called from time to time while a draft is read.
  func begin(
    _ choice: DraftChoice, isStopped: () -> Bool = { false }, tick: () -> Void = {}
  ) -> DraftBeginning {
    do throws(DraftError) {
      return try access.begin(choice, isStopped: isStopped, tick: tick)
    } catch {
      if case .held(let holder) = error { return .held(holder) }
      fail(error)
      return .new
    }
  }

  /// Takes the lock, so that no other process opens the draft. Call it after the first paint.
  func claim() {
    guard trouble == nil else { return }
    do throws(DraftError) {
      try access.claim()
    } catch {
      fail(error)
    }
  }

  /// Asks the holder of the draft to exit, and takes the lock.
  func takeLock(isStopped: () -> Bool) throws(DraftError) {
    try access.takeLock(isStopped: isStopped)
  }

  /// Starts a new draft instead of an offered one.
  func decline(_ offer: DraftOffer) throws(DraftError) {
    if offer.otherIdentity != nil { return }
    try access.setOfferedAside()
    backlog.storedOrigin = .none
  }

  /// Records that the session continues a draft, and began with its answers.
  ///
  /// - Parameter isOwn: whether it is the draft of this session, so that all its contents are
  ///   already stored.
  func resume(with contents: DraftContents, isOwn: Bool) {
    backlog.resume(with: contents, isOwn: isOwn)
    if isOwn || absorbed != nil {
      lent = LentRecord.records(in: contents)
      filling = contents.values[DraftKey.filling].flatMap(Filling.init(encoded:))
    }
    if isOwn { delivery = try? draft?.delivery() }
    if !isOwn, !lent.isEmpty { noteLent() }
  }

  /// Records that the next draft belongs to a form with another document.
  func setSource(_ source: FormSource) { access.source = source }

  // MARK: - State

  /// Whether the contents of a session are stored; the session may have changes that were not taken
  /// yet.
  func storage(hasJournal: Bool) -> Storage {
    if let trouble { return .notKept(trouble, since: troubleSince) }
    if schedule.isLate(Monotonic.milliseconds) { return .pending }
    // Before the first write nothing is stored yet.
    if draft == nil, hasJournal || !backlog.isEmpty { return .nothing }
    return draft == nil ? .nothing : .kept
  }

  /// Whether leaving loses nothing, as far as known.
  var isKeeping: Bool { trouble == nil }

  /// Records the reason that nothing can be stored now.
  func fail(_ error: DraftError) {
    if trouble == nil { troubleSince = Wall.seconds }
    trouble = error
    schedule.noteFailure()
  }

  /// Records that storing works again.
  func recover() {
    trouble = nil
    schedule.noteRecovery()
  }

  /// Returns the notes for the person, and clears them.
  func takeNotes() -> [String] {
    defer { access.notes = [] }
    return access.notes
  }

  // MARK: - Writing

  /// Call it after every action except typing, before the next key is read.
  func noteAction(_ session: inout FormSession) {
    guard session.hasJournal || !backlog.isEmpty else { return }
    if trouble != nil, schedule.waitToRetry(Monotonic.milliseconds) > 0 { return }
    let isFast = draft?.lastSync.map { $0 <= DraftKeeper.fastSync } ?? false
    commit(&session, isFast ? .disk : .process)
    schedule.wantsSync = true
  }

  /// Call it whenever no key waits.
  ///
  /// - Returns: the milliseconds until it must be called again, at the latest.
  func whileIdle(_ session: inout FormSession) -> Int? {
    let isPending = session.hasJournal || !backlog.isEmpty
    let isUnsynced = draft?.needsSync == true
    let hasMoved = session.hasMovedSinceJournal && draft != nil
    guard isPending || isUnsynced || hasMoved || trouble != nil else { return nil }
    let now = Monotonic.milliseconds
    if trouble != nil {
      let wait = schedule.waitToRetry(now)
      if wait > 0 { return wait }
      retry(&session)
    } else if isPending {
      let wait = schedule.waitToWrite(now)
      if wait > 0 { return wait }
      commit(&session, .process)
    }
    if trouble != nil { return max(schedule.waitToRetry(Monotonic.milliseconds), 0) }
    if draft?.needsSync == true {
      let isSlow = (draft?.lastSync ?? .zero) > DraftKeeper.slowSync
      let wait = schedule.waitToSync(now, isSlow: isSlow)
      if wait > 0 { return wait }
      sync()
    }
    guard session.hasMovedSinceJournal, draft != nil else {
      schedule.movedAt = nil
      return nil
    }
    let wait = schedule.waitToWriteMove(now)
    if wait > 0 { return wait }
    commit(&session, .process)
    sync()
    return nil
  }

  private func retry(_ session: inout FormSession) {
    if draft != nil || session.hasJournal || !backlog.isEmpty {
      commit(&session, .disk)
    } else if access.hasUnopenedDraft {
      // `trouble` usually has the reason; otherwise another process uses the draft.
      fail(trouble ?? .busy)
    } else {
      recover()
      claim()
    }
  }

  // MARK: - Writing

  /// Writes all changes, or keeps them for later.
  private func commit(_ session: inout FormSession, _ durability: Draft.Durability) {
    // A focus alone is no draft; texts are, even if there is nothing to undo.
    guard draft != nil || session.hasJournal || !backlog.isEmpty else { return }
    take(from: &session)
    if filling == nil, let id = session.fillingID {
      filling = Filling(id: id)
      noteFilling()
    }
    for attempt in 0..<2 {
      do throws(DraftError) {
        let draft = try access.openedDraft()
        let batch = backlog.batch(of: access.source)
        try draft.commit(batch, now: Wall.seconds, durability: durability)
        backlog.noteCommit()
        recover()
        schedule.noteWrite(isSynced: durability == .disk)
        access.setAbsorbedAside()
        return
      } catch {
        fail(error)
        switch error {
        case .gone, .corrupt, .closed:
          // The file no longer counts: a new one gets everything.
          access.closeDraft()
          backlog.noteLoss()
          session.journalEverything()
          take(from: &session)
          if !lent.isEmpty { noteLent() }
          noteFilling()
          if attempt == 0 { continue }
        default: break
        }
        return
      }
    }
  }

  /// Stores the id of the filling in the draft.
  private func noteFilling() {
    if let filling { backlog.batch.values[DraftKey.filling] = .set(filling.encoded) }
  }

  private func sync() {
    do throws(DraftError) {
      try draft?.sync()
      schedule.noteSync()
      if backlog.isEmpty { recover() }
    } catch { fail(error) }
  }

  /// Takes the changes from the session into the batch.
  private func take(from session: inout FormSession) {
    guard session.hasJournal || session.hasMovedSinceJournal else { return }
    backlog.add(session.takeJournal())
    schedule.noteTaking()
  }

  // MARK: - Ending

  /// Writes everything before leaving or saving; the draft stays open.
  func keepEverything(of session: inout FormSession) {
    if session.hasJournal || !backlog.isEmpty || (draft != nil && session.hasMovedSinceJournal) {
      commit(&session, .disk)
    }
    if draft?.needsSync == true { sync() }
  }

  /// Writes everything and releases the draft.
  ///
  /// - Returns: whether there is a draft to resume.
  func close(_ session: inout FormSession) -> Bool {
    keepEverything(of: &session)
    let isResumable = draft?.holdsSomething == true && trouble == nil
    access.leave()
    return isResumable
  }

  /// Marks the draft finished, after all bytes of the answers were written and synced.
  ///
  /// - Returns: the error, if that is not possible.
  func finish() -> DraftError? {
    defer { access.leave() }
    guard let draft else { return nil }
    // A draft that lacks the last typing is not the one that was saved.
    if let trouble { return trouble }
    do throws(DraftError) {
      finishedName = try draft.finish(now: Wall.seconds)
    } catch {
      return error
    }
    // Expired drafts that cannot be removed now are removed next time.
    _ = try? access.directory?.expire(now: Wall.seconds)
    try? access.directory?.removeLeftAnswers(now: Wall.seconds)
    return nil
  }

  /// Sets the draft aside, for a person who does not want to continue it.
  ///
  /// - Returns: its new name; nil if there was nothing to keep.
  func setAside(_ session: inout FormSession) throws(DraftError) -> String? {
    keepEverything(of: &session)
    if let trouble { throw trouble }
    let name = try draft?.setAside(now: Wall.seconds)
    access.closeDraft()
    (backlog, lent, filling, delivery) = (DraftBacklog(), [], nil, nil)
    return name
  }
}
