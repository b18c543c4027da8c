// Leaves a form that is filled at a terminal: stores the last changes, and reports whether they are
// stored.

import Drafts
import FormModel
import FormScreen
import FormText
import Glibc

extension DraftFlow {
  /// Handles ^C (Ctrl-C): leaves, but first asks once if something would be lost.
  func interrupt(_ session: inout FormSession, at question: Question?) -> FlowEffect {
    switch question {
    case .leave, .resume, .takeOver, .takeText: return .end(.left)
    case .save, .quit, .compare, nil:
      // The draft must be written now, because only then is it known whether something would be
      // lost.
      keeper?.keepEverything(of: &session)
      if keeper?.delivery != nil { return .end(DraftFlow.leftUndelivered) }
      return losesNothing(session) ? .end(.left) : .ask(.leave)
    }
  }

  /// Handles `:quit` and `:quit!`.
  func quit(_ session: inout FormSession, anyway: Bool, saving: SaveFlow) -> FlowEffect {
    keeper?.keepEverything(of: &session)
    let waits = keeper?.delivery != nil
    if waits, !anyway { return .end(DraftFlow.leftUndelivered) }
    if anyway, let keeper {
      do throws(DraftError) {
        let name = try keeper.setAside(&session)
        // The saved answers wait for their command, even if the draft is set aside.
        if waits { return .end(DraftFlow.leftUndelivered) }
        return saving.left(
          reporting: name.map {
            "longform: the draft is set aside; to bring it back: "
              + "longform drafts restore \(DraftStore.name(ofFile: $0))"
          })
      } catch {
        return saving.left(reporting: "longform: the draft cannot be set aside: \(error.sentence)")
      }
    }
    return anyway || losesNothing(session) ? saving.left() : .ask(.quit)
  }

  /// Writes the draft for the last time.
  ///
  /// - Returns: the lines for standard error.
  func leave(_ session: inout FormSession, as ending: Ending?) -> [String] {
    switch ending {
    case .status(.saved, _, _), .status(.savedWithProblems, _, _): return linesNotSaved(session)
    case .status(.undelivered, _, _):
      guard let keeper else { return [] }
      return keeper.linesOnLeavingUndelivered(&session, source: source)
    default: break
    }
    let left = linesOfLeavings(in: session, all: false)
    return close(&session) + left + notesNotShown
  }

  /// The notes about drafts that no screen has shown, as lines for standard error.
  private var notesNotShown: [String] { keeper?.takeNotes().map { "longform: \($0)" } ?? [] }

  /// The ending if saved answers must still be sent to a command.
  private static var leftUndelivered: Ending {
    .status(.undelivered, farewell: ["Left, the answers are kept"])
  }

  private func close(_ session: inout FormSession) -> [String] {
    let filled =
      offeredCount.map { "\(grouped($0)) filled" } ?? Progress(of: session).words
    let left = leftOver(session)
    guard let keeper else {
      let reason = source.isDescribed ? "--draft NAME keeps a draft" : "--no-draft"
      return session.hasChanges
        ? ["longform: left without saving; \(filled)\(left) went with it (\(reason))"] : []
    }
    let command = source.commandToResume(with: keeper.identity.fileName)
    let hadDraft = keeper.draft != nil
    let unopened = keeper.troubleOfUnopenedDraft
    if keeper.close(&session) {
      options.host?.draft = DraftName(name: keeper.identity.name, folder: options.drafts.folder)
      return options.quiet
        ? [] : ["longform: left, draft kept (\(filled)\(left)); \(command) goes on"]
    }
    if offeredCount != nil, !options.quiet { return ["longform: left, the draft is as it was"] }
    guard let trouble = keeper.trouble, session.hasChanges else {
      return unopened.map {
        ["longform: left, the draft could not be opened (\($0.sentence)) and is as it was"]
      } ?? []
    }
    if hadDraft {
      return [
        "longform: the last changes could not be kept (\(trouble.sentence)); "
          + "to resume the draft kept before: \(command)"
      ]
    }
    return ["longform: the draft could not be kept (\(trouble.sentence)); \(filled) went with it"]
  }

  /// Returns the part of the farewell (the last lines at the terminal) about texts that are not in
  /// rows: texts on entry lines, which were not added as items, and pasted lines that were left
  /// over.
  private func leftOver(_ session: FormSession) -> String {
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

  /// Returns the lines to print if pasted lines had not been put into rows when the form was saved.
  private func linesNotSaved(_ session: FormSession) -> [String] {
    guard !session.pasteRest.isEmpty else { return [] }
    let lines = counted(session.pasteRest.count, "pasted line")
    let place =
      keeper == nil || session.isPasteRestSecret
      ? "" : "; longform drafts list --finished names the draft that has them"
    return ["longform: \(lines) in no row, not saved\(place)"]
  }
}
