// How a session finds its draft: none, one to go on with, one to ask about, one that is held.
//
// Without a draft this is two system calls and a look at the directory; SQLite is not reached.

import Drafts
import FormModel
import FormText
import Glibc
import System

/// What a person wants of the drafts there are.
package struct DraftChoice {
  /// Nothing is kept.
  package var isOff = false
  package var name: String?
  /// A new draft; the old one is set aside.
  package var startsFresh = false
  /// A new draft that begins with the last save.
  package var startsFromLast = false
  /// A draft that another process holds is taken from it.
  package var takesOver = false

  package init() {}

  /// Whether something is wanted of a draft that there is.
  package var needsDraft: Bool { startsFresh || startsFromLast || takesOver }
}

/// What a session begins with.
enum DraftBeginning {
  case new
  /// Goes on with its draft.
  case resumes(DraftContents)
  /// A draft the person is to be asked about.
  case offers(DraftOffer)
  /// A new draft begins with what was saved last.
  case repeats(DraftContents)
  /// Another process has the draft open.
  case held(LockHolder?)
}

/// A draft that is not gone on with unasked.
struct DraftOffer {
  enum Reason {
    /// It is older than `DraftKeeper.freshness`.
    case old
    /// It began with other answers than are given now.
    case otherAnswers
    /// It belongs to another place of the answers, nil for standard output.
    case otherTarget(DraftIdentity)
    /// It was made while the template had another id or another path.
    case movedForm(DraftIdentity, from: DraftIdentity)
  }

  var contents: DraftContents
  var reason: Reason

  /// The identity of the offered draft; nil for the draft of the session itself.
  var otherIdentity: DraftIdentity? {
    switch reason {
    case .old, .otherAnswers: nil
    case .otherTarget(let other), .movedForm(_, from: let other): other
    }
  }

  /// What is offered.
  var sentence: String {
    let filled = "\(grouped(contents.filled)) of \(grouped(contents.total)) filled"
    let draft = "A draft of \(Age.sentence(seconds: Wall.seconds - contents.updated)), \(filled)"
    switch reason {
    case .old: return draft
    case .otherAnswers: return "\(draft), that began with other answers"
    case .otherTarget(let other): return "\(draft), for \(other.outputPath ?? "standard output")"
    case .movedForm(let form, let before) where form.templatePath == before.templatePath:
      return "\(draft), from when this form had the id \(before.templateID.quoted)"
    case .movedForm(_, let before):
      return "\(draft), from when this form was \(before.templatePath)"
    }
  }
}

extension DraftContents {
  /// Whether the draft began with a file, in any version of it.
  ///
  /// - Parameter file: the real path of the file to which the draft's answers go.
  fileprivate func began(with file: String) -> Bool {
    guard let options = origin.flatMap({ SessionOptions(encoded: $0.options) }) else {
      return false
    }
    return options.editedFile == file || options.editedFile == nil && options.commandEdits(file)
  }
}

extension DraftKeeper {
  /// A younger draft is gone on with unasked, in seconds.
  static let freshness: Int64 = 12 * 60 * 60

  /// Looks for a draft. Why there can be none is kept as `trouble`.
  ///
  /// - Parameters:
  ///   - isStopped: ends the wait for another process.
  ///   - tick: called now and then while a draft is read.
  func begin(
    _ choice: DraftChoice, isStopped: () -> Bool = { false }, tick: () -> Void = {}
  ) -> DraftBeginning {
    do throws(DraftError) {
      let directory = try DraftStore.directory()
      self.directory = directory
      // First of all, so that of several takers each has the draft in its turn.
      if choice.takesOver { try takeLock(isStopped: isStopped) }
      return try begin(choice, in: directory, tick: tick)
    } catch {
      if case .held(let holder) = error { return .held(holder) }
      fail(error)
      return .new
    }
  }

  private func begin(
    _ choice: DraftChoice, in directory: DraftDirectory, tick: () -> Void
  ) throws(DraftError) -> DraftBeginning {
    guard directory.exists(identity) else {
      if lock == nil,
        case .held(let holder) = DraftLock.occupation(of: identity, in: directory)
      {
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
    if let document = givenDocument, contents.origin?.document != document {
      if let editedFile, !contents.began(with: editedFile) {
        // It would hide the file's answers, and its own could not be saved into the file.
        let name = try setAside(draft)
        self.draft = nil
        if let name {
          notes.append(
            "A draft that did not begin with the file is kept: longform drafts restore \(name)")
        }
        return .new
      }
      return .offers(DraftOffer(contents: contents, reason: .otherAnswers))
    }
    if Wall.seconds - contents.updated > DraftKeeper.freshness {
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
      return .repeats(try contents(ofFile: last, in: directory, tick: tick))
    }
    // The person asked for the answers in the file.
    if choice.startsFresh || editedFile != nil { return .new }
    for other in try directory.otherTargets(of: identity, now: Wall.seconds) {
      guard let identity = other.identity, other.trouble == nil, other.occupation == .free else {
        continue
      }
      let contents = try contents(ofFile: other.fileName, in: directory, tick: tick)
      if let givenDocument, contents.origin?.document != givenDocument { continue }
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

  /// Takes the lock, so that nobody else opens the draft; to be called after the first paint.
  func claim() {
    guard lock == nil, draft == nil, trouble == nil else { return }
    do throws(DraftError) {
      lock = try acquireLock()
    } catch {
      fail(error)
    }
  }

  /// Opens the draft, and tells what stood in its way.
  func openDraft() throws(DraftError) -> Draft {
    guard let directory else { throw .noHome }
    let draft: Draft
    if let lock = lock.take() {
      draft = try Draft.open(identity, in: directory, lock: lock, now: Wall.seconds)
    } else {
      draft = try Draft.open(identity, in: directory, lock: acquireLock(), now: Wall.seconds)
    }
    for file in draft.setAside {
      let what =
        switch file.reason {
        case .damaged: "The draft was damaged"
        case .otherForm: "A draft of another form was here"
        }
      notes.append("\(what); it is kept as \(file.fileName)")
    }
    return draft
  }

  private func acquireLock() throws(DraftError) -> DraftLock {
    if directory == nil { directory = try DraftStore.directory() }
    guard let directory else { throw .noHome }
    return try DraftLock.acquire(
      identity, in: directory, terminal: DraftKeeper.terminalName, now: Wall.seconds)
  }

  /// Asks the holder to leave and takes its place; does nothing where the lock is ours already.
  func takeLock(isStopped: () -> Bool) throws(DraftError) {
    guard lock == nil else { return }
    guard let directory else { throw .noHome }
    lock = try DraftLock.takeOver(
      identity, in: directory, terminal: DraftKeeper.terminalName, now: Wall.seconds,
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
      // It came into being after this session began: both are kept.
      let kept = try setAside(draft)
      notes.append("Another draft of this form was set aside\(kept.map { " as \($0)" } ?? "")")
    }
    throw .busy
  }

  func setAbsorbedAside() {
    guard let other = absorbed, let directory else { return }
    absorbed = nil
    guard let lock = try? DraftLock.acquire(other, in: directory, now: Wall.seconds),
      let draft = try? Draft.open(other, in: directory, lock: lock, now: Wall.seconds)
    else { return }
    _ = try? setAside(draft)
  }

  // MARK: - Offers

  /// Starts new beside an offered draft.
  func decline(_ offer: DraftOffer) throws(DraftError) {
    if offer.otherIdentity != nil { return }
    try reportSetAside(draft.flatMap { draft throws(DraftError) in try setAside(draft) })
    draft = nil
    storedOrigin = .none
  }

  private func reportSetAside(_ name: String?) {
    guard let name else { return }
    notes.append("The old draft is kept: longform drafts restore \(name)")
  }

  /// The name of the terminal, for others who want the draft.
  private static var terminalName: String? {
    for descriptor in [STDIN_FILENO, STDERR_FILENO, STDOUT_FILENO] {
      if let name = ttyname(descriptor) { return String(cString: name) }
    }
    return nil
  }
}
