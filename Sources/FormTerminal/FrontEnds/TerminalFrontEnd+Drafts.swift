// The draft of a session at a terminal: going on with it, telling how it stands, leaving it.

import Drafts
import FormModel
import FormScreen
import FormText
import Glibc
import System

extension TerminalFrontEnd {
  // MARK: - Beginning

  /// Goes on with the draft there is, or asks about it.
  func beginDraft() {
    guard let keeper else { return }
    switch keeper.begin(
      job.options.drafts, isStopped: { hasSignal }, tick: reportSlowReading)
    {
    case .new: break
    case .resumes(let contents): goOn(with: contents, isOwn: true)
    case .repeats(let contents):
      goOn(with: contents, isOwn: false, isResumed: false)
      let missing = missingSecrets.map { "; \($0)" } ?? ""
      showMessage("Began with the answers of the last save, \(age(of: contents))\(missing)")
    case .offers(let offer): ask(.goOn(offer))
    // With --take a second form must not stay open.
    case .held(let holder) where job.options.drafts.takesOver:
      if !hasSignal { ending = .failure(Failure(holder: holder)) }
    case .held(let holder): ask(.takeOver(holder))
    }
  }

  /// Locks the draft of a new form, so that a second terminal learns of it at once.
  func claimDraft() {
    keeper?.claim()
    if case .held(let holder) = keeper?.trouble { ask(.takeOver(holder)) }
  }

  private func age(of contents: DraftContents) -> String {
    Age.sentence(seconds: Wall.seconds - contents.updated)
  }

  /// Puts what a draft holds in the place of the new form.
  ///
  /// - Parameters:
  ///   - isOwn: it is the draft of this session, so everything in it is kept already.
  ///   - isResumed: it is resumed, not only where a new form begins.
  private func goOn(with contents: DraftContents, isOwn: Bool, isResumed: Bool = true) {
    guard let keeper else { return }
    do throws(Failure) {
      let (restored, orphans) = try source.session(goingOnWith: contents, tick: reportSlowReading)
      replaceSession(with: restored)
      keeper.goOn(with: contents, isOwn: isOwn)
      if !isOwn {
        session.journalEverything()
        keeper.rowLeft(&session)
      }
      let filled =
        "\(grouped(session.answers.filledCount)) of \(grouped(session.answers.rowCount)) filled"
      let rest = session.pasteRest.count
      if rest > 0 {
        showMessage("Resumed, \(filled); \(counted(rest, "pasted line")) left, ^Y pastes them")
      } else if isResumed {
        let next = missingSecrets ?? ":fresh starts anew"
        showMessage("Resumed the draft of \(age(of: contents)), \(filled); \(next)")
      }
      reportLeavings(after: lines(of: orphans))
    } catch {
      ending = .failure(error)
    }
  }

  /// The secret rows that have to be typed again; nil without one.
  private var missingSecrets: String? {
    let rows = session.answers.unansweredSecrets(most: 4)
    guard !rows.isEmpty else { return nil }
    let names =
      rows.prefix(3).map(session.answers.fullLabel(of:)) + (rows.count > 3 ? ["others"] : [])
    return "type again: \(names.joined(separator: ", "))"
  }

  /// Lines about the texts whose rows the form no longer has. They stay in the draft.
  private func lines(of orphans: [(name: String, text: Text)]) -> [String] {
    guard !orphans.isEmpty else { return [] }
    return [
      "The form was changed: \(counted(orphans.count, "text")) without a row, kept in the draft"
    ]
      + TextsWithoutRow.lines(orphans)
  }

  func accept(_ offer: DraftOffer) {
    beganReading = Monotonic.milliseconds
    // A file with other answers holds what this form never saw: it is not replaced.
    if offer.contents.origin?.document != keeper?.givenDocument {
      destination = destination.replacingNothing
    }
    if let other = offer.otherIdentity {
      keeper?.absorbed = other
      goOn(with: offer.contents, isOwn: false)
    } else {
      goOn(with: offer.contents, isOwn: true)
    }
  }

  func decline(_ offer: DraftOffer) {
    do throws(DraftError) {
      try keeper?.decline(offer)
    } catch {
      ending = .failure(Failure(.cannotCreate, "cannot set the draft aside: \(error.sentence)"))
    }
  }

  /// Takes the draft from the process that has it.
  func takeOver() {
    guard let keeper else { return }
    reportAtOnce("Waiting for the other process to leave")
    do throws(DraftError) {
      try keeper.takeLock(isStopped: { hasSignal })
      keeper.recover()
    } catch {
      if case .held(let holder) = error {
        // The loop reads a signal next, and ends as it says.
        if !hasSignal { ending = .failure(Failure(holder: holder)) }
      } else {
        keeper.fail(error)
      }
      return
    }
    // What was typed meanwhile is kept in a new draft, beside the other.
    if !session.hasChanges { beginDraft() }
    if question == nil { claimDraft() }
  }

  /// Whether leaving now loses nothing.
  var losesNothing: Bool { !session.hasChanges || keeper?.isKeeping == true }

  // MARK: - Commands

  /// `:w`.
  func reportKept() {
    guard let keeper else {
      showMessage("Nothing is kept: there is no draft (--no-draft)", style: .problem)
      return
    }
    keeper.keepEverything(of: &session)
    switch keeper.storage(of: &session) {
    case .nothing: showMessage("There is nothing to keep yet")
    case .kept, .pending: showMessage("All is kept; :save finishes")
    case .notKept(let error): showMessage("NOT KEPT: \(error.sentence)", style: .problem)
    }
  }

  /// `:fresh`.
  func startFresh() {
    guard let keeper else {
      showMessage("There is no draft to set aside (--no-draft)", style: .problem)
      return
    }
    do {
      let name = try keeper.setAside(&session)
      replaceSession(with: try source.newSession())
      destination = job.destination
      claimDraft()
      showMessage(
        name.map { "Started anew; longform drafts restore \($0) brings the old draft back" }
          ?? "Started anew")
    } catch let error as DraftError {
      showMessage("Not started anew: \(error.sentence)", style: .problem)
    } catch {
      showMessage("Not started anew: \(error)", style: .problem)
    }
  }

  /// `:drafts`.
  func showDrafts() {
    do throws(DraftError) {
      let drafts = try DraftStore.directory().list(now: Wall.seconds)
      show(drafts.isEmpty ? ["There are no drafts"] : drafts.map { DraftListing.line(of: $0) })
    } catch {
      showMessage("Cannot list the drafts: \(error.sentence)", style: .problem)
    }
  }

  // MARK: - Leaving

  /// `:quit` and `:quit!`.
  func quit(anyway: Bool) {
    keeper?.keepEverything(of: &session)
    if anyway, let keeper {
      do throws(DraftError) {
        let name = try keeper.setAside(&session)
        leave(
          reporting: name.map {
            "longform: the draft is set aside; to bring it back: "
              + "longform drafts restore \($0)"
          })
      } catch {
        leave(reporting: "longform: the draft cannot be set aside: \(error.sentence)")
      }
    } else if anyway || losesNothing {
      leave()
    } else {
      ask(.quit)
    }
  }

  func leave(reporting line: String? = nil) {
    ending = .status(
      saveFailed ? .writeFailed : .notSaved, farewell: ["Left without saving"],
      errors: line.map { [$0] } ?? [])
  }

  /// How many rows are filled of a draft that is asked about.
  private var offeredCount: Int? {
    if case .goOn(let offer) = question { offer.contents.filled } else { nil }
  }

  /// The part of the farewell about texts outside of rows: on entry lines, and left over by a paste.
  private var leftOver: String {
    guard offeredCount == nil else { return "" }
    var text = ""
    let unadded = session.answers.unaddedEntries.count
    if unadded > 0 { text += ", \(counted(unadded, "item")) not added yet" }
    guard !session.pasteRest.isEmpty else { return text }
    let lines = counted(session.pasteRest.count, "pasted line")
    text += ", \(lines) in no row yet"
    if session.isPasteRestSecret { text += " (not kept: they may be secret)" }
    return text
  }

  /// The lines to print if pasted lines were in no row at the save.
  private var linesNotSaved: [String] {
    guard !session.pasteRest.isEmpty else { return [] }
    let lines = counted(session.pasteRest.count, "pasted line")
    let place =
      keeper == nil || session.isPasteRestSecret
      ? "" : "; longform drafts list --finished names the draft that has them"
    return ["longform: \(lines) in no row, not saved\(place)"]
  }

  /// Keeps everything for the last time.
  ///
  /// - Returns: the lines for standard error.
  func leaveDraft() -> [String] {
    switch ending {
    case .status(.saved, _, _), .status(.savedWithProblems, _, _): return linesNotSaved
    default: break
    }
    let left = linesOfLeavings(all: false)
    return closeDraft() + left
  }

  private func closeDraft() -> [String] {
    let filled = counted(offeredCount ?? session.answers.filledCount, "filled row")
    let left = leftOver
    guard let keeper else {
      return session.hasChanges
        ? ["longform: left without saving; \(filled)\(left) went with it (--no-draft)"] : []
    }
    let command = source.lineToGoOn(with: keeper.identity.fileName)
    let hadDraft = keeper.draft != nil
    if keeper.close(&session) {
      return job.options.quiet
        ? [] : ["longform: the draft is kept, \(filled)\(left); to go on: \(command)"]
    }
    guard let trouble = keeper.trouble, session.hasChanges else { return [] }
    if hadDraft {
      return [
        "longform: the last changes could not be kept (\(trouble.sentence)); "
          + "to resume the draft kept before: \(command)"
      ]
    }
    return ["longform: the draft could not be kept (\(trouble.sentence)); \(filled) went with it"]
  }
}
