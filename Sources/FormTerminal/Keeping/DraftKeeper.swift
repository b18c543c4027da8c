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
import System

/// Keeps one session in one draft.
final class DraftKeeper {
  /// The state of everything that the person has typed.
  enum Storage: Equatable {
    /// There was nothing to keep yet.
    case nothing
    case kept
    /// Something waits to be written or synced.
    case pending
    /// Changes since that time, in Unix seconds, are not kept.
    case notKept(DraftError, since: Int64)

    /// `NOT KEPT since 18:04: disk full`, and the remedy; nil while changes are kept.
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
  /// The longest sync of a disk that is synced as a row is written.
  private static let fastSync = Duration.milliseconds(2)

  /// The draft on the disk.
  let access: DraftAccess
  /// The changes that wait to be written.
  var backlog = DraftBacklog()
  /// The records of folders that editors have or had.
  var lent: [LentRecord] = []
  private var schedule = AutosaveSchedule()
  private(set) var trouble: DraftError?
  /// When it began, in Unix seconds.
  private var troubleSince: Int64 = 0
  /// The file name of the draft, once it is finished.
  private(set) var finishedName: String?
  /// The id and the revision of the filling; nil as long as nobody needs them.
  var filling: Filling?
  /// The saved answers that no command has accepted, without their bytes.
  var delivery: Delivery?

  /// - Parameter source: what the session is made from.
  init(_ identity: DraftIdentity, of source: FormSource) {
    access = DraftAccess(identity, of: source)
  }

  var identity: DraftIdentity { access.identity }
  /// The document that the command line names.
  var givenDocument: [UInt8]? { access.source.documentWithoutSecrets }
  var draft: Draft? { access.draft }
  /// The draft of another target that this session continues.
  var absorbed: DraftIdentity? {
    get { access.absorbed }
    set { access.absorbed = newValue }
  }

  // MARK: - Beginning

  /// Looks for a draft. Why there can be none is kept as `trouble`.
  ///
  /// - Parameters:
  ///   - isStopped: ends the wait for another process.
  ///   - tick: called now and then while a draft is read.
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

  /// Takes the lock, so that nobody else opens the draft; to be called after the first paint.
  func claim() {
    guard trouble == nil else { return }
    do throws(DraftError) {
      try access.claim()
    } catch {
      fail(error)
    }
  }

  /// Asks the holder of the draft to leave and takes its place.
  func takeLock(isStopped: () -> Bool) throws(DraftError) {
    try access.takeLock(isStopped: isStopped)
  }

  /// Starts new beside an offered draft.
  func decline(_ offer: DraftOffer) throws(DraftError) {
    if offer.otherIdentity != nil { return }
    try access.setOfferedAside()
    backlog.storedOrigin = .none
  }

  /// Notes that the session continues a draft: it began with the answers of that draft.
  ///
  /// - Parameter isOwn: it is the draft of this session, so everything in it is kept already.
  func goOn(with contents: DraftContents, isOwn: Bool) {
    backlog.goOn(with: contents, isOwn: isOwn)
    if isOwn || absorbed != nil {
      lent = LentRecord.records(in: contents)
      filling = contents.values[DraftKey.filling].flatMap(Filling.init(encoded:))
    }
    if isOwn { delivery = try? draft?.delivery() }
    if !isOwn, !lent.isEmpty { noteLent() }
  }

  // MARK: - State

  /// Whether what a session holds is kept, which may have changes that were not handed over.
  func storage(hasJournal: Bool) -> Storage {
    if let trouble { return .notKept(trouble, since: troubleSince) }
    if schedule.isLate(Monotonic.milliseconds) { return .pending }
    // Before the first write nothing is kept yet.
    if draft == nil, hasJournal || !backlog.isEmpty { return .nothing }
    return draft == nil ? .nothing : .kept
  }

  /// Whether leaving loses nothing, as far as can be known.
  var isKeeping: Bool { trouble == nil }

  /// Takes note of why nothing can be kept now.
  func fail(_ error: DraftError) {
    if trouble == nil { troubleSince = Wall.seconds }
    trouble = error
    schedule.noteFailure()
  }

  /// Takes note that it can.
  func recover() {
    trouble = nil
    schedule.noteRecovery()
  }

  /// Returns the notes for the person, and forgets them.
  func takeNotes() -> [String] {
    defer { access.notes = [] }
    return access.notes
  }

  // MARK: - When something is written

  /// To be called after every action that is no typing, before the next key is read.
  func noteAction(_ session: inout FormSession) {
    guard session.hasJournal || !backlog.isEmpty else { return }
    if trouble != nil, schedule.waitToRetry(Monotonic.milliseconds) > 0 { return }
    let isFast = draft?.lastSync.map { $0 <= DraftKeeper.fastSync } ?? false
    commit(&session, isFast ? .disk : .process)
    schedule.wantsSync = true
  }

  /// To be called whenever no key waits.
  ///
  /// - Returns: after how many milliseconds at the latest it wants to be called again.
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
          // Nothing of the file counts any more: a new one takes everything.
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

  /// Gives the draft the id of the filling.
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

  /// Takes what changed out of the session, into the batch.
  private func take(from session: inout FormSession) {
    guard session.hasJournal || session.hasMovedSinceJournal else { return }
    backlog.add(session.takeJournal())
    schedule.noteTaking()
  }

  // MARK: - Ending

  /// Writes everything, for somebody who leaves or saves; the draft stays open.
  func keepEverything(of session: inout FormSession) {
    if session.hasJournal || !backlog.isEmpty || (draft != nil && session.hasMovedSinceJournal) {
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
    access.leave()
    return isThere
  }

  /// Marks the draft finished: every byte of the answers was written and synced.
  ///
  /// - Returns: why that was not possible.
  func finish() -> DraftError? {
    defer { access.leave() }
    guard let draft else { return nil }
    // A draft that lacks what was typed last is not what was saved.
    if let trouble { return trouble }
    do throws(DraftError) {
      finishedName = try draft.finish(now: Wall.seconds)
    } catch {
      return error
    }
    // What is too old is removed the next time, if not now.
    _ = try? access.directory?.expire(now: Wall.seconds)
    try? access.directory?.removeLeftAnswers(now: Wall.seconds)
    return nil
  }

  /// Sets the draft aside, for a person who does not want to go on with it.
  ///
  /// - Returns: the name it is kept under; nil when there was nothing to keep.
  func setAside(_ session: inout FormSession) throws(DraftError) -> String? {
    keepEverything(of: &session)
    if let trouble { throw trouble }
    let name = try draft?.setAside(now: Wall.seconds)
    access.closeDraft()
    (backlog, lent, filling, delivery) = (DraftBacklog(), [], nil, nil)
    return name
  }
}
