// Finds, locks and opens a session's draft on disk, reads it without secrets, and sets it aside
// (renames it, so that a new draft can begin).
//
// If there is no draft, looking for it costs only two system calls and a search in the directory;
// SQLite is not loaded.

import Drafts
import FormModel
import Glibc
import System

/// Finds, locks and opens the draft of one session.
final class DraftAccess {
  let identity: DraftIdentity
  /// The form and the answers with which the session begins.
  var source: FormSource
  private(set) var directory: DraftDirectory?
  private var lock: DraftLock?
  /// Whether another process had the draft open and gave it up.
  private var tookOver = false
  private(set) var draft: Draft?
  /// The draft for another destination, if this session continues the answers in it. That draft is
  /// set aside after its answers are stored in this session's draft.
  var absorbed: DraftIdentity?
  /// Messages for the person about drafts that were found or set aside.
  var notes: [String] = []

  init(_ identity: DraftIdentity, of source: FormSource) {
    (self.identity, self.source) = (identity, source)
  }

  /// The place of a draft that was set aside, for messages in a program that uses the library.
  var keptPlace: String { directory.map { "kept in \($0.path)" } ?? "kept" }

  /// The way to find a draft that was set aside, as the end of a sentence.
  var wayToFind: String {
    source.isInProgram ? "it is \(keptPlace)" : "longform drafts lists it"
  }

  /// Whether a draft exists that could not be opened or read.
  var hasUnopenedDraft: Bool { draft == nil && directory?.exists(identity) == true }

  /// Closes the draft. The next change opens it again.
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

  /// The age in seconds up to which a draft is resumed without a question.
  static let freshness: Int64 = 12 * 60 * 60

  /// Looks for a draft; `DraftKeeper.begin` describes the parameters and the result.
  func begin(
    _ choice: DraftChoice, isStopped: () -> Bool, tick: () -> Void
  ) throws(DraftError) -> DraftBeginning {
    let directory =
      if let folder = choice.folder { DraftDirectory(path: folder) } else {
        try DraftStore.directory()
      }
    self.directory = directory
    // The lock comes first, so that processes that want the same draft take it one after another.
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
    if draft.beginning == .resumed, !tookOver, try wasSending(draft) {
      // Its process was killed. As after leaving, the answers wait and the next form is a new one.
      try draft.closeUndelivered(now: Wall.seconds)
      return try beginWithoutDraft(choice, in: directory, tick: tick)
    }
    if choice.startsFresh || choice.startsFromLast, draft.beginning == .resumed {
      try reportSetAside(setAside(draft))
      return try beginWithoutDraft(choice, in: directory, tick: tick)
    }
    guard draft.beginning == .resumed else {
      self.draft = draft
      return try beginWithoutDraft(choice, in: directory, tick: tick)
    }
    // If reading throws, the draft is closed and never written to.
    let contents = try contents(of: draft, tick: tick)
    self.draft = draft
    if let document = source.documentWithoutSecrets, contents.origin?.document != document {
      if let editedFile = source.editedFile, !contents.began(with: editedFile) {
        // This draft would hide the answers of the file, and could not be saved into the file. So
        // the draft is set aside.
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

  /// Whether a draft only has to be sent, because its process ended while it sent the answers.
  private func wasSending(_ draft: Draft) throws(DraftError) -> Bool {
    guard let delivery = try draft.delivery() else { return false }
    let need = DeliveryNeed(
      of: delivery, hasChanged: try draft.hasChangedSinceSave(), last: try draft.lastAttempt(),
      wasRestored: try draft.wasRestored())
    return need == nil
  }

  private func beginWithoutDraft(
    _ choice: DraftChoice, in directory: DraftDirectory, tick: () -> Void
  ) throws(DraftError) -> DraftBeginning {
    if choice.startsFromLast {
      guard var contents = try lastSave(in: directory, tick: tick) else {
        notes.append("this form was never saved before; it starts empty")
        return .new
      }
      // A form that begins with the last answers is a new filling (see `Filling`), with an id of
      // its own.
      contents.values[DraftKey.filling] = nil
      return .repeats(contents)
    }
    // The person asked for an empty form, or for the answers in the file, so no draft is offered.
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

  /// The form's last save to this destination, or else its last save to another one, about which it
  /// adds a note; nil if it was never saved. A save that began with a document is not taken from
  /// another destination, because the document belongs to that one.
  private func lastSave(
    in directory: DraftDirectory, tick: () -> Void
  ) throws(DraftError) -> DraftContents? {
    if let last = try directory.lastFinished(identity) {
      return try contents(ofFile: last, in: directory, tick: tick)
    }
    guard source.documentWithoutSecrets == nil else { return nil }
    for save in try directory.savesToOtherTargets(of: identity) {
      let contents = try contents(ofFile: save.fileName, in: directory, tick: tick)
      guard contents.origin?.document == nil else { continue }
      notes.append("the last save was to \(save.identity?.outputPath ?? "standard output")")
      return contents
    }
    return nil
  }

  // MARK: - Opening

  /// Takes the lock, so that no other process can open the draft.
  func claim() throws(DraftError) {
    if lock == nil, draft == nil { lock = try acquireLock() }
  }

  /// Opens the draft. Adds a note about each file that had to be set aside, because it was damaged
  /// or contained a draft of another form.
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
      notes.append(
        source.isInProgram
          ? "\(event); it is \(keptPlace)" : "\(event); it is kept, and longform drafts lists it")
    }
    return draft
  }

  private func acquireLock() throws(DraftError) -> DraftLock {
    if directory == nil { directory = try DraftStore.directory() }
    guard let directory else { throw .noHome }
    return try DraftLock.acquire(
      identity, in: directory, terminal: DraftAccess.terminalName, now: Wall.seconds)
  }

  /// Asks the process that has the lock to leave, and takes the lock. Does nothing if this process
  /// already has the lock.
  func takeLock(isStopped: () -> Bool) throws(DraftError) {
    guard lock == nil else { return }
    guard let directory else { throw .noHome }
    if case .held = DraftLock.occupation(of: identity, in: directory) { tookOver = true }
    lock = try DraftLock.takeOver(
      identity, in: directory, terminal: DraftAccess.terminalName, now: Wall.seconds,
      isStopped: isStopped)
  }

  /// Returns the draft, and opens it first if necessary.
  func openedDraft() throws(DraftError) -> Draft {
    if let draft { return draft }
    for _ in 0..<3 {
      let draft = try openDraft()
      if draft.beginning == .new {
        self.draft = draft
        return draft
      }
      // The draft was created by another process after this session began, or could not be opened
      // then. Both drafts are kept.
      _ = try setAside(draft)
      notes.append("Another draft of this form was set aside; \(wayToFind)")
    }
    throw .busy
  }

  /// Sets aside the absorbed draft, because its answers are now stored in this session's draft.
  func setAbsorbedAside() {
    guard let other = absorbed, let directory else { return }
    absorbed = nil
    guard let lock = try? DraftLock.acquire(other, in: directory, now: Wall.seconds),
      let draft = try? Draft.open(other, in: directory, lock: lock, now: Wall.seconds)
    else { return }
    _ = try? setAside(draft)
  }

  // MARK: - Reading

  /// Reads a draft, but not the texts of rows that became secret. Also removes these texts from the
  /// draft's file.
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

  /// Reads a draft, but not the texts of rows that became secret. The draft's file stays unchanged.
  private func contents(
    ofFile fileName: String, in directory: DraftDirectory, tick: () -> Void = {}
  ) throws(DraftError) -> DraftContents {
    let contents = try directory.contents(of: fileName, tick: tick)
    return source.censored(contents)?.contents ?? contents
  }

  /// Removes the texts of rows that became secret from a draft, and sets the draft aside.
  ///
  /// - Returns: the result of `Draft.setAside`.
  private func setAside(_ draft: Draft) throws(DraftError) -> String? {
    // A draft that cannot be read is set aside unchanged.
    if source.template.hasSecrets { _ = try? contents(of: draft) }
    return try draft.setAside(now: Wall.seconds)
  }

  /// Sets aside the draft that was offered to the person.
  func setOfferedAside() throws(DraftError) {
    try reportSetAside(draft.flatMap { draft throws(DraftError) in try setAside(draft) })
    draft = nil
  }

  private func reportSetAside(_ name: String?) {
    // The name is not mentioned, because after the next save it would refer to another draft.
    guard name != nil else { return }
    notes.append(
      source.isInProgram
        ? "The old draft is \(keptPlace)" : "The old draft is kept; longform drafts lists it")
  }

  /// The name of the terminal, for messages of other processes that want the draft.
  private static var terminalName: String? {
    for descriptor in [STDIN_FILENO, STDERR_FILENO, STDOUT_FILENO] {
      if let name = ttyname(descriptor) { return String(cString: name) }
    }
    return nil
  }
}

extension FormSource {
  /// Whether a program that uses the library fills the form. Such a program has neither the options
  /// nor the commands of `longform`, so messages must not name them.
  var isInProgram: Bool { settings.host != nil }
}
