// Keeps a session in its draft: decides when changes are written, and reports whether they are
// stored.
//
// - A completed change (leaving a changed row, a paste, an undo) is passed to the operating system
//   at once. From then on, a crash of this process does not lose the change. A fast disk is also
//   synced at once, a slow disk once a second, and any other disk after the next paint.
// - Typed text is passed to the operating system after 250 ms, even if the person is still typing.
//   The text is synced when the typing pauses, and at the latest a second after the last sync.
// - A move of the focus without any other change is written after a second. Such a move never
//   creates a draft.
// - Changes that could not be written stay in memory. They are merged with later changes and tried
//   again.
// - The first change opens the database, so the first paint of a new form never waits for the
//   database.

import Drafts
import FormModel
import System

/// Keeps one session in one draft.
final class DraftKeeper {
  /// The state of the changes that the person has made.
  enum Storage: Equatable {
    /// The form has not changed yet.
    case nothing
    case kept
    /// Some changes wait to be written or synced.
    case pending
    /// Changes since the given time, in Unix seconds, are not stored.
    case notKept(DraftError, since: Int64)

    /// The sentence `NOT KEPT since 18:04: disk full`, and the remedy; nil while changes are
    /// stored.
    var trouble: (fact: String, remedy: String?)? {
      guard case .notKept(let error, let since) = self else { return nil }
      let moment = Age.timeOfDay(since).map { " since \($0)" } ?? ""
      return (
        "NOT KEPT\(moment): \(error.sentence)",
        error.mayEnd ? "tried again every \(AutosaveSchedule.longestRetry) s" : nil
      )
    }
  }

  /// If the last sync took longer than this, the disk is slow, and the draft is synced once a
  /// second, not at every row.
  private static let slowSync = Duration.milliseconds(20)
  /// If the last sync took at most this long, the disk is fast, and a completed change is synced at
  /// once.
  private static let fastSync = Duration.milliseconds(2)

  /// The draft on disk.
  let access: DraftAccess
  /// The changes that are not written yet.
  var backlog = DraftBacklog()
  /// The records of the folders that external editors use.
  var lent: [LentRecord] = []
  private var schedule = AutosaveSchedule()
  private(set) var trouble: DraftError?
  /// The time when storing began to fail, in Unix seconds.
  private var troubleSince: Int64 = 0
  /// The file name of the draft after it is finished.
  private(set) var finishedName: String?
  /// The identity that all saves of the draft share; nil until it is needed.
  var filling: Filling?
  /// The saved answers that no command has accepted yet, without their bytes.
  var delivery: Delivery?
  /// The names of the secret rows that the waiting answers contain; nil if the draft does not say so,
  /// because an older version made it.
  private(set) var savedSecrets: Set<String>?

  /// - Parameter source: the form and the answers with which the session begins.
  init(_ identity: DraftIdentity, of source: FormSource) {
    access = DraftAccess(identity, of: source)
  }

  var identity: DraftIdentity { access.identity }
  /// The document that the command line names, without secrets.
  var givenDocument: [UInt8]? { access.source.documentWithoutSecrets }
  var draft: Draft? { access.draft }
  /// The draft for another destination, if this session continues the answers in it.
  var absorbed: DraftIdentity? {
    get { access.absorbed }
    set { access.absorbed = newValue }
  }

  // MARK: - Beginning

  /// Looks for a draft. If drafts cannot be used, `trouble` contains the reason.
  ///
  /// - Parameters:
  ///   - isStopped: returns true to end the wait for another process.
  ///   - tick: called at intervals while a draft is read.
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

  /// Takes the lock, so that no other process opens the draft. Must be called after the first
  /// paint.
  func claim() {
    guard trouble == nil else { return }
    do throws(DraftError) {
      try access.claim()
    } catch {
      fail(error)
    }
  }

  /// Asks the process that has the draft open to exit, and takes the lock.
  func takeLock(isStopped: () -> Bool) throws(DraftError) {
    try access.takeLock(isStopped: isStopped)
  }

  /// Begins a new draft, because the person declined the offered draft.
  func decline(_ offer: DraftOffer) throws(DraftError) {
    if offer.otherIdentity != nil { return }
    try access.setOfferedAside()
    backlog.storedOrigin = .none
  }

  /// Records that the session continues a draft, and already has the draft's answers.
  ///
  /// - Parameter isOwn: whether it is this session's own draft, so that all contents are already
  ///   stored.
  func resume(with contents: DraftContents, isOwn: Bool) {
    backlog.resume(with: contents, isOwn: isOwn)
    if isOwn || absorbed != nil {
      lent = LentRecord.records(in: contents)
      filling = contents.values[DraftKey.filling].flatMap(Filling.init(encoded:))
    }
    if isOwn {
      delivery = try? draft?.delivery()
      savedSecrets = contents.values[DraftKey.secrets].map { bytes in
        Set(String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init))
      }
    }
    if !isOwn, !lent.isEmpty { noteLent() }
  }

  /// Records that the form now has another document, which the next draft must contain.
  func setSource(_ source: FormSource) { access.source = source }

  // MARK: - State

  /// Returns the storage state of the session's changes.
  ///
  /// - Parameter hasJournal: whether the session has changes that this keeper has not taken yet.
  func storage(hasJournal: Bool) -> Storage {
    if let trouble { return .notKept(trouble, since: troubleSince) }
    if schedule.isLate(Monotonic.milliseconds) { return .pending }
    // Nothing is stored before the first write.
    if draft == nil, hasJournal || !backlog.isEmpty { return .nothing }
    return draft == nil ? .nothing : .kept
  }

  /// The reason that an existing draft could not be opened or read; nil if there is no such draft.
  var troubleOfUnopenedDraft: DraftError? { access.hasUnopenedDraft ? trouble : nil }

  /// The time when a draft of this form was set aside, in Unix seconds; nil if that is long ago.
  var recentlySetAside: Int64? {
    guard let time = try? access.directory?.lastSetAside(identity),
      Wall.seconds - time <= DraftAccess.freshness
    else { return nil }
    return time
  }

  /// Whether changes can be stored, as far as is known.
  var isKeeping: Bool { trouble == nil }

  /// Records the reason that changes cannot be stored now.
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

  /// Returns the notes for the person, and removes them from the list.
  func takeNotes() -> [String] {
    defer { access.notes = [] }
    return access.notes
  }

  // MARK: - Writing

  /// Writes completed changes. Must be called after every action except typing, before the next key
  /// is read.
  func noteAction(_ session: inout FormSession) {
    guard session.hasJournal || !backlog.isEmpty else { return }
    if trouble != nil, schedule.waitToRetry(Monotonic.milliseconds) > 0 { return }
    let isFast = draft?.lastSync.map { $0 <= DraftKeeper.fastSync } ?? false
    commit(&session, isFast ? .disk : .process)
    schedule.wantsSync = true
  }

  /// Writes and syncs changes that are due. Must be called whenever no key is waiting.
  ///
  /// - Returns: the maximum time in milliseconds until the next call; nil if there is nothing to
  ///   do.
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
      // If `trouble` is nil, another process uses the draft.
      fail(trouble ?? .busy)
    } else {
      recover()
      claim()
    }
  }

  // MARK: - Transactions

  /// Writes all changes. If this fails, keeps them for the next attempt.
  private func commit(_ session: inout FormSession, _ durability: Draft.Durability) {
    // A move of the focus does not create a draft. A typed text creates a draft, even if there is
    // nothing to undo.
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
          // The file is lost, so everything is written to a new file.
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

  /// Stores the id and the revision of the filling (see `Filling`) in the draft.
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

  /// Takes the changes from the session into the backlog.
  private func take(from session: inout FormSession) {
    guard session.hasJournal || session.hasMovedSinceJournal else { return }
    backlog.add(session.takeJournal())
    schedule.noteTaking()
  }

  // MARK: - Ending

  /// Writes and syncs everything, before a save or before the form is left. The draft stays open.
  func keepEverything(of session: inout FormSession) {
    if session.hasJournal || !backlog.isEmpty || (draft != nil && session.hasMovedSinceJournal) {
      commit(&session, .disk)
    }
    if draft?.needsSync == true { sync() }
  }

  /// Writes everything, and closes and unlocks the draft.
  ///
  /// - Returns: whether there is a draft to resume.
  func close(_ session: inout FormSession) -> Bool {
    keepEverything(of: &session)
    let isResumable = draft?.holdsSomething == true && trouble == nil
    access.leave()
    return isResumable
  }

  /// Marks the draft as finished. Must be called after all bytes of the answers were written and
  /// synced.
  ///
  /// - Returns: the error if the draft cannot be marked as finished.
  func finish() -> DraftError? {
    defer { access.leave() }
    guard let draft else { return nil }
    // If the last changes could not be stored, the draft does not contain the saved answers. So the
    // draft stays unfinished.
    if let trouble { return trouble }
    do throws(DraftError) {
      finishedName = try draft.finish(now: Wall.seconds)
    } catch {
      return error
    }
    // Expired drafts that cannot be removed now are removed after a later save.
    _ = try? access.directory?.expire(now: Wall.seconds)
    try? access.directory?.removeLeftAnswers(now: Wall.seconds)
    return nil
  }

  /// Sets the draft aside, because the person does not want to continue it.
  ///
  /// - Returns: the draft's new name; nil if there was nothing to keep.
  func setAside(_ session: inout FormSession) throws(DraftError) -> String? {
    keepEverything(of: &session)
    if let trouble { throw trouble }
    let name = try draft?.setAside(now: Wall.seconds)
    access.closeDraft()
    (backlog, lent, filling, delivery) = (DraftBacklog(), [], nil, nil)
    return name
  }
}
