// The draft of a session on the disk: finding, locking and opening it, reading it without secrets,
// and setting it aside.
//
// Without a draft this costs two system calls and a search in the directory; SQLite is not loaded.

import Drafts
import FormModel
import Glibc
import System

/// Finds, locks and opens the draft of one session.
final class DraftAccess {
  let identity: DraftIdentity
  /// The form and its answers, from which the session is made.
  var source: FormSource
  private(set) var directory: DraftDirectory?
  private var lock: DraftLock?
  private(set) var draft: Draft?
  /// The draft of another target that this session continues; set aside after it is stored here.
  var absorbed: DraftIdentity?
  /// Messages for the person about drafts that were found or set aside.
  var notes: [String] = []

  init(_ identity: DraftIdentity, of source: FormSource) {
    (self.identity, self.source) = (identity, source)
  }

  /// Whether there is a draft that could not be opened or read.
  var hasUnopenedDraft: Bool { draft == nil && directory?.exists(identity) == true }

  /// Closes the draft, so that the next change opens it again.
  func closeDraft() {
    draft?.close()
    draft = nil
  }

  /// Closes the draft and releases the lock.
  func leave() {
    closeDraft()
    lock = nil
  }

  // MARK: - Finding

  /// The age up to which a draft is resumed without a question, in seconds.
  static let freshness: Int64 = 12 * 60 * 60

  /// Looks for a draft, as `DraftKeeper.begin` does.
  func begin(
    _ choice: DraftChoice, isStopped: () -> Bool, tick: () -> Void
  ) throws(DraftError) -> DraftBeginning {
    let directory =
      if let folder = choice.folder { DraftDirectory(path: folder) } else {
        try DraftStore.directory()
      }
    self.directory = directory
    // First of all, so that several processes that take the draft get it one after another.
    if choice.takesOver { try takeLock(isStopped: isStopped) }
    return try begin(choice, in: directory, tick: tick)
  }

  private func begin(
    _ choice: DraftChoice, in directory: DraftDirectory, tick: () -> Void
  ) throws(DraftError) -> DraftBeginning {
    guard directory.exists(identity) else {
      if lock == nil, case .held(let holder) = DraftLock.occupation(of: identity, in: directory) {
        return .held(holder)
      }
      return try beginWithoutDraft(choice, in: directory, tick: tick)
    }
    let draft = try openDraft()
    if choice.startsFresh || choice.startsFromLast, draft.beginning == .resumed {
      try reportSetAside(setAside(draft))
      return try beginWithoutDraft(choice, in: directory, tick: tick)
    }
    guard draft.beginning == .resumed else {
      self.draft = draft
      return try beginWithoutDraft(choice, in: directory, tick: tick)
    }
    // A draft that cannot be read is closed again, and never written to.
    let contents = try contents(of: draft, tick: tick)
    self.draft = draft
    if let document = source.documentWithoutSecrets, contents.origin?.document != document {
      if let editedFile = source.editedFile, !contents.began(with: editedFile) {
        // The draft would hide the answers of the file, and its own could not be saved into the file.
        let name = try setAside(draft)
        self.draft = nil
        if name != nil {
          notes.append(
            "A draft that did not begin with the file is kept; longform drafts lists it")
        }
        return .new
      }
      return .offers(DraftOffer(contents: contents, reason: .otherAnswers))
    }
    if Wall.seconds - contents.updated > DraftAccess.freshness {
      return .offers(DraftOffer(contents: contents, reason: .old))
    }
    return .resumes(contents)
  }

  private func beginWithoutDraft(
    _ choice: DraftChoice, in directory: DraftDirectory, tick: () -> Void
  ) throws(DraftError) -> DraftBeginning {
    if choice.startsFromLast {
      guard let last = try directory.lastFinished(identity) else {
        notes.append("this form was never saved before; it starts empty")
        return .new
      }
      var contents = try contents(ofFile: last, in: directory, tick: tick)
      // To fill the form again with the same answers is another filling.
      contents.values[DraftKey.filling] = nil
      return .repeats(contents)
    }
    // The person asked for the answers in the file.
    if choice.startsFresh || source.editedFile != nil { return .new }
    for other in try directory.otherTargets(of: identity, now: Wall.seconds) {
      guard let identity = other.identity, other.trouble == nil, other.occupation == .free else {
        continue
      }
      let contents = try contents(ofFile: other.fileName, in: directory, tick: tick)
      if let document = source.documentWithoutSecrets, contents.origin?.document != document {
        continue
      }
      return .offers(DraftOffer(contents: contents, reason: .otherTarget(identity)))
    }
    for other in try directory.draftsOfMovedForm(identity, now: Wall.seconds) {
      guard let before = other.identity, other.trouble == nil, other.occupation == .free else {
        continue
      }
      let contents = try contents(ofFile: other.fileName, in: directory, tick: tick)
      return .offers(DraftOffer(contents: contents, reason: .movedForm(identity, from: before)))
    }
    return .new
  }

  // MARK: - Opening

  /// Takes the lock, so that no other process opens the draft.
  func claim() throws(DraftError) {
    if lock == nil, draft == nil { lock = try acquireLock() }
  }

  /// Opens the draft, and notes the files that had to be set aside.
  private func openDraft() throws(DraftError) -> Draft {
    guard let directory else { throw .noHome }
    let draft: Draft
    if let lock = lock.take() {
      draft = try Draft.open(identity, in: directory, lock: lock, now: Wall.seconds)
    } else {
      draft = try Draft.open(identity, in: directory, lock: acquireLock(), now: Wall.seconds)
    }
    for file in draft.setAside {
      let event =
        switch file.reason {
        case .damaged: "The draft was damaged"
        case .otherForm: "A draft of another form was here"
        }
      notes.append("\(event); it is kept, and longform drafts lists it")
    }
    return draft
  }

  private func acquireLock() throws(DraftError) -> DraftLock {
    if directory == nil { directory = try DraftStore.directory() }
    guard let directory else { throw .noHome }
    return try DraftLock.acquire(
      identity, in: directory, terminal: DraftAccess.terminalName, now: Wall.seconds)
  }

  /// Asks the holder to leave and takes its place; does nothing if this process has the lock.
  func takeLock(isStopped: () -> Bool) throws(DraftError) {
    guard lock == nil else { return }
    guard let directory else { throw .noHome }
    lock = try DraftLock.takeOver(
      identity, in: directory, terminal: DraftAccess.terminalName, now: Wall.seconds,
      isStopped: isStopped)
  }

  /// The draft, opened at the first change.
  func openedDraft() throws(DraftError) -> Draft {
    if let draft { return draft }
    for _ in 0..<3 {
      let draft = try openDraft()
      if draft.beginning == .new {
        self.draft = draft
        return draft
      }
      // The draft was created after this session began, so both are kept.
      let kept = try setAside(draft)
      let place = kept == nil ? "" : "; longform drafts lists it"
      notes.append("Another draft of this form was set aside\(place)")
    }
    throw .busy
  }

  /// Sets aside the draft of another target whose answers are now stored here.
  func setAbsorbedAside() {
    guard let other = absorbed, let directory else { return }
    absorbed = nil
    guard let lock = try? DraftLock.acquire(other, in: directory, now: Wall.seconds),
      let draft = try? Draft.open(other, in: directory, lock: lock, now: Wall.seconds)
    else { return }
    _ = try? setAside(draft)
  }

  // MARK: - Reading

  /// Returns the contents of a draft without the texts of rows that became secret, and removes
  /// these texts from its files.
  private func contents(of draft: Draft, tick: () -> Void = {}) throws(DraftError) -> DraftContents
  {
    let contents = try draft.contents(tick: tick)
    let clean = source.censored(contents)
    guard clean != nil || Draft.awaitsRewriting(contents) else { return contents }
    do throws(DraftError) {
      try draft.purge(clean?.batch ?? DraftBatch(), time: contents.updated)
    } catch {
      notes.append(
        "The draft file still contains earlier text of secret rows; opening the form again retries: "
          + error.sentence)
    }
    return clean?.contents ?? contents
  }

  /// Returns the contents of a draft that is only read, without the texts of rows that became
  /// secret.
  private func contents(
    ofFile fileName: String, in directory: DraftDirectory, tick: () -> Void = {}
  ) throws(DraftError) -> DraftContents {
    let contents = try directory.contents(of: fileName, tick: tick)
    return source.censored(contents)?.contents ?? contents
  }

  /// Sets a draft aside, without the texts of rows that became secret.
  ///
  /// - Returns: the same as `Draft.setAside`.
  private func setAside(_ draft: Draft) throws(DraftError) -> String? {
    // An unreadable draft is set aside unchanged.
    if source.template.hasSecrets { _ = try? contents(of: draft) }
    return try draft.setAside(now: Wall.seconds)
  }

  /// Sets the offered draft of this session aside.
  func setOfferedAside() throws(DraftError) {
    try reportSetAside(draft.flatMap { draft throws(DraftError) in try setAside(draft) })
    draft = nil
  }

  private func reportSetAside(_ name: String?) {
    // Without its name: after the next save the name would belong to another draft.
    if name != nil { notes.append("The old draft is kept; longform drafts lists it") }
  }

  /// The name of the terminal, for other processes that want the draft.
  private static var terminalName: String? {
    for descriptor in [STDIN_FILENO, STDERR_FILENO, STDOUT_FILENO] {
      if let name = ttyname(descriptor) { return String(cString: name) }
    }
    return nil
  }
}
