// Merges the form with its file if another program changed the file after the form was opened. The
// save then continues with the changes of both the form and the file.
//
// The file is read and merged on separate threads, because both steps process the whole form.
//
// Invariants: nothing is written before the person answers the question whether to save. The draft
// of the unmerged form is set aside and stays in the list of drafts. Stopping leaves the form
// unchanged. If the file changes again, the question whether to compare is asked again.

import Drafts
import FormModel
import FormScreen
import FormText
import Glibc
import System

/// The steps of comparing a form with its file. Indirect, because a merge is large and rare.
indirect enum Merging {
  /// The merge was requested. A message must be painted before the file is read.
  case announced
  case due
  /// The file is being read. The associated values are the thread that reads, the path of the file,
  /// and a destination that may replace only the version that is read.
  case reading(Background<Result<FormSource.OpenedAnswers, Failure>>, String, Destination)
  /// The merge is running. The associated values are the thread of the merge, the form with the
  /// newer version of its document, and a destination that may replace only this version.
  case merging(Background<Merge>, FormSource, Destination)
}

extension SaveFlow {
  /// Returns the question whether to compare, with the reason for it. Returns nil if no other
  /// program changed the file. Also returns nil if the draft has saved answers that must still be
  /// sent to a command, because these answers must not change until the command accepts them.
  func comparison(_ keeper: DraftKeeper?) -> FlowEffect? {
    guard keeper?.delivery == nil, let path = destination.changedFile else { return nil }
    var status = stat()
    let moment =
      stat(path, &status) == 0
      ? Age.timeOfDay(Int64(status.st_mtim.tv_sec)).map { " at \($0)" } ?? "" : ""
    return .ask(
      .compare, introduction: "\(Path.name(of: path)) was changed by another program\(moment)")
  }

  /// Whether the form and its file are being merged.
  var isMerging: Bool { merging != nil }

  /// Whether the next step of a merge can be done immediately.
  var isMergeDue: Bool {
    switch merging {
    case .announced, .due: true
    case .reading, .merging, nil: false
    }
  }

  /// Whether a command or a thread is working for the form, so that the form must wait.
  var isWaiting: Bool { isSending || isMerging && !isMergeDue }

  /// Begins to compare the form with the current version of its file.
  mutating func beginMerge() -> [FlowEffect] {
    merging = .announced
    return [.waiting("Comparing with \(destination.name) …", for: .comparing)]
  }

  /// Does the next step of a merge.
  ///
  /// - Returns: the requests to the front end; empty while the merge is not complete.
  mutating func advanceMerging(
    _ session: inout FormSession, drafts: inout DraftFlow
  ) -> [FlowEffect] {
    switch merging {
    case nil: return []
    case .announced:
      merging = .due
      return []
    case .due: return openFile(drafts.source)
    case .reading(let reading, let path, let version):
      guard let result = reading.takeResult() else { return [] }
      merging = nil
      return begin(session, drafts.source, reading: path, version, result)
    case .merging(let work, let source, let version):
      guard let merge = work.takeResult() else { return [] }
      merging = nil
      return finish(merge, of: source, version, &session, drafts: &drafts)
    }
  }

  private mutating func openFile(_ source: FormSource) -> [FlowEffect] {
    merging = nil
    guard case .file(let path, _) = destination else { return [.waitEnded] }
    do throws(Failure) {
      let version = try destination.present()
      merging = .reading(source.open(path, format: job.answersFormat), path, version)
      return []
    } catch { return notCompared(error) }
  }

  private mutating func begin(
    _ session: FormSession, _ source: FormSource, reading path: String, _ version: Destination,
    _ result: Result<FormSource.OpenedAnswers, Failure>
  ) -> [FlowEffect] {
    do throws(Failure) {
      let (other, opened) = try source.replacingDocument(by: result.get(), named: path)
      let work = Background {
        var merge = Merge(session, into: opened)
        while !merge.isComplete { merge.advance() }
        return merge
      }
      merging = .merging(work, other, version)
      return []
    } catch { return notCompared(error) }
  }

  private func notCompared(_ failure: Failure) -> [FlowEffect] {
    [
      .waitEnded, .problem("Not compared: \(failure.lines.joined(separator: "; "))"),
      .lines(["Nothing is lost: :save FILE saves to another file"]),
    ]
  }

  private mutating func finish(
    _ merge: Merge, of source: FormSource, _ version: Destination, _ session: inout FormSession,
    drafts: inout DraftFlow
  ) -> [FlowEffect] {
    do throws(DraftError) {
      var merged = merge.session
      try drafts.resume(with: &merged, of: source, insteadOf: &session)
      destination = version
      let decisions = merged.goToConflict()
      let effects = [.waitEnded, .session(merged)] + drafts.claim()
      let taken = "Took \(counted(merge.otherCount, "change")) from \(destination.name)"
      let conflicts = merge.conflicts.count
      return effects
        + (conflicts == 0
          ? [.ask(.save(nil), introduction: taken)]
          : [.changed(decisions), .taken(taken, conflicts: conflicts)])
    } catch {
      return [
        .waitEnded, .problem("Not compared: the draft cannot be set aside: \(error.sentence)"),
      ]
    }
  }

  /// Stops the merge after ^C; the form stays unchanged.
  mutating func stopMerging() -> [FlowEffect] {
    guard merging != nil else { return [] }
    merging = nil
    return [.waitEnded, .message("Stopped; the form is as it was")]
  }
}

extension DraftFlow {
  /// Stores the merged form in a new draft, and sets the draft of the unmerged form aside.
  mutating func resume(
    with merged: inout FormSession, of source: FormSource, insteadOf session: inout FormSession
  ) throws(DraftError) {
    _ = try keeper?.setAside(&session)
    self.source = source
    keeper?.setSource(source)
    noteNewDraft()
    merged.journalEverything()
    keeper?.noteAction(&merged)
  }
}

extension FillJob {
  /// Returns the lines of the error for a script whose file was changed by another program. They
  /// list the rows whose answers in the file now differ from the answers in the form.
  func lines(about change: Failure, of session: FormSession, in path: String) -> [String] {
    guard session.hasDocument,
      let document = try? AnswersFile.document(
        at: path, as: answersFormat, for: session.template, keepsUnknownColumns: true),
      let other = try? AnswersFile.session(
        session.template, height: nil, document: document, named: path)
    else { return change.lines }
    let comparison = DocumentComparison.all(session.answers, other.answers)
    let most = 20
    let report = DifferenceReport(comparison.differences.prefix(most), of: comparison.sides)
    let rest = comparison.differences.count - min(most, comparison.differences.count)
    return change.lines + report.sentences.map { "\(path): \($0)" }
      + (rest > 0 ? ["\(path): and \(counted(rest, "other change"))"] : [])
  }
}
