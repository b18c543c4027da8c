// Drafts of scripts. A script cannot answer the question whether to resume a draft. It resumes only
// its own draft, however old this draft is, and fails if the draft began with other answers.

import Drafts
import FormModel

/// The draft of a session without a terminal.
enum ScriptedDraft {
  /// Returns the session that a script fills: resumed from its draft, or new.
  static func session(
    of source: FormSource, keeper: DraftKeeper?, choice: DraftChoice
  ) throws(Failure) -> FormSession {
    guard let keeper else { return try source.newFilling() }
    let contents: DraftContents
    switch keeper.begin(choice) {
    case .new:
      // A new form would lack the answers in the draft, so an unreadable draft is an error.
      if let trouble = keeper.trouble, keeper.access.hasUnopenedDraft { throw Failure(trouble) }
      if keeper.undeliveredCount > 0 {
        keeper.access.notes.append("the answers saved before wait; longform deliver sends them")
      }
      return try source.newFilling()
    case .held(let holder): throw Failure(holder: holder, of: source)
    case .offers(let offer):
      switch offer.reason {
      case .old: contents = offer.contents
      case .otherTarget: return try source.newFilling()
      case .movedForm:
        keeper.access.notes.append(
          "\(offer.sentence), was not resumed; open the form at a terminal to decide"
        )
        return try source.newFilling()
      case .otherAnswers:
        throw Failure(
          .wrongUse, "the draft began with other answers; --fresh starts anew with these")
      }
    case .resumes(let found): contents = found
    case .repeats(let found):
      var (session, _) = try source.session(resuming: found, isResumed: false)
      keeper.resume(with: found, isOwn: false)
      session.journalEverything()
      return session
    }
    keeper.resume(with: contents, isOwn: true)
    let (session, _) = try source.session(resuming: contents)
    keeper.tidyLeavings(in: session)
    // Only a person can decide whether to take a text that an editor left.
    StandardError.report(
      keeper.leavings(in: session).filter { !$0.isAnswered && !$0.news.isEmpty }.map {
        "longform: \($0.line)"
      })
    return session
  }

  /// Stores the draft, or marks it as finished, and reports failures.
  static func leave(
    _ keeper: DraftKeeper?, _ session: inout FormSession, isSaved: Bool, job: FillJob
  ) {
    guard let keeper else { return }
    if !isSaved, keeper.delivery == nil, job.options.drafts.name == nil {
      // A draft without a name exists only to send its answers to a command.
      return keeper.discard()
    }
    keeper.keepEverything(of: &session)
    if !isSaved, keeper.delivery != nil {
      StandardError.report(
        keeper.linesOnLeavingUndelivered(&session, source: keeper.access.source))
    } else if isSaved {
      if let delivery = keeper.delivery {
        let command = DeliveryCommand(delivery.command, timeout: delivery.timeout).name
        let fact = "the answers saved before still wait for \(command)"
        job.remark(["longform: \(fact); longform deliver sends them"])
      }
      if let error = keeper.finish() {
        StandardError.report(["longform: the draft cannot be marked finished: \(error.sentence)"])
      }
      StandardError.report(TextsWithoutRow.linesAfterSaving(session, to: keeper))
    } else if keeper.close(&session) {
      job.remark(["longform: the draft \(keeper.identity.name) is kept"])
    } else if let trouble = keeper.trouble {
      StandardError.report(["longform: the draft cannot be kept: \(trouble.sentence)"])
    }
    job.remark(keeper.takeNotes().map { "longform: \($0)" })
  }
}

extension Failure {
  /// The failure if another process has the draft open.
  init(holder: LockHolder?, of source: FormSource) {
    let remedy =
      source.isInProgram
      ? "close the form there first" : "--take takes it over, --draft NAME uses another"
    self.init(.inUse, "\(DraftError.held(by: holder).sentence); \(remedy)")
  }
}
