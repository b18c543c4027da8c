// Resumes the draft of a form that is filled at a terminal, asks questions about the draft, and
// reports whether it is stored. The results are requests (`FlowEffect`), which each front end
// fulfils in its own way.

import Drafts
import FormModel
import FormScreen
import FormText
import Glibc
import LineEditing
import System

/// The draft of a session (its typed answers on disk), with the questions about the draft.
struct DraftFlow {
  /// The subject of the question that is being asked.
  private enum Subject {
    /// A draft that could be resumed.
    case offer(DraftOffer)
    /// The process that has the draft open.
    case holder(LockHolder?)
    /// The files that an external editor left.
    case leavings(Leavings)
  }

  var source: FormSource
  let options: FillSettings
  /// The keeper of the session's draft; nil with `--no-draft`.
  let keeper: DraftKeeper?
  /// The end of a sentence about work in progress: `…` or `...`.
  let ellipsis: String
  /// The folders in which external editors left files and that the draft does not record.
  var leftFolders: [(record: LentRecord, folder: LentFolder)] = []
  private var subject: Subject?
  /// Whether this flow has already tried to lock the draft.
  private var hasClaimed = false
  /// The state of the draft that was shown last.
  private var shownStorage = DraftKeeper.Storage.nothing
  /// Whether the person has seen the message that secrets are not kept.
  private var hasReportedSecrets = false

  init(_ source: FormSource, options: FillSettings, keeper: DraftKeeper?, ellipsis: String) {
    (self.source, self.options, self.keeper) = (source, options, keeper)
    self.ellipsis = ellipsis
  }

  // MARK: - Beginning

  /// Resumes the draft if there is one, or asks whether to resume it.
  ///
  /// - Parameters:
  ///   - isStopped: returns whether a signal that ends the program has arrived.
  ///   - report: shows a sentence before a slow operation.
  mutating func begin(isStopped: () -> Bool, report: @escaping (String) -> Void) -> [FlowEffect] {
    guard let keeper else { return [] }
    var reading = SlowReading(sentence: "Reading the draft\(ellipsis)", report)
    switch keeper.begin(options.drafts, isStopped: isStopped, tick: { reading.tick() }) {
    case .new: return messageOfNewForm
    case .resumes(let contents): return resume(with: contents, isOwn: true, &reading)
    case .repeats(let contents):
      var effects = resume(with: contents, isOwn: false, isResumed: false, &reading)
      guard case .session(let session)? = effects.first else { return effects }
      let missing = missingSecrets(in: session).map { "; \($0)" } ?? ""
      let sentence = "Began with the answers of the last save, \(age(of: contents))\(missing)"
      effects.append(.message(sentence))
      return effects
    case .offers(let offer):
      subject = .offer(offer)
      return [.ask(.resume, introduction: offer.sentence)]
    // --take asked the process that has the draft open to close its form. That process did not, so
    // this form ends.
    case .held(let holder) where options.drafts.takesOver:
      return isStopped() ? [] : [.end(.failure(Failure(holder: holder, of: source)))]
    case .held(let holder): return asked(toTakeOverFrom: holder)
    }
  }

  /// A message about drafts that exist although the form is new: one that cannot be opened,
  /// answers that were not delivered, or one that was set aside not long ago.
  private var messageOfNewForm: [FlowEffect] {
    guard let keeper else { return [] }
    if let trouble = keeper.troubleOfUnopenedDraft {
      return [.problem("The draft with your answers cannot be opened now: \(trouble.sentence)")]
    }
    let count = keeper.undeliveredCount
    if count > 0 { return [.message("\(grouped(count)) not delivered: longform deliver")] }
    guard !options.drafts.startsFresh, let time = keeper.recentlySetAside else { return [] }
    let age = Age.sentence(seconds: Wall.seconds - time)
    return [.message("A draft of this form was set aside \(age); \(keeper.access.wayToFind)")]
  }

  private mutating func asked(toTakeOverFrom holder: LockHolder?) -> [FlowEffect] {
    subject = .holder(holder)
    let sentence = "The draft is open in \(holder?.sentence ?? "another process")"
    return [.ask(.takeOver, introduction: sentence)]
  }

  /// Locks the draft of a new form at the first call. Then no form in another terminal opens the
  /// same draft.
  mutating func claim() -> [FlowEffect] {
    guard !hasClaimed else { return [] }
    hasClaimed = true
    keeper?.claim()
    guard case .held(let holder) = keeper?.trouble else { return [] }
    return asked(toTakeOverFrom: holder)
  }

  private func age(of contents: DraftContents) -> String {
    Age.moment(seconds: Wall.seconds - contents.updated, now: Wall.seconds)
  }

  /// Replaces the new form with the contents of a draft.
  ///
  /// - Parameters:
  ///   - isOwn: whether the contents are from this session's own draft, so that everything is
  ///     already stored.
  ///   - isResumed: whether the draft is resumed. If false, a new form begins with the draft's
  ///     answers.
  private mutating func resume(
    with contents: DraftContents, isOwn: Bool, isResumed: Bool = true, _ reading: inout SlowReading
  ) -> [FlowEffect] {
    guard let keeper else { return [] }
    do throws(Failure) {
      var (session, orphans) = try source.session(
        resuming: contents, isResumed: isResumed, tick: { reading.tick() })
      keeper.resume(with: contents, isOwn: isOwn)
      if !isOwn {
        session.journalEverything()
        keeper.noteAction(&session)
      }
      var effects: [FlowEffect] = []
      if isResumed { effects = welcome(to: &session, after: age(of: contents)) }
      effects.insert(.session(session), at: 0)
      return effects + reportLeavings(in: session, after: lines(of: orphans))
    } catch { return [.end(.failure(error))] }
  }

  /// Returns lines about texts whose rows no longer exist in the form. The texts stay in the draft.
  private func lines(of orphans: [(name: String, text: Text)]) -> [String] {
    guard !orphans.isEmpty else { return [] }
    return [
      "The form was changed: \(counted(orphans.count, "text")) without a row, kept in the draft"
    ] + TextsWithoutRow.lines(orphans)
  }

  // MARK: - Questions

  /// Handles the answer to a question about a draft.
  ///
  /// - Parameters:
  ///   - hasChanges: whether the person has already typed something into the form.
  ///   - saving: the save flow, whose destination may change with the draft.
  ///   - isStopped, report: as in `begin`.
  mutating func answer(
    _ isYes: Bool, hasChanges: Bool, saving: inout SaveFlow,
    isStopped: () -> Bool, report: @escaping (String) -> Void
  ) -> [FlowEffect] {
    let subject = self.subject
    self.subject = nil
    switch subject {
    case .offer(let offer):
      return isYes ? accept(offer, saving: &saving, report: report) : decline(offer)
    case .holder(let holder):
      guard isYes else { return [.end(.failure(Failure(holder: holder, of: source)))] }
      report("Waiting for the other process to leave")
      return takeOver(hasChanges: hasChanges, isStopped: isStopped, report: report)
    case .leavings, nil: return []
    }
  }

  /// Handles the answer to the question whether to take a text that an editor left.
  mutating func answerLeavings(_ isYes: Bool, in session: inout FormSession) -> [FlowEffect] {
    guard case .leavings(let left) = subject else { return [] }
    subject = nil
    return isYes ? take(left, in: &session) : decline(left, in: &session)
  }

  private mutating func accept(
    _ offer: DraftOffer, saving: inout SaveFlow, report: @escaping (String) -> Void
  ) -> [FlowEffect] {
    // The draft began with other answers than this session. The destination may therefore contain
    // answers that the draft does not have, so it must not be replaced.
    if offer.contents.origin?.document != keeper?.givenDocument {
      saving.destination = saving.destination.replacingNothing
    }
    var reading = SlowReading(sentence: "Reading the draft\(ellipsis)", report)
    guard let other = offer.otherIdentity else {
      return resume(with: offer.contents, isOwn: true, &reading)
    }
    keeper?.absorbed = other
    return resume(with: offer.contents, isOwn: false, &reading)
  }

  private func decline(_ offer: DraftOffer) -> [FlowEffect] {
    do throws(DraftError) {
      try keeper?.decline(offer)
      return []
    } catch {
      let sentence = "cannot set the draft aside: \(error.sentence)"
      return [.end(.failure(Failure(.cannotCreate, sentence)))]
    }
  }

  /// Takes the draft from the process that has it open.
  private mutating func takeOver(
    hasChanges: Bool, isStopped: () -> Bool, report: @escaping (String) -> Void
  ) -> [FlowEffect] {
    guard let keeper else { return [] }
    do throws(DraftError) {
      try keeper.takeLock(isStopped: isStopped)
      keeper.recover()
    } catch {
      guard case .held(let holder) = error else {
        keeper.fail(error)
        return []
      }
      // If a signal stopped the wait, the event loop reads this signal next and ends.
      return isStopped() ? [] : [.end(.failure(Failure(holder: holder, of: source)))]
    }
    // Texts that the person has already typed go into a new draft, and both drafts are kept.
    var effects = hasChanges ? [] : begin(isStopped: isStopped, report: report)
    if subject == nil {
      hasClaimed = false
      effects += claim()
    }
    return effects
  }

  // MARK: - State

  /// Whether leaving now loses nothing.
  func losesNothing(_ session: FormSession) -> Bool {
    !session.hasChanges || keeper?.isKeeping == true
  }

  /// Returns new notes about the draft. Also returns the draft's state if this state was not shown
  /// yet.
  mutating func news(hasJournal: Bool) -> (notes: [String], storage: DraftKeeper.Storage?) {
    guard let keeper else { return ([], nil) }
    let storage = keeper.storage(hasJournal: hasJournal)
    defer { shownStorage = storage }
    return (keeper.takeNotes(), storage == shownStorage ? nil : storage)
  }

  /// Reports `PIN is not kept in the draft; it will be asked for again`. Only the first secret row
  /// of a form is reported.
  mutating func noteSecret(_ label: String) -> [FlowEffect] {
    guard !hasReportedSecrets, keeper != nil else { return [] }
    hasReportedSecrets = true
    return [.message("\(label) is not kept in the draft; it will be asked for again")]
  }

  /// Forgets which state of the draft was shown, so that the next front end shows it again.
  mutating func forgetNews() { shownStorage = .nothing }

  /// The reason for the missing draft, as the end of a sentence. In a program that uses the library
  /// no option is the reason.
  private var reason: String { source.isInProgram ? "" : " (--no-draft)" }

  /// Handles `:kept`: reports whether everything is stored.
  func reportKept(_ session: inout FormSession) -> FlowEffect {
    guard let keeper else { return .problem("Nothing is kept: there is no draft\(reason)") }
    keeper.keepEverything(of: &session)
    let storage = keeper.storage(hasJournal: session.hasJournal)
    if let trouble = storage.trouble { return .problem(trouble.fact) }
    return .message(
      storage == .nothing
        ? "There is nothing to keep yet" : "All is kept in the draft; :save saves the answers")
  }

  /// Handles `:fresh`.
  mutating func startFresh(_ session: inout FormSession, saving: inout SaveFlow) -> [FlowEffect] {
    guard let keeper else { return [.problem("There is no draft to set aside\(reason)")] }
    do {
      let name = try keeper.setAside(&session)
      let fresh = try source.newFilling()
      saving.reset()
      hasClaimed = false
      let place =
        source.isInProgram
        ? "the old draft is \(keeper.access.keptPlace)" : "longform drafts lists the old draft"
      let restore = name == nil ? "" : "; \(place)"
      return [.session(fresh)] + claim() + [.message("Started anew\(restore)")]
    } catch let error as DraftError {
      return [.problem("Not started anew: \(error.sentence)")]
    } catch { return [.problem("Not started anew: \(error)")] }
  }

  /// Handles `:drafts`.
  func list() -> FlowEffect {
    do throws(DraftError) {
      let drafts = try DraftStore.directory().list(now: Wall.seconds)
      let names = DraftNames(of: drafts)
      return .lines(
        drafts.isEmpty
          ? ["There are no drafts"]
          : drafts.map { DraftListing.line(of: $0, named: names[$0.fileName]) })
    } catch { return .problem("Cannot list the drafts: \(error.sentence)") }
  }

  // MARK: - The files of external editors

  /// Shows the files that external editors left, and asks about the first of their texts.
  ///
  /// - Parameter lines: lines to show before the lines about these files.
  private mutating func reportLeavings(
    in session: FormSession, after lines: [String] = []
  ) -> [FlowEffect] {
    var (lines, effects) = (lines, [FlowEffect]())
    keeper?.tidyLeavings(in: session)
    for left in keeper?.leavings(in: session) ?? [] where !left.news.isEmpty && !left.isAnswered {
      lines += left.lines
      if left.text != nil {
        subject = .leavings(left)
        let question = Question.takeText(label: left.record.label)
        return effects + [.lines(lines), .ask(question, introduction: left.sentence)]
      }
      effects.append(.message(left.sentence))
    }
    return lines.isEmpty ? effects : effects + [.lines(lines)]
  }

  /// Replaces the text of a row with the text that an editor left.
  private mutating func take(_ left: Leavings, in session: inout FormSession) -> [FlowEffect] {
    guard let keeper, let text = left.text,
      let row = session.answers.changeableRow(lastingName: left.record.row)
    else { return decline(left, in: &session) }
    let changed = FlowEffect.changed(session.apply(.answered(row, text)))
    keeper.keepEverything(of: &session)
    let rest = Leavings(left.record, in: left.folder, of: session, isRowKept: keeper.isKeeping)
    if rest.mayBeRemoved { keeper.endLoan(left.record, left.folder, of: &session) }
    let sentence = "\(left.record.label), as \(left.record.editor) left it"
    return [changed] + endQuestion(about: rest, reporting: sentence, in: &session)
  }

  /// Declines the text that an editor left: the row and the editor's files stay unchanged.
  private mutating func decline(_ left: Leavings, in session: inout FormSession) -> [FlowEffect] {
    endQuestion(about: left, reporting: "\(left.record.label) is as it was", in: &session)
  }

  private mutating func endQuestion(
    about left: Leavings, reporting sentence: String, in session: inout FormSession
  ) -> [FlowEffect] {
    let effects: [FlowEffect] = [.message(sentence), .linesHidden]
    guard !left.mayBeRemoved else { return effects + reportLeavings(in: session) }
    keeper?.noteAnswer(to: left)
    keeper?.keepEverything(of: &session)
    let lines = ["The files of \(left.record.editor) are still in", left.folder.path]
    return effects + reportLeavings(in: session, after: lines)
  }

  /// Returns lines for standard error about the files that external editors left.
  ///
  /// - Parameter all: whether to include files that the person was already asked about.
  func linesOfLeavings(in session: FormSession, all: Bool) -> [String] {
    let recorded = (keeper?.leavings(in: session) ?? []).filter { all || !$0.isAnswered }
    let others = leftFolders.map {
      Leavings($0.record, in: $0.folder, of: session, isRowKept: false)
    }
    return (recorded + others.filter { !$0.mayBeRemoved }).map { "longform: \($0.line)" }
  }

  /// Records that another draft begins and must be locked.
  mutating func noteNewDraft() { hasClaimed = false }

  /// The number of filled rows in the draft that is offered for resuming; nil if none is offered.
  var offeredCount: Int? {
    if case .offer(let offer) = subject { offer.contents.filled } else { nil }
  }
}

/// Reports once that a large draft is still being read.
private struct SlowReading {
  private let began = Monotonic.milliseconds
  private var hasReported = false
  private let sentence: String
  private let report: (String) -> Void

  init(sentence: String, _ report: @escaping (String) -> Void) {
    (self.sentence, self.report) = (sentence, report)
  }

  mutating func tick() {
    guard !hasReported, Monotonic.milliseconds - began >= 200 else { return }
    hasReported = true
    report(sentence)
  }
}
